"""The statements of the hot paths, the same for both databases but for the place-holder and the log's column."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

LOG_COLUMN = {"sqlite": "rowid", "postgresql": "notification_id"}
"""Column of ``stored_events`` that counts the log, by SQLAlchemy's name of the dialect."""

INSERT_RECORD = "INSERT INTO records (id, header, origin, created_at, kind, bound) VALUES (?, ?, ?, ?, ?, ?)"
INSERT_KEY = "INSERT INTO record_keys (id, key) VALUES (?, ?)"
INSERT_HEAD = "INSERT INTO record_heads (id, count, hash) VALUES (?, ?, ?)"
INSERT_NAME = "INSERT INTO names (id, seat, name, folded, foreign_ids) VALUES (?, ?, ?, ?, ?)"
INSERT_LABEL = "INSERT INTO labels (id, title, site, number) VALUES (?, ?, ?, ?)"
INSERT_RELEASE = "INSERT INTO releases (record, owner, live, closed_at) VALUES (?, ?, ?, ?)"
INSERT_SAID = (
    "INSERT INTO persons (key, name, folded, bringer, stream, source, writer, came) VALUES (?, ?, ?, ?, ?, ?, ?, ?) "
    "ON CONFLICT (key) DO NOTHING"
)
INSERT_EVENT = "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"

MOVE_HEAD = "UPDATE record_heads SET count = ?, hash = ? WHERE id = ? AND count = ?"
SELECT_COUNT = "SELECT count FROM record_heads WHERE id = ?"
SELECT_LAST = "SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ?"
SELECT_ORIGIN = "SELECT id FROM records WHERE origin = ?"
SELECT_TAKEN = (
    "SELECT (SELECT MAX(originator_version) FROM stored_events WHERE originator_id = ?), "
    "(SELECT COUNT(*) FROM records WHERE id = ?), (SELECT COUNT(*) FROM tombstones WHERE id = ?)"
)

SELECT_OWNED = (
    "SELECT COUNT(*), SUM(CASE WHEN r.created_at >= ? THEN 1 ELSE 0 END) FROM records r JOIN releases o ON o.record = r.id "
    "WHERE o.owner = ? AND r.kind = 'record'"
)
SELECT_OWNED_BYTES = (
    "SELECT SUM(LENGTH(state)) FROM stored_events WHERE originator_id IN (SELECT record COLLATE BINARY FROM releases WHERE owner = ?)"
)
SIZE_OF_STREAM = "SELECT SUM(LENGTH(state)) FROM stored_events WHERE originator_id = records.id COLLATE BINARY"
"""Of a row of ``records``. An id of our tables is compared as the library's are, or PostgreSQL reads all events instead of their index."""

SELECT_ROWS = (
    "SELECT originator_version, topic, state FROM stored_events "
    "WHERE originator_id = ? AND originator_version > ? AND originator_version <= ? ORDER BY originator_version"
)
SELECT_INFO = (
    "SELECT r.header, r.origin, r.created_at, r.trashed_at, k.key, h.count, h.hash, r.kind, l.title, l.site, l.number, "
    "o.owner, o.live, n.seat, n.name, n.foreign_ids "
    "FROM records r LEFT JOIN record_keys k ON k.id = r.id LEFT JOIN record_heads h ON h.id = r.id "
    "LEFT JOIN labels l ON l.id = r.id LEFT JOIN releases o ON o.record = r.id LEFT JOIN names n ON n.id = r.id "
    "WHERE r.id = ? ORDER BY n.seat"
)
"""A row for each name, with the record's own columns before it; one for a record without names."""

SELECT_ACCESS = (
    "SELECT r.owner, r.listed, r.after, r.hands, r.days, r.names, r.players_write, r.live, r.closed_at, r.seat_law, r.final, "
    "e.trashed_at, s.seats, EXISTS (SELECT 1 FROM records b WHERE b.bound = e.id AND b.kind = 'case' AND b.trashed_at IS NULL), "
    "t.seat, t.account, t.from_start, c.account, c.agreed_at "
    "FROM records e LEFT JOIN releases r ON r.record = e.id LEFT JOIN shelf s ON s.id = e.id LEFT JOIN sittings t ON t.record = e.id "
    "LEFT JOIN claims c ON c.record = t.record AND c.seat = t.seat AND c.account = t.account "
    "WHERE e.id = ? AND e.kind = 'record' ORDER BY t.seat, t.since, t.account"
)

SELECT_BOUND = "SELECT id FROM records WHERE bound = ? AND kind = ? ORDER BY created_at, id"
SELECT_HEADS_OF = (
    "SELECT r.id, h.hash FROM records r JOIN record_heads h ON h.id = r.id WHERE r.kind = ? AND r.trashed_at IS NULL ORDER BY r.id"
)

SELECT_ANCHOR = "SELECT originator_id, originator_version, epoch FROM tracking WHERE model = ?"
SELECT_PLACE = "SELECT {log} FROM stored_events WHERE originator_id = ? AND originator_version = ?"
SELECT_END = "SELECT originator_id, originator_version FROM stored_events ORDER BY {log} DESC LIMIT 1"
MOVE_ANCHOR = "UPDATE tracking SET originator_id = ?, originator_version = ? WHERE model = ?"
LAST_UPTO = "SELECT {id}, originator_version FROM stored_events WHERE {log} <= ? ORDER BY {log} DESC LIMIT 1"
UNREAD = (
    "NOT EXISTS (SELECT 1 FROM shelf s WHERE s.id = e.originator_id AND s.steps >= e.originator_version) "
    "AND NOT EXISTS (SELECT 1 FROM records r WHERE r.id = e.originator_id AND r.kind <> 'record')"
)
"""Whether the shelf does not have an event ``e`` yet: a row of the shelf counts its events, and there are rows only for records."""
SELECT_LOG = "SELECT {id}, originator_version FROM stored_events e WHERE {log} > ? AND {log} <= ? AND {unread} ORDER BY {log} LIMIT ?"

LAST_VERSION = 2**63 - 1
"""The largest number that both databases take for a version."""
SHELF = "shelf"
"""Name of the one read model in ``tracking``."""


def for_postgres(statement: str) -> str:
    """Return ``statement`` with psycopg's place-holders, and the collation of the library's table."""
    return statement.replace("?", "%s").replace("COLLATE BINARY", 'COLLATE "default"')


def with_names(rows: Sequence[tuple[Any, ...]]) -> tuple[Any, ...] | None:
    """Return the record's columns among the rows of SELECT_INFO, and last a list of seat, name and foreign ids; None for no rows."""
    return (*rows[0][:-3], [row[-3:] for row in rows if row[-3] is not None]) if rows else None
