"""``kiebitz rename``, ``forget``, ``delete``, ``restore``, ``verify`` and ``rebuild``."""

from __future__ import annotations

import os
import pty
import signal
import sqlite3
import subprocess
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from records.service import GameBook
from support.archives import ANNA, packet
from support.command_line import plain_archive, told
from support.soaking import one_in, rest_soaked

if TYPE_CHECKING:
    from support.command_line import Cli


def names(cli: Cli) -> list[str]:
    """Who plays in the one record."""
    (entry,) = cli.json("shelf")
    return list(entry["players"])


@pytest.mark.parametrize("seat", one_in(2, ["A", "Anna", "aNNA"]))
def test_a_person_is_renamed_by_seat_or_name(cli: Cli, record: str, seat: str) -> None:
    """A seat's key or the name so far tells who is renamed; the record verifies as before."""
    assert cli.json("rename", record, seat, "Änne") == {"id": record, "seat": "A", "name": "Änne"}
    assert names(cli) == ["Änne", "Ben"]
    assert "Änne draws a card" in cli("log", record).stdout
    cli("verify")


@pytest.mark.parametrize("words", one_in(3, [["public", "X"], ["open", "X"], ["C", "X"], ["A", ""], ["A", "x\ny"]]))
def test_a_renaming_that_cannot_be_is_refused(cli: Cli, record: str, words: list[str]) -> None:
    """Viewers without a seat, strange seats and what is no name are refused, and the names stay."""
    assert "Error: " in cli("rename", record, *words, code=1).stderr
    assert names(cli) == ["Anna", "Ben"]


def test_a_person_is_forgotten_everywhere(cli: Cli, record: str) -> None:
    """A name is erased in any case from every record, the trash included, and with it the ids at other sites."""
    cli("delete", record)
    assert cli.json("forget", "BEN") == {"erased": [{"id": record, "seat": "B"}], "mentioned": [], "texts": 0}
    cli("restore", record)
    assert names(cli) == ["Anna", ""]
    data = cli("export", record).stdout
    assert "84000017" in data
    assert "84000025" not in data
    assert "Seat B draws a card" in cli("log", record).stdout


def test_where_a_forgotten_name_still_stands_is_told(cli: Cli) -> None:
    """Words of a foreign log that hold the name where no token could stand are counted with their record, not passed over in silence."""
    packets = packet(4, told(ANNA, "Anna", "Look at Ben's turtle and at Bennett"), second=12)
    (imported,) = cli.json("import", cli.file("ben.json", plain_archive(packets)))
    told_then = cli("forget", "ben").stderr
    assert "Erased at 1 seat." in told_then
    assert f"The name still stands in 1 text of 1 record, which are part of the log and cannot be changed: {imported['id']}." in told_then
    assert cli.json("forget", "Ben", code=1) == {"erased": [], "mentioned": [{"id": imported["id"], "places": 1}], "texts": 0}


@pytest.mark.parametrize("person", one_in(3, ["Carl", "", " ", "An", "\ud800"]))
def test_who_is_not_there_cannot_be_forgotten(cli: Cli, record: str, person: str) -> None:
    """A name that no record has, or none at all, is refused, so that a typo is seen."""
    assert "Error: " in cli("forget", person, code=1).stderr
    assert names(cli) == ["Anna", "Ben"]


def test_the_trash_gives_back(cli: Cli, record: str) -> None:
    """What is deleted lies in the trash, which shelf --trash lists, until it is restored."""
    assert cli.json("delete", record) == {"id": record, "for_good": False}
    assert cli.json("shelf") == []
    (entry,) = cli.json("shelf", "--trash")
    assert entry["id"] == record
    assert entry["trashed"] is not None
    assert cli.json("restore", record[:5]) == {"id": record}
    assert [entry["id"] for entry in cli.json("shelf")] == [record]
    assert cli("shelf", "--trash").stderr == "The trash is empty.\n"


