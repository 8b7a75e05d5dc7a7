"""The sentences on hands (design/events: Hands): what is certain to be in one, and what was shown of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from records.core.faces import UNKNOWN, Face, among, none_of
from records.core.ids import SeatKey
from records.core.secret import ALL, Secret, secret
from records.core.tables.hands import Hand, OpenHand
from records.errors import ImpossibleEvent

A = SeatKey("A")


def gained(hand: Hand, seat: SeatKey, cards: Secret) -> Hand:
    """The hand with cards that came in."""
    changing = OpenHand(seat, hand)
    changing.gain(cards)
    return changing.close()


def lost(hand: Hand, seat: SeatKey, cards: Secret) -> Hand:
    """The hand without cards that left."""
    changing = OpenHand(seat, hand)
    changing.lose(cards.faces, cards.known_to, cards.hint)
    return changing.close()


def shown(hand: Hand, seat: SeatKey, cards: Secret) -> Hand:
    """The hand after cards of it were shown."""
    changing = OpenHand(seat, hand)
    changing.show(cards)
    return changing.close()


def told(hand: Hand, seat: SeatKey, of: Sequence[str], at_least: int, at_most: int | None) -> Hand:
    """The hand after a public fact about it."""
    changing = OpenHand(seat, hand)
    changing.tell(of, at_least, at_most)
    return changing.close()


def held(*names: str, beside: int = 0) -> Hand:
    """A's hand with these cards, which A saw, and as many unknown ones beside."""
    return gained(gained(Hand(), A, secret(*names, to=("A",))), A, secret(*[UNKNOWN] * beside, to=("A",)))


def test_a_card_that_comes_in_is_certain() -> None:
    """The log that shows the card has it in the hand, and who holds it knows."""
    assert held("ace") == Hand(1, ("ace",), (), ("ace",))


def test_a_card_that_comes_in_unseen_only_counts() -> None:
    """A card that this log does not show adds to the count alone."""
    assert gained(held("ace"), A, secret("?", to=("A",))) == Hand(2, ("ace",), (), ("ace",))


def test_a_card_that_its_holder_did_not_see_is_not_in_the_holders_log() -> None:
    """What only others were shown is certain in the full log and not in the holder's."""
    assert gained(Hand(), A, secret("ace", to=("B",))) == Hand(1, ("ace",), ((("B",), ("ace",)),), ())


def test_each_audience_has_an_entry_of_what_it_was_shown() -> None:
    """Cards shown to others beside the holder are noted by audience, several of one face too."""
    hand = gained(gained(Hand(), A, secret("ace", to=ALL)), A, secret("king", to=("A", "B")))
    hand = gained(hand, A, secret("ace", to=ALL))
    assert hand.shown == ((ALL, ("ace", "ace")), (("A", "B"), ("king",)))


def test_what_its_holder_alone_saw_is_no_entry() -> None:
    """Whoever holds a hand sees it; that needs no note."""
    assert held("ace", "king").shown == ()


def test_a_hidden_card_leaves_a_hand_one_copy_of_each_possible_face_goes() -> None:
    """Of each face that the card may have been by its hint one copy goes from an entry that did not see it."""
    hand = gained(Hand(), A, secret("ace", "ace", "king", "ten", to=ALL))
    left = lost(hand, A, secret("?", to=("A",), hint=none_of(("ten",))))
    assert left.shown == ((ALL, ("ace", "ten")),)
    assert left.faces == ("ace", "ten")
    assert left.count == 3


def test_in_the_holders_log_only_the_card_that_left_goes_from_what_is_certain() -> None:
    """Who sees which card left keeps the others certain, while the entries of those who did not see it are thinned all the same."""
    hand = gained(Hand(), A, secret("ace", "king", to=ALL))
    left = lost(hand, A, secret("ace", to=("A",)))
    assert left.faces == ("king",)
    assert left.shown == ()


@pytest.mark.parametrize("face", ["ace", "?"])
def test_a_hidden_card_thins_entries_the_same_in_every_log(face: str) -> None:
    """What an audience may still believe does not depend on whether this log shows the card."""
    hand = gained(held("queen"), A, secret("ace", "king", "ten", to=ALL))
    left = lost(hand, A, secret(face, to=("A",), hint=among(("ace", "king"))))
    assert left.shown == ((ALL, ("ten",)),)


def test_a_card_that_leaves_in_sight_goes_from_every_entry_that_sees_it() -> None:
    """Only the face that was seen goes, where it was seen."""
    hand = gained(held("queen"), A, secret("ace", "king", to=("A", "B")))
    hand = shown(hand, A, secret("ace", "king", to=ALL))
    assert lost(hand, A, secret("ace", to=ALL)).shown == ((ALL, ("king",)), (("A", "B"), ("king",)))


def test_a_card_that_leaves_in_sight_of_some_goes_from_the_others_by_its_hint() -> None:
    """An entry loses the face if all of its audience saw it, else one copy of each that it may have been."""
    hand = gained(held(beside=2), A, secret("ace", "king", to=("A", "B")))
    hand = shown(hand, A, secret("ace", "king", to=("A", "C")))
    assert lost(hand, A, secret("ace", to=("A", "B"))).shown == ((("A", "B"), ("king",)),)


