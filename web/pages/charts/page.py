"""The page of a chart: its panels, and the same numbers as a table."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
from flask import url_for

from records.core.ids import PileId, SeatKey
from records.core.sentences import N_
from records.core.viewers import OPEN, PUBLIC, viewer_key
from web.charts import CHARTS
from web.charts.drawing import Pen, bounds, figure
from web.charts.lines import IN_HANDS, IN_PILES, TOTAL
from web.charts.sheet import GRAINS, chart_sheet
from web.pages.board.labels import place_title
from web.pages.board.seat_colors import seat_color
from web.pages.rules.page import has_rules
from web.queries import read_choice, read_number
from web.suspense import in_suspense
from web.words.games import game_face
from web.words.texts import _, decimal, number
from web.words.wording import say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.viewers import Caller
    from records.projections.timeline import Step
    from records.service import GameBook, RecordView
    from web.charts.lines import ChartLine, ChartPoint
    from web.charts.sheet import ChartSheet

WORDS = {TOTAL: N_("Cards in piles and hands"), IN_PILES: N_("in piles"), IN_HANDS: N_("in hands")}
MOST_TOLD = 6
"""Steps listed as those that told the most."""


class Key(msgspec.Struct, frozen=True, kw_only=True):
    """A line's name and look, in words of the style sheet."""

    name: str
    color: int
    look: str
    """``record``, ``seat`` or ``spectator``."""


class Panel(msgspec.Struct, frozen=True, kw_only=True):
    """A figure with its heading."""

    id: str
    title: str
    summary: str
    """The figure in a sentence, for screen readers."""
    keys: tuple[Key, ...]
    figure: dict[str, Any]


class StepRow(msgspec.Struct, frozen=True):
    """A step of the table."""

    at: int
    words: str
    cells: tuple[str, ...]


class BitsTold(msgspec.Struct, frozen=True):
    """The information that a step gave a viewer."""

    at: int
    words: str
    bits: str


