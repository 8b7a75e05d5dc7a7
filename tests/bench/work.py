"""Work that does not depend on the machine: function calls, statements and bytes of what is asked most.

By itself it prints today's numbers, as they stand in ``test_work.py``.
"""

from __future__ import annotations

import gc
import sqlite3
import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import cycle
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from werkzeug.test import create_environ, run_wsgi_app

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from bench.commands import long_game
from bench.listing import short_records
from bench.play import EVENTS, entries, new_game
from bench.shelf import open_book, sqlite_url
from records.core.ids import SEATS
from records.core.viewers import LOCAL, OPEN, Caller
from records.games.castle_rampage.model.commands import EndTurn
from records.service import GameBook
from records.service.accounts import policy
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask

    from records.service import NewGame

SEED = 2711
STEPS = range(40, 56)
"""Steps that are asked for one after the other; a row is their mean."""
SINGLES = 10
PASSWORD = "lapwing over the dyke"  # noqa: S105 -- of a store that is thrown away
STATEMENTS = {"execute", "executemany", "executescript", "commit"}


@dataclass(frozen=True, slots=True)
class Work:
    """What one answer, or one call, takes."""

    calls: int
    """Python functions that are entered, generators each time they go on."""
    statements: int
    """Statements to SQLite, each commit counted as one."""
    sent: int = 0
    """Bytes of the body, compressed."""


def counted(do: Callable[[], bytes | None], among: int = 1) -> Work:
    """Do it once and count what that takes, divided ``among`` so many. What it returns is what is sent."""
    calls = statements = 0

    def watch(_frame: object, event: str, called: Any) -> None:
        nonlocal calls, statements
        if event == "call":
            calls += 1
        elif event == "c_call" and called.__name__ in STATEMENTS and isinstance(called.__self__, sqlite3.Cursor | sqlite3.Connection):
            statements += 1

    before = sys.getprofile()
    gc.collect()
    gc.disable()  # what it would finish now belongs to somebody else
    sys.setprofile(watch)
    try:
        sent = do()
    finally:
        sys.setprofile(before)
        gc.enable()
    return Work(round(calls / among), round(statements / among), round(len(sent or b"") / among))


def measured(folder: Path) -> Iterator[tuple[str, Work]]:
    """Yield what is counted and what it takes, in stores below ``folder``."""
    with patch.object(policy, "LOOKED_AGAIN", inf):  # or a slow machine would be asked once more whether there are accounts
        yield from _replay(folder)
        yield from _shelves(folder)
        yield from _writing(folder)


def _replay(folder: Path) -> Iterator[tuple[str, Work]]:
    with ExitStack() as stack:
        book = stack.enter_context(GameBook(open_store(sqlite_url(folder / "replay.db")), games=library()))
        app = create_app(book)
        first, page, step, position = (book.writing.add(LOCAL, new)[0].id for new in _games(4))
        for path in ("", "/steps/40"):
            _get(app, f"/records/{first}{path}?as=A")  # templates, translations: once a process
        _get(app, f"/api/records/{first}/positions/40?as=A")
        yield "a page, nothing kept", counted(partial(_get, app, f"/records/{page}?at=40&as=A"))
        yield "a page, shown before", counted(partial(_get, app, f"/records/{page}?at=40&as=A"))
        yield "a step, nothing kept", counted(partial(_get, app, f"/records/{step}/steps/39?as=A"))
        yield "a step, the next", counted(partial(_steps, app, step), len(STEPS))
        yield "a step, shown before", counted(partial(_steps, app, step), len(STEPS))
        yield "a position of the API, nothing kept", counted(partial(_get, app, f"/api/records/{position}/positions/40?as=A"))
        yield "a position of the API, asked before", counted(partial(_get, app, f"/api/records/{position}/positions/40?as=A"))
    with ExitStack() as stack:
        book = stack.enter_context(GameBook(open_store(sqlite_url(folder / "accounts.db")), games=library()))
        app = create_app(book)
        token, ada = _signed_in(book)
        record = book.writing.add(ada, next(_games(1)))[0].id
        cookie = f"kiebitz={token}"
        _steps(app, record, cookie)
        _get(app, f"/records/{record}?at=40&as=A", cookie)
        yield "a page for an account, shown before", counted(partial(_get, app, f"/records/{record}?at=40&as=A", cookie))
        yield "a step for an account, shown before", counted(partial(_steps, app, record, cookie), len(STEPS))


