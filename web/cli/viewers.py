"""Through whose eyes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import click

from web.cli.places import with_reason

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


def with_viewer(command: F) -> F:
    """Add ``--as``, which hands the command the text of a ``viewer``, and ``--reason``, which opens hands where there are accounts."""
    help_text = "public, open, a seat's key or a player's name in any case."
    looking = click.option("--as", "viewer", metavar="VIEWER", default="open", show_default=True, help=help_text)
    return looking(with_reason(command))


def readers(_context: click.Context, _parameter: click.Parameter, to: tuple[str, ...]) -> tuple[str, ...] | None:
    """Return who may read what is written, as ``--to`` names them; None where nobody is named."""
    return None if not to else () if "open" in to else to
