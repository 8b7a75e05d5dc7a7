"""``kiebitz import`` takes every native file, told apart by what stands in it; the older commands go on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.command_line import Cli

if TYPE_CHECKING:
    from typing import TypeAlias

    Carried: TypeAlias = "tuple[Cli, dict[str, Path]]"

GAME = Path(__file__).parents[2] / "examples" / "games" / "castle-rampage-yucata.jsonl"


@pytest.fixture
def carried(cli: Cli, tmp_path: Path) -> Carried:
    """An empty store, and a file of each kind from another one."""
    (record,) = (one["id"] for one in cli.json("import", str(GAME)))
    case = cli.json("case", "open", record, "20", "Is that so?", "--to", "*")["id"]
    study = cli.json("study", "new", "Mine")["id"]
    cli("study", "add", study, record, "3", "One", "--as", "public")
    cli("study", "publish", study)
    cli("layer", "note", record, "3", "Look")
    folder = tmp_path / "files"
    cli("rescue", str(folder))
    found = {path.suffix[1:]: path for path in folder.iterdir()}
    found["dispute"] = tmp_path / "a.case"
    cli("case", "export", case, "--as", "A", "--out", str(found["dispute"]))
    return Cli(tmp_path, f"sqlite:///{tmp_path}/elsewhere.db"), found


@pytest.mark.soak
def test_one_command_takes_them_all(carried: Carried) -> None:
    """A folder too, whatever their order; a second time each is here already, and the older commands say the same of each."""
    cli, files = carried
    order = ("jsonl", "layer", "case", "study", "dispute")
    first = [cli.json("import", str(files[kind]))[0] for kind in order]
    assert [one.get("kind", "record") for one in first] == ["record", "layer", "case", "study", "case"]
    assert [one["already"] for one in first] == [False, False, False, False, True]
    again = cli.json("import", *(str(files[kind]) for kind in order))
    assert [(one["id"], one["already"]) for one in again] == [(one["id"], True) for one in first]
    for kind, group in (("study", "study"), ("case", "case"), ("dispute", "case")):
        ident = next(one["id"] for one, named in zip(first, order, strict=True) if named == kind)
        assert cli.json(group, "import", str(files[kind])) == {"id": ident, "already": True}
    assert cli.json("layer", "import", str(files["layer"]))["new"] is False
    said = cli("import", *map(str, files.values())).stderr
    assert "0 records imported, 1 already there, 4 beside records" in said


@pytest.mark.soak
def test_a_dispute_is_read_where_its_game_is_not(carried: Carried, tmp_path: Path) -> None:
    """It is listed, told, written as it came and as one page; what is damaged is refused with its line, by either command."""
    cli, files = carried
    (taken,) = cli.json("import", str(files["dispute"]))
    assert taken == {"id": taken["id"], "kind": "case-file", "already": False}
    assert [(one["id"], one["viewer"]) for one in cli.json("case", "list")] == [(taken["id"], "A")]
    assert "Is that so?" in cli("case", "show", taken["id"][:6]).stdout
    copy, page = tmp_path / "copy.case", tmp_path / "page.html"
    cli("case", "export", taken["id"], "--out", str(copy))
    assert copy.read_bytes() == files["dispute"].read_bytes()
    cli("case", "export", taken["id"], "--format", "html", "--out", str(page))
    assert "Is that so?" in page.read_text("utf-8")
    assert "came as a file" in cli("case", "rule", taken["id"], "No.", "--by", "Judge", code=1).stderr
    damaged = tmp_path / "damaged.case"
    damaged.write_bytes(copy.read_bytes().replace(b"Is that so?", b"Is this so?"))
    for command in (("import",), ("case", "import")):
        assert "line" in cli(*command, str(damaged), code=1).stderr
    cli("verify")
    assert cli.json("case", "erase", taken["id"], "file") == {"id": taken["id"], "erased": 1}
    assert cli.json("case", "list") == []


def test_a_file_of_another_kind_is_refused_by_the_commands_of_one(carried: Carried) -> None:
    """With its first line, and nothing is stored."""
    cli, files = carried
    cli("simulate", "regicide")
    for group, kind in (("study", "case"), ("case", "study"), ("class", "layer"), ("layer", "study"), ("study", "jsonl")):
        assert "line 1" in cli(group, "import", str(files[kind]), code=1).stderr
    for kind in ("case", "layer"):  # their record is not here
        cli("import", str(files[kind]), code=1)
