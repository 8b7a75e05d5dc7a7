"""The process that keeps the workers of ``kiebitz serve``: one that dies is followed by another, however often."""

from __future__ import annotations

import multiprocessing
import time
from functools import partial
from typing import TYPE_CHECKING, Any

from granian.log import logger
from granian.server.mp import MPServer

if TYPE_CHECKING:
    from collections.abc import Callable

SOON = 5.5
"""Seconds. A worker that dies earlier is followed later and later."""
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before the second successor of one that died soon, doubled for each further one; other workers go on answering meanwhile."""
MOST_STARTS = 4
"""How often a worker is started while none was ever ready: what is wrong then does not pass by itself."""


class Supervisor(MPServer):
    """Granian's server without its rule that two deaths of a worker within 5.5 s end all of it."""

    def __init__(self, target: str, **named: Any) -> None:
        super().__init__(target, respawn_failed_workers=True, **named)
        self._died_soon: dict[int, int] = {}
        # Without a lock: a worker that is killed while it holds one would hold it for ever.
        self._ready = multiprocessing.get_context("spawn").RawValue("b", 0)
        self.gave_up = False

    def keep(self, load: Callable[[Any], Any]) -> None:
        """Serve what ``load`` returns in each worker until a signal ends it; ``load`` is given a value that it sets to 1 when it is ready.

        Raises SystemExit where no worker ever came to that.
        """
        self.serve(target_loader=partial(load, self._ready), wrap_loader=False)
        if self.gave_up:
            raise SystemExit(1)

    def _respawn_workers(self, workers: list[int], spawn_target: Any, target_loader: Any, delay: float = 0) -> None:
        for index in workers:
            lived = time.monotonic() - self.wrks[index].birth
            soon = self._died_soon[index] = self._died_soon.get(index, 0) + 1 if lived < SOON else 0
            if not self._ready.value and soon >= MOST_STARTS:
                logger.error("No worker could begin, exiting")
                self.gave_up = self.interrupt_signal = True
                self.main_loop_interrupt.set()
                return
            if soon > 1:
                self._pause(min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (soon - 2)))
            if self.interrupt_signal:
                return
            super()._respawn_workers([index], spawn_target, target_loader, delay)
        self.respawned_wrks.clear()  # by which granian would find that one died soon

    def _pause(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while not self.interrupt_signal and time.monotonic() < until:
            time.sleep(0.05)
