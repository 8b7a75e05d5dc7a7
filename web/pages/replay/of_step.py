"""The table beside what is read or written about one of its steps, with the ways to the steps around it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from flask import url_for

from records.core.viewers import viewer_key
from web.pages.replay.story import ways_from
from web.pages.replay.table import ShownTable
from web.suspense import in_suspense
from web.words.texts import _, number

if TYPE_CHECKING:
    from records.service import RecordView


class OfStep:
    """What a mode of the replay that is about a step may ask of its table."""

    def __init__(self, view: RecordView, at: int, path: str = "") -> None:
        """``path``: the page that says the same about another step; "" where it is about this one alone."""
        self._view, self._at, self._path, self._viewer = view, at, path, viewer_key(view.viewer)
        self._record = url_for("pages.replay", record=view.header.record)
        self._told = told = view.timeline_until(at) if in_suspense() else view.timeline
        self.replay = f"{self._record}?at={at}&as={self._viewer}"
        """Address of the step in the replay, through the same eyes."""
        ways = ways_from(told, at if in_suspense() else view.steps, at)
        self.back, self.on = self._to(ways.back), self._to(ways.on)
        """Addresses of the same about the steps around it, "" for none."""

    @cached_property
    def table(self) -> ShownTable:
        """The table, its places leading to their lists."""
        return ShownTable(self._view, self._at, path=self._record, told=self._told)

    @property
    def words(self) -> str:
        """Which step it is, in suspense without how many there are."""
        if in_suspense():
            return _("Step %(n)s", n=number(self._told.step_number(self._at)))
        return _("Step %(n)s of %(count)s", n=number(self._told.step_number(self._at)), count=number(len(self._told.told)))

    def _to(self, at: int | None) -> str:
        return "" if at is None or not self._path else f"{self._path}?at={at}&as={self._viewer}"
