"""A command imports what it needs, when it is called."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path

import click
import pytest

from web.cli import kiebitz
from web.cli.group import Deferred
from web.starting import importing

HEAVY = {
    "sqlalchemy",
    "eventsourcing",
    "flask",
    "marshmallow",
    "lark",
    "yaml",
    "babel",
    "plotly",
    "records.games",
    "records.knowledge",
    "rich",
}


def imported_by(*words: str) -> set[str]:
    """The modules that the program has imported when it ends."""
    script = f"import sys; from web.cli import main; sys.argv = {['kiebitz', *words]!r}\ntry: main()\nfinally: print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(done.stdout.rpartition("\n\n")[2].split() or done.stdout.split())


def test_the_list_of_commands_needs_no_part_of_the_program() -> None:
    """``kiebitz --help`` imports neither a database nor a game nor the pages."""
    modules = imported_by("--help")
    assert {"click", "web.cli.commands"} <= modules
    assert modules & HEAVY == set()


@pytest.mark.parametrize("name", kiebitz.commands)
def test_every_command_is_where_the_list_says(name: str) -> None:
    """Each command of the list is found under the name and in the module that the list gives, and its summary is one short line."""
    listed = kiebitz.commands[name]
    assert isinstance(listed, Deferred)
    command = listed.loaded()
    assert command.name == name
    assert not isinstance(command, Deferred)
    assert len(listed.get_short_help_str(limit=1000)) <= 66
    assert listed.get_short_help_str(limit=66).endswith(".")
    assert not listed.get_short_help_str(limit=66).endswith("...")


def test_a_command_that_is_not_there_is_told() -> None:
    """A list that names what is no command fails when it is called, not in silence."""
    with pytest.raises(TypeError, match="no command"):
        Deferred("output", "web.cli.output", "", "tell").loaded()


def test_every_command_knows_its_own_help() -> None:
    """``--help`` of a command is that of the command itself, not of its line in the list."""
    context = click.Context(kiebitz, info_name="kiebitz")
    _name, command, _rest = kiebitz.resolve_command(context, ["export"])
    assert command is not None
    assert "--output" in command.get_help(click.Context(command, parent=context, info_name="export"))


@pytest.mark.soak
def test_a_worker_finds_what_it_needs_imported(tmp_path: Path) -> None:
    """What a start needs is imported once, before workers are forked; libraries of single pages and charts are not."""
    script = (
        "import sys, threading; from web.serving import prepare; prepare(); assert threading.active_count() == 1; print(*sys.modules)\n"
        "from web.app import create_app; from web.books import open_book\n"
        f"create_app(open_book('sqlite:///{tmp_path}/book.sqlite', None, create=True)); print(*sys.modules)"
    )
    before, worker = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.splitlines()
    known = set(before.split())
    assert {"web.app", "records.games", "flask"} <= known
    assert known & {"markdown_it", "segno", "duckdb", "pyarrow", "psycopg", "rich"} == set()
    assert {name for name in set(worker.split()) - known if name.startswith(("web", "importers"))} == set()


@pytest.mark.parametrize("collects", [True, False])
def test_garbage_is_looked_for_again_after_imports(*, collects: bool) -> None:
    """What stood before stands again, also where an import fails."""
    before = gc.isenabled()
    during = []

    def fail() -> None:
        with importing():
            during.append(gc.isenabled())
            raise ImportError

    try:
        (gc.enable if collects else gc.disable)()
        with pytest.raises(ImportError):
            fail()
        assert (during, gc.isenabled()) == ([False], collects)
    finally:
        (gc.enable if before else gc.disable)()
