"""Writing faces for all who were shown them (design/events: Filling in)."""

from __future__ import annotations

from typing import Any

import pytest

from records.core.events import Event, Recorded
from records.core.faces import Face, among, none_of
from records.core.ids import DeckId, PileId, SeatKey, SlotId
from records.core.logs.fill import Filler
from records.core.logs.fold import Folder
from records.core.secret import ALL, NOBODY, Audience, Secret, ordered, secret
from records.core.shared import CardExposed, Corrected, DeckSet, HandSet, PileSet, PositionSet, Replacement, SlotSet, TakenBack
from records.errors import Contradiction
from records.knowledge.door import veil
from support.mini_game import HOLLOW, header
from support.mini_game import events as ev

A, B = SeatKey("A"), SeatKey("B")
DRAW = DeckId("draw")
S1 = SlotId("s1")


def table(face: Face, *, deck: tuple[Secret, ...] = (), to: Audience = (A,)) -> PositionSet:
    """One slot with a face that some were shown, a deck, and a hand."""
    return PositionSet(
        hands=(HandSet(seat=A, cards=(secret("owl", to=(A,)),)), HandSet(seat=B)),
        piles=(PileSet(pile=PileId("row:A"), slots=(SlotSet(slot=S1, card=secret(face, to=to)),)),),
        decks=(DeckSet(deck=DRAW, blocks=deck),),
        counters=(("active", "A"), ("turn", 1)),
    )


def filled(*events: Event) -> Any:
    """Return the last of some events as it is to be written; the fold of every viewer's log then shows what it was shown."""
    filler = Filler(HOLLOW, header())
    log = []
    for version, event in enumerate(events, 1):
        recorded = Recorded(version, version, header().started, "", event)
        log.append(Recorded(version, version, header().started, "", filler.add(recorded)))
    full = Folder(HOLLOW).position(header(), log).table
    for seat in (A, B):
        seen = Folder(HOLLOW).position(header(), veil(HOLLOW.parts, log, seat)).table
        for slot, lying in full.slots.items():
            assert seen.slots[slot].seen == (lying.seen if seat in lying.known_to or lying.known_to == ALL else "?")
        for deck, blocks in full.decks.items():
            shown = [b.faces if seat in b.known_to or b.known_to == ALL else None for b in blocks]
            assert [b.faces for b in seen.decks[deck]] == shown
        assert seen.hands[seat].faces == full.hands[seat].own
    return log[-1].event


def peeked(face: Face, to: Audience) -> Event:
    """A look at the slot."""
    return ev.SlotPeeked(slot=S1, card=secret(face, to=to))


def test_a_slot_that_is_shown_to_more_is_written_with_the_face_that_the_log_holds() -> None:
    """Somebody looked, and nobody noted at what; the log knew it already."""
    assert filled(table("moth"), peeked("?", (B,))).card == secret("moth", to=(B,))


def test_a_card_that_is_turned_up_is_written_with_the_face_that_the_log_holds() -> None:
    """Everybody saw it and nobody noted what it was; the log knew it already, or knew a part of it."""
    assert filled(table("moth"), ev.SlotRevealed(slot=S1, card="?", value=3)).card == "moth"
    partly = ev.SlotRevealed(slot=S1, card=none_of(["newt"]), value=3)
    assert filled(table(among(["moth", "newt"])), partly).card == "moth"
    told = ev.SlotRevealed(slot=S1, card="moth", value=3)
    assert filled(table("?"), told) is told


def test_what_two_notes_tell_is_joined() -> None:
    """Each of two vague notes leaves something out."""
    event = filled(table(among(["moth", "newt", "owl"])), peeked(among(["newt", "owl", "pike"]), (B,)))
    assert event.card.faces == (among(["newt", "owl"]),)


def test_the_first_to_note_a_face_notes_it_for_all_who_saw_the_card() -> None:
    """A was shown the card before, and only now it is written down what it is."""
    assert filled(table("?"), peeked("moth", (B,))).card == secret("moth", to=(A, B))
    assert filled(table("?"), peeked("moth", NOBODY)).card == secret("moth", to=(A,))


