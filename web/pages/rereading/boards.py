"""The two tables of a comparison side by side, at one moment of both: what differs, where they are together again, what stops a line."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.editions.rulesets import Ruleset
from records.core.viewers import viewer_key
from records.rulings.orders import told_alike
from records.values import replace
from web.pages.board.board import Board
from web.pages.replay.controls import Control
from web.pages.replay.differing import differing
from web.pages.replay.table import ShownTable
from web.pages.rereading.moments import columns_of, paired_moments
from web.words.texts import _, number

if TYPE_CHECKING:
    from collections.abc import Callable

    from markupsafe import Markup

    from records.core.sentences import Sentence
    from records.rulings.redoing.compare import Comparison, PlayMoment
    from records.rulings.redoing.plays import RecordedPlay
    from records.service import RecordView
    from web.pages.rereading.moments import LineColumn, PairedMoment

MOST_KEPT = 3
"""Comparisons of one log that are kept while somebody steps through them."""


class PairedLines(msgspec.Struct, frozen=True, kw_only=True):
    """A comparison with its columns and their moments, computed once for all steps of the page."""

    found: Comparison
    columns: tuple[LineColumn, ...]
    moments: tuple[PairedMoment, ...]

    def opens(self) -> int:
        """Return the first moment at which the columns came on differently, as far as that shows in their words."""
        for nth, moment in enumerate(self.moments):
            if nth and (len(set(moment.new)) > 1 or self._said_apart(moment)):
                return nth
        return min(1, len(self.moments) - 1)

    def _said_apart(self, moment: PairedMoment) -> bool:
        first, *others = (self._words(column, at) for column, at in zip(self.columns, moment.at, strict=True))
        return any(other != first for other in others)

    @staticmethod
    def _words(column: LineColumn, at: int) -> tuple[Sentence, ...]:
        return next((step.lines for step in column.seen.timeline.told if step.version == at), ())


def paired(view: RecordView, found: Callable[[], Comparison], readings: tuple[str, str]) -> PairedLines:
    """Return the lines of a comparison in step, from their parting on; without moments where they never part."""

    def pair() -> PairedLines:
        comparison = found()
        parting = parting_of(comparison)
        columns = columns_of(view, comparison) if parting is not None else ()
        plays = [one.play for one in comparison.plays if parting is not None and one.play.number >= parting.number]
        return PairedLines(found=comparison, columns=columns, moments=paired_moments(columns, plays) if plays else ())

    return view.seen.pieces.once("compared", pair, readings, most=MOST_KEPT, shared=(Ruleset,))


def going_otherwise(view: RecordView, own: Ruleset, other: Ruleset, readings: tuple[str, str]) -> tuple[PlayMoment, ...]:
    """Return the plays that go otherwise under ``other``, each from the record's own position before it."""
    return view.seen.pieces.once("moments", lambda: tuple(view.moments(own, other)), readings, most=MOST_KEPT, shared=(Ruleset,))


def parting_of(found: Comparison) -> RecordedPlay | None:
    """Return the play at which the lines part, or from which on nothing can be judged."""
    return found.parts or next((one.play for one in found.plays if one.status == "cannot be judged"), None)


def told_alike_at_parting(view: RecordView, lines: PairedLines) -> Sentence | None:
    """Return what differs where both lines part, read the same and leave the same table; None where words or tables tell it."""
    parts, columns = lines.found.parts, lines.columns[-2:]
    if parts is None:
        return None
    plays = [column.versions.get(parts.number, ()) for column in columns]
    if not all(plays):
        return None
    words = [
        [step.lines for step in column.seen.timeline.told if step.version in play] for column, play in zip(columns, plays, strict=True)
    ]
    if words[0] != words[1]:
        return None
    if differing([ShownTable(replace(view, seen=column.seen), play[-1]) for column, play in zip(columns, plays, strict=True)]):
        return None
    redone = [next(one for one in line.plays if one.play == parts.number) for line in (lines.found.a, lines.found.b)]
    return told_alike(*((event for _v, _cause, event in one.events) for one in redone))


