"""A picture as pixels, drawn by resvg: no browser, nothing fetched, no font of our own."""

from __future__ import annotations

from functools import cache

import resvg_py

from records.errors import NoFont

SHARP = 2
"""Pixels of the file a pixel of the drawing."""


def png_of(svg: str) -> bytes:
    """Return an SVG document as a PNG file, twice as large; raises ``NoFont`` where all its words would be missing."""
    if not _has_font():
        raise NoFont("this machine has no font to write with: install one (on Debian and Ubuntu fonts-dejavu-core), or ask for svg")
    return resvg_py.svg_to_bytes(svg_string=svg, zoom=SHARP, serif_family="DejaVu Serif", sans_serif_family="DejaVu Sans")


@cache
def _has_font() -> bool:
    """Whether a letter leaves a trace."""
    sheet = '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><text y="16" font-family="serif">{}</text></svg>'
    drawn = [resvg_py.svg_to_bytes(svg_string=sheet.format(letter), serif_family="DejaVu Serif") for letter in ("M", "")]
    return drawn[0] != drawn[1]
