"""Options that cannot mean what was meant, and outputs that take nothing more."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

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


def test_a_reader_who_has_enough_ends_the_program_in_silence(cli: Cli, record: str) -> None:
    """A pipe that is closed early is no error to tell."""
    commands = [("log", record), ("log", record, "--json"), ("shelf", "--json"), ("export", record)]
    assert [told for _code, told in cli.programs(*commands, output="|")] == [""] * len(commands)


def test_seconds_are_shown_as_people_read_them(cli: Cli, record: str) -> None:
    """The site's Unix seconds stand as a time of day in UTC."""
    shown = cli("show", record).stdout
    assert "time: 20" in shown
    assert " UTC\n" in shown