class BoardColumn(msgspec.Struct, frozen=True, kw_only=True):
    """A column: its table, what happened there, and why it goes no further."""

    key: str
    title: str
    table: ShownTable
    said: list[tuple[Markup, str]]
    """What happened there since the moment before: sentences, each with its paragraph or ""."""
    stop: str
    """Why it goes no further from here on, "" where it does."""
    record_step: str
    """Of the record's own column the address of the step in the replay."""
    record_line: str
    """Of the same the address at which a line begins after this step."""


class SideBySide:
    """What the template asks of the boards at moment ``nth``."""

    def __init__(  # noqa: PLR0917 -- what a page of two lines is made of
        self,
        view: RecordView,
        lines: PairedLines,
        nth: int,
        titles: dict[str, str],
        to: Callable[[int], str],
        stop: Callable[[LineColumn], str],
        step: Callable[[int], str],
    ) -> None:
        self.lines, self.nth, self._to, self._view = lines, nth, to, view
        self.moment = lines.moments[nth]
        self.columns = tuple(self._column(titles, stop, step, place, column) for place, column in enumerate(lines.columns))

    def _column(
        self,
        titles: dict[str, str],
        stop: Callable[[LineColumn], str],
        step: Callable[[int], str],
        place: int,
        column: LineColumn,
    ) -> BoardColumn:
        at = self.moment.at[place]
        other = 1 if place == 0 else 0 if place == 1 else 1
        beside = Board(replace(self._view, seen=self.lines.columns[other].seen), self.moment.at[other], "")
        table = ShownTable(replace(self._view, seen=column.seen), at, beside=beside)
        return BoardColumn(
            key=column.key,
            title=titles[column.key],
            table=table,
            said=table.said(self.lines.moments[self.nth - 1].at[place]) if self.nth else [],
            stop=stop(column) if self._stands_still(place) else "",
            record_step=step(at) if column.key == "record" else "",
            record_line=f"{url_for('lines.beside', record=self._view.header.record)}?at={at}&as={viewer_key(self._view.viewer)}",
        )

    def _stands_still(self, place: int) -> bool:
        """Whether a line has come as far as it goes."""
        stop = self.lines.columns[place].stop
        at = self.moment.at[place]
        return stop is not None and self.moment.play.number >= stop.play and at == self.lines.moments[-1].at[place]

    @property
    def count(self) -> int:
        """The number of the last moment; 0 is before the parting."""
        return len(self.lines.moments) - 1

    @cached_property
    def controls(self) -> dict[str, Control]:
        """The controls by the names that they have in the replay; turns are plays here."""
        moments = self.lines.moments
        begins = [nth for nth, moment in enumerate(moments) if moment.last or nth == 0]
        ways = {
            "first": 0 if self.nth else None,
            "back-turn": max((nth for nth in begins if nth < self.nth), default=None),
            "back": self.nth - 1 if self.nth else None,
            "on": self.nth + 1 if self.nth < self.count else None,
            "on-turn": min((nth for nth in begins if nth > self.nth), default=None),
            "last": self.count if self.nth < self.count else None,
        }
        return {name: Control("" if to is None else self._to(to)) for name, to in ways.items()}

    @property
    def heading(self) -> str:
        """What the section of the tables is called."""
        return _("Both tables, in step")

    @property
    def here(self) -> str:
        """Where one is."""
        moment = _("Moment %(n)s of %(count)s", n=number(self.nth), count=number(self.count))
        return f"{moment}: {self.where}."

    @property
    def alike(self) -> str:
        """Whether both readings stand in the same position after this play, in a sentence; "" where they do not."""
        status = next((one.status for one in self.lines.found.plays if one.play is self.moment.play), "")
        if self.nth == 0:
            return _("Up to here the readings agree.")
        return _("Both readings are in the same position again.") if self.moment.last and status in {"meets", "same"} else ""

    @property
    def where(self) -> str:
        """Which step of the record the moment belongs to."""
        first, last = (self._view.timeline.step_number(at) for at in (self.moment.play.first, self.moment.play.last))
        if first == last:
            return _("step %(n)s of the record", n=number(first))
        return _("steps %(first)s to %(last)s of the record", first=number(first), last=number(last))

    @cached_property
    def differences(self) -> list[tuple[str, list[str]]]:
        """Every figure and place that is not the same in all columns: title, what each column has."""
        return differing([column.table for column in self.columns])
