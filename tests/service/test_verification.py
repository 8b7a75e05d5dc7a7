"""``verify`` finds whatever was changed behind the program's back, and names record, version and column."""

from __future__ import annotations

import random
import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from records.core.viewers import LOCAL, OPEN, PUBLIC
from records.service import Finding, GameBook
from records.store import open_store
from support.soaking import one_in
from support.tiny import GAMES, NOON, A, B, drawn, entries, new_game, whispered

Damage = Callable[[sqlite3.Connection, str], object]
"""Gets the open database and the id of the record."""


@pytest.fixture
def record(book: GameBook) -> Iterator[str]:
    """A record of seven events, between two that stay whole."""
    _, stored, _ = book.writing.add(LOCAL, new_game(), new_game(), new_game())
    book.records.shelf(LOCAL)
    yield stored.id
    others = [finding for finding in book.records.verify(LOCAL) if finding.record != stored.id]
    assert [finding for finding in others if finding.column != "stored_events.originator_id"] == []


def found(path: Path, book: GameBook, damage: Damage, record: str) -> list[Finding]:
    """What is found after ``damage``, done with the guards lifted."""
    with closing(sqlite3.connect(path)) as connection, connection:
        for trigger in ("update", "delete"):
            connection.execute(f"DROP TRIGGER stored_events_no_{trigger}")
        damage(connection, record)
    return list(book.records.verify(LOCAL))


def sql(statement: str, *values: object) -> Damage:
    """A statement with the record's id as its last value."""
    return lambda connection, record: connection.execute(statement, (*values, record))


def state(version: int, old: str, new: str) -> Damage:
    """Replace ``old`` by ``new`` in the state of an event."""

    def damage(connection: sqlite3.Connection, record: str) -> None:
        (text,) = connection.execute(
            "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = ?", (record, version)
        ).fetchone()
        text = bytes(text)
        assert old.encode() in text
        changed = text.replace(old.encode(), new.encode(), 1)
        connection.execute(
            "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?", (changed, record, version)
        )

    return damage


def flipped(table: str, column: str, place: int, where: str = "id = ?") -> Damage:
    """Turn one bit of a binary column."""

    def damage(connection: sqlite3.Connection, record: str) -> None:
        (value,) = connection.execute(f"SELECT {column} FROM {table} WHERE {where}", (record,)).fetchone()  # noqa: S608 -- names from below
        changed = bytearray(value)
        changed[place] ^= 1
        connection.execute(f"UPDATE {table} SET {column} = ? WHERE {where}", (bytes(changed), record))  # noqa: S608

    return damage


def renumbered(connection: sqlite3.Connection, record: str) -> None:
    """The second of three rows is removed and the third moved up: no gap is left."""
    connection.execute("DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 3", (record,))
    for version in range(4, 8):
        connection.execute(
            "UPDATE stored_events SET originator_version = ? WHERE originator_id = ? AND originator_version = ?",
            (version - 1, record, version),
        )


def extra(connection: sqlite3.Connection, record: str) -> None:
    """A copy of the last row stands behind it."""
    connection.execute(
        "INSERT INTO stored_events (originator_id, originator_version, topic, state) "
        "SELECT originator_id, 8, topic, CAST(replace(CAST(state AS TEXT), '{\"v\":7,', '{\"v\":8,') AS BLOB) FROM stored_events "
        "WHERE originator_id = ? AND originator_version = 7",
        (record,),
    )


def row(statement: str) -> Damage:
    """``UPDATE stored_events SET`` or ``DELETE`` for rows of the record that a condition names."""
    verb, _, condition = statement.partition(" WHERE ")
    start = "DELETE FROM stored_events" if verb == "DELETE" else f"UPDATE stored_events SET {verb}"  # noqa: S608 -- texts from below
    return sql(f"{start} WHERE {condition.replace('version', 'originator_version')} AND originator_id = ?")


def header(old: str, new: str) -> Damage:
    """Replace a text in the header."""
    return sql("UPDATE records SET header = replace(header, ?, ?) WHERE id = ?", old, new)


