"""What commands print: tables and lines for people, one JSON document for programs, messages on standard error."""

from __future__ import annotations

import sys
import unicodedata
from typing import TYPE_CHECKING, Any, TypeVar

import click
import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from records.service import RecordView

F = TypeVar("F", bound="Callable[..., Any]")
_CONTROL = {"Cc", "Cs", "Zl", "Zp"}
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_WIDEST = 10_000
"""Columns where the output is no terminal: nothing is cut."""


def with_json(command: F) -> F:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def print_json(data: Any) -> None:
    """Print ``data`` as one JSON document, UTF-8 whatever the terminal speaks."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n", nl=False)


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> None:
    """Print rows of text under headings; the columns ``right`` hold numbers."""
    from rich.console import Console  # noqa: PLC0415 -- a tenth of a second that most commands do not need
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in headings:
        table.add_column(Text(heading), justify="right" if heading in right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    Console(file=sys.stdout, width=None if sys.stdout.isatty() else _WIDEST, highlight=False).print(table)


def tell(message: str) -> None:
    """Print a message for whoever sits there."""
    click.echo(plain(message), err=True)


def tell_of_edition(view: RecordView) -> None:
    """Say so where a record was made with other cards or by other rules than are known here."""
    for note in filter(None, (view.other_cards, view.unknown_rules)):
        tell(f"Note: {note}.")


def counted(number: int, what: str) -> str:
    """Return "1 record", "2 records"."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def plain(text: str) -> str:
    """Return ``text`` as a line that does nothing to a terminal: no control characters, nothing that turns the writing round."""
    if text.isascii() and text.isprintable():
        return text
    signs = (" " if unicodedata.category(sign) in _CONTROL else sign for sign in text)
    return "".join(sign for sign in signs if unicodedata.bidirectional(sign) not in _TURNING)
