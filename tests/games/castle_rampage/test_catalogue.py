"""The cards of Castle Rampage: what the sources tell stands in the catalogue, and a file that does not hold is refused where it breaks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from records.errors import ImportRefused, Problem
from records.games.castle_rampage.cards import KINDS, POWERS, UNITS, Card, Catalogue
from records.service.catalogues import house_catalogue, load_catalogue

ROOT = Path(__file__).parents[3]
TEXT = (ROOT / "records/games/castle_rampage/catalogue.yaml").read_text()
BOTH, ALL, PRINTED = ("DE", "EN"), ("PG", "PGE", "DE", "EN"), ("PG", "PGE")

DOCUMENTED_COPIES = {
    "archer": 5,
    "axe-man-draw": 5,
    "axe-man-bonus": 5,
    "hail-of-arrows": 3,
    "knight": 5,
    "mercenary-horse": 3,
    "mercenary-sword": 3,
    "mercenary-bow": 3,
    "summoner": 2,
    **{f"fight-plan-{number}": 1 for number in range(1, 10)},
    "advisor": 2,
    "digger": 2,
    "squire": 2,
    "veteran": 2,
    "cook": 3,
    "diplomat": 3,
    "double-agent": 3,
    "dragon": 3,
    "earthquake": 2,
    "medic": 2,
    "jester": 2,
    "last-resort": 3,
    "priest": 2,
    "reinforcement": 2,
    "traitor": 2,
    "ogre": 2,
    "saboteur": 2,
    "bomber": 2,
    "spy": 3,
}
"""Entries of the appendix with their copies."""

DOCUMENTED: list[tuple[str, str, object, tuple[str, ...]]] = [
    ("archer", "powers.ignores-gate", True, BOTH),
    ("axe-man-draw", "attack", 2, ALL),
    ("axe-man-draw", "powers.draws-first.cards", 1, ALL),
    ("axe-man-bonus", "powers.next-attack-bonus.amount", 2, BOTH),
    ("hail-of-arrows", "powers.two-attacks", True, BOTH),
    ("hail-of-arrows", "second-attack", 3, BOTH),
    ("knight", "attack", 5, BOTH),
    ("knight", "cost", "hand-cards", BOTH),
    ("knight", "cost.cards", 1, BOTH),
    ("knight", "powers.optional-discard-bonus.cards", 1, BOTH),
    ("knight", "powers.optional-discard-bonus.amount", 1, BOTH),
    *((f"mercenary-{unit}", path, 3, BOTH) for unit in UNITS for path in ("attack", "powers.optional-unit-bonus.amount")),
    ("summoner", "powers.both-sides", True, BOTH),
    ("fight-plan-1", "attack", 9, PRINTED),
    ("fight-plan-1", "powers.optional-unit-bonus.amount", 5, PRINTED),
    *((f"fight-plan-{number}", "cost", "units", ALL) for number in range(1, 10)),
    *((f"fight-plan-{number}", "powers.optional-unit-bonus", True, ALL) for number in range(1, 10)),
    ("advisor", "powers.needs-own-gate", True, BOTH),
    ("advisor", "powers.extra-draw.cards", 1, BOTH),
    ("digger", "powers.chooses-target", True, BOTH),
    ("squire", "powers.standing-attack-bonus.amount", 1, BOTH),
    ("veteran", "powers.permanent-attacker", True, ALL),
    ("cook", "powers.attack-bonus", True, BOTH),
    ("cook", "powers.attack-bonus.amount", 2, ("EN",)),
    ("diplomat", "powers.forbids-attacks.turns", 1, BOTH),
    ("double-agent", "powers.steals-gate-cards", True, BOTH),
    ("dragon", "powers.destroys-top.whose", "opponent", BOTH),
    ("dragon", "gate", 2, ALL),
    ("dragon", "castle", 3, ALL),
    ("earthquake", "powers.destroys-top.whose", "both", BOTH),
    ("medic", "powers.limits-plays", True, BOTH),
    ("reinforcement", "powers.limits-plays", True, BOTH),
    ("jester", "powers.all-or-nothing", True, BOTH),
    ("last-resort", "powers.weakens-attack", True, BOTH),
    ("priest", "powers.discards-units", True, ("DE", "EN", "SP")),
    ("traitor", "powers.swaps-gate-cards", True, BOTH),
    ("ogre", "gate", 6, ("PG", "DE")),
    ("ogre", "castle", 6, ("PGE", "EN")),
    ("ogre", "powers.pays-to-strengthen", True, ("PG", "DE", "EN")),
    ("saboteur", "powers.slips-under", True, BOTH),
    ("saboteur", "powers.fallen-strengthens", True, BOTH),
    ("spy", "powers.slips-under", True, BOTH),
    ("spy", "powers.fallen-opponent-discards.cards", 2, BOTH),
    ("bomber", "powers.fallen-attacker-discards.cards", 2, BOTH),
    ("robber", "powers.keeps-destroyed", True, BOTH),
    ("worker", "powers.brings-in", True, BOTH),
    *((name, "copies", copies, ("EN",) if name == "bomber" else BOTH) for name, copies in DOCUMENTED_COPIES.items()),
]
"""(card, path, value, sources): what the rules texts state or imply, taken from them and not from the file."""

NOT_TOLD = [
    *((name, "attack") for name in ("archer", "axe-man-bonus", "hail-of-arrows", "summoner", "veteran", "giant", "robber")),
    *((f"fight-plan-{number}", "attack") for number in range(2, 10)),
    *((name, "units") for name in ("archer", "knight", "mercenary-horse", "giant")),
    *((name, "copies") for name in ("giant", "robber", "worker")),
    ("saboteur", "powers.fallen-strengthens.amount"),
    ("last-resort", "powers.weakens-attack.amount"),
    ("double-agent", "powers.steals-gate-cards.cards"),
    ("traitor", "powers.swaps-gate-cards.cards"),
    ("medic", "powers.recovers"),
    ("reinforcement", "powers.draws"),
    ("ogre", "cost"),
    ("fight-plan-1", "cost.units"),
    ("mercenary-bow", "powers.optional-unit-bonus.unit"),
]
"""What no source tells."""


@pytest.fixture(scope="module")
def house() -> Catalogue:
    """The catalogue that comes with the program."""
    return house_catalogue()


def value_at(card: Card, path: str) -> object:
    """A card's value by its path; a power without an argument is true."""
    head, _, rest = path.partition(".")
    if head == "powers":
        name, _, argument = rest.partition(".")
        power = card.power(name)
        assert power is not None
        return {**power.numbers, **power.words}[argument] if argument else True
    if head == "cost":
        return getattr(card.cost, rest or "pays")
    return getattr(card, head.replace("-", "_"))


