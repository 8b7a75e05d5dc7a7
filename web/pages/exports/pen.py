"""Writes SVG only with presentation attributes: no style, no script, nothing that is fetched. Lengths are in pixels."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING

from web.pages.board.symbols import symbols

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

BOOK = "'Iowan Old Style', 'Palatino Linotype', P052, 'TeX Gyre Pagella', 'Liberation Serif', 'DejaVu Serif', serif"
CARD = "'Roboto Condensed', 'Arial Narrow', 'Liberation Sans Narrow', 'DejaVu Sans Condensed', 'DejaVu Sans', sans-serif"
_NARROW, _WIDE = frozenset("ijlft.,;:!|'\N{RIGHT SINGLE QUOTATION MARK}()[] "), frozenset("mwMW@%—")
_BOOK_EM, _CARD_EM = 0.62, 0.58
"""Width of an average letter of a wide typeface, as a share of the size: a text that fits with it fits with every listed typeface."""
# XML 1.0 cannot hold these, and a name from outside may
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def clean(text: str) -> str:
    """Return a text as XML may hold it, escaped."""
    return escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", text))


def width_of(text: str, size: float, em: float = _BOOK_EM) -> float:
    """Return how wide a text is at most, about."""
    return size * em * sum(0.55 if sign in _NARROW else 1.5 if sign in _WIDE else 1.2 if sign.isupper() else 1.0 for sign in text)


def wrapped(text: str, width: float, size: float) -> list[str]:
    """Return a text in lines of at most ``width``; a word that is longer is cut into pieces."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if width_of(longer, size) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while width_of(word, size) > width and len(word) > 1:
            cut = max(1, int(len(word) * width / width_of(word, size)))
            lines.append(word[:cut])
            word = word[cut:]  # noqa: PLW2901 -- what is left of it
        line = word
    return [*lines, line] if line else lines


def shortened(text: str, width: float, size: float) -> str:
    """Return a text in one line of at most ``width``, with an ellipsis where it is longer."""
    if width_of(text, size) <= width:
        return text
    while text and width_of(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


class SvgPen:
    """A drawing while it is made: ``parts`` in the order in which they are drawn, and the symbols that they use."""

    def __init__(self, palette: Mapping[str, str]) -> None:
        self.palette = palette
        self.parts: list[str] = []
        self._used: dict[str, None] = {}

    def rect(self, x: float, y: float, w: float, h: float, *, fill: str = "", line: str = "", r: float = 0, thick: float = 1) -> None:
        """Draw a box; ``fill`` and ``line`` are names of colors, "" for none."""
        looks = f' fill="{self.palette[fill]}"' if fill else ' fill="none"'
        if line:
            looks += f' stroke="{self.palette[line]}" stroke-width="{_n(thick)}"'
        round_ = f' rx="{_n(r)}"' if r else ""
        self.parts.append(f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(w)}" height="{_n(h)}"{round_}{looks}/>')

    def circle(self, x: float, y: float, r: float, *, fill: str, line: str = "") -> None:
        """Draw a disc."""
        edge = f' stroke="{self.palette[line]}"' if line else ""
        self.parts.append(f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{_n(r)}" fill="{self.palette[fill]}"{edge}/>')

    def stroke(self, path: str, color: str, thick: float = 1) -> None:
        """Draw a line along a path."""
        self.parts.append(f'<path d="{path}" fill="none" stroke="{self.palette[color]}" stroke-width="{_n(thick)}"/>')

    def text(
        self,
        x: float,
        y: float,
        words: str,
        size: float,
        color: str,
        *,
        at: str = "start",
        bold: bool = False,
        italic: bool = False,
        card: bool = False,
    ) -> None:
        """Write a line of text with its base at ``y``; ``at`` is where ``x`` stands in it: start, middle or end."""
        looks = (
            (f' text-anchor="{at}"' if at != "start" else "")
            + (' font-weight="700"' if bold else "")
            + (' font-style="italic"' if italic else "")
        )
        face = ' font-family="' + CARD + '"' if card else ""
        self.parts.append(
            f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{self.palette[color]}"{looks}{face}>{clean(words)}</text>'
        )

    def symbol(self, name: str, x: float, y: float, size: float, color: str) -> None:
        """Draw a symbol of the sprites in a square; one that they do not have is left out."""
        self._use(name, (x, y, size), f' color="{self.palette[color]}"')

    def cut_symbol(self, name: str, square: tuple[float, float, float], colors: tuple[str, str], edge: float) -> None:
        """Draw a symbol of a picture; the parts cut into it, and an edge of the given width in its units, have the second color."""
        color, cut = (self.palette[name] for name in colors)
        self._use(name, square, f' color="{color}" stroke="{cut}" stroke-width="{_n(edge)}"')

    def _use(self, name: str, square: tuple[float, float, float], looks: str) -> None:
        if name not in symbols():
            return
        self._used[name] = None
        x, y, size = map(_n, square)
        self.parts.append(f'<use href="#{name}" x="{x}" y="{y}" width="{size}" height="{size}"{looks}/>')

    def begin(self, x: float = 0, y: float = 0, *, scale: float = 1, turn: float = 0, faint: bool = False, title: str = "") -> None:
        """Begin a group at a place; what is drawn until ``end`` is placed from there. ``title`` is read aloud for it."""
        moves = f"translate({_n(x)} {_n(y)})" + (f" scale({_n(scale)})" if scale != 1 else "") + (f" rotate({_n(turn)})" if turn else "")
        fade = ' opacity="0.6"' if faint else ""
        self.parts.append(f'<g transform="{moves}"{fade}>' + (f"<title>{clean(title)}</title>" if title else ""))

    def end(self) -> None:
        """End the group that was begun last."""
        self.parts.append("</g>")

    def document(self, width: float, height: float, title: str) -> str:
        """Return the drawing as a document of its own."""
        shapes = symbols()
        return "".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" width="{_n(width)}" height="{_n(height)}" viewBox="0 0 {_n(width)} {_n(height)}"',
                f' role="img" font-family="{BOOK}">',
                f"<title>{clean(title)}</title>",
                "<defs>",
                *(shapes[name] for name in self._used),
                "</defs>",
                *self.parts,
                "</svg>\n",
            ]
        )


def _n(value: float) -> str:
    """Return a length as it is written: two places at most."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def joined(parts: Iterable[str]) -> str:
    """Return the non-empty ones of several short texts, joined with commas."""
    return ", ".join(filter(None, parts))
