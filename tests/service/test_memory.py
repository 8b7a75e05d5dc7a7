"""What a process keeps of records is bounded by the bytes that it holds, not by a number of records; pieces go first."""

from __future__ import annotations

import gc
import tracemalloc
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook, ShelfQuery
from records.service import seen_log as seen_logs
from records.service.library import library
from records.service.measuring.measures import UNCERTAINTY
from records.service.measuring.series import measure
from records.service.memory import MEGABYTE, Memory, Tally, Tier
from records.service.writing.simulation import simulate
from records.values import replace
from support.pages_kept import KEPT_GAMES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from records.service import NewGame, RecordView

RECORDS, EVENTS = 200, 70
NEAR = 0.3
"""What is counted may be so much more or less than what is held."""


@cache
def played(game: str) -> NewGame:
    """A short game as it can be added again and again."""
    new = next(simulate(library()[game], games=1, **KEPT_GAMES[game]))
    return replace(new, entries=tuple(islice(new.entries, EVENTS)), origin=None)


def filled(tmp_path: Path, number: int, *games: str) -> str:
    """The address of a store that holds so many records of each game."""
    url = f"sqlite:///{tmp_path}/kept.sqlite"
    with GameBook.open(url) as book:
        for game in games:
            book.writing.add(LOCAL, *[played(game)] * number)
    return url


def everything(view: RecordView, at: int) -> tuple[Any, ...]:
    """What may be asked of a record at a step."""
    told = [step.lines for step in view.timeline.told]
    return told, view.position(at), view.untold, view.journey(card=next(iter(view.faces)), at=at), view.audit(), view.shown(at)


