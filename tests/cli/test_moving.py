"""``kiebitz migrate``."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from records.store import move, open_store
from web.cli.keeping import moving

if TYPE_CHECKING:
    import pytest

    from support.command_line import Cli


def test_a_store_is_moved_and_compared(cli: Cli, record: str) -> None:
    """It says how many rows and exports are the same, and run again that all was there already; there the record is as it was."""
    to = f"sqlite:///{cli.folder}/moved.sqlite"
    told = cli("migrate", "--from", cli.store, "--to", to)
    assert "5 of 5 events moved" in told.stderr
    assert f"rows and 1 export are the same in {to}, 0 findings." in told.stderr
    again = cli.json("migrate", "--from", cli.store, "--to", to)
    assert (again["from"], again["to"], again["already"], again["events_before"]) == (cli.store, to, True, 0)
    assert (again["exports"], again["findings"], again["rows"]["records"]) == (1, [], 1)
    assert cli("export", record, "--store", to).stdout == cli("export", record).stdout


def test_a_broken_record_is_moved_as_it_is_and_told(cli: Cli, record: str) -> None:
    """Exit code 1, with the words of verify: nothing is lost on the way, and nothing is mended."""
    with closing(sqlite3.connect(cli.store.removeprefix("sqlite:///"))) as connection:
        connection.execute("DROP TRIGGER stored_events_no_update")
        connection.execute("UPDATE stored_events SET topic = 'strange/1' WHERE originator_version = 3")
        connection.commit()
    open_store(cli.store).close()
    to = f"sqlite:///{cli.folder}/moved.sqlite"
    (finding,) = cli.json("migrate", "--from", cli.store, "--to", to, code=1)["findings"]
    assert (finding["record"], finding["version"]) == (record, 3)
    assert cli("verify", "--store", to, code=1).stdout == cli("verify", code=1).stdout


def test_what_differs_in_the_end_is_an_error(cli: Cli, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A record that is not there as it was is named, and the source is to be kept."""
    to = f"sqlite:///{cli.folder}/moved.sqlite"

    def move_and_meddle(source: str, target: str, told: object) -> object:
        moved = move(source, target, told)  # type: ignore[arg-type]
        with open_store(target) as store:
            store.people.rename(record, "A", "Zoe")
        return moved

    monkeypatch.setattr(moving, "move", move_and_meddle)
    said = cli("migrate", "--from", cli.store, "--to", to, code=1).stderr
    assert said.endswith(f"Error: record {record} of the source is not that of the target; keep the source\n")


def test_both_addresses_are_asked_for(cli: Cli) -> None:
    """Neither has a default: --store names what other commands work on."""
    assert "Missing option '--to'" in cli("migrate", "--from", cli.store, code=2).stderr
    assert "Missing option '--from'" in cli("migrate", "--to", cli.store, code=2).stderr


def test_ctrl_c_ends_it_as_every_command(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one line and the exit code of shells; run again it goes on."""

    def pressed(*_words: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(moving, "move", pressed)
    assert cli("migrate", "--from", cli.store, "--to", "sqlite:////x", code=130).stderr == "Stopped.\n"
