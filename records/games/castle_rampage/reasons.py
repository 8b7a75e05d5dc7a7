"""Why the rules give a step, in addition to its narration: the sum of an attack, the compared values, the reason of a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from records.core.faces import Face, known
from records.core.ids import PileId
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.core.shared import Asked, GameWon
from records.core.wording.reasons import Reasoning, Reasons, Sentences, StepsBefore
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.narration.narrate import narrate
from records.games.castle_rampage.narration.said import CastleMoment

_DRAWN: Mapping[str, str] = {
    "2.1": N_("A turn begins with drawing two cards."),
    "2.2": N_("The first turn of the game begins with drawing one card."),
    "9.1": N_("An Advisor in the display gives one card more at the beginning of the turn."),
}
_ASKED: Mapping[str, str] = {
    "target": N_("Where there is a choice, the target is settled before the attack."),
    "defence": N_("The attacked player may weaken the attack right before the fight, once target and strength are set."),
    "rob": N_("What the attack of a Robber destroys may go to the hand."),
}


_PARTS: Mapping[str, str] = {
    "optional-discard-bonus": N_("Paid for it: %(n)s."),
    "optional-unit-bonus": N_("Units added: %(n)s."),
    "weakened": N_("Weakened before: %(n)s."),
}
"""Parts of an attack that are no card."""


def _told(*more: str) -> Reasoning:
    """Return what a step's narration says, with sentences that give the reason."""

    def reasons(moment: CastleMoment, _event: Any, _before: StepsBefore) -> Sentences:
        return (*narrate(moment).lines, *map(Sentence, more))

    return reasons


def _by_rule(by: Mapping[str, str], key: Callable[[Any], str]) -> Reasoning:
    def reasons(moment: CastleMoment, event: Any, _before: StepsBefore) -> Sentences:
        text = by.get(key(event))
        return (*narrate(moment).lines, *((Sentence(text),) if text else ()))

    return reasons


def _gate(pile: PileId | None) -> bool:
    return pile is not None and pile.startswith("gate:")


def _card(face: Face) -> CardRef:
    return CardRef(str(face) if known(face) else "?")


def _turn_began(_moment: CastleMoment, event: ev.TurnBegan, _before: StepsBefore) -> Sentences:
    return (Sentence(N_("Turn %(n)s begins, it is the turn of %(seat)s."), {"n": event.number, "seat": SeatRef(event.seat)}),)


def _declared(moment: CastleMoment, event: ev.AttackDeclared, before: StepsBefore) -> Sentences:
    gate_stands = any(pile == ev.gate(ev.owner(event.target)) for pile in before.piles.values())
    if _gate(event.target):
        where = N_("It hits the Gate first, as long as a card lies there.")
    elif gate_stands:
        where = N_("It hits the Castle past the Gate, by what the card says or by choice.")
    else:
        where = N_("It hits the Castle, because no card is left in the Gate.")
    parts = tuple(Sentence(_PARTS.get(name, "%(card)s: %(n)s."), {"card": CardRef(name), "n": f"{value:+}"}) for name, value in event.parts)
    return (*narrate(moment).lines, Sentence(N_("Attack %(n)s is the sum of:"), {"n": event.strength}), *parts, Sentence(where))


def _revealed(_moment: CastleMoment, event: ev.DefenderRevealed, before: StepsBefore) -> Sentences:
    text = (
        N_("The top card of the Gate is turned over: %(card)s, worth %(value)s there, against %(n)s.")
        if _gate(before.piles.get(event.slot))
        else N_("The top card of the Castle is turned over: %(card)s, worth %(value)s there, against %(n)s.")
    )
    return (Sentence(text, {"card": _card(event.card), "value": event.value, "n": event.strength}),)


def _held(moment: CastleMoment, event: ev.DefenderHeld, before: StepsBefore) -> Sentences:
    facing = moment.before.attack.facing if moment.before.attack is not None else None
    if facing is None:
        return narrate(moment).lines
    text = (
        N_("Attack %(n)s, Gate card %(value)s: the defence is higher, the card stays and the attack is over.")
        if _gate(before.piles.get(event.slot))
        else N_("Attack %(n)s, Castle card %(value)s: the defence is higher, the card stays and the attack is over.")
    )
    return (Sentence(text, {"n": event.strength, "value": facing[2]}),)


