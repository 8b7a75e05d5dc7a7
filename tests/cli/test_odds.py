"""``kiebitz odds``: what an attack does and what is drawn, as each viewer can work it out."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from support.soaking import one_in
from web.cli.telling.odds import ASSUMED

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "cli.md").read_text()

if TYPE_CHECKING:
    from support.command_line import Cli


@pytest.fixture
def castle(cli: Cli) -> str:
    """The id of a game of Castle Rampage."""
    (simulated,) = cli.json("simulate", "castle-rampage", "--rules", "castle-rampage/yucata", "--seed", "11")
    return str(simulated["id"])


def test_an_attack_is_told_as_a_table(cli: Cli, castle: str) -> None:
    """The table has a line for each outcome; below stand the first defender, the Castle, and what all of it assumes."""
    lines = cli("odds", castle, "--at", "e60", "--as", "A", "--attack", "5").stdout.splitlines()
    assert lines[0] == "An attack of 5 by Ana: Gate, then Castle."
    assert lines[1].split() == ["Gate", "(Ben)", "Castle", "(Ben)", "chance"]
    shown = [line.split() for line in lines[2:] if line.endswith("%") and line.strip()[0].isdigit()]
    assert sum(float(chance) for *_cards, chance, _sign in shown) == pytest.approx(100, abs=0.1)
    assert "The first card defends with at least 1: 100 %." in lines
    assert lines[-2:] == ["Exact, by counting.", ASSUMED]


def test_an_attack_has_its_data(cli: Cli, castle: str) -> None:
    """Chances of all outcomes sum to 1, and each lies within its bounds; what the first card is worth falls from 1."""
    data = cli.json("odds", castle, "--at", "e60", "--as", "A", "--attack", "5")
    attack = data["attack"]
    assert (data["draw"], data["assumes"], data["at"], data["viewer"]) == (None, ASSUMED, 60, "A")
    assert (attack["seat"], attack["way"], attack["piles"]) == ("A", "usual", ["gate:B", "castle:B"])
    assert sum(outcome["chance"] for outcome in attack["destroys"]) == pytest.approx(1)
    assert all(outcome["least"] <= outcome["chance"] <= outcome["most"] for outcome in attack["destroys"])
    chances = [first["chance"] for first in attack["top"]]
    assert chances[0] == 1
    assert chances == sorted(chances, reverse=True)
    assert (attack["how"], attack["error"]) == ("exact", 0)


def test_a_stronger_attack_destroys_more(cli: Cli, castle: str) -> None:
    """What an attack destroys in the mean grows with its strength, and an attack on the Castle alone leaves the Gate."""

    def mean(*words: str) -> float:
        outcomes = cli.json("odds", castle, "--at", "e60", "--as", "A", *words)["attack"]["destroys"]
        return float(sum(sum(outcome["cards"]) * outcome["chance"] for outcome in outcomes))

    assert mean("--attack", "0") == 0
    assert mean("--attack", "2") < mean("--attack", "4") < mean("--attack", "7")
    data = cli.json("odds", castle, "--at", "e60", "--as", "A", "--attack", "4", "--on", "castle")["attack"]
    assert (data["way"], data["piles"]) == ("castle", ["castle:B"])


def test_the_open_table_has_no_doubt(cli: Cli, castle: str) -> None:
    """Whoever sees all cards knows what happens; who is to move attacks, unless a seat is named."""
    data = cli.json("odds", castle, "--at", "e60", "--attack", "5", "--by", "A")["attack"]
    assert [outcome["chance"] for outcome in data["destroys"]] == [1]
    assert cli.json("odds", castle, "--at", "e60", "--attack", "5")["attack"]["seat"] in {"A", "B"}


def test_a_draw_is_told(cli: Cli, castle: str) -> None:
    """More cards hold one of a set more likely; a word stands for several cards, each counted once."""
    one, two = (cli.json("odds", castle, "--at", "e60", "--as", "A", "--draw", str(number), "--card", "unit")["draw"] for number in (1, 2))
    assert 0 < one["holds"] < two["holds"] < 1
    assert (two["deck"], two["cards"], two["how"]) == ("draw", 2, "exact")
    spy = cli.json("odds", castle, "--at", "e60", "--as", "A", "--draw", "1", "--card", "spy", "--card", "spy")["draw"]
    assert spy["of"] == ["spy"]
    told = cli("odds", castle, "--at", "e60", "--as", "A", "--draw", "1", "--card", "spy").stdout.splitlines()
    assert told[0].startswith("The next 1 of Draw pile hold Spy: ")
    assert told[-1] == ASSUMED


@pytest.mark.parametrize(("language", "told"), [("en", "hold purple card: "), ("de", "diesen, violette Karte: ")])
def test_a_word_for_several_cards_is_told_as_their_sort(cli: Cli, castle: str, language: str, told: str) -> None:
    """What is asked for by its short name is told as the pages call it, in the reader's language."""
    line = cli("odds", castle, "--at", "e60", "--as", "A", "--draw", "1", "--card", "purple", "--lang", language).stdout.splitlines()[0]
    assert told in line


def test_odds_are_told_in_german(cli: Cli, castle: str) -> None:
    """The words come in the language that was asked for."""
    text = cli("odds", castle, "--at", "e60", "--as", "A", "--attack", "3", "--lang", "de").stdout
    assert text.startswith("Ein Angriff mit 3 durch Ana: Tor, dann Burg.")
    assert "Genau, durch Zählen." in text


