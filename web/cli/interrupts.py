"""Ctrl-C between two things, not amid one."""

from __future__ import annotations

import signal
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Let Ctrl-C wait until this is done: so it is known what was stored. Raises ``KeyboardInterrupt`` at the end if it was pressed."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # in the background nobody presses it
        yield
        return
    pressed = []
    before = signal.signal(signal.SIGINT, lambda _number, _frame: pressed.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if pressed:
        raise KeyboardInterrupt
