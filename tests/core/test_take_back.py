"""Taking back (design/events: Take-back): the board goes back, what was seen does not; sentence by sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from records.core.events import Event, Recorded, Sort
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.logs.chain import Chain
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.logs.take_back import take_back
from records.core.secret import ALL, ordered, secret
from records.core.shared import (
    CardExposed,
    CardReturned,
    Corrected,
    DeckSet,
    HandSet,
    PileSet,
    PositionSet,
    Replacement,
    Shown,
    SlotSet,
    TakenBack,
    ZoneSet,
)
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.errors import Contradiction, ImpossibleEvent
from records.knowledge.door import veil
from support.mini_game import HOLLOW, header
from support.mini_game import events as ev

A, B, C = map(SeatKey, "ABC")
DRAW, UNDER = DeckId("draw"), DeckId("under")
FOLDER = Folder(HOLLOW)
TABLE = PositionSet(
    hands=(
        HandSet(seat=A, cards=(secret("owl", "owl", "pike", to=(A,)),)),
        HandSet(seat=B, cards=(secret("newt", to=(B,)),)),
        HandSet(seat=C),
    ),
    piles=(PileSet(pile=PileId("row:A"), slots=(SlotSet(slot=SlotId("s1"), card=secret("raven")),)),),
    decks=(DeckSet(deck=DRAW, blocks=(secret("moth", "newt", "pike"),)), DeckSet(deck=UNDER)),
    zones=(ZoneSet(zone=ZoneId("discard"), faces=("owl", "moth")),),
    counters=(("active", "A"), ("turn", 1)),
)
"""Version 1 of every log here, and what is gone back to."""


def log(*events: Event) -> tuple[Recorded[Any], ...]:
    """Return a full log of events after the table; chance and consequences belong to the decision before them."""
    chain, made, cause = Chain(HOLLOW, header(), b"k" * 32), list[Recorded[Any]](), None
    for event in (TABLE, *events):
        first = event.sort in {Sort.DECISION, Sort.FACT} or cause is None
        made.append(chain.add(header().started, event, None if first else cause)[0])
        cause = made[-1].v if event.sort is Sort.DECISION else None if event.sort is Sort.FACT else cause
    return tuple(made)


def shown(*events: Event, to: int = 1) -> dict[tuple[str, int, tuple[str, ...]], tuple[Any, ...]]:
    """What a take-back shows, by place, index and audience."""
    fact = take_back(HOLLOW, header(), log(*events), to)
    return {(entry.place, entry.index, entry.card.known_to): entry.card.faces for entry in fact.shown}


def after(viewer: Viewer, *events: Event, to: int = 1) -> Any:
    """The table in a viewer's fold after everything was taken back."""
    before = log(*events)
    full = log(*events, take_back(HOLLOW, header(), before, to))
    return FOLDER.position(header(), veil(HOLLOW.parts, full, viewer)).table


def drawn(seat: SeatKey, card: str, *also: SeatKey) -> Event:
    """A card is drawn, seen by some."""
    return ev.CardDrawn(seat=seat, card=secret(card, to=tuple(sorted((seat, *also)))))


def laid(seat: SeatKey, slot: str, card: str, to: Sequence[str]) -> Event:
    """A card is laid, seen by some."""
    return ev.CardLaid(seat=seat, slot=SlotId(slot), card=secret(card, to=tuple(to)), up=tuple(to) == ALL)


def played(seat: SeatKey, card: str) -> Event:
    """A card is played openly."""
    return ev.CardPlayed(seat=seat, card=card, effect="mill")


def test_nothing_seen_nothing_shown() -> None:
    """A take-back of what nobody saw anything in shows nothing, and says where it goes, who agreed and why."""
    fact = take_back(HOLLOW, header(), log(ev.SlotShifted(seat=A, slot=SlotId("s1"), at=0)), 1, agreed=(A, B), why="a slip")
    assert fact == TakenBack(to=1, agreed=(A, B), why="a slip")


