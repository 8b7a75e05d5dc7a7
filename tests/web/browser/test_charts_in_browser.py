"""Charts in a real Chromium: what takes long is worked out while one looks at it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from playwright.sync_api import expect

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.measuring import series
from records.service.writing.simulation import simulate
from records.store import open_store
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Page

pytestmark = pytest.mark.browser
MEASURED = (
    "() => document.querySelector('.plot').data.filter((one) => one.customdata).flatMap((one) => one.y).filter((y) => y !== null).length"
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book with all games, on a store of its own."""
    with GameBook(open_store(f"sqlite:///{tmp_path_factory.mktemp('book') / 'charts.sqlite'}")) as opened:
        yield opened


@pytest.mark.soak
def test_number_12_a_chart_works_on_by_itself(visit: Callable[..., Page], book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """It says how far it is, draws each part when it comes, on the same page, and ends with all numbers."""
    monkeypatch.setattr(series, "WORK", 4_000)
    (game,) = simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain")
    played = book.writing.add(LOCAL, replace(game, entries=tuple(game.entries)[:60]))[0].id
    page = visit(f"/records/{played}/charts/uncertainty?as=public&grain=step")
    page.evaluate("document.body.dataset.samePage = ''")
    expect(page.locator("#working [data-goes-on]")).to_have_count(0, timeout=20_000)
    expect(page.locator("#working progress")).to_have_count(0)
    page.wait_for_function(f"({MEASURED})() === {1 + len(book.record(LOCAL, played, 'public').timeline.versions)}")
    expect(page.locator("#rows")).not_to_contain_text("not calculated yet")
    assert page.evaluate("'samePage' in document.body.dataset")
