"""The program as a group of commands: each is imported when it is called, and what it refuses is reported in one line."""

from __future__ import annotations

import errno
from collections import Counter
from importlib import import_module
from typing import Any

import click

from records.errors import ImportRefused, RecordsError
from web.cli.output import stop
from web.starting import importing


class Deferred(click.Command):
    """A command by its name, its module and its summary: enough for the list of all commands, and for completing its name."""

    def __init__(self, name: str, module: str, summary: str, attribute: str = "") -> None:
        super().__init__(name, short_help=summary)
        self._module, self._attribute = module, attribute or name

    def loaded(self) -> click.Command:
        """Import the command and return it."""
        with importing():
            command = getattr(import_module(self._module), self._attribute)
        if not isinstance(command, click.Command):
            raise TypeError(f"{self._module}.{self._attribute} is no command")
        return command


class Kiebitz(click.Group):
    """A group whose commands may raise ``RecordsError``: one line on standard error, exit code 1. After Ctrl-C it is 130.

    An option given twice is wrong usage: of two viewers, say, the second would win in silence.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the program's own options."""
        if not ctx.resilient_parsing:  # else a word is being completed
            _refuse_twice(self, ctx, args)
        return super().parse_args(ctx, args)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that was asked for and what is left for it to read."""
        name, command, rest = super().resolve_command(ctx, args)
        if isinstance(command, Deferred):
            command = command.loaded()
        if command is not None and not ctx.resilient_parsing:
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
        except KeyboardInterrupt:
            stop("Stopped.")
        except click.Abort as error:
            if isinstance(error.__context__, KeyboardInterrupt):  # at a question
                stop("Stopped.")
            raise
        except OSError as error:
            if error.errno == errno.EPIPE:
                raise  # the reader has closed the pipe: click ends in silence
            what = "the output cannot be written" if error.filename is None else error.filename
            raise click.ClickException(f"{what}: {error.strerror or error}") from error


def _refuse_twice(command: click.Command, ctx: click.Context, args: list[str]) -> None:
    """Raise ``UsageError`` for an option that stands twice and takes one value."""
    with ctx.scope(cleanup=False):
        _values, _rest, order = command.make_parser(ctx).parse_args(list(args))
    for parameter, times in Counter(order).items():
        if times > 1 and isinstance(parameter, click.Option) and not parameter.multiple and not parameter.is_flag:
            raise click.UsageError(f"{parameter.opts[0]} is given {times} times; it takes one value.", ctx)
