"""What was measured of reviews over many games, and what is claimed of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.games.regicide.game import REGICIDE
from records.review.passes import FAST
from records.review.playing import Terms
from records.review.strength import strength_of
from records.review.way import WAY
from records.service.writing.simulation import FIRST_DAY
from records.values import replace
from review.measure import KEPT, MEASURES
from support.review.measures import lay, parts, planted
from support.review.measures.strength import sets

MEASURED: dict[str, Any] = msgspec.json.decode(KEPT.read_bytes())
"""By measure: its ``summary``, and its ``first`` row."""
ROWS = Path(__file__).with_name("rows")
"""Rows of measures that take hours of a processor."""
BY_THEIR_RULES = {"castle-rampage": "Castle Rampage", "creature-crush": "CreatureCrush"}
"""Games whose play-outs are not compiled, and their titles."""
DESIGN = Path(__file__).parents[2] / "docs/design/review.md"


def _kept(name: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in (ROWS / f"{name}.jsonl").read_bytes().splitlines()]


def _planted(name: str, game: str, games: int) -> dict[str, Any]:
    """Return what so many kept rows of planted blunders come to: each game once, all reviewed as games are reviewed now."""
    kept = _kept(name)
    assert [row["way"] for row in kept] == [WAY] * len(kept), "reviews are made in another way: measure anew"
    assert sorted(row["number"] for row in kept) == [*range(games)]
    return planted.summary(kept, game)


def test_how_the_cards_lay_has_mean_nought() -> None:
    """Within three standard errors, of half a point at most."""
    found = MEASURED["lay"]["summary"]
    assert abs(found["mean"]) <= 3 * found["error"]
    assert found["error"] <= 0.5


def test_chances_are_what_games_come_to() -> None:
    """In each of ten bins as many games were won as the chances say, within three standard errors."""
    bins = MEASURED["calibration"]["summary"]["bins"]
    assert len(bins) == 10
    assert all(abs(one["off"]) <= 3 for one in bins)


def test_a_team_that_looks_ahead_by_its_reviews_wins_more() -> None:
    """At least 20 points more than the simulated player over the same 300 deals, with two players and with three."""
    found, text = MEASURED["ahead"]["summary"], DESIGN.read_text("utf-8")
    assert sum(one["deals"] for one in found.values()) == 300
    for players, one in found.items():
        assert one["difference"] >= 20
        assert f"| {players} | {one['deals']} | {one['plain']} | {one['ahead']} | {one['difference']} ± {one['error']} |" in text


def test_planted_blunders_are_marked_and_hardly_a_mark_is_refuted() -> None:
    """Of those that the reference confirms nine in ten, and fewer than one game in twenty has a refuted mark; by the rows that are kept."""
    found, text = MEASURED["planted"]["summary"], DESIGN.read_text("utf-8")
    assert _planted("planted", "regicide", 100) == found
    marked, refuted = found["confirmed and marked, share"], found["games with a refuted mark, share"]
    assert marked[0] >= 90
    assert refuted[0] < 5
    assert f"{found['games']} games with {found['planted']} planted decisions" in text
    assert f"of {found['confirmed']} confirmed {found['confirmed and marked']} are marked ({_interval(marked)})" in text
    assert f"of {found['marked']} marks {found['refuted']} refuted" in text
    assert f"in {found['games with a refuted mark']} of the games ({_interval(refuted)})" in text


@pytest.mark.parametrize(("name", "game"), [("planted", "regicide"), ("planted-castle-rampage", "castle-rampage")])
def test_a_second_judge_is_asked_only_where_it_counts(name: str, game: str) -> None:
    """Rows in which both were asked come to the same without the reference's own choice, where the named command settles it."""
    kept = _kept(name)
    whole = planted.summary(kept, game)
    both = [one for row in kept for one in row["found"] if len(one["reference"]) == 2]
    settled = [one for one in both if not planted.SORTS[game].open({**one, "reference": one["reference"][1:]})]
    assert len(settled) > len(both) / 2
    for one in settled:
        del one["reference"][0]
    assert planted.summary(kept, game) == whole