def test_board_is_that_of_the_version_gone_back_to() -> None:
    """Cards lie where they lay, whatever happened since."""
    table = after(OPEN, drawn(A, "moth"), laid(A, "s3", "owl", (A,)), ev.SlotSwept(slot=SlotId("s1")))
    before = FOLDER.position(header(), log()).table
    assert (table.piles, table.zones) == (before.piles, before.zones)
    assert {seat: hand.count for seat, hand in table.hands.items()} == {A: 3, B: 1, C: 0}
    assert sum(block.count for block in table.decks[DRAW]) == 3


def test_card_drawn_and_put_back_is_known_on_top_to_who_saw_it() -> None:
    """Each card that was drawn alone lies where it was drawn from, known to its audience only."""
    events = (drawn(A, "moth"), drawn(B, "pike", C))
    assert shown(*events) == {(DRAW, 0, (A,)): ("moth",), (DRAW, 1, (B, C)): ("pike",)}
    assert [block.faces for block in after(A, *events).decks[DRAW]][:2] == [("moth",), None]
    assert [block.faces for block in after(C, *events).decks[DRAW]][:2] == [None, ("pike",)]
    assert [block.faces for block in after(PUBLIC, *events).decks[DRAW]] == [None, None, None]


def test_several_cards_put_back_together_are_one_block() -> None:
    """Cards that were dealt as a bag come back as a bag: single blocks would invent an order."""
    dealt = ev.HandDealt(seat=C, cards=secret("moth", "pike", to=(C,)))
    assert shown(dealt) == {(DRAW, 0, (C,)): ("moth", "pike")}
    assert [(block.count, block.faces) for block in after(C, dealt).decks[DRAW]] == [(2, ("moth", "pike")), (1, None)]


def test_slot_that_was_seen_stays_known_to_who_saw_it() -> None:
    """A look and a reveal are not forgotten, and make the slot known to their audiences."""
    events = (ev.SlotPeeked(slot=SlotId("s1"), card=secret("raven", to=(B,))),)
    assert shown(*events) == {("s1", 0, (B,)): ("raven",)}
    assert after(B, *events).slots["s1"].face == "raven"
    assert after(C, *events).slots["s1"].face == "?"
    assert after(C, *events).slots["s1"].known_to == (B,)


def test_hand_card_that_was_seen_was_in_the_hand() -> None:
    """What left a hand in sight was in it, for everybody who saw it leave."""
    events = (played(A, "owl"), laid(A, "s3", "pike", (A, B)))
    assert shown(*events) == {("hand:A", 0, (A, B)): ("owl", "pike"), ("hand:A", 0, ALL): ("owl",)}
    assert after(B, *events).hands[A].faces == ("owl", "pike")
    assert after(C, *events).hands[A].faces == ("owl",)
    assert after(C, *events).hands[A].shown == ((ALL, ("owl",)),)


def test_shown_card_and_later_the_same_are_one() -> None:
    """A card that was shown and then played may be the same; one that was played before it was shown is another."""
    showing = ev.CardShown(seat=A, to=B, card=secret("owl", to=(A, B)))
    assert shown(showing, played(A, "owl"))["hand:A", 0, (A, B)] == ("owl", "?")
    assert shown(played(A, "owl"), showing)["hand:A", 0, (A, B)] == ("owl", "owl")


def test_public_word_about_a_hand_stays_told() -> None:
    """Where everybody was told that a hand holds a card, it held it."""
    assert shown(ev.HandTold(seat=A, kind="pike", holds=True)) == {("hand:A", 0, ALL): ("pike",)}


def test_hand_gives_nothing_after_its_first_hidden_draw() -> None:
    """What leaves a hand after a card came in that not everybody knows may be that card."""
    assert shown(drawn(A, "moth"), played(A, "owl")) == {(DRAW, 0, (A,)): ("moth",)}
    assert ("hand:A", 0, ALL) in shown(played(A, "owl"), drawn(A, "moth"))


