"""Options that cannot mean what was meant, and outputs that take nothing more."""

from __future__ import annotations

import os
import pty
from typing import TYPE_CHECKING

import click
import pytest

from web.cli import kiebitz
from web.cli.places import StoreChoice

if TYPE_CHECKING:
    from support.command_line import Cli


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("log", "RECORD", "--as", "A", "--as", "open"), "--as"),
        (("show", "RECORD", "--at", "1", "--as", "A", "--at=2"), "--at"),
        (("export", "--as=A", "RECORD", "--as", "B"), "--as"),
        (("shelf", "--store", "sqlite:////a", "--store", "sqlite:////b"), "--store"),
        (("--store", "sqlite:////a", "--store", "sqlite:////b", "shelf"), "--store"),
    ],
)
def test_an_option_that_takes_one_value_is_given_once(cli: Cli, record: str, words: tuple[str, ...], option: str) -> None:
    """Where an option stands twice nothing is shown: the second must not win in silence over a narrower view."""
    result = cli(*(record if word == "RECORD" else word for word in words), code=2)
    assert f"Error: {option} is given 2 times; it takes one value." in result.stderr
    assert result.stdout == ""


def test_the_commands_store_may_differ_from_the_programs(cli: Cli, record: str) -> None:
    """One store before the command and one behind it is no doubling: the command's wins, as documented."""
    assert [entry["id"] for entry in cli.json("--store", "sqlite:///nowhere/at/all.sqlite", "shelf", "--store", cli.store)] == [record]


@pytest.mark.parametrize("words", [("--store", "", "shelf"), ("shelf", "--store="), ("shelf", "--store", "  ")])
def test_an_empty_store_is_refused(cli: Cli, words: tuple[str, ...]) -> None:
    """An empty address, as an unset variable of a script leaves it, does not fall back to the usual store."""
    assert "an empty text names no place" in cli(*words, code=2).stderr


def test_an_output_that_is_full_is_told_in_one_line(cli: Cli, record: str) -> None:
    """Where the output cannot be written the exit code is 1 and one line tells why, without a traceback."""
    commands = [("log", record), ("log", record, "--json"), ("show", record), ("shelf",), ("export", record), ("verify", "--json")]
    for words, (code, told) in zip(commands, cli.programs(*commands, output="/dev/full"), strict=True):
        assert (words, code) == (words, 1)
        assert told.splitlines()[-1] == "Error: the output cannot be written: No space left on device"
        assert "Traceback" not in told


def test_a_file_that_cannot_be_had_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder in which a program may not write is no fault of the output."""

    def refuse(_context: click.Context) -> None:
        raise PermissionError(13, "Permission denied", "/figures")

    monkeypatch.setattr(click.Group, "invoke", lambda _self, context: refuse(context))
    with pytest.raises(click.ClickException) as refused:
        kiebitz.main(["shelf"], standalone_mode=False)
    assert refused.value.message == "/figures: Permission denied"


def test_a_reader_who_has_enough_ends_the_program_in_silence(cli: Cli, record: str) -> None:
    """A pipe that is closed early is no error to tell."""
    commands = [("log", record), ("log", record, "--json"), ("shelf", "--json"), ("export", record)]
    assert [told for _code, told in cli.programs(*commands, output="|")] == [""] * len(commands)


def test_seconds_are_shown_as_people_read_them(cli: Cli, record: str) -> None:
    """The site's Unix seconds stand as a time of day in UTC."""
    shown = cli("show", record).stdout
    assert "time: 20" in shown
    assert " UTC\n" in shown


@pytest.mark.parametrize(
    "name", sorted({*kiebitz.commands} - {"games", "map", "migrate", "puzzle", "settings"})
)  # which open no store, or two
def test_ctrl_c_is_exit_code_130_in_every_command(cli: Cli, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Whatever a command is at, Ctrl-C ends it with one line and the exit code of shells."""

    def pressed(*_words: object, **_options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(StoreChoice, "open", pressed)
    given = {"import": ("x",), "simulate": ("regicide",), "why": ("x", "--slot", "draw"), "odds": ("x", "--attack", "3")}
    given |= {
        "rename": ("x", "A", "Ana"),
        "entitle": ("x", "Azul"),
        "merge": ("x", "y"),
        "compare": ("x", "--rules", "x"),
        "explain": ("x", "1"),
        "impact": ("--rules", "x"),
        "case": ("show", "x"),
        "layer": ("show", "x"),
        "words": ("show", "x"),
        "line": ("prune", "x", "y"),
        "seat": ("x", "A"),
        "user": ("list",),
        "study": ("show", "x"),
        "class": ("export", "x"),
        "demo": (),
        "retell": ("x", "--game", "regicide"),
        "serve": ("--port", "65123"),
        "shelf": (),
        "verify": (),
        "rebuild": (),
        "prune": ("--trash", "30"),
    }
    result = cli(name, *given.get(name, ("x",)), code=130)
    assert (result.stdout, result.stderr) == ("", "Stopped.\n")


def test_an_id_is_never_wrapped_and_no_color_means_none(cli: Cli, record: str) -> None:
    """On a terminal too narrow for the table the other columns give way; with NO_COLOR no sequence of the terminal is sent."""

    def shown(**environment: str) -> str:
        master, slave = pty.openpty()
        try:
            cli.program(
                "shelf",
                env=os.environ | {"KIEBITZ_STORE": cli.store, "COLUMNS": "30", "TERM": "xterm"} | environment,
                stdout=slave,
            )
            return os.read(master, 100_000).decode()
        finally:
            os.close(slave)
            os.close(master)

    coloured, plain = shown(NO_COLOR=""), shown(NO_COLOR="1")
    assert record in coloured
    assert "\x1b[" in coloured
    assert record in plain
    assert "\x1b" not in plain
