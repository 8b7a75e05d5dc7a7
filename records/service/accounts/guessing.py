"""How often passwords, codes and links may be tried, by whom and from where (design/access: Guessing)."""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING

import msgspec

from records.errors import TooManyAttempts
from records.store import CountedAttempts

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from records.store import AttemptRows

_DAY = timedelta(days=1)


class Limit(msgspec.Struct, frozen=True):
    """How often something may fail: a number of times at once, then once per interval."""

    most: int
    every: timedelta

    @property
    def a_day(self) -> int:
        """The most failures possible within a day."""
        return self.most + _DAY // self.every

    def by(self, *parts: str) -> CountedAttempts:
        """Return the counter for ``parts``, which the store holds only as a hash."""
        return CountedAttempts(digest(*parts), self.every // timedelta(milliseconds=1), self.most)


BY_BROWSER = Limit(10, timedelta(minutes=15))
"""Passwords of an account, from a browser in which it signed in before."""
BY_NAME_HERE = Limit(5, timedelta(minutes=15))
"""Passwords of a name, from one network."""
BY_NAME = Limit(30, timedelta(minutes=10))
"""Passwords of a name, from everywhere."""
BY_NETWORK = Limit(500, timedelta(seconds=30))
"""Passwords of all names, from one network."""
OF_STRANGERS = 100
"""From this many failures on, a network lets only accounts try that signed in from there before."""
OLD_PASSWORD = Limit(10, timedelta(minutes=15))
"""The old password of a signed-in account that chooses another one, by account."""
CODES_OF_ACCOUNT = Limit(20, timedelta(minutes=5))
"""Codes of seats by account: taking a seat requires signing in."""
CODES_HERE = Limit(1000, timedelta(seconds=1))
"""Codes of one purpose from one network. They have 40 random bits, so the greater danger is that a class cannot join."""
CODES = Limit(10_000, timedelta(milliseconds=20))
"""Codes of one purpose from everywhere: reaching this limit takes all the server's capacity."""
CODES_OF_LEARNER = Limit(20, timedelta(minutes=1))
"""Codes from a phone that is already in a class here."""
LINKS = Limit(50, timedelta(seconds=15))
"""Invalid links, from one network."""
CASES = Limit(3, timedelta(minutes=5))
"""Cases that are opened through one link, and from one network."""


class Guesses:
    """Counts failures. Safe to share among threads and processes: all state is in the database."""

    def __init__(self, rows: AttemptRows, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._rows, self._now = rows, now

    def check(self, *rows: CountedAttempts) -> None:
        """Raise ``TooManyAttempts`` if one of ``rows`` has no room."""
        wait = self._rows.wait(rows, self._now())
        if wait:
            raise TooManyAttempts(wait)

    def count(self, *rows: CountedAttempts) -> None:
        """Count one failure in each row; if one has no room, raises ``TooManyAttempts`` and counts none."""
        if not self.has_counted(*rows):
            raise TooManyAttempts(self.wait(*rows))

    def count_where_room(self, *rows: CountedAttempts) -> None:
        """Count one failure in each row that has room."""
        self._rows.count(rows, self._now(), where_room=frozenset(row.key for row in rows))

    def has_counted(self, *rows: CountedAttempts) -> bool:
        """Count one failure in each row; if one has no room, returns False and counts none."""
        return self._rows.count(rows, self._now()) is not None

    def wait(self, *rows: CountedAttempts) -> int:
        """Return the seconds until all of ``rows`` have room."""
        return max(1, self._rows.wait(rows, self._now()))

    def begin(self, hard: Sequence[CountedAttempts], soft: CountedAttempts) -> tuple[int, bool]:
        """Count an attempt before it is made, so that many simultaneous ones do not pass; ``right`` undoes the count.

        Returns the count of the last of ``hard``, and whether ``soft`` had room. Raises ``TooManyAttempts``.
        """
        found = self._rows.count([*hard, soft], self._now(), where_room=frozenset({soft.key}))
        if found is None:
            raise TooManyAttempts(self.wait(*hard))
        return found[hard[-1].key], soft.key in found

    def right(self, *rows: CountedAttempts, forget: CountedAttempts) -> None:
        """Undo the count of a successful attempt, and clear the failures counted by ``forget``."""
        self._rows.take_back(rows, (forget,))


def network_of(address: str) -> str:
    """Return the network of an address, /24 or /64, as text; all texts that are no address share one network."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return "unknown"
    mapped = getattr(found, "ipv4_mapped", None) or found
    return str(ip_network(f"{mapped}/{24 if mapped.version == 4 else 64}", strict=False))  # noqa: PLR2004 -- of IP


def digest(*parts: str) -> str:
    """Return the hash that the store holds in place of ``parts``."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()
