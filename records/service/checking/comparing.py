"""Checks whether the read models agree with the log (``kiebitz verify``); ``kiebitz rebuild`` makes them again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.errors import Contradiction, CorruptRecord, ImpossibleEvent, RecordNotFound
from records.service.checking.verification import Finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from records.store import RawShelf

CURE = "kiebitz rebuild makes it anew"


def compare(
    stored: Iterable[RawShelf], ids: Sequence[str], left_out: frozenset[str], made: Callable[[str], Mapping[str, object]]
) -> Iterator[Finding]:
    """Yield the first difference of each row of the shelf from the columns that ``made`` gives for its record.

    ``ids`` are all records. Those ``left_out`` are not compared: they are damaged, or the shelf does not have all their events yet.
    """
    rows = {row.id: row.columns for row in stored}
    here = [record for record in ids if record not in left_out]
    for record in here:
        try:
            columns = made(record)
        except RecordNotFound:
            continue  # deleted while this runs
        except (CorruptRecord, ImpossibleEvent, Contradiction) as error:
            yield Finding(record=record, version=None, column="records.id", reason=f"its events cannot have followed each other: {error}")
            continue
        if (row := rows.get(record)) is None:
            yield Finding(record=record, version=None, column="shelf.id", reason=f"the record is not on the shelf; {CURE}")
        elif wrong := next((name for name, value in columns.items() if row[name] != value), ""):
            said, true = _short(row[wrong]), _short(columns[wrong])
            yield Finding(record=record, version=None, column=f"shelf.{wrong}", reason=f"says {said}, the log {true}; {CURE}")
    known = {*ids}
    for stray in (row for row in rows if row not in known and row not in left_out):
        yield Finding(record=str(stray), version=None, column="shelf.id", reason="there is no record of this id")


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."  # noqa: PLR2004 -- one line on a screen
