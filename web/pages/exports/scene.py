"""A position as a small drawing for a glance: only the cards, on cloth. It shows no more than the large picture."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import Spectator
from web.pages.exports import cards
from web.pages.exports.colors import Theme, colors
from web.pages.exports.pen import SvgPen
from web.pages.exports.table_trays import TableTrays, rows_of
from web.words.texts import _, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import RecordView
    from web.pages.exports.trays import Tray

WIDE, HIGH = 360.0, 200.0
_EDGE, _BETWEEN = 9.0, 7.0
_STRENGTH, _SIGN = 52.0, 96.0
"""Left of the cards, for the strength of an attack; of a game's sign, where no card is known."""
_LARGEST = 0.95
"""Of a card, as a share of its usual size."""
_MOST_ROWS = 3
"""In columns: of more, those that face each other are drawn."""
_MOST_CARDS = 12
"""Of a place that are drawn: further ones lie below them."""


def scene(view: RecordView, at: int, theme: Theme = "light") -> str:
    """Return the cards after event ``at`` as an SVG document, ``WIDE`` by ``HIGH``; raises ``VersionNotFound``."""
    places, pen = TableTrays(view, at), SvgPen(colors(theme))
    rows = _rows(view, places)
    pen.rect(0, 0, WIDE, HIGH, fill="cloth-deep")
    high = (HIGH - 2 * _EDGE - _BETWEEN * (len(rows) - 1)) / max(1, len(rows))
    scale = min(_LARGEST, high / cards.HEIGHT)
    top = (HIGH - len(rows) * scale * cards.HEIGHT - _BETWEEN * (len(rows) - 1)) / 2
    fight = places.board.fight
    for nth, row in enumerate(rows):
        _row(pen, row, top + nth * (scale * cards.HEIGHT + _BETWEEN), scale, left=_EDGE if fight is None else _STRENGTH)
    if fight is not None:
        pen.circle(_STRENGTH / 2, HIGH / 2, 17, fill="seal", line="gilt")
        pen.text(_STRENGTH / 2, HIGH / 2 + 7, number(fight.strength), 20, "on-seal", at="middle", bold=True)
    if not rows:
        pen.symbol(view.game.icon, (WIDE - _SIGN) / 2, (HIGH - _SIGN) / 2, _SIGN, "gilt")
    return pen.document(WIDE, HIGH, _("Step %(n)s", n=number(view.timeline.step_number(at))))


def _rows(view: RecordView, places: TableTrays) -> list[list[Tray]]:
    """Return what is drawn, from the far seats to the near one, whose hand comes last; empty places stand in columns alone."""
    seats = view.header.seats
    near = view.viewer if not isinstance(view.viewer, Spectator) else seats[0]
    across = [row for seat in seats if seat != near for row in _grid(places.grid(seat, far=True))]
    own = _grid(places.grid(near, far=False))
    if len(across) + len(own) > _MOST_ROWS:
        rows = [across[-1], own[0], places.beside(near)]
    else:
        beside = [tray for seat in seats if seat != near for tray in places.beside(seat)]
        rows = [beside, *across, places.middle(), *own, places.beside(near)]
    return [row for row in rows if any(tray.cards for tray in row)]


def _grid(trays: Sequence[Tray]) -> list[list[Tray]]:
    return list(rows_of(trays)) if trays else []


def _row(pen: SvgPen, row: Sequence[Tray], top: float, scale: float, *, left: float) -> None:
    """Draw the cards of a row in the middle of the width from ``left`` on; where they are too many they overlap."""
    columns = any(tray.breaks for tray in row)
    piles = [tray.cards[:_MOST_CARDS] for tray in row if columns or tray.cards]
    card = cards.WIDTH * scale
    room = WIDE - left - _EDGE - _BETWEEN * (len(piles) - 1) - card * len(piles)
    behind = sum(max(0, len(pile) - 1) for pile in piles)
    step = min(card + 2, room / behind) if behind else 0.0
    x = left + (WIDE - left - _EDGE - card * len(piles) - _BETWEEN * (len(piles) - 1) - step * behind) / 2
    for pile in piles:
        if not pile:
            pen.rect(x, top, card, scale * cards.HEIGHT, line="gilt", r=6 * scale, thick=0.5)
        for lying in pile:
            cards.draw_card(pen, lying.card, x, top, scale)
            x += step
        x += card + _BETWEEN - (step if pile else 0)
