"""The games that run and are one's own, before the list of the shelf: where each goes on, and whose move it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.asking.typed import DEALT
from records.core.viewers import viewer_key
from records.errors import RecordsError
from records.service.access import Permission
from records.service.writing.record_filler import answering
from web.suspense import seen_places
from web.words.games import GameFace, game_face
from web.words.texts import _, ngettext, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView

MOST = 5


class RunningGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that runs."""

    address: str
    """Where it is written on, if the caller may; else its last step."""
    game: GameFace
    names: tuple[str, ...]
    says: str
    """Whose move it is, "" where nobody can tell."""
    mine: bool
    """Whether it is the reader's."""
    news: str
    """How many steps came since the reader was there last, in words; "" for none."""


def running_games(book: GameBook, caller: Caller) -> tuple[RunningGame, ...]:
    """Return the caller's own games that run: those first in which it is their move, and of these and of the others the latest first."""
    return tuple(sorted(_games(book, caller), key=lambda game: not game.mine)) if caller.account else ()


def _games(book: GameBook, caller: Caller) -> Iterator[RunningGame]:
    for record in book.people.running(caller, MOST):
        try:
            view = book.record(caller, record)
        except RecordsError:
            continue  # it ended or was hidden meanwhile, or cannot be read; its line on the shelf says so
        mine, says = whose_move(view)
        yield RunningGame(
            address=_address(book, caller, view),
            game=game_face(book.games, view.header.game),
            names=tuple(seat_name(seat, view.names) for seat in view.header.seats),
            says=says,
            mine=mine,
            news=_news(view),
        )


def _news(view: RecordView) -> str:
    """Return how many steps came after the one at which the reader was last, as far as their eyes see them."""
    last = next((place.at for place in seen_places() if place.record == view.header.record), view.steps)
    new = view.timeline.step_number(view.steps) - view.timeline.step_number(last)
    return ngettext("%(n)s new step", "%(n)s new steps", new, n=number(new)) if new > 0 else ""


def whose_move(view: RecordView) -> tuple[bool, str]:
    """Return whether the reader can do something in a running game, and whose move it is in words."""
    end = view.seen.end
    if end.state.outcome is not None or view.game.play is None:
        return False, ""
    acting = {seat for one in view.game.play.legal(end) if (seat := getattr(one, "seat", None)) is not None} if view.plays else set()
    if acting & {*view.plays}:
        return True, _("It is your move")
    seat = end.state.to_act if end.state.to_act not in view.plays else next(iter(sorted(acting)), None)
    return False, _("%(name)s is to move", name=seat_name(seat, view.names)) if seat is not None else ""


def _address(book: GameBook, caller: Caller, view: RecordView) -> str:
    record, replay = view.header.record, url_for("pages.replay", record=view.header.record)
    writes = book.access.allows(caller, Permission.WRITE, record) or book.access.allows(caller, Permission.PLAY, record)
    if writes and view.game.recording is not None and (not view.plays or answering(view.events) == DEALT):
        return url_for("recording.sheet", record=record)
    return f"{replay}?at={view.steps}&as={viewer_key(view.viewer)}"
