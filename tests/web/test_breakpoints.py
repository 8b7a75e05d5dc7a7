"""The widths at which pages change: three for all lists and texts, written in one way."""

from __future__ import annotations

import re
from pathlib import Path

SHEETS = Path(__file__).parents[2] / "web/static/css"
TABLE = frozenset(
    {
        *("board", "dialog", "enemy", "fields", "mode", "notes", "offline", "record", "replay", "story", "touch"),
    }
)
"""Style sheets of the table, whose widths are measured by the cards; they have breakpoints of their own."""
BREAKPOINTS = {"40rem", "60rem", "80rem"}
ASKED = re.compile(r"@media ([^{]+)\{")
WIDTH = re.compile(r"\((?:width (?:<|>=) (?P<value>[\w.]+)|(?P<other>[^()]*width[^()]*))\)")
"""A width in the one notation, or in another one."""


def test_pages_change_at_three_widths_in_one_notation() -> None:
    """Below a width, or from it on: ``(width < 40rem)``, ``(width >= 60rem)``. No sheet has a fourth width or another notation."""
    found = {
        sheet.stem: {
            width["value"] or width["other"] for rule in ASKED.findall(sheet.read_text(encoding="utf-8")) for width in WIDTH.finditer(rule)
        }
        for sheet in SHEETS.glob("*.css")
        if sheet.stem not in TABLE
    }
    assert {name: wrong for name, widths in found.items() if (wrong := widths - BREAKPOINTS)} == {}
    assert set().union(*found.values()) == BREAKPOINTS


def test_each_layout_has_its_widths_in_one_style_sheet() -> None:
    """Lists and texts say in their own sheet how they stand at each width, and pages add no layout of a list."""
    for name in ("lists", "reading"):
        text = (SHEETS / f"{name}.css").read_text(encoding="utf-8")
        assert len({width["value"] for rule in ASKED.findall(text) for width in WIDTH.finditer(rule)}) >= 2, name
    assert [
        sheet.name for sheet in SHEETS.glob("*.css") if re.search(r"^\.(entry|rows)\b", sheet.read_text(encoding="utf-8"), re.MULTILINE)
    ] == ["lists.css"]
