"""What a shell completes: names of games, and ids of records with who played."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import click
from click.shell_completion import CompletionItem

from records.errors import RecordsError
from web.cli.places import StoreChoice
from web.starting import importing

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

F = TypeVar("F", bound="Callable[..., Any]")
MOST = 50
"""Records that are offered at once."""


def with_record(command: F) -> F:
    """Add the argument ID, which hands the command the text of a ``record``."""
    return click.argument("record", metavar="ID", shell_complete=complete_record)(command)


def complete_game(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the games whose names begin so."""
    with importing():
        from records.service.library import library  # noqa: PLC0415 -- every command can be completed, few name a game

    return [CompletionItem(name, help=game.title) for name, game in sorted(library().items()) if name.startswith(begun)]


def complete_record(context: click.Context, _parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return the records whose ids begin so; where nothing is typed the latest games, with who played. Nothing where no store opens."""
    with importing():
        from records.service import ShelfQuery  # noqa: PLC0415

    place = context.find_object(StoreChoice) or StoreChoice()
    try:
        with place.open() as book:
            if begun:
                return [CompletionItem(found) for found in book.records.beginning(book.keeper, begun)[:MOST]]
            latest = book.records.shelf(book.keeper, ShelfQuery(limit=MOST)).entries
    except RecordsError:
        return []
    return [
        CompletionItem(entry.id, help=f"{entry.game}, {', '.join(filter(None, map(entry.names.get, entry.seats)))}") for entry in latest
    ]


def complete_game_or_record(context: click.Context, parameter: click.Parameter, begun: str) -> list[CompletionItem]:
    """Return games and records."""
    return complete_game(context, parameter, begun) + complete_record(context, parameter, begun)
