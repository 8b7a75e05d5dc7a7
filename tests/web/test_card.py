"""The card element in every state of the visual language."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bs4 import BeautifulSoup, Tag

from records.core.board import PicturePart
from records.service.library import library
from support.card_names import card_name
from support.soaking import one_in
from web.pages.board.cards import CardState, DrawnCard, Print, PrintedFigure, RedEye
from web.pages.board.symbols import written

if TYPE_CHECKING:
    from flask import Flask

KNIGHT = Print(
    name="Knight",
    charge="ch-knight",
    figures=(
        PrintedFigure(number=5, icon="sword", at="head", source="printed"),
        PrintedFigure(number=4, icon="shield", at="foot", source="house"),
        PrintedFigure(number=2, icon="tower", at="foot", source="printed"),
    ),
    symbols=("horse",),
)
SPY = Print(name="Spy", charge="ch-hood", kind="purple", symbols=("purple",))
SABOTEUR = Print(name="Saboteur", charge="ch-torch", kind="purple", symbols=("purple",))

STATES = {
    "open": DrawnCard(label="Knight", face=CardState.UP, shows=(KNIGHT,)),
    "closed": DrawnCard(label="face down, not known", face=CardState.DOWN),
    "known": DrawnCard(label="Knight; face down, known to you", face=CardState.KNOWN, shows=(KNIGHT,), slot="s14"),
    "the other side knows": DrawnCard(label="face down; Ben knows it", face=CardState.DOWN, red_eye=RedEye.WHOLE),
    "they know one of two": DrawnCard(label="Spy; Ben knows: one of two", face=CardState.KNOWN, shows=(SPY,), red_eye=RedEye.HALF),
    "one of two": DrawnCard(label="Spy or Saboteur", face=CardState.ONE_OF, shows=(SPY, SABOTEUR), red_eye=RedEye.WHOLE),
    "several": DrawnCard(label="one of 7", face=CardState.AMONG, candidates=7, address="/cards"),
    "in the fight": DrawnCard(label="Spy, in the fight", face=CardState.UP, shows=(SPY,), now=True),
    "asked about": DrawnCard(label="face down, asked about", face=CardState.DOWN, asked=True),
    "fallen": DrawnCard(label="Knight, fallen", face=CardState.UP, shows=(KNIGHT,), fell=True),
    "twice": DrawnCard(label="Knight, twice", face=CardState.UP, shows=(KNIGHT,), times=2),
    "small": DrawnCard(label="Knight", face=CardState.KNOWN, shows=(KNIGHT,), small=True),
}


def draw(app: Flask, card: DrawnCard) -> Tag:
    """Return the card as an element."""
    with app.test_request_context():
        template = app.jinja_env.from_string('{% from "macros/card.html" import card %}{{ card(it) }}')
        element = BeautifulSoup(template.render(it=card), "html.parser").select_one(".card")
    assert element is not None
    return element


@pytest.mark.soak
@pytest.mark.parametrize("state", STATES)
def test_each_state_says_its_face_and_name(app: Flask, state: str) -> None:
    """A card is one element that carries its face as an attribute and its accessible name, and no style or script."""
    element = draw(app, STATES[state])
    assert element["data-face"] == STATES[state].face.value
    assert card_name(element) == STATES[state].label
    assert not element.select("[style], script, style")


@pytest.mark.parametrize(
    ("state", "selector"),
    one_in(
        3,
        [
            ("open", ".face .head .value[data-source=printed] b"),
            ("open", ".foot .value[data-outline=shield][data-source=house] b"),
            ("open", ".foot .value[data-outline=tower][data-source=printed] b"),
            ("closed", ".back"),
            ("known", ".seal.me"),
            ("the other side knows", ".seal.other:not([data-half])"),
            ("they know one of two", ".seal.other[data-half]"),
            ("one of two", ".face .half + .or + .half"),
            ("several", ".count"),
            ("twice", ".times"),
        ],
    ),
)
def test_each_state_has_its_drawing(app: Flask, state: str, selector: str) -> None:
    """What tells a state apart is in the drawing, not in the colour alone."""
    assert draw(app, STATES[state]).select_one(selector) is not None


@pytest.mark.parametrize(
    ("state", "attribute"), [("in the fight", "data-now"), ("asked about", "data-asked"), ("fallen", "data-fell"), ("small", "data-size")]
)
def test_parts_in_the_fight_are_attributes(app: Flask, state: str, attribute: str) -> None:
    """Being in the fight, asked about, fallen or small is an attribute; other cards lack it."""
    assert draw(app, STATES[state]).has_attr(attribute)
    assert not draw(app, STATES["closed"]).has_attr(attribute)


def test_closed_cards_are_all_alike(app: Flask) -> None:
    """Nothing in a closed card differs but its accessible name and its place: no kind, no charge, no count."""
    element = draw(app, STATES["closed"])
    assert set(element.attrs) == {"role", "class", "data-face", "aria-label"}
    assert element.get_text(strip=True) == ""


def test_figures_of_any_game_are_drawn_in_their_order(app: Flask) -> None:
    """A card draws whatever figures its game lists, at the head and at the foot, with the symbol that the game names."""
    figures = (
        PrintedFigure(number=3, icon="crown", at="foot", source="printed"),
        PrintedFigure(number=20, icon="suit-hearts", at="foot", source="house", star=True),
        PrintedFigure(number=6, icon="bow", at="head", source="printed"),
        PrintedFigure(number=1, icon="horse", at="head", source="printed"),
    )
    element = draw(app, DrawnCard(label="Golem", face=CardState.UP, shows=(Print(name="Golem", charge="ch-club", figures=figures),)))
    drawn = {
        part: [(use["href"], value.get_text()) for value in element.select(f".{part} .value") for use in value.select("use")]
        for part in ("head", "foot")
    }
    assert [(address.rpartition("#")[2], number) for address, number in drawn["head"]] == [("bow", "6"), ("horse", "1")]
    assert [(address.rpartition("#")[2], number) for address, number in drawn["foot"]] == [("crown", "3"), ("suit-hearts", "20*")]


def test_a_card_shows_what_its_face_allows() -> None:
    """A closed card that would carry a print, or an open one without, cannot be made."""
    with pytest.raises(TypeError, match="shows 0 prints, not 1"):
        DrawnCard(label="", face=CardState.DOWN, shows=(KNIGHT,))
    with pytest.raises(TypeError, match="shows 1 prints, not 0"):
        DrawnCard(label="", face=CardState.UP)


def test_a_picture_of_parts_is_references_to_the_sprite(app: Flask) -> None:
    """A card sends no path of its own: each part of its picture is a reference, in order, and is decoration for those who listen."""
    picture = (PicturePart(symbol="cc-body-hound"), PicturePart(symbol="cc-head-wolf", x=-3.75, y=2, size=19))
    element = draw(app, DrawnCard(label="Yard Wolf", face=CardState.UP, shows=(Print(name="Yard Wolf", charge="", picture=picture),)))
    charge = element.select_one(".charge[aria-hidden=true]")
    assert charge is not None
    assert [str(use["href"]).rpartition("/")[2].partition(".")[0] for use in charge.select("use")] == ["faces", "faces"]
    assert [(use.get("x"), use.get("y"), use["width"]) for use in charge.select("use")] == [(None, None, "48"), ("-3.75", "2", "19")]
    assert not element.select("path")


def test_what_is_cut_into_a_picture_has_no_color_of_its_own() -> None:
    """A picture is drawn in the color of the text around it alone, so it is there in every theme and in the colors of the system."""
    for name, symbol in written().items():
        if name.startswith(("ch-", "cc-")):
            assert set(re.findall(r'(?:fill|stroke)="([^"]*)"', symbol)) <= {"currentColor", "none"}, name


def test_every_symbol_that_is_named_is_drawn() -> None:
    """No template and no game asks for a symbol that the sprites do not have."""
    drawn = set(written())
    root = Path(__file__).parents[2]
    sources = [*root.glob("web/templates/**/*.html"), *root.glob("records/games/**/*.py"), *root.glob("records/core/*.py")]
    named = {
        name for path in sources for name in re.findall(r'"((?:[cms]|ch)-[a-z-]+|eye(?:-[a-z-]+)?|lapwing|crown)"', path.read_text("utf-8"))
    }
    assert {"c-first", "lapwing", "m-hand", "s-play", "eye"} <= named
    assert sorted(named - drawn) == []
    assert {game.icon for game in library().values()} <= drawn
