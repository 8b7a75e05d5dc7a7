"""What a catalogue of CreatureCrush is refused for, with line and column."""

from __future__ import annotations

import pytest

from support.crush import TEXT, changed, place, refusal
from support.soaking import one_in


def test_a_line_that_means_something_else_in_german_is_refused() -> None:
    """The place is that of the German line, and both are told in the same language."""
    old = 'de: "Aktion: Heile 3 Schaden von einem Verbündeten."'
    told = refusal(changed(old, 'de: "Aktion: Heile 4 Schaden von einem Verbündeten."', "field-medic"))
    here, both = place(old[4:], "field-medic"), [f"'Action: Heal {number} damage from an ally.'" for number in (4, 3)]
    assert told == [f"{here}: the line in 'de' means something else: it says {both[0]}, and in 'en' stands {both[1]}"]


def test_a_wrong_word_is_refused_where_it_stands() -> None:
    """Line and column are those of the word in the file, and what could stand there is told."""
    text = changed("Deal 1 damage to any target", "Deal 1 damage too any target", "spark-imp")
    (told,) = refusal(text)
    at = place('to any target."', "spark-imp")
    assert told == f"{at}: 'too' cannot stand here; here may stand: for each, to"


def test_every_wrong_line_is_told_at_once() -> None:
    """One refusal names the problems of several cards, in the order of the file."""
    text = changed("Move an enemy", "Movv an enemy", "net-thrower")
    index = text.index("Draw 2 cards", text.index("- name: ash-crow\n"))
    told = refusal(f"{text[:index]}Drew 2 cards{text[index + len('Draw 2 cards') :]}")
    assert [one.partition("; ")[0] for one in told] == [
        f"{place('Move an enemy', 'net-thrower')}: 'Movv' cannot stand here",
        f"{place('Draw 2 cards', 'ash-crow')}: 'Drew' cannot stand here",
    ]


@pytest.mark.parametrize(
    ("card", "old", "new", "at", "why"),
    one_in(
        3,
        [
            ("gate-hound", "lines: {value: none", "lines: {value: nothing", "nothing", "'nothing' is not one of none"),
            ("gate-hound", "cost: {value: 1", "cost: {value: 31", "31", "31 is not a whole number from 1 to 30"),
            ("gate-hound", "cost: {value: 1", "cost: {value: X", "X", "'X' is not a whole number from 1 to 30"),
            ("gate-hound", "attack: {value: 1", "attack: {value: -1", "-1", "-1 is not a whole number from 0 to 30"),
            ("gate-hound", "life: {value: 2", "life: {value: 0", "0", "0 is not a whole number from 1 to 30"),
            ("hail", "cost: {value: 2", "cost: {value: 5", "5", "5 is not a whole number from 1 to 4"),
            (
                "hail",
                "house: true}\n    lines",
                "house: true}\n    attack: {value: 1, house: true}\n    lines",
                "attack",
                "unknown key 'attack'",
            ),
            ("gate-hound", "kind: {value: creature", "kind: {value: beast", "beast", "'beast' is not one of creature, crush"),
            ("gate-hound", "cost: {value: 1, house: true}", "cost: {value: 1}", "{value: 1}", "a value says where it comes from"),
            ("gate-hound", "name: gate-hound", "name: candle-rat", "", "the card 'candle-rat' is in this catalogue already"),
            (
                "marsh-toad",
                "house: true}\n\n",
                'house: true}\n      - {en: "Vengeful.", de: "Nachtragend.", house: true}\n\n',
                "",
                "the card says so already",
            ),
        ],
    ),
)
def test_a_value_that_does_not_fit_is_refused_where_it_stands(card: str, old: str, new: str, at: str, why: str) -> None:
    """Each with its line and column."""
    text = changed(old, new, card)
    told = refusal(text)
    assert any(why in one for one in told), told
    if at:
        index = text.index(new, text.index(f"- name: {card}\n")) + new.index(at)
        assert f"line {text.count(chr(10), 0, index) + 1}, column {index - text.rfind(chr(10), 0, index)}: " in "\n".join(told)


def test_a_crush_card_has_one_line_for_when_it_is_flipped() -> None:
    """Neither none nor two; where the word is left out it is meant."""
    assert "a crush card says what it does when it is flipped" in refusal(_lines_of_hail("{value: none, house: true}"))[0]
    twice = '[{en: "Draw a card.", de: "Ziehe eine Karte.", house: true}, {en: "Draw 2 cards.", de: "Ziehe 2 Karten.", house: true}]'
    assert "a crush card has one line for when it is flipped, and this one has 2" in refusal(_lines_of_hail(twice))[0]
    never = '[{en: "Trap: Draw a card.", de: "Falle: Ziehe eine Karte.", house: true}]'
    assert "a crush card has one line for when it is flipped, and this one has 0" in refusal(_lines_of_hail(never))[0]


def test_a_card_without_lines_says_so() -> None:
    """An empty list is refused, with its place; so are more lines than a card has room for."""
    text = changed("lines: {value: none, house: true}", "lines: []", "gate-hound")
    assert refusal(text) == [
        f"{place('{value: none', 'gate-hound')}: a card has 1 to 4 lines; one without any has {{value: none, ...}} here"
    ]


def test_fewer_cards_than_a_camp_needs_are_refused() -> None:
    """Nineteen are too few, whatever is played."""
    head, *cards = TEXT.split("\n  - name: ")
    assert "there are 19 cards, and a camp needs 20" in refusal("\n  - name: ".join([head, *cards[:19]]))[0]


def _lines_of_hail(lines: str) -> str:
    start = TEXT.index("    lines:", TEXT.index("- name: hail\n"))
    return f"{TEXT[:start]}    lines: {lines}\n{TEXT[TEXT.index(chr(10) * 2, start) :]}"