def _shelves(folder: Path) -> Iterator[tuple[str, Work]]:
    for number in (50, 500):
        store = open_store(sqlite_url(folder / f"shelf-{number}.db"))
        store.create_many(list(short_records(number)))
        with GameBook(store, games=library()) as book:
            app = create_app(book)
            _get(app, "/")
            yield f"a page of 50 on a shelf of {number}", counted(partial(_get, app, "/"))


def _writing(folder: Path) -> Iterator[tuple[str, Work]]:
    with open_book(sqlite_url(folder / "append.db")) as book:
        log, other = entries(SEED), new_game(entries(SEED + 1))
        start = EVENTS - SINGLES
        record = book.writing.add(LOCAL, new_game(log[: start - 2]))[0].id
        for version in (start - 2, start - 1):  # what is kept of the record's end is made by the first two
            book.writing.append(LOCAL, record, [log[version]], expected=version)

        def one_by_one() -> None:
            for version, entry in enumerate(log[start:], start):
                book.writing.append(LOCAL, record, [entry], expected=version)

        def add() -> None:
            book.writing.add(LOCAL, other)

        yield "an event appended", counted(one_by_one, SINGLES)
        yield f"{EVENTS} events added at once", counted(add)
    address = sqlite_url(folder / "commands.db")
    with GameBook.open(address) as book:
        record = book.writing.add(LOCAL, long_game(book.games["castle-rampage"], EVENTS))[0].id
        view = book.record(LOCAL, record, OPEN)
        seat, steps = view.position(view.steps).state.active, view.steps
        steps = book.command(LOCAL, record, EndTurn(seat=seat), expected=steps)
    with GameBook.open(address) as book:
        turns = cycle(SEATS[:2] if seat == SEATS[1] else SEATS[1::-1])

        def end_turn() -> None:
            nonlocal steps
            steps = book.command(LOCAL, record, EndTurn(seat=next(turns)), expected=steps)

        yield "a command, nothing kept", counted(end_turn)
        yield "a command, the next", counted(end_turn)


def _signed_in(book: GameBook) -> tuple[str, Caller]:
    """Return the session and the caller of the first account."""
    token = book.sign_ins.choose_password(book.people.add_member(LOCAL, "Ada", ["admin", "recorder"]), PASSWORD, "127.0.0.1")
    caller = book.sign_ins.caller_of(token)
    if caller is None:
        raise AssertionError("Ada has just signed in")
    return token, caller


def _games(number: int) -> Iterator[NewGame]:
    return simulate(library()["castle-rampage"], seed=SEED, games=number, ruleset="castle-rampage/plain")


def _get(app: Flask, address: str, cookie: str = "") -> bytes:
    headers = {"Accept-Encoding": "gzip", "Accept-Language": "en", "Cookie": cookie}
    body, status, _headers = run_wsgi_app(
        app, create_environ(address, headers=headers, environ_base={"REMOTE_ADDR": "127.0.0.1"}), buffered=True
    )
    if status != "200 OK":
        raise ValueError(f"{address}: {status}")
    return b"".join(body)


def _steps(app: Flask, record: str, cookie: str = "") -> bytes:
    return b"".join(_get(app, f"/records/{record}/steps/{at}?as=A", cookie) for at in STEPS)


def main() -> None:
    """Print today's numbers."""
    with tempfile.TemporaryDirectory(prefix="kiebitz-work-") as folder:
        for name, work in measured(Path(folder)):
            print(f"{f'{name!r}:':45} {work},".replace("'", '"'))


if __name__ == "__main__":
    main()
