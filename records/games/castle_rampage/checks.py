"""Whether the table's answer is one to what was asked, as far as the log shows the cards; an audit reads answers from a record."""

from __future__ import annotations

from collections import Counter

from records.core.events import Event
from records.core.faces import known
from records.core.tables.hands import Hand
from records.errors import Contradiction
from records.games.castle_rampage import effect_events as ee
from records.games.castle_rampage import events as ev
from records.games.castle_rampage import power_events as pe
from records.games.castle_rampage.position import About


def must_fit(about: About, hand: Hand, event: Event) -> None:
    """Raise ``Contradiction`` for an answer about another place, of another number, or against what ``hand``, the asked one, holds."""
    if isinstance(event, ev.DefenderRevealed):  # the attack knows more of it
        return
    place = getattr(event, "slot", None) or getattr(event, "seat", None)
    if about.place and place not in (None, about.place):
        raise Contradiction(f"{about.place} was asked about, the answer is about {place}")
    match event:
        case pe.HandCardHit() if len(event.cards) != about.number:
            raise Contradiction(f"{len(event.cards)} cards of {event.seat} were hit, {about.number} were asked for")
        case ee.HandLookedAt() if len(event.cards.faces) != hand.count:
            raise Contradiction(f"{len(event.cards.faces)} cards of {event.seat} were looked at, the hand has {hand.count}")
        case ee.GateMixed() if about.place.split() != [event.pile, *event.old]:
            raise Contradiction(f"{' '.join(event.old)} of {event.pile} were mixed, {about.place} was asked for")
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
