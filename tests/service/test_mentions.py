"""Where a name still stands in what people wrote down."""

from __future__ import annotations

import msgspec
import pytest

from records.core.shared import GapNoted
from records.core.viewers import LOCAL
from records.service import Entry, GameBook
from records.service.checking.mentions import mentions
from support.tiny import NOON, A, new_game, whispered


def line(*texts: object) -> bytes:
    """A stored line with these texts somewhere in it."""
    return msgspec.json.encode({"v": 1, "event": {"e": "x/1", "args": texts}})


@pytest.mark.parametrize("text", ["Ben", "was it ben?", "Ben's Den", "BEN!", 'he said "Ben"', "a\nBen", {"Ben": 1}, [[{"x": "ben"}]]])
def test_a_name_is_found_as_a_word(text: object) -> None:
    """In any case, before an apostrophe, within a sentence, as a key: each text counts once."""
    assert mentions([("r1", line(text, "Anna"))], " Ben ") == {"r1": 1}


@pytest.mark.parametrize("text", ["Bennett", "Reuben", "be n", "", 7])
def test_part_of_a_word_is_no_name(text: object) -> None:
    """Letters of another word are not that person."""
    assert mentions([("r1", line(text))], "Ben") == {}


@pytest.mark.parametrize("name", ['B"en', "B\\en", "Ä", "A\u0308", "日本", "x.y"])
def test_any_name_is_found_as_it_is_written(name: str) -> None:
    """Signs that JSON or a pattern write otherwise, and letters composed or not, hide nobody."""
    assert mentions([("r1", line(f"so {name} says"))], name) == {"r1": 1}


def test_texts_are_counted_by_record() -> None:
    """Each record has its own number, and a damaged line is searched as it is."""
    bodies = [("r2", line("Ben", "Ben Ben")), ("r1", b"{ Ben \xff"), ("r2", line("ben")), ("r3", line("x"))]
    assert mentions(bodies, "Ben") == {"r1": 1, "r2": 3}


def test_words_of_every_record_are_searched(book: GameBook) -> None:
    """What was written beside the rules, or said to one seat alone, or lies in the trash, holds a forgotten name as before."""
    first, second = book.writing.add(LOCAL, new_game(), new_game())
    book.writing.append(LOCAL, first.id, [Entry(at=NOON, event=GapNoted(why="Ben spilt his tea"))], expected=7)
    book.writing.append(LOCAL, second.id, [Entry(at=NOON, event=whispered(A, {"to": "ben"}))], expected=7)
    book.records.trash(LOCAL, second.id)
    book.people.forget(LOCAL, "Ben")
    assert book.people.mentions(LOCAL, "Ben") == {first.id: 1, second.id: 1}
    assert book.people.mentions(LOCAL, "Carl") == {}
    assert book.people.mentions(LOCAL, " ") == {}
