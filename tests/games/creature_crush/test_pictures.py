"""How cards of CreatureCrush are drawn: each of our own apart from every other, and those of any catalogue by their names."""

from __future__ import annotations

import pytest

from records.games.creature_crush.board.pictures import made_up, parts, picture_of
from records.games.creature_crush.cards import Catalogue
from records.games.creature_crush.effects.verbs import VERB_TYPES
from records.values import replace
from support.crush import house_catalogue
from support.crush_cards import TARGET, card, deal, does, one
from web.pages.board.symbols import written


@pytest.fixture(scope="module")
def house() -> Catalogue:
    """The catalogue that comes with the program."""
    return house_catalogue()


def test_every_card_of_ours_is_listed_and_nothing_else(house: Catalogue) -> None:
    """A new card is drawn once somebody has said how, and an entry of a card that is gone goes too."""
    assert {*parts().creatures} == {*house.creatures}
    assert {*parts().crush} == {*house.crush_cards}


def test_no_two_cards_are_drawn_alike(house: Catalogue) -> None:
    """Each card has a picture of its own, and forty creatures differ in body or head, whatever they bear."""
    assert len({picture_of(card) for card in house.cards.values()}) == len(house.cards)
    shapes = {frozenset(p.symbol for p in picture_of(house.cards[name]) if "-with-" not in p.symbol) for name in house.creatures}
    assert len(shapes) >= 40


def test_every_part_is_drawn() -> None:
    """Whatever the data file names is a symbol of the sprite, and no part of the sprite is left over."""
    known = parts()
    named = {
        *(f"cc-body-{name}" for name in known.bodies),
        *(f"cc-head-{name}" for name in known.heads),
        *(f"cc-with-{name}" for name in known.things),
        *(f"cc-sign-{name}" for name in (*known.crush.values(), *known.verbs.values())),
    }
    assert named == {name for name in written() if name.startswith("cc-")}


def test_every_part_lies_in_the_picture(house: Catalogue) -> None:
    """No head and no thing is fastened so that most of it is outside of the picture."""
    for it in (*house.cards.values(), *(card(name, 1, 1, 1) for name in ("a", "rose", "tall-tom", "old-hag", "zebra"))):
        for part in picture_of(it):
            middle = part.x + part.size / 2, part.y + part.size / 2
            assert all(0 <= at <= 48 for at in middle), (it.name, part)


def test_a_card_of_another_catalogue_is_drawn_by_its_name() -> None:
    """The same name gives the same creature in every process, and other names give others."""
    assert made_up("moon-otter") == "rat bear cards"
    assert picture_of(card("moon-otter", 1, 1, 1)) == picture_of(card("moon-otter", 9, 4, 4))
    assert len({made_up(f"creature-{number}") for number in range(100)}) >= 97


def test_a_crush_card_of_another_catalogue_has_the_sign_of_what_it_does() -> None:
    """Its first sentence decides, and every verb has a sign."""
    assert [part.symbol for part in picture_of(card("zap", 1, 0, 0, does(deal(2, one(TARGET)), on="flip")))] == ["cc-sign-blood"]
    assert {*parts().verbs} == {str(verb.__struct_config__.tag) for verb in VERB_TYPES}


def test_a_card_names_the_picture_of_another_as_its_device(house: Catalogue) -> None:
    """``device: cc-yard-wolf`` draws the yard wolf; a device that is no picture leaves the name to decide."""
    otter = card("moon-otter", 1, 1, 1)
    assert picture_of(replace(otter, device="cc-yard-wolf")) == picture_of(house.cards["yard-wolf"])
    assert picture_of(replace(otter, device="cc-nobody")) == picture_of(otter)
