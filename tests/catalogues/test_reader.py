"""The reader of catalogue files: YAML with places, and refusals with line and column."""

from __future__ import annotations

from typing import Any

import pytest
import yaml

from records.catalogues import read, reader
from records.core.editions.placed import Placed
from records.errors import ImportRefused, Problem


@pytest.fixture(params=["as installed", "plain Python"], autouse=True)
def _parser(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test runs with the parser that is installed and with the one that always is."""
    if request.param == "plain Python":
        monkeypatch.setattr(reader, "PARSER", yaml.SafeLoader)


def plain(placed: Placed) -> Any:
    """The value without places."""
    match placed.value:
        case tuple() as entries:
            return [plain(entry) for entry in entries]
        case dict() as members:
            return {key: plain(member.value) for key, member in members.items()}
        case value:
            return value


def problems(text: str | bytes) -> list[tuple[int | None, int | None, str]]:
    """Line, column and reason of everything that a file is refused for."""
    with pytest.raises(ImportRefused) as refused:
        read(text, "cards.yaml")
    assert refused.value.name == "cards.yaml"
    return [(problem.line, problem.column, problem.reason) for problem in refused.value.problems]


def test_values_are_what_they_show() -> None:
    """Text, numbers, truth and nothing are told apart, and quotes make text of each."""
    text = "{a: 7, b: -7, c: 2.5, d: true, e: null, f: , g: no, h: '7', i: \"true\", j: [x, [y]], k: 7 men}"
    values: dict[str, Any] = {"a": 7, "b": -7, "c": 2.5, "d": True, "e": None, "f": None, "g": "no", "h": "7", "i": "true"}
    assert plain(read(text, "x")) == {**values, "j": ["x", ["y"]], "k": "7 men"}


def test_places_are_those_of_an_editor() -> None:
    """Lines and columns count from 1, in characters, for keys and values alike."""
    placed = read("# ä\nkönig: 1\ncards:\n  - [ü, 2]\n", "x")
    assert isinstance(placed.value, dict)
    key, cards = placed.value["cards"].key, placed.value["cards"].value
    assert (placed.line, placed.column) == (2, 1)
    assert (placed.value["könig"].value.line, placed.value["könig"].value.column) == (2, 8)
    assert (key.line, key.column) == (3, 1)
    assert isinstance(cards.value, tuple)
    inner = cards.value[0].value
    assert isinstance(inner, tuple)
    assert (inner[1].line, inner[1].column) == (4, 9)


def test_bytes_are_utf_8_with_or_without_a_mark() -> None:
    """A file from an editor that writes a byte order mark is the same file."""
    assert plain(read("a: ä\r\nb: 1\r\n".encode("utf-8-sig"), "x")) == plain(read("a: ä\nb: 1\n", "x"))


def test_every_double_key_is_told() -> None:
    """A key that stands twice is refused at its second place, and so is the next one."""
    assert problems("a: 1\nb: {c: 1, c: 2}\na: 3\n") == [
        (2, 11, "the key 'c' stands in line 2 already"),
        (3, 1, "the key 'a' stands in line 1 already"),
    ]


@pytest.mark.parametrize("number", ["010", "0x1f", "1_000", "12:30", "1.2.3", "2026-11-21", "99999999999999999999"])
def test_what_only_looks_like_a_number_is_refused(number: str) -> None:
    """A number that readers of YAML read differently is not read at all."""
    assert problems(f"a:\n  b: {number}\n") == [(2, 6, f"{number!r} is not a number; as text it stands in quotes")]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("a: &one 1\nb: *one\n", 1, 4),
        ("a: 1\nb: *one\n", 2, 4),
        ("a: 1\nb: !!python/object:os.system x\n", 2, 4),
        ("a: !!int 3\n", 1, 4),
        ("a: 1\n---\nb: 2\n", 2, 1),
        ("1: x\n", 1, 1),
        ("? [a]\n: x\n", 1, 3),
        ("a:\n  b: 'x\n", 3, 1),
        ("a: b: c\n", 1, 5),
        ("a: 1\n b: 2\n", 2, 3),
        ("a: \x07\n", 1, 4),
        ("a: 1\nb: \ud800\n", 2, 4),
        (b"a: 1\nb: \xff\n", 2, 4),
        ("", 1, 1),
    ],
)
def test_broken_file_is_refused_where_it_breaks(text: str | bytes, line: int, column: int) -> None:
    """Anchors, aliases, tags, further documents, strange keys and broken syntax each give their line and column."""
    ((at_line, at_column, reason),) = problems(text)
    assert (at_line, at_column) == (line, column)
    assert reason


@pytest.mark.parametrize(("text", "line", "column"), [("a:\n\t- b\n", 2, 1), ("a:\n  - b\n  \t- c\n", 3, 3)])
def test_tab_is_called_a_tab(text: str, line: int, column: int) -> None:
    """Who indents with a tab is told so."""
    assert problems(text) == [(line, column, "a tab cannot stand here; lines are indented with spaces")]


def test_bomb_of_aliases_does_not_go_off() -> None:
    """Lists of lists by alias are refused at the first anchor."""
    rows = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    rows += [f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]" for before, name in zip("abcdefgh", "bcdefghi", strict=True)]
    assert problems("\n".join(rows)) == [(1, 4, "anchors (&) and aliases (*) are not allowed")]


@pytest.mark.parametrize(("opening", "at"), [("[", 13), ("{a: ", 46), ("- ", 25)])
def test_deep_file_is_refused_early(opening: str, at: int) -> None:
    """Levels without end are refused after twelve, a key being one too, whatever follows."""
    ((line, column, reason),) = problems(opening * 20_000)
    assert (line, column) == (1, at)
    assert reason == "there are more than 12 levels"


def test_long_file_is_not_read() -> None:
    """A file beyond all need is refused before it is parsed."""
    with pytest.raises(ImportRefused, match="longer than 1,000,000"):
        read(b"#" * 1_000_001, "x")


def test_message_names_file_line_and_column() -> None:
    """The refusal as text is what a person needs to find the place."""
    with pytest.raises(ImportRefused) as refused:
        read("a: 1\na: 2\n", "my cards.yaml")
    assert str(refused.value) == "my cards.yaml: line 2, column 1: the key 'a' stands in line 1 already"
    assert refused.value.problems == (Problem(reason="the key 'a' stands in line 1 already", line=2, column=1),)
