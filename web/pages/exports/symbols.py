"""The symbols of the sprite, to be carried along by a drawing that stands for itself."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILE = Path(__file__).parents[2] / "static" / "icons.svg"
_ASKED = re.compile(r"var\([^()]*,\s*([^()]+)\)")
"""A color that a style sheet may name, with what stands where there is none."""
_SYMBOL = re.compile(r'<symbol id="([^"]+)".*?</symbol>', re.DOTALL)


@cache
def symbols() -> Mapping[str, str]:
    """Return each symbol of the sprite as it is written there, by its id."""
    return {found[1]: _ASKED.sub(r"\1", found[0]) for found in _SYMBOL.finditer(_FILE.read_text(encoding="utf-8"))}
