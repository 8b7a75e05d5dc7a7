"""``kiebitz compare``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from web.cli import progress

if TYPE_CHECKING:
    from support.command_line import Cli

JACKS = Path(__file__).parents[2] / "examples/games/regicide-jacks.kbz"


def test_a_reading_that_never_differs_changes_nothing(cli: Cli) -> None:
    """Where no play asks the switch, the lines never part, and the result is no other."""
    (one,) = cli.json("simulate", "regicide", "--seed", "5")
    found = cli.json("compare", one["id"], "--switch", "solo_yield=allowed")
    assert (found["parts"], found["meets"], found["other_result"], found["plays"], found["moments"]) == (None, None, "no", [], [])
    assert "never part" in cli("compare", one["id"], "--switch", "solo_yield=allowed", "--as", "A").stdout


def test_a_parting_is_told_with_both_lines(cli: Cli) -> None:
    """The step where the lines part, what the record and each line has there, and why each ends."""
    (one,) = cli.json("simulate", "regicide", "--seed", "5")
    found = cli.json("compare", one["id"], "--switch", "drawing=one player after the other")
    assert found["b"]["switches"] == {"drawing": "one player after the other"}
    assert found["parts"] in {moment["version"] for moment in found["moments"]}
    said = cli("compare", one["id"], "--switch", "drawing=one player after the other", "--lang", "de").stdout
    assert re.search(r"They part at step \d+:", said)
    assert "  b: " in said
    assert "Another result: " in said


def test_what_differs_has_words_where_the_lines_read_the_same(cli: Cli) -> None:
    """The royal or the cards played against it are discarded first: of three equal lists the discard piles tell apart."""
    (one,) = cli.json("import", str(JACKS))
    said = cli("compare", one["id"], "--switch", "fallen_first=played cards").stdout.splitlines()
    told = [{line.removeprefix(f"  {name}: ") for line in said if line.startswith(f"  {name}: ")} for name in ("record", "a", "b")]
    assert told[0] == told[1] == told[2] != set()
    assert said[:2] == [
        "a: Rule sheet of 2021; What is discarded first: The royal (§ 5.4)",
        "b: Rule sheet of 2021; What is discarded first: The played cards (§ 5.4)",
    ], "in words, not by the names in files"
    assert said[-1].endswith("goes otherwise (What is discarded first).")
    assert "They part at step 10:" in said, "the number that the page and the sheet have"
    assert [line for line in said if "afterwards" in line] == [
        "  a afterwards: discard: clubs-jack, clubs-10, spades-ace, hearts-10",
        "  b afterwards: discard: clubs-10, spades-ace, hearts-10, clubs-jack",
    ]


def test_what_cannot_be_compared_is_refused_with_its_reason(cli: Cli, record: str) -> None:
    """No reading, an unknown switch or value, a ruleset of another game, and a table whose rules nobody knows."""
    (one,) = cli.json("simulate", "regicide", "--seed", "5")
    assert "--switch" in cli("compare", one["id"], code=2).stderr
    assert "is not NAME=VALUE" in cli("compare", one["id"], "--switch", "drawing", code=2).stderr
    assert "has no switch 'draws'" in cli("compare", one["id"], "--switch", "draws=all", code=1).stderr
    assert "there is no ruleset" in cli("compare", one["id"], "--rules", "castle-rampage/plain", code=1).stderr
    assert "not known here" in cli("compare", record, "--switch", "a=b", code=1).stderr


@pytest.mark.soak
def test_impact_names_the_records_in_which_a_reading_would_have_told(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One process or two, asked or kept: the same; what was kept of a search that was cut off is not asked again."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    cli("simulate", "regicide", "--seed", "5", "--games", "2")
    cli("simulate", "castle-rampage", "--seed", "5")
    words = ("impact", "--switch", "drawing=one player after the other")
    found = cli.json(*words)
    assert len(found) == 2
    assert {moment["status"] for one in found for moment in one["moments"]} == {"parts"}
    file = tmp_path / "kiebitz/impact.jsonl"
    lines = file.read_bytes().split()
    assert len(lines) == 2
    file.write_bytes(lines[0] + b"\n" + lines[1][:20])
    assert cli.json(*words, "--jobs", "2") == found
    assert file.read_bytes().split()[2:] == [lines[1]]
    monkeypatch.setattr(progress, "EACH", 0.0)
    said = cli(*words).stderr
    assert "1 of 2 records, " in said
    assert "2 records with a moment that goes otherwise" in said


def test_impact_of_a_switch_that_no_game_has_is_refused(cli: Cli) -> None:
    """A typo is told before any record is read."""
    cli("simulate", "regicide", "--seed", "5")
    assert "no game has draws" in cli("impact", "--switch", "draws=all", code=2).stderr
    assert "--switch" in cli("impact", code=2).stderr
