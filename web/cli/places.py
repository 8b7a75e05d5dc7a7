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
    account: str | None = None
    """Name of the account whose answers are wanted; None for all that the holder of the store may have."""
    reason: str = ""
    """Why hands are opened in a store with accounts."""

    @property
    def address(self) -> str:
        """The store's URL; without a wish a file in the user's data folder."""
        return self.url or f"sqlite:///{(user_data_path('kiebitz', appauthor=False) / 'kiebitz.sqlite').as_posix()}"

    def open(self, *, create: bool = False) -> GameBook:
        """Open the book; only ``create`` makes one where there is none, for a typo in its address must not look like an empty shelf.

        Raises ``StoreRefused``, ``ImportRefused`` for cards that cannot be played with, ``MalformedCommand`` for an unknown account.
        """
        with importing():
            from web.books import open_book  # noqa: PLC0415 -- the database's libraries, which not every command needs

        return open_book(self.address, self.cards, create=create, account=self.account, reason=self.reason)


def with_store(command: F) -> F:
    """Add ``--store``, which any command takes before or behind its name."""
    return _with_store(command, None)


def with_store_variable(command: F) -> F:
    """Add ``--store`` and ``--cards`` to the program itself: here, and only here, the environment is asked."""
    text = f"A file with cards of your own (docs/catalogues.md). [default: {CARDS}, or those that come with the program]"

    def remember(context: click.Context, _parameter: click.Parameter, file: str | None) -> None:
        context.ensure_object(StoreChoice).cards = file or None

    cards = click.option("--cards", metavar="FILE", envvar=CARDS, expose_value=False, callback=remember, help=text)
    return _with_store(cards(_with_account(with_reason(command))), VARIABLE)


def with_reason(command: F) -> F:
    """Add ``--reason``, for which a command opens hands in a store with accounts."""

    def remember(context: click.Context, _parameter: click.Parameter, reason: str | None) -> None:
        if reason is not None and not reason.strip():
            raise click.BadParameter("an empty text is no reason")
        place = context.ensure_object(StoreChoice)
        place.reason = reason or place.reason

    text = "Why hands are opened, in a store with accounts; the players can read it."
    return click.option("--reason", metavar="TEXT", expose_value=False, callback=remember, help=text)(command)


def _with_account(command: F) -> F:
    def remember(context: click.Context, _parameter: click.Parameter, name: str | None) -> None:
        context.ensure_object(StoreChoice).account = name

    text = "Act as the account NAME, in a store with accounts."
    return click.option("--as-account", metavar="NAME", expose_value=False, callback=remember, help=text)(command)


def _with_store(command: F, variable: str | None) -> F:
    def remember(context: click.Context, _parameter: click.Parameter, url: str | None) -> None:
        place = context.ensure_object(StoreChoice)
        if url is not None and not url.strip():
            raise click.BadParameter("an empty text names no place; leave the option out for the usual one")
        place.url = url or place.url

    text = f"The store: sqlite:////abs/path or postgresql://user@host/name. [default: {VARIABLE}, or a file in your data folder]"
    option = click.option(
        "--store", metavar="URL", envvar=variable, allow_from_autoenv=False, expose_value=False, callback=remember, help=text
    )
    return option(command)
