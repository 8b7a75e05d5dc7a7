"""docs/cli.md says of every command what it takes and what its JSON holds."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click
import pytest

from web.cli import kiebitz
from web.cli.group import Deferred

if TYPE_CHECKING:
    from support.command_line import Cli

TEXT = re.sub("<!--.*?-->", "", (Path(__file__).parent.parent.parent / "docs" / "cli.md").read_text())
SECTIONS = dict(re.findall(r"^### `kiebitz ([a-z]+)[^`]*`\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL))
EVERYWHERE = {
    "--help",
    "--store",
    "--as",
    "--reason",
    "--lang",
    "--yes",
    "--settings",
    "--scheduler",
    "--tls-ca-file",
    "--tls-cert",
    "--tls-key",
}
"""Told once for all commands."""


def test_every_command_is_documented() -> None:
    """The document has a section for each command, and none for another."""
    assert set(SECTIONS) == set(kiebitz.commands)


@pytest.mark.parametrize("name", kiebitz.commands)
def test_every_option_is_documented(name: str) -> None:
    """Each option stands in its command's section, or where it is told for all; no section names an option that is not there."""
    command = kiebitz.commands[name]
    assert isinstance(command, Deferred)
    command = command.loaded()
    every = [command, *command.commands.values()] if isinstance(command, click.Group) else [command]
    options = {
        option
        for one in every
        for parameter in one.params
        if isinstance(parameter, click.Option)
        for option in (*parameter.opts, *parameter.secondary_opts)
    }
    documented = set(re.findall(r"(?<![-\w])--?[a-z][-a-z]*", SECTIONS[name]))
    assert options - documented - EVERYWHERE == set()
    assert documented - options - EVERYWHERE == set()
    assert all(option in TEXT for option in EVERYWHERE)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("shelf",), 0),
        (("log", "RECORD"), 0),
        (("show", "RECORD"), 0),
        (("rename", "RECORD", "A", "Änne"), 0),
        (("entitle", "RECORD", "Ark Nova"), 0),
        (("forget", "Ben"), 0),
        (("delete", "RECORD"), 0),
        (("restore", "RECORD"), 0),
        (("prune", "--trash", "30", "--yes"), 0),
        (("verify",), 0),
        (("rebuild",), 0),
        (("import", "FILE"), 0),
        (("games",), 0),
        (("rules", "regicide"), 0),
    ],
    ids=lambda words: words[0] if isinstance(words, tuple) else "",
)
def test_every_field_of_the_json_is_documented(cli: Cli, record: str, words: tuple[str, ...], code: int) -> None:
    """The fields of a command's JSON, in the order in which they come, are those that its section names."""
    given = {"RECORD": record, "FILE": str(cli.folder / "game.json")}
    found = cli.json(*(given.get(word, word) for word in words), code=code)
    fields = list(found[0] if isinstance(found, list) else found)
    section = SECTIONS[words[0]]
    assert [field for field in fields if f'"{field}"' not in section and f"`{field}`" not in section] == []
