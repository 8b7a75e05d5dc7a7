"""What a viewer can work out, on tables so small that it can be counted by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from records.core.events import Event, Recorded
from records.core.faces import among, none_of
from records.core.ids import PileId, SlotId, ZoneId
from records.core.secret import ALL, secret
from records.core.shared import DeckSet, GapNoted, HandSet, PileSet, PositionSet, SlotSet
from records.core.viewers import PUBLIC, Viewer
from records.errors import VersionNotFound
from records.knowledge.answers import Knowledge
from records.knowledge.door import veil
from records.knowledge.engine import know
from records.knowledge.worlds import counts
from support.knowledge import bare
from support.knowledge.bare import BARE, DRAW, SEATS
from support.knowledge.random_games import Played

A, B = SEATS
ROW, ZONE = PileId("row:A"), ZoneId("discard")


def log(*events: Event) -> tuple[Recorded[Any], ...]:
    """Events in their envelopes."""
    return tuple(Recorded(version, version, bare.NOON, "", event) for version, event in enumerate(events, 1))


def asked(cards: str, *events: Event, viewer: Viewer = PUBLIC, at: int | None = None) -> Knowledge:
    """What a viewer knows of a deck of cards after events that it got like this."""
    return know(BARE, bare.header(cards + "/"), log(*events), viewer, len(events) if at is None else at)


def take(card: str, seat: Any = A) -> Event:
    """A card is drawn; ``?`` unseen."""
    return bare.Take(deck=DRAW, seat=seat, cards=secret(card, to=ALL if card != "?" else ()))


def lay(slot: str, seat: Any = A, hint: Any = "?") -> Event:
    """A hand card is laid unseen."""
    return bare.Lay(seat=seat, pile=ROW, slot=SlotId(slot), card=secret("?", hint=hint), at="bottom")


def turn(slot: str, card: str) -> Event:
    """Everybody sees a lying card."""
    return bare.Turn(slot=SlotId(slot), card=secret(card, to=ALL), up=True)


def test_a_pick_counts_for_every_card_it_may_have_been() -> None:
    """Deck XXYZ, X drawn openly, one card unseen, one of them laid blind and turned up an X: the other is an X with 1/2."""
    found = asked("aabc", take("a"), take("?"), lay("s3"), turn("s3", "a"))
    assert found.hands[A].holds == {"a": Fraction(1, 2), "b": Fraction(1, 4), "c": Fraction(1, 4)}
    assert found.exact


def test_what_is_seen_elsewhere_cannot_lie_here() -> None:
    """Two copies seen leave none: a closed card of three kinds is one of the other two."""
    found = asked("aabc", take("?"), lay("s2"), take("a", B), take("a", B), take("b", B))
    assert found.slots[SlotId("s2")].certain == "c"


def test_a_hint_counts_until_it_is_seen_to_be_false() -> None:
    """A card announced as no a is none as long as the rules seem kept; turned up as an a it is one, and the step of the breach is named."""
    events = take("?"), lay("s2", hint=none_of(["a"])), turn("s2", "a")
    before, after = asked("aab", *events, at=2), asked("aab", *events)
    assert (before.slots[SlotId("s2")].candidates, before.breach) == (("b",), None)
    assert (after.slots[SlotId("s2")].candidates, after.breach) == (("a",), 3)
    assert after.exact


def test_impossible_words_leave_everything_possible() -> None:
    """Where what was told cannot be so, the answer has every card that could be, is not exact, and names the step that showed it."""
    told = take("?"), bare.Tell(place="hand:A", of=("b",), at_least=1), take("b", B)
    found = asked("aab", *told)
    assert (found.exact, found.breach) == (False, 3)
    assert asked("aab", *told, take("a", B)).breach == 3
    assert found.hands[A].most == {"a": 1}
    nonsense = asked("ab", take("a"), take("a", B))
    assert not nonsense.exact
    assert set(nonsense.decks[DRAW].most) == set()


def test_what_was_told_of_a_hand_goes_with_its_cards() -> None:
    """A hand without b keeps that for the cards that it had, not for those that it draws."""
    told = bare.Tell(place="hand:A", of=("b",), at_least=0, at_most=0)
    found = asked("aabb", take("?"), told, take("?"), lay("s4"))
    assert found.hands[A].holds == {"a": Fraction(2, 3), "b": Fraction(1, 3)}
    assert found.slots[SlotId("s4")].of == {"a": Fraction(2, 3), "b": Fraction(1, 3)}


def test_many_faces_of_which_one_was_not_noted_are_exact() -> None:
    """Eight cards drawn, seven of them noted: the eighth is what is left, a second copy of one of them too."""
    found = asked("abcdefghga", bare.Take(deck=DRAW, seat=A, cards=secret(*"abcdefg", "?", to=ALL)))
    assert found.exact
    assert found.hands[A].least == dict.fromkeys("abcdefg", 1)
    assert found.hands[A].most == {**dict.fromkeys("bcdefh", 1), "a": 2, "g": 2}


def test_a_position_laid_out_ends_earlier_knowledge() -> None:
    """What was known before is gone; what lies nowhere is in the box and as likely there as in any closed place."""
    position = PositionSet(
        hands=(HandSet(seat=A, cards=(secret("?"),)),),
        piles=(PileSet(pile=ROW, slots=(SlotSet(slot=SlotId("s3"), card=secret("?", hint=among(["b", "c"]))),)),),
        decks=(DeckSet(deck=DRAW, blocks=(secret("a", to=ALL),)),),
    )
    found = asked("aabc", take("?"), lay("s2"), position)
    assert (found.taken_up, found.exact) == (3, True)
    assert found.slots[SlotId("s3")].of == {"b": Fraction(1, 2), "c": Fraction(1, 2)}
    assert found.hands[A].expected == {"a": Fraction(1, 2), "b": Fraction(1, 4), "c": Fraction(1, 4)}
    assert found.decks[DRAW].top.certain == "a"


def test_more_cards_than_the_game_has_are_answered_not_exactly() -> None:
    """A position with a card that the catalogue does not have is taken as it lies."""
    position = PositionSet(hands=(HandSet(seat=A, cards=(secret("?"),)),), decks=(DeckSet(deck=DRAW, blocks=(secret("z", to=ALL),)),))
    found = asked("ab", position)
    assert not found.exact
    assert found.decks[DRAW].top.candidates == ("z",)
    assert found.hands[A].most == {"a": 1, "b": 1}


def test_in_a_gap_nothing_is_exact() -> None:
    """From a gap on the answers are those of before it, and not exact, until a position is laid out."""
    events = take("?"), GapNoted(), PositionSet(decks=(DeckSet(deck=DRAW, blocks=(secret("a", "b", to=ALL),)),))
    assert [asked("ab", *events, at=step).exact for step in range(4)] == [True, True, False, True]
    assert asked("ab", *events, at=2).hands[A].most == {"a": 1, "b": 1}


def test_there_is_no_step_beyond_the_log() -> None:
    """A step that the log does not have is refused with its number."""
    with pytest.raises(VersionNotFound, match="no event 3"):
        asked("ab", take("?"), take("?"), at=3)


@pytest.mark.parametrize("seed", range(4))
def test_where_it_is_too_wide_candidates_are_only_added(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a small budget of states an answer has all candidates of the exact one, and says that it is not exact where it has more."""
    play = Played(seed).run(24)
    seen = veil(BARE.parts, play.log, PUBLIC)
    exact = [know(BARE, play.header, seen, PUBLIC, step) for step in range(len(play.log) + 1)]
    monkeypatch.setattr(counts, "MOST_STATES", 1)
    weaker = [know(BARE, play.header, seen, PUBLIC, step) for step in range(len(play.log) + 1)]
    assert not all(weak.exact for weak in weaker)
    for whole, weak in zip(exact, weaker, strict=True):
        assert weak == whole or not weak.exact
        for slot, chances in whole.slots.items():
            assert set(chances.of) <= set(weak.slots[slot].of)
        for seat, hand in whole.hands.items():
            assert all(weak.hands[seat].most[card] >= number for card, number in hand.most.items())
            assert all(hand.least[card] >= number for card, number in weak.hands[seat].least.items())
        for deck, chances_of in whole.decks.items():
            assert set(chances_of.top.of) <= set(weak.decks[deck].top.of)