def test_two_rounds_over_two_hundred_records_make_no_log_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who looks at the same records in turn has each of them read, told and folded once, however many there are."""
    work = Counter[str]()

    def counted(name: str, of: Callable[..., Any]) -> Callable[..., Any]:
        def count(*asked: Any, **named: Any) -> Any:
            work[name] += 1
            return of(*asked, **named)

        return count

    monkeypatch.setattr(seen_logs, "timeline", counted("timelines", seen_logs.timeline))
    monkeypatch.setattr(seen_logs, "position_at", counted("folds", seen_logs.position_at))
    with GameBook.open(filled(tmp_path, RECORDS, "regicide")) as book:
        monkeypatch.setattr(book._office.store, "read", counted("reads", book._office.store.read))
        ids = [entry.id for entry in book.records.shelf(LOCAL, ShelfQuery(limit=RECORDS)).entries]
        assert len(ids) == RECORDS
        rounds = []
        for _ in range(2):
            for nth, record in enumerate(ids):
                view = book.record(LOCAL, record, ("A", "open", "public")[nth % 3])
                assert view.timeline.told
                view.position(view.steps)
            rounds.append(work.copy())
            work.clear()
    assert rounds[0]["reads"] >= RECORDS
    assert rounds[1] == {}


def test_what_is_held_stays_under_the_budget_whatever_is_looked_at(tmp_path: Path) -> None:
    """After each question no more bytes are held than may be, and the answer is what a cold start gives."""
    random, url = Random(3), filled(tmp_path, 6, "regicide", "castle-rampage")  # noqa: S311 -- a test, not a secret
    with GameBook.open(url, memory=MEGABYTE // 8) as book, GameBook.open(url, memory=64 * MEGABYTE) as roomy:
        ids = [entry.id for entry in book.records.shelf(LOCAL).entries]
        for _ in range(16):
            record, viewer = random.choice(ids), random.choice(("A", "B", "open", "public"))
            view = book.record(LOCAL, record, viewer)
            at = random.randint(0, view.steps)
            assert everything(view, at) == everything(roomy.record(LOCAL, record, viewer), at)
            kept = book.kept
            assert 0 <= kept.bytes <= kept.most == MEGABYTE // 8
            assert kept.bytes == sum(section.bytes for section in kept.sections.values())
        sections = book.kept.sections
        assert sections["seen"].dropped > 0 < sections["logs"].dropped
        assert sections["seen"].hits + sections["seen"].misses >= 16
        assert roomy.kept.sections["seen"].dropped == 0


def test_pieces_go_before_logs(tmp_path: Path) -> None:
    """Where there is no room for all that was made of them, no log goes, though it was used less lately."""
    with GameBook.open(filled(tmp_path, 8, "regicide")) as book:
        ids = [entry.id for entry in book.records.shelf(LOCAL).entries]
        for record in ids:
            view = book.record(LOCAL, record, "A")
            view.timeline.told, view.position(view.steps)
        of_logs = book.kept.bytes
        book._office.memory.most = of_logs + 40_000
        for record in ids:
            view = book.record(LOCAL, record, "A")
            view.untold, view.audit(), view.seen.journeys
        kept = book.kept
        assert kept.sections["pieces"].dropped > 0
        assert kept.sections["seen"].dropped == kept.sections["logs"].dropped == 0
        assert 0 < kept.sections["pieces"].bytes <= 40_000 + RECORDS


def test_a_log_goes_after_all_that_share_its_events(tmp_path: Path) -> None:
    """So no event is held that is counted nowhere; viewers hold the same events where these are the same for all."""
    with GameBook.open(filled(tmp_path, 3, "castle-rampage")) as book:
        ids = [entry.id for entry in book.records.shelf(LOCAL).entries]
        views = {viewer: book.record(LOCAL, ids[0], viewer).events for viewer in ("A", "B", "open", "public")}
        log = book._office.log_of(ids[0])
        assert all(one is other for one, other in zip(views["open"], log, strict=True))
        shared = sum(one is other for viewer in ("A", "B", "public") for one, other in zip(views[viewer], log, strict=True))
        assert shared > len(log)
        for record in ids[1:]:
            book.record(LOCAL, record, "A")
        gone = []
        while book.kept.bytes:
            before = book._office.logs.tally_of(ids[0]), len(book._office._seen_logs)
            book._office.memory.most = book.kept.bytes - 1
            book._office.memory.make_room()
            gone.append(before[0] is not None and book._office.logs.tally_of(ids[0]) is None)
            if gone[-1]:
                assert not any(key[0] == ids[0] for key in book._office._seen_logs._kept)
        assert sum(gone) == 1


def test_many_threads_keep_the_count(tmp_path: Path) -> None:
    """Whatever is made and dropped at once, what is counted is what is listed, and nobody is told anything else."""
    with GameBook.open(filled(tmp_path, 4, "regicide", "castle-rampage"), memory=MEGABYTE // 8) as book:
        ids = [entry.id for entry in book.records.shelf(LOCAL).entries]
        expected = {record: (view := book.record(LOCAL, record, "A"), len(view.timeline.told))[1] for record in ids}

        def look(seed: int) -> None:
            random = Random(seed)  # noqa: S311 -- a test, not a secret
            for _ in range(4):
                record = random.choice(ids)
                view = book.record(LOCAL, record, "A")
                assert len(view.timeline.told) == expected[record]
                everything(view, random.randint(0, view.steps))

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(look, range(4)))
        kept = book.kept
        assert kept.bytes == sum(section.bytes for section in kept.sections.values()) <= kept.most
        book._office.memory.clear()
        assert book.kept.bytes == 0


def grown(book: GameBook, make: Callable[[], object]) -> tuple[int, int]:
    """What something holds by the interpreter's own count, and by the book's."""
    gc.collect()
    held, counted = tracemalloc.get_traced_memory()[0], book.kept.bytes
    make()
    gc.collect()
    return tracemalloc.get_traced_memory()[0] - held, book.kept.bytes - counted


@pytest.fixture
def traced() -> Iterator[None]:
    """Let the interpreter count."""
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.parametrize(
    "game", ["castle-rampage", *(pytest.param(game, marks=pytest.mark.soak) for game in ("regicide", "creature-crush"))]
)
def test_what_is_counted_is_what_is_held(tmp_path: Path, game: str, request: pytest.FixtureRequest) -> None:
    """A log as stored, as shown, told and folded; knowledge, journeys, charts: each within three tenths."""
    with GameBook.open(filled(tmp_path, 2, game)) as book:
        first, second = (entry.id for entry in book.records.shelf(LOCAL).entries)
        asks: dict[str, Callable[[RecordView], object]] = {
            "log": lambda view: (view.timeline.told, view.timeline.versions, [view.position(at) for at in range(0, view.steps, 25)]),
            "ways": lambda view: view.seen.journeys,
            "knowledge": lambda view: [view.knowledge(at) for at in range(1, view.steps, view.steps // 3)],
            "charts": lambda view: measure(view, range(0, view.steps, view.steps // 3), UNCERTAINTY),
        }
        for ask in asks.values():
            ask(book.record(LOCAL, first, "A"))  # what a process keeps of a game, and not of a record
        book._office.memory.clear()
        request.getfixturevalue("traced")
        for name, ask in asks.items():
            held, counted = grown(book, lambda ask=ask: ask(book.record(LOCAL, second, "A")) and None)  # type: ignore[misc]
            assert abs(counted - held) <= NEAR * held + 4_000, (name, held, counted)


def test_a_tally_counts_with_its_whole_and_leaves_with_all_of_it() -> None:
    """Parts count where the whole does, and nowhere once that is gone; the longest unused goes first."""
    memory, gone = Memory(100), list[str]()
    old, new = Tally(), Tally()
    part = Tally(old)
    memory.list(old, "x", Tier.PIECE, lambda: gone.append("old"))
    memory.list(new, "x", Tier.PIECE, lambda: gone.append("new"))
    part.add(60)
    new.add(40)
    memory.touch(old)
    assert (memory.figures().bytes, gone) == (100, [])
    part.add(1)
    assert (memory.figures().bytes, gone) == (61, ["new"])
    part.leave()
    part.add(500)
    assert (memory.figures().bytes, old.held, gone) == (0, 0, ["new"])
    old.leave()
    old.add(900)
    assert (memory.figures().bytes, gone) == (0, ["new"])
