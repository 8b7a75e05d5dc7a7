"""``kiebitz shelf``, ``show`` and ``log``: what each viewer is told."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.archives import ANNA, BEN, notif, packet
from support.command_line import ANNAS, BENS, plain_archive, told
from support.soaking import one_in
from web.cli.telling import shelf

if TYPE_CHECKING:
    from support.command_line import Cli


def test_an_empty_shelf_is_told_with_its_place(cli: Cli) -> None:
    """An empty shelf prints no data, an empty list for programs, and says on standard error where it looked."""
    cli.book().close()
    result = cli("shelf")
    assert (result.stdout, result.stderr) == ("", f"No records in {cli.store}.\n")
    assert cli.json("shelf") == []


@pytest.mark.soak
def test_the_shelf_lists_every_record(cli: Cli, record: str) -> None:
    """Each record is an object with at least id, game, ruleset, players and steps, however many there are."""
    for number in range(60):
        cli.file(f"{number}.json", plain_archive(packet(4 + number, second=20 + number)))
    cli("import", *(str(path) for path in cli.folder.glob("[0-9]*.json")))
    records = cli.json("shelf")
    assert len(records) == 61
    (mine,) = [entry for entry in records if entry["id"] == record]
    assert {key: mine[key] for key in ("game", "ruleset", "seats", "players", "steps", "outcome", "trashed")} == {
        "game": "observed",
        "ruleset": "none",
        "seats": ["A", "B"],
        "players": ["Anna", "Ben"],
        "steps": 5,
        "outcome": None,
        "trashed": None,
    }
    assert len(cli("shelf").stdout.splitlines()) == 62


def test_a_long_shelf_is_printed_as_it_is_read(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Part by part comes the same list, with one heading, and the same JSON document, as from a shelf that is read at once."""
    for second in range(20, 25):
        cli("import", cli.file(f"{second}.json", plain_archive(packet(4, second=second))))
    whole, data = cli("shelf").stdout, cli("shelf", "--json").stdout
    monkeypatch.setattr(shelf, "AT_ONCE", 2)
    assert [line.rstrip() for line in cli("shelf").stdout.splitlines()] == [line.rstrip() for line in whole.splitlines()]
    assert cli("shelf", "--json").stdout == data
    assert len(whole.splitlines()) == 6


def test_words_narrow_the_shelf(cli: Cli, record: str) -> None:
    """Words that are not found anywhere in a record leave it out."""
    assert [entry["id"] for entry in cli.json("shelf", "ben", "ANNA")] == [record]
    assert cli.json("shelf", "ben", "carl") == []
    assert cli("shelf", "carl").stderr == "No such record.\n"


def test_an_erased_name_is_a_seat_for_people_and_nothing_for_programs(cli: Cli, record: str) -> None:
    """Where a name was erased the table says the seat, and JSON has an empty text, so that no key is taken for a name."""
    cli("forget", "Ben")
    assert "Anna, Seat B" in cli("shelf").stdout
    (entry,) = cli.json("shelf")
    assert (entry["id"], entry["players"]) == (record, ["Anna", ""])


@pytest.mark.soak
@pytest.mark.parametrize(("viewer", "known"), [("Anna", {ANNAS}), ("B", {BENS}), ("public", set()), ("open", {ANNAS, BENS})])
def test_nobody_is_told_what_only_another_was(cli: Cli, record: str, viewer: str, known: set[str]) -> None:
    """Neither log nor any step nor export holds words of another seat's channel, in any form; each viewer gets all of its own."""
    steps = [("show", "--at", str(at)) for at in range(5)] + [("show", "--at", "e2")]
    commands = [("log",), ("log", "--all"), *steps]
    shown = [cli(*command, record, "--as", viewer, *form).output for command in commands for form in ((), ("--json",))]
    shown.append(cli("export", record, "--as", viewer).output)
    found = [{word for word in (ANNAS, BENS) if word in text} for text in shown]
    assert [words - known for words in found if words - known] == []
    assert found[0] == found[1] == found[-1] == known


