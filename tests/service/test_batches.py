"""Batches: many tasks come to the same in any order and on any number of processes, and a cluster is no more than such processes."""

from __future__ import annotations

import pickle
import sys
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL, OPEN
from records.errors import JobRefused, RecordNotFound
from records.knowledge.door import veil
from records.service import GameBook
from records.service.jobs.batch import batched
from records.service.jobs.cluster import ClusterHands
from records.service.jobs.engine import Engine
from records.service.jobs.hands import OwnHands
from records.service.jobs.pool import WorkerPool
from records.service.jobs.tasks import Task, whole_checked
from records.service.library import library
from records.service.sent_logs import audited, sent
from records.service.writing.simulation import simulate
from records.store import MOST_BYTES
from support import toy_jobs
from support.soaking import shares

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from records.service.jobs.hands import Hands, Place

LONG = 120.0
HELD = ("regicide", "castle-rampage", "creature-crush")


def whole(source: bytes, there: Mapping[str, bytes] | None = None) -> Task:
    """A toy job as one task."""
    return Task(whole_checked, (toy_jobs.split, toy_jobs.work, source, there or {}, MOST_BYTES))


def told(hands: Hands, tasks: list[tuple[Place, Task]]) -> dict[Place, object]:
    """What a batch came to: values, or why there is none."""
    return {one.place: one.why or one.value for one in batched(hands, tasks)}


def as_bytes(found: Mapping[Place, object]) -> Mapping[Place, bytes]:
    """The same to be compared to the byte."""
    return {place: pickle.dumps(pickle.loads(pickle.dumps(value))) for place, value in found.items()}  # noqa: S301 -- our own, of one shape


@pytest.fixture
def book(tmp_path: Path) -> Iterator[GameBook]:
    """An empty book."""
    with GameBook.open(f"sqlite:///{tmp_path}/batches.sqlite") as opened:
        yield opened


def test_a_whole_task_does_what_is_missing() -> None:
    """It comes to the rows of all stages; to none of those that are there, which are taken as they are."""
    assert whole(b"1 2 3").done() == toy_jobs.EXPECTED
    there = {"0/0": b"1", "0/1": b"100", "1/0": b"1"}
    assert whole(b"1 2 3", there).done() == {"0/2": b"9", "1/1": b"101", "1/2": b"110"}


def test_a_batch_ends_what_was_begun_and_begins_no_more_when_its_time_is_up() -> None:
    """Tasks are only made when there are hands for them."""
    made = []

    def tasks() -> Iterator[tuple[Place, Task]]:
        for number in range(5):
            made.append(number)
            yield ("job", number), whole(b"1")

    assert list(batched(OwnHands(), tasks(), seconds=0)) == []
    assert made == []
    found = batched(OwnHands(), tasks())
    next(found)
    assert made == [0]


@pytest.mark.soak
def test_a_task_that_kills_its_process_twice_is_given_up_and_the_others_go_on() -> None:
    """So it is with processes beside this one."""
    pool = WorkerPool(2)
    try:
        tasks = [(("deadly", 0), whole(b"2 -3")), *((("good", number), whole(b"1 2 3")) for number in range(3))]
        found = told(pool, tasks)
    finally:
        pool.close()
    assert found.pop(("deadly", 0)) == "its process was ended by signal 9"
    assert [*found.values()] == [toy_jobs.EXPECTED] * 3


def test_a_seats_task_holds_what_its_seat_was_shown_and_nothing_else(book: GameBook) -> None:
    """The bytes that go to another machine have no card that the seat did not see, though the record has; the open table's have them."""
    (game,) = simulate(library()["regicide"], seed=140, games=1, players=3)
    record = book.writing.add(LOCAL, game)[0].id
    apart, works = book.reviews.missing(LOCAL, record)
    assert (apart, [*works]) == ("", ["A", "B", "C", "open"])
    whole_log = book.record(LOCAL, record, OPEN)
    codec = whole_log.game.codec
    everything = b"".join(codec.encode(one) for one in whole_log.events)
    for seat in whole_log.header.seats:
        shown = b"".join(codec.encode(one) for one in veil(whole_log.game.parts, whole_log.events, seat))
        cards = {f'"{card}"'.encode() for card in whole_log.faces}
        unseen = {card for card in cards if card in everything and card not in shown}
        assert len(unseen) > 3
        sends = pickle.dumps(works[str(seat)].task) + pickle.dumps(sent(book.record(LOCAL, record, seat)))
        assert not [card for card in unseen if card in sends]
        assert all(card in pickle.dumps(works["open"].task) for card in unseen)
        assert not any(name.encode() in sends for name in whole_log.names.values())