def refusal(text: str) -> list[str]:
    """Everything that a catalogue is refused for."""
    with pytest.raises(ImportRefused) as refused:
        load_catalogue(text, "mine.yaml")
    assert refused.value.name == "mine.yaml"
    return [str(problem) for problem in refused.value.problems]


def place(part: str, after: str = "") -> tuple[int, int]:
    """Line and column of a part of the shipped file, the first one behind ``after``."""
    at = TEXT.index(part, TEXT.index(after))
    return TEXT.count("\n", 0, at) + 1, at - TEXT.rfind("\n", 0, at)


def changed(old: str, new: str, card: str = "") -> str:
    """The shipped file with one part changed: the first one, or the first of a card."""
    at = TEXT.index(old, TEXT.index(f"- name: {card}\n") if card else 0)
    return TEXT[:at] + new + TEXT[at + len(old) :]


def provenance_paths(card: Card) -> Iterable[str]:
    """The path of every value that a card has."""
    yield from ("title", "copies", "kind", "units", "attack", "cost", "gate", "castle", "text", "device")
    yield from ("second-attack",) if card.second_attack is not None else ()
    yield from ("asterisk",) if card.asterisk else ()
    yield from ("cost.cards",) if card.cost.pays == "hand-cards" else ()
    yield from ("cost.units",) if card.cost.pays == "units" else ()
    yield from () if card.powers else ("powers",)
    for power in card.powers:
        yield f"powers.{power.name}"
        yield from (f"powers.{power.name}.{key}" for key in (*power.numbers, *power.words))


