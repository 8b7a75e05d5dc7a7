"""Books of the games that come with the program, each on a store of its own; ``book = books.own`` makes one a fixture of a test file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from records.service import GameBook


@pytest.fixture
def own(tmp_path: Path) -> Iterator[GameBook]:
    """An empty book for a test."""
    with GameBook.open(f"sqlite:///{tmp_path}/book.sqlite") as opened:
        yield opened


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book for all tests of a module."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('book')}/book.sqlite") as opened:
        yield opened
