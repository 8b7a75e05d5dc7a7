"""The shelf as a read model: asked, and brought up to what the log holds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.store.shelf import shelf
from records.store.shelf.raw import RawShelf, read_raw_shelf
from records.store.shelf.search import hits, search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.store.recorders.ledger import RowRecorder
    from records.store.rows import Anchor, Pulled
    from records.store.shelf.query import ShelfHit, ShelfQuery, ShelfReach, ShelfSlice
    from records.store.shelf_rows import ShelfRow
    from records.store.transactions import Transactions


class ShelfTable:
    """The shelf of one store; errors are those of its other methods."""

    def __init__(self, work: Transactions, rows: RowRecorder) -> None:
        self._work = work
        self._rows = rows

    def pull(self, limit: int = 5000) -> Pulled:
        """Return the records touched by the next ``limit`` events that the read models do not know."""
        with self._work.doing("pulling"):
            return shelf.pull(self._rows, limit)

    def put(self, rows: Sequence[ShelfRow], pulled: Pulled) -> bool:
        """Store the shelf rows of what was pulled and remember how far, in one transaction.

        Returns False, having stored nothing, if another process was faster or a record was deleted since: pull again.
        """
        with self._work.writing("updating the shelf") as connection:
            return shelf.put(connection, rows, pulled)

    def clear(self) -> None:
        """Empty the read models; the next pull begins at the first event."""
        with self._work.writing("emptying the shelf") as connection:
            shelf.clear(connection)

    def hits(self, ids: Sequence[str], within: ShelfReach | None = None) -> list[ShelfHit]:
        """Return the rows of some records, in their order, those in the trash too, without those that are not on the shelf.

        Those that are not ``within`` reach are left out, and so are names that are not shown there.
        """
        with self._work.damaged("reading") as connection:
            return hits(connection, ids, within)

    def search(self, query: ShelfQuery, within: ShelfReach | None = None) -> ShelfSlice:
        """Answer a question to the shelf, damaged rows included, as if there were only what is ``within`` reach.

        Raises MalformedCommand for one that cannot be.
        """
        with self._work.damaged("searching") as connection:
            return search(connection, query, within)

    def raw(self) -> list[RawShelf]:
        """Return the read model as it stands there, damaged or not, by id."""
        with self._work.damaged("reading") as connection:
            return read_raw_shelf(connection)

    def pending(self) -> tuple[frozenset[str], Anchor | None]:
        """Return the records with events that the read models do not know, and their anchor if it names what is not there."""
        with self._work.damaged("reading") as connection:
            return shelf.pending(connection)