def test_deck_has_118_cards_of_which_87_are_documented(house: Catalogue) -> None:
    """The appendix accounts for 87 cards; 31 stand-ins fill the deck, three kinds of them with names from the texts."""
    assert len(house.deck()) == 118
    assert sum(DOCUMENTED_COPIES.values()) == 87
    stand_ins = {name: card.copies for name, card in house.cards.items() if name not in DOCUMENTED_COPIES}
    assert sum(stand_ins.values()) == 31
    assert {name for name in stand_ins if not name.startswith("house-")} == {"giant", "robber", "worker"}


@pytest.mark.parametrize(("name", "path", "value", "sources"), DOCUMENTED, ids=lambda part: part if isinstance(part, str) else "")
def test_documented_value_stands_with_its_sources(house: Catalogue, name: str, path: str, value: object, sources: tuple[str, ...]) -> None:
    """What the rules texts tell of a card is what its catalogue says, named as theirs."""
    card = house.cards[name]
    assert value_at(card, path) == value
    assert card.provenance[path].sources == sources


@pytest.mark.parametrize(("name", "path"), NOT_TOLD)
def test_what_no_source_tells_is_a_house_value(house: Catalogue, name: str, path: str) -> None:
    """No guess is shown as a fact."""
    assert house.cards[name].house(path)


def test_only_dragon_and_ogre_have_documented_defences(house: Catalogue) -> None:
    """The numbers of the rulebook's picture cannot be assigned, so nobody else's defence has a source."""
    stated = {name for name, card in house.cards.items() if not (card.house("gate") and card.house("castle"))}
    assert stated == {"dragon", "ogre"}


def test_cards_of_our_own_are_ours_in_everything(house: Catalogue) -> None:
    """A card named house-... states nothing in any source's name, in no language a printed title."""
    ours = [card for name, card in house.cards.items() if name.startswith("house-")]
    assert len(ours) == 5
    assert all(mark.house for card in ours for mark in card.provenance.values())
    assert all(card.title["en"].startswith("House ") and card.title["de"].startswith("Haus-") for card in ours)
    carried = {power.name for card in ours for power in card.powers} | {card.cost.pays for card in ours}
    assert {"makes-discard", "destroys-permanent", "own-top-cards"} <= carried


def test_every_value_has_its_provenance(house: Catalogue) -> None:
    """No value of any card stands without a mark, and no mark without a value."""
    for card in house.cards.values():
        assert sorted(card.provenance) == sorted(provenance_paths(card)), card.name
    assert {code for card in house.cards.values() for mark in card.provenance.values() for code in mark.sources} == set(house.sources)


def test_values_stay_in_the_range_that_print_shows(house: Catalogue) -> None:
    """Defences are those of the rulebook's picture, 1 to 6, and every kind, symbol and power is used."""
    cards = house.cards.values()
    assert {card.gate for card in cards} | {card.castle for card in cards} == {1, 2, 3, 4, 6}
    assert {card.kind for card in cards} == set(KINDS)
    assert {unit for card in cards for unit in card.units} == set(UNITS)
    assert {power.name for card in cards for power in card.powers} == set(POWERS)


def test_nine_fight_plans_differ(house: Catalogue) -> None:
    """Each ordered pair of symbols is one plan, strengthened by one more unit of the second."""
    plans = [card for card in house.cards.values() if card.kind == "fight-plan"]
    assert {card.cost.units for card in plans} == {(one, other) for one in UNITS for other in UNITS}
    for card in plans:
        power = card.power("optional-unit-bonus")
        assert power is not None
        assert power.words["unit"] == card.cost.units[-1]


def test_catalogue_answers_what_the_rules_ask(house: Catalogue) -> None:
    """Purple cards, units, cards of a power and a card's defence where it lies are found by name."""
    assert sorted(house.purple) == ["bomber", "ogre", "saboteur", "spy"]
    assert house.with_power("slips-under") == ("saboteur", "spy")
    assert {"archer", "knight", "giant"} <= set(house.units)
    assert "cook" not in house.units
    dragon = house.cards["dragon"]
    assert (dragon.defence("gate:A"), dragon.defence("castle:B")) == (2, 3)
    assert [name for name, card in house.cards.items() if card.permanent] == ["advisor", "digger", "squire", "veteran"]
    assert house.deck().count(dragon.name) == 3


