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
    """Return the opaque colors of a theme by their names in the style sheet: ``{"page": "#f4eddf", ...}``."""
    return {name: (light, dark)[theme == "dark"] for name, light, dark in _COLOR.findall(_FILE.read_text(encoding="utf-8"))}
