"""The cards of Castle Rampage: what the sources tell stands in the catalogue, and what none tells is marked."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from records.games.castle_rampage.cards import KINDS, UNITS, Card, Catalogue
from support.catalogue import house_catalogue

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
    ("axe-man-draw", "powers.draws-first.cards", 1, (*ALL, "SP")),
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

NAMED_IN_PRINT = {
    *("archer", "axe-man-draw", "knight", "mercenary-horse", "mercenary-sword", "mercenary-bow", "summoner", "giant", "dragon"),
    *("digger", "veteran", "ogre", "saboteur", "spy", "bomber", *(f"fight-plan-{number}" for number in range(1, 10))),
}
"""Cards that the readable text of the printed German rulebook names."""

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


def test_a_card_that_print_names_says_so(house: Catalogue) -> None:
    """The printed German rulebook is a source of its title, and of no other's."""
    assert {name for name, card in house.cards.items() if "PG" in card.provenance["title"].sources} == NAMED_IN_PRINT


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
    """Defences are those of the rulebook's picture, 1 to 6, and every kind and symbol is used."""
    cards = house.cards.values()
    assert {card.gate for card in cards} | {card.castle for card in cards} == {1, 2, 3, 4, 6}
    assert {card.kind for card in cards} == set(KINDS)
    assert {unit for card in cards for unit in card.units} == set(UNITS)


def test_nine_fight_plans_differ(house: Catalogue) -> None:
    """Each ordered pair of symbols is one plan, strengthened by one more unit of the second."""
    plans = [card for card in house.cards.values() if card.kind == "fight-plan"]
    assert {card.cost.units for card in plans} == {(one, other) for one in UNITS for other in UNITS}
    for card in plans:
        power = card.power("optional-unit-bonus")
        assert power is not None
        assert power.words["unit"] == card.cost.units[-1]
