"""Tables for programs of tables."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def csv_text(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table as CSV; no text in it is taken for a formula."""
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(head)
    for row in rows:
        sheet.writerow([_plain(cell) for cell in row])
    return text.getvalue()


def _plain(text: str) -> str:
    """Return a text as a cell that no program of tables takes for a formula; a number stays one."""
    if text[:1] not in {"=", "+", "-", "@", "\t", "\r"} or _is_number(text):
        return text
    return f"'{text}"


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdecimal() and text.isascii()