def test_hand_gives_nothing_after_a_hidden_pick_up() -> None:
    """Nor after a lying card came in that not everybody knows."""
    assert shown(ev.SlotRecalled(seat=A, slot=SlotId("s1")), played(A, "owl")) == {}


def test_card_gained_openly_is_subtracted() -> None:
    """An owl that leaves after an owl came in openly may be that one; how many cards were seen stays public."""
    fetched = ev.CardFetched(seat=A, card="owl")
    assert shown(fetched, played(A, "owl"), played(A, "pike")) == {("hand:A", 0, ALL): ("pike", "?")}
    assert shown(played(A, "owl"), fetched) == {("hand:A", 0, ALL): ("owl",)}


def test_card_laid_hidden_and_revealed_was_in_the_hand() -> None:
    """A card is followed from the hand to its slot, so that a later reveal tells of the hand."""
    events = (laid(A, "s2", "pike", (A,)), drawn(A, "moth"), ev.SlotRevealed(slot=SlotId("s2"), card="pike", value=4))
    assert shown(*events)["hand:A", 0, ALL] == ("pike",)


def test_card_is_followed_over_a_deck() -> None:
    """A lying card that was put on a deck unseen and drawn alone tells its slot to who drew it."""
    assert shown(ev.SlotReturned(slot=SlotId("s1")), drawn(B, "raven"))["s1", 0, (B,)] == ("raven",)


def test_card_put_on_a_deck_is_none_of_its_own() -> None:
    """A card that came from elsewhere is not taken for one that lay in the deck."""
    buried = ev.HandBuried(seat=A, deck=DRAW, end="top", cards=ordered("owl", "pike", to=(A,)))
    events = (buried, drawn(B, "owl"), drawn(B, "pike"), drawn(B, "newt"))
    assert {key: faces for key, faces in shown(*events).items() if key[0] == DRAW} == {(DRAW, 0, (B,)): ("newt",)}


@pytest.mark.parametrize(
    "event",
    [
        ev.DeckShuffled(deck=DRAW),
        ev.DiscardsReturned(),
        ev.DeckSearched(seat=A, deck=DRAW, cards=secret("moth", "newt", "pike", to=(A,))),
        CardReturned(seat=A, deck=DRAW, end="shuffled", card=secret("owl", to=(A,))),
        ev.CardPulled(seat=A, answers="", deck=DRAW, card=secret("moth", to=(A,))),
    ],
)
def test_order_lost_in_a_shuffle_does_not_come_back(event: Event) -> None:
    """A take-back across what loses a deck's order is refused, with its version and what to write instead."""
    with pytest.raises(ImpossibleEvent, match=r"version 2, \w+: draw lost its order .*PositionSet"):
        shown(event)


def test_order_lost_in_a_mix_does_not_come_back() -> None:
    """Nor do slots that changed places unseen."""
    more = CardReturned(seat=A, deck=DRAW, end="top", card=secret("owl", to=(A,)))
    dealt = ev.TopDealt(seat=A, slot=SlotId("s3"), card=secret("owl"))
    mixed = ev.RowMixed(
        pile=PileId("row:A"), old=(SlotId("s3"), SlotId("s1")), new=(SlotId("s4"), SlotId("s4.2")), faces=ordered("owl", "raven")
    )
    with pytest.raises(ImpossibleEvent, match=r"row:A changed places .*PositionSet"):
        shown(more, dealt, mixed)


def test_evidence_of_every_path_given_up_counts() -> None:
    """What was seen on a path that was taken back before is not forgotten when the game goes back further or again."""
    first = (drawn(A, "moth"), ev.SlotPeeked(slot=SlotId("s1"), card=secret("raven", to=(C,))))
    again = (*first, take_back(HOLLOW, header(), log(*first), 1), played(A, "owl"))
    assert shown(*again) == {
        (DRAW, 0, (A,)): ("moth",),
        ("hand:A", 0, ALL): ("owl",),
        ("s1", 0, (C,)): ("raven",),
    }


