"""Commands and their options for docs/cli.md."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from functools import cache

import click

from support.printed.markdown import code
from web.cli import kiebitz
from web.cli.group import Deferred

COMMON = ("--store", "--as", "--reason", "--lang", "--json", "--yes", "--scheduler", "--tls-ca-file", "--tls-cert", "--tls-key")
"""Options of many commands; one that means something else in a command is printed there too."""


def tables() -> dict[str, str]:
    """Return the common options, and those of each command that has any of its own; of a group its commands with theirs."""
    commands = {name: _loaded(command) for name, command in kiebitz.commands.items()}
    own = {name: _synopsis(command) for name, command in commands.items()}
    whole = [option for option in kiebitz.params if isinstance(option, click.Option) and option.opts[0] not in _shared()]
    return {"common-options": _list([*_shared().values(), *whole]), **{name: text for name, text in own.items() if text}}


def _list(options: list[click.Option]) -> str:
    return "\n".join(f"- {_written(option)}: {_help(option)}" for option in options)


def _synopsis(command: click.Command) -> str:
    """Return a command that has options of its own, or each of a group, with what it takes."""
    parts = list(command.commands.values()) if isinstance(command, click.Group) else [command]
    lines = [
        line for part in parts for line in _wrapped(["kiebitz", *([command.name or ""] if part is not command else []), *_usage(part)])
    ]
    return "\n".join(("```text", *lines, "```")) if len(parts) > 1 or _own(command) else ""


def _wrapped(words: list[str]) -> list[str]:
    """Return a line of words as several; an option stands on one line with its value."""
    glued = " ".join(word.replace(" ", "\0") for word in words)
    lines = textwrap.wrap(glued, 120, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


@cache
def _shared() -> dict[str, click.Option]:
    every = [option for command in kiebitz.commands.values() for option in _options(_loaded(command))]
    found: dict[str, click.Option] = {}
    for option in every:
        if option.opts[0] in COMMON:
            found.setdefault(option.opts[0], option)
    return found


def _own(command: click.Command) -> list[click.Option]:
    known = _shared()
    return [option for option in _options(command) if option.opts[0] not in known or _help(option) != _help(known[option.opts[0]])]


def _options(command: click.Command) -> Iterator[click.Option]:
    for part in command.commands.values() if isinstance(command, click.Group) else ():
        yield from _options(part)
    yield from (parameter for parameter in command.params if isinstance(parameter, click.Option))


def _loaded(command: click.Command) -> click.Command:
    return command.loaded() if isinstance(command, Deferred) else command


def _usage(command: click.Command) -> list[str]:
    """Return a command with its words and its own options; those that must be given stand without brackets."""
    words = [
        command.name or "",
        *(word.make_metavar(click.Context(command)) for word in command.params if isinstance(word, click.Argument)),
    ]
    for option in _own(command):
        if option.opts[0] not in _shared():
            names = "|".join((*option.opts, *option.secondary_opts))
            text = names if option.is_flag else f"{names} {_value(option)}"
            words.append((text if option.required else f"[{text}]") + "..." * option.multiple)
    return words


def _written(option: click.Option) -> str:
    names = code(*option.opts, *option.secondary_opts)
    if option.is_flag:
        return names
    if isinstance(option.type, click.Choice):
        return f"{names} {code(*map(str, option.type.choices))}"
    return f"{names[:-1]} {_value(option)}`{', repeatable' if option.multiple else ''}"


def _value(option: click.Option) -> str:
    if isinstance(option.type, click.Choice):
        return "|".join(f"'{choice}'" if " " in str(choice) else str(choice) for choice in option.type.choices)
    number = isinstance(option.type, click.types.IntParamType | click.types.FloatParamType)
    return option.metavar or ("N" if number else "TEXT")


def _help(option: click.Option) -> str:
    text = " ".join((option.help or "").split()).replace("; may be repeated", "")
    shown = option.show_default and option.default is not None and not option.is_flag
    return f"{text} [default: {option.default}]" if shown else text
