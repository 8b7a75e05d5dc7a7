"""Reference answers step by step along a log."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from records.core.events import Recorded
from records.core.game import Game
from records.core.header import Header
from records.core.logs.fold import Folder
from records.core.table import hand_place
from records.core.tables.fold_table import FoldTable
from records.core.viewers import Viewer
from records.knowledge.answers import Knowledge
from support.knowledge.branches import Branches
from support.knowledge.deals import AllDeals
from support.knowledge.read_branches import read_branches
from support.knowledge.reading import Places, read

Log = Sequence[Recorded[Any]]
Made = Callable[[], Knowledge]


def by_deals(game: Game, header: Header, seen: Log, viewer: Viewer, values: Mapping[str, int]) -> Iterator[Made]:
    """Yield how to get the answer of brute force before the first event of a viewer's log and after each."""
    yield from _along(game, header, seen, viewer, (AllDeals(values), read))


def by_branches(game: Game, header: Header, seen: Log, viewer: Viewer, table: Branches) -> Iterator[Made]:
    """Yield how to get the answer of the branch engine at each step."""
    yield from _along(game, header, seen, viewer, (table, read_branches))


def _along(game: Game, header: Header, seen: Log, viewer: Viewer, how: tuple[Any, Callable[..., Knowledge]]) -> Iterator[Made]:
    tracker, answer = how
    folder = Folder(game)
    fold, draft = folder.start(header), folder.start(header, tracker)

    def made(at: int) -> Made:
        table = fold.table
        assert isinstance(table, FoldTable)
        hands = [hand_place(seat) for seat in table.hands if seat != viewer]
        places = Places(hands, list(table.slots), list(table.decks))
        return lambda: answer(tracker, places, viewer, at)

    yield made(0)
    for recorded in seen:
        folder.apply(fold, recorded)
        folder.apply(draft, recorded)
        yield made(recorded.v)
