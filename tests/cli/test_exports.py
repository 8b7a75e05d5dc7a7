"""Sheets, pictures and columns at the command line."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet
import pytest

from web.datasets.parquet import schemas

if TYPE_CHECKING:
    import pytest

    from support.command_line import Cli

GAMES = Path(__file__).parents[2] / "examples" / "games"


def test_records_become_two_tables_of_columns(cli: Cli) -> None:
    """One row a game and one an event, of one record or of the whole shelf, as many as the shelf says."""
    cli("import", *(str(GAMES / name) for name in ("regicide-jacks.kbz", "night-ferry.json", "castle-rampage-siege.jsonl")))
    shelf = {entry["id"]: entry["steps"] for entry in cli.json("shelf")}
    folder = cli.folder / "columns"
    told = cli("export", "--all", "--format", "parquet", "-o", str(folder))
    assert "of 3 records as open" in told.stderr
    assert sorted(path.name for path in folder.iterdir()) == ["events.parquet", "games.parquet"]
    events, games = (str(folder / f"{name}.parquet") for name in ("events", "games"))
    assert Counter(pyarrow.parquet.read_table(events).column("record").to_pylist()) == shelf
    rows = pyarrow.parquet.read_table(games).to_pylist()
    assert {row["record"]: row["events"] for row in rows} == shelf
    one = next(iter(shelf))
    cli("export", one, "--format", "parquet", "-o", str(folder), "--as", "public")
    table = pyarrow.parquet.read_table(games)
    assert table.column("record").to_pylist() == [one]
    assert table.column("viewer").to_pylist() == ["public"]
    assert table.schema.equals(schemas()["games"])


def test_columns_are_refused_clearly(cli: Cli, record: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a folder, without a record, with two wishes at once, with a file in the folder's place, and without the extra."""
    folder = str(cli.folder / "columns")
    assert "-o FOLDER" in cli("export", record, "--format", "parquet", code=2).stderr
    assert "--all" in cli("export", "--format", "parquet", "-o", folder, code=2).stderr
    assert "--all" in cli("export", record, "--all", "--format", "parquet", "-o", folder, code=2).stderr
    (cli.folder / "columns").write_bytes(b"")
    assert "cannot be written" in cli("export", record, "--format", "parquet", "-o", folder, code=1).stderr
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert "kiebitz[analytics]" in cli("export", record, "--format", "parquet", "-o", folder, code=1).stderr


@pytest.mark.soak
def test_a_sheet_and_pictures_are_written_as_a_viewer(cli: Cli) -> None:
    """Each is whole in one file, in the language that is asked for; options of another form are refused."""
    (record,) = [entry["id"] for entry in cli.json("import", str(GAMES / "castle-rampage-siege.jsonl"))]
    sheet = cli("export", record, "--format", "sheet", "--as", "A", "--lang", "de").stdout
    assert sheet.startswith("<!doctype html>")
    assert '<html lang="de">' in sheet
    assert "Du ziehst" in sheet
    assert "src=" not in sheet
    assert 'rel="stylesheet"' not in sheet
    first, last = (cli("export", record, "--format", "svg", "--at", at).stdout for at in ("3", "12"))
    assert first.startswith("<svg ")
    assert first != last
    cli("export", record, "--format", "png", "-o", str(cli.folder / "table.png"))
    assert (cli.folder / "table.png").read_bytes().startswith(b"\x89PNG")
    assert "--at belongs to" in cli("export", record, "--at", "3", code=2).stderr
    assert "not 99999" in cli("export", record, "--format", "svg", "--at", "99999", code=1).stderr
    assert "takes one ID" in cli("export", record, record, code=2).stderr
