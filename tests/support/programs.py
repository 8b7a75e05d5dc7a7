"""A book with a record of every kind of game, and programs that ask for them over the API."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from importers import ImportOptions, read_file
from records.core.viewers import LOCAL
from records.service import Entry, GameBook, NewGame
from records.service.writing.simulation import simulate
from records.store import open_store
from support import tiny
from support.mini_game import HOLLOW, play
from web.app import create_app
from web.settings import Settings

ROOT = Path(__file__).parents[2]
GAMES = ("observed", "castle-rampage", "regicide", "tiny", "hollow")
"""Games of the records on the shelf: three of Kiebitz itself, two of the tests; the last uses everything that a game can."""
VIEWERS = ("A", "B", "public", "open")


def hollow(seed: int, length: int = 70) -> NewGame:
    """Return a game with take-backs, corrections and exposed cards."""
    played = play(seed, length)
    entries = [Entry(at=recorded.at, event=recorded.event, cause=recorded.cause) for recorded in played.log]
    seats = played.header.seats
    return NewGame(
        game=HOLLOW.name,
        seats=seats,
        names=dict(zip(seats, ("Ida", "Jo", "Kim"), strict=True)),
        started=played.header.started,
        entries=entries,
        ruleset=played.header.ruleset,
    )


def open_book(path: Path) -> GameBook:
    """Open a book that knows the games of the tests too."""
    with GameBook.open(f"sqlite:///{path}") as usual:
        games = {**usual.games, "tiny": tiny.TINY, "hollow": HOLLOW}
    return GameBook(open_store(f"sqlite:///{path}"), games=games)


def fill(book: GameBook) -> None:
    """Put a record of each game on the shelf."""
    archive = ROOT / "examples/games/night-ferry.json"
    book.writing.add(LOCAL, *read_file(book.games, archive.read_bytes(), archive.name, ImportOptions()))
    castle = simulate(book.games["castle-rampage"], seed=7, games=1, ruleset="castle-rampage/plain")
    regicide = simulate(book.games["regicide"], seed=7, games=1)
    book.writing.add(LOCAL, *castle, *regicide, tiny.new_game(), hollow(5))


class Program(FlaskClient):
    """Reads each answer to its end."""

    def open(self, *args: Any, **named: Any) -> TestResponse:
        """Send a request."""
        return super().open(*args, **{"buffered": True, **named})


def app_on(book: GameBook | None, settings: Settings | None = None) -> Flask:
    """Return the app as it is served."""
    app = create_app(book, settings)
    app.test_client_class = Program
    return app
