"""Commands in one sentence each: dice by their pips, cards of the field by name and place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.faces import UNKNOWN, known
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence, Word
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.resolving.options import cards_of, in_hells, step_of

if TYPE_CHECKING:
    from records.core.ids import SlotId
    from records.core.secret import Secret
    from records.games.creature_crush.model.position import CrushPosition
    from records.games.creature_crush.model.turn_events import Dice


def tell(position: CrushPosition, command: cmd.CrushCommand) -> Sentence:
    """Return what a seat does in one sentence."""
    match command:
        case cmd.Start(begins=None):
            return Sentence(N_("Dice decide who begins."))
        case cmd.Start():
            return Sentence(N_("%(seat)s begins."), {"seat": SeatRef(command.begins or command.seats[0])})
        case cmd.Summon():
            text = N_("%(seat)s summons %(card)s to %(cell)s and burns %(dice)s.")
            return _said(command, text, card=_card(command.card), cell=_cell(command.cell), dice=_pips(position, command.dice))
        case cmd.LayCrush():
            text = N_("%(seat)s lays %(card)s to %(cell)s and burns %(dice)s.")
            return _said(command, text, card=_named(command.card), cell=_cell(command.cell), dice=_pips(position, command.dice))
        case cmd.AttackWith(target=None):
            text = N_("%(seat)s attacks directly with %(slot)s and burns %(dice)s.")
            return _said(command, text, slot=_lying(position, command.slot), dice=_pips(position, command.dice))
        case cmd.AttackWith():
            text = N_("%(seat)s attacks %(target)s with %(slot)s and burns %(dice)s.")
            target = _lying(position, command.target or command.slot)
            return _said(command, text, slot=_lying(position, command.slot), target=target, dice=_pips(position, command.dice))
        case cmd.MoveAlly():
            text = N_("%(seat)s moves %(slot)s to %(cell)s and burns %(dice)s.")
            dice = _pips(position, command.dice)
            return _said(command, text, slot=_lying(position, command.slot), cell=_cell(command.cell), dice=dice)
        case cmd.Swap():
            text = N_("%(seat)s swaps %(slots)s and burns %(dice)s.")
            return _said(command, text, slots=_lying(position, *command.slots), dice=_pips(position, command.dice))
        case cmd.Flip():
            text = N_("%(seat)s turns up %(card)s on %(cell)s.")
            return _said(command, text, card=_card(command.card), cell=_cell(position.table.slots[command.slot].pile))
        case cmd.UseEffect():
            return _said(command, N_("%(seat)s uses line %(n)s of %(slot)s."), slot=_lying(position, command.slot), n=command.line + 1)
        case _:
            return _tell_answer(position, command)


def _tell_answer(position: CrushPosition, command: cmd.CrushCommand) -> Sentence:
    match command:
        case cmd.KeepDraft():
            return _said(command, N_("%(seat)s keeps for the camp: %(cards)s."), cards=_named(command.kept))
        case cmd.ChooseCamp():
            return _said(command, N_("%(seat)s builds a camp of %(cards)s."), cards=_named(command.cards))
        case cmd.Answer(slots=(), cells=(), indices=(), cards=()):
            return _said(command, N_("%(seat)s does not decline."))
        case cmd.Answer():
            return _said(command, N_("%(seat)s chooses %(cards)s."), cards=_chosen(position, command))
        case cmd.Discard():
            return _said(command, N_("%(seat)s discards %(cards)s."), cards=tuple(map(_card, command.cards)))
        case cmd.Fetch():
            return _said(command, N_("%(seat)s takes %(card)s from the camp."), card=_named(command.card))
        case cmd.Burn():
            text = N_("%(seat)s burns dice of the other side: %(dice)s.")
            return _said(command, text, dice=_pips(position, command.dice))
        case cmd.OrderChain():
            waiting = {effect.id: effect for effect in position.state.waiting}
            cards = tuple(_card(waiting[each].card) if each in waiting else Word(each) for each in command.ids)
            return _said(command, N_("%(seat)s has the effects carried out in the order %(ids)s."), ids=cards)
        case _:
            return _said(command, _PLAIN[type(command)])


_PLAIN = {
    cmd.FindNothing: N_("%(seat)s takes nothing from the camp."),
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


def _lying(position: CrushPosition, *slots: SlotId) -> tuple[CardRef | Word, ...]:
    """Return cards of the field, each by its name, or that it lies face down, and its place."""
    found: list[CardRef | Word] = []
    for slot in slots:
        lying = position.table.slots[slot]
        found += (CardRef(str(lying.face)) if known(lying.face) else Word(N_("a face-down card")), Word(_cell(lying.pile)))
    return tuple(found)


def _chosen(position: CrushPosition, command: cmd.Answer) -> tuple[CardRef | Word, ...]:
    """Return what an answer names: cards of the field with their places, places, cards of hells, of hand or camp."""
    hells: tuple[CardRef | Word, ...] = ()
    if command.indices and position.state.chain:
        effect, sight = position.state.chain[-1], Sight(position)
        there = {number: face for number, _seat, _index, face in in_hells(sight, effect, cards_of(step_of(position.state, effect)))}
        hells = tuple(_card(there[number]) if number in there else Word(str(number + 1)) for number in command.indices)
    return (*_lying(position, *command.slots), *(Word(_cell(cell)) for cell in command.cells), *hells, *map(_card, command.cards))


def _cell(cell: str) -> str:
    return cell[:2].upper()


def _pips(position: CrushPosition, dice: Dice) -> str:
    return ", ".join(str(position.state.dice[nth]) for nth in dice)
