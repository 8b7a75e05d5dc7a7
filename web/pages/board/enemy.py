"""The common enemy of all seats as values for a board: its meters, the cards played against it, fallen enemies. It knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import msgspec

from records.core.ids import SeatKey
from web.pages.board.prints import print_of
from web.pages.board.seat_colors import percent
from web.pages.board.signs import Sign, sign_of
from web.words.texts import _, number, tag
from web.words.wording import say, say_plainly, seat_name, title_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from records.core.board import Due, Enemy, EnemyPlay, EnemyRank, Fate, Meter
    from records.core.faces import Face
    from records.service import RecordView
    from web.pages.board.cards import DrawnCard


class MeterOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """A figure with its value before the present step; widths are SVG lengths."""

    kind: str
    title: str
    number: int
    full: int | None
    """Its maximum; None if it is above that."""
    was: int
    surplus: int
    left: str
    """The present part of ``full``, as a width."""
    gone: str
    """The part taken by the present step, as a width after it."""
    words: str
    """All of it for screen readers."""

    @property
    def changed(self) -> bool:
        """Whether the present step changed it."""
        return self.was != self.number


class PlayOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """Cards that were played together."""

    nth: int
    """From 1; with it the place has a name for a movement."""
    seat: SeatKey | None
    name: str
    """"" where it is not known who played them."""
    cards: tuple[DrawnCard, ...]
    worth: int | None
    """Of several cards together."""
    signs: tuple[Sign, ...]


class DueOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat must give, or has given."""

    seat: SeatKey
    words: Markup
    need: int
    given: int | None
    failed: bool
    cards: tuple[DrawnCard, ...]
    share: str
    """The given part of the needed sum, as an SVG length."""


class Peer(msgspec.Struct, frozen=True, kw_only=True):
    """One of the row of opponents."""

    index: str
    symbols: tuple[str, ...]
    fate: Fate
    words: str


class EnemyOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the macros of ``macros/enemy.html`` take."""

    pile: str
    meters: tuple[MeterOnTable, ...]
    signs: tuple[Sign, ...]
    plays: tuple[PlayOnTable, ...]
    ranks: tuple[tuple[str, tuple[Peer, ...]], ...]
    """Title and opponents of each sort."""
    due: DueOnTable | None
    took: str
    """Mark of the deck that the fallen one went to at this step, "" for none."""
    notes: Mapping[SeatKey, str]


class DrawOpen(Protocol):
    """How a board draws a card that lies open."""

    def __call__(self, face: Face, place: str, *, small: bool = False) -> DrawnCard:
        """Return the card; ``place`` is where it lies, in words."""


def enemy_on_table(view: RecordView, enemy: Enemy, draw: DrawOpen) -> EnemyOnTable:
    """Return it in the reader's words."""
    notes: dict[SeatKey, list[str]] = {}
    for seat, note in enemy.notes:
        notes.setdefault(seat, []).append(say_plainly(note, view.names, view.faces))
    return EnemyOnTable(
        pile=enemy.pile,
        meters=tuple(map(_meter, enemy.meters)),
        signs=tuple(sign_of(mark, view) for mark in enemy.marks),
        plays=tuple(_laid(nth, play, view, draw) for nth, play in enumerate(enemy.plays, 1)),
        ranks=tuple(_rank(rank, view) for rank in enemy.ranks),
        due=_demand(enemy.due, view, draw) if enemy.due is not None else None,
        took=enemy.took or "",
        notes={seat: ", ".join(words) for seat, words in notes.items()},
    )


def _meter(meter: Meter) -> MeterOnTable:
    full = max(meter.full, meter.number, meter.was, 1)
    title = _(meter.title)
    within = meter.number <= meter.full
    words = (
        _("%(title)s: %(n)s of %(full)s", title=title, n=number(meter.number), full=number(meter.full))
        if within
        else _("%(title)s: %(n)s", title=title, n=number(meter.number))
    )
    if meter.was != meter.number:
        words = _("%(figure)s, before this step %(was)s", figure=words, was=number(meter.was))
    return MeterOnTable(
        kind=meter.kind,
        title=title,
        number=meter.number,
        full=meter.full if within else None,
        was=meter.was,
        surplus=meter.surplus,
        left=percent(min(meter.number, meter.was), full),
        gone=percent(abs(meter.was - meter.number), full),
        words=words,
    )


def _laid(nth: int, play: EnemyPlay, view: RecordView, draw: DrawOpen) -> PlayOnTable:
    name = "" if play.seat is None else seat_name(play.seat, view.names)
    place = _("Played by %(name)s", name=name) if name else _("Played before")
    return PlayOnTable(
        nth=nth,
        seat=play.seat,
        name=name,
        cards=tuple(draw(face, place) for face in play.cards),
        worth=play.worth if len(play.cards) > 1 else None,
        signs=tuple(sign_of(mark, view) for mark in play.marks),
    )


def _demand(due: Due, view: RecordView, draw: DrawOpen) -> DueOnTable:
    place = _("Given by %(name)s", name=seat_name(due.seat, view.names))
    have = due.given if due.given is not None else due.holds if due.failed else 0
    return DueOnTable(
        seat=due.seat,
        words=say(due.said, view.names, view.faces),
        need=due.need,
        given=due.given,
        failed=due.failed,
        cards=tuple(draw(face, place, small=True) for face in due.cards),
        share=percent(min(have or 0, due.need), max(due.need, 1)),
    )


def _rank(rank: EnemyRank, view: RecordView) -> tuple[str, tuple[Peer, ...]]:
    return _(rank.title), tuple(_peer(name, fate, view) for name, fate in rank.cards)


def _peer(name: str, fate: Fate, view: RecordView) -> Peer:
    shown = print_of(view.faces.get(name), name, tag())
    title = title_of(name, view.faces)
    words = {
        "down": _("%(card)s: fallen", card=title),
        "up": _("%(card)s: stands now", card=title),
        "ahead": _("%(card)s: still to come", card=title),
    }.get(fate, _("%(card)s: not known", card=title))
    return Peer(index=shown.index, symbols=shown.symbols, fate=fate, words=words)
