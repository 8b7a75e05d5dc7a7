"""The writes of a request are one transaction: begun with its first write, and committed as a whole or not at all."""

from __future__ import annotations

import sqlite3
import threading
from contextlib import ExitStack, contextmanager, suppress
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import SQLAlchemyError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from sqlalchemy import Connection


class WriteUnits(threading.local):
    """The unit of each thread; both of the store's kinds of connections join it."""

    current: WriteUnit | None = None
    """None if each write is a separate transaction."""


class WriteUnit:
    """A transaction of one thread that begins with the first write; later reads are made in it too."""

    def __init__(self, transaction: Callable[[], AbstractContextManager[Connection]], first: Callable[[Connection], None]) -> None:
        """``first`` is called as soon as the transaction has begun; its exceptions end the transaction."""
        self._transaction, self._first = transaction, first
        self._held = ExitStack()
        self._connection: Connection | None = None
        self._kept: list[Callable[[], object]] = []
        self._undone: list[Callable[[], object]] = []

    @property
    def begun(self) -> bool:
        """Whether something was written, or tried to be."""
        return self._connection is not None

    @property
    def connection(self) -> Connection:
        """The connection in its transaction, which begins now if it has not."""
        if self._connection is None:
            self._connection = self._held.enter_context(self._transaction())
            try:
                self._first(self._connection)
            except BaseException:
                self.undo()
                raise
        return self._connection

    @property
    def raw(self) -> Any:
        """The driver's own connection in that transaction."""
        return self.connection.connection.driver_connection

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """Write something in a part that is rolled back separately if it fails."""
        connection, raw = self.connection, self.raw
        if not isinstance(raw, sqlite3.Connection):
            with connection.begin_nested():
                yield connection
            return
        raw.execute("SAVEPOINT part")
        try:
            yield connection
        except BaseException:
            if raw.in_transaction:  # a full disk ends all of it
                raw.execute("ROLLBACK TO part")
                raw.execute("RELEASE part")
            raise
        raw.execute("RELEASE part")

    def once_kept(self, act: Callable[[], object]) -> None:
        """Do something after what was written is kept."""
        self._kept.append(act)

    def if_undone(self, act: Callable[[], object]) -> None:
        """Do something after the writes were rolled back."""
        self._undone.append(act)

    def keep(self) -> None:
        """Commit what was written until now; the next write begins a new transaction."""
        if self._connection is None:
            return
        raw, held, acts = self.raw, self._held, self._kept
        if isinstance(raw, sqlite3.Connection) and not raw.in_transaction:
            self.undo()
            raise sqlite3.OperationalError("the database has taken back what was being written")
        self._forget()
        held.close()
        for act in acts:
            act()

    def undo(self) -> None:
        """Roll back what was written since the last ``keep``."""
        if self._connection is None:
            return
        held, acts = self._held, self._undone
        self._forget()
        # A lost connection cannot be told to; the database rolls its transaction back itself.
        with suppress(_UndoneError, SQLAlchemyError), held:
            raise _UndoneError
        for act in acts:
            act()

    def _forget(self) -> None:
        self._held, self._connection, self._kept, self._undone = ExitStack(), None, [], []


class _UndoneError(Exception):
    pass
