"""``kiebitz merge``: two players' files become one record, and what they disagree on is told."""

from __future__ import annotations

from pathlib import Path

import pytest

from support.command_line import Cli


@pytest.fixture
def files(cli: Cli) -> tuple[str, str]:
    """Both seats' files of a simulated game."""
    (record,) = cli.json("simulate", "regicide", "--seed", "4")
    paths = []
    for seat in "AB":
        paths.append(str(cli.folder / f"{seat}.jsonl"))
        cli("export", record["id"], "--as", seat, "-o", paths[-1])
    return paths[0], paths[1]


def test_two_files_become_one_record(cli: Cli, files: tuple[str, str]) -> None:
    """It is a new one, with both names; merged again it is there already."""
    told = cli.json("merge", *files)
    assert told["disagreements"] == []
    assert told["order"] == files[0]
    assert told["record"]["already"] is False
    assert all(told["record"]["players"])
    assert cli.json("merge", *files)["record"] == {**told["record"], "already": True}
    assert cli.count() == 2


@pytest.mark.soak
def test_disagreements_are_told_and_one_may_be_trusted(cli: Cli, files: tuple[str, str]) -> None:
    """Another name at a seat: nothing is stored, the exit code is 1, and with --trust it is told too."""
    other = Path(files[1])
    other.write_text(other.read_text().replace('"A":"Ana"', '"A":"Zoe"', 1))
    refused = cli("merge", *files, code=1)
    assert "name of seat A: A.jsonl says Ana; B.jsonl says Zoe" in refused.stderr
    assert "disagree in 1 place; nothing is stored" in refused.stderr
    assert cli.count() == 1
    told = cli.json("merge", *files, "--trust", files[1])
    assert [one["place"] for one in told["disagreements"]] == ["name of seat A"]
    assert told["order"] == files[1]
    assert told["record"]["players"][0] == "Zoe"
    assert cli.count() == 2


def test_what_cannot_be_merged_is_refused(cli: Cli, files: tuple[str, str]) -> None:
    """One file, a file that is not among them, and files of two games."""
    assert "two files or more" in cli("merge", files[0], code=2).stderr
    assert "--trust names one of the files" in cli("merge", *files, "--trust", "other", code=2).stderr
    (crush,) = cli.json("simulate", "creature-crush", "--seed", "4")
    path = str(cli.folder / "crush.jsonl")
    cli("export", crush["id"], "-o", path)
    assert "not of one game: the game is" in cli("merge", files[0], path, code=1).stderr
