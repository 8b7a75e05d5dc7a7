"""The limit of exact answers. Work is counted, not timed, so that answers are reproducible."""

from __future__ import annotations

from records.knowledge.worlds.counts import Counts


class TooWide(Exception):
    """An exact answer would take more work than is allowed."""


class Narrow(Counts):
    """Counts that raise ``TooWide`` where other counts would forget what distinguishes states."""

    def widen(self) -> None:
        """Give up where classes overlap too much."""
        super().widen()
        if self.wider:
            raise TooWide

    def _forget(self) -> None:
        raise TooWide