@pytest.mark.parametrize(
    ("words", "code", "reason"),
    one_in(
        3,
        [
            ((), 2, "say --attack STRENGTH, --draw CARDS or --ask QUESTION"),
            (("--draw", "2"), 2, "--draw CARDS and --card NAME go together"),
            (("--draw", "1", "--card", "spy", "--let", "seat=A"), 2, "--let NAME=VALUE goes with --ask QUESTION"),
            (("--ask", "survive"), 1, "castle-rampage has no odds 'survive' after event 60; what can be asked is nothing"),
            (("--draw", "1", "--card", "spy", "--from", "tavern"), 1, "say which deck is drawn from: one of draw"),
            (("--attack", "many"), 2, "'many' is not a valid integer"),
            (("--attack", "5", "--on", "moat"), 1, "castle-rampage knows no attack 'moat'; it knows usual, gate, castle"),
            (("--attack", "-1"), 1, "a strength of 0 to 99, not -1"),
            (("--attack", "5", "--by", "C"), 1, "say which seat attacks after event 60: one of A, B"),
            (("--draw", "1", "--card", "knigth"), 1, "castle-rampage has no card 'knigth'; near it are knight"),
            (("--draw", "0", "--card", "spy"), 1, "for 1 to 99 cards, not 0"),
        ],
    ),
)
def test_what_cannot_be_asked_is_refused(cli: Cli, castle: str, words: tuple[str, ...], code: int, reason: str) -> None:
    """A strength, way, seat, number or card that cannot be is told with what could be."""
    result = cli("odds", castle, "--at", "e60", "--as", "A", *words, code=code)
    assert result.stdout == ""
    assert reason in result.stderr


def test_each_field_is_documented(cli: Cli, castle: str) -> None:
    """docs/cli.md names every field of the JSON."""
    data = cli.json("odds", castle, "--at", "e60", "--as", "A", "--attack", "5", "--draw", "1", "--card", "spy")
    section = DOCUMENT.partition("### `kiebitz odds ID`")[2].partition("\n### ")[0]
    fields = [*data, *data["attack"], *data["draw"], *data["attack"]["destroys"][0], *data["attack"]["top"][0]]
    assert [field for field in fields if f'"{field}"' not in section and f"`{field}`" not in section] == []


@pytest.fixture
def regicide(cli: Cli) -> str:
    """The id of a game of Regicide."""
    (simulated,) = cli.json("simulate", "regicide", "--players", "3", "--seed", "5")
    return str(simulated["id"])


def test_a_question_of_the_game_is_answered(cli: Cli, regicide: str) -> None:
    """The answer tells what it is about and how likely it is; what is not said is as usual, and a fuller hand is never worse."""
    lines = cli("odds", regicide, "--at", "e6", "--as", "A", "--ask", "survive", "--let", "seat=B").stdout.splitlines()
    assert lines[0] == "The royal attacks with 10, the shield takes off 0: cards worth 10 must be discarded."
    assert re.fullmatch(r"The hand is worth \d+ to \d+, about \d+ in the mean.", lines[1])
    assert re.fullmatch(r"The hand is enough: 10 or more. \d\d\.\d\d %", lines[2])
    assert lines[3:] == ["Exact, by counting.", ASSUMED]
    german = cli("odds", regicide, "--at", "e6", "--as", "A", "--ask", "survive", "--lang", "de").stdout
    assert german.startswith("Die Bildkarte greift mit 10 an")
    data = cli.json("odds", regicide, "--at", "e6", "--as", "A", "--ask", "survive", "--let", "seat=B")["answer"]
    assert (data["question"], data["how"], len(data["chances"])) == ("survive", "exact", 1)
    assert 0.9 < data["chances"][0]["chance"] < 1


def test_fields_of_an_answer_are_documented(cli: Cli, regicide: str) -> None:
    """docs/cli.md names them."""
    answer = cli.json("odds", regicide, "--at", "e6", "--as", "A", "--ask", "survive")["answer"]
    section = DOCUMENT.partition("### `kiebitz odds ID`")[2].partition("\n### ")[0]
    assert [field for field in (*answer, *answer["chances"][0]) if f'"{field}"' not in section] == []


def test_a_draw_of_a_suit_comes_from_the_usual_deck(cli: Cli, regicide: str) -> None:
    """It is the Tavern; where fewer cards lie there than were asked for, that is told."""
    told = cli("odds", regicide, "--at", "e6", "--as", "A", "--draw", "99", "--card", "hearts").stdout.splitlines()
    assert told[0].startswith("The next 23 of Tavern deck hold Hearts: ")
    assert told[1] == "No more than 23 lie there; what happens when it runs out is not counted."


def test_a_game_without_attacks_has_no_such_odds(cli: Cli, record: str) -> None:
    """An observed table knows no attacks and no cards."""
    assert "observed has no attacks" in cli("odds", record, "--attack", "3", code=1).stderr
    assert "say which deck is drawn from: one of none" in cli("odds", record, "--draw", "1", "--card", "x", code=1).stderr
    assert "has events 0 to 5, not 6" in cli("odds", record, "--attack", "3", "--at", "e6", code=1).stderr
