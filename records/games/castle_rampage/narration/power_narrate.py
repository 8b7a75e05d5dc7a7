"""Costs, bonuses, reactions and purple cards, in one sentence each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from records.core.faces import Face, known
from records.core.ids import SeatKey
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence
from records.core.shared import Asked
from records.core.wording.narration import Narration, PrivateLine, said
from records.core.wording.narrator import Narrates, by_seat, by_table, cards_seen
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.events import DISCARD
from records.games.castle_rampage.narration.said import CastleMoment

_ASKED: Mapping[str, tuple[str, str]] = {
    "target": (N_("You choose what to attack."), N_("%(seat)s chooses what to attack.")),
    "defence": (N_("You may weaken the attack."), N_("%(seat)s may weaken the attack.")),
    "discard": (N_("You must discard %(n)s cards."), N_("%(seat)s must discard %(n)s cards.")),
    "rob": (N_("You may take the defeated card."), N_("%(seat)s may take the defeated card.")),
    "recover": (N_("You choose a card of the discard pile."), N_("%(seat)s chooses a card of the discard pile.")),
    "permanent": (N_("You choose %(n)s permanent cards to destroy."), N_("%(seat)s chooses %(n)s permanent cards to destroy.")),
}
_ASKED_FOR_ONE: Mapping[str, tuple[str, str]] = {
    "discard": (N_("You must discard a card."), N_("%(seat)s must discard a card.")),
    "permanent": (N_("You choose a permanent card to destroy."), N_("%(seat)s chooses a permanent card to destroy.")),
}


def refs(cards: Iterable[Face]) -> tuple[CardRef, ...]:
    """Return cards as a sentence names them, ``?`` for one that nobody noted."""
    return tuple(CardRef(str(card) if known(card) else "?") for card in cards)


def _card(_moment: CastleMoment, event: Any) -> CardRef:
    return refs((event.card,))[0]


def _cards(_moment: CastleMoment, event: Any) -> tuple[CardRef, ...]:
    return refs(event.cards)


def _last_discarded(moment: CastleMoment, _event: pe.PermanentDestroyed) -> CardRef:
    table: Any = moment.after.table
    return refs(table.zones[DISCARD][-1:])[0]


def asked(moment: CastleMoment, event: Asked) -> Narration:
    """A seat must choose."""
    one = _ASKED_FOR_ONE.get(event.what) if event.most == 1 else None
    return said(moment, event.seat, "s-ask", *(one or _ASKED[event.what]), n=event.most)


def _slipped(moment: CastleMoment, event: pe.CardSlipped) -> Narration:
    seen = cards_seen(event.card)
    if seen is None:
        texts = (N_("You slip a card under the enemy Gate."), N_("%(seat)s slips a card face down under the enemy Gate."))
        return said(moment, event.seat, "s-strengthen", *texts)
    texts = (N_("You slip %(card)s under the enemy Gate."), N_("%(seat)s slips %(card)s under the enemy Gate."))
    return said(moment, event.seat, "s-strengthen", *texts, card=seen[0])


def _target(moment: CastleMoment, event: pe.TargetChosen) -> Narration:
    gate = event.pile.startswith("gate:")
    texts = (N_("You choose the Gate."), N_("%(seat)s chooses the Gate."))
    other = (N_("You choose the Castle."), N_("%(seat)s chooses the Castle."))
    return said(moment, event.seat, "s-attack", *(texts if gate else other))


def pays(moment: CastleMoment, seat: SeatKey, cards: Iterable[Face]) -> Narration:
    """Hand cards are paid."""
    texts = (N_("You pay with %(cards)s."), N_("%(seat)s pays with %(cards)s."))
    return said(moment, seat, "s-discard", *texts, cards=refs(cards))


def _bonus(moment: CastleMoment, event: pe.BonusGained) -> Narration:
    args: dict[str, Arg] = {"card": CardRef(event.source), "n": event.amount}
    if event.until == "turn":
        texts = (N_("%(card)s: your attacks of this turn get +%(n)s."), N_("%(card)s: the attacks of %(seat)s in this turn get +%(n)s."))
    else:
        texts = (N_("%(card)s: your next attack gets +%(n)s."), N_("%(card)s: the next attack of %(seat)s gets +%(n)s."))
    return said(moment, event.seat, "s-note", *texts, **args)


def _checked(moment: CastleMoment, event: pe.DefenceChecked) -> Narration:
    mine = moment.viewer != event.seat
    if event.holds:
        tell = PrivateLine(sentence=Sentence(N_("the question means that such a card is held")), mine=mine)
        texts = (
            N_("The table finds that you can weaken the attack."),
            N_("The table finds that %(seat)s can weaken the attack."),
        )
        return said(moment, event.seat, "s-ask", *texts, tell)
    tell = PrivateLine(sentence=Sentence(N_("no question means that no such card is held")), mine=mine)
    texts = (
        N_("The table finds that you cannot weaken the attack."),
        N_("The table finds that %(seat)s cannot weaken the attack."),
    )
    return said(moment, event.seat, "s-ask", *texts, tell)


def _robbed(moment: CastleMoment, event: pe.RobberAnswered) -> Narration:
    taken = (N_("You take the defeated card."), N_("%(seat)s takes the defeated card."))
    left = (N_("You leave the defeated card."), N_("%(seat)s leaves the defeated card."))
    return said(moment, event.seat, "s-draw", *(taken if event.takes else left))


def taken(moment: CastleMoment, seat: SeatKey) -> Sentence:
    """Return that a defeated card goes to a hand, as an addition to its fall."""
    if moment.viewer == seat:
        return Sentence(N_("You take it to your hand; everybody has seen it."))
    return Sentence(N_("%(seat)s takes it to the hand; everybody has seen it."), {"seat": SeatRef(seat)})


POWER_WORDS: Mapping[type, Narrates] = {
    Asked: asked,
    pe.CardSlipped: _slipped,
    pe.VeteranSent: by_seat(
        "s-attack", N_("You attack with %(card)s from your display."), N_("%(seat)s attacks with %(card)s from the display."), card=_card
    ),
    pe.TargetChosen: _target,
    pe.CostPaid: lambda moment, event: pays(moment, event.seat, event.cards),
    pe.TopDiscarded: by_table("s-fell", N_("%(card)s is turned over and discarded."), card=_card),
    pe.BonusGained: _bonus,
    pe.BonusLapsed: by_seat(
        "s-note",
        N_("Your +%(n)s of %(card)s lapses."),
        N_("The +%(n)s of %(seat)s from %(card)s lapses."),
        card=lambda _, event: CardRef(event.source),
        n=lambda _, event: event.amount,
    ),
    pe.DefenceChecked: _checked,
    pe.LastResortPlayed: by_seat(
        "s-play", N_("You play %(card)s against the attack."), N_("%(seat)s plays %(card)s against the attack."), card=_card
    ),
    pe.DefenceDeclined: by_seat("s-note", N_("You let the attack come."), N_("%(seat)s lets the attack come.")),
    pe.AttackWeakened: by_table(
        "s-attack", N_("The attack loses %(n)s and has %(left)s."), n=lambda _, event: event.amount, left=lambda _, event: event.strength
    ),
    pe.AttackCancelled: by_seat(
        "s-attack",
        N_("Nothing is left of your attack, it does not take place."),
        N_("Nothing is left of the attack of %(seat)s, it does not take place."),
    ),
    pe.AttackStrengthened: by_table(
        "s-attack", N_("It gives the attack +%(n)s: %(left)s left."), n=lambda _, event: event.amount, left=lambda _, event: event.left
    ),
    pe.RobberAnswered: _robbed,
    pe.HandDiscarded: by_seat("s-discard", N_("You discard %(cards)s."), N_("%(seat)s discards %(cards)s."), cards=_cards),
    pe.HandCardHit: by_seat(
        "s-discard", N_("By chance you discard %(cards)s."), N_("By chance %(seat)s discards %(cards)s."), cards=_cards
    ),
    pe.PermanentDestroyed: by_table("s-fell", N_("%(card)s is destroyed in the display."), card=_last_discarded),
}
