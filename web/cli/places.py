"""Which store a command works on, and how what it refuses is told."""

from __future__ import annotations

import errno
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

import click
from platformdirs import user_data_path

from records.errors import ImportRefused, RecordsError
from web.books import open_book

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


class Kiebitz(click.Group):
    """A group whose commands may raise ``RecordsError``: one line on standard error, exit code 1.

    An option given twice is wrong usage: of two viewers, say, the second would win in silence.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the program's own options."""
        _refuse_twice(self, ctx, args)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was asked for and what is left for it to read."""
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None:
            _refuse_twice(command, click.Context(command, parent=ctx, info_name=name), rest)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was asked for."""
        try:
            return super().invoke(ctx)
        except ImportRefused as error:
            raise click.ClickException("\n".join(f"{error.name}: {problem}" for problem in error.problems)) from error
        except RecordsError as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # whoever read has enough: click ends in silence
            raise click.ClickException(f"the output cannot be written: {error.strerror or error}") from error


def _refuse_twice(command: click.Command, ctx: click.Context, args: list[str]) -> None:
    """Raise ``UsageError`` for an option that stands twice and takes one value."""
    with ctx.scope(cleanup=False):
        _values, _rest, order = command.make_parser(ctx).parse_args(list(args))
    for parameter, times in Counter(order).items():
        if times > 1 and isinstance(parameter, click.Option) and not parameter.multiple and not parameter.is_flag:
            raise click.UsageError(f"{parameter.opts[0]} is given {times} times; it takes one value.", ctx)
