"""The games that the list of games begins with, each drawn at a telling step: the one the reader was in, then others.

What is drawn is what the page of that step shows this reader. In suspense that is a step that they have seen, and a game that they have not
looked at stays closed.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING, Any

import msgspec
from flask import url_for

from records.core.viewers import PUBLIC, viewer_key
from records.core.wording.turning import END, ranked
from records.errors import NotYours, RecordsError
from web.pages.board.cache import cached_for
from web.suspense import SeenPlace, hides, in_suspense, seen_places
from web.words.games import GameFace, game_face
from web.words.texts import _, number
from web.words.wording import say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView, ShelfEntry

MOST = 3
MOST_TRIED = 2 * MOST
"""Games that are looked at for it: some may be closed to the caller, or not be readable."""
LEAST_TURNS = 3
"""Of a game that is worth showing before it has ended."""


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """A game with the step at which it is drawn."""

    address: str
    """Of the page of that step."""
    picture: str
    """Address of its drawing; "" for a game that stays closed."""
    game: GameFace
    title: str
    """What happens there, in a sentence."""
    names: tuple[str, ...]
    step: str
    """Which step it is, in words; "" for a game that stays closed."""


def scenes(book: GameBook, caller: Caller, entries: Sequence[ShelfEntry]) -> tuple[Scene, ...]:
    """Return up to ``MOST`` scenes: where the reader was last, then of these entries one of each game, then more of them."""
    places = {place.record: place for place in seen_places()}
    found: list[Scene] = []
    for place in places.values():
        if (scene := _drawn(book, caller, place.record, place, back=True)) is not None:
            found.append(scene)
            break
    shown = {place.record for place in list(places.values())[:1]} if found else set()
    for entry in islice(_telling(book, entries), MOST_TRIED):
        if len(found) == MOST:
            break
        if entry.id not in shown and (scene := _drawn(book, caller, entry.id, places.get(entry.id), back=False)) is not None:
            found.append(scene)
    return tuple(found)


def _telling(book: GameBook, entries: Sequence[ShelfEntry]) -> Iterator[ShelfEntry]:
    """Yield those that can be shown: the longest of each game, those with cards before those known by their log alone, then the others."""
    able = [entry for entry in entries if not entry.damaged and (entry.outcome is not None or entry.turns >= LEAST_TURNS)]
    able = sorted(able, key=lambda entry: -entry.turns)
    if in_suspense():  # nothing of the choice may depend on how games went
        able = [entry for entry in entries if not entry.damaged]
    games = sorted(dict.fromkeys(entry.game for entry in able), key=lambda game: game not in book.games or book.games[game].play is None)
    firsts = {game: next(entry for entry in able if entry.game == game) for game in games}
    yield from firsts.values()
    chosen = {entry.id for entry in firsts.values()}
    yield from (entry for entry in able if entry.id not in chosen)


def _drawn(book: GameBook, caller: Caller, record: str, seen: SeenPlace | None, *, back: bool) -> Scene | None:
    """Return the scene of a game; None where the caller may not look at it, or there is none to show."""
    closed = hides(record)
    known = seen if back or closed else None
    try:
        view = _view(book, caller, record, known)
    except RecordsError:
        return None  # hidden or gone meanwhile, or not for these eyes: its line on the shelf says so
    if view.trashed or (known is not None and known.at > view.steps):
        return None
    face, names = game_face(book.games, view.header.game), tuple(seat_name(seat, view.names) for seat in view.header.seats)
    path = url_for("pages.replay", record=record)
    if closed and known is None:
        return Scene(address=path, picture="", game=face, title=_("From the beginning"), names=names, step="")
    if known is not None:
        at, title = known.at, _("Go on where you were")
    else:
        at, title = cached_for(view, _TellingStep).of(view)
    if not title:
        return None
    moment: dict[str, Any] = {"at": at, "as": viewer_key(view.viewer)}
    return Scene(
        address=url_for("pages.replay", record=record, **moment),
        picture=url_for("exports.small", record=record, **moment),
        game=face,
        title=title,
        names=names,
        step=_("step %(n)s", n=number(view.timeline_until(at).step_number(at))),
    )


def _view(book: GameBook, caller: Caller, record: str, seen: SeenPlace | None) -> RecordView:
    """Return a record through the eyes that saw the step, else as a spectator; who is not shown that as they usually see it."""
    if seen is not None:
        return book.record(caller, record, seen.viewer)
    try:
        return book.record(caller, record, PUBLIC)
    except NotYours:
        return book.record(caller, record)


class _TellingStep:
    """The telling step of a log and what is said of it, found once."""

    def __init__(self) -> None:
        self._found: tuple[int, str] | None = None

    def of(self, view: RecordView) -> tuple[int, str]:
        """Return the weightiest turning point but the end; where there is none the step in the middle, and what is told there."""
        if self._found is None:
            self._found = _telling_step(view)
        return self._found


def _telling_step(view: RecordView) -> tuple[int, str]:
    points = view.turning_points(view.steps)
    version = next((version for version in ranked(points) if points[version].weight < END), None)
    if version is not None:
        return version, say_plainly(points[version].says, view.names, view.faces)
    told = [step for step in view.timeline.told if step.lines]
    if not told:
        return 0, ""
    middle = told[len(told) // 2]
    return middle.version, say_plainly(middle.lines[0], view.names, view.faces)
