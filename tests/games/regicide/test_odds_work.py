"""How much work the chance to survive takes over a laid-out position, where nothing is known of anybody's hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bench.work import counted
from importers.base import ImportOptions
from importers.storing import store_file
from records.core.viewers import LOCAL, PUBLIC
from records.service import GameBook
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.asking.questions import OddsAnswer
    from records.service import RecordView

OLDER = Path(__file__).parents[3] / "examples/games/regicide-disputes-older.jsonl"
MOST = 100_000
"""Function calls: less than a tenth of a second of one core. There were up to three million."""


@pytest.fixture(scope="module")
def older(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RecordView]:
    """The example, as a spectator is shown it."""
    with GameBook.open(f"sqlite:///{tmp_path_factory.mktemp('older')}/older.sqlite") as book:
        yield book.record(LOCAL, store_file(book, LOCAL, OLDER.read_bytes(), OLDER.name, ImportOptions())[0].id, PUBLIC)


@pytest.mark.parametrize("drawn", rest_soaked([4, 5, 8]))
def test_number_15_to_survive_over_a_position_takes_little_work(older: RecordView, drawn: int) -> None:
    """However many cards are drawn before, the answer is exact and costs no more than others."""
    given: list[OddsAnswer] = []
    work = counted(lambda: given.append(older.ask(7, "survive", {"seat": "A", "draw": str(drawn)})))
    assert given[0].exact
    assert work.calls < MOST
