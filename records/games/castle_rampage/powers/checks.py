"""Checks whether the table's answer fits the question, as far as the log shows the cards; an audit reads answers from a record."""

from __future__ import annotations

from collections import Counter

from records.core.events import Event
from records.core.faces import known
from records.core.requests import ChanceRequest
from records.core.tables.hands import Hand
from records.errors import Contradiction
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe

HELD: frozenset[type[Event]] = frozenset({ee.HandLookedAt, ee.UnitsDiscarded, pe.DefenceChecked})
"""Answers that are compared with the hand that was asked about."""


def must_fit(request: ChanceRequest, hand: Hand, event: Event) -> None:
    """Raise ``Contradiction`` for an answer about another place, of another number, or against what ``hand``, the asked one, holds."""
    if isinstance(event, ev.DefenderRevealed):  # the attack knows more of it
        return
    seat, slot = getattr(event, "seat", None), getattr(event, "slot", None)
    if None not in (seat, request.seat) and seat != request.seat:
        raise Contradiction(f"{request.seat} was asked about, the answer is about {seat}")
    if slot is not None and request.slots and slot not in request.slots:
        raise Contradiction(f"{', '.join(request.slots)} was asked about, the answer is about {slot}")
    match event:
        case pe.HandCardHit() if len(event.cards) != request.number:
            raise Contradiction(f"{len(event.cards)} cards of {event.seat} were hit, {request.number} were asked for")
        case ee.HandLookedAt() if len(event.cards.faces) != hand.count:
            raise Contradiction(f"{len(event.cards.faces)} cards of {event.seat} were looked at, the hand has {hand.count}")
        case ee.GateMixed() if (request.pile, request.slots) != (event.pile, event.old):
            asked = f"{' '.join(request.slots)} of {request.pile}"
            raise Contradiction(f"{' '.join(event.old)} of {event.pile} were mixed, {asked} were asked for")
        case ee.UnitsDiscarded():
            _all_units(hand, event)
        case pe.DefenceChecked():
            _as_held(hand, event)
        case _:
            pass


def _all_units(hand: Hand, event: ee.UnitsDiscarded) -> None:
    gone = Counter(str(card) for card in event.cards if known(card))
    other = sorted(set(gone) - set(event.units))
    if other:
        raise Contradiction(f"{event.seat} discarded {', '.join(other)} as units")
    kept = Counter(card for card in hand.faces if card in event.units) - gone
    if kept.total() > len(event.cards) - gone.total():
        raise Contradiction(f"{event.seat} kept {', '.join(sorted(kept))} when all units were discarded")


def _as_held(hand: Hand, event: pe.DefenceChecked) -> None:
    held = sorted(set(hand.faces) & set(event.cards))
    if held and not event.holds:
        raise Contradiction(f"the table said that {event.seat} holds nothing against the attack, the hand has {', '.join(held)}")
    if event.holds and not held and len(hand.faces) == hand.count:
        raise Contradiction(f"the table said that {event.seat} holds something against the attack, the hand has nothing")