@pytest.mark.parametrize("game", BY_THEIR_RULES)
def test_planted_blunders_of_games_played_by_their_own_rules_are_marked_and_hardly_a_mark_is_refuted(game: str) -> None:
    """Of those that the reference confirms eight in ten, and fewer than one game in twenty has a refuted mark; by the kept rows."""
    text = DESIGN.read_text("utf-8")
    found = _planted(f"planted-{game}", game, 30)
    marked, refuted = found["confirmed and marked, share"], found["games with a refuted mark, share"]
    assert marked[0] >= 80
    assert refuted[0] < 5
    assert f"In {found['games']} games of {BY_THEIR_RULES[game]} with {found['planted']} planted decisions" in text
    assert f"of {found['confirmed']} confirmed {found['confirmed and marked']} are marked ({_interval(marked)})" in text
    assert f"of {found['marked']} marks {found['refuted']} are refuted ({_interval(refuted)} of the games)" in text


def test_lay_of_castle_rampage_has_mean_nought() -> None:
    """Over 200 decisions, within three standard errors; by the rows that are kept."""
    kept = _kept("lay-castle-rampage")
    found = lay.summary(kept)
    assert found["decisions"] == 200
    assert abs(found["mean"]) <= 3 * found["error"]
    assert (
        f"of Castle Rampage, over {found['decisions']} decisions of {found['games']} games: {found['mean']} ± {found['error']}"
        in DESIGN.read_text("utf-8")
    )


@pytest.mark.parametrize("game", BY_THEIR_RULES)
def test_the_parts_of_games_played_by_their_own_rules_add_up(game: str) -> None:
    """To the result, exactly, in ten records; by the rows that are kept."""
    found = parts.summary(_kept(f"parts-{game}"))
    assert found["exact"] == found["records"] == 10
    told = f"in {found['records']} games of {BY_THEIR_RULES[game]}, by looks at all {found['decisions']:,} decisions"
    assert told in DESIGN.read_text("utf-8")


def _interval(share: list[float]) -> str:
    return f"{share[0]} %, {share[1]} to {share[2]}"


def test_the_design_says_what_was_measured() -> None:
    """With the same numbers."""
    text, lay, calibration = DESIGN.read_text("utf-8"), MEASURED["lay"]["summary"], MEASURED["calibration"]["summary"]
    assert f"{lay['decisions']:,} decisions of {lay['games']} games" in text
    assert f"{lay['mean']} ± {lay['error']}" in text
    assert f"{calibration['games']:,} games" in text
    for one in calibration["bins"]:
        assert f"| {one['given']} | {one['won']} | {one['games']} | {one['off']} |" in text


def test_the_strength_of_every_simulated_player_is_told_as_it_is_today() -> None:
    """By each ruleset and number of players, measured with the rules, cards and players that there are now."""
    for game, ruleset, players in sets():
        edition = game.rules.edition(ruleset)
        header = Header(record=RecordId("any"), game=game.name, seats=SEATS[:players], started=FIRST_DAY, **edition)
        found = strength_of(game, header, ())
        assert found is not None, f"measure anew: python tests/review/measure.py strength FOLDER --upto 2000 --keep ({ruleset}, {players})"
        assert found.games >= 200
        assert 0 < found.share <= 1
        assert strength_of(game, replace(header, catalogue_hash="0" * 32), ()) is None


@pytest.mark.soak
@pytest.mark.parametrize("name", MEASURED)
def test_a_row_is_the_same_here(name: str, tmp_path: Path) -> None:
    """Rows follow from their numbers, on every machine that compiles play-outs."""
    terms = Terms(folder=tmp_path, passes=FAST)
    assert REGICIDE.simulation is not None
    assert REGICIDE.simulation.compiled is not None
    by = REGICIDE.simulation.compiled(REGICIDE.rules.rulesets["regicide/2021"], tmp_path)
    if by is None or not by.fast:
        pytest.skip("play-outs are not compiled here")
    first = MEASURED[name]["first"]
    assert msgspec.to_builtins({"number": first["number"], **MEASURES[name].row(first["number"], terms)}) == first
