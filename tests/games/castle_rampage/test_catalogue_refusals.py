"""A catalogue that does not hold is refused where it breaks, with every reason."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.errors import ImportRefused, Problem
from records.games.castle_rampage.cards import KINDS, POWERS
from support.catalogue import TEXT, changed, load_catalogue, place, refusal
from support.soaking import one_in

WHOLE = len(load_catalogue(TEXT, "x").deck())
"""Cards of the catalogue as it is."""


@pytest.mark.parametrize(
    ("old", "new", "card", "reason"),
    one_in(
        2,
        [
            ("{value: 5,", "{value: 4,", "archer", None),
            ("{value: ignores-gate,", "{value: ignore-gate,", "archer", "'ignore-gate' is not known here; near it are ignores-gate"),
            (
                "{value: 1, house: true}\n    castle",
                "{value: 10, house: true}\n    castle",
                "archer",
                "10 is not a whole number from 1 to 9",
            ),
            ("{value: 2, house: true}", "{value: 16, house: true}", "archer", "16 is not a whole number from 0 to 15"),
            ("{value: 2, house: true}", "{value: 2.5, house: true}", "archer", "2.5 is not a whole number from 0 to 15"),
            ("{value: 2, house: true}", "{value: two, house: true}", "archer", "'two' is not a whole number from 0 to 15"),
            ("{value: attack,", "{value: attacker,", "archer", f"'attacker' is not one of {', '.join(KINDS)}"),
            ("[bow]", "[spear]", "archer", "'spear' is not one of horse, sword, bow"),
            ("{value: none,", "{value: gold,", "archer", "'gold' is not one of none, hand-cards, units, own-top-cards"),
            ("{value: ch-archer,", "{value: archer,", "archer", "'archer' is not known here; near it are ch-archer"),
            ("Attacks the Castle. The Gate is ignored, always.", "x" * 161, "archer", None),
        ],
    ),
)
def test_bad_value_is_refused_where_it_stands(old: str, new: str, card: str, reason: str | None) -> None:
    """A wrong count, an unknown power, a number out of range, an unknown word: each with line and column."""
    text = changed(old, new, card)
    line, column = place(old, f"- name: {card}\n")
    if old.startswith("{value: 5"):
        line, column = place("- name: archer\n")
        assert refusal(text) == [f"line {line}, column {column}: the copies add up to 117, and the game has 118 cards"]
        return
    (problem,) = refusal(text)
    inside = len("{value: ") if old.startswith("{") else 0
    inside += 1 if old.startswith("[") else 0
    assert problem.startswith(f"line {line}, column {column + inside}: ")
    assert reason is None or problem.endswith(f": {reason}")


def test_second_card_of_a_name_is_refused() -> None:
    """Two cards of one name cannot be told apart in a record."""
    line, column = place("name: knight")
    assert refusal(changed("name: knight", "name: archer")) == [
        f"line {line}, column {column}: the card 'archer' is in this catalogue already"
    ]


def test_double_and_unknown_keys_are_refused() -> None:
    """A key that stands twice or that nobody knows is refused at the key."""
    line, column = place("copies:", "- name: knight\n")
    assert refusal(changed("copies:", "name: x\n    copies:", "knight")) == [
        f"line {line}, column {column}: the key 'name' stands in line {line - 2} already"
    ]
    (problem,) = refusal(changed("copies:", "copys: 3\n    copies:", "knight"))
    assert problem.startswith(f"line {line}, column {column}: unknown key 'copys'; known here: name, ")


def test_value_without_provenance_is_refused() -> None:
    """A bare value, and one without a mark, are refused where they stand; so is a source that the head does not explain."""
    line, column = place("{value: 2, source: [PG, PGE, DE, EN]}", "- name: dragon\n")
    shape = "{value: ..., source: [...]} or the same with 'house: true'"
    assert refusal(changed("gate: {value: 2, source: [PG, PGE, DE, EN]}", "gate: 2", "dragon")) == [
        f"line {line}, column {column}: 2 is not {shape}"
    ]
    assert refusal(changed("{value: 2, source: [PG, PGE, DE, EN]}", "{value: 2}", "dragon")) == [
        f"line {line}, column {column}: a value says where it comes from: either 'source: [...]' or 'house: true'"
    ]
    (problem,) = refusal(changed("[PG, PGE, DE, EN]}", "[BGG]}", "dragon"))
    assert problem == f"line {line}, column {column + len('{value: 2, source: [')}: 'BGG' is not one of DE, EN, PG, PGE, RS, SP"


@pytest.mark.parametrize(
    ("old", "new", "card", "reason"),
    one_in(
        2,
        [
            ("de: Bogenschütze, ", "", "archer", "'de' is missing"),
            (
                "attack: {value: 2, house: true}",
                "attack: {value: none, house: true}",
                "archer",
                "a card of the kind 'attack' has an attack value",
            ),
            (
                "    second-attack: {value: 3, source: [DE, EN]}\n",
                "",
                "hail-of-arrows",
                "'second-attack' and the power 'two-attacks' go together",
            ),
            ("value: ignores-gate", "value: two-attacks", "archer", "'second-attack' and the power 'two-attacks' go together"),
            ("value: ignores-gate", "value: chooses-target", "archer", "the power 'chooses-target' is for permanent cards"),
            ("value: all-or-nothing", "value: ignores-gate", "jester", "the power 'ignores-gate' needs an attack value"),
            ("cards: {value: 1, source: [PG, PGE, DE, EN, SP]}", "amount: {value: 1, house: true}", "axe-man-draw", "'cards' is missing"),
            ("[horse, sword, bow]", "[horse, sword, horse]", "giant", "a card bears each symbol once at most"),
            ("units: {value: [horse, bow]", "units: {value: []", "fight-plan-1", "a cost in units names 1 to 3 of them"),
            ("      cards: {value: 1, source: [DE, EN]}\n", "", "knight", "'cards' is missing"),
            (
                "- power: {value: slips-under, source: [DE, EN]}",
                "- power: {value: none, house: true}",
                "spy",
                "a card has one power or more",
            ),
            ("value: extra-draw", "value: needs-own-gate", "advisor", "the power 'needs-own-gate' stands here already"),
            ("attack: {value: none", "asterisk: {value: true, house: true}\n    attack: {value: none", "cook", "an asterisk stands beside"),
            ("name: archer", "name: The Archer", "", "'The Archer' is not of the form"),
            ("version: 1", "version: one", "", "'one' is not a whole number"),
            ("castle-rampage/house", "my cards", "", "'my cards' is not of the form"),
            ("languages: [en, de]", "languages: [en]", "", "titles and texts are in en and de at least"),
            ("cards:\n", "cards: none\nmore:\n", "", "unknown key 'more'"),
        ],
    ),
)
def test_values_that_do_not_fit_together_are_refused(old: str, new: str, card: str, reason: str) -> None:
    """What a card lacks, or what no such card can have, is among the reasons, each with line and column."""
    problems = refusal(changed(old, new, card))
    assert any(reason in problem for problem in problems), problems
    assert all(re.match(r"line \d+, column \d+: ", problem) for problem in problems)


def test_several_problems_are_told_at_once_in_order() -> None:
    """Who mends a file sees all that is wrong with it, without follow-up complaints about the count."""
    text = changed("{value: 3, house: true}", "{value: 30, house: true}", "archer")
    text = text.replace("copies: {value: 3, source: [DE, EN]}", "copies: {value: many, source: [DE, EN]}", 1)
    text = text.replace("value: fallen-attacker-discards", "value: explodes")
    assert [problem.partition(": ")[2] for problem in refusal(text)] == [
        "30 is not a whole number from 1 to 9",
        "'many' is not a whole number from 0 to 118",
        f"'explodes' is not one of none, {', '.join(POWERS)}",
    ]


def test_deck_of_purple_cards_is_refused() -> None:
    """The set-up would deal for ever."""
    kinds = re.sub(r"kind: \{value: (attack|one-time)", "kind: {value: purple", TEXT).replace("weakens-attack, source", "draws, source")
    text = kinds.replace("amount: {value: 3, house: true, note: by how much is not told}", "cards: {value: 3, house: true}")
    line, column = place("- name: archer\n")
    assert refusal(text) == [f"line {line}, column {column}: the set-up deals 20 cards that are not purple, and there are fewer"]


def test_broken_yaml_is_refused_with_its_place() -> None:
    """A tab, an alias and a file of something else come with line and column too."""
    line, _ = place("    copies:", "- name: knight\n")
    assert refusal(changed("    copies:", "\tcopies:", "knight")) == [
        f"line {line}, column 1: a tab cannot stand here; lines are indented with spaces"
    ]
    assert refusal("cards: &all [*all]\n") == ["line 1, column 8: anchors (&) and aliases (*) are not allowed"]
    (problem,) = refusal("- a list\n")
    assert problem == "line 1, column 1: a list is not a mapping with the keys catalogue, version, languages, sources, cards"


@pytest.mark.soak
@settings(max_examples=25, deadline=None)
@given(
    at=st.integers(0, len(TEXT) - 1),
    gone=st.integers(0, 60),
    new=st.text(alphabet=" \t\n:-[]{},&*!#|>'\"?%@`abc017.\x00\ufeff", max_size=6),
)
def test_damaged_file_is_read_or_refused_with_a_place(at: int, gone: int, new: str) -> None:
    """Whatever is cut from the file or typed into it, nothing but a catalogue or a refusal with line and column comes out."""
    problems: tuple[Problem, ...] = ()
    count = WHOLE
    try:
        count = len(load_catalogue(TEXT[:at] + new + TEXT[at + gone :], "x").deck())
    except ImportRefused as refused:
        problems = refused.problems
    assert count == WHOLE
    assert all(problem.line and problem.column for problem in problems)


def test_a_catalogue_of_no_game_is_refused_where_its_name_stands() -> None:
    """Whose cards they are, the name says; one that no game takes is told with the games that there are."""
    (problem,) = refusal(changed("castle-rampage/house", "war/house"))
    assert problem.startswith("line ")
    assert problem.endswith("no game takes the catalogue 'war/house'; its name begins with castle-rampage/ or creature-crush/")