def test_nothing_is_written_for_nobody() -> None:
    """A card that moved unseen is left as it was noted."""
    assert filled(table("moth"), peeked("?", NOBODY)).card == secret("?")


def test_an_event_that_tells_all_stays_the_same_object() -> None:
    """Where the log holds no more, nothing is written anew."""
    event = peeked("moth", (A,))
    assert filled(table("moth"), event) is event


def test_a_block_of_one_carries_its_face_into_the_event() -> None:
    """A draw, a deal and a show of a card that the log knows on top."""
    top = table("moth", deck=(secret("pike", to=(A,)), secret("newt", "raven", to=NOBODY)))
    assert filled(top, ev.CardDrawn(seat=B, card=secret("?", to=(B,)))).card == secret("pike", to=(B,))
    assert filled(top, ev.TopDealt(seat=B, slot=SlotId("s2"), card=secret("?", to=ALL), up=True)).card == secret("pike", to=ALL)
    assert filled(top, ev.TopSeen(index=0, card=secret("?", to=(B,)))).card == secret("pike", to=(B,))
    unknown = table("moth", deck=(secret("?", to=(A,)), secret("newt", "raven", to=NOBODY)))
    assert filled(unknown, ev.CardDrawn(seat=B, card=secret("pike", to=(B,)))).card == secret("pike", to=(A, B))


def test_a_larger_block_fills_nothing() -> None:
    """Which of several cards was drawn is not known from the block."""
    event = ev.CardDrawn(seat=B, card=secret("?", to=(B,)))
    assert filled(table("moth", deck=(secret("newt", "raven", to=(A,)),)), event) is event


def test_a_whole_deck_that_is_looked_through_is_written_with_its_cards() -> None:
    """Who looks sees what the log knows to be there."""
    deck = (secret("newt", "raven", to=(A,)),)
    looked = ev.DeckSearched(seat=B, deck=DRAW, cards=secret("?", "?", to=(B,)))
    assert filled(table("moth", deck=deck), looked).cards == secret("newt", "raven", to=(B,))
    together = CardExposed(place=DRAW, card=secret("?", "?", to=(B,)))
    assert filled(table("moth", deck=deck), together).card == secret("newt", "raven", to=(B,))
    part = CardExposed(place=DRAW, index=1, card=secret("?", to=(B,)))
    assert filled(table("moth", deck=deck), part) is part


def test_take_backs_and_corrections_are_filled_against_what_counts() -> None:
    """After a take-back the board of then is what the log holds; a correction is filled like the event it replaces."""
    first = (table("moth"), peeked("?", (B,)))
    again = filled(*first, TakenBack(to=1), peeked("?", (B,)))
    assert again.card == secret("moth", to=(B,))
    corrected = filled(*first, Corrected(of=(Replacement(version=2, event=peeked("?", (A, B))),)))
    assert corrected.of[0].event.card == secret("moth", to=(A, B))


def test_sealed_faces_are_left_alone() -> None:
    """What came redacted keeps its commitments, whatever else the log tells."""
    sealed = ev.SlotPeeked(slot=S1, card=Secret(("?",), (B,), seal=("00" * 16,)))
    filler = Filler(HOLLOW, header(), [Recorded(1, 1, header().started, "", table("moth"))])
    assert filler.add(Recorded(2, 2, header().started, "", sealed)) is sealed


def test_what_cannot_be_is_refused() -> None:
    """A face that contradicts the log is not filled in but raised."""
    with pytest.raises(Contradiction, match="version 2, SlotPeeked: slot s1: a card cannot be moth and newt"):
        filled(table("moth"), peeked("newt", (B,)))


def test_ordered_cards_stay_in_order() -> None:
    """Cards that were shown one by one are filled only as a whole, in their order."""
    deck = (secret("newt", to=(A,)), secret("moth", to=(A,)))
    event = CardExposed(place=DRAW, card=ordered("newt", "moth", to=(B,)))
    assert filled(table("moth", deck=deck), event).card == ordered("newt", "moth", to=(B,))
