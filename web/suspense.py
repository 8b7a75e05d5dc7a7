"""Suspense: readers who do not want to know how long a game lasts, or how it ends, are sent neither.

It is chosen by a link of the replay page or of the shelf, and kept in a cookie (``web/choices.py``).
The step that a reader has reached in a game is kept too, so that the list of games leads back there; in suspense no other may be drawn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from flask import g, request

from web.choices import CHOICES, chosen

if TYPE_CHECKING:
    from flask import Flask, Response

NAME, ON, OFF = "suspense", "on", "off"
WISHES = CHOICES[NAME]
REACHED = "reached"
"""Cookie: the ids of the records whose end a reader in suspense has come to, the latest last; the page's script writes it too."""
MOST_REACHED = 60
PLACES = "places"
"""Cookie: where a reader was in games, each as record, step and viewer, the latest last; the page's script writes it too."""
MOST_PLACES = 12
_PLACE = re.compile(r"([0-9a-z]{1,64})-([0-9]{1,6})-([0-9A-Za-z]{1,16})")
_YEAR = 365 * 24 * 3600


class SeenPlace(NamedTuple):
    """A step that was shown to a reader, and as which viewer."""

    record: str
    at: int
    viewer: str


def in_suspense() -> bool:
    """Whether this request may show nothing of later steps: as its address says, else by the earlier choice."""
    return chosen(NAME) == ON


def reached() -> tuple[str, ...]:
    """Return the ids of the records whose end this reader has come to."""
    return tuple(filter(str.isalnum, request.cookies.get(REACHED, "").split(".")))


def hides(record: str) -> bool:
    """Whether length and result of a record are to be hidden: in suspense, until its end was reached."""
    return in_suspense() and record not in reached()


def reach(record: str) -> None:
    """Note that this request shows the end of a record to a reader in suspense."""
    g.reached = record


def seen_places() -> tuple[SeenPlace, ...]:
    """Return where this reader was last in games, the latest first, each game once."""
    found: dict[str, SeenPlace] = {}
    for part in reversed(request.cookies.get(PLACES, "").split(".")[-MOST_PLACES:]):
        if match := _PLACE.fullmatch(part):
            found.setdefault(match[1], SeenPlace(match[1], int(match[2]), match[3]))
    return tuple(found.values())


def see(record: str, at: int, viewer: str) -> None:
    """Note that this request shows a step."""
    g.seen = SeenPlace(record, at, viewer)


def keep_reached(app: Flask) -> None:
    """Make ``app`` keep which records' ends were reached, and where a reader was in them."""
    app.after_request(_remember)


def _remember(response: Response) -> Response:
    record = g.pop("reached", None)
    if record is not None:
        known = [*(found for found in reached() if found != record), record][-MOST_REACHED:]
        response.set_cookie(REACHED, ".".join(known), max_age=_YEAR, samesite="Lax", secure=request.is_secure)
    seen: SeenPlace | None = g.pop("seen", None)
    if seen is not None:
        latest = [seen, *(one for one in seen_places() if one.record != seen.record)][:MOST_PLACES]
        kept = ".".join(f"{one.record}-{one.at}-{one.viewer}" for one in reversed(latest))
        response.set_cookie(PLACES, kept, max_age=_YEAR, samesite="Lax", secure=request.is_secure)
    return response
