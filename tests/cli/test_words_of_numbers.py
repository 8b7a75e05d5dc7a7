"""Numbers with their words on the command line."""

from __future__ import annotations

import pytest

from web.cli.output import counted


@pytest.mark.parametrize(
    ("number", "what", "words"),
    [(1, "study", "1 study"), (6, "study", "6 studies"), (2, "class", "2 classes"), (0, "record", "0 records"), (2, "case", "2 cases")],
)
def test_number_16_several_of_a_kind_are_called_by_its_plural(number: int, what: str, words: str) -> None:
    """Six are studies."""
    assert counted(number, what) == words
