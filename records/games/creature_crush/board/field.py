"""What cards of the field bear, the dice before each seat, and the chain with who may answer: all of it is public."""

from __future__ import annotations

from collections.abc import Iterator

from records.core.board import DiceRoll, Field, Mark, StackedEffect, Tone
from records.core.ids import SeatKey, SlotId
from records.core.sentences import N_, CardRef, SeatRef, Sentence, Word
from records.errors import NotNoted
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model.chain import Effect
from records.games.creature_crush.model.places import CRUSH, zone
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.narration.said import name

ATTACK, LIFE, DICE = "sword", "shield", "die-3"
DECIDES = frozenset({"respond"})
"""What a seat is asked while others wait for its answer to what has just happened."""


def field(position: CrushPosition) -> Field:
    """Return what a viewer's position shows beside the cards themselves."""
    sight, state = Sight(position), position.state
    struck = () if state.attack is None else (state.attack.slot, state.attack.target)
    return Field(
        marks={slot: marks for slot in position.table.slots if (marks := tuple(_marks(sight, slot)))},
        dice=tuple(_dice(position)),
        stack=tuple(_stack(position)),
        now=frozenset(slot for slot in struck if slot is not None and sight.there(slot)),
        lines=tuple(_lines(position, sight)),
    )


def _marks(sight: Sight, slot: SlotId) -> Iterator[Mark]:
    borne = sight.borne(slot)
    if zone(sight.cell(slot)) == CRUSH:
        if borne.paid and not sight.up(slot):
            yield Mark(icon=DICE, figure=str(borne.paid), said=Sentence(N_("Dice that were burned for it: %(n)s."), {"n": borne.paid}))
        return
    card = sight.state.card(sight.face(slot))
    try:
        attack, life = sight.attack(slot), sight.life(slot)
    except NotNoted:  # a creature that nobody noted may change the numbers of all others
        card = None
    if card is None:
        if borne.damage:
            yield Mark(icon="s-attack", figure=str(borne.damage), said=Sentence(N_("Damage: %(n)s."), {"n": borne.damage}), tone="less")
        return
    yield Mark(
        icon=ATTACK,
        figure=str(attack),
        said=_number(N_("Attack: %(n)s."), N_("Attack: %(n)s, printed %(printed)s."), attack, card.attack),
        tone=_tone(attack, card.attack),
    )
    if borne.damage:
        left = max(0, life - borne.damage)
        said = Sentence(N_("Life: %(n)s of %(life)s, damage %(damage)s."), {"n": left, "life": life, "damage": borne.damage})
        yield Mark(icon=LIFE, figure=f"{left}/{life}", said=said, tone="less")
        return
    yield Mark(
        icon=LIFE,
        figure=str(life),
        said=_number(N_("Life: %(n)s."), N_("Life: %(n)s, printed %(printed)s."), life, card.life),
        tone=_tone(life, card.life),
    )


def _number(plain: str, changed: str, number: int, printed: int) -> Sentence:
    return Sentence(plain, {"n": number}) if number == printed else Sentence(changed, {"n": number, "printed": printed})


def _tone(number: int, printed: int) -> Tone:
    return "" if number == printed else "more" if number > printed else "less"


def _dice(position: CrushPosition) -> Iterator[DiceRoll]:
    state = position.state
    if state.active is not None and state.dice:
        dice = tuple((pips, nth in state.burned) for nth, pips in enumerate(state.dice))
        yield DiceRoll(seat=state.active, title=N_("Start dice"), dice=dice)


def _stack(position: CrushPosition) -> Iterator[StackedEffect]:
    state = position.state
    for effect in reversed(state.waiting):
        yield _effect(position, effect, N_("not in the chain yet"))
    for nth, effect in enumerate(reversed(state.chain)):
        now = effect.begun and nth == 0
        how_far = N_("is carried out") if now else N_("begun") if effect.begun else N_("comes next") if nth == 0 else N_("waits")
        yield _effect(position, effect, how_far, now=now)


def _effect(position: CrushPosition, effect: Effect, state: str, *, now: bool = False) -> StackedEffect:
    card = position.state.card(effect.card)
    text = {language: lines[effect.line] for language, lines in card.texts.items() if effect.line < len(lines)} if card is not None else {}
    return StackedEffect(seat=effect.seat, card=effect.card, slot=effect.slot, text=text, state=state, now=now)


def _lines(position: CrushPosition, sight: Sight) -> Iterator[Sentence]:
    state = position.state
    attack = state.attack
    if attack is not None and sight.there(attack.slot):
        attacker = name(sight.face(attack.slot))
        if attack.target is None:
            yield Sentence(N_("%(card)s attacks %(seat)s."), {"card": attacker, "seat": SeatRef(state.other(attack.seat))})
        elif sight.there(attack.target):
            yield Sentence(N_("%(card)s attacks %(target)s."), {"card": attacker, "target": _lying(sight, attack.target)})
    if state.pending:
        yield _asked(state.pending[0].seat, answers=state.pending[0].what in DECIDES)


def _asked(seat: SeatKey, *, answers: bool) -> Sentence:
    return Sentence(N_("%(seat)s may answer.") if answers else N_("%(seat)s chooses."), {"seat": SeatRef(seat)})


def _lying(sight: Sight, slot: SlotId) -> CardRef | Word:
    face = sight.face(slot)
    return name(face) if sight.up(slot) else Word(N_("a face-down card"))