def test_for_good_is_for_the_trash_only(cli: Cli, record: str) -> None:
    """A record on the shelf is not deleted for good; one in the trash is, with its names, and verify knows the tombstone."""
    assert "not in the trash" in cli("delete", "--for-good", "--yes", record, code=1).stderr
    cli("delete", record)
    assert "with 5 events is gone" in cli("delete", "--for-good", "--yes", record).stderr
    assert cli.json("verify") == {"records": 0, "deleted": 1, "others": {}, "whole": [], "broken": [], "findings": []}
    held = b"".join(path.read_bytes() for path in cli.folder.glob("book.sqlite*"))
    assert [word for word in (b"Anna", b"Sea Turtle") if word in held] == []
    assert "no record" in cli("show", record, code=1).stderr


def test_where_nobody_can_be_asked_nothing_is_deleted_for_good(cli: Cli, record: str) -> None:
    """Without --yes and without a terminal to ask it is wrong usage."""
    cli("delete", record)
    assert "needs --yes" in cli("delete", "--for-good", record, code=2).stderr
    assert len(cli.json("shelf", "--trash")) == 1


@pytest.mark.parametrize(("answer", "left", "code"), rest_soaked([(b"y\n", 0, 0), (b"", 1, 130), (b"n\n", 1, 1), (b"\x04", 1, 1)], keep=2))
def test_deleting_for_good_is_asked_at_a_terminal(cli: Cli, record: str, answer: bytes, left: int, code: int) -> None:
    """At a terminal it is asked who is deleted; only a yes deletes, and neither the end of the input nor Ctrl-C."""
    cli("delete", record)
    master, slave = pty.openpty()
    with cli.at_a_terminal("delete", "--for-good", record, stdin=slave) as process:
        asked = "".join(iter(lambda: process.stderr.read(1), "?"))
        if answer:
            os.write(master, answer)
        while not answer and process.poll() is None:  # one that comes just before it waits for a line is not seen
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(2)
        out, _rest = process.communicate(timeout=60)
    os.close(slave)
    os.close(master)
    assert (process.returncode, out) == (code, "")
    assert asked == f"Delete record {record} (Anna, Ben) for ever"
    assert len(cli.json("shelf", "--trash")) == left


def test_a_new_name_is_told_with_the_old_one(cli: Cli, record: str) -> None:
    """It says who was renamed, or that nobody was; a person who does not sit there is answered with the seats."""
    assert cli("rename", record, "anna", "Änne").stderr == f"Seat A of record {record} is now called Änne, before Anna.\n"
    assert cli("rename", record, "A", "Änne").stderr == f"Seat A of record {record} was called Änne before.\n"
    for stranger in ("Carl", "public"):
        said = f"Error: {stranger!r} is no seat of record {record}, nor the name of who sits there; the seats are A (Änne), B (Ben)\n"
        assert cli("rename", record, stranger, "Dora", code=1).stderr == said


def test_a_whole_store_verifies(cli: Cli, record: str) -> None:
    """Without a finding the exit code is 0, standard output is empty, and the count goes to standard error."""
    result = cli("verify")
    assert (result.stdout, result.stderr) == ("", "1 record (0 more deleted for good), 0 findings.\n")


