"""Writing down a real game: what the seats may do, and how each of it is said."""

from __future__ import annotations

from collections.abc import Iterator

from records.core.faces import UNKNOWN, known
from records.core.game import Scorekeeping
from records.core.secret import Secret, secret
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence, Word
from records.core.tables.hands import Hand
from records.games.creature_crush.deciding.cells import crush_cells, summon_cells
from records.games.creature_crush.deciding.flipping import face_down
from records.games.creature_crush.deciding.legal import legal
from records.games.creature_crush.deciding.paying import ways_to_burn
from records.games.creature_crush.deciding.set_up import CAMP, DRAWN, KEPT
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.model.turn_events import Dice
from records.games.creature_crush.recording.questions import table, unseen

MOST_DICE = 5


def actions(position: CrushPosition) -> tuple[cmd.CrushCommand, ...]:
    """Return what ``legal`` does, acts with cards that nobody noted before, and what is open to each seat at any time."""
    state = position.state
    if state.outcome is not None:
        return ()
    found = [*dict.fromkeys((*_unnoted(position), *legal(position)))]
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
    hand = position.table.hands.get(seat, Hand())
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
            yield cmd.Discard(seat=seat, cards=(UNKNOWN,) * asked.least)
        case "from-hand" if less:
            yield cmd.Answer(seat=seat, cards=(UNKNOWN,))
        case "from-camp":
            yield cmd.Answer(seat=seat, cards=(UNKNOWN,))
        case "search":
            yield cmd.Fetch(seat=seat, card=secret(UNKNOWN))


def tell(command: cmd.CrushCommand) -> Sentence:
    """Return what a seat does in one sentence."""
    match command:
        case cmd.Start(begins=None):
            return Sentence(N_("Dice say who begins."))
        case cmd.Start():
            return Sentence(N_("%(seat)s begins."), {"seat": SeatRef(command.begins or command.seats[0])})
        case cmd.KeepDraft():
            return _said(command, N_("%(seat)s keeps for the camp: %(cards)s."), cards=_named(command.kept))
        case cmd.ChooseCamp():
            return _said(command, N_("%(seat)s builds a camp of %(cards)s."), cards=_named(command.cards))
        case cmd.Summon():
            text = N_("%(seat)s summons %(card)s to %(cell)s with dice no. %(dice)s.")
            return _said(command, text, card=_card(command.card), cell=_cell(command.cell), dice=_dice(command.dice))
        case cmd.LayCrush():
            text = N_("%(seat)s lays %(card)s to %(cell)s with dice no. %(dice)s.")
            return _said(command, text, card=_named(command.card), cell=_cell(command.cell), dice=_dice(command.dice))
        case cmd.AttackWith(target=None):
            text = N_("%(seat)s attacks directly with %(slot)s, dice no. %(dice)s.")
            return _said(command, text, slot=command.slot, dice=_dice(command.dice))
        case cmd.AttackWith():
            text = N_("%(seat)s attacks %(target)s with %(slot)s, dice no. %(dice)s.")
            return _said(command, text, slot=command.slot, target=str(command.target), dice=_dice(command.dice))
        case cmd.MoveAlly():
            text = N_("%(seat)s moves %(slot)s to %(cell)s with die no. %(dice)s.")
            return _said(command, text, slot=command.slot, cell=_cell(command.cell), dice=_dice(command.dice))
        case cmd.Swap():
            text = N_("%(seat)s swaps %(slots)s with dice no. %(dice)s.")
            return _said(command, text, slots=", ".join(command.slots), dice=_dice(command.dice))
        case cmd.Flip():
            return _said(command, N_("%(seat)s turns up %(card)s."), card=_card(command.card))
        case cmd.UseEffect():
            return _said(command, N_("%(seat)s uses line %(n)s of %(slot)s."), slot=command.slot, n=command.line + 1)
        case _:
            return _tell_answer(command)


def _tell_answer(command: cmd.CrushCommand) -> Sentence:
    match command:
        case cmd.Answer(slots=(), cells=(), indices=(), cards=()):
            return _said(command, N_("%(seat)s does what may be declined."))
        case cmd.Answer():
            places = (*command.slots, *map(_cell, command.cells), *(str(index + 1) for index in command.indices))
            if places:
                return _said(command, N_("%(seat)s chooses %(cell)s."), cell=", ".join(places))
            return _said(command, N_("%(seat)s chooses %(cards)s."), cards=tuple(map(_card, command.cards)))
        case cmd.Discard():
            return _said(command, N_("%(seat)s discards %(cards)s."), cards=tuple(map(_card, command.cards)))
        case cmd.Fetch():
            return _said(command, N_("%(seat)s takes %(card)s of the camp."), card=_named(command.card))
        case cmd.OrderChain():
            return _said(command, N_("%(seat)s lets the effects join in the order %(ids)s."), ids=", ".join(command.ids))
        case _:
            return _said(command, _PLAIN[type(command)])


_PLAIN = {
    cmd.FindNothing: N_("%(seat)s takes nothing of the camp."),
    cmd.Pass: N_("%(seat)s passes."),
    cmd.EndBattle: N_("%(seat)s ends the battle phase."),
    cmd.EndTurn: N_("%(seat)s ends the turn."),
    cmd.Resign: N_("%(seat)s resigns."),
    cmd.OfferDraw: N_("%(seat)s offers a draw."),
    cmd.AgreeDraw: N_("%(seat)s accepts the draw."),
}


def _said(command: cmd.CrushCommand, text: str, **args: Arg) -> Sentence:
    return Sentence(text, {"seat": SeatRef(command.seats[0] if isinstance(command, cmd.Start) else command.seat), **args})


def _card(face: object) -> CardRef | Word:
    return CardRef(str(face)) if face != UNKNOWN else Word(N_("a card that nobody noted"))


def _named(cards: Secret) -> tuple[CardRef | Word, ...]:
    return tuple(dict.fromkeys(map(_card, cards.faces)))


def _cell(cell: str) -> str:
    return cell[:2].upper()


def _dice(dice: Dice) -> str:
    return ", ".join(str(nth + 1) for nth in dice)


SCOREKEEPING = Scorekeeping(
    players=(2,),
    commands=cmd.CrushCommand,
    start=lambda seats, begins, chance: cmd.Start(seats=seats, begins=begins, chance=chance),
    table=table,
    actions=actions,
    tell=tell,
    unseen=unseen,
)