def test_a_log_is_told_turn_by_turn(cli: Cli, record: str) -> None:
    """Each turn has a line with its number and seat, each step its number and words, and what was told aside a star."""
    assert cli("log", record, "--as", "ANNA").stdout.splitlines() == [
        "  1  The game begins.",
        "1. Anna",
        "  2  Anna draws a card",
        f"  2  * You draw {ANNAS}",
        "2. Ben",
        "  3  Ben draws a card",
        "3. Anna",
        "  4  Anna plays Sea Turtle",
    ]


def test_quiet_steps_are_told_when_asked_for(cli: Cli, record: str) -> None:
    """--all adds the steps of which nothing is told, as lines and as objects."""
    versions = [step["version"] for step in cli.json("log", record)]
    assert versions == [1, 3, 4, 5]
    everything = cli.json("log", record, "--all")
    assert [(step["version"], step["quiet"]) for step in everything] == [(1, False), (2, True), (3, False), (4, False), (5, False)]
    assert "  e2  -" in cli("log", record, "--all").stdout


def test_a_log_has_its_data(cli: Cli, record: str) -> None:
    """A step is an object with version, turn, seat, time, lines, and what it told aside."""
    step = cli.json("log", record, "--as", "A")[1]
    assert step == {
        "version": 3,
        "turn": 1,
        "seat": "A",
        "at": "2026-09-21T14:13:20Z",
        "icon": step["icon"],
        "lines": ["Anna draws a card"],
        "tells": [{"text": f"You draw {ANNAS}", "mine": True}],
        "quiet": False,
        "cut": False,
        "rule": "",
    }


def test_the_language_is_asked_for_or_the_terminals(cli: Cli, record: str) -> None:
    """--lang chooses German or English, else the environment does; another language becomes English."""
    assert "Die Partie beginnt." in cli("log", record, "--lang", "de").stdout
    assert "Die Partie beginnt." in cli("log", record, LC_ALL="de_AT.UTF-8").stdout
    assert "The game begins." in cli("log", record, "--lang", "en", LC_ALL="de_DE.UTF-8").stdout
    assert "The game begins." in cli("log", record, LC_ALL="fr_FR.UTF-8").stdout
    cli("log", record, "--lang", "fr", code=2)


def test_a_step_is_shown_with_its_table(cli: Cli, record: str) -> None:
    """A step shows where it is, what happened and what the game counts; without --at it is the last one."""
    assert cli("show", record, "--at", "3", "--as", "ben").stdout.splitlines() == [
        f"{record}  observed, table 610000001, 2026-09-21, as Ben",
        "step 3 of 4, turn 2",
        "  Ben draws a card",
        f"  * You draw {BENS}",
        "to move: Anna",
        "move: 2",
        "time: 2026-09-21 14:13:26 UTC",
        "never known:",
        "  What only Anna was shown, from step 2 on.",
    ]
    assert "step 4 of 4, turn 3" in cli("show", record).stdout


def test_the_start_has_no_step(cli: Cli, record: str) -> None:
    """Step 0 is the table before the first event."""
    assert cli("show", record, "--at", "0").stdout.splitlines()[1] == "step 0 of 4"
    data = cli.json("show", record, "--at", "0")
    assert (data["at"], data["steps"], data["step"], data["viewer"]) == (0, 5, None, "open")


