"""Writes the two tables as Parquet files with pyarrow, of the extra ``analytics``: without it this says so, and nothing else needs it."""

from __future__ import annotations

import io
from contextlib import ExitStack
from itertools import islice
from typing import IO, TYPE_CHECKING, Any

from records.errors import NoAnalytics
from web.datasets.rows import event_rows, game_row

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import pyarrow as pa

    from records.service import RecordView
    from web.words.phrases import Locale

GAMES, EVENTS = "games", "events"
AT_ONCE = 100
"""Games in a row group: so many are in memory at once."""


def schemas() -> dict[str, pa.Schema]:
    """Return columns and types of each table by its name; raises ``NoAnalytics``."""
    try:
        import pyarrow as pa  # noqa: PLC0415 -- an extra, and 40 MB that no other command needs
    except ImportError:
        raise NoAnalytics from None
    text, texts, time = pa.string(), pa.list_(pa.string()), pa.timestamp("us", "UTC")
    games = {
        **dict.fromkeys(("record", "viewer", "game", "title", "table", "ruleset", "catalogue"), text),
        "started": time,
        **dict.fromkeys(("seats", "players"), texts),
        **dict.fromkeys(("events", "turns"), pa.int32()),
        **dict.fromkeys(("ended", "drawn"), pa.bool_()),
        "winners": texts,
        "scores": pa.map_(text, text),
        "why": text,
    }
    events = {
        "record": text,
        **dict.fromkeys(("version", "cause", "turn"), pa.int32()),
        **dict.fromkeys(("seat", "name"), text),
        "at": time,
        "rule": text,
        "taken_back": pa.bool_(),
        "cards": texts,
        "text": text,
        "told": texts,
        "data": text,
    }
    return {GAMES: pa.schema(list(games.items())), EVENTS: pa.schema(list(events.items()))}


def write(views: Iterable[RecordView], files: Mapping[str, IO[bytes]], locale: Locale) -> int:
    """Write the tables of records to ``files`` by the tables' names, and return how many records there were; raises ``NoAnalytics``."""
    made = schemas()
    from pyarrow import Table  # noqa: PLC0415 -- as above
    from pyarrow.parquet import ParquetWriter  # noqa: PLC0415

    count = 0
    with ExitStack() as stack:
        writers = {name: stack.enter_context(ParquetWriter(file, made[name], compression="zstd")) for name, file in files.items()}
        for some in _lots(views):
            count += len(some)
            for name, writer in writers.items():
                rows = [row for view in some for row in _rows(view, name, locale)]
                writer.write_table(Table.from_pylist(rows, schema=made[name]))
    return count


def bytes_of(view: RecordView, table: str, locale: Locale) -> bytes:
    """Return one table of one record as a file; raises ``NoAnalytics``."""
    file = io.BytesIO()
    write([view], {table: file}, locale)
    return file.getvalue()


def _rows(view: RecordView, table: str, locale: Locale) -> Iterator[dict[str, Any]]:
    if table == GAMES:
        yield game_row(view, locale)
    else:
        yield from event_rows(view, locale)


def _lots(views: Iterable[RecordView]) -> Iterator[list[RecordView]]:
    left = iter(views)
    while some := list(islice(left, AT_ONCE)):
        yield some
