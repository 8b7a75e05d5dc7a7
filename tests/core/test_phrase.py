"""Values made of phrases, from the leaves up."""

from __future__ import annotations

import pytest

from records.core.wording.phrase import Phrase, PhraseWord, Unfit, built
from records.errors import ImportRefused

TWO = PhraseWord("NUMBER", "2", 4, 7)
NINE = PhraseWord("NUMBER", "9", 4, 11)
SUM = Phrase("sum", (Phrase("one", (TWO,), 4, 7), Phrase("one", (NINE,), 4, 11)), 4, 7)


def test_each_rule_has_a_maker_of_its_value() -> None:
    """Makers are given what was made of the parts, in order; words as they are."""
    assert built(SUM, {"one": lambda word: int(word.text), "sum": lambda *parts: parts}, "x") == (2, 9)


def test_a_maker_refuses_with_the_place_of_its_phrase() -> None:
    """Or with that of the part that does not fit."""

    def one(word: PhraseWord) -> int:
        if word is NINE:
            raise Unfit("nine is too much")
        return 2

    def total(*_parts: int) -> int:
        raise Unfit("the second is too much", 1)

    with pytest.raises(ImportRefused) as refused:
        built(SUM, {"one": one, "sum": sum}, "mine.yaml")
    assert str(refused.value) == "mine.yaml: line 4, column 11: nine is too much"
    with pytest.raises(ImportRefused) as refused:
        built(SUM, {"one": lambda _word: 1, "sum": total}, "mine.yaml")
    assert str(refused.value) == "mine.yaml: line 4, column 11: the second is too much"
    with pytest.raises(ImportRefused) as refused:
        built(SUM, {"one": lambda _word: 1, "sum": lambda *_parts: one(NINE)}, "mine.yaml")
    assert str(refused.value) == "mine.yaml: line 4, column 7: nine is too much"
