"""The tactics phase: creatures are moved and swapped (§ 6)."""

from __future__ import annotations

from collections.abc import Iterable

from records.core.ids import SlotId
from records.core.sentences import N_
from records.games.creature_crush.deciding.battle import must_stand
from records.games.creature_crush.deciding.cells import may_act, move_cells
from records.games.creature_crush.deciding.paying import must_burn
from records.games.creature_crush.deciding.refusals import must_be_in, refuse
from records.games.creature_crush.deciding.sight import Sight, sight_of
from records.games.creature_crush.deciding.triggers import trigger, watching
from records.games.creature_crush.model import turn_events as ev
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.model.commands import MoveAlly, Swap
from records.games.creature_crush.model.field_events import Damaged
from records.games.creature_crush.model.position import CrushScript


def move(script: CrushScript, command: MoveAlly) -> None:
    """Move an ally to a free place, for one die (6.1)."""
    seat = command.seat
    must_be_in(script, seat, "tactics", "6.1")
    sight = sight_of(script)
    must_stand(sight, seat, command.slot, "6.1")
    _must_be_free(sight, seat, (command.slot,))
    if command.cell not in move_cells(sight, command.slot):
        raise refuse("cell", seat, "6.1", N_("A creature is moved to a free place of zones A and B of its side."))
    must_burn(script, seat, command.dice, "6.1", number=1)
    script.write(ev.CreatureMoved(rule="6.1", seat=seat, slot=command.slot, cell=command.cell, dice=command.dice))
    _moved(script, (command.slot,))


def swap(script: CrushScript, command: Swap) -> None:
    """Let two allies change places, for two dice (6.2)."""
    seat = command.seat
    must_be_in(script, seat, "tactics", "6.2")
    sight, (one, other) = sight_of(script), command.slots
    for slot in command.slots:
        must_stand(sight, seat, slot, "6.2")
    if one == other:
        raise refuse("swap", seat, "6.2", N_("Two creatures change places."))
    _must_be_free(sight, seat, command.slots)
    must_burn(script, seat, command.dice, "6.2", number=2)
    cells = sight.cell(other), sight.cell(one)
    script.write(ev.CreaturesSwapped(rule="6.2", seat=seat, slots=command.slots, cells=cells, dice=command.dice))
    _moved(script, command.slots)


def _must_be_free(sight: Sight, seat: str, slots: Iterable[SlotId]) -> None:
    if not all(may_act(sight, slot) for slot in slots):
        raise refuse("acted", seat, "5.8", N_("This creature has already acted in this turn."))


def _moved(script: CrushScript, slots: tuple[SlotId, ...]) -> None:
    """Each sluggish creature that was moved takes 1 damage (8.6); lines that wait for the move take effect."""
    sight = sight_of(script)
    for slot in slots:
        if sight.has(slot, "sluggish"):
            script.write(Damaged(rule="8.6", slot=slot, amount=1, total=script.state.lying(slot).damage + 1))
    trigger(script, *(line for slot in slots for line in watching(sight, Happened("moved", slot))))
