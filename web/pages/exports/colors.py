"""The colors of the style sheet for a drawing that has none: read from ``tokens.css``, where each is named once."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

Theme: TypeAlias = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
_FILE = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
_COLOR = re.compile(r"--([a-z0-9-]+):\s*light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)")


@lru_cache
def colors(theme: Theme) -> Mapping[str, str]:
    """Return the opaque colors of a theme by their names in the style sheet, and the tints as ``cards.css`` mixes them on vellum."""
    found = {name: (light, dark)[theme == "dark"] for name, light, dark in _COLOR.findall(_FILE.read_text(encoding="utf-8"))}
    share = 0.16 if theme == "dark" else 0.72
    return found | {f"{name}-vellum": _mixed(color, found["vellum"], share) for name, color in found.items() if name.startswith("tint-")}


def _mixed(one: str, other: str, share: float) -> str:
    """Return a color with a share of one and the rest of another, as ``color-mix`` in the style sheet does."""
    parts = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)
