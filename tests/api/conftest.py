"""One shelf for all tests of the API, which only reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from records.core.viewers import LOCAL
from records.service import GameBook
from support import thinking
from support.programs import app_on, fill, open_book

no_route_thinks_unbounded = thinking.no_route_thinks_unbounded


@pytest.fixture(scope="session")
def shelf_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a record of each game."""
    path = tmp_path_factory.mktemp("api") / "book.sqlite"
    with open_book(path) as book:
        fill(book)
    return path


@pytest.fixture(scope="session")
def book(shelf_file: Path) -> Iterator[GameBook]:
    """The book that is only read."""
    with open_book(shelf_file) as opened:
        yield opened


@pytest.fixture(scope="session")
def app(book: GameBook) -> Flask:
    """The app on the whole shelf."""
    return app_on(book)


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A program that asks for nothing special."""
    return app.test_client()


@pytest.fixture(scope="session")
def ids(book: GameBook) -> dict[str, str]:
    """The record of each game."""
    return {entry.game: entry.id for entry in book.records.shelf(LOCAL).entries}


@pytest.fixture
def ask(client: FlaskClient) -> Callable[..., Any]:
    """Get what must be there, as JSON values."""

    def asked(address: str, **headers: str) -> Any:
        answer = client.get(address, headers=headers)
        assert answer.status_code == 200, f"{address}: {answer.text}"
        assert answer.mimetype == "application/json"
        return answer.get_json()

    return asked