def test_what_a_batch_made_is_a_job_that_is_done(book: GameBook) -> None:
    """Of a record that is there; nobody's list of jobs shows it, and no limit of anybody's counts it."""
    (game,) = simulate(library()["regicide"], seed=140, games=1, players=1)
    record = book.writing.add(LOCAL, game)[0].id
    _apart, works = book.reviews.missing(LOCAL, record, "A")
    book.jobs.keep_whole(works["A"], {"chart 0": b"{}"})
    assert book.reviews.missing(LOCAL, record, "A") == ("", {})
    assert book.reviews.review(LOCAL, record, "A").seats[0].work.state == "done"
    assert book.jobs.of_caller(LOCAL) == []
    assert book.jobs.rows("review", works["A"].key) == {"chart 0": b"{}"}
    with pytest.raises(JobRefused, match="has more than"):
        book.jobs.keep_whole(works["A"], {"chart 1": bytes(MOST_BYTES + 1)})
    book.records.trash(LOCAL, record)
    with pytest.raises(RecordNotFound):
        book.jobs.keep_whole(works["A"], {"chart 1": b"{}"})


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """The address of a scheduler with two worker processes, which gives a task up that killed two."""
    import dask  # noqa: PLC0415 -- a second that no other test needs
    from distributed import LocalCluster  # noqa: PLC0415

    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1, "distributed.admin.log-format": "%(message)s"}),
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None, silence_logs=50) as opened,
    ):
        yield opened.scheduler_address


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_comes_to_the_same_in_any_order(cluster: str, book: GameBook) -> None:
    """The audits of a real log through all eyes by two processes, told in reverse, are those of this process to the byte."""
    (game,) = simulate(book.games["regicide"], seed=140, games=1, players=3)
    record = book.writing.add(LOCAL, game)[0].id
    tasks: list[tuple[Place, Task]] = [
        ((eyes, 0), Task(audited, (sent(book.record(LOCAL, record, eyes)), None))) for eyes in ("A", "B", "C", "open")
    ]
    tasks.append((("toy", 0), whole(b"1 2 3")))
    hands = ClusterHands(cluster, patience=LONG)
    try:
        found = told(hands, tasks[::-1])
    finally:
        hands.close()
    assert as_bytes(found) == as_bytes(told(OwnHands(), tasks))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.soak
def test_workers_of_another_program_are_refused(cluster: str) -> None:
    """Before anything is begun, in words that say which is which."""
    with pytest.raises(JobRefused, match=r"here is Kiebitz 9 \(abcdefgh\) on Python 2.7, and the worker tcp://127.0.0.1:\d+ is Kiebitz "):
        ClusterHands(cluster, wanted=Engine("9", "abcdefghij", "2.7"))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.soak
def test_a_cluster_that_is_not_there_is_told() -> None:
    """Nobody listens, or a scheduler has no worker."""
    from distributed import LocalCluster  # noqa: PLC0415 -- as above

    with pytest.raises(JobRefused, match=r"no scheduler answers at tcp://127.0.0.1:9: "):
        ClusterHands("tcp://127.0.0.1:9", patience=0.5)
    with (
        LocalCluster(n_workers=0, host="127.0.0.1", dashboard_address=None, silence_logs=50) as empty,
        pytest.raises(JobRefused, match="has no worker; start one by: dask worker tcp://"),
    ):
        ClusterHands(empty.scheduler_address, patience=0.5)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing else of the program needs it."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(JobRefused, match=r"pip install 'kiebitz\[cluster\]'"):
        ClusterHands("tcp://127.0.0.1:9")


@pytest.mark.filterwarnings("ignore")
@pytest.mark.soak
@pytest.mark.parametrize("games", shares(12, 200))
@pytest.mark.parametrize("name", HELD)
def test_many_records_come_to_the_same_on_a_cluster(cluster: str, book: GameBook, name: str, games: int) -> None:
    """The audits of as many records of each game, as the seat that went first saw them, a worker killed amid it."""
    made = list(simulate(book.games[name], seed=7, games=games))
    tasks = [((added.id, 0), Task(audited, (sent(book.record(LOCAL, added.id, "A")), None))) for added in book.writing.add(LOCAL, *made)]
    alone = told(OwnHands(), tasks)
    hands = ClusterHands(cluster, patience=LONG)
    try:
        found = told(hands, [*tasks[: games // 2], (("deadly", 0), whole(b"-3")), *tasks[games // 2 :]])
    finally:
        hands.close()
    assert found.pop(("deadly", 0))
    assert as_bytes(found) == as_bytes(alone)