STATE, TOPIC, VERSION = "stored_events.state", "stored_events.topic", "stored_events.originator_version"
CHANGES: dict[str, tuple[Damage, int | None, str]] = {
    "a face": (state(2, "ace", "ten"), 2, STATE),
    "a field of the first event": (state(1, '"begins":"A"', '"begins":"B"'), 1, STATE),
    "a field of the last event": (state(7, '"seat":"A"', '"seat":"B"'), 7, STATE),
    "a sealed word": (state(4, "lies", "LIES"), 4, STATE),
    "who was shown it": (state(5, '"known_to":["A"]', '"known_to":["*"]'), 5, STATE),
    "the time": (state(3, "12:00:02", "12:00:09"), 3, STATE),
    "the cause": (state(4, '"cause":4', '"cause":3'), 4, STATE),
    "its own version": (state(4, '{"v":4', '{"v":5'), 4, STATE),
    "a space": (state(4, '{"v":4', '{"v" :4'), 4, STATE),
    "a field more": (state(4, '{"v":4', '{"v":4,"more":1'), 4, STATE),
    "no JSON": (state(4, '{"v"', '\xff{"v"'), 4, STATE),
    "the first prev longer": (state(1, '"prev":"', '"prev":"0'), 1, STATE),
    "no state": (row("state = NULL WHERE version = 4"), 4, STATE),
    "a number as state": (row("state = 17 WHERE version = 4"), 4, STATE),
    "another name": (row("topic = 'tiny.laid/1' WHERE version = 3"), 3, TOPIC),
    "an event name that is no text": (row("topic = CAST(X'FF' AS TEXT) WHERE version = 3"), 3, TOPIC),
    "the last version": (row("originator_version = 70 WHERE version = 7"), 7, VERSION),
    "a middle version": (row("originator_version = 30 WHERE version = 3"), 3, VERSION),
    "last row away": (row("DELETE WHERE version = 7"), 7, VERSION),
    "last rows away": (row("DELETE WHERE version > 4"), 5, VERSION),
    "middle row away": (row("DELETE WHERE version = 4"), 4, VERSION),
    "first row away": (row("DELETE WHERE version = 1"), 1, VERSION),
    "all rows away": (row("DELETE WHERE version > 0"), 1, VERSION),
    "rows moved up": (renumbered, 3, STATE),
    "a row more": (extra, 8, VERSION),
    "head counts less": (sql("UPDATE record_heads SET count = 6 WHERE id = ?"), None, "record_heads.count"),
    "head counts more": (sql("UPDATE record_heads SET count = 9 WHERE id = ?"), None, "record_heads.count"),
    "head counts nothing": (sql("UPDATE record_heads SET count = 0 WHERE id = ?"), None, "record_heads.count"),
    "head counts in words": (sql("UPDATE record_heads SET count = 'many' WHERE id = ?"), None, "record_heads.count"),
    "a bit of the head": (flipped("record_heads", "hash", 31), 7, "record_heads.hash"),
    "a short head": (sql("UPDATE record_heads SET hash = X'00' WHERE id = ?"), None, "record_heads.hash"),
    "no head": (sql("DELETE FROM record_heads WHERE id = ?"), None, "record_heads.id"),
    "a bit of the key": (flipped("record_keys", "key", 5), None, "record_keys.key"),
    "a short key": (sql("UPDATE record_keys SET key = X'00' WHERE id = ?"), None, "record_keys.key"),
    "no key": (sql("DELETE FROM record_keys WHERE id = ?"), 2, "record_keys.key"),
    "the start": (header("2026-", "2025-"), None, "records.header"),
    "the seats": (header('["A",', '["C",'), None, "records.header"),
    "a seat twice": (header('["A",', '["B",'), None, "records.header"),
    "the game": (header("tiny", "mini"), None, "records.header"),
    "spaces in the header": (header(":", ": "), None, "records.header"),
    "no header": (sql("UPDATE records SET header = '{' WHERE id = ?"), None, "records.header"),
    "a strange seat": (sql("UPDATE names SET seat = 'Z' WHERE seat = 'A' AND id = ?"), None, "names.seat"),
    "a seat less": (sql("DELETE FROM names WHERE seat = 'A' AND id = ?"), None, "names.seat"),
    "a person's name that is no text": (sql("UPDATE names SET name = X'FF' WHERE seat = 'A' AND id = ?"), None, "names.name"),
    "no ids": (sql("UPDATE names SET foreign_ids = '{' WHERE seat = 'A' AND id = ?"), None, "names.foreign_ids"),
}


@pytest.mark.parametrize("change", one_in(3, CHANGES))
def test_a_change_is_found_and_located(book: GameBook, path: Path, record: str, change: str) -> None:
    """A change of any column is found, with the record, the version and the column that was changed."""
    damage, version, column = CHANGES[change]
    (finding,) = found(path, book, damage, record)
    assert (finding.record, finding.version, finding.column) == (record, version, column), finding
    place = f"record {record}, version {version}, {column}: " if version else f"record {record}, {column}: "
    assert str(finding).startswith(place)


