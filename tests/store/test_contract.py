"""What the store promises on every database: rows, heads, expected versions, who wins."""

from __future__ import annotations

import contextlib
import sqlite3
import subprocess
import sys
import textwrap
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

import psycopg
import pytest

from records.errors import (
    AlreadyStored,
    CorruptRecord,
    GapInRecord,
    MalformedCommand,
    RecordNotFound,
    SeatNotFound,
    StaleVersion,
    StoreRefused,
)
from records.store import Head, SeatAt, open_store
from records.store.recorders.mapper import RowEvent
from support.processes import ended
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.store import NewRecord, Row, Store

ODD_IDS = ("nobody", "", "with\0nul", "half a pair \ud800", "x' OR '1'='1", "%")


class TestContract:
    """One contract, two databases."""

    def test_rows_come_back_as_they_went_in(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """What is read equals what was created, in order, byte for byte."""
        record = new("r1", 300)
        store.create(record)
        assert store.read("r1") == record.rows
        assert all(type(row.body) is bytes for row in store.read("r1"))

    def test_reads_a_part(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """``after`` is left out, ``upto`` is in, and a part beyond the end is empty."""
        store.create(new("r1", 10))
        assert [row.version for row in store.read("r1", after=3, upto=6)] == [4, 5, 6]
        assert [row.version for row in store.read("r1", upto=2)] == [1, 2]
        assert store.read("r1", after=10) == []
        assert store.read("r1", after=2**70) == store.read("r1", upto=-(2**70)) == store.read("r1", after=5, upto=5) == []

    def test_info_tells_all_but_the_rows(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """Header, key, head, names, foreign ids and origin come back; the trash is empty."""
        ids = {"A": {"bga": 84512, "name": "Ännchen"}}
        record = new("r1", foreign_ids=ids, origin="sha256:aa")
        store.create(record)
        info = store.info("r1")
        assert (info.id, info.header, info.key, info.head) == ("r1", record.header, record.key, record.head)
        assert (info.names, info.foreign_ids, info.origin) == ({"A": "Anna", "B": "Ben"}, ids, "sha256:aa")
        assert info.created_at.utcoffset() is not None
        assert info.trashed_at is None

    def test_a_redacted_record_has_no_key(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """A record created without a key has none afterwards."""
        store.create(new("r1", key=None))
        assert store.info("r1").key is None

    def test_append_moves_the_head(
        self, store: Store, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
    ) -> None:
        """A batch follows the expected version and the head goes with it."""
        store.create(new("r1", 3))
        store.append("r1", rows(2, after=3), expected=3, head=head(5))
        assert [row.version for row in store.read("r1")] == [1, 2, 3, 4, 5]
        assert store.info("r1").head == head(5)

    @pytest.mark.parametrize("expected", [2, 4])
    def test_a_stale_writer_stores_nothing(
        self,
        store: Store,
        new: Callable[..., NewRecord],
        rows: Callable[..., list[Row]],
        head: Callable[[int], Head],
        expected: int,
    ) -> None:
        """Whoever expects another number of events is told both numbers; rows and head stay."""
        store.create(new("r1", 3))
        with pytest.raises(StaleVersion) as caught:
            store.append("r1", rows(1, after=expected), expected=expected, head=head(expected + 1))
        assert (caught.value.record, caught.value.expected, caught.value.actual) == ("r1", expected, 3)
        assert len(store.read("r1")) == 3
        assert store.info("r1").head == head(3)

    def test_a_gap_is_refused(
        self, store: Store, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
    ) -> None:
        """Versions that do not follow, and a head that does not count them, are refused before anything is stored."""
        store.create(new("r1", 3))
        with pytest.raises(GapInRecord):
            store.append("r1", rows(1, after=4), expected=3, head=head(4))
        with pytest.raises(GapInRecord):
            store.append("r1", [rows(1, after=3)[0], rows(1, after=5)[0]], expected=3, head=head(5))
        with pytest.raises(GapInRecord):
            store.append("r1", rows(1, after=3), expected=3, head=head(5))
        with pytest.raises(GapInRecord):
            store.append("r1", rows(1, after=3), expected=3, head=Head(4, b"short"))
        assert len(store.read("r1")) == 3

    def test_rows_written_past_the_store_make_a_writer_stale(
        self,
        store: Store,
        new: Callable[..., NewRecord],
        rows: Callable[..., list[Row]],
        head: Callable[[int], Head],
        outside: Any,
    ) -> None:
        """If the head fits but the row is there, the writer is told the true last version, not a database error."""
        store.create(new("r1", 3))
        outside.run(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)",
            "r1",
            4,
            "x/1",
            b"{}",
        )
        with pytest.raises(StaleVersion) as caught:
            store.append("r1", rows(1, after=3), expected=3, head=head(4))
        assert caught.value.actual == 4
        assert store.info("r1").head == head(3)

    @pytest.mark.parametrize("record", one_in(3, ODD_IDS))
    def test_an_unknown_record_is_not_found(
        self, store: Store, rows: Callable[..., list[Row]], head: Callable[[int], Head], record: str
    ) -> None:
        """Every method that takes an id says so in the same way, whatever the id looks like."""
        for ask in (
            store.read,
            store.info,
            store.trash,
            store.restore,
            store.purge,
            lambda record: store.people.rename(record, "A", "Eva"),
            lambda record: store.append(record, rows(1), expected=0, head=head(1)),
        ):
            with pytest.raises(RecordNotFound):
                ask(record)

    def test_a_taken_id_is_refused(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """A second record of the same id is told how many events the first has, and changes nothing."""
        store.create(new("r1", 3))
        with pytest.raises(StaleVersion) as caught:
            store.create(new("r1", 5, names={"A": "Carl"}))
        assert (caught.value.expected, caught.value.actual) == (0, 3)
        assert store.info("r1").names == {"A": "Anna", "B": "Ben"}

    def test_many_records_are_stored_together_or_not(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """One taken id among many leaves none of the others."""
        store.create_many([new("r1"), new("r2", 30)])
        with pytest.raises(StaleVersion):
            store.create_many([new("r3"), new("r2"), new("r4")])
        with pytest.raises(StoreRefused, match="twice"):
            store.create_many([new("r3"), new("r3")])
        assert store.ids() == ["r1", "r2"]
        assert len(store.read("r2")) == 30
        store.create_many([])

    @pytest.mark.parametrize(
        ("change", "words"),
        one_in(
            3,
            [
                ({"id": ""}, "not a record id"),
                ({"id": "a\0b"}, "not a record id"),
                ({"rows": (), "head": Head(0, bytes(32))}, "at least one event"),
                ({"key": b"short"}, "32 bytes"),
                ({"head": Head(2, bytes(32))}, "there are 3"),
                ({"names": {"A": "a\0b"}}, "not a name"),
                ({"names": {"A": "\udcff"}}, "not a name"),
            ],
        ),
    )
    def test_a_record_that_cannot_be_is_refused(
        self, store: Store, new: Callable[..., NewRecord], change: dict[str, Any], words: str
    ) -> None:
        """Each thing that no record may be is refused in words, and nothing is stored."""
        record = new("r1")
        fields = {name: change.get(name, getattr(record, name)) for name in type(record).__slots__}
        with pytest.raises((StoreRefused, GapInRecord, MalformedCommand), match=words):
            store.create(type(record)(**fields))
        assert store.ids() == []

    def test_ids_by_prefix(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """A prefix is taken by its letters, with their case, and means nothing else."""
        store.create_many([new(record) for record in ("ab12", "ab34", "AB56", "a%x", "a_x")])
        assert store.ids_with_prefix("ab") == ["ab12", "ab34"]
        assert store.ids_with_prefix("a%") == ["a%x"]
        assert store.ids_with_prefix("ab12") == ["ab12"]
        assert store.ids_with_prefix("zz") == store.ids_with_prefix("a\0") == []
        assert store.ids() == ["AB56", "a%x", "a_x", "ab12", "ab34"]

    def test_records_by_origin(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """The digest of a file finds what was read from it, the oldest first."""
        store.create(new("r2", origin="d"))
        store.create_many([new("r1", origin="c"), new("r3"), new("r4")])
        assert store.by_origin("d") == ["r2"]
        assert store.by_origin("e") == []

    def test_a_file_is_stored_once(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """A second record of the same origin is refused, with all that was to be stored with it, and so are two in one batch."""
        store.create(new("r1", origin="d"))
        with pytest.raises(AlreadyStored, match="as record r1"):
            store.create_many([new("r2"), new("r3", origin="d")])
        with pytest.raises(StoreRefused, match="twice"):
            store.create_many([new("r4", origin="e"), new("r5", origin="e")])
        assert store.ids() == ["r1"]

    def test_two_writers_cannot_both_store_a_file(self, store: Store, url: str, new: Callable[..., NewRecord], outside: Any) -> None:
        """Of four writers of one file that begin together one stores it, and the database itself refuses a row past us."""

        def write(number: int) -> bool:
            with open_store(url) as other:
                try:
                    other.create(new(f"r{number}", origin="d"))
                except AlreadyStored:
                    return False
                return True

        with ThreadPoolExecutor(4) as threads:
            assert sorted(threads.map(write, range(4))) == [False, False, False, True]
        assert len(store.ids()) == 1
        with pytest.raises((sqlite3.IntegrityError, psycopg.errors.UniqueViolation)):
            outside.run("INSERT INTO records (id, header, origin, created_at) VALUES ('x', ?, 'd', '')", b"")

    def test_a_database_of_schema_1_is_brought_up(self, store: Store, url: str, new: Callable[..., NewRecord]) -> None:
        """Where a file was stored twice before that was refused, both records stay and the older is the one that is known again."""
        store.create(new("r2", origin="d"))
        store.create_many([new("r1"), new("r3", origin="e")])
        with store._opened.database.writing() as connection:
            connection.exec_driver_sql("DROP INDEX records_origin")
            connection.exec_driver_sql("CREATE INDEX ix_records_origin ON records (origin)")
            connection.exec_driver_sql("UPDATE records SET origin = 'd' WHERE id = 'r1'")
            connection.exec_driver_sql("UPDATE meta SET value = '1' WHERE name = 'schema'")
        with open_store(url) as again:
            assert again.by_origin("d") == ["r2"]
            assert (again.by_origin("e"), again.ids()) == (["r3"], ["r1", "r2", "r3"])
            with pytest.raises(AlreadyStored):
                again.create(new("r4", origin="e"))

    def test_rename(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """A name changes at its seat only, its foreign ids stay, and an unknown seat is told the known ones."""
        store.create(new("r1", foreign_ids={"A": {"bga": 1}}))
        store.people.rename("r1", "A", "Eva")
        assert store.info("r1").names == {"A": "Eva", "B": "Ben"}
        assert store.info("r1").foreign_ids == {"A": {"bga": 1}}
        with pytest.raises(SeatNotFound, match="A, B"):
            store.people.rename("r1", "C", "Carl")
        with pytest.raises(MalformedCommand):
            store.people.rename("r1", "A", "a\0b")

    def test_forget(self, store: Store, new: Callable[..., NewRecord]) -> None:
        """A person goes from all records in any case, in the trash too, with the ids at other sites; others stay."""
        ids = {"A": {"bga": 1}, "B": {"bga": 2}}
        store.create_many(
            [
                new("r1", names={"A": "ÄNNE", "B": "Ben"}, foreign_ids=ids),
                new("r2", names={"A": "Ben", "B": "A\u0308nne"}, foreign_ids=ids),
                new("r3", names={"A": "Anne", "B": "Änne B"}, foreign_ids=ids),
            ]
        )
        store.trash("r2")
        assert store.people.forget("änne", replacement="somebody") == [SeatAt("r1", "A"), SeatAt("r2", "B")]
        assert store.info("r1").names == {"A": "somebody", "B": "Ben"}
        assert store.info("r1").foreign_ids == {"B": {"bga": 2}}
        assert store.info("r2").names == {"A": "Ben", "B": "somebody"}
        assert store.info("r3").names == {"A": "Anne", "B": "Änne B"}
        assert store.info("r3").foreign_ids == ids
        assert store.people.forget("änne") == store.people.forget("a\0") == []

    def test_one_of_many_threads_wins(
        self, store: Store, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
    ) -> None:
        """Of eight threads that append to the same version one wins, and seven are told that they are stale."""
        store.create(new("r1", 3))
        start, outcomes = threading.Barrier(8), []

        def write() -> None:
            start.wait()
            try:
                store.append("r1", rows(2, after=3), expected=3, head=head(5))
                outcomes.append("won")
            except StaleVersion as error:
                outcomes.append(f"stale {error.actual}")

        threads = [threading.Thread(target=write) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["stale 5"] * 7 + ["won"]
        assert len(store.read("r1")) == 5

    @pytest.mark.soak
    def test_processes_take_turns(self, store: Store, url: str, new: Callable[..., NewRecord]) -> None:
        """Two processes that each append 25 times, reading again when stale, and create 25 records, lose nothing."""
        store.create(new("r1", 1))
        script = textwrap.dedent("""
            import sys
            from records.errors import StaleVersion
            from records.store import Head, NewRecord, Row, open_store
            with open_store(sys.argv[1]) as store:
                done = stale = 0
                while done < 25:
                    count = store.info("r1").head.count
                    row = Row(count + 1, "x/1", b"{}")
                    try:
                        store.append("r1", [row], expected=count, head=Head(count + 1, bytes(32)))
                        done += 1
                    except StaleVersion:
                        stale += 1
                for number in range(25):
                    rows = [Row(1, "x/1", b"{}")]
                    store.create(NewRecord(id=f"{sys.argv[2]}{number}", header=b"{}", key=None, names={}, origin=None,
                                           rows=rows, head=Head(1, bytes(32))))
            print("done", done)
        """)
        command = [sys.executable, "-W", "error", "-c", script, url]
        with ExitStack() as stack:
            running = [
                stack.enter_context(ended(subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True))) for name in ("a", "b")
            ]
            answers = [process.communicate(timeout=120)[0] for process in running]
        assert answers == ["done 25\n"] * 2
        assert [row.version for row in store.read("r1")] == list(range(1, 52))
        assert len(store.ids()) == 51

    def test_a_writer_waits_for_another(self, store: Store, url: str, new: Callable[..., NewRecord]) -> None:
        """What is written while another connection writes is stored after it, and does not fail."""
        store.create(new("r1"))
        pulled = store.shelf.pull()
        works = [lambda: store.create(new("r2")), lambda: store.shelf.put([], pulled), lambda: store.trash("r1")]
        for work in works:
            with open_store(url) as other, ThreadPoolExecutor(1) as thread:
                with other._opened.database.writing() as connection:
                    connection.exec_driver_sql("UPDATE names SET name = 'Eva' WHERE seat = 'A'")
                    waiting = thread.submit(work)
                    wait([waiting], timeout=0.3)
                assert waiting.result(timeout=30) is not False
        assert store.ids() == ["r1", "r2"]
        assert store.info("r1").names == {"A": "Eva", "B": "Ben"}
        assert store.info("r1").trashed_at is not None

    def test_readers_do_not_wait_for_a_writer(self, store: Store, new: Callable[..., NewRecord], url: str) -> None:
        """While a transaction of another connection holds the write lock, rows can be read."""
        store.create(new("r1"))
        with open_store(url) as other, other._opened.database.writing():
            assert len(store.read("r1")) == 3
            assert store.info("r1").head.count == 3

    def test_a_closed_store_refuses(self, url: str, new: Callable[..., NewRecord]) -> None:
        """After close every method says that the store is closed; a new one finds everything again."""
        store = open_store(url)
        store.create(new("r1"))
        store.close()
        store.close()
        for ask in (store.ids, store.shelf.pull, store.tombstones, lambda: store.read("r1"), lambda: list(store.raw())):
            with pytest.raises(StoreRefused, match="closed"):
                ask()
        with open_store(url) as again:
            assert len(again.read("r1")) == 3

    def test_the_table_is_the_librarys(self, store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
        """``stored_events`` has the library's columns, the stable name as topic and the line itself as state."""
        record = new("r1")
        store.create(record)
        found = outside.run("SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY originator_version")
        assert found == [("r1", *row) for row in record.rows]

    def test_the_librarys_own_readers_work(
        self, store: Store, new: Callable[..., NewRecord], rows: Callable[..., list[Row]], head: Callable[[int], Head]
    ) -> None:
        """Notification log and event store of the library's Application give what was appended, by either way."""
        store.create(new("r1", 2))
        store.append("r1", rows(1, after=2), expected=2, head=head(3))
        ledger = store._opened.ledger
        log = ledger.notification_log.select(start=1, limit=10)
        assert [(entry.originator_id, entry.originator_version) for entry in log] == [("r1", 1), ("r1", 2), ("r1", 3)]
        assert ledger.recorder.max_notification_id() == log[-1].id
        assert list(ledger.events.get("r1")) == [RowEvent("r1", *row) for row in rows(3)]

    def test_a_missing_head_is_corruption(self, store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
        """A record whose head was removed is not served as if nothing were."""
        store.create(new("r1"))
        outside.run("DELETE FROM record_heads")
        with pytest.raises(CorruptRecord, match="r1"):
            store.info("r1")

    def test_a_failing_database_is_told_in_our_words(self, store: Store, new: Callable[..., NewRecord], outside: Any) -> None:
        """An error of the database below comes as StoreRefused with what was being done."""
        store.create(new("r1"))
        outside.run("DROP TABLE names")
        with pytest.raises(StoreRefused, match="renaming"):
            store.people.rename("r1", "A", "Eva")
        with pytest.raises(StoreRefused, match="storing"):
            store.create(new("r2"))
        with contextlib.suppress(StoreRefused):
            store.info("r1")
        assert store.ids() == ["r1"]
