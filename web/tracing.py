"""The request that a thread answers, for logs and figures: its number and its route, without its caller."""

from __future__ import annotations

import secrets
import time
from contextvars import ContextVar
from dataclasses import dataclass, field

ENVIRON = "kiebitz.trace"
"""Its key in the environment of a request."""
NOWHERE = "-"
"""The route of an address that has none."""


@dataclass(slots=True)
class Trace:
    """A request that is being answered."""

    method: str
    id: str = field(default_factory=lambda: secrets.token_hex(4))
    """By which a reader and the log name the same request."""
    begun: float = field(default_factory=time.perf_counter)
    route: str = NOWHERE
    """The pattern of its address, ``/records/<record>``: no address itself, in which ids and tokens stand."""
    status: int = 0

    @property
    def seconds(self) -> float:
        """How long it has taken so far."""
        return time.perf_counter() - self.begun


_now: ContextVar[Trace | None] = ContextVar("trace", default=None)
begin, end = _now.set, _now.reset


def current() -> Trace | None:
    """Return the request that this thread answers, if it answers one."""
    return _now.get()
