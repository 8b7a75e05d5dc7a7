"""What was seen in a part that was taken back stays known: the engine thinks such a part through and undoes it (EVENTS, section 7)."""

# ruff: noqa: S311 -- a seed makes a game repeat

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import pytest

from records.core.events import Event, Recorded
from records.core.faces import none_of
from records.core.fold import Folder
from records.core.fold_table import FoldTable
from records.core.ids import DeckId, PileId, SlotId
from records.core.secret import ALL, secret
from records.core.shared import IrregularityNoted, TakenBack
from records.core.table import hand_place
from records.core.viewers import PUBLIC, Viewer
from records.knowledge.answers import Knowledge
from records.knowledge.calls import Story
from records.knowledge.door import veil
from records.knowledge.engine import know
from support.knowledge import bare
from support.knowledge.bare import BARE, DRAW, SEATS, VALUES
from support.knowledge.deals import AllDeals
from support.knowledge.random_games import Played
from support.knowledge.reading import Places, read

A, B = SEATS
ROW = PileId("row:A")
UNDONE = ("take", "lay", "deal", "drop", "turn", "sweep", "pick_up", "on_deck", "mill", "bury", "split", "tell", "show", "fetch", "raise_")
"""Methods that lose no order, so that a take-back can undo them."""


class Winding(AllDeals):
    """Every world, each with what it was when a part began that was taken back."""

    depth = 0

    def begin_cut(self) -> None:
        """Remember each world as it is."""
        saved, self.depth = f"saved {self.depth}/", self.depth + 1
        self._go(lambda world: [({**world, **{saved + place: cards for place, cards in world.items()}}, 1)])

    def end_cut(self) -> None:
        """Make each world what it was."""
        self.depth -= 1
        saved = f"saved {self.depth}/"
        self._go(lambda world: [({place.removeprefix(saved): cards for place, cards in world.items() if place.startswith(saved)}, 1)])


def again(play: Played, log: list[Recorded[Any]], to: int, seed: int) -> tuple[Played, list[Recorded[Any]]]:
    """Take ``log`` back to ``to``; return the game at that position, whose next event is number ``len`` of the longer log."""
    version = len(log) + 1
    longer = [*log, Recorded(version, version, bare.NOON, "", TakenBack(to=to))]
    other = Played(play_seed(play), play.header.catalogue).run(to)
    other.random = Random(seed)
    while len(other.log) < len(longer):
        other.add(IrregularityNoted(what="other"))
    return other, longer


def play_seed(play: Played) -> int:
    """The seed of a game."""
    return int(play.world.seed)


def taken_back(seed: int) -> tuple[Played, tuple[Recorded[Any], ...]]:
    """A game with a part that was taken back, now and then within another."""
    random = Random(seed)
    play = Played(seed)
    play = Played(seed, play.header.catalogue).run(random.randint(2, 6))
    to = len(play.log)
    play.random = Random(seed * 7 + 1)
    play.run(to + random.randint(2, 4), UNDONE)
    log = list(play.log)
    if seed % 2:
        inner, log = again(play, log, to, seed * 7 + 2)
        before = len(inner.log)
        log += inner.run(before + random.randint(1, 3), UNDONE).log[before:]
    last, log = again(play, log, to, seed * 7 + 3)
    before = len(last.log)
    return last, (*log, *last.run(before + 4).log[before:])


@pytest.mark.parametrize("seed", range(10, 24))
def test_it_equals_every_deal_where_it_is_exact(seed: int) -> None:
    """With a part taken back, also one within another, candidates and chances are those of all worlds that give the viewer's log."""
    play, log = taken_back(seed)
    back = max(recorded.v for recorded in log if isinstance(recorded.event, TakenBack))
    viewers: tuple[Viewer, ...] = (*SEATS, PUBLIC)
    for viewer in viewers:
        seen = veil(BARE.parts, log, viewer)
        for at in (back, len(log)):
            found = know(BARE, play.header, seen, viewer, at)
            story = Story(Folder(BARE), play.header, seen)
            calls = story.winding(at)
            if found.exact and story.cut(at) and calls is not None:
                deals = Winding(VALUES)
                for recorded in story.calls(0):
                    getattr(deals, recorded.method)(*recorded.args)  # it learns which cards there are
                for call in calls:
                    getattr(deals, call.method)(*call.args, **call.named)
                table = Folder(BARE).fold(play.header, seen[:at]).table
                assert isinstance(table, FoldTable)
                places = Places([hand_place(seat) for seat in table.hands if seat != viewer], list(table.slots), list(table.decks))
                assert found == _as_of(read(deals, places, viewer, at), found)


def _as_of(reference: Knowledge, found: Knowledge) -> Knowledge:
    """The reference does not say from where it counts."""
    return Knowledge(viewer=found.viewer, version=found.version, slots=reference.slots, hands=reference.hands, decks=reference.decks,
                     breach=found.breach, taken_up=found.taken_up)  # fmt: skip


def test_most_of_it_is_exact() -> None:
    """Of games whose part taken back lost no order nearly all answers are exact, so that the test above is about something."""
    exact = []
    for seed in range(10, 24):
        play, log = taken_back(seed)
        seen = veil(BARE.parts, log, A)
        exact.append(know(BARE, play.header, seen, A, len(log)).exact)
    assert sum(exact) >= 10


def asked(cards: str, *events: Event) -> Knowledge:
    """What the public knows of a deck of cards after events."""
    log = tuple(Recorded(version, version, bare.NOON, "", event) for version, event in enumerate(events, 1))
    return know(BARE, bare.header(cards + "/"), log, PUBLIC, len(log))


def test_a_drawn_card_lies_on_top_again() -> None:
    """Drawn openly and taken back, the card is the next one; the one that was drawn unseen after it is the one after that."""
    draw = bare.Take(deck=DRAW, seat=A, cards=secret("a", to=ALL))
    unseen = bare.Take(deck=DRAW, seat=A, cards=secret("?", hint=none_of(["b"])))
    back = TakenBack(to=1)
    found = asked("abcc", IrregularityNoted(what="other"), draw, unseen, back)
    assert found.exact
    assert found.decks[DRAW].top.certain == "a"
    later = asked("abcc", IrregularityNoted(what="other"), draw, unseen, back, draw)
    assert later.decks[DRAW].top.certain == "c"


def test_a_hand_keeps_what_was_seen_to_leave_it() -> None:
    """A card that was laid openly and taken back is in the hand for certain; which of the others it holds is as open as before."""
    take = bare.Take(deck=DRAW, seat=A, cards=secret("?", "?"))
    lay = bare.Lay(seat=A, pile=ROW, slot=SlotId("s2"), card=secret("b", to=ALL), at="bottom", up=True)
    found = asked("abcc", take, lay, TakenBack(to=1))
    assert found.exact
    assert found.hands[A].least == {"b": 1}
    assert found.hands[A].holds == {"a": Fraction(1, 3), "b": Fraction(1), "c": Fraction(2, 3)}


def test_a_lost_order_is_said() -> None:
    """Where a deck was shuffled in the part taken back, what follows is what the take-back shows, and it is not called exact."""
    shuffle = bare.Shuffle(deck=DeckId(DRAW))
    found = asked("abcc", IrregularityNoted(what="other"), shuffle, TakenBack(to=1))
    assert not found.exact
    assert found.decks[DRAW].top.candidates == ("a", "b", "c")
