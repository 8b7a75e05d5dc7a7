"""Our tables beside the library's ``stored_events``."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, Table, Text

VERSION = 10
"""Raise it with every change of a table, and migrate in ``preparing``."""
MOVING = "moving"
"""Replaces the version in a store into which another one is being moved: no program opens it, or writes into it."""
RECORD = "record"
"""The kind of a stream that is a game's record."""
OPENING = 0x6B696562
"""Advisory lock of PostgreSQL: one process at a time creates tables."""

# Compared by code point, so that both databases sort and find alike.
PLAIN = Text().with_variant(Text(collation="C"), "postgresql")
NUMBER = BigInteger().with_variant(Integer(), "sqlite")

tables = MetaData()

meta = Table("meta", tables, Column("name", PLAIN, primary_key=True), Column("value", PLAIN, nullable=False))

records = Table(
    "records",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("header", LargeBinary, nullable=False),
    Column("origin", PLAIN),
    Column("created_at", PLAIN, nullable=False),
    Column("trashed_at", PLAIN),
    # Streams beside the records are here too: their kind, and the record to which they belong.
    Column("kind", PLAIN, nullable=False, server_default=RECORD),
    Column("bound", PLAIN),
)
Index("records_origin", records.c.origin, unique=True)
Index("records_bound", records.c.bound, records.c.kind)
record_keys = Table("record_keys", tables, Column("id", PLAIN, primary_key=True), Column("key", LargeBinary, nullable=False))
record_heads = Table(
    "record_heads",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("count", NUMBER, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
names = Table(
    "names",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("seat", PLAIN, primary_key=True),
    Column("name", PLAIN, nullable=False),
    Column("folded", PLAIN, nullable=False, index=True),
    Column("foreign_ids", PLAIN, nullable=False),
)
# People who write beside records, by the key that represents them in the chains.
persons = Table(
    "persons",
    tables,
    Column("key", PLAIN, primary_key=True),
    Column("name", PLAIN, nullable=False),
    Column("folded", PLAIN, nullable=False, index=True),
    Column("account", PLAIN, unique=True),
    # Stated authors of streams from elsewhere: who imported it, the stream, and its author and id in the file.
    Column("bringer", PLAIN),
    Column("stream", PLAIN),
    Column("source", PLAIN),
    Column("writer", PLAIN),
    # How many of its events were imported.
    Column("came", NUMBER),
)
# What a record's game is called and which table it is at its site: outside the chain, so that it can be corrected and erased.
labels = Table(
    "labels",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("title", PLAIN, nullable=False),
    Column("site", PLAIN, nullable=False),
    Column("number", PLAIN, nullable=False),
)
# Digests of imported files, byte for byte: a stored file is recognised before it is read.
files = Table(
    "files",
    tables,
    Column("digest", PLAIN, primary_key=True),
    Column("id", PLAIN, primary_key=True, index=True),
)
tombstones = Table(
    "tombstones",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("count", NUMBER, nullable=False),
    Column("hash", LargeBinary),
    Column("deleted_at", PLAIN, nullable=False),
    Column("kind", PLAIN, nullable=False, server_default=RECORD),
)
shelf = Table(
    "shelf",
    tables,
    # What is sorted, counted and searched by comes first: a row is not read further than that.
    Column("number", Integer, primary_key=True),
    Column("id", PLAIN, nullable=False, unique=True),
    Column("game", PLAIN, nullable=False),
    Column("trashed", Integer, nullable=False),
    Column("listed", Integer, nullable=False),
    Column("started", PLAIN),
    Column("ended", PLAIN),
    Column("added", PLAIN, nullable=False),
    Column("player", PLAIN),
    # The first player for readers who may not see names.
    Column("shown", PLAIN),
    Column("steps", NUMBER, nullable=False),
    Column("turns", NUMBER, nullable=False),
    Column("found", PLAIN, nullable=False),
    Column("entered", PLAIN, nullable=False),
    Column("marks", PLAIN, nullable=False),
    Column("seats", Integer, nullable=False),
    Column("ruleset", PLAIN, nullable=False),
    Column("result", PLAIN, nullable=False),
    Column("spine", PLAIN, nullable=False),
    Column("flags", PLAIN, nullable=False),
    Column("words", PLAIN, nullable=False),
)
Index("shelf_of_game", shelf.c.trashed, shelf.c.game)
Index("shelf_of_game_by_start", shelf.c.game, shelf.c.started, shelf.c.id, shelf.c.trashed)
for _key in ("game", "started", "ended", "added", "player", "shown", "steps", "turns"):
    # The index itself shows which rows a list leaves out.
    Index(f"shelf_by_{_key}", shelf.c[_key], shelf.c.id, shelf.c.trashed, *(() if _key == "game" else (shelf.c.game,)), shelf.c.listed)
# Who may see what: plain rows, because access must end at once and is no part of the game.
accounts = Table(
    "accounts",
    tables,
    Column("key", PLAIN, primary_key=True),
    Column("name", PLAIN, nullable=False),
    Column("folded", PLAIN, nullable=False, unique=True),
    Column("roles", PLAIN, nullable=False),
    Column("password", PLAIN),
    Column("created_at", PLAIN, nullable=False),
    Column("ended_at", PLAIN),
)
# Sessions and tokens, found by the hash of a secret that only their holder has.
sessions = Table(
    "sessions",
    tables,
    Column("digest", PLAIN, primary_key=True),
    Column("account", PLAIN, nullable=False, index=True),
    Column("made_at", PLAIN, nullable=False),
    Column("seen_at", PLAIN, nullable=False),
    Column("ends_at", PLAIN, nullable=False),
)
tokens = Table(
    "tokens",
    tables,
    Column("digest", PLAIN, primary_key=True),
    Column("id", PLAIN, nullable=False, unique=True),
    Column("account", PLAIN, nullable=False, index=True),
    Column("label", PLAIN, nullable=False),
    Column("scopes", PLAIN, nullable=False),
    Column("made_at", PLAIN, nullable=False),
    Column("used_at", PLAIN),
    Column("ends_at", PLAIN, nullable=False),
)
# Links that lead their holders to one record, through one viewer's eyes.
links = Table(
    "links",
    tables,
    Column("digest", PLAIN, primary_key=True),
    Column("id", PLAIN, nullable=False, unique=True),
    Column("maker", PLAIN, nullable=False, index=True),
    Column("record", PLAIN, nullable=False, index=True),
    Column("viewer", PLAIN, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer),
    Column("names", Integer, nullable=False),
    Column("export", Integer, nullable=False),
    Column("cases", Integer, nullable=False, server_default="0"),
    Column("origins", PLAIN, nullable=False),
    # The link's delay behind a running game.
    Column("delay_steps", Integer, nullable=False, server_default="0"),
    Column("delay_minutes", Integer, nullable=False, server_default="0"),
    Column("label", PLAIN, nullable=False),
    Column("made_at", PLAIN, nullable=False),
    Column("ends_at", PLAIN, nullable=False),
)
# Codes that are used once: to choose a password, to take a seat.
codes = Table(
    "codes",
    tables,
    Column("digest", PLAIN, primary_key=True),
    Column("purpose", PLAIN, nullable=False),
    Column("account", PLAIN),
    Column("record", PLAIN),
    Column("seat", PLAIN),
    Column("ends_at", PLAIN, nullable=False),
)
# Recent failures, by target and source as hashes; and the time when none of them counts any more, in milliseconds since 1970.
attempts = Table(
    "attempts",
    tables,
    Column("key", PLAIN, primary_key=True),
    Column("until", NUMBER, nullable=False, index=True),
)
# Browsers from which an account came in, or a learner into a class, by the hash of what only that browser has and of whose or which it is.
browsers = Table(
    "browsers",
    tables,
    Column("digest", PLAIN, primary_key=True),
    Column("holder", PLAIN, primary_key=True, index=True),
    Column("seen_at", PLAIN, nullable=False),
)
networks = Table(
    "networks",
    tables,
    Column("account", PLAIN, primary_key=True),
    Column("network", PLAIN, primary_key=True),
    Column("seen_at", PLAIN, nullable=False),
)
# Classes whose lesson asks something of a study now.
asked = Table(
    "asked",
    tables,
    Column("in_class", PLAIN, primary_key=True),
    Column("study", PLAIN, nullable=False, index=True),
    Column("since", PLAIN, nullable=False),
)
releases = Table(
    "releases",
    tables,
    Column("record", PLAIN, primary_key=True),
    Column("owner", PLAIN, index=True),
    Column("listed", PLAIN, nullable=False, server_default="nobody"),
    Column("after", PLAIN, nullable=False, server_default="nothing"),
    Column("hands", PLAIN, nullable=False, server_default="never"),
    Column("days", Integer, nullable=False, server_default="0"),
    Column("names", Integer, nullable=False, server_default="0"),
    Column("players_write", Integer, nullable=False, server_default="0"),
    Column("live", Integer, nullable=False),
    Column("closed_at", PLAIN),
    # Whether the law of seats applies (``releases.SeatLaw``), and whether the close is final.
    Column("seat_law", Integer, nullable=False, server_default="0"),
    Column("final", Integer, nullable=False, server_default="0"),
)
claims = Table(
    "claims",
    tables,
    Column("record", PLAIN, primary_key=True),
    Column("seat", PLAIN, primary_key=True),
    Column("account", PLAIN, nullable=False, index=True),
    Column("agreed_at", PLAIN),
    # Time at which the seat's holder closed its review to others; NULL if others see it too.
    Column("review_closed_at", PLAIN),
)
# Which accounts ever sat at which seat; a claim is the present of it.
sittings = Table(
    "sittings",
    tables,
    Column("record", PLAIN, primary_key=True),
    Column("seat", PLAIN, primary_key=True),
    Column("account", PLAIN, primary_key=True, index=True),
    Column("since", PLAIN, nullable=False),
    # Whether the record states it from the start, before any card; only then may an account hold several seats.
    Column("from_start", Integer, nullable=False, server_default="0"),
)
# Where in a club's event a game was played, in its owner's words: outside the chain, so that it can be corrected.
pairings = Table(
    "pairings",
    tables,
    Column("record", PLAIN, primary_key=True),
    Column("event", PLAIN, nullable=False, index=True),
    Column("round", PLAIN, nullable=False),
    Column("at_table", PLAIN, nullable=False),
)
# Who opened whose hand, and who changed seats, owner and openness: ids alone, append-only.
trail = Table(
    "trail",
    tables,
    Column("number", NUMBER, primary_key=True, autoincrement=True),
    Column("at", PLAIN, nullable=False),
    Column("record", PLAIN, nullable=False, index=True),
    Column("account", PLAIN, nullable=False),
    Column("via", PLAIN, nullable=False),
    Column("viewer", PLAIN, nullable=False),
    Column("ground", PLAIN, nullable=False),
    Column("reason", PLAIN, nullable=False),
    # Of a change the account that it is about.
    Column("whom", PLAIN, nullable=False, server_default=""),
)
Index("trail_once", trail.c.record, trail.c.account, trail.c.via, trail.c.viewer)
answers = Table(
    "answers",
    tables,
    Column("key", PLAIN, primary_key=True),
    Column("digest", PLAIN, nullable=False),
    Column("status", Integer, nullable=False),
    Column("location", PLAIN, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("since", PLAIN, nullable=False, index=True),
)
# Long work (design/architecture: The way of long work): what was asked for, the parts of what is not ended with who has each, and results.
jobs = Table(
    "jobs",
    tables,
    Column("id", PLAIN, primary_key=True),
    Column("kind", PLAIN, nullable=False),
    # What it is about and how, as its kind says: jobs of one key come to the same results.
    Column("key", PLAIN, nullable=False),
    Column("record", PLAIN, nullable=False, index=True),
    Column("asker", PLAIN, nullable=False),
    # Its input; empty once it has ended.
    Column("source", LargeBinary, nullable=False),
    Column("state", PLAIN, nullable=False),
    Column("why", PLAIN, nullable=False),
    Column("stage", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("parts", Integer, nullable=False),
    Column("made_at", PLAIN, nullable=False),
    Column("ended_at", PLAIN),
)
Index("jobs_of_key", jobs.c.kind, jobs.c.key)
Index("jobs_of_asker", jobs.c.asker, jobs.c.state)
Index("jobs_by_state", jobs.c.state, jobs.c.made_at)
job_parts = Table(
    "job_parts",
    tables,
    Column("job", PLAIN, primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("stage", Integer, nullable=False),
    # "" for the part that says which parts the stage has.
    Column("name", PLAIN, nullable=False),
    Column("data", LargeBinary, nullable=False),
    Column("worker", PLAIN),
    Column("until", PLAIN),
    Column("tries", Integer, nullable=False),
    Column("done", Integer, nullable=False),
)
job_rows = Table(
    "job_rows",
    tables,
    Column("kind", PLAIN, primary_key=True),
    Column("key", PLAIN, primary_key=True),
    Column("part", PLAIN, primary_key=True),
    Column("record", PLAIN, nullable=False, index=True),
    Column("value", LargeBinary, nullable=False),
    Column("made_at", PLAIN, nullable=False),
)
tracking = Table(
    "tracking",
    tables,
    Column("model", PLAIN, primary_key=True),
    Column("originator_id", PLAIN),
    Column("originator_version", NUMBER, nullable=False),
    Column("epoch", NUMBER, nullable=False),
)
