"""Draws places with their cards: each a tray as wide as its cards, tray after tray in rows that have room."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from web.pages.exports import cards
from web.pages.exports.pen import shortened, width_of
from web.words.texts import number, signed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.pages.board.values import PlacedCard, PlaceOnTable
    from web.pages.exports.pen import SvgPen

EDGE, HEAD, GAP, BETWEEN = 8.0, 22.0, 6.0, 10.0
"""Inside a tray round its cards, for its heading, between cards, between trays."""
_SMALL = 0.62
_LINE, _LETTERS = 15.0, 12.0
_LEAST_WIDE = 90.0


class Tray(msgspec.Struct, frozen=True, kw_only=True):
    """A place as it is drawn."""

    place: PlaceOnTable
    cards: tuple[PlacedCard, ...]
    """Those that are drawn."""
    color: int = 0
    """Of the seat that it belongs to; 0 for none."""
    small: bool = False
    breaks: bool = False
    """Whether it begins a row."""
    note: str = ""
    """What is known of it beside its cards."""

    @property
    def scale(self) -> float:
        """How large its cards are."""
        return _SMALL if self.small else 1.0

    def wide(self, room: float) -> float:
        """Return how wide it is where there is so much room: its cards overlap where they have to."""
        natural = len(self.cards) * (cards.WIDTH * self.scale + GAP) - GAP
        heading = width_of(f"{self.place.title} {self.place.count}", _LETTERS + 1)
        return min(room, 2 * EDGE + max(natural, heading, _LEAST_WIDE * self.scale, width_of(self.note, _LETTERS) if self.note else 0))

    @property
    def high(self) -> float:
        """How high it is."""
        below = max((_below(card) for card in self.cards), default=0.0)
        return HEAD + cards.HEIGHT * self.scale + 2 * EDGE + below + (_LINE if self.note else 0)


def _below(lying: PlacedCard) -> float:
    return (20.0 if lying.arrival is not None else 0.0) + _LINE * len(lying.signs)


def draw_trays(pen: SvgPen, trays: Sequence[Tray], x: float, y: float, room: float) -> float:
    """Draw trays from a place on and return how high all of them are."""
    begun = y
    row: list[tuple[Tray, float]] = []
    left = room
    for tray in trays:
        wide = tray.wide(room)
        if row and (tray.breaks or wide > left):
            y += _row(pen, row, x, y) + BETWEEN
            row, left = [], room
        row.append((tray, wide))
        left -= wide + BETWEEN
    return y + _row(pen, row, x, y) - begun if row else 0.0


def _row(pen: SvgPen, row: Sequence[tuple[Tray, float]], x: float, y: float) -> float:
    high = max(tray.high for tray, _wide in row)
    for tray, wide in row:
        _tray(pen, tray, x, y, wide, high)
        x += wide + BETWEEN
    return high


def _tray(pen: SvgPen, tray: Tray, x: float, y: float, wide: float, high: float) -> None:  # noqa: PLR0917 -- a box
    seat = f"seat-{tray.color}" if tray.color else "rule-2"
    pen.rect(x, y, wide, high, fill=f"{seat}-wash" if tray.color else "well", line=seat, r=4)
    count = number(tray.place.count)
    pen.text(x + wide - EDGE, y + 16, count, _LETTERS + 1, "ink", at="end", bold=True)
    title = shortened(tray.place.title, wide - 3 * EDGE - width_of(count, _LETTERS + 1), _LETTERS)
    pen.text(x + EDGE, y + 16, title, _LETTERS, "ink-2")
    size = cards.WIDTH * tray.scale
    room = wide - 2 * EDGE - size
    step = min(size + GAP, room / (len(tray.cards) - 1)) if len(tray.cards) > 1 else 0.0
    top = y + HEAD + EDGE
    for nth, lying in enumerate(tray.cards):
        here = x + EDGE + nth * step
        cards.draw_card(pen, lying.card, here, top, tray.scale)
        _beside(pen, lying, here, top + cards.HEIGHT * tray.scale, size)
    if tray.note:
        pen.text(x + EDGE, y + high - EDGE, shortened(tray.note, wide - 2 * EDGE, _LETTERS), _LETTERS, "ink-2", italic=True)


def _beside(pen: SvgPen, lying: PlacedCard, x: float, y: float, size: float) -> None:
    """Draw what arrives at a card, and what it bears beside what is printed on it."""
    if lying.arrival is not None:
        arrival = lying.arrival
        told = ("≤" if arrival.at_most else "") + number(arrival.strength)
        minus = f" {signed(-arrival.minus)}" if arrival.minus else ""
        color = "ink-3" if arrival.when == "next" else "rubric"
        pen.text(x + size / 2, y + 16, told + minus, 14, color, at="middle", bold=arrival.when != "next")
        y += 20
    for sign in lying.signs:
        pen.symbol(sign.icon, x, y + 2, 12, "ink")
        if sign.figure:
            pen.text(x + 15, y + 12, sign.figure, 11, {"more": "good", "less": "bad"}.get(sign.tone, "ink"), bold=True)
        if sign.struck:
            pen.stroke(f"M{x:.1f} {y + 13:.1f}l12 -11", "rubric", 2)
        y += _LINE
