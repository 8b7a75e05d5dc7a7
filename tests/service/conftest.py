"""A book of tiny games."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from records.service import GameBook
from records.store import open_store
from support.tiny import GAMES


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of the store."""
    return tmp_path / "book.sqlite"


@pytest.fixture
def book(path: Path) -> Iterator[GameBook]:
    """An empty book of tiny games."""
    with GameBook(open_store(f"sqlite:///{path}"), games=GAMES) as book:
        yield book
