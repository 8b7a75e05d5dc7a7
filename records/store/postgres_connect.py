"""Connections to PostgreSQL that do not wait for a server which has frozen."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

import psycopg
from psycopg.errors import ConnectionTimeout
from psycopg.waiting import READY_NONE

from records.store.urls import CONNECT_SECONDS

if TYPE_CHECKING:
    from psycopg.abc import PQGen

T = TypeVar("T")
PATIENCE = 2.0
"""Seconds without a word after which it is asked whether the server still takes connections; a statement may take longer than that."""


class Connection(psycopg.Connection[Any]):
    """A connection that gives up where the server neither goes on nor answers anybody else.

    A frozen server still acknowledges what is sent to it, and ends no statement by a time limit of its own.
    """

    def wait(self, gen: PQGen[T], *named: Any, **others: Any) -> T:
        """Wait for an answer; raises ``psycopg.OperationalError`` where none will come."""
        return super().wait(self._watched(gen), *named, **others)

    def _watched(self, gen: PQGen[T]) -> PQGen[T]:
        until = monotonic() + PATIENCE
        try:
            state = next(gen)
            while True:
                ready = yield state
                if ready or monotonic() < until:
                    state = gen.send(ready)
                    continue
                self._ask_anew()
                until = monotonic() + PATIENCE
                state = gen.send(READY_NONE)
        except StopIteration as end:
            found: T = end.value
            return found

    def _ask_anew(self) -> None:
        same: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, **self.info.get_parameters(), "password": self.info.password}
        try:
            psycopg.connect(**same).close()
        except ConnectionTimeout:
            self.pgconn.finish()
            raise psycopg.OperationalError(f"the server has been silent for {PATIENCE:g} seconds and takes no connection") from None
        except psycopg.OperationalError:
            """It answers: it may have no room for one more."""
