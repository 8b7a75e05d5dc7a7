"""What a viewer knows by the end of a log about an earlier step, against every deal (EVENTS, section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from records.core.events import Recorded
from records.core.fold import Folder
from records.core.fold_table import FoldTable
from records.core.shared import PositionSet
from records.core.table import hand_place
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.knowledge.answers import Knowledge
from records.knowledge.door import veil
from records.knowledge.engine import Known
from support.knowledge import bare
from support.knowledge.bare import BARE, SEATS, VALUES
from support.knowledge.deals import AllDeals
from support.knowledge.differing import differing
from support.knowledge.random_games import Played
from support.knowledge.reading import Places, read

VIEWERS: tuple[Viewer, ...] = (*SEATS, PUBLIC, OPEN)
BEFORE = "then:"
CARDS = "aabbc/", "abcd/e", "aab/bcd", "aabcc/", "abbc/d"
"""Few, because each deal is gone through with all that becomes of it."""


class Remembering(AllDeals):
    """Every world, with where its cards lay at a step."""

    def remember(self) -> None:
        """Keep each world as it is beside what becomes of it."""
        self._go(lambda world: [({**world, **{BEFORE + place: cards for place, cards in world.items()}}, 1)])

    def look_back(self) -> None:
        """Make each world what it was."""
        self._go(lambda world: [({place.removeprefix(BEFORE): cards for place, cards in world.items() if place.startswith(BEFORE)}, 1)])


def by_deals(play: Played, seen: tuple[Recorded[Any], ...], viewer: Viewer, at: int) -> Knowledge:
    """Return what all deals together say in hindsight."""
    folder, deals = Folder(BARE), Remembering(VALUES)
    fold, draft = folder.start(play.header), folder.start(play.header, deals)
    for recorded in seen[:at]:
        folder.apply(fold, recorded)
        folder.apply(draft, recorded)
    table = fold.table
    assert isinstance(table, FoldTable)
    places = Places([hand_place(seat) for seat in table.hands if seat != viewer], list(table.slots), list(table.decks))
    deals.remember()
    for recorded in seen[at:]:
        folder.apply(draft, recorded)
    deals.look_back()
    return read(deals, places, viewer, at)


def cases(seed: int, length: int) -> Iterator[tuple[Knowledge, Knowledge, bool]]:
    """Yield for each viewer and step of a game what the engine says in hindsight, what all deals say, and whether a card was pulled."""
    play = Played(seed, CARDS[seed % len(CARDS)], partial=seed % 4 == 3).run(length)
    laid_out = [recorded.v for recorded in play.log if isinstance(recorded.event, PositionSet)]
    pulled = [recorded.v for recorded in play.log if isinstance(recorded.event, bare.Pull)]
    for viewer in VIEWERS:
        seen = veil(BARE.parts, play.log, viewer)
        known = Known(BARE, play.header, seen, viewer)
        for at in range(seed % 2, len(seen), 2):
            until = next((version - 1 for version in laid_out if version > at), len(seen))
            yield known.hindsight(at), by_deals(play, seen[:until], viewer, at), any(version <= until for version in pulled)


@pytest.mark.parametrize("seed", range(700, 730))
def test_it_equals_every_deal(seed: int) -> None:
    """At every other step of a tiny game, for every viewer, the answer in hindsight is what all deals of the whole log say.

    It may be not exact, and name too much, where a card was pulled out of a deck that nobody had looked through.
    """
    for found, reference, pulled in cases(seed, 12):
        where = f"step {found.version} as {found.viewer}"
        if found.exact:
            assert list(differing(reference, found)) == [], where
            continue
        assert pulled, where
        assert all(set(chances.of) <= set(found.slots[slot].of) for slot, chances in reference.slots.items()), where
        assert all(set(hand.most) <= set(found.hands[seat].most) for seat, hand in reference.hands.items() if seat in found.hands), where
        assert all(set(deck.top.of) <= set(found.decks[name].top.of) for name, deck in reference.decks.items()), where
