"""Why a viewer knows what it knows: the events that are named are enough, and each is needed (design/knowledge: Why)."""

from __future__ import annotations

import pytest

from records.core.faces import among
from records.core.header import Header
from records.core.ids import PileId, SlotId
from records.core.secret import ALL, NOBODY, secret
from records.core.shared import DeckSet, PileSet, PositionSet, SlotSet
from records.core.table import hand_place
from records.core.viewers import PUBLIC, Viewer
from records.errors import Contradiction
from records.knowledge.asking import Asking
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.knowledge.why.explain import Why, why
from records.knowledge.why.masking import Maskable, tells
from support.knowledge import bare
from support.knowledge.bare import BARE, DRAW, SEATS
from support.knowledge.deals import AllDeals, NoWorldError
from support.knowledge.random_games import Played
from support.soaking import rest_soaked

A, B = SEATS


def thinking(play: Played, viewer: Viewer) -> Asking:
    """Return the last step as a viewer can think it through."""
    return Known(BARE, play.header, veil(BARE.parts, play.log, viewer), viewer).asking(len(play.log))


def possible(header: Header, step: Asking, versions: list[int] | None, place: str) -> set[str]:
    """Return what the reference that goes through every deal finds possible at a place, if only these versions tell anything."""
    deals = AllDeals(bare.VALUES)
    deals.reset(bare.initial(header))
    for call in step.calls if versions is None else Maskable(step.calls).only(versions):
        getattr(deals, call.method)(*call.args, **call.named)
    return {card for world in deals.worlds for card in dict(world).get(place, ())}


def kept(found: Why) -> list[int]:
    """Return the versions that are named."""
    return [reason.version for reason in found.reasons]


def laid_out(seed: int) -> Played:
    """A game whose position is laid out anew in its course."""
    return Played(seed, "aabcd/").run(4).run(5, of=("reset",)).run(9)


@pytest.mark.parametrize("seed", rest_soaked([0, 5, 10, 13, *sorted({*range(16)} - {0, 5, 10, 13})]))
def test_what_is_named_is_enough_and_none_of_it_can_be_left_out(seed: int) -> None:
    """Every deal that the named events alone allow puts the same cards there as the whole log; without one of them more can be there.

    A position that was laid out is an event like any other.
    """
    play = Played(500 + seed).run(12) if seed < 10 else laid_out(500 + seed)
    for viewer in (A, PUBLIC):
        step = thinking(play, viewer)
        last = step.of(step.calls)
        for place in [*last.slots, *map(hand_place, last.hands), *last.decks]:
            found = why(step, place)
            assert set(found.candidates) == possible(play.header, step, list(found.told), place) == possible(play.header, step, None, place)
            for reason in found.reasons:
                fewer = possible(play.header, step, [version for version in found.told if version != reason.version], place)
                assert reason.without or reason.unsure
                assert fewer >= set(found.candidates)
                if place in last.slots:
                    assert fewer > set(found.candidates)


def test_a_position_that_was_laid_out_is_a_reason() -> None:
    """Where it shows the card itself, and where it shows others, so that fewer are left; a card shown later names that event alone."""
    play = Played(1, "abcd/")
    slots = tuple(SlotSet(slot=SlotId(slot), card=secret(face, to=to)) for slot, face, to in (("s1", "a", ALL), ("s1.2", "b", NOBODY)))
    deck = DeckSet(deck=DRAW, blocks=(secret("c", "d"),))
    play.add(PositionSet(piles=(PileSet(pile=PileId("row:A"), slots=slots),), decks=(deck,)))
    open_card, closed = why(thinking(play, A), "s1"), why(thinking(play, A), "s1.2")
    for found, without in ((open_card, ("b", "c", "d")), (closed, ("a",))):
        (reason,) = found.reasons
        assert (reason.version, str(reason.sentence), reason.without) == (1, "The position was laid out like this.", without)
    play.add(bare.Turn(slot=SlotId("s1.2"), card=secret("b", to=ALL), up=True))
    assert kept(why(thinking(play, A), "s1.2")) == [2]
    (counted,) = why(thinking(play, A), str(DRAW)).reasons[:1]
    assert counted.version == 1


def test_a_card_that_was_shown_names_that_event() -> None:
    """What was looked at once is known from there on; the first look is the reason, though it was seen again."""
    play = Played(1, "abcd/")
    play.add(bare.Deal(deck=DRAW, pile="row:B", slot="s1", card=secret(play.names(play.world.decks[DRAW])[0]), at="top"))
    (name,) = play.names([play.world.slots["s1"]])
    play.add(bare.Turn(slot=SlotId("s1"), card=secret(name, to=("A",))))
    play.add(bare.Turn(slot=SlotId("s1"), card=secret(name, to=ALL), up=True))
    (reason,) = why(thinking(play, A), "s1").reasons
    assert (reason.version, str(reason.sentence)) == (2, f"It was shown here: {name}.")
    assert reason.without == tuple(card for card in "abcd" if card != name)
    assert kept(why(thinking(play, PUBLIC), "s1")) == [3]