@pytest.mark.parametrize(("noted", "left"), [("?", ()), (among(("ace", "king")), ("ten",))])
def test_a_card_that_leaves_in_sight_without_note_takes_one_copy_of_each_it_may_be(noted: Face, left: tuple[str, ...]) -> None:
    """Everybody saw it, but the writer did not note which it was."""
    hand = gained(Hand(), A, secret("ace", "king", "ten", to=ALL))
    after = lost(hand, A, secret(noted, to=ALL))
    assert after.faces == left == after.own
    assert after.shown == (((ALL, left),) if left else ())


def test_a_card_laid_by_a_holder_who_did_not_see_it_thins_the_holders_log() -> None:
    """A card that leaves unseen by its own holder takes its possible faces from what the holder is certain of."""
    left = lost(held("ace", "king"), A, secret("ace", to=("B",), hint=none_of(("king",))))
    assert left.faces == ("king",)
    assert left.own == ("king",)
    left = lost(held("ace", "king"), A, secret("ace", to=("B",)))
    assert (left.faces, left.own) == (("king",), ())


def test_more_cards_than_a_hand_has_cannot_leave() -> None:
    """The refusal says how many there are."""
    with pytest.raises(ImpossibleEvent, match="2 cards leave the hand of A, which has 1"):
        lost(held("ace"), A, secret("?", "?"))


def test_breach_empties_what_exceeds_the_count() -> None:
    """A card outside its hint left in silence: entries that now claim more cards than the hand has are emptied."""
    hand = gained(Hand(), A, secret("ogre", to=ALL))
    hand = gained(hand, A, secret("knight", to=("A",)))
    after_one = lost(hand, A, secret("ogre", to=("A",), hint=none_of(("ogre",))))
    assert after_one.shown == ((ALL, ("ogre",)),)
    after_two = lost(after_one, A, secret("knight", to=("A",), hint=none_of(("ogre",))))
    assert after_two == Hand()


def test_breach_empties_what_is_certain_in_a_log_that_did_not_see_it() -> None:
    """In a log that does not show the card its hint is believed, until more is claimed than there are cards."""
    hand = gained(Hand(), A, secret("ogre", to=ALL))
    assert lost(hand, A, secret("?", to=("A",), hint=none_of(("ogre",)))) == Hand()


def test_a_shown_face_outside_its_hint_is_believed() -> None:
    """Where the log shows the card, the face counts and not the hint."""
    left = lost(held("knight", "ogre"), A, secret("ogre", to=("A",), hint=none_of(("ogre",))))
    assert left.faces == ("knight",)


def test_show_raises_never_adds() -> None:
    """Cards shown twice are in the hand once: what is claimed is at least what was shown now."""
    hand = shown(held("ace", "king"), A, secret("ace", to=("A", "B")))
    again = shown(hand, A, secret("ace", to=("A", "B")))
    assert again == hand
    assert again.shown == ((("A", "B"), ("ace",)),)
    assert shown(again, A, secret("king", to=("A", "B"))).shown == ((("A", "B"), ("ace", "king")),)


def test_show_of_unknown_cards_says_nothing() -> None:
    """What this log does not show changes nothing in it."""
    hand = held("ace", beside=1)
    assert shown(hand, A, secret("?", to=("B",))) == hand


def test_show_never_claims_more_than_the_count() -> None:
    """Where old claims and new do not fit in the hand, the new ones stand."""
    assert shown(held("ace"), A, secret("king", to=("A", "B"))) == Hand(1, ("king",), ((("A", "B"), ("king",)),), ("king",))


def test_show_of_more_cards_than_a_hand_has_is_impossible() -> None:
    """The refusal says how many there are."""
    with pytest.raises(ImpossibleEvent, match="2 cards of the hand of A are shown, which has 1"):
        shown(held("ace"), A, secret("?", "?", to=ALL))


def test_tell_raises_the_public_entry_never_adds() -> None:
    """That a hand holds at least two of one card is certain afterwards, however often it is said."""
    hand = told(held("ace", beside=2), A, ("ace",), 2, None)
    assert hand == Hand(3, ("ace", "ace"), ((ALL, ("ace", "ace")),), ("ace", "ace"))
    assert told(hand, A, ("ace",), 2, None) == hand
    assert told(hand, A, ("ace",), 1, None) == hand


def test_tell_of_several_possible_cards_is_certain_of_none() -> None:
    """One of two cards is in the hand: neither is certain."""
    hand = held("ace", beside=1)
    assert told(hand, A, ("king", "ten"), 1, None) == hand


def test_tell_of_at_most_caps_what_is_claimed() -> None:
    """A hand that holds none of a set is not claimed to, in any entry, and one card is capped at its number."""
    hand = gained(Hand(), A, secret("ace", "ace", "king", to=ALL))
    assert told(hand, A, ("ace",), 0, 1) == Hand(3, ("ace", "king"), ((ALL, ("ace", "king")),), ("ace", "king"))
    assert told(hand, A, ("ace", "king"), 0, 0) == Hand(3)


def test_tell_of_more_cards_than_a_hand_has_is_impossible() -> None:
    """Three of a card cannot be in a hand of two."""
    with pytest.raises(ImpossibleEvent, match="the hand of A has 2 cards, it cannot hold 3 of ace, king"):
        told(held("ace", "ace"), A, ("ace", "king"), 3, None)


def test_only_a_card_that_comes_in_adds() -> None:
    """After a show the same card coming in is a second one."""
    hand = shown(held("ace"), A, secret("ace", to=ALL))
    assert gained(hand, A, secret("ace", to=ALL)).shown == ((ALL, ("ace", "ace")),)