def test_devices_are_in_the_sprite(house: Catalogue) -> None:
    """Each card's device can be drawn."""
    drawn = set(re.findall(r'<symbol id="(ch-[a-z]+)"', (ROOT / "web/static/icons.svg").read_text()))
    assert {card.device for card in house.cards.values()} == drawn


def test_document_tells_every_power_with_its_arguments() -> None:
    """The table of powers in docs/catalogues.md is the closed list."""
    rows = re.findall(
        r"^\| `([a-z-]+)` \| ([^|]*)\| [^|]+\|$", (ROOT / "docs/catalogues.md").read_text().split("## Powers")[1], re.MULTILINE
    )
    told = {name: re.findall(r"`([a-z-]+)`", arguments) for name, arguments in rows}
    assert {name: sorted(arguments) for name, arguments in told.items()} == {
        name: sorted((*shape.numbers, *shape.words)) for name, shape in POWERS.items()
    }


def test_hash_is_over_values_alone(house: Catalogue) -> None:
    """Notes, sources, comments and the order of the cards leave the hash as it is; any value changes it."""
    head, cards = TEXT.split("cards:\n", 1)
    parts = re.split(r"(?m)^(?=  - name: )", re.sub(r"(?m)^  #.*\n", "", cards))
    turned = head + "cards:\n" + "".join(part.rstrip("\n") + "\n" for part in reversed(parts))
    assert list(load_catalogue(turned, "x").cards) == list(house.cards)[::-1]
    assert load_catalogue(turned, "x").hash == house.hash
    assert load_catalogue(changed("{value: 6, source: [PG, DE]}", "{value: 6, house: true, note: so}"), "x").hash == house.hash
    others = [
        changed("{value: 6, source: [PG, DE]}", "{value: 5, source: [PG, DE]}"),
        changed("version: 1", "version: 2"),
        changed("Draw 1 card, then attack.", "Draw a card, then attack."),
        changed("end: {value: top,", "end: {value: bottom,"),
    ]
    assert len({house.hash, *(load_catalogue(text, "x").hash for text in others)}) == 5


