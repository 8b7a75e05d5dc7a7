"""Which of a log's next lines answers what the table is asked (``importers.retelling.following``)."""

from __future__ import annotations

import pytest

from importers.retelling.following import left_after, proposed
from importers.retelling.playing import LogWords
from importers.retelling.source import LogLine
from records.core.asking.typed import AnswerOption, TableQuestion
from records.core.ids import SeatKey
from records.core.sentences import Sentence
from support.castle import CASTLE, header

A, B = SeatKey("A"), SeatKey("B")
TABLE = LogWords(CASTLE, header("castle-rampage/house"), {A: "Ana", B: "Ben"})
CARDS = ("archer", "bomber", "cook", "giant", "knight", "medic")


def question(number: int) -> TableQuestion:
    """Return the question which cards Ben is dealt."""

    def build(_chosen: tuple[str, ...]) -> None:
        raise AssertionError

    options = tuple(AnswerOption(key=card, says=Sentence(card)) for card in CARDS)
    return TableQuestion(event="x", asks=Sentence("?"), options=options, build=build, seat=B, least=number, most=number)  # type: ignore[arg-type]


DEALT, SHOWN, MORE, DRAWN = (
    "Ben is dealt Archer, Bomber, Cook.",
    "Ben shows and lays aside: Bomber.",
    "Ben is dealt Giant.",
    "Ben draws Archer.",
)


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ((SHOWN, MORE), ["giant"]),
        ((MORE, SHOWN), ["giant"]),
        ((DRAWN, "Ana is dealt Giant."), ["archer"]),
        ((SHOWN,), ["bomber"]),
        (("Ana is dealt Giant.",), []),
    ],
)
def test_a_line_that_repeats_cards_is_passed_over_where_the_next_one_deals(lines: tuple[str, ...], found: list[str]) -> None:
    """Cards that are shown were dealt before: the next line in the words of a deal names those that replace them."""
    rest = [LogLine(place=f"{nth}.0", text=text) for nth, text in enumerate((DEALT, *lines))]
    assert proposed(TABLE, rest, [(question(3), ("archer", "bomber", "cook"))], question(1)) == found


def test_lines_that_gave_an_answer_are_left_behind_and_one_far_off_is_not_taken_for_it() -> None:
    """Answers come in the log's order; one that the log does not give leaves the lines where they are."""
    texts = (DEALT, SHOWN, MORE, DRAWN, *("Ben waits.",) * 20, "Ben is dealt Knight.")
    rest = [LogLine(place=f"{nth}.0", text=text) for nth, text in enumerate(texts)]
    dealt = ("cook", "archer", "bomber")
    for answers, left in (((dealt,), 1), ((dealt, ("giant",)), 3), ((dealt, ("knight",)), 1), ((dealt, ()), 1), ((), 0)):
        assert left_after(TABLE, rest, answers) == rest[left:]
