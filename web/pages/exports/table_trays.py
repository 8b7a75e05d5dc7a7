"""The places of a table as trays: those before a seat, and those of nobody. All drawings of a position are laid out from them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from records.core.table import hand_place
from records.core.viewers import OPEN
from records.values import replace
from web.pages.board.board import Board
from web.pages.board.seat_colors import seat_color
from web.pages.exports.trays import Tray

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.ids import SeatKey
    from records.service import RecordView
    from web.pages.board.values import PlaceOnTable

_ALL_DRAWN = 8
"""Of an open pile with more cards the last one is drawn."""
_COLUMN = re.compile("[0-9]+$")
"""Kinds of places that differ in a number alone are the columns of a row."""


class TableTrays:
    """The table after event ``at`` as its viewer sees it."""

    def __init__(self, view: RecordView, at: int) -> None:
        self._view = view
        self.board, self.position = Board(view, at, ""), view.shown(at)

    def before(self, seat: SeatKey, *, far: bool) -> list[Tray]:
        """Return all trays of a seat."""
        return [*self.grid(seat, far=far), *self.beside(seat)]

    def beside(self, seat: SeatKey) -> list[Tray]:
        """Return those that stand in no column: its hand, and what else it owns."""
        color = seat_color(self._view.header.seats, seat)
        return [*self._held(seat, color), *self._own(seat, color)]

    def grid(self, seat: SeatKey, *, far: bool) -> list[Tray]:
        """Return the rows of a seat whose piles stand in columns, the foremost towards the middle."""
        color = seat_color(self._view.header.seats, seat)
        kinds = sorted({kind for pile in self.position.table.piles if _COLUMN.search(kind := pile.partition(":")[0])})
        rows: dict[str, list[Tray]] = {}
        for kind in kinds:
            place = self.board.pile(f"{kind}:{seat}")
            row = rows.setdefault(_COLUMN.sub("", kind), [])
            titled = replace(place, title=f"{place.title} {kind[len(_COLUMN.sub('', kind)) :]}")
            row.append(Tray(place=titled, cards=place.cards, color=color, breaks=not row))
        return [tray for name in sorted(rows, reverse=far) for tray in rows[name]]

    def middle(self) -> list[Tray]:
        """Return the trays of places that belong to nobody: piles, then open cards, then decks."""
        table = self.position.table
        trays: list[Tray] = []
        for pile in table.piles:
            if ":" not in pile:
                place = self.board.pile(pile)
                trays.append(Tray(place=place, cards=place.cards))
        trays += (self._open(zone, 0) for zone, faces in table.zones.items() if ":" not in zone and faces)
        trays += (self._stock(self.board.deck(deck), 0) for deck, blocks in table.decks.items() if ":" not in deck and blocks)
        return trays

    def _held(self, seat: SeatKey, color: int) -> Iterator[Tray]:
        hand = self.board.hand(seat)
        if hand.count or hand_place(seat) in self.position.table.hands or seat in self.position.table.hands:
            yield Tray(place=hand, cards=hand.cards, color=color, small=seat != self._view.viewer and self._view.viewer is not OPEN)

    def _own(self, seat: SeatKey, color: int) -> Iterator[Tray]:
        table = self.position.table
        for pile in table.piles:
            kind, _colon, owner = pile.partition(":")
            if owner == seat and not _COLUMN.search(kind):
                place = self.board.pile(pile, gathered=not self.board.fight)
                yield Tray(place=place, cards=place.cards, color=color)
        yield from (self._stock(self.board.deck(deck), color) for deck in table.decks if deck.partition(":")[2] == seat)
        yield from (self._open(zone, color) for zone in table.zones if zone.partition(":")[2] == seat)

    def _stock(self, place: PlaceOnTable, color: int) -> Tray:
        note = "; ".join(self.board.layers(place.id))
        return Tray(place=place, cards=place.cards[:1], color=color, note=note)

    def _open(self, zone: str, color: int) -> Tray:
        place = self.board.zone(zone)
        return Tray(place=place, cards=place.cards if len(place.cards) <= _ALL_DRAWN else place.cards[:1], color=color)


def rows_of(trays: Sequence[Tray]) -> Iterator[list[Tray]]:
    """Yield trays row by row."""
    row: list[Tray] = []
    for tray in trays:
        if tray.breaks and row:
            yield row
            row = []
        row.append(tray)
    yield row
