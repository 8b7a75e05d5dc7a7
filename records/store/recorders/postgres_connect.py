"""Connections to PostgreSQL that do not wait for a frozen server."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, Self, TypeVar

import psycopg
from psycopg.errors import ConnectionTimeout
from psycopg.waiting import READY_NONE

from records.store.urls import CONNECT_SECONDS, PREPARED
from records.store.waiting import Wait, waiting_at_most

if TYPE_CHECKING:
    from psycopg.abc import PQGen
    from sqlalchemy import Engine
    from sqlalchemy.engine.interfaces import DBAPIConnection

T = TypeVar("T")
PATIENCE = 2.0
"""Seconds of silence after which it is checked whether the server still accepts connections; a statement may take longer than that."""


PING_SECONDS = 2.0
"""Seconds for the ping of a connection before it is lent; after a longer silence it and all older ones are removed from the pool."""


class Connection(psycopg.Connection[Any]):
    """A connection that gives up if the server neither continues nor answers anybody else.

    A frozen server still acknowledges packets, and ends no statement by its own time limit. If only the process
    behind this connection is frozen, it gives up when the present operation has waited long enough (``records.store.waiting``).
    """

    @classmethod
    def connect(cls, conninfo: str = "", **named: Any) -> Self:
        """Connect with psycopg's arguments, and ``prepared`` as in an address."""
        if named.pop(PREPARED, "on") == "off":
            named["prepare_threshold"] = None  # also where a statement asks for it
        return super().connect(conninfo, **named)

    def wait(self, gen: PQGen[T], *named: Any, **others: Any) -> T:
        """Wait for an answer; raises ``psycopg.OperationalError`` if none will come."""
        return super().wait(self._watched(gen), *named, **others)

    def _watched(self, gen: PQGen[T]) -> PQGen[T]:
        until, waited = monotonic() + PATIENCE, Wait()
        try:
            state = next(gen)
            while True:
                ready = yield state
                if not ready and waited.is_over:
                    self._give_up("the server has not answered in time")
                if ready or monotonic() < until:
                    state = gen.send(ready)
                    continue
                self._ask_anew()
                until = monotonic() + PATIENCE
                state = gen.send(READY_NONE)
        except StopIteration as end:
            found: T = end.value
            return found
        finally:
            waited.end()

    def _give_up(self, why: str) -> NoReturn:
        """Close the connection, so that it is never lent again: a frozen server process ends no statement."""
        self.pgconn.finish()
        raise psycopg.OperationalError(why) from None

    def _ask_anew(self) -> None:
        same: dict[str, Any] = {"connect_timeout": CONNECT_SECONDS, **self.info.get_parameters(), "password": self.info.password}
        try:
            psycopg.connect(**same).close()
        except ConnectionTimeout:
            self._give_up(f"the server has been silent for {PATIENCE:g} seconds and takes no connection")
        except psycopg.OperationalError:
            """It answers: it may have no room for one more."""


def ping_briefly(engine: Engine) -> None:
    """Make the engine's pool discard connections that do not answer before lending them, and reconnect."""
    ping = engine.dialect.do_ping

    def do_ping(connection: DBAPIConnection) -> bool:
        with waiting_at_most(PING_SECONDS):
            return ping(connection)

    engine.dialect.do_ping = do_ping  # type: ignore[method-assign, assignment]  # there is no event for it
