"""The pictures of cards: no two cards of a game alike, each kind on a tint on which figures, numbers and signs stand out in both themes."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import pytest

from records.core.board import Tint
from records.games.castle_rampage.board.faces import card_faces as castle_faces
from records.games.creature_crush.board.faces import card_faces as crush_faces
from records.games.regicide.board.faces import FACES
from support.catalogue import house_catalogue as castle_house
from support.crush import house_catalogue as crush_house
from web.pages.exports.colors import THEMES, Theme, colors

STYLE = (Path(__file__).parents[2] / "web/static/css/cards.css").read_text("utf-8")
READ, SEEN = 4.5, 3.0
"""Least contrast of what is read, and of signs."""


def contrast(one: str, other: str) -> float:
    """Contrast of two colors as WCAG 2 defines it."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: str) -> float:
    parts = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_a_kind_of_card_has_one_tint() -> None:
    """Cards of a kind are on one tint, those of another kind of the game on another, and the style sheet knows each."""
    games = castle_faces(castle_house()), FACES, crush_faces(crush_house())
    kinds = [{face.kind: face.tint for face in faces.values()} for faces in games]
    assert [{(face.kind, face.tint) for face in faces.values()} for faces in games] == [{*tints.items()} for tints in kinds]
    assert [len({*tints.values()}) for tints in kinds] == [len(tints) for tints in kinds] == [4, 4, 2]
    tints = {tint for known in kinds for tint in known.values()}
    assert tints == {*get_args(Tint)}
    assert [tint for tint in tints - {"plain"} if f'.card[data-tint="{tint}"] {{ --tint: var(--tint-{tint}); }}' not in STYLE] == []


def test_cards_of_two_names_are_drawn_apart() -> None:
    """In every game a picture belongs to cards of one title; of a suit the number cards share it, and are told apart by their corner."""
    for faces in (castle_faces(castle_house()), FACES, crush_faces(crush_house())):
        drawn: dict[object, set[str]] = {}
        for face in faces.values():
            drawn.setdefault(face.picture or face.device, set()).add(face.title["en"] if face.kind != "number" else face.symbols[0])
        assert [titles for titles in drawn.values() if len(titles) > 1] == []


@pytest.mark.parametrize("theme", THEMES)
def test_what_stands_on_a_tint_stands_out(theme: Theme) -> None:
    """Figures and numbers, the red of suits, and the purple of purple cards: on open faces and on those seen through the cloth."""
    known = colors(theme)
    tints = [name for name in known if name.startswith("tint-")]
    pairs = ((ink, tint, contrast(known[ink], known[tint])) for tint in tints for ink in inks(tint))
    low = {(ink, tint): round(found, 1) for ink, tint, found in pairs if found < (SEEN if "madder" in ink else READ)}
    assert len(tints) == 2 * len(get_args(Tint))
    assert low == {}


def inks(tint: str) -> list[str]:
    """What stands on a tint."""
    closed = tint.endswith("-vellum")
    found = ["vellum-ink" if closed else "card-ink"]
    if "plain" in tint or "gold" in tint:
        found.append("madder-page" if closed else "madder")
    if "lilac" in tint:
        found.append("purple-vellum" if closed else "purple-card")
    return found
