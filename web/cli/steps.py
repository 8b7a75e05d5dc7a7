"""Steps as people name them: by the number that every page has, or ``e12`` for an event, as files and the API number them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click
import msgspec

from records.core.sentences import N_
from records.core.viewers import PUBLIC
from records.errors import VersionNotFound
from records.service.cases.views import ARBITER

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.service import GameBook, RecordView
    from web.words.phrases import Locale

_STEP = N_("step %(n)s")
_NAMED = re.compile(r"(e?)([0-9]{1,9})", re.ASCII)


class NamedStep(msgspec.Struct, frozen=True):
    """A step that somebody named."""

    number: int
    event: bool = False
    """Whether ``number`` is that of an event."""

    def version(self, view: RecordView) -> int:
        """Return the event after which it stands; raises ``VersionNotFound`` for a step that the viewer's record does not have.

        An event that is not there is for the caller's question to refuse.
        """
        if self.event:
            return self.number
        found = view.timeline.version_of(self.number)
        if found is None:
            raise VersionNotFound(f"record {view.header.record} has steps 0 to {len(view.timeline.told)}, not {self.number}")
        return found


class StepParam(click.ParamType["NamedStep | str"]):
    """``12``, or ``e12``; from ``least`` on. With ``or_text`` anything else stays a text."""

    name = "step"

    def __init__(self, *, least: int = 0, or_text: bool = False) -> None:
        self._least, self._or_text = least, or_text

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return a ``NamedStep``."""
        if isinstance(value, NamedStep):
            return value
        named = _NAMED.fullmatch(value)
        if named is None and self._or_text:
            return value
        if named is None or int(named[2]) < self._least:
            self.fail(f"{value!r} is no step: say its number, from {self._least} on, or e12 for event 12.", param, ctx)
        return NamedStep(int(named[2]), event=bool(named[1]))


def with_at(what: str = "The table after this step; 0 is the start.") -> Callable[[Any], Any]:
    """Return the option ``--at``, which hands the command a ``NamedStep``, or None."""
    return click.option("--at", metavar="STEP", type=StepParam(), help=f"{what} [default: the last]")


def version_at(view: RecordView, at: NamedStep | None) -> int:
    """Return the event that ``--at`` names, the last one without it; raises ``VersionNotFound``."""
    return view.steps if at is None else at.version(view)


def seen_as(book: GameBook, record: str, viewer: str) -> RecordView:
    """Return a record as the steps of its viewer are counted: the arbiter's are the public's."""
    return book.record(book.keeper, record, PUBLIC if viewer == ARBITER else viewer)


def number_of(view: RecordView, version: int) -> int:
    """Return the number of a step."""
    return view.timeline.step_number(version)


def step_of(view: RecordView, version: int, locale: Locale) -> str:
    """Return what a step is called."""
    return locale.translated(_STEP) % {"n": number_of(view, version)}
