"""The one form in which names of people are compared, found, counted and kept apart."""

from __future__ import annotations

import re
from unicodedata import normalize

_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
"""What Unicode lets a program leave out of sight (Default_Ignorable_Code_Point), and the empty cell of Braille."""


def folded(name: str) -> str:
    """Return ``name`` as it is compared: case, width and composition unified, without invisible characters, each gap one space.

    Folding twice changes nothing. If nothing is left, the result is "".
    """
    if name.isascii():
        return " ".join(name.lower().split())
    before, now = "", name
    while now != before:  # what goes out of sight may let two signs join
        before, now = now, " ".join(_UNSEEN.sub("", normalize("NFKC", normalize("NFKC", now).casefold())).split())
    return now
