"""What commands print: tables and lines for people, one JSON document for programs, messages on standard error."""

from __future__ import annotations

import os
import sys
import unicodedata
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

import click
import msgspec

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from rich.console import Console

    from records.service import RecordView

F = TypeVar("F", bound="Callable[..., Any]")
_CONTROL = {"Cc", "Cs", "Zl", "Zp"}
_TURNING = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
_WIDEST = 10_000
"""Columns where the output is no terminal: nothing is cut."""
INTERRUPTED = 130
"""Exit code after Ctrl-C, as shells have it."""


def with_json(command: F) -> F:
    """Add ``--json``."""
    return click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")(command)


def print_json(data: Any) -> None:
    """Print ``data`` as one JSON document, UTF-8 whatever the terminal speaks."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2) + b"\n", nl=False)


def print_json_list(parts: Iterable[Iterable[Any]]) -> None:
    """Print one JSON list, part by part as they come, in the form in which ``print_json`` prints it whole."""
    before = b"["
    for part in parts:
        if data := list(part):
            click.echo(before + msgspec.json.format(msgspec.json.encode(data), indent=2)[1:-2], nl=False)
            before = b","
    click.echo(b"[]" if before == b"[" else b"\n]")


def print_table(headings: Sequence[str], rows: Iterable[Sequence[str]], right: Sequence[str] = ()) -> None:
    """Print rows of text under headings; the columns ``right`` hold numbers, and what stands under "id" stays on one line."""
    print_tables(headings, [rows], right)


def print_tables(headings: Sequence[str], parts: Iterable[Iterable[Sequence[str]]], right: Sequence[str] = ()) -> int:
    """Print rows of text under headings, part by part as they come; returns how many. The first part says how wide a column is at least."""
    from rich.table import Table  # noqa: PLC0415 -- a tenth of a second that most commands do not need
    from rich.text import Text  # noqa: PLC0415

    screen, count = console(sys.stdout), 0
    widths: list[int] = []
    for part in parts:
        rows = [[Text(plain(cell)) for cell in row] for row in part]
        if not rows:
            continue
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=not count)
        here = [max(row[place].cell_len for row in rows) for place in range(len(headings))]
        widths = widths or [max(len(heading), width) for heading, width in zip(headings, here, strict=True)]
        for heading, width, first in zip(headings, here, widths, strict=True):
            least = max(width, first) if heading == "id" else first if count else None
            table.add_column(Text(heading), justify="right" if heading in right else "left", overflow="fold", min_width=least)
        for row in rows:
            table.add_row(*row)
        screen.print(table)
        count += len(rows)
    return count


def console(file: TextIO) -> Console:
    """Return what draws on ``file``: without colours where ``NO_COLOR`` is set to anything, as wide as it must be where nobody watches."""
    from rich.console import Console  # noqa: PLC0415 -- as above

    width = None if file.isatty() else _WIDEST
    return Console(file=file, width=width, highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")


def tell(message: str) -> None:
    """Print a message for the person at the terminal."""
    click.echo(plain(message), err=True)


def stop(message: str) -> NoReturn:
    """End after Ctrl-C, with a message of what was done by then."""
    tell(message)
    raise SystemExit(INTERRUPTED) from None


def tell_of_edition(view: RecordView) -> None:
    """Say so where a record was made with other cards or by other rules than are known here."""
    for note in filter(None, (view.other_cards, view.unknown_rules)):
        tell(f"Note: {note}.")


def counted(number: int, what: str) -> str:
    """Return "1 record", "2 records", "2 studies", "2 classes"."""
    if number == 1:
        return f"{number} {what}"
    many = f"{what[:-1]}ies" if what.endswith("y") else f"{what}es" if what.endswith("s") else f"{what}s"
    return f"{number} {many}"


def plain(text: str) -> str:
    """Return ``text`` as a line that does nothing to a terminal: no control characters, nothing that turns the writing round."""
    if text.isascii() and text.isprintable():
        return text
    signs = (" " if unicodedata.category(sign) in _CONTROL else sign for sign in text)
    return "".join(sign for sign in signs if unicodedata.bidirectional(sign) not in _TURNING)
