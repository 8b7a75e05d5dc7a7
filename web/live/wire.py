"""Server-sent events of a class: ids and numbers, the same bytes for everybody in it.

``id:`` is the version of the class's own stream, so a client that comes back (``Last-Event-ID``) gets what it missed. The policy is asked
before each event, and at least every ``ASKED`` seconds.
"""

from __future__ import annotations

import json
from time import monotonic
from typing import TYPE_CHECKING

from records.errors import RecordsError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from records.service.classes.views import WireEvent
    from web.live.slots import StreamSlots
    from web.live.watch import ClassWatch

ASKED = 15.0
"""Seconds after which the policy is asked again, and a word is sent by which a dead connection is found."""
LASTS = 600.0
"""Seconds after which a stream ends; a browser comes back by itself."""
RETRY = 1000
"""Milliseconds after which a browser comes back."""


def lines(event: WireEvent) -> bytes:
    """Return an event as it is sent."""
    data = json.dumps(dict(event.data), separators=(",", ":"))
    return f"id: {event.version}\nevent: {event.name}\ndata: {data}\n\n".encode()


class ClassStreamBody:
    """The body of an answer that goes on as the class does; its place among the streams is given back when it is closed."""

    def __init__(
        self,
        read: Callable[[int], tuple[int, Sequence[WireEvent]]],
        watch: ClassWatch,
        slots: StreamSlots,
        *,
        caller: str,
        in_class: str,
        after: int,
    ) -> None:
        self._slots, self._caller = slots, caller
        self._body = _told(read, watch, in_class, after)
        self._open = True

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._body)

    def close(self) -> None:
        """End it."""
        self._body.close()
        if self._open:
            self._open = False
            self._slots.leave(self._caller)


def _told(read: Callable[[int], tuple[int, Sequence[WireEvent]]], watch: ClassWatch, in_class: str, after: int) -> Generator[bytes]:
    """Yield the events to send after a version; ``read`` asks the policy, and returns the number of events and those to send."""
    ends = monotonic() + LASTS
    with watch.watching(in_class):
        yield f"retry: {RETRY}\n\n".encode()
        while monotonic() < ends and not watch.ended:
            try:
                count, events = read(after)
            except RecordsError:
                return  # without access nothing more is sent; coming back gets the answer
            for event in events:
                yield lines(event)
            after = max(after, count)
            if not watch.wait(in_class, count, ASKED):
                yield b": \n\n"
