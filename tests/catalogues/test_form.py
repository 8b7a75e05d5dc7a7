"""Reading placed values: each problem noted once, in the order of the file, with its place."""

from __future__ import annotations

import re

import pytest

from records.catalogues import read
from records.core.editions.placed import MOST_PROBLEMS, Form
from records.core.editions.provenance import Provenance, provenance
from records.errors import ImportRefused


def noted(form: Form) -> list[str]:
    """What a form refuses for, as text."""
    with pytest.raises(ImportRefused) as refused:
        form.close()
    return [str(problem) for problem in refused.value.problems]


def test_form_without_problems_closes_silently() -> None:
    """Good values come out as they are, and nothing is raised."""
    form = Form("x")
    fields = form.fields(read("{n: 3, t: word, l: [a, b], b: false}", "x"), ("n", "t", "l", "b"), ("more",))
    assert form.integer(fields["n"], 1, 3) == 3
    assert form.text(fields["t"], 4) == "word"
    assert form.each(fields["l"], lambda node: form.choice(node, "ab")) == ("a", "b")
    assert form.truth(fields["b"]) is False
    assert "more" not in fields
    form.close()


def test_unknown_and_missing_keys_are_told_at_their_places() -> None:
    """An unknown key is told where it stands, a missing one where its mapping begins, and only once though it is read."""
    form = Form("x")
    fields = form.fields(read("a: 1\nc: 2\n", "x"), ("a", "b"))
    assert form.text(fields["b"], 10) == ""
    assert form.items(fields["b"]) == ()
    assert noted(form) == ["line 1, column 1: 'b' is missing", "line 2, column 1: unknown key 'c'; known here: a, b"]


@pytest.mark.parametrize("value", ["0", "10", "2.5", "true", "two", "'2'", "[2]", "null", "{a: 1}"])
def test_only_a_whole_number_in_range_is_one(value: str) -> None:
    """Numbers out of range, fractions, truth, text and structures are no number."""
    form = Form("x")
    form.integer(form.fields(read(f"n: {value}", "x"), ("n",))["n"], 1, 9)
    (reason,) = noted(form)
    assert reason.startswith("line 1, column 4: ")
    assert reason.endswith(" is not a whole number from 1 to 9")


@pytest.mark.parametrize("value", ["''", "'   '", "abcdef", "5", '"a\\nb"', '"a\\0b"', '"a\\u202eb"'])
def test_only_a_short_printable_line_is_text(value: str) -> None:
    """Empty, long, broken and reversed lines are refused, and numbers are no text."""
    form = Form("x")
    form.text(read(value, "x"), 5)
    (reason,) = noted(form)
    assert reason.endswith("is not a line of 1 to 5 printable characters")


def test_soft_hyphen_may_stand_in_text() -> None:
    """Where a long German name may break is the writer's choice."""
    form = Form("x")
    assert form.text(read('"Nach\\u00adschub"', "x"), 10) == "Nach\u00adschub"
    form.close()


def test_choice_names_what_is_near() -> None:
    """Of few options all are told, of many those like what was written."""
    form = Form("x")
    form.choice(read("c", "x"), ("a", "b"))
    form.choice(read("drawsfirst", "x"), ("draws-first", "draws", *"cdefghijk"))
    assert noted(form) == [
        "line 1, column 1: 'c' is not one of a, b",
        "line 1, column 1: 'drawsfirst' is not known here; near it are draws-first, draws",
    ]


def test_free_keys_keep_a_form() -> None:
    """Keys that a file is free to choose are refused where they stand if they are not of the form."""
    form = Form("x")
    assert dict.fromkeys(form.entries(read("PG: 1\np g: 2\n", "x"), re.compile("[A-Z]+"))) == {"PG": None, "p g": None}
    assert noted(form) == ["line 2, column 1: 'p g' is not of the form [A-Z]+"]


def test_only_the_first_problems_are_told() -> None:
    """A file that is something else altogether does not give a wall of text."""
    form = Form("x")
    form.each(read(f"[{', '.join('x' * 50)}]", "x"), lambda node: form.integer(node, 0, 1))
    assert len(noted(form)) == MOST_PROBLEMS


def test_provenance_is_source_or_house() -> None:
    """A value names its sources or is a house value, with a note if it needs one."""
    form = Form("x")
    found, stated = provenance(form, read("{value: 5, source: [DE, EN], note: so to say}", "x"), ("value",), ("DE", "EN"))
    assert found["value"].value == 5
    assert stated == Provenance(("DE", "EN"), "so to say")
    assert not stated.house
    _, ours = provenance(form, read("{value: 5, house: true}", "x"), ("value",), ())
    assert ours.house
    form.close()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("5", "line 1, column 1: 5 is not {value: ..., source: [...]} or the same with 'house: true'"),
        ("{value: 5}", "line 1, column 1: a value says where it comes from: either 'source: [...]' or 'house: true'"),
        (
            "{value: 5, house: true, source: [DE]}",
            "line 1, column 1: a value says where it comes from: either 'source: [...]' or 'house: true'",
        ),
        ("{value: 5, house: false}", "line 1, column 19: a value that is not a house value names its source instead"),
        ("{value: 5, source: []}", "line 1, column 20: a source is named by one or more codes, none twice"),
        ("{value: 5, source: [DE, DE]}", "line 1, column 20: a source is named by one or more codes, none twice"),
        ("{value: 5, source: [XX]}", "line 1, column 21: 'XX' is not one of DE, EN"),
        ("{value: 5, source: DE}", "line 1, column 20: 'DE' is not a list"),
        ("{source: [DE]}", "line 1, column 1: 'value' is missing"),
    ],
)
def test_value_without_provenance_is_refused(text: str, problem: str) -> None:
    """No mark, two marks, an empty, double or unknown source: each is refused at its place."""
    form = Form("x")
    provenance(form, read(text, "x"), ("value",), ("DE", "EN"))
    assert noted(form) == [problem]


def test_source_without_any_known_code_is_refused() -> None:
    """A file that explains no code can name none."""
    form = Form("x")
    provenance(form, read("{value: 5, source: [DE]}", "x"), ("value",), ())
    assert noted(form) == ["line 1, column 21: 'DE' is not one of nothing"]
