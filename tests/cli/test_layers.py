"""``kiebitz layer`` and ``kiebitz line``: written, read as a viewer, carried to another shelf, and erased."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from support.command_line import Cli


@pytest.fixture
def game(cli: Cli) -> str:
    """A simulated game of Regicide."""
    (record,) = cli.json("simulate", "regicide", "--seed", "4")
    return str(record["id"])


def test_a_note_is_written_and_read_by_whom_it_is_for(cli: Cli, game: str) -> None:
    """Whoever is not meant is told of no layer."""
    assert cli.json("layer", "me", "Mira")["name"] == "Mira"
    note = cli.json("layer", "note", game, "e12", "Too early", "--glyph", "?!", "--to", "A", "--since", "e12")
    assert (note["step"], note["to"], note["status"], note["text"]) == (12, ["A"], "declared", "Too early")
    (layer,) = cli.json("layer", "show", game, "--as", "A")
    assert (layer["author"]["name"], [one["id"] for one in layer["notes"]]) == ("Mira", [note["id"]])
    assert cli.json("layer", "show", game, "--as", "B") == []
    assert cli.json("layer", "show", game, "--as", "A", "--at", "e11") == []
    assert "?! Too early" in cli("layer", "show", game).stdout
    revised = cli.json("layer", "revise", layer["id"], note["id"], "e12", "Just in time", "--was", "1")
    assert (revised["version"], revised["text"], revised["to"]) == (2, "Just in time", [])
    assert "written for 1 events" in cli("layer", "revise", layer["id"], note["id"], "e12", "x", "--was", "1", code=1).stderr
    marked = cli.json("layer", "note", game, "e12", "--mark", "hand:A", "--arrow", "hand:A", "hand:B")
    assert [one["t"] for one in marked["marks"]] == ["spot", "arrow"]
    cli("layer", "remove", marked["layer"], marked["id"])
    cli("layer", "remove", layer["id"], note["id"], "--erase")
    assert cli.json("layer", "show", game) == []
    assert "is gone" in cli("layer", "remove", layer["id"], "--yes").stderr


def test_a_layer_goes_to_another_shelf(cli: Cli, game: str) -> None:
    """With its record, as a copy with what a viewer may read; at home it brings nothing new."""
    note = cli.json("layer", "note", game, "5", "for all", "--to", "*")
    cli.json("layer", "note", game, "6", "secret")
    path, record = str(cli.folder / "layer.jsonl"), str(cli.folder / "game.jsonl")
    cli("layer", "export", note["layer"], "--as", "public", "-o", path)
    assert "secret" not in Path(path).read_text()
    cli("export", game, "-o", record)
    assert "layer  was there already" in cli("import", path).stdout
    other = Cli(cli.folder, f"sqlite:///{cli.folder}/other.sqlite")
    other("import", record)
    taken = other.json("layer", "import", path)
    assert (taken["new"], taken["conflicts"]) == (True, [])
    assert [one["text"] for one in other.json("layer", "show", game)[0]["notes"]] == ["for all"]
    assert other.json("layer", "import", path) == {"id": taken["id"], "new": False, "changed": 0, "conflicts": []}
    assert "somebody else" in other("layer", "bind", taken["id"], game, code=1).stderr


def test_a_line_is_grown_from_the_shell(cli: Cli, game: str) -> None:
    """A command as JSON, its answers drawn; it is renamed and pruned."""
    with GameBook.open(cli.store) as book:
        view = book.record(LOCAL, game)
        assert view.game.play is not None
        base = next(at for at in range(20, view.steps) if view.events[at].cause == at + 1 and view.position(at).state.to_act)
        command = view.game.play.legal(view.position(base))[0]

    text = msgspec.json.encode(command).decode()
    line = cli.json("line", "begin", game, f"e{base}", "--as", "A", "--dealt", "known", "--name", "braver")
    grown = cli.json("line", "grow", line["layer"], line["id"], text)
    assert [(node["node"], node["after"]) for node in grown["nodes"]] == [(1, 0)]
    assert json.loads(text) == grown["nodes"][0]["command"]
    cli("line", "rename", line["layer"], line["id"], "calmer")
    assert cli.json("layer", "show", game, "--as", "A")[0]["lines"][0]["name"] == "calmer"
    assert cli.json("layer", "show", game, "--as", "B") == []
    about = ("--line", line["id"], "--node", "1", "--as", "A")
    assert cli.json("layer", "note", game, f"e{base}", "Better so", *about)["node"] == 1
    assert "no node 9" in cli("layer", "note", game, f"e{base}", "x", "--line", line["id"], "--node", "9", "--as", "A", code=1).stderr
    cli("line", "prune", line["layer"], line["id"])
    assert cli.json("layer", "show", game, "--as", "A") == []


def test_a_line_goes_by_another_reading(cli: Cli, game: str) -> None:
    """Which one is told with it; a switch that is not there is refused."""
    with GameBook.open(cli.store) as book:
        switch = book.record(LOCAL, game).reading().switches[0]
    set_otherwise = f"{switch.name}={switch.values[-1]}"
    line = cli.json("line", "begin", game, "5", "--switch", set_otherwise)
    assert line["reading"] == {"ruleset": "", "switches": {switch.name: switch.values[-1]}}
    assert cli.json("layer", "show", game)[0]["lines"][0]["reading"] == line["reading"]
    assert cli.json("line", "begin", game, "5")["reading"] is None
    assert "no switch" in cli("line", "begin", game, "5", "--switch", "moon=full", code=1).stderr


def test_forgetting_takes_the_writer_too(cli: Cli, game: str) -> None:
    """The name is gone from the layer, and with --with-notes what was written."""
    cli("layer", "me", "Zacharias")
    cli("layer", "note", game, "5", "mine")
    assert "have no name now" in cli("forget", "zacharias").stderr
    assert cli.json("layer", "show", game)[0]["author"]["name"] == ""
    cli("layer", "me", "Zacharias")
    cli("forget", "Zacharias", "--with-notes")
    assert cli.json("layer", "show", game) == []


def test_layers_are_counted_and_rescued(cli: Cli, game: str) -> None:
    """Verify counts them apart from the records; what is rescued is taken in elsewhere, with its author's name."""
    cli("layer", "me", "Mira")
    note = cli.json("layer", "note", game, "5", "kept")
    assert cli.json("verify")["others"] == {"layer": 1}
    assert cli.count() == 1
    folder = cli.folder / "saved"
    assert cli.json("rescue", str(folder)) == {
        "saved": [game],
        "layers": [note["layer"]],
        "cases": [],
        "studies": [],
        "classes": [],
        "retellings": [],
        "word_tables": [],
        "broken": [],
    }
    other = Cli(cli.folder, f"sqlite:///{cli.folder}/rescued.sqlite")
    other("import", str(folder / f"{game}.jsonl"))
    other("layer", "import", str(folder / f"{note['layer']}.layer"))
    (layer,) = other.json("layer", "show", game)
    assert (layer["author"]["name"], layer["author"]["brought"]["said"], layer["notes"][0]["text"]) == ("", "Mira", "kept")
    assert "from elsewhere, said to be by Mira" in other("layer", "show", game).stdout
    again = str(cli.folder / "again.layer")
    other("layer", "me", "Nora")
    assert "brought by Nora, said to be by Mira" in other("layer", "show", game).stdout
    other("layer", "export", note["layer"], "-o", again)
    first, then = (Path(one).read_text().splitlines() for one in (folder / f"{note['layer']}.layer", again))
    assert then[: len(first) - 1] == first[:-1]


def test_a_note_stands_beside_a_table_that_is_known_from_its_log_alone(cli: Cli, record: str) -> None:
    """Events of such a table hold JSON as it came; the anchor of a layer reads it."""
    note = cli.json("layer", "note", record, "2", "Look", "--to", "*")
    assert [one["id"] for one in cli.json("layer", "show", record)[0]["notes"]] == [note["id"]]
