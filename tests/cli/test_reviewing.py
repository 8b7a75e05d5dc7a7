"""``kiebitz review``: a table for people, an object for programs, and only what the viewer may see."""

from __future__ import annotations

import re

import pytest

from records.core.viewers import LOCAL
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support.command_line import Cli, plain_archive
from support.reviewed import MadeHands, reviewed
from web.cli.telling import reviewing


@pytest.fixture(scope="module")
def cli(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """The command line on a store of this module."""
    folder = tmp_path_factory.mktemp("review")
    return Cli(folder, f"sqlite:///{folder}/book.sqlite")


@pytest.fixture(scope="module")
def record(cli: Cli) -> str:
    """A game of two that ended, and is reviewed."""
    with GameBook.open(cli.store) as book:
        found = game(book)
        reviewed(book, found)
        return found


def game(book: GameBook) -> str:
    """A game of two that ended."""
    return book.writing.add(LOCAL, *simulate(library()["regicide"], seed=12, games=1, players=2))[0].id


def test_it_is_made_here_with_progress(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each pass is told on standard error; without time nothing is asked for, and nothing worked at."""
    monkeypatch.setattr(reviewing, "hands", MadeHands)
    with GameBook.open(cli.store) as book:
        fresh = game(book)
        assert cli.json("review", fresh, "--seat", "Ana", "--seconds", "0")["decisions"] == []
        assert fresh not in {job.record for job in book.jobs.of_caller(LOCAL)}
    found = cli("review", fresh, "--seat", "Ana")
    assert "pass 1, the chart of chances: " in found.stderr
    assert "pass 3, weighing what stood out: " in found.stderr
    assert re.search(r"costs \d+ ± 2 points \(\d+ % → \d+ %\)", found.stdout)


def test_people_get_a_table(cli: Cli, record: str) -> None:
    """Each weighed decision with its cost, its mark and what was better; the others counted by reason; the result taken apart."""
    told = cli("review", record, "--seconds", "0").stdout
    rows = told.splitlines()
    assert rows[0].split() == ["step", "decision", "cost", "mark", "best"]
    assert any(re.search(r"costs \d+ ± 2 points \(\d+ % → \d+ %\)\s+(mistake|blunder)\s+(Ana|Ben) ", row) for row in rows)
    assert re.search(r"of 64 points lost: draws .*, how cards lay .*, Ana .*, Ben ", told)
    assert re.search(r"\d+ not weighed: The rules allowed one move alone\.", told)
    assert "By the simulated player" in rows[-1]


def test_what_is_not_finished_is_told(cli: Cli, record: str) -> None:
    """On standard error, where a table does not say that decisions are missing in it; a review that is whole says nothing of it."""
    left = "Not everything is weighed yet"
    assert left not in cli("review", record, "--seconds", "0").stderr
    with cli.book() as book:
        (other,) = book.writing.add(LOCAL, *simulate(library()["regicide"], seed=141, games=1, players=1))
    assert left in cli("review", other.id, "--seconds", "0").stderr


def test_programs_get_sums_that_add_up(cli: Cli, record: str) -> None:
    """For the open table result, start and sums; for a seat neither start nor how cards lay."""
    whole = cli.json("review", record, "--seconds", "0")
    sums = whole["sums"]
    parts = (whole["start"], sums["chance"], sums["lay"], sums["unjudged"], *sums["skill"].values())
    assert sum(parts) == pytest.approx(whole["result"])
    assert whole["done"]
    own = cli.json("review", record, "--seat", "Ana", "--seconds", "0")
    assert (own["viewer"], "start" in own, [*own["sums"]], own["result"]) == ("A", False, ["skill"], 0.0)
    assert {row["seat"] for row in own["decisions"]} == {"A"}
    assert {*own["decisions"][0]} == {"step", "seat", "command", "apart", "loss", "error", "mark", "best"}
    assert own["decisions"] == [row for row in whole["decisions"] if row["seat"] == "A"]


def test_what_is_not_reviewed_says_why(cli: Cli) -> None:
    """A table that is known from its log alone has no simulated player; the public saw no hand."""
    record = cli.json("import", cli.file("game.json", plain_archive()))[0]["id"]
    assert "There is no simulated player for this game." in cli("review", record, code=1).stderr
    assert cli.json("review", record, code=1)["apart"] == "no-player"
    assert "the public saw no hand" in cli("review", record, "--seat", "public", code=1).stderr
