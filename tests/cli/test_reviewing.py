"""``kiebitz review``: a table for people, an object for programs, and only what the viewer may see."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support.command_line import plain_archive
from support.reviewed import MadeHands
from web.cli.telling import reviewing

if TYPE_CHECKING:
    from support.command_line import Cli


@pytest.fixture
def record(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game of two that ended; play-outs are made up."""
    monkeypatch.setattr(reviewing, "hands", MadeHands)
    with GameBook.open(cli.store) as book:
        return book.writing.add(LOCAL, *simulate(library()["regicide"], seed=12, games=1, players=2))[0].id


def test_it_is_made_and_told_as_a_table(cli: Cli, record: str) -> None:
    """Each weighed decision with its cost, its mark and what was better; progress on standard error; the result taken apart."""
    found = cli("review", record, "--lang", "en")
    rows = found.stdout.splitlines()
    assert rows[0].split() == ["step", "decision", "cost", "mark", "best"]
    assert any(re.search(r"costs 8 ± 2 points \(\d+ % → \d+ %\)\s+mistake\s+Ana|Ben", row) for row in rows)
    assert re.search(r"of 64 points lost: draws .*, how cards lay .*, Ana .*, Ben ", found.stdout)
    assert "pass 1, the chart of chances: " in found.stderr
    assert "By the simulated player" in rows[-1]


def test_programs_get_sums_that_add_up(cli: Cli, record: str) -> None:
    """For the open table result, start and sums; for a seat neither start nor how cards lay."""
    whole = json.loads(cli("review", record, "--json").stdout)
    sums = whole["sums"]
    parts = (whole["start"], sums["chance"], sums["lay"], sums["unjudged"], *sums["skill"].values())
    assert sum(parts) == pytest.approx(whole["result"])
    assert whole["done"]
    own = json.loads(cli("review", record, "--seat", "Ana", "--seconds", "0", "--json").stdout)
    assert (own["viewer"], "start" in own, [*own["sums"]], own["result"]) == ("A", False, ["skill"], 0.0)
    assert {row["seat"] for row in own["decisions"]} == {"A"}
    assert {*own["decisions"][0]} == {"step", "seat", "command", "apart", "loss", "error", "mark", "best"}
    assert own["decisions"] == [row for row in whole["decisions"] if row["seat"] == "A"]


def test_without_time_it_shows_what_is_there(cli: Cli, record: str) -> None:
    """With no seconds nothing is asked for, and nothing is worked at."""
    assert json.loads(cli("review", record, "--seconds", "0", "--json").stdout)["decisions"] == []
    with GameBook.open(cli.store) as book:
        assert book.jobs.of_caller(LOCAL) == []


def test_what_is_not_reviewed_says_why(cli: Cli) -> None:
    """A table that is known from its log alone has no simulated player; the public saw no hand."""
    record = cli.json("import", cli.file("game.json", plain_archive()))[0]["id"]
    assert "There is no simulated player for this game." in cli("review", record, code=1).stderr
    assert cli.json("review", record, code=1)["apart"] == "no-player"
    assert "the public saw no hand" in cli("review", record, "--seat", "public", code=1).stderr