def spied() -> Played:
    """Return a table on which B laid one of two kinds, and the last card of the other kind came to light elsewhere."""
    play = Played(1, "aabc/")
    play.world.names.update(enumerate("aabc"))
    play.world.decks[DRAW] = [2, 0, 1, 3]
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret("a", "b", to=("B",))))
    play.add(bare.Lay(seat=B, pile="row:A", slot="s2", card=secret("b", to=("B",), hint=among("ab")), at="top"))
    play.add(bare.Drop(seat=B, cards=("a",), zone="discard"))
    play.add(bare.Mill(deck=DRAW, zone="discard", cards=("a",)))
    return play


def test_a_card_that_became_certain_by_counting_names_all_that_was_counted() -> None:
    """One of two kinds by rule, and no copy of the other is left: the rule and each sight of a copy are reasons."""
    found = why(thinking(spied(), A), "s2")
    assert found.certain == ("b",)
    assert [(reason.version, str(reason.sentence), reason.without) for reason in found.reasons] == [
        (2, "By the rules it is one of these: a, b.", ("c",)),
        (3, "Openly from the hand of B: a.", ("a",)),
        (4, "Openly from a pile: a.", ("a",)),
    ]


def test_a_word_about_a_hand_is_a_reason() -> None:
    """A hand that was told to hold none of a set laid none of it before."""
    play = Played(1, "abc/")
    play.world.names.update(enumerate("abc"))
    play.world.decks[DRAW] = [0, 1, 2]
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret("a", "b", to=("B",))))
    play.add(bare.Tell(place="hand:B", of=("c",), at_least=0, at_most=0))
    play.add(bare.Lay(seat=B, pile="row:B", slot="s3", card=secret("b", to=("B",)), at="top"))
    (reason,) = why(thinking(play, A), "s3").reasons
    assert (reason.version, str(reason.sentence), reason.without) == (2, "The hand of B held none of these: c.", ("c",))


def test_a_card_that_lies_where_it_was_seen_to_go_names_that() -> None:
    """From the hand openly, and on from there to a slot of its own: what showed its face is the reason."""
    play = Played(1, "abc/")
    play.world.names.update(enumerate("abc"))
    play.world.decks[DRAW] = [0, 1, 2]
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret("a", to=("B",))))
    play.add(bare.Drop(seat=B, cards=("a",), zone="discard"))
    play.add(bare.Raise(zone="discard", pile="row:B", slot="s3", index=0))
    (reason,) = why(thinking(play, A), "s3").reasons
    assert (reason.version, str(reason.sentence)) == (2, "Openly from the hand of B: a.")


def test_nothing_told_has_no_reason() -> None:
    """A card that nobody saw can be everything, and no event is named for it."""
    play = Played(2, "abc/")
    play.add(bare.Deal(deck=DRAW, pile="row:B", slot="s1", card=secret(*play.names(play.world.decks[DRAW][:1])), at="top"))
    found = why(thinking(play, A), "s1")
    assert (found.candidates, found.certain, found.reasons) == (("a", "b", "c"), (), ())


def test_a_place_that_is_not_there_is_refused() -> None:
    """A slot of no table, and the viewer's own hand, are not asked about."""
    for place in ("s99", "hand:A"):
        with pytest.raises(KeyError):
            why(thinking(spied(), A), place)


def test_events_that_tell_nothing_are_no_candidates() -> None:
    """Only what says more than how many cards moved can be a reason."""
    step = thinking(spied(), PUBLIC)
    assert [call.version for call in step.calls if tells(call)] == [2, 3, 4]


def test_the_reference_refuses_what_cannot_be() -> None:
    """The reference of these tests has no world for a log that contradicts itself, and the engine says so too."""
    play = Played(1, "aab/")
    play.add(bare.Take(deck=DRAW, seat=B, cards=secret(*play.names(play.world.decks[DRAW][:1]), to=("B",))))
    play.log.append(play.log[0].__class__(2, 2, bare.NOON, "", bare.Tell(place="hand:B", of=("a", "b"), at_least=0, at_most=0)))
    step = thinking(play, A)
    with pytest.raises(NoWorldError):
        possible(play.header, step, None, "hand:B")
    assert not step.of(step.calls).exact
    with pytest.raises(Contradiction):
        step([step.calls[-1]._replace(method="show", args=("hand:B", 0, secret("c", to=ALL)))])