def test_evidence_counts_even_where_an_earlier_take_back_showed_nothing() -> None:
    """The log itself is asked, not what somebody wrote down of an earlier take-back."""
    first = (drawn(A, "moth"), TakenBack(to=1))
    assert shown(*first, played(A, "owl"))[DRAW, 0, (A,)] == ("moth",)


def test_paths_that_disagree_contradict_each_other() -> None:
    """One card cannot have been a moth on one path and a pike on another."""
    first = (drawn(A, "moth"), TakenBack(to=1))
    with pytest.raises(Contradiction, match="draw, seen on two ways that were given up: a card cannot be"):
        shown(*first, drawn(A, "pike"))


def test_correction_counts_on_a_path_that_was_given_up() -> None:
    """A face that was corrected later is what was seen."""
    right = Corrected(of=(Replacement(version=2, event=drawn(A, "pike")),))
    assert shown(drawn(A, "moth"), TakenBack(to=1), right)[DRAW, 0, (A,)] == ("pike",)


def test_position_laid_out_anew_ends_the_evidence() -> None:
    """Cards of another position tell nothing of the one gone back to."""
    assert shown(TABLE_AGAIN, played(A, "owl"), drawn(B, "moth")) == {}


TABLE_AGAIN = PositionSet(
    hands=(HandSet(seat=A, cards=(secret("owl", to=(A,)),)), HandSet(seat=B)),
    decks=(DeckSet(deck=DRAW, blocks=(secret("moth"),)),),
    counters=(("active", "A"), ("turn", 1)),
)


def test_shown_follows_from_the_audiences_log_alone() -> None:
    """Each seat's own log gives the entries of that seat, and only shells of the others'."""
    events = (drawn(A, "moth"), drawn(B, "pike"), played(A, "owl"), CardExposed(place="s1", card=secret("raven", to=(A, C))))
    full = take_back(HOLLOW, header(), log(*events), 1)
    for seat in (A, B, C):
        alone = take_back(HOLLOW, header(), veil(HOLLOW.parts, log(*events), seat), 1)

        def mine(fact: TakenBack, seat: SeatKey = seat) -> list[Shown]:
            return [entry for entry in fact.shown if entry.card.open or seat in entry.card.known_to]

        assert mine(alone) == mine(full)
        assert [(e.place, e.index, len(e.card.faces)) for e in alone.shown] == [(e.place, e.index, len(e.card.faces)) for e in full.shown]


@pytest.mark.parametrize(("to", "why"), [(9, "not before it"), (3, "in the middle of what version 2 began"), (4, "taken back itself")])
def test_only_the_end_of_a_batch_that_counts_can_be_gone_back_to(to: int, why: str) -> None:
    """The future, the middle of a batch and what was taken back already are refused."""
    events: tuple[Event, ...] = (ev.CardsSought(seat=A), drawn(A, "moth"), drawn(A, "newt"))
    if to == 4:
        events = (*events, TakenBack(to=1))
    with pytest.raises(ImpossibleEvent, match=why):
        shown(*events, to=to)


def test_a_game_can_go_back_to_before_its_first_event() -> None:
    """Version 0 is the table before anything happened, also where nothing has."""
    fact = take_back(HOLLOW, header(), log(drawn(A, "moth")), 0)
    assert effective((*log(drawn(A, "moth")), Recorded(3, 3, header().started, "", fact)))[0].event == fact
    assert take_back(HOLLOW, header(), (), 0) == TakenBack(to=0)
    with pytest.raises(ImpossibleEvent, match="no version 4"):
        take_back(HOLLOW, header(), (), 4)
