"""Logs told again as games that are known here. They are trial logs: simulated games in plain sentences, as no site's own are at hand."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from importers import ImportOptions, read_file
from importers.retelling.drafting import SourceLog, draft, fill_in
from importers.retelling.shapes import Shaper
from importers.retelling.word_table import WordTable, read_words
from records.core.ids import SeatKey
from records.errors import ImportRefused, MalformedCommand
from records.service import NewGame
from records.service.library import library

GAMES = library()
REGICIDE = GAMES["regicide"]
NAMES = {SeatKey("A"): "Ana", SeatKey("B"): "Ben"}
THEN = datetime(2026, 3, 14, tzinfo=UTC)
WORDS = """
game = "regicide"
[[line]]
says = "{seat} begins."
means = "[Begins]"
[[line]]
says = "{seat} is dealt {cards}."
means = "> {seat}: {cards}"
[[line]]
says = "The {cards} comes out of the castle."
means = "> {cards}"
[[line]]
says = "{seat} plays {cards}."
means = "{cards}"
[[line]]
says = "{seat} draws {cards}."
means = "+ {seat}: {cards}"
[[line]]
says = "{seat} discards {cards}."
means = "drop {cards}"
[[line]]
says = "The {cards} lies on top of the discard pile now."
means = "> {cards}"
[[line]]
says = "The {cards} is defeated."
means = ""
"""
LOG = (
    "Ben begins.",
    "Ben is dealt 6 of Clubs, Ace of Clubs, 5 of Diamonds, 7 of Diamonds, 2 of Hearts, 8 of Spades, 9 of Spades.",
    "Ana is dealt 10 of Clubs, 10 of Diamonds, 3 of Diamonds, 3 of Hearts, 5 of Hearts, 10 of Spades, 4 of Spades.",
    "The Jack of Diamonds comes out of the castle.",
    "Ben plays Ace of Clubs and 9 of Spades.",
    "Clubs: the damage of 10 is doubled.",
    "The Jack of Hearts comes out of the castle.",
    "Ben plays 5 of Diamonds.",
    "Ben draws Jack of Diamonds.",
    "Ben draws 2 of Diamonds.",
    "Ben draws 7 of Hearts.",
)


def source(*lines: str) -> SourceLog:
    """Return a log of two people."""
    return SourceLog(names=NAMES, started=THEN, lines=lines, source="7k2m9p4xw3c8d5e1")


def test_a_line_is_its_words_without_people_cards_and_numbers() -> None:
    """Cards in a row are one field, whatever stands between them; a name inside a word is none."""
    shaper = Shaper(NAMES, {})
    assert shaper.shape("Ana gives  Ben 3 coins {now}, Anabel").says == "{seat} gives {seat2} {n} coins (now), Anabel"
    assert shaper.shape("Ana gives Ben 3 coins").values == {"seat": ("A",), "seat2": ("B",), "n": ("3",)}


def test_known_words_become_moves_with_their_lines_as_notes() -> None:
    """Who begins, the deal, answers and moves; a line that the table does not know waits."""
    made = draft(REGICIDE, source(*LOG), read_words(WORDS.encode(), "w.toml"))
    assert (made.known, made.silent, made.waiting) == (10, 0, 1)
    lines = made.text.splitlines()
    assert '[Begins "B"]' in lines
    assert "   B cA s9 {Ben plays Ace of Clubs and 9 of Spades.}" in lines
    assert "     > dJ" in lines
    assert "; ? Clubs: the damage of 10 is doubled." in lines
    (game,) = read_file(GAMES, made.text.encode(), "told.kbz", ImportOptions())
    assert isinstance(game, NewGame)
    assert game.names == NAMES
    assert [note.text for layer in game.layers for note in layer.notes] == [LOG[4], LOG[7]]
    assert game.source == "7k2m9p4xw3c8d5e1"


def test_one_move_beside_its_line_fills_in_all_lines_of_the_same_words() -> None:
    """Moves and answers; what was written stays, and what a line does not name is not learnt."""
    table = WordTable("regicide")
    waiting = "; ? Ana discards 3 of Hearts.\n; ? Ben draws 2 of Clubs.\n; ? Ben plays 5 of Hearts.\n; ? Ana throws something away."
    log = (
        "start\n   B cA s9 {Ben plays Ace of Clubs and 9 of Spades.}\n; ? Ben discards 9 of Hearts.\n   drop h9\n"
        "; ? Ana draws 4 of Clubs.\n     +A: c4\n"
    )
    unnamed = "; ? Ana throws nothing away.\n   A drop c6\n"
    told, new = fill_in(REGICIDE, source(), log + unnamed + waiting, table)
    assert new == ["{seat} plays {cards}.", "{seat} discards {cards}.", "{seat} draws {cards}."]
    assert list(table.means.values()) == ["{cards}", "drop {cards}", "+ {seat}: {cards}"]
    assert told.text.splitlines() == [
        "start",
        "   B cA s9 {Ben plays Ace of Clubs and 9 of Spades.}",
        "   drop h9 {Ben discards 9 of Hearts.}",
        "     +A: c4",
        "; Ana draws 4 of Clubs.",
        "   A drop c6 {Ana throws nothing away.}",
        "   A drop h3 {Ana discards 3 of Hearts.}",
        "     + B: c2",
        "; Ben draws 2 of Clubs.",
        "   B h5 {Ben plays 5 of Hearts.}",
        "; ? Ana throws something away.",
    ]
    assert fill_in(REGICIDE, source(), told.text, table)[1] == []
    assert read_words(table.write(), "w.toml") == table


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("game = 1", "no table of words"),
        ('game = "x"\n[[line]]\nsays = "a"\nmeans = "{seat}"', r"line\[0\]: says has no \{seat\}"),
        ('game = "x"\n[[line]]\nsays = "a"\nmeans = ""\n[[line]]\nsays = "a"\nmeans = ""', "twice"),
    ],
)
def test_a_table_that_is_none_is_refused(text: str, reason: str) -> None:
    """With the place of what is wrong."""
    with pytest.raises(ImportRefused, match=reason):
        read_words(text.encode(), "w.toml")


def test_a_game_without_rules_cannot_be_told_again() -> None:
    """An observed table has no notation."""
    with pytest.raises(MalformedCommand, match="the rules of observed are not known here"):
        draft(GAMES["observed"], source(), WordTable("observed"))
