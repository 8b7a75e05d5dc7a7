"""Which store a command works on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click
from platformdirs import user_data_path

from web.starting import importing

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.service import GameBook

VARIABLE, CARDS = "KIEBITZ_STORE", "KIEBITZ_CARDS"
F = TypeVar("F", bound="Callable[..., Any]")


@dataclass(slots=True)
class StoreChoice:
    """The store that was asked for; the command's option wins over the program's, and that over the environment."""

    url: str | None = None
    cards: str | None = None
    """A file with cards of one's own; None for those that come with the program."""

    @property
    def address(self) -> str:
        """The store's URL; without a wish a file in the user's data folder."""
        return self.url or f"sqlite:///{(user_data_path('kiebitz', appauthor=False) / 'kiebitz.sqlite').as_posix()}"

    def open(self, *, create: bool = False) -> GameBook:
        """Open the book; only ``create`` makes one where there is none, for a typo in its address must not look like an empty shelf.

        Raises ``StoreRefused``, and ``ImportRefused`` for cards that cannot be played with.
        """
        with importing():
            from web.books import open_book  # noqa: PLC0415 -- the database's libraries, which not every command needs

        return open_book(self.address, self.cards, create=create)


def with_store(command: F) -> F:
    """Add ``--store``, which any command takes before or behind its name."""
    return _with_store(command, None)


def with_store_variable(command: F) -> F:
    """Add ``--store`` and ``--cards`` to the program itself: here, and only here, the environment is asked."""
    text = f"A file with cards of your own (docs/catalogues.md). [default: {CARDS}, or those that come with the program]"

    def remember(context: click.Context, _parameter: click.Parameter, file: str | None) -> None:
        context.ensure_object(StoreChoice).cards = file or None

    cards = click.option("--cards", metavar="FILE", envvar=CARDS, expose_value=False, callback=remember, help=text)
    return _with_store(cards(command), VARIABLE)


def _with_store(command: F, variable: str | None) -> F:
    def remember(context: click.Context, _parameter: click.Parameter, url: str | None) -> None:
        place = context.ensure_object(StoreChoice)
        if url is not None and not url.strip():
            raise click.BadParameter("an empty text names no place; leave the option out for the usual one")
        place.url = url or place.url

    text = (
        f"Where the records are: sqlite:////abs/path or postgresql://user@host/name. [default: {VARIABLE}, or a file in your data folder]"
    )
    return click.option("--store", metavar="URL", envvar=variable, expose_value=False, callback=remember, help=text)(command)