def test_a_flipped_byte_and_a_lost_row_are_found(cli: Cli, record: str) -> None:
    """A finding is a line with record, version, column and reason; the exit code is 1."""
    (other,) = cli.json("import", cli.file("other.json", plain_archive({**plain_archive()["data"]["logs"][5], "move_id": "9"})))
    with closing(sqlite3.connect(cli.store.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("DROP TRIGGER stored_events_no_update")
        connection.execute("DROP TRIGGER stored_events_no_delete")
        connection.execute(
            "UPDATE stored_events SET state = CAST(replace(CAST(state AS TEXT), 'draws', 'drews') AS BLOB) "
            "WHERE originator_id = ? AND originator_version = 4",
            (record,),
        )
        connection.execute("DELETE FROM stored_events WHERE originator_id = ? AND originator_version = 6", (other["id"],))
    lines = sorted(cli("verify", code=1).stdout.splitlines())
    lost = f"record {other['id']}, version 6, stored_events.originator_version: "
    wanted = sorted([f"record {record}, version 4, stored_events.state: ", lost])
    assert [line[: len(start)] for line, start in zip(lines, wanted, strict=True)] == wanted
    found = cli.json("verify", code=1)
    assert found["records"] == 2
    assert {(one["record"], one["version"], one["column"]) for one in found["findings"]} == {
        (record, 4, "stored_events.state"),
        (other["id"], 6, "stored_events.originator_version"),
    }


def test_whole_records_are_rescued_from_a_damaged_store(cli: Cli, record: str) -> None:
    """What verify calls whole is written into a new folder, byte for byte as its export, and can be imported elsewhere."""
    (other,) = cli.json("import", cli.file("other.json", plain_archive({**plain_archive()["data"]["logs"][5], "move_id": "9"})))
    exported = cli("export", record).stdout
    with closing(sqlite3.connect(cli.store.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE record_heads SET count = 3 WHERE id = ?", (other["id"],))
    assert f"record {record} is whole\n" in cli("verify", code=1).stdout
    assert (found := cli.json("verify", code=1))["whole"] == [record]
    assert found["broken"] == [other["id"]]
    folder = cli.folder / "saved"
    assert f"record {other['id']}, record_heads.count: " in cli("rescue", str(folder), code=1).stdout
    assert [path.name for path in folder.iterdir()] == [f"{record}.jsonl"]
    assert (folder / f"{record}.jsonl").read_text() == exported
    assert "is not empty" in cli("rescue", str(folder), code=1).stderr
    (taken,) = cli.json("import", "--store", f"sqlite:///{cli.folder}/new.sqlite", str(folder / f"{record}.jsonl"))
    assert taken["id"] == record
    assert cli.json("rescue", str(cli.folder / "again"), code=1)["saved"] == [record]


def test_a_store_is_backed_up_and_restored(cli: Cli, record: str) -> None:
    """A backup is a store of its own; restored to a new place it exports the same bytes, and over a store it is refused."""
    file, exported = cli.folder / "monday", cli("export", record).stdout
    assert cli.json("backup", str(file))["records"] == 1
    assert "something lies there already" in cli("backup", str(file), code=1).stderr
    cli("verify", "--store", f"sqlite:///{file}")
    again = f"sqlite:///{cli.folder}/again/new.sqlite"
    assert cli.json("restore", "--from", str(file), "--store", again) == {"store": again, "records": 1, "deleted": 0}
    assert cli("export", record, "--store", again).stdout == exported
    assert "something lies there already" in cli("restore", "--from", str(file), code=1).stderr
    assert "--from FILE" in cli("restore", code=2).stderr
    assert "--from FILE" in cli("restore", record, "--from", str(file), code=2).stderr


def test_the_shelf_is_rebuilt(cli: Cli, record: str) -> None:
    """A shelf that was emptied or changed behind the program's back is as before after rebuild."""
    before = cli.json("shelf")
    with closing(sqlite3.connect(cli.store.removeprefix("sqlite:///"))) as connection, connection:
        connection.execute("UPDATE shelf SET steps = 99, game = 'whist'")
    assert cli.json("shelf") != before
    assert cli.json("rebuild") == {"records": 1}
    assert cli.json("shelf") == before
    assert before[0]["id"] == record
    assert cli("rebuild").stderr == "1 record on the shelf.\n"


@pytest.mark.parametrize(
    "words", [("rename",), ("forget",), ("delete",), ("restore",), ("rename", "x", "A"), ("verify", "x"), ("vrfy",), ("prune",)]
)
def test_wrong_usage_is_exit_code_2(cli: Cli, words: tuple[str, ...]) -> None:
    """Arguments that are missing or too many, and commands that do not exist, are wrong usage."""
    cli(*words, code=2)


def test_the_program_tells_its_version_and_commands(cli: Cli) -> None:
    """--version and --help go to standard output with exit code 0, and every command has help of its own."""
    assert cli("--version").stdout.startswith("kiebitz 0.")
    listed = cli("--help").stdout
    for command in ("serve", "import", "export", "shelf", "show", "log", "rename", "delete", "restore", "forget", "verify", "rebuild"):
        assert f"\n  {command} " in listed
        assert "--store URL" in cli(command, "--help").stdout


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("mysql://x/y", "is not an address of a store"),
        ("sqlite:///", "names no file"),
        ("sqlite:////proc/nothing/book.sqlite", "there is no store here"),
        ("postgresql://user:hunter2@127.0.0.1:1/none", "cannot be opened"),
    ],
)
@pytest.mark.parametrize("command", ["shelf", "verify"])
def test_a_store_that_cannot_be_opened_is_told(cli: Cli, address: str, reason: str, command: str) -> None:
    """What is wrong with the store's address or place is one line on standard error without a password, and exit code 1."""
    result = cli("--store", address, command, code=1)
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert reason in result.stderr
    assert "hunter2" not in result.stderr


def test_the_store_is_named_before_or_behind_the_command(cli: Cli, record: str, tmp_path: Path) -> None:
    """--store wins over KIEBITZ_STORE, before the command or behind it, and behind it over before."""
    empty = f"sqlite:///{tmp_path}/empty.sqlite"
    GameBook.open(empty).close()
    assert cli.json("shelf")[0]["id"] == record
    assert cli.json("--store", empty, "shelf") == []
    assert cli.json("shelf", "--store", empty) == []
    assert cli.json("--store", empty, "shelf", "--store", cli.store)[0]["id"] == record
    assert len(cli.json("shelf", KIEBITZ_STORE=empty)) == 0


def test_without_a_wish_the_store_lies_in_the_data_folder(cli: Cli, tmp_path: Path) -> None:
    """Where nothing names a store, it is a file in the user's data folder, made when it is needed."""
    home = tmp_path / "data home"
    usual = {"KIEBITZ_STORE": "", "XDG_DATA_HOME": str(home)}
    assert "there is no store here" in cli("shelf", code=1, **usual).stderr
    assert not home.exists()
    cli("import", cli.file("game.json", plain_archive()), **usual)
    assert len(cli.json("shelf", **usual)) == 1
    assert [path.name for path in (home / "kiebitz").glob("*.sqlite")] == ["kiebitz.sqlite"]


@pytest.mark.parametrize("words", [("verify",), ("shelf",), ("rebuild",), ("show", "abcd"), ("forget", "Anna"), ("audit", "abcd")])
def test_a_store_that_is_not_there_is_not_made_by_reading(cli: Cli, words: tuple[str, ...]) -> None:
    """A typo in the address is not "0 findings" and an empty file: what stores no record refuses it and leaves nothing behind."""
    assert "there is no store here" in cli(*words, code=1).stderr
    assert list(cli.folder.iterdir()) == []


def test_a_damaged_line_of_the_shelf_is_listed_as_such(cli: Cli, record: str) -> None:
    """The shelf goes on where a line of it cannot be read, and says so; verify names it, and rebuild makes it anew."""
    cli("shelf")
    with closing(sqlite3.connect(cli.folder / "book.sqlite")) as connection, connection:
        connection.execute("UPDATE shelf SET started = 'yesterday'")
    assert "damaged: shelf.started" in cli("shelf").stdout
    assert cli.json("shelf")[0]["damaged"] == "shelf.started"
    assert f"record {record}, shelf.started: says 'yesterday'" in cli("verify", code=1).stdout
    cli("rebuild")
    assert "damaged" not in cli.json("shelf")[0]
    cli("verify")


def test_a_file_is_verified_against_its_record(cli: Cli, record: str) -> None:
    """A redacted export agrees with the full record; a changed line is refused with its number, another record's file is told apart."""
    file = cli.file("ben.jsonl", "")
    data = cli("export", record, "--as", "B").stdout
    Path(file).write_text(data, encoding="utf-8")
    assert cli.json("verify", file, "--against", record[:6])["agrees"]
    assert cli.json("verify", file) | {"file": ""} == {
        "file": "",
        "as": "B",
        "events": data.count('{"v":'),
        "against": None,
        "agrees": True,
        "difference": None,
    }
    other = cli.json("import", cli.file("other.json", plain_archive(packet(4, told(ANNA, "Anna", "${player_name} waits")))))[0]["id"]
    found = cli.json("verify", file, "--against", other, code=1)
    assert found["difference"]["version"] == 0
    assert found["difference"]["field"] == "record"
    Path(file).write_text(data.replace("draws a card", "draws two cards", 1), encoding="utf-8")
    assert "line " in cli("verify", file, "--against", record, code=1).stderr
    assert "--against" in cli("verify", "--against", record, code=2).stderr
