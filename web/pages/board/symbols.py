"""The symbols of the sprites: in which file each is, and all of them as they are written, for a drawing that stands for itself."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

ICONS, FACES = "icons.svg", "faces.svg"
"""Sprites: small marks, which every page uses, and pictures of cards."""
_FOLDER = Path(__file__).parents[2] / "static"
_PICTURE = re.compile("c[hc]-")
_ASKED = re.compile(r"var\([^()]*,\s*([^()]+)\)")
"""A color that a style sheet may define, with its fallback."""
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


def sprite_of(name: str) -> str:
    """Return the file in which a symbol is."""
    return FACES if _PICTURE.match(name) else ICONS


@cache
def written() -> Mapping[str, str]:
    """Return each symbol as it is written in its sprite, by its id."""
    texts = ((_FOLDER / file).read_text(encoding="utf-8") for file in (ICONS, FACES))
    return {found[1]: found[0] for text in texts for found in _SYMBOL.finditer(text)}


@cache
def symbols() -> Mapping[str, str]:
    """Return each symbol as it stands without a style sheet, by its id."""
    return {name: _ASKED.sub(r"\1", symbol) for name, symbol in written().items()}
