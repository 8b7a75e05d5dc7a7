"""``kiebitz simulate``: games that play themselves."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL, OPEN
from web.cli.incoming import simulating

if TYPE_CHECKING:
    from support.command_line import Cli

GAME = "castle-rampage"


def test_games_are_stored_and_listed(cli: Cli) -> None:
    """The whole game is played, with all powers; one JSON document with an object for each record, and a line on standard error."""
    records = cli.json("simulate", GAME, "--seed", "7", "--games", "3")
    assert [(record["game"], record["ruleset"], record["players"]) for record in records] == [
        (GAME, "castle-rampage/house", ["Ana", "Ben"])
    ] * 3
    assert all(record["steps"] > 40 and not record["already"] for record in records)
    assert len({record["id"] for record in records}) == cli.count() == 3
    assert cli("simulate", GAME).stderr == "1 game stored.\n"


@pytest.mark.soak
def test_the_same_seed_gives_the_same_games(cli: Cli) -> None:
    """Under other ids; another seed gives others."""
    ids = [record["id"] for seed in ("7", "7", "8") for record in cli.json("simulate", GAME, "--seed", seed, "--games", "2")]
    with cli.book() as book:
        games = [[recorded.event for recorded in book.record(LOCAL, record, OPEN).events] for record in ids]
    assert games[:2] == games[2:4]
    assert games[0] != games[1]
    assert games[:2] != games[4:]
    assert len(set(ids)) == 6


def test_by_other_processes_they_are_the_same_and_in_their_order(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shares of them are put together again, whichever ended first."""
    options = ("regicide", "--seed", "7", "--games", "5", "--players", "3")
    monkeypatch.setattr(simulating, "SHARE", 2)
    ids = [record["id"] for jobs in ("1", "2") for record in cli.json("simulate", *options, "--jobs", jobs)]
    with cli.book() as book:
        views = [book.record(LOCAL, record, OPEN) for record in ids]
        logs = [[(one.cause, one.at, one.event) for one in view.events] for view in views]
    assert logs[:5] == logs[5:]
    assert [view.header.started for view in views[:5]] == sorted({view.header.started for view in views})


def test_rules_are_chosen(cli: Cli) -> None:
    """Every ruleset of the game can be played."""
    for rules in ("castle-rampage/plain", "castle-rampage/plain-online"):
        (record,) = cli.json("simulate", GAME, "--rules", rules, "--players", "2")
        assert record["ruleset"] == rules
    assert cli("verify").output.count("0 findings") == 1


def test_readings_are_chosen(cli: Cli) -> None:
    """The record's first event names what was set apart from the ruleset, in the order of the names."""
    switches = ("--switch", "purple_returns=after set-up", "--switch", "purple_at_start=never dealt")
    (record,) = cli.json("simulate", GAME, *switches)
    with cli.book() as book:
        events = [recorded.event for recorded in book.record(LOCAL, record["id"], OPEN).events]
    assert events[0].switches == (("purple_at_start", "never dealt"), ("purple_returns", "after set-up"))
    assert events[1].rule == "1.3"


def test_what_cannot_be_played_is_refused(cli: Cli) -> None:
    """Game, ruleset, number of players; nothing is stored."""
    for wrong, why in (
        (("bridge",), "no game is called 'bridge'; those that can be simulated are castle-rampage, creature-crush, regicide"),
        (("observed",), "observed cannot be simulated: such a table is known from its log alone"),
        (
            (GAME, "--rules", "mine"),
            "there is no ruleset 'mine'; there are castle-rampage/house (Printed edition, simplified as online), castle-rampage/pegasus (",
        ),
        ((GAME, "--players", "3"), "castle-rampage is for 2 players, not 3"),
        (("regicide", "--players", "7"), "regicide is for 1 to 4 players, not 7"),
        ((GAME, "--switch", "purple=no"), "castle-rampage/house has no switch 'purple'"),
        ((GAME, "--switch", "powers=maybe"), "powers is one of off, on, not 'maybe'"),
        ((GAME, "--switch", "powers"), "--switch is NAME=VALUE"),
        ((GAME, "--switch", "powers=on", "--switch", "powers=off"), "each name once"),
    ):
        assert why in cli("simulate", *wrong, code=1).stderr
    for wrong in (("--games", "0"), ("--seed", "x"), ("--players", "0"), ("--speed", "9")):
        cli("simulate", GAME, *wrong, code=2)
    assert cli.count() == 0


@pytest.mark.soak
def test_ctrl_c_leaves_what_was_stored_and_lists_it(cli: Cli) -> None:
    """Games that play themselves without end stop at Ctrl-C with exit code 130; those that are on the shelf are listed."""
    with cli.at_a_terminal("simulate", GAME, "--rules", "castle-rampage/plain", "--games", "100000", "--json") as running:
        until = time.monotonic() + 60
        while (not Path(cli.store.removeprefix("sqlite:///")).exists() or cli.count() < 1) and time.monotonic() < until:
            time.sleep(0.3)
        running.send_signal(signal.SIGINT)
        listed, told = running.communicate(timeout=60)
    stored = {record["id"] for record in json.loads(listed)}
    assert (running.returncode, told) == (130, f"Stopped: {len(stored)} of 100000 games are on the shelf.\n")
    assert {entry["id"] for entry in cli.json("shelf")} == stored


def test_a_record_is_shown_with_the_title_of_its_rules(cli: Cli) -> None:
    """In the language of the command; the name of the ruleset stands in JSON, where programs read it."""
    (record,) = cli.json("simulate", GAME, "--rules", "castle-rampage/plain-online")
    first = cli("show", record["id"], "--lang", "de").stdout.splitlines()[0]
    assert f"{GAME} (Ohne besondere Fähigkeiten, ausgeteilt wie online), " in first
    assert "castle-rampage/" not in first