@pytest.mark.soak
def test_every_bit_of_every_state_counts(book: GameBook, path: Path, record: str) -> None:
    """Wherever a bit is turned in an event, verify names that event and that column."""
    picker = random.Random(5)  # noqa: S311 -- a sample
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TRIGGER stored_events_no_update")
        states = dict(connection.execute("SELECT originator_version, state FROM stored_events WHERE originator_id = ?", (record,)))
        update = "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?"
        for version, whole in states.items():
            for place in picker.sample(range(len(whole)), 12):
                changed = bytearray(whole)
                changed[place] ^= 1 << picker.randrange(8)
                connection.execute(update, (bytes(changed), record, version))
                connection.commit()
                (finding,) = book.records.verify(LOCAL)
                assert (finding.record, finding.version, finding.column) == (record, version, "stored_events.state"), (finding, changed)
                connection.execute(update, (whole, record, version))
                connection.commit()
    assert list(book.records.verify(LOCAL)) == []


@pytest.mark.parametrize(
    ("damage", "lost", "stray"),
    [
        (row("originator_id = 'other' WHERE version = 3"), (3, VERSION), (3, "stored_events.originator_id")),
        (sql("UPDATE record_heads SET id = 'other' WHERE id = ?"), (None, "record_heads.id"), (None, "record_heads.id")),
        (sql("UPDATE record_keys SET id = 'other' WHERE id = ?"), (2, "record_keys.key"), (None, "record_keys.id")),
        (sql("UPDATE names SET id = 'other' WHERE id = ?"), (None, "names.seat"), (None, "names.id")),
        (sql("UPDATE records SET id = 'other' WHERE id = ?"), (1, "stored_events.originator_id"), (None, "records.id")),
    ],
)
def test_what_stands_under_a_strange_id_is_found_at_both(
    book: GameBook, path: Path, damage: Damage, lost: tuple[int | None, str], stray: tuple[int | None, str]
) -> None:
    """Rows that were moved to an id that no record has are missed where they were and found where they are."""
    (stored,) = book.writing.add(LOCAL, new_game())
    findings = {finding.record: (finding.version, finding.column) for finding in found(path, book, damage, stored.id)}
    assert findings == {stored.id: lost, "other": stray}


def test_what_was_deleted_for_good_stays_deleted(book: GameBook, path: Path) -> None:
    """Rows that come back under the id of a tombstone are a finding; a tombstone alone is none."""
    (stored,) = book.writing.add(LOCAL, new_game())
    book.records.trash(LOCAL, stored.id)
    book.records.purge(LOCAL, stored.id)
    assert list(book.records.verify(LOCAL)) == []
    back = "INSERT INTO stored_events (topic, state, originator_version, originator_id) VALUES ('x', '{}', 1, ?)"
    (finding,) = found(path, book, sql(back), stored.id)
    assert (finding.record, finding.column) == (stored.id, "tombstones.id")


def test_the_key_is_not_blamed_for_a_single_event(book: GameBook, path: Path) -> None:
    """Where one event only has a secret, a change of it is told of that event, not of the key."""
    (stored,) = book.writing.add(LOCAL, new_game(drawn(A, "ace"), drawn(B, "?"), whispered(B, "x")))
    (finding,) = found(path, book, state(1, "ace", "ten"), stored.id)
    assert (finding.version, finding.column) == (1, "stored_events.state")


def test_the_trash_is_walked_too(book: GameBook, path: Path) -> None:
    """A record in the trash is verified like any other."""
    (stored,) = book.writing.add(LOCAL, new_game())
    book.records.trash(LOCAL, stored.id)
    (finding,) = found(path, book, state(2, "ace", "ten"), stored.id)
    assert finding.record == stored.id


def test_a_redacted_record_verifies_with_what_was_added(book: GameBook, path: Path) -> None:
    """A record that came without its key is verified by its salts and commitments; what was appended later by the key that it got."""
    (stored,) = book.writing.add(LOCAL, new_game())
    redacted = book.records.export(LOCAL, stored.id, PUBLIC)
    with GameBook(open_store(f"sqlite:///{path.parent}/other.sqlite"), games=GAMES) as other:
        taken = other.writing.take_in(LOCAL, redacted)
        other.writing.append(LOCAL, taken.id, entries(drawn(A, "ten")), expected=7)
        assert list(other.records.verify(LOCAL)) == []
        seal = re.compile(rb'"seal":\["([0-9a-f])')
        line = GAMES["tiny"].codec.encode(other.record(LOCAL, taken.id, OPEN).events[1])
        match = seal.search(line)
        assert match is not None
        old = match[0].decode()
        (finding,) = found(path.parent / "other.sqlite", other, state(2, old, old[:-1] + ("0" if old[-1] != "0" else "1")), taken.id)
        assert (finding.version, finding.column) == (2, "stored_events.state")
    assert redacted.log[0].at == NOON
