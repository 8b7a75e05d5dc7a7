"""Passwords: argon2id, two hashings at a time in a process, so that a crowd at the door takes neither all memory nor all processors.

A name that nobody has is hashed as well: the time of an answer does not tell which names there are.
"""

from __future__ import annotations

import re
import threading
import unicodedata

import argon2
from argon2.exceptions import VerifyMismatchError

from records.core.folding import folded

MEMORY, PASSES, THREADS = 19 * 1024, 2, 1
"""KiB that one hashing takes, how often it goes over them, and with how many threads."""
AT_ONCE = 2
"""Hashings at a time in a process; others wait for their turn."""
LEAST, MOST = 10, 200
"""Characters of a new password."""
NOBODYS = "$argon2id$v=19$m=19456,t=2,p=1$t1KGXaQdVU5EV2GJ838a+g$vqXY0sFjDV48pPzOsH3D/oQabTRMzYABC68G24cDP+0"
"""Hash of random bytes that were thrown away: what a password is compared with where nobody has the name."""
SITE = "kiebitz"
_PARTS = re.compile(r"\w{3,}")
_STORED = re.compile(r"\$argon2id\$v=19\$m=\d{1,9},t=\d{1,3},p=\d{1,3}\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}")

_hasher = argon2.PasswordHasher(time_cost=PASSES, memory_cost=MEMORY, parallelism=THREADS)
_turn = threading.BoundedSemaphore(AT_ONCE)


def is_acceptable(password: str, *known: str) -> bool:
    """Whether a new password may be taken: neither too short, nor too long, nor made of ``known`` words and digits alone.

    ``known`` is what a stranger would try first: the name, what the site is called, the code. Its parts count as well, in any writing.
    """
    if not LEAST <= len(_plain(password)) <= MOST:
        return False
    words = {part for text in (*known, SITE) for part in (_letters(text), *map(_letters, _PARTS.findall(folded(text)))) if part}
    left = _letters(password)
    without = re.sub("|".join(re.escape(word) for word in sorted(words, key=len, reverse=True)), "", left)
    return without == left or any(not sign.isdecimal() for sign in without)


def hashed(password: str) -> str:
    """Return what is stored of a password: method, costs, a salt of its own and the hash, as one ASCII text."""
    with _turn:
        return _hasher.hash(_plain(password))


def matches(stored: str | None, password: str) -> bool:
    """Whether ``stored`` was made of ``password``; None where nobody has the name that was typed.

    It hashes once in any case, also where what is stored is damaged.
    """
    known = stored if stored is not None and _STORED.fullmatch(stored) else None
    with _turn:
        try:
            _hasher.verify(NOBODYS if known is None else known, _plain(password))
        except VerifyMismatchError:
            return False
    return known is not None


def needs_rehash(stored: str) -> bool:
    """Whether ``stored`` has other costs than a password that is hashed today; after a login it is then hashed anew."""
    return _hasher.check_needs_rehash(stored)


def _letters(text: str) -> str:
    """Return letters and digits of a text as they are compared, and nothing else."""
    return "".join(sign for sign in folded(text) if sign.isalnum())


def _plain(text: str) -> str:
    """Return one form of what can be typed in several: an umlaut as one character or as two."""
    return unicodedata.normalize("NFKC", text)
