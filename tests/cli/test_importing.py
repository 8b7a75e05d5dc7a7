"""``kiebitz import``: files become records, or are refused whole with place and reason."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
import zipfile
from contextlib import suppress
from pathlib import Path

import pytest

from importers import storing
from records.core.viewers import LOCAL
from support.archives import packet
from support.command_line import BENS, Cli, plain_archive
from support.soaking import one_in
from web.cli.progress import TOLD_EACH

ERROR = {"status": "0", "error": "You have reached a limit (replay)", "code": 806}


def test_what_was_imported_is_listed(cli: Cli) -> None:
    """One JSON document with an object for each record: id, game, ruleset, seats, players, steps, and that it is new."""
    (record,) = cli.json("import", cli.file("game.json", plain_archive()))
    assert len(record.pop("id")) == 16
    assert record == {"game": "observed", "ruleset": "none", "seats": ["A", "B"], "players": ["Anna", "Ben"], "steps": 5, "already": False}


def test_people_read_a_table(cli: Cli) -> None:
    """Without --json a line for each record goes to standard output, and nothing else."""
    result = cli("import", cli.file("game.json", plain_archive()))
    head, line = result.stdout.splitlines()
    assert head.split() == ["id", "game", "players", "events"]
    assert line.split()[1:] == ["observed", "Anna,", "Ben", "5"]
    assert result.stderr == ""


def test_the_same_file_is_stored_once(cli: Cli) -> None:
    """A file that comes again is no error: it is said to be there already, under the same id."""
    path = cli.file("game.json", plain_archive())
    (first,), (again,) = cli.json("import", path), cli.json("import", path)
    assert again == {**first, "already": True}
    assert "was there already" in cli("import", path).stdout
    assert cli.count() == 1


@pytest.mark.parametrize("written", one_in(2, ["mark", "indented", "turned", "numbers"]))
def test_the_same_table_is_one_record_however_its_file_is_written(cli: Cli, written: str) -> None:
    """A byte order mark, spaces, the order of keys and of packets make no other archive: a table is known by its id and what it holds."""
    data = plain_archive()
    (first,) = cli.json("import", cli.file("game.json", data))
    turned = {key: data[key] for key in reversed(data)} | {"data": {**data["data"], "logs": data["data"]["logs"][::-1]}}
    other = {
        "mark": b"\xef\xbb\xbf" + json.dumps(data).encode(),
        "indented": json.dumps(data, indent=2).encode(),
        "turned": json.dumps(turned).encode(),
        "numbers": json.dumps(data, ensure_ascii=False).replace("Anna", "\\u0041nna").encode(),
    }[written]
    assert cli.json("import", cli.file("other.json", other)) == [{**first, "already": True}]
    assert cli.json("import", cli.file("moved.json", plain_archive(packet(4, second=20))))[0]["already"] is False
    assert cli.count() == 2


def test_a_known_file_is_not_read_again(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is here byte for byte is told by its digest: no importer sees it, and it is told what it holds all the same."""
    path = cli.file("game.json", plain_archive())
    (first,) = cli.json("import", path)
    native = str(cli.folder / "whole.jsonl")
    cli("export", first["id"], "--output", native)
    cli("import", native)

    def read(*_args: object) -> None:
        raise AssertionError("a known file was read")

    monkeypatch.setattr(storing, "read_file", read)
    assert cli.json("import", path, native) == [{**first, "already": True}] * 2
    cli("delete", first["id"])
    assert "in the trash" in cli("import", path).stderr
    cli("delete", "--for-good", "--yes", first["id"])
    monkeypatch.undo()
    assert cli.json("import", path)[0]["already"] is False


def test_many_files_end_with_a_count(cli: Cli) -> None:
    """At the end stands what was imported, already there and refused; where nobody watches a line tells each hundred files."""
    path, bad = cli.file("game.json", plain_archive()), cli.file("bad.json", ERROR)
    result = cli("import", *[path] * (TOLD_EACH + 1), bad, code=1)
    lines = result.stderr.splitlines()
    assert lines[0] == f"{TOLD_EACH} of {TOLD_EACH + 2} files"
    assert lines[-1] == f"1 record imported, {TOLD_EACH} already there, 1 of {TOLD_EACH + 2} files refused; nothing of them is stored."


