"""Who plays in simulated games: sensibly."""

from __future__ import annotations

from records.core.asking.chance import Picker
from records.core.ids import SeatKey
from records.core.position import Command
from records.core.secret import secret
from records.errors import ImpossibleEvent
from records.games.creature_crush.deciding.legal import seen_legal
from records.games.creature_crush.deciding.set_up import CAMP
from records.games.creature_crush.deciding.sight import sight_of
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.places import pool
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.player.valuing import worths

CRUSH_CARDS = 4
"""Of a camp that a player chooses."""


def start(seats: tuple[SeatKey, ...], _picker: Picker) -> Command:
    """Return the first command: dice say who begins."""
    return cmd.Start(seats=seats)


def sensible_policy(position: CrushPosition, picker: Picker) -> Command:
    """Return the most valuable command, at random among equals; raises ``ImpossibleEvent`` if the log shows nothing to do."""
    sight = sight_of(position)
    found = seen_legal(sight)
    if not found:
        raise ImpossibleEvent("this log shows nothing that could be done")
    if position.state.pending and position.state.pending[0].what == "camp":
        return _camp(position, position.state.pending[0].seat, picker)
    if len(found) == 1:
        return picker.choice(found)
    values = worths(sight, found)
    best = max(values)
    if values.count(best) == 1:
        return picker.choice((found[values.index(best)],))
    return picker.choice([command for command, value in zip(found, values, strict=True) if value == best])


def _camp(position: CrushPosition, seat: SeatKey, picker: Picker) -> Command:
    """Return a camp of the collection with so many crush cards as a camp has on average, for they need creatures to work with."""
    cards = position.state.cards
    there = sorted({str(face) for block in position.table.decks.get(pool(seat), ()) for face in block.faces or () if face in cards})
    crush, creatures = ([name for name in there if cards[name].creature == creature] for creature in (False, True))
    number = max(CAMP - len(creatures), min(CRUSH_CARDS, len(crush)))
    chosen = (*picker.sample(crush, number), *picker.sample(creatures, CAMP - number))
    return cmd.ChooseCamp(seat=seat, cards=secret(*chosen, to=(seat,)))
