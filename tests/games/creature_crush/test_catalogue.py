"""Our own cards of CreatureCrush: openly labelled, in two languages, of every kind, with costs by one guide."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, get_args

import msgspec
import pytest

from records.games.creature_crush.cards import Card, Catalogue
from records.games.creature_crush.effects.card_filter import CardFilter, StatBound, Targets
from records.games.creature_crush.effects.conditions import Happens
from records.games.creature_crush.effects.lines import Ability, Flag, FlagName, Keyword
from records.games.creature_crush.effects.numbers import Amount, X
from records.games.creature_crush.effects.verbs import VERB_TYPES, BurnDice, GrantKeyword, LookAtHand, RecoverCards
from records.games.creature_crush.effects.writing import WRITERS
from support.crush import ROOT, house_catalogue, load_catalogue


@pytest.fixture(scope="module")
def house() -> Catalogue:
    """The catalogue that comes with the program."""
    return house_catalogue()


def inner(value: Any) -> Iterator[Any]:
    """A value and all values in it."""
    yield value
    if isinstance(value, tuple):
        for part in value:
            yield from inner(part)
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from inner(getattr(value, field))


def said(house: Catalogue, kind: type) -> list[Any]:
    """All values of a type in the lines of all cards."""
    return [value for card in house.cards.values() for value in inner(card.lines) if isinstance(value, kind)]


def test_there_are_80_creatures_and_20_crush_cards(house: Catalogue) -> None:
    """As many as the box holds, none with the name or the title of another."""
    assert (len(house.creatures), len(house.crush_cards)) == (80, 20)
    for language in house.languages:
        assert len({card.title[language] for card in house.cards.values()}) == 100


def test_every_value_is_marked_as_ours(house: Catalogue) -> None:
    """No value names a source: nobody's cards are shown as somebody else's."""
    for card in house.cards.values():
        asked = {"title", "kind", "cost", *(("attack", "life") if card.creature else ())}
        asked |= {f"lines.{number}" for number in range(len(card.lines))} or {"lines"}
        assert set(card.provenance) == asked
        assert all(card.house(path) for path in asked)
    assert house.sources == {}


def test_the_cards_use_every_keyword_event_and_flag(house: Catalogue) -> None:
    """Each of the printed keywords stands on some card; trap and hell on crush cards too."""
    abilities = said(house, Ability)
    assert {ability.keyword for ability in abilities} == {*get_args(Keyword), ""}
    assert {flag.name for flag in said(house, Flag)} == set(get_args(FlagName)) - {"unassailable"}
    assert {one.event for one in said(house, Happens)} == {"attacks", "attacked", "destroyed", "summoned"}
    assert {None} < {one.who for one in said(house, Happens)}
    crush = [line.keyword for name in house.crush_cards for line in house.cards[name].lines if isinstance(line, Ability)]
    assert {*crush} == {"flip", "trap", "hell"}


TYPED_IN = (GrantKeyword, RecoverCards, LookAtHand, BurnDice)
"""For cards that are typed in: the figures of the shipped ones were measured without."""


@pytest.mark.parametrize("verb", [verb for verb in VERB_TYPES if verb not in TYPED_IN], ids=lambda verb: verb.__name__)
def test_the_cards_use_every_verb(verb: type, house: Catalogue) -> None:
    """Each is done by some card."""
    assert said(house, verb)


def test_the_cards_use_every_qualifier(house: Catalogue) -> None:
    """Kinds, sides, places, zones, neighbours, bounds, dice, each way to pick and each sort of amount stand on some card."""
    filters = said(house, CardFilter)
    values = {field: {getattr(one, field) for one in filters} for field in CardFilter.__struct_fields__}
    assert values["kind"] == {"card", "creature", "crush", "target"}
    assert values["place"] == {"field", "hand", "camp", "hell"}
    assert values["side"] == {"any", "yours", "theirs"}
    assert values["zone"] == {"", "A", "B"}
    assert all(values[field] == {False, True} for field in ("other", "adjacent", "opposite", "damaged"))
    assert values["dice"] >= {0, 2, X}
    bounds = {(one.stat, one.least is None, one.most is None) for one in said(house, StatBound)}
    assert {stat for stat, _, _ in bounds} == {"attack", "life", "cost"}
    assert {(least, most) for _, least, most in bounds} == {(False, True), (True, False), (False, False)}
    assert {one.how for one in said(house, Amount)} == {"fixed", "dice", "each"}
    assert X in {one.number for one in said(house, Amount)}
    picks = {(one.pick, one.least == one.most, one.most > 1) for one in said(house, Targets)}
    assert {pick for pick, _, _ in picks} == {"this", "that", "all", "choose", "random"}
    assert {("choose", False, True), ("choose", True, True), ("random", True, False), ("random", True, True)} <= picks


def test_lines_stand_in_the_file_as_they_are_written_from_their_values(house: Catalogue) -> None:
    """So a card reads alike on its page, in the story of a game and in the file."""
    for card in house.cards.values():
        for language, writer in WRITERS.items():
            assert card.texts[language] == tuple(writer(line) for line in card.lines), card.name


def points(card: Card) -> tuple[int, int]:
    """Attack and life together, and what a plain creature of the cost has."""
    return card.attack + card.life, card.cost + (2 if card.cost <= 6 else 1)


def test_costs_follow_one_guide_as_far_as_games_bear_it_out(house: Catalogue) -> None:
    """A plain creature has about its cost and 2 in attack and life, above 6 its cost and 1; what effects take off, games said."""
    for name in house.creatures:
        card = house.cards[name]
        total, plain = points(card)
        assert plain - 8 <= total <= plain + 2, name
        if not card.lines:
            assert abs(total - plain) <= 1, name


@pytest.mark.soak
def test_the_hash_is_that_of_the_cards_as_the_rules_read_them(house: Catalogue) -> None:
    """Titles, wording, sources and order leave it as it is; a value or an effect changes it."""
    text = (ROOT / "records/games/creature_crush/catalogue.yaml").read_text("utf-8")
    same = [
        text.replace("en: Gate Hound", "en: Hound at the Gate"),
        text.replace("version: 2", "version: 3"),
        text.replace('de: "Falle: Ziehe eine Karte."', 'de: "Falle: Ziehe 1 Karte."'),
    ]
    other = [
        text.replace("attack: {value: 7,", "attack: {value: 6,"),
        text.replace('en: "Trap: Draw a card.", de: "Falle: Ziehe eine Karte."', 'en: "Trap: Draw 2 cards.", de: "Falle: Ziehe 2 Karten."'),
    ]
    assert {load_catalogue(one).hash for one in same} == {house.hash}
    assert len({load_catalogue(one).hash for one in other} | {house.hash}) == 3
