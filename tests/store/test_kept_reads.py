"""Reads of one moment: the same question goes to the database once, until anybody writes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest

from records.errors import RecordNotFound, StoreRefused
from records.store import Store, open_store
from records.store.kept_reads import MOST_KEPT, KeptReads
from records.store.unit import WriteUnits
from records.values import replace
from store.conftest import make_head, make_rows

if TYPE_CHECKING:
    from pathlib import Path

    from store.conftest import MakeRecord


def title(store: Store) -> str:
    """What the record is called, as the store is asked in a moment of its own."""
    with store.moment():
        return store.info("one").label.title


def test_what_another_process_writes_is_read_in_the_next_moment(url: str, new: MakeRecord) -> None:
    """Names, streams beside a record, rights and heads; a moment that has begun goes on as it began, and without one nothing is kept."""
    with open_store(url) as here, open_store(url) as there:
        with here.moment():
            with pytest.raises(RecordNotFound):
                here.info("one")
            assert (here.heads_of("layer"), here.access.of("one"), here.bound("one", "layer")) == ((), None, [])
            there.create(new("one"))
        with here.moment():
            before = here.mark
            assert before is not None
            first = here.info("one")
            assert here.mark == before
        with here.moment():
            assert here.info("one") is first
            there.label("one", first.label._replace(title="Skat"))
            assert here.info("one") is first
        assert title(here) == "Skat"
        there.create(replace(new("two"), kind="layer", bound="one"))
        with here.moment():
            assert here.mark != before
            assert [stream for stream, _ in here.heads_of("layer")] == here.bound("one", "layer") == ["two"]
        assert here.mark is None
        there.label("one", first.label._replace(title="Tarock"))
        assert here.info("one").label.title == "Tarock"


def test_what_is_written_in_a_moment_is_read_in_it(store: Store, new: MakeRecord) -> None:
    """By the thread that writes at once, also before its transaction is kept; by another one in its next moment."""
    store.create(new("one"))
    with store.moment(), ThreadPoolExecutor(1) as other:
        label = store.info("one").label
        store.label("one", label._replace(title="Skat"))
        assert store.info("one").label.title == "Skat"
        store.append("one", make_rows(1, after=3), expected=3, head=make_head(4))
        assert store.info("one").head.count == 4
        with store.answering("key"):
            store.label("one", label._replace(title="Tarock"))
            assert (store.mark, store.info("one").label.title) == (None, "Tarock")
            assert other.submit(title, store).result() == "Skat"
        assert store.info("one").label.title == other.submit(title, store).result() == "Tarock"


def test_a_file_that_nobody_can_write_bears_no_mark(sqlite_path: Path, new: MakeRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is read each time; a store that is closed refuses."""
    with open_store(f"sqlite:///{sqlite_path}") as store:
        store.create(new("one"))
        with store.moment():
            assert store.info("one") is store.info("one")
        monkeypatch.setattr(store._work, "_mark", lambda: None)
        with store.moment():
            assert (store.mark, store.info("one") is store.info("one")) == (None, False)
    with store.moment(), pytest.raises(StoreRefused, match="closed"):
        store.info("one")


def test_what_is_kept_is_bounded_and_what_raises_is_not_kept() -> None:
    """The question after so many begins anew; a failed one is asked again."""
    asked: list[int] = []

    def read(nth: int) -> int:
        asked.append(nth)
        if nth < 0:
            raise RecordNotFound("none")
        return nth

    kept = KeptReads(lambda: "mark", WriteUnits())
    with kept.moment(), kept.moment():
        for nth in [*range(MOST_KEPT), 0, MOST_KEPT, 0]:
            assert kept.once(nth, lambda nth=nth: read(nth)) == nth  # type: ignore[misc]
        for _ in range(2):
            with pytest.raises(RecordNotFound):
                kept.once(-1, lambda: read(-1))
    assert len(asked) == MOST_KEPT + 2 + 2
    kept.once(0, lambda: read(0))
    assert len(asked) == MOST_KEPT + 5
