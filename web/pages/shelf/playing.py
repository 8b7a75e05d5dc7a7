"""Games that are being played now, for everybody who finds them: what they are, and how far they have come."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from web.suspense import hides
from web.words.games import GameFace, game_face
from web.words.texts import ngettext, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from records.core.viewers import Caller
    from records.service import GameBook

MOST = 12


class PlayedGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is being played."""

    address: str
    """Its last step; in suspense the record."""
    game: GameFace
    names: tuple[str, ...]
    steps: str
    """How many steps it has so far, in words; "" in suspense."""


def played_games(book: GameBook, caller: Caller) -> tuple[PlayedGame, ...]:
    """Return the games that were begun lately and run, of those that the caller finds and has no part in, the latest first."""
    found = []
    for entry in book.records.being_played(caller, MOST):
        steps = sum(told for _seat, told in entry.spine)
        hidden = hides(entry.id)
        found.append(
            PlayedGame(
                address=url_for("pages.replay", record=entry.id, at=None if hidden else entry.steps),
                game=game_face(book.games, entry.game),
                names=tuple(seat_name(seat, entry.names) for seat in entry.seats),
                steps="" if hidden else ngettext("%(n)s step so far", "%(n)s steps so far", steps, n=number(steps)),
            )
        )
    return tuple(found)
