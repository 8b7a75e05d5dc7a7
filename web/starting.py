"""How a process starts: quickly, and with the one that started it as the one that ends it."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def importing() -> Iterator[None]:
    """Look for no garbage while modules are imported, nor among them later: they stay, and the search would take a sixth of the time."""
    collects, before = gc.isenabled(), len(sys.modules)
    gc.disable()
    try:
        yield
    finally:
        if len(sys.modules) > before:
            gc.freeze()
        if collects:
            gc.enable()


def follow_parent() -> None:
    """Let only the parent end this process: it ignores Ctrl-C, and ends if its parent is killed."""
    if hasattr(os, "setsid"):
        os.setsid()
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=watch, daemon=True).start()