def test_a_whole_file_over_a_copy_is_told_what_is_there(cli: Cli, record: str, tmp_path: Path) -> None:
    """Where the shelf has one seat's copy, the whole file is not stored; whose copy it is and what to do is told."""
    copy, whole = (cli.file(f"{viewer}.jsonl", cli("export", record, "--as", viewer).stdout_bytes) for viewer in ("A", "open"))
    other = Cli(tmp_path, f"sqlite:///{tmp_path}/other.sqlite")
    other("import", copy)
    result = other("import", whole)
    assert "was there already, as the copy for A" in result.stdout
    assert f"Record {record} is here as the copy for A: the file shows more, and nothing of it is stored." in result.stderr
    assert f"kiebitz delete --for-good {record}" in result.stderr
    assert other.json("import", whole)[0]["copy_of"] == "A"
    assert "copy_of" not in other.json("import", copy)[0]


def opened(pipe: Path, running: subprocess.Popen[str]) -> int:
    """Open a pipe to write into it, once a program has come so far that it reads from there."""
    until = time.monotonic() + 60
    while running.poll() is None and time.monotonic() < until:
        with suppress(OSError):  # nobody reads yet
            return os.open(pipe, os.O_WRONLY | os.O_NONBLOCK)
        time.sleep(0.05)
    raise AssertionError(running.poll())


def test_ctrl_c_tells_how_far_it_came(cli: Cli) -> None:
    """An import that is stopped ends at once with the number of files that are on the shelf, and those are whole."""
    first = cli.file("game.json", plain_archive())
    pipe = cli.folder / "never.jsonl"
    os.mkfifo(pipe)
    with cli.at_a_terminal("import", first, str(pipe), first) as running:
        writes = opened(pipe, running)
        running.send_signal(signal.SIGINT)
        _, told = running.communicate(timeout=60)
    os.close(writes)
    assert running.returncode == 130
    assert told == "Stopped: 1 of 3 files are on the shelf, 0 were refused, nothing of the others is stored.\n"
    cli("verify")


def test_a_record_in_the_trash_is_not_stored_again(cli: Cli, record: str) -> None:
    """A file whose record in the trash is said to be there already, and how it comes back."""
    cli("delete", record)
    result = cli("import", str(cli.folder / "game.json"))
    assert f"kiebitz restore {record}" in result.stderr
    assert cli.count() == 0


def test_standard_input_is_a_file(cli: Cli, record: str) -> None:
    """A dash reads standard input; what is wrong with it is told under that name."""
    data = cli("export", record).stdout_bytes
    assert cli.json("import", "-", stdin=data)[0]["already"] is True
    assert "<stdin>: line 1: " in cli("import", "-", stdin=data[1:], code=1).stderr


def test_a_refused_file_keeps_no_other_from_being_stored(cli: Cli) -> None:
    """Of several files the good ones are stored and listed; each refused one is told by name, place and reason, and the exit code is 1."""
    good, other = cli.file("good.json", plain_archive()), cli.file("other.json", plain_archive(packet(4, second=20)))
    bad, cut = cli.file("bad.json", ERROR), cli.file("cut.json", (cli.folder / "good.json").read_bytes()[:-20])
    missing = str(cli.folder / "missing.json")
    result = cli("import", good, bad, missing, cut, other, "--json", code=1)
    told = [line.split(":")[0] for line in result.stderr.splitlines()]
    assert told == [
        bad,
        missing,
        cut,
        "2 records imported, 0 already there, 3 of 5 files refused; nothing of them is stored.",
    ]
    assert "You have reached a limit (replay)" in result.stderr
    assert f"{missing}: cannot be read: No such file or directory" in result.stderr
    assert f"{cut}: line 1, column " in result.stderr
    assert cli.count() == 2


def test_nothing_of_a_refused_file_is_stored(cli: Cli, record: str) -> None:
    """A native file that breaks in its last line leaves every table as it was."""
    data = cli("export", record).stdout_bytes
    cli("delete", record)
    cli("delete", "--for-good", "--yes", record)
    before = cli.dump()
    result = cli("import", cli.file("game.jsonl", data[:-3] + b'0"}\n'), "--json", code=1)
    assert result.stdout == "[]\n"
    assert "game.jsonl: line 9: " in result.stderr
    assert cli.dump() == before


def test_pseudonyms_leave_no_name(cli: Cli) -> None:
    """With --pseudonyms neither names nor ids of people stand anywhere in the store's files or in the log."""
    (record,) = cli.json("import", "--pseudonyms", cli.file("game.json", plain_archive()))
    assert record["players"] == ["Player A", "Player B"]
    held = b"".join(path.read_bytes() for path in cli.folder.glob("book.sqlite*"))
    assert [word for word in (b"Anna", b"Ben", b"84000017", b"84000025") if word in held] == []
    assert "Player B draws a card" in cli("log", record["id"]).stdout


