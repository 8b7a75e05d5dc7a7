"""``kiebitz show --team``: what all hands hold together, as far as a viewer can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.position import Outcome
from records.core.viewers import LOCAL
from records.games.regicide.game import REGICIDE
from records.service.writing.simulation import simulate
from web.cli.telling.outcomes import verdict
from web.words.phrases import locale_of

if TYPE_CHECKING:
    from support.command_line import Cli


@pytest.fixture
def played(cli: Cli) -> str:
    """A game of Regicide for three."""
    with cli.book() as book:
        return book.writing.add(LOCAL, *simulate(REGICIDE, seed=5, games=1, players=3))[0].id


def test_a_seat_is_told_its_own_hand_and_bounds_for_the_others(cli: Cli, played: str) -> None:
    """Bounds have what the open table sees; a seat's own figures are one number, and what it is told of others holds more than one."""
    step = ("show", played, "--at", "e6", "--team")
    open_table, mine = cli.json(*step, "--as", "open")["team"], cli.json(*step, "--as", "B")["team"]
    assert mine["seats"]["B"] == open_table["seats"]["B"] | {word: mine["seats"]["B"][word] for word in ("lacks", "alone")}
    for seat, hand in mine["seats"].items():
        for suit, span in hand["groups"].items():
            true = open_table["seats"][seat]["groups"][suit]
            assert span["least"] <= true["least"] == true["most"] <= span["most"]
            assert (span["least"] == span["most"]) == (seat == "B")
    assert mine["together"]["count"] == 18
    assert open_table["seats"]["A"]["certain"]
    assert mine["seats"]["A"]["certain"] == []


def test_the_team_is_told_in_lines(cli: Cli, played: str) -> None:
    """Each hand in a line with figures by suit and its worth, cards titled in the asked language; without the option none of it."""
    told = cli("show", played, "--at", "e6", "--team", "--as", "B", "--lang", "de").output
    assert "team: 18 cards in 3 hands" in told
    assert "all together: Kreuz" in told
    assert told.count(", 6 cards: Kreuz ") == 3
    assert "holds for certain" in told
    assert "team:" not in cli("show", played, "--at", "e6", "--as", "B").output


def test_opponents_are_refused(cli: Cli, record: str) -> None:
    """Nothing is shown where the players play against each other."""
    assert "are not a team" in cli("show", record, "--team", code=1).stderr


def test_a_grade_stands_with_its_winner() -> None:
    """How well a game was won is told in the language of its record's sentences; a game without grades says who won."""
    names = {SeatKey("A"): "Vera"}
    assert verdict(Outcome(winners=(SeatKey("A"),), grade="Silver"), names, locale_of("en")) == "won by Vera with Silver"
    assert verdict(Outcome(winners=(SeatKey("A"),), grade="Silver"), names, locale_of("de")) == "won by Vera with Silber"
    assert verdict(Outcome(winners=(SeatKey("A"),)), names, locale_of("en")) == "won by Vera"