class ChartPage:
    """What the template takes."""

    def __init__(self, book: GameBook, sheet: ChartSheet, at: int | None, *, suspense: bool = False) -> None:
        self._sheet, self._view, self.at, self._suspense = sheet, sheet.view, at, suspense
        self.chart = sheet.chart
        self.game = game_face(book.games, self._view.header.game)
        self.names = [seat_name(seat, self._view.names) for seat in self._view.header.seats]
        self.viewer = viewer_key(self._view.viewer)
        self._record = self._view.header.record
        self.replay = url_for("pages.replay", record=self._record)
        self.table = self.step(at or 0)
        self.has_rules = has_rules(self._view.header.game)

    @property
    def charts(self) -> list[tuple[str, str, bool]]:
        """Name, address and whether it is this one, of each chart that the record has."""
        return [(_(chart.title), self._to(chart=name), chart is self.chart) for name, chart in CHARTS.items() if chart.fits(self._view)]

    @property
    def viewers(self) -> list[tuple[str, str, bool, int | None]]:
        """Name, address, whether it is this one, and seat color, of each viewer that may be chosen."""
        seats = [(str(seat), seat_name(seat, self._view.names), self._color(seat)) for seat in self._view.header.seats]
        named = [*seats, (viewer_key(PUBLIC), _("Spectator"), None), (viewer_key(OPEN), _("Open table"), None)]
        return [(name, self._to(viewer=key), key == self.viewer, shield) for key, name, shield in named]

    @property
    def grains(self) -> list[tuple[str, str, bool]]:
        """Name, address and whether it is this one, of each choice of steps."""
        return [(_(label), self._to(grain=grain), grain == self._sheet.grain) for grain, label in GRAINS.items()]

    def _to(self, *, chart: str = "", viewer: str = "", grain: str = "") -> str:
        """Return the address of this page with one thing changed."""
        path = url_for("charts.chart", record=self._record, chart=chart or self.chart.name)
        return f"{path}?as={viewer or self.viewer}&grain={grain or self._sheet.grain}{self._moment}"

    @property
    def _moment(self) -> str:
        return "" if self.at is None else f"&at={self.at}"

    @property
    def extents(self) -> list[tuple[str, str, bool]]:
        """Choices of how far the game is drawn: name, address, whether it is this one; none if it is drawn whole, and in suspense."""
        if self.at is None or self._suspense:
            return []
        path = url_for("charts.chart", record=self._record, chart=self.chart.name)
        whole = f"{path}?as={self.viewer}&grain={self._sheet.grain}"
        return [(_("Up to step %(n)s", n=number(self.nth(self.at))), self._to(), True), (_("The whole game"), whole, False)]

    def download(self, suffix: str) -> str:
        """Return the address of the numbers: ``""`` is JSON, ``.csv`` a table."""
        path = url_for("api.chart", record=self._record, chart=self.chart.name)
        return f"{path}{suffix}?as={self.viewer}&grain={self._sheet.grain}{self._moment}"

    @property
    def numbered(self) -> str:
        """The address of the step with the number STEP."""
        return f"{self.replay}?step=STEP&as={self.viewer}"

    def nth(self, at: int) -> int:
        """Return the number of the step after event ``at``, as the arrows count."""
        return self._view.timeline.step_number(at)

    def step(self, at: int) -> str:
        """Return the address of a step."""
        return f"{self.replay}?at={at}&as={self.viewer}"

    @property
    def house(self) -> bool:
        """Whether house values count in it."""
        return self.chart.with_record and any(figure.house for face in self._view.faces.values() for figure in face.figures)

    @property
    def estimated(self) -> bool:
        """Whether some of its numbers are approximations."""
        return any(not point.exact for line in self._sheet.lines for point in line.points)

    @property
    def pending(self) -> str:
        """The address at which it continues, if some numbers are not computed yet."""
        return self._to() if self._sheet.pending else ""

    @property
    def worked(self) -> tuple[int, int]:
        """How many numbers of lines are worked out, and of how many."""
        points = [point for line in self._sheet.lines for point in line.points]
        return sum(not point.pending for point in points), len(points)

    @property
    def thinned(self) -> str:
        """A sentence if only some steps are measured, else ""."""
        if self._sheet.stride == 1:
            return ""
        return _("The record is very long: one value in %(n)s is drawn.", n=number(self._sheet.stride))

    @property
    def panels(self) -> list[Panel]:
        """The figures."""
        wanted = self.chart.drawn or tuple(dict.fromkeys(line.of for line in self._sheet.lines))
        return [self._panel(nth, of) for nth, of in enumerate(wanted)]

    def _panel(self, nth: int, of: str) -> Panel:
        lines = [line for line in self._sheet.lines if line.of == of and line.points]
        pens = [self._pen(line) for line in lines]
        return Panel(
            id=f"figure-{nth}",
            title=self._named(of),
            summary=" ".join(self._summary(line, pen) for line, pen in zip(lines, pens, strict=True)),
            keys=tuple(_key(pen) for pen in pens),
            figure=figure(list(zip(lines, pens, strict=True)), at=self.at, last=self._sheet.last, steps=_("Step"), nth=self.nth),
        )

    def _summary(self, line: ChartLine, pen: Pen) -> str:
        values = [point.value for point in line.points if point.value is not None]
        if not values:
            return _("%(name)s: not recorded.", name=pen.name)
        if min(values) == max(values):
            return _("%(name)s: %(value)s all the time.", name=pen.name, value=decimal(values[0]))
        return _(
            "%(name)s: from %(first)s to %(last)s, at least %(least)s, at most %(most)s.",
            name=pen.name,
            first=decimal(values[0]),
            last=decimal(values[-1]),
            least=decimal(min(values)),
            most=decimal(max(values)),
        )

    def _pen(self, line: ChartLine) -> Pen:
        if line.eyes == viewer_key(OPEN):
            return Pen(_("as it was"), None, record=True)
        if line.eyes == viewer_key(PUBLIC):
            return Pen(_("Spectator"), None)
        seat = SeatKey(line.eyes)
        return Pen(seat_name(seat, self._view.names), self._color(seat))

    def _color(self, seat: SeatKey) -> int:
        return seat_color(self._view.header.seats, seat)

    def _named(self, of: str) -> str:
        if of in WORDS:
            return _(WORDS[of])
        place = self._view.game.board.places.get(of.partition(":")[0])
        return place_title(PileId(of), place, OPEN, self._view.names) if place else of

    @property
    def columns(self) -> list[str]:
        """Headings of the table's columns, after step and words."""
        return [f"{self._named(line.of)}, {self._pen(line).name}" for line in self._sheet.lines]

    @property
    def rows(self) -> list[StepRow]:
        """The numbers after each measured step that is narrated to the viewer."""
        followers = [_Follower(line.points) for line in self._sheet.lines]
        measured = {point.at for line in self._sheet.lines for point in line.points}
        rows = [StepRow(0, _("Start"), tuple(follower.cell(0) for follower in followers))]
        rows += [
            StepRow(step.version, self._words(step), tuple(follower.cell(step.version) for follower in followers))
            for step in self._view.timeline.told
            if step.version in measured
        ]
        return rows

    def _words(self, step: Step) -> str:
        sentences = (*step.lines, *(tell.sentence for tell in step.tells))
        return say_plainly(sentences[0], self._view.names, self._view.faces) if sentences else ""

    @property
    def told(self) -> list[tuple[str, list[BitsTold]]]:
        """The steps that gave each viewer the most information, in bits; nothing if the chart is not about knowledge."""
        if TOTAL not in self.chart.drawn:
            return []
        words = {step.version: self._words(step) for step in self._view.timeline.told}
        return [(self._pen(line).name, _most_told(line.points, words)) for line in self._sheet.lines if line.of == TOTAL]