def _destroyed(moment: CastleMoment, event: ev.DefenderDestroyed, before: StepsBefore) -> Sentences:
    gate = _gate(before.piles.get(event.slot))
    if event.left:
        text = (
            N_("Attack %(n)s, Gate card %(value)s destroyed: %(left)s left.")
            if gate
            else N_("Attack %(n)s, Castle card %(value)s destroyed: %(left)s left.")
        )
    else:
        text = (
            N_("Attack %(n)s, Gate card %(value)s: both are equal, the card is destroyed and nothing is left.")
            if gate
            else N_("Attack %(n)s, Castle card %(value)s: both are equal, the card is destroyed and nothing is left.")
        )
    numbers = Sentence(text, {"n": event.before, "value": event.before - event.left, "left": event.left})
    when = (
        N_("It falls, so %(seat)s must discard cards at once: %(n)s.")
        if event.clears_owed
        else N_("It falls, so %(seat)s must discard cards after the attack: %(n)s.")
    )
    owes = tuple(Sentence(when, {"seat": SeatRef(seat), "n": number}) for seat, number in event.owes)
    return (numbers, *owes, *narrate(moment).lines[1:])


def _ended(moment: CastleMoment, event: ev.AttackEnded, before: StepsBefore) -> Sentences:
    attack = moment.before.attack
    if event.left <= 0:
        return (Sentence(N_("The attack is over: nothing is left of it.")),)
    if any(isinstance(one, ev.DefenderHeld) for one in before.events[-1:]):
        return (Sentence(N_("The attack is over: a card has held.")),)
    if attack is not None and ev.castle(ev.owner(attack.target)) not in before.piles.values():
        return (Sentence(N_("The attack is over: the Castle has fallen.")),)
    return (Sentence(N_("The attack is over: what is left at the Gate is lost, %(n)s."), {"n": event.left}),)


def _strengthened(_moment: CastleMoment, event: pe.AttackStrengthened, _before: StepsBefore) -> Sentences:
    text = N_("The destroyed card makes the attack stronger: %(n)s and %(more)s are %(left)s.")
    return (Sentence(text, {"n": event.left - event.amount, "more": event.amount, "left": event.left}),)


def _weakened(_moment: CastleMoment, event: pe.AttackWeakened, _before: StepsBefore) -> Sentences:
    text = N_("Attack %(n)s, weakened by %(less)s: %(left)s.")
    return (Sentence(text, {"n": event.strength + event.amount, "less": event.amount, "left": event.strength}),)


def _won(moment: CastleMoment, _event: GameWon, before: StepsBefore) -> Sentences:
    fallen = [seat for seat in moment.after.state.seats if ev.castle(seat) not in before.piles.values()]
    why = tuple(Sentence(N_("The Castle of %(seat)s has lost its last card."), {"seat": SeatRef(seat)}) for seat in fallen)
    return (*why, *narrate(moment).lines)


CASTLE_REASONS = Reasons(
    {
        GameWon: _won,
        Asked: _by_rule(_ASKED, lambda event: event.what),
        ev.TurnBegan: _turn_began,
        ev.CardDrawn: _by_rule(_DRAWN, lambda event: event.rule),
        ev.Strengthened: _told(N_("Once a turn a hand card may go under the player's own Gate or Castle.")),
        ev.CardSettled: lambda _moment, _event, _before: (Sentence(N_("Its effect is done, so the card goes to the discard pile.")),),
        ev.AttackDeclared: _declared,
        ev.DefenderRevealed: _revealed,
        ev.DefenderHeld: _held,
        ev.DefenderDestroyed: _destroyed,
        ev.AttackEnded: _ended,
        ev.TurnEnded: lambda _moment, event, _before: (Sentence(N_("%(seat)s ends the turn."), {"seat": SeatRef(event.seat)}),),
        pe.AttackStrengthened: _strengthened,
        pe.AttackWeakened: _weakened,
        pe.AttackCancelled: _told(N_("An attack of strength 0 or less does not take place.")),
        pe.BonusLapsed: _told(N_("No attack came that could use it.")),
    }
)
