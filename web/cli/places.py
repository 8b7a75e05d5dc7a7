"""Which store a command works on, and how what it refuses is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click
from platformdirs import user_data_path

from records.errors import RecordsError
from records.service import GameBook

if TYPE_CHECKING:
    from collections.abc import Callable

VARIABLE = "KIEBITZ_STORE"
F = TypeVar("F", bound="Callable[..., Any]")


@dataclass(slots=True)
class Place:
    """The store that was asked for; the command's option wins over the program's, and that over the environment."""

    url: str | None = None

    @property
    def address(self) -> str:
        """The store's URL; without a wish a file in the user's data folder."""
        return self.url or f"sqlite:///{(user_data_path('kiebitz', appauthor=False) / 'kiebitz.sqlite').as_posix()}"

    def open(self) -> GameBook:
        """Open the book; raises ``StoreRefused``."""
        return GameBook.open(self.address)


def with_store(command: F) -> F:
    """Add ``--store``, which any command takes before or behind its name."""
    return _with_store(command, None)


def with_store_variable(command: F) -> F:
    """Add ``--store`` to the program itself: here, and only here, the environment is asked."""
    return _with_store(command, VARIABLE)


def _with_store(command: F, variable: str | None) -> F:
    def remember(context: click.Context, _parameter: click.Parameter, url: str | None) -> None:
        place = context.ensure_object(Place)
        place.url = url or place.url

    text = (
        f"Where the records are: sqlite:////abs/path or postgresql://user@host/name. [default: {VARIABLE}, or a file in your data folder]"
    )
    return click.option("--store", metavar="URL", envvar=variable, expose_value=False, callback=remember, help=text)(command)


class Kiebitz(click.Group):
    """A group whose commands may raise ``RecordsError``: one line on standard error, exit code 1."""

    def invoke(self, context: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(context)
        except RecordsError as error:
            raise click.ClickException(str(error)) from error
