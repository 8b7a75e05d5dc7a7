"""A browser on an empty book of the games that come with the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.service import GameBook
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from flask.testing import FlaskClient


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """An empty book of the games that come with the program."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as opened:
        yield opened


@pytest.fixture
def client(book: GameBook) -> FlaskClient:
    """A browser that prefers English."""
    made = create_app(book).test_client()
    made.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en"
    return made