class _Follower:
    """A line read step by step: between two of its points the earlier one holds."""

    def __init__(self, points: Sequence[ChartPoint]) -> None:
        self._points, self._next = points, 0

    def cell(self, at: int) -> str:
        """Return the cell of the table at a step; call it in order of steps."""
        while self._next < len(self._points) and self._points[self._next].at <= at:
            self._next += 1
        return _cell(self._points[self._next - 1]) if self._next else ""


def _cell(point: ChartPoint) -> str:
    if point.value is None:
        return _("not calculated yet") if point.pending else _("not recorded")
    value = decimal(point.value) if point.exact else f"≈ {decimal(point.value)}"
    return value if point.least == point.most else f"{value} ({bounds(point)})"


def _most_told(points: Sequence[ChartPoint], words: Mapping[int, str]) -> list[BitsTold]:
    falls = [
        (before.value - now.value, now.at)
        for before, now in pairwise(points)
        if before.value is not None and now.value is not None and now.value < before.value
    ]
    falls.sort(key=lambda fall: (-fall[0], fall[1]))
    return [BitsTold(at, words.get(at, ""), decimal(bits)) for bits, at in falls[:MOST_TOLD]]


def _key(pen: Pen) -> Key:
    return Key(name=pen.name, color=pen.seat_color or 0, look="record" if pen.record else "seat" if pen.seat_color else "spectator")


def chart_page(book: GameBook, caller: Caller, record: str, chart: str, asked: Mapping[str, str]) -> ChartPage:
    """Return the page of a chart; it ends at ``at``, in suspense always at one, ``grain`` says after which steps it is measured.

    Raises Refused (404 for a record, a step or a chart that is not there), and NotYours.
    """
    grain = read_choice("grain", asked["grain"], tuple(GRAINS)) if "grain" in asked else next(iter(GRAINS))
    suspense = in_suspense()
    at = read_number("at", asked["at"]) if "at" in asked else 0 if suspense else None
    sheet = chart_sheet(book, caller, record, chart, viewer=asked.get("as"), grain=grain, at=at)
    return ChartPage(book, sheet, at, suspense=suspense)


def first_chart(view: RecordView) -> str:
    """Return the name of the chart that is shown first; "" if a record has none."""
    return next((name for name, chart in CHARTS.items() if chart.fits(view)), "")