def test_hash_can_be_made_without_the_program(house: Catalogue) -> None:
    """The hash is BLAKE2b-16 of JSON with sorted keys, so that anybody can check it."""
    cards = {
        card.name: {
            "name": card.name,
            "title": card.title,
            "copies": card.copies,
            "kind": card.kind,
            "units": card.units,
            "attack": card.attack,
            "second_attack": card.second_attack,
            "asterisk": card.asterisk,
            "cost": {"pays": card.cost.pays, "cards": card.cost.cards, "units": card.cost.units},
            "gate": card.gate,
            "castle": card.castle,
            "powers": [{"name": power.name, "numbers": power.numbers, "words": power.words} for power in card.powers],
            "text": card.text,
            "device": card.device,
        }
        for card in house.cards.values()
    }
    plain = json.dumps([house.name, house.version, cards], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert house.hash == blake2b(plain.encode(), digest_size=16).hexdigest()


def test_own_catalogue_may_have_other_cards_and_sources() -> None:
    """A user's file with a source, a language and values of its own is taken."""
    text = changed("  RS: a German review", "  RS: a German review\n  own: the cards on my table")
    text = text.replace("castle: {value: 3, house: true}", "castle: {value: 4, source: [own]}", 1)
    text = text.replace("castle-rampage/house", "castle-rampage/ours").replace(
        "{value: 5, source: [DE, EN]}", "{value: 4, source: [own]}", 1
    )
    mine = load_catalogue(
        text.replace("- name: giant\n", "- name: titan\n").replace("copies: {value: 6, house", "copies: {value: 7, house"), "x"
    )
    assert mine.name == "castle-rampage/ours"
    assert mine.cards["archer"].castle == 4
    assert mine.cards["archer"].provenance["castle"].sources == ("own",)
    assert "titan" in mine.deck()


@pytest.mark.parametrize(
    ("old", "new", "card", "reason"),
    [
        ("{value: 5,", "{value: 4,", "archer", None),
        ("{value: ignores-gate,", "{value: ignore-gate,", "archer", "'ignore-gate' is not known here; near it are ignores-gate"),
        ("{value: 1, house: true}\n    castle", "{value: 10, house: true}\n    castle", "archer", "10 is not a whole number from 1 to 9"),
        ("{value: 2, house: true}", "{value: 16, house: true}", "archer", "16 is not a whole number from 0 to 15"),
        ("{value: 2, house: true}", "{value: 2.5, house: true}", "archer", "2.5 is not a whole number from 0 to 15"),
        ("{value: 2, house: true}", "{value: two, house: true}", "archer", "'two' is not a whole number from 0 to 15"),
        ("{value: attack,", "{value: attacker,", "archer", f"'attacker' is not one of {', '.join(KINDS)}"),
        ("[bow]", "[spear]", "archer", "'spear' is not one of horse, sword, bow"),
        ("{value: none,", "{value: gold,", "archer", "'gold' is not one of none, hand-cards, units, own-top-cards"),
        ("{value: ch-archer,", "{value: archer,", "archer", "'archer' is not of the form ch-[a-z0-9]+(-[a-z0-9]+)*"),
        ("Attacks the Castle. The Gate is ignored, always.", "x" * 161, "archer", None),
    ],
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
        ("cards: {value: 1, source: [PG, PGE, DE, EN]}", "amount: {value: 1, house: true}", "axe-man-draw", "'cards' is missing"),
        ("[horse, sword, bow]", "[horse, sword, horse]", "giant", "a card bears each symbol once at most"),
        ("units: {value: [horse, bow]", "units: {value: []", "fight-plan-1", "a cost in units names 1 to 3 of them"),
        ("      cards: {value: 1, source: [DE, EN]}\n", "", "knight", "'cards' is missing"),
        ("- power: {value: slips-under, source: [DE, EN]}", "- power: {value: none, house: true}", "spy", "a card has one power or more"),
        ("value: extra-draw", "value: needs-own-gate", "advisor", "the power 'needs-own-gate' stands here already"),
        ("attack: {value: none", "asterisk: {value: true, house: true}\n    attack: {value: none", "cook", "an asterisk stands beside"),
        ("name: archer", "name: The Archer", "", "'The Archer' is not of the form"),
        ("version: 1", "version: one", "", "'one' is not a whole number"),
        ("castle-rampage/house", "my cards", "", "'my cards' is not of the form"),
        ("languages: [en, de]", "languages: [en]", "", "titles and texts are in en and de at least"),
        ("cards:\n", "cards: none\nmore:\n", "", "unknown key 'more'"),
    ],
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
        "'many' is not a whole number from 1 to 118",
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


@settings(max_examples=60, deadline=None)
@given(
    at=st.integers(0, len(TEXT) - 1),
    gone=st.integers(0, 60),
    new=st.text(alphabet=" \t\n:-[]{},&*!#|>'\"?%@`abc017.\x00\ufeff", max_size=6),
)
def test_damaged_file_is_read_or_refused_with_a_place(at: int, gone: int, new: str) -> None:
    """Whatever is cut from the file or typed into it, nothing but a catalogue or a refusal with line and column comes out."""
    problems: tuple[Problem, ...] = ()
    count = 118
    try:
        count = len(load_catalogue(TEXT[:at] + new + TEXT[at + gone :], "x").deck())
    except ImportRefused as refused:
        problems = refused.problems
    assert count == 118
    assert all(problem.line and problem.column for problem in problems)


def test_shipped_catalogue_is_read_once_and_not_at_import() -> None:
    """Importing costs no file; the first call reads it, the next gives the same value."""
    assert house_catalogue() is house_catalogue()
    code = "import records.service.catalogues as c; assert c.house_catalogue.cache_info().misses == 0"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)
