"""Lines read by a grammar: what is found in them, and where a wrong word stands in the file."""

from __future__ import annotations

import pytest

from records.catalogues import read
from records.catalogues.phrases import LONGEST_LINE, phrase_reader, read_phrase
from records.core.editions.placed import Placed
from records.core.wording.phrase import Phrase, PhraseWord
from records.errors import ImportRefused

GRAMMAR = """
start: _TAKE fruit+ "."
fruit: NUMBER KIND
_TAKE: "take"
NUMBER: /\\d+/
KIND: "apples" | "plums"
%ignore " "
"""


def place_of(yaml: str) -> str:
    """Where the text of a file is refused."""
    with pytest.raises(ImportRefused) as refused:
        read_phrase(GRAMMAR, read(yaml, "x").value["t"].value, "x")  # type: ignore[index, union-attr, call-overload]
    return str(refused.value.problems[0])


def test_a_phrase_holds_rules_words_and_their_places() -> None:
    """Words that only hold the line together are left out."""
    found = read_phrase(GRAMMAR, Placed("take 3 apples 12 plums.", 5, 9, 10), "x")
    three, twelve = (
        (PhraseWord("NUMBER", "3", 5, 15), PhraseWord("KIND", "apples", 5, 17)),
        (PhraseWord("NUMBER", "12", 5, 24), PhraseWord("KIND", "plums", 5, 27)),
    )
    assert found == Phrase("start", (Phrase("fruit", three, 5, 15), Phrase("fruit", twelve, 5, 24)), 5, 10)


@pytest.mark.parametrize(
    ("yaml", "at"),
    [
        ("t: take 3 pears.", "line 1, column 11"),
        ("\n t:  take 3 pears.", "line 2, column 13"),
        ('t: "take 3 pears."', "line 1, column 12"),
        ("{a: 1, t: 'take 3 pears.'}", "line 1, column 19"),
        ('t: "take \\x33 pears."', "line 1, column 4"),
        ("t: >\n  take 3\n  pears.", "line 1, column 4"),
        ("t: take 3\n  pears.", "line 1, column 4"),
    ],
)
def test_a_wrong_word_is_refused_where_it_stands(yaml: str, at: str) -> None:
    """Behind quotation marks too; where a text is not written in one piece the place is its beginning."""
    assert place_of(yaml) == f"{at}: 'pears' cannot stand here; here may stand: kind"


def test_a_line_that_ends_too_early_or_too_late_is_refused_at_its_end() -> None:
    """What could follow is told."""
    assert place_of("t: take 3 apples") == "line 1, column 17: the line ends too early; here may stand: dot, number"
    assert place_of("t: take 3 apples. 4 plums.") == "line 1, column 19: '4' cannot stand here; here may stand: nothing more"


@pytest.mark.parametrize("yaml", ["t: 3", "t: [take]", "t: ' '", f"t: {'take 3 apples ' * 80}"])
def test_what_is_no_line_is_refused(yaml: str) -> None:
    """A number, a list, nothing, or more than anybody writes."""
    assert place_of(yaml) == f"line 1, column 4: a line of 1 to {LONGEST_LINE} characters stands here"


def test_a_language_without_words_is_refused() -> None:
    """Those that are known are told."""
    with pytest.raises(ImportRefused, match=r"line 3, column 2: no words are known in 'fr'; known: en"):
        phrase_reader({"en": GRAMMAR}, "x")("fr", Placed("prends", 3, 2, 2))
