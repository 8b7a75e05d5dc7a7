"""Suspense: readers who do not want to know how long a game lasts, or how it ends, are sent neither.

It is chosen by a link of the replay page or of the shelf, and kept in a cookie (``web/choices.py``).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import g, request

from web.choices import CHOICES, chosen

if TYPE_CHECKING:
    from flask import Flask, Response

NAME, ON, OFF = "suspense", "on", "off"
WISHES = CHOICES[NAME]
REACHED = "reached"
"""Cookie: the ids of the records whose end a reader in suspense has come to, the latest last; the page's script writes it too."""
MOST_REACHED = 60
_YEAR = 365 * 24 * 3600


def in_suspense() -> bool:
    """Whether this request is to show nothing of what comes later: as its address says, else as it was chosen before."""
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


def keep_reached(app: Flask) -> None:
    """Let ``app`` keep which records' ends were reached."""
    app.after_request(_remember)


def _remember(response: Response) -> Response:
    record = g.pop("reached", None)
    if record is not None:
        known = [*(found for found in reached() if found != record), record][-MOST_REACHED:]
        response.set_cookie(REACHED, ".".join(known), max_age=_YEAR, samesite="Lax", secure=request.is_secure)
    return response
