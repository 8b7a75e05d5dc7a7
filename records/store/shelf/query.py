"""What is asked of the shelf, and what it answers."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

import msgspec

from records.store.rows import NO_LABEL

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from records.store.rows import GameLabel
    from records.store.shelf_rows import ShelfRow

LONGEST_SEARCH = 500
"""Characters."""
MOST_COUNTED = 1000
"""Records: one more stands for however many more there are."""


class ShelfOrder(Enum):
    """What the shelf can be sorted by."""

    STARTED = "started"
    ENDED = "ended"
    ADDED = "added"
    PLAYERS = "players"
    """The name at the first seat."""
    GAME = "game"
    STEPS = "steps"
    TURNS = "turns"


class Trash(Enum):
    """Which records are asked for."""

    LEFT_OUT = "left out"
    ONLY = "only"
    INCLUDED = "included"


class ShelfQuery(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked of the shelf; the default is everything, the latest game first."""

    text: str = ""
    """Words that must all be found, in any case and without accents, each by its beginning, in names, game, table, rules, day, result.

    One word of six signs or more may also begin an id.
    """
    titles: Mapping[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """What games are called besides, in other languages too: a word of ``text`` that begins a word of a title finds all of that game."""
    games: tuple[str, ...] = ()
    """Any of these games; () for all."""
    order: ShelfOrder = ShelfOrder.STARTED
    descending: bool = True
    limit: int | None = None
    offset: int = 0
    """Records that are passed over: each costs. ``after`` does not."""
    after: str = ""
    """Id of a record: what comes after it."""
    before: str = ""
    """Id of a record: the last ones before it."""
    trash: Trash = Trash.LEFT_OUT


class ShelfReach(msgspec.Struct, frozen=True):
    """Which records exist for a caller who may not see everything."""

    account: str
    """Whose own records they are; "" for nobody's."""
    listed: int
    """And those that are listed to this number of ``records.store.listings`` or a higher one."""


class ShelfHit(msgspec.Struct, frozen=True, kw_only=True):
    """A record on the shelf."""

    row: ShelfRow
    names: Mapping[str, str]
    """By seat key."""
    added: datetime | None
    """None in a damaged row."""
    trashed: datetime | None
    label: GameLabel = NO_LABEL
    damaged: str = ""
    """``table.column`` that holds nothing that can be read; then only the row's id is sure."""


class ShelfSlice(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the shelf."""

    hits: tuple[ShelfHit, ...]
    total: int
    """Number of hits on all pages, exact up to ``MOST_COUNTED``; one more says that there are more."""
    games: Mapping[str, int]
    """Hits of each game, as if ``games`` had not been asked; counted as the total is."""
    more: bool = False
    """Whether anything comes after the hits; with ``before``, before them."""