def test_a_step_has_its_data(cli: Cli, record: str) -> None:
    """JSON of a step has the step, the turn, who is to move, the game's own counters and the places of the table."""
    data = cli.json("show", record[:4], "--at", "e4", "--as", "A")
    assert (data["id"], data["viewer"], data["at"], data["turn"], data["active"]) == (record, "A", 4, 2, "A")
    assert data["step"]["lines"] == ["Ben draws a card"]
    assert data["counters"]["move"] == 2
    assert {"piles", "hands", "decks", "zones"} <= set(data)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("show", "RECORD", "--at", "5"), "has steps 0 to 4, not 5"),
        (("show", "RECORD", "--at", "e6"), "has events 0 to 5, not 6"),
        (("show", "RECORD", "--as", "carl"), "nobody called 'carl' sits at record"),
        (("log", "RECORD", "--as", ""), "nobody called '' sits at record"),
        (("export", "RECORD", "--as", "Public"), "nobody called 'Public' sits at record"),
        (("show", "nothing"), "no record 'nothing'; give its id or at least the first 4 characters"),
        (("log", "ab"), "no record 'ab'"),
    ],
)
@pytest.mark.parametrize("form", one_in(2, [(), ("--json",)]), ids=["text", "json"])
def test_what_is_not_there_is_told_on_standard_error(
    cli: Cli, record: str, words: tuple[str, ...], reason: str, form: tuple[str, ...]
) -> None:
    """A record, step or viewer that is not there is exit code 1 with the reason, and no data."""
    if words[0] == "export" and form:
        return
    result = cli(*(record if word == "RECORD" else word for word in words), *form, code=1)
    assert result.stdout == ""
    assert result.stderr.startswith("Error: ")
    assert reason in result.stderr


@pytest.mark.parametrize("words", [("--at", "-1"), ("--at", "two"), ("--at", "1.5"), ("--at", "e"), ("--as",), ("--to", "3")])
def test_wrong_usage_is_exit_code_2(cli: Cli, record: str, words: tuple[str, ...]) -> None:
    """A step that is no number, an option without its value and one that does not exist are wrong usage."""
    assert "Error: " in cli("show", record, *words, code=2).stderr


def test_a_log_does_nothing_to_the_terminal(cli: Cli) -> None:
    """Control characters and marks that turn the writing round are not printed; programs get the text as it is."""
    evil = "\x1b[2J\x07 one\ntwo\u202e\u2066 \x9b31m"
    said = packet(4, told(BEN, "Ben", "says ${words}", words=evil), second=20)
    (record,) = cli.json("import", cli.file("game.json", plain_archive(said)))
    shown = cli("log", record["id"]).stdout.splitlines()[-1] + cli("show", record["id"]).stdout
    assert [sign for sign in "\x1b\x07\u202e\u2066\x9b" if sign in shown] == []
    assert "31m" in shown
    assert "\u202e" in cli.json("log", record["id"])[-1]["lines"][0]


@pytest.mark.soak
def test_a_closed_pipe_is_no_error_to_see(cli: Cli) -> None:
    """A reader that stops early, as head does, ends the log without a word."""
    many = [packet(move, told(ANNA, "Anna", "says ${words}", words="x" * 500), second=move) for move in range(4, 400)]
    (record,) = cli.json("import", cli.file("game.json", plain_archive(*many)))
    assert len(cli("log", record["id"]).stdout) > 200_000
    piped = cli.shell(f"kiebitz log {record['id']} | head -n 2; kiebitz log {record['id']} --json | head -c 100")
    assert piped.stderr == ""
    assert piped.stdout.startswith("    1  The game begins.\n1. Anna\n[\n")


@pytest.mark.soak
def test_nothing_depends_on_the_terminals_letters(cli: Cli) -> None:
    """Where the terminal knows no umlauts they are replaced; JSON is UTF-8 all the same."""
    (record,) = cli.json("import", cli.file("game.json", plain_archive(packet(4, notif("Zoë → 5"), second=20))))
    program = f"PYTHONIOENCODING=latin-1 kiebitz log {record['id']}"
    assert cli.shell(f"{program} | iconv -f latin1").stdout.splitlines()[-1] == "  5  Zoë ? 5"
    assert "Zoë → 5" in cli.shell(f"{program} --json").stdout


def test_what_a_game_counts_is_told_in_words(cli: Cli) -> None:
    """``show`` prints no JSON: an attack and what is being played are told part by part."""
    (record,) = cli.json("import", str(Path(__file__).parents[2] / "examples/games/castle-rampage-evening.jsonl"))
    shown = [cli("show", record["id"], "--at", f"e{at}").stdout for at in range(35, 45)]
    assert any(re.search(r"^attack: seat \w+, target gate:B, strength \d", text, re.MULTILINE) for text in shown)
    assert [text for text in shown if re.search(r"[{}\[\]\"]", text)] == []
