"""Writing down a real game: what the seats may do."""

from __future__ import annotations

from collections.abc import Iterator

from records.core.faces import UNKNOWN, known
from records.core.game import Scorekeeping
from records.core.secret import secret
from records.games.creature_crush.deciding.cells import crush_cells, summon_cells
from records.games.creature_crush.deciding.flipping import face_down
from records.games.creature_crush.deciding.legal import WRITTEN_DOWN, legal
from records.games.creature_crush.deciding.paying import ways_to_burn
from records.games.creature_crush.deciding.set_up import CAMP, DRAWN, KEPT
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.recording.questions import table, unseen
from records.games.creature_crush.recording.wording import tell
from records.games.creature_crush.resolving.answering import to_discard

MOST_DICE = 5


def actions(position: CrushPosition) -> tuple[cmd.CrushCommand, ...]:
    """Return what ``legal`` does, acts with cards that nobody noted before, and what is open to each seat at any time."""
    state = position.state
    if state.outcome is not None:
        return ()
    found = [*dict.fromkeys((*_unnoted(position), *legal(position, WRITTEN_DOWN)))]
    for seat in state.seats if state.turn else ():
        if state.draw_offered == state.other(seat):
            found.append(cmd.AgreeDraw(seat=seat))
        elif state.draw_offered is None:
            found.append(cmd.OfferDraw(seat=seat))
    return (*found, *(cmd.Resign(seat=seat) for seat in state.seats))


def _unnoted(position: CrushPosition) -> Iterator[cmd.CrushCommand]:
    """Yield acts with hand cards, and with crush cards in the field, that nobody noted."""
    state, sight = position.state, Sight(position)
    seat = state.to_act
    if seat is None:
        return
    hand = position.table.hand(seat)
    less = hand.count - len(hand.faces)
    if state.pending:
        yield from _unnoted_answers(position, less)
    elif state.phase == "battle" and less:
        for number in range(1, MOST_DICE + 1):
            for dice in ways_to_burn(state, number):
                yield from (cmd.Summon(seat=seat, card=UNKNOWN, cell=cell, dice=dice) for cell in summon_cells(sight, seat))
                yield from (cmd.LayCrush(seat=seat, card=secret(UNKNOWN), cell=cell, dice=dice) for cell in crush_cells(sight, seat)[:1])
    if state.phase == "battle" and (not state.pending or state.pending[0].what == "respond"):
        for slot in face_down(sight, seat):
            if not known(sight.face(slot)):
                yield cmd.Flip(seat=seat, slot=slot, card=UNKNOWN)


def _unnoted_answers(position: CrushPosition, less: int) -> Iterator[cmd.CrushCommand]:
    asked = position.state.pending[0]
    seat = asked.seat
    match asked.what:
        case "draft" if less:
            yield cmd.KeepDraft(seat=seat, kept=secret(*(UNKNOWN,) * KEPT), left=secret(*(UNKNOWN,) * (DRAWN - KEPT)))
        case "camp":
            yield cmd.ChooseCamp(seat=seat, cards=secret(*(UNKNOWN,) * CAMP))
        case "discard" if less:
            yield cmd.Discard(seat=seat, cards=(UNKNOWN,) * to_discard(Sight(position), asked))
        case "from-hand" if less:
            yield cmd.Answer(seat=seat, cards=(UNKNOWN,))
        case "from-camp":
            yield cmd.Answer(seat=seat, cards=(UNKNOWN,))
        case "search":
            yield cmd.Fetch(seat=seat, card=secret(UNKNOWN))


SCOREKEEPING = Scorekeeping(
    players=(2,),
    commands=cmd.CrushCommand,
    start=lambda seats, begins, chance: cmd.Start(seats=seats, begins=begins, chance=chance),
    table=table,
    actions=actions,
    tell=tell,
    unseen=unseen,
    ending=(cmd.Resign, cmd.AgreeDraw),
)
