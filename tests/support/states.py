"""States that a store can be in, and what reader and operator see of each: tested, and printed in docs/operating.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from support.printed.markdown import table

READY = {"database": "ok", "schema": "ok", "disk": "ok"}
SILENT = {"database": "does not answer"}
REMOVED = {"database": "removed or replaced"}
AWAY = "The database does not answer. If you sent something, check whether it was written before you send it again."
FULL = "No space left to write"
LOCKED = "The disk or the database is read-only. Nothing was written; existing records can still be read."
GONE = "The file with the records was removed or replaced. Nothing was written."


@dataclass(frozen=True, kw_only=True)
class StoreState:
    """A state, and the answers in it."""

    name: str
    what: str
    """As the document has it."""
    reads: int = 200
    """Status of the list of games."""
    writes: int
    """Status of the form that begins a game."""
    says: str = ""
    """Sentence of the page that refuses."""
    again: bool = False
    """Whether ``Retry-After`` says when to try again."""
    ready: dict[str, str]
    """Checks of ``/health/ready``."""
    logs: str = ""
    """Level of the log's line."""
    made: str = ""
    """How a test makes it, where that is not the state itself."""
    soaked: bool = False
    mends: bool = True
    """Whether the next request is answered once it is over, without a restart."""


_AWAY: dict[str, Any] = {"writes": 503, "says": AWAY, "again": True, "logs": "WARNING"}
STATES = (
    StoreState(name="away", what="PostgreSQL restarts, or is away", reads=503, ready=SILENT, **_AWAY),
    StoreState(name="frozen", what="PostgreSQL is frozen", reads=503, ready=SILENT, soaked=True, **_AWAY),
    StoreState(name="crowded", what="PostgreSQL has no connection left", reads=503, ready=SILENT, **_AWAY),
    StoreState(name="locked-postgres", what="the table of events in PostgreSQL is locked", ready=READY, soaked=True, **_AWAY),
    StoreState(
        name="full-postgres",
        what="PostgreSQL's disk is full",
        writes=507,
        says=FULL,
        ready=READY,
        logs="WARNING",
        made="a trigger raises what PostgreSQL raises, 53100",
    ),
    StoreState(name="locked", what="another program locks the SQLite file for 30 s", ready=READY, made="0.1 s", **_AWAY),
    StoreState(
        name="full",
        what="the disk of a SQLite file is full",
        writes=507,
        says=FULL,
        ready={**READY, "disk": "full"},
        logs="WARNING",
        made="the file may not grow, and the disk is said to be full",
    ),
    StoreState(name="read-only", what="the SQLite file may only be read", writes=507, says=LOCKED, ready=READY, logs="WARNING"),
    StoreState(
        name="removed",
        what="the SQLite file is removed or replaced",
        writes=503,
        says=GONE,
        ready=REMOVED,
        logs="WARNING",
        mends=False,
    ),
    StoreState(name="clock", what="the clock goes back an hour", writes=303, ready=READY, made="the program's clock, not the kernel's"),
)


def table_of_states() -> str:
    """The table of the document."""
    return table(HEADINGS, map(row, STATES))


def row(state: StoreState) -> tuple[str, ...]:
    """A row of the document."""
    sentence = state.says.split(". ")[0].rstrip(".")
    refused = f"**{state.writes}**{' with `Retry-After`' if state.again else ''}: “{sentence}”" if state.says else "written"
    reads = "answered" if state.reads == 200 else f"**{state.reads}**"
    wrong = [f"{check}: {said}" for check, said in state.ready.items() if said != "ok"]
    operator = f"**503**, {', '.join(wrong)}" if wrong else "ready"
    log = f"{state.logs.lower()} in the log" if state.logs else "nothing in the log"
    over = "the next request is answered" if state.mends else "restart"
    return state.what, reads, refused, f"{operator}; {log}", over, f"`{state.name}`" + (f" ({state.made})" if state.made else "")


HEADINGS = ("state", "reader: pages", "reader: writes", "operator: `/health/ready`; log", "when it is over", "test")
