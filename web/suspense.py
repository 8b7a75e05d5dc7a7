"""Suspense: who reads a game and does not want to know how long it lasts, or how it ends, is sent neither.

It is chosen by a link of the replay page or of the shelf, and kept in a cookie (``web/choices.py``).
"""

from __future__ import annotations

from web.choices import CHOICES, chosen

NAME, ON, OFF = "suspense", "on", "off"
WISHES = CHOICES[NAME]


def in_suspense() -> bool:
    """Whether this request is to show nothing of what comes later: as its address says, else as it was chosen before."""
    return chosen(NAME) == ON