def test_a_native_file_comes_back_as_it_went(cli: Cli, record: str, tmp_path: Path) -> None:
    """Export, import into another store, export: the same bytes, for every viewer."""
    for viewer in ("open", "public", "A", "ben"):
        data = cli("export", record, "--as", viewer).stdout_bytes
        other = f"sqlite:///{tmp_path}/{viewer}.sqlite"
        cli("import", "-", "--store", other, stdin=data)
        assert cli("export", record[:8], "--as", viewer, "--store", other).stdout_bytes == data
        assert (BENS.encode() in data) == (viewer in {"open", "ben"})


def test_an_export_goes_to_a_file(cli: Cli, record: str) -> None:
    """-o writes the file whole, over an older one, with the rights that new files have, and says so on standard error."""
    path = cli.folder / "game.jsonl"
    path.write_text("old")
    result = cli("export", record, "-o", str(path))
    assert result.stdout == ""
    assert f"record {record} as open" in result.stderr
    assert path.read_bytes() == cli("export", record, "-o", "-").stdout_bytes
    fresh = cli.folder / "fresh"
    fresh.touch()
    assert path.stat().st_mode == fresh.stat().st_mode
    assert [left.name for left in cli.folder.glob(".game*")] == []


def test_an_export_that_cannot_be_written_is_refused(cli: Cli, record: str) -> None:
    """A folder that is not there is told; a folder as file is wrong usage."""
    assert "cannot be written: No such file or directory" in cli("export", record, "-o", str(cli.folder / "no" / "file"), code=1).stderr
    cli("export", record, "-o", str(cli.folder), code=2)


def test_progress_is_shown_to_who_watches_only(cli: Cli) -> None:
    """With several files a bar appears on a terminal, and never in a pipe."""
    files = [cli.file(f"{number}.json", plain_archive(packet(4 + number, second=20))) for number in range(3)]
    assert cli.program("import", *files).stderr == "3 records imported, 0 already there, 0 of 3 files refused.\n"
    master, slave = pty.openpty()
    done = cli.program("import", *files, stdout=-3, stderr=slave)
    os.close(slave)
    shown = os.read(master, 100_000)
    os.close(master)
    assert done.returncode == 0
    assert b"Importing" in shown


def test_import_without_a_file_is_wrong_usage(cli: Cli) -> None:
    """Exit code 2 for a command that lacks what it needs, or has what it does not know."""
    cli("import", code=2)
    cli("import", "x", "--never-heard-of", code=2)


@pytest.mark.parametrize("name", ["game.json", "game.txt", "GAME"])
def test_a_file_is_known_by_what_is_in_it(cli: Cli, name: str) -> None:
    """An archive is read whatever its file is called."""
    (record,) = cli.json("import", cli.file(name, plain_archive()))
    with cli.book() as book:
        assert book.record(LOCAL, record["id"], "open").steps == 5


def folder_of(cli: Cli, tmp_path: Path) -> Path:
    """Return a folder with three tables, two of them in a zip file, a broken archive, and what is none."""
    folder = tmp_path / "logs"
    folder.mkdir()
    texts = {number: json.dumps(plain_archive()).replace("610000001", number) for number in ("610000001", "610000002", "610000003")}
    (folder / "a.json").write_text(texts["610000001"])
    with zipfile.ZipFile(folder / "b.bin", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("Azul 610000002.json", texts["610000002"])
        packed.writestr("3.json", texts["610000003"])
        packed.writestr("broken.json", "{")
    (folder / "notes.md").write_text("# what I played")
    return folder


@pytest.mark.parametrize("jobs", [(), pytest.param(("--jobs", "2"), marks=pytest.mark.soak)])
def test_folders_and_zip_files_are_imported_and_a_broken_file_stops_nothing(cli: Cli, tmp_path: Path, jobs: tuple[str, ...]) -> None:
    """All that is good is stored, what is broken is named by its place, what is no record is passed over; again it is all there."""
    folder = folder_of(cli, tmp_path)
    result = cli("import", *jobs, str(folder), code=1)
    assert f"{folder}/b.bin/broken.json: line 1, column 2: this is no JSON" in result.stderr
    assert result.stderr.splitlines()[-1] == (
        "3 records imported, 0 already there, 1 passed over that hold no record, 1 of 5 files refused; nothing of them is stored."
    )
    assert sorted((row["table"], row["game_name"]) for row in cli.json("shelf")) == [
        ("610000001", ""), ("610000002", "Azul"), ("610000003", ""),
    ]  # fmt: skip
    (folder / "b.bin").unlink()
    again = cli("import", *jobs, str(folder))
    assert again.stderr.splitlines()[-1] == "0 records imported, 1 already there, 1 passed over that hold no record, 0 of 2 files refused."
    assert cli("verify").exit_code == 0
