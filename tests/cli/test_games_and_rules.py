"""``kiebitz games``, ``kiebitz rules``, the paragraphs in ``kiebitz log``, and what a shell completes of all of them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from click.shell_completion import ShellComplete

from records.service.library import library
from records.service.rulebook import rules_text
from web.cli import kiebitz
from web.pages.rules.rulebook import read_rules

if TYPE_CHECKING:
    from support.command_line import Cli

GAME = Path(__file__).parents[2] / "examples/games/castle-rampage-evening.jsonl"


def test_games_are_listed_with_rulesets_and_switches(cli: Cli) -> None:
    """Every game, ruleset and switch is there, with its values and its paragraph; no store is asked for."""
    listed = {entry["game"]: entry for entry in cli.json("games")}
    assert set(listed) == set(library())
    for name, game in library().items():
        entry = listed[name]
        assert [ruleset["name"] for ruleset in entry["rulesets"]] == list(game.rules.rulesets)
        told = {switch["name"]: [value["name"] for value in switch["values"]] for switch in entry["switches"]}
        assert told == {switch.name: list(switch.values) for ruleset in game.rules.rulesets.values() for switch in ruleset.switches}
    shown = cli("games", "regicide", "--lang", "de").stdout
    assert shown.startswith("regicide  Regicide, 1 to 4 players\n")
    assert "    regicide/2021  " in shown
    assert "castle-rampage" not in shown
    assert "known from its log alone" in cli("games", "observed").stdout
    assert "there are castle-rampage, creature-crush, observed, regicide" in cli("games", "chess", code=1).stderr
    assert not list(cli.folder.iterdir())


def test_the_rules_of_a_record_are_told_by_paragraph(cli: Cli) -> None:
    """A paragraph with what the record's ruleset chooses, a chapter, several; by a game's name without a store; in German."""
    assert cli("rules", "castle-rampage", "4.3").stdout.startswith("4. ")
    (record,) = cli.json("import", str(GAME))
    one = cli("rules", record["id"], "§", "1.3").stdout
    assert one.startswith("1. Set-up\n1.3  No purple card starts.")
    assert "* Purple cards at the start (purple_at_start): Never dealt (never dealt). Only " in " ".join(one.split())
    (paragraph,) = cli.json("rules", record["id"], "§1.3", "--lang", "de")["paragraphs"]
    assert (paragraph["paragraph"], paragraph["chapter"]) == ("1.3", "Aufbau")
    assert paragraph["switches"] == [{"name": "purple_at_start", "title": "Violette Karten am Anfang", "value": "never dealt"}]
    whole = cli.json("rules", record["id"])
    numbers = list(read_rules(rules_text("castle-rampage", "en")).numbers)
    assert (whole["ruleset"], [one["paragraph"] for one in whole["paragraphs"]]) == ("castle-rampage/yucata", numbers)
    chapter = [number for number in numbers if number.startswith("2.")]
    assert [one["paragraph"] for one in cli.json("rules", record["id"], "2", "9.3")["paragraphs"]] == [*chapter, "9.3"]
    assert "the rules of castle-rampage have no paragraph '99'" in cli("rules", record["id"], "99", code=1).stderr


def test_a_table_known_from_its_log_has_no_rules_to_tell(cli: Cli, record: str) -> None:
    """It is refused in words, as a record that is not there is."""
    assert "no rules are written down for observed" in cli("rules", record, code=1).stderr
    assert "no record 'nowhere'" in cli("rules", "nowhere", code=1).stderr


def test_the_log_names_the_paragraph_of_each_step(cli: Cli) -> None:
    """Behind the last line of a step stands the paragraph that produced it, as ``--json`` has it."""
    (record,) = cli.json("import", str(GAME))
    steps = {number: step["rule"] for number, step in enumerate(cli.json("log", record["id"]), 1)}
    lines = [line for line in cli("log", record["id"]).stdout.splitlines() if line.startswith("  ")]
    last = {int(line.split()[0]): line.removesuffix(" [taken back]") for line in lines}
    assert any(steps.values())
    assert {number: line.endswith(f" (§ {steps[number]})") for number, line in last.items()} == {
        number: bool(rule) for number, rule in steps.items()
    }


@pytest.mark.parametrize(
    ("words", "begun", "found"),
    [
        ((), "si", ["simulate"]),
        (("simulate",), "r", ["regicide"]),
        (("games",), "", ["castle-rampage", "creature-crush", "observed", "regicide"]),
        (("show",), "REC", ["RECORD"]),
        (("log",), "", ["RECORD"]),
        (("audit", "RECORD"), "REC", ["RECORD"]),
        (("rules",), "REC", ["RECORD"]),
        (("show",), "-", None),
    ],
)
def test_commands_games_and_ids_are_completed(  # noqa: PLR0917 -- fixtures and parameters
    cli: Cli, record: str, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], begun: str, found: list[str] | None
) -> None:
    """What is typed so far is answered with what can follow: records with who played."""
    monkeypatch.setenv("KIEBITZ_STORE", cli.store)
    begun = record[:3] if begun == "REC" else begun
    given = [record if word == "RECORD" else word for word in words]
    items = ShellComplete(kiebitz, {}, "kiebitz", "_KIEBITZ_COMPLETE").get_completions(given, begun)
    if found is None:
        assert "--at" in {item.value for item in items}
        return
    assert [item.value for item in items] == [record if value == "RECORD" else value for value in found]
    if begun == "" and words == ("log",):
        assert items[0].help == "observed, Anna, Ben"


def test_where_no_store_is_nothing_is_completed_and_nothing_made(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """The key that completes makes no store and prints no error."""
    monkeypatch.setenv("KIEBITZ_STORE", cli.store)
    assert ShellComplete(kiebitz, {}, "kiebitz", "_KIEBITZ_COMPLETE").get_completions(["show"], "ab") == []
    assert list(cli.folder.iterdir()) == []
