"""The page of a review: what it says at once, its chart, its decisions, luck beside skill, and how far the work at it is."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import msgspec
from flask import url_for

from records.core.viewers import OPEN, PUBLIC, viewer_key
from records.service.reviews.views import under_way
from web.charts.chances import BAND, MarkSign, chance_line, chances_figure, estimate_line
from web.charts.drawing import Pen
from web.pages.board.seat_colors import seat_color
from web.pages.review.luck import MOST, for_whom, moments, parts, skills
from web.pages.review.rows import decision_row, what_happened, why_words
from web.words import texts
from web.words.games import game_face
from web.words.reviews import PASSES, chance, estimate, strength
from web.words.texts import _, decimal, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.ids import SeatKey
    from records.core.viewers import Caller, Viewer
    from records.service import GameBook, RecordView
    from records.service.reviews.views import ReviewView, ReviewWork, SeatReviewView
    from web.charts.lines import ChartLine
    from web.pages.review.luck import LuckyMoment, Parts, ResultShare
    from web.pages.review.rows import DecisionRow

GOES_ON = ("waiting", "working")


class ApartRows(msgspec.Struct, frozen=True, kw_only=True):
    """Decisions that are not weighed for one reason."""

    why: str
    rows: tuple[DecisionRow, ...]


class TurnRows(msgspec.Struct, frozen=True, kw_only=True):
    """The decisions of one turn."""

    heading: str
    """Which turn it is; "" where decisions are not listed by turn."""
    name: str
    color: int | None
    rows: tuple[DecisionRow, ...]


class SeatSaid(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be said of a seat's review as a whole."""

    name: str
    key: str
    says: str
    """Why there is none, that it is closed, or that it is stale; "" for nothing."""
    may_close: bool
    kept: bool
    """Whether who reads it keeps it to themselves."""


class ReviewPage:
    """What the template may ask; made anew for every request."""

    def __init__(self, book: GameBook, caller: Caller, view: RecordView, review: ReviewView) -> None:
        self.view, self.review = view, review
        record = view.header.record
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.viewer, self.graded = viewer_key(view.viewer), review.graded
        self.path, self._replay = url_for("review.page", record=record), url_for("pages.replay", record=record)
        self.may_write = book.notes.may_annotate(caller, record)
        self.may_try = self.may_write and view.game.play is not None and view.game.recording is not None and not view.unknown_rules
        self.replay = f"{self._replay}?as={self.viewer}"
        self.numbered = f"{self._replay}?step=STEP&as={self.viewer}"
        self.band = BAND

    def step(self, at: int) -> str:
        """Return the address of a step."""
        return f"{self._replay}?at={at}&as={self.viewer}"

    def nth(self, at: int) -> int:
        """Return the number of the step after event ``at``, as the arrows count."""
        return self.view.timeline.step_number(at)

    def _to(self, viewer: str, *, graded: bool) -> str:
        return f"{self.path}?{urlencode({'as': viewer, **({'graded': 'on'} if graded else {})})}"

    @property
    def here(self) -> str:
        """Address of this page."""
        return self._to(self.viewer, graded=self.graded)

    @property
    def viewers(self) -> list[tuple[str, str, bool, int | None]]:
        """Name, address, whether it is this one, and seat color, of each viewer through whose eyes there may be a review."""
        return [
            (self._called(eyes), self._to(viewer_key(eyes), graded=self.graded), eyes == self.view.viewer, self._color(eyes))
            for eyes in self.view.eyes
            if eyes is not PUBLIC
        ]

    def _called(self, eyes: Viewer) -> str:
        return _("Open table") if eyes is OPEN else seat_name(eyes, self.view.names)  # type: ignore[arg-type]  # a seat then

    def _color(self, eyes: Viewer) -> int | None:
        return None if eyes is OPEN else seat_color(self.view.header.seats, eyes)  # type: ignore[arg-type]  # a seat then

    @property
    def countings(self) -> list[tuple[str, str, bool]]:
        """How a win may count: words, address, whether it is so; only alone, where a win has grades."""
        if not self.review.together or len(self.view.header.seats) > 1:
            return []
        ways = ((_("A win is a win"), False), (_("A win counts by its grade"), True))
        return [(words, self._to(self.viewer, graded=graded), graded == self.graded) for words, graded in ways]

    @property
    def why_not(self) -> str:
        """Why the record is not reviewed; "" where it is."""
        return why_words(self.review.apart)

    @property
    def strength(self) -> str:
        """How strong the simulated player is, in a sentence; "" where nobody measured it."""
        return strength(self.review, texts)

    @cached_property
    def seats(self) -> list[SeatSaid]:
        """What is to be said of each seat."""
        return [
            SeatSaid(
                name=seat_name(seat.seat, self.view.names),
                key=seat.seat,
                says=_("This player keeps the review to themselves.")
                if seat.closed
                else why_words(seat.apart)
                or (_("It was made before the record changed, or in an older way: ask for it anew.") if seat.stale else ""),
                may_close=seat.seat in self.review.may_close,
                kept=seat.kept,
            )
            for seat in self.review.seats
        ]

    # -- what is there ------------------------------------------------------------------------------------------------

    @cached_property
    def rows(self) -> list[DecisionRow]:
        """All decisions, in the order of the record."""
        lay = self.review.open.lay if self.review.open is not None else {}
        found = sorted((one for seat in self.review.seats for one in seat.decisions), key=lambda one: one.version)
        return [decision_row(self.view, one, lay.get(one.version), self.step(one.version)) for one in found]

    @cached_property
    def _apart(self) -> dict[int, str]:
        return {one.version: one.apart for seat in self.review.seats for one in seat.decisions if one.apart}

    @cached_property
    def weighed(self) -> list[DecisionRow]:
        """The decisions that are weighed."""
        return [row for row in self.rows if row.version not in self._apart]

    @cached_property
    def turns(self) -> list[TurnRows]:
        """The same by turn, in games that seats play against each other: a turn has many decisions there."""
        if self.review.together:
            return [TurnRows(heading="", name="", color=None, rows=tuple(self.weighed))] if self.weighed else []
        found = []
        for turn in self.view.timeline.turns:
            if rows := tuple(row for row in self.weighed if turn.first <= row.version <= turn.last):
                heading = _("Turn %(n)s", n=number(turn.number)) if turn.number else _("Before the first turn")
                name = seat_name(turn.seat, self.view.names) if turn.number and turn.seat is not None else ""
                color = seat_color(self.view.header.seats, turn.seat) if name and turn.seat is not None else None
                found.append(TurnRows(heading=heading, name=name, color=color, rows=rows))
        return found

    @cached_property
    def apart(self) -> list[ApartRows]:
        """The others by reason."""
        reasons = dict.fromkeys(self._apart.values())
        return [
            ApartRows(why=why_words(why), rows=tuple(row for row in self.rows if self._apart.get(row.version) == why)) for why in reasons
        ]

    @cached_property
    def losses(self) -> list[DecisionRow]:
        """The decisions that cost most, as far as that could be told."""
        return sorted((row for row in self.weighed if row.loss), key=lambda row: (-row.loss, row.version))[:MOST]

    @cached_property
    def slip(self) -> DecisionRow | None:
        """The decision that cost most."""
        return self.losses[0] if self.losses else None

    @cached_property
    def moments(self) -> list[LuckyMoment]:
        """The moments of luck, the greatest first."""
        return moments(self.view, self.review)

    @property
    def luckiest(self) -> LuckyMoment | None:
        """The moment that won most."""
        return max((one for one in self.moments if one.worth > 0), key=lambda one: one.worth, default=None)

    @property
    def unluckiest(self) -> LuckyMoment | None:
        """The moment that lost most."""
        return min((one for one in self.moments if one.worth < 0), key=lambda one: one.worth, default=None)

    @property
    def for_whom(self) -> str:
        """For whom luck is told, "" where that goes without saying."""
        return for_whom(self.view, self.review)

    @cached_property
    def parts(self) -> list[Parts]:
        """The result taken apart."""
        return parts(self.view, self.review)

    @cached_property
    def skills(self) -> list[ResultShare]:
        """What each seat's decisions were worth."""
        return skills(self.view, self.review)

    @property
    def most(self) -> int:
        """How many moments and losses are listed."""
        return MOST

    # -- the chart ----------------------------------------------------------------------------------------------------

    @cached_property
    def chances(self) -> list[tuple[str, Pen, tuple[tuple[int, str], ...]]]:
        """Each line of the chart: whose, how it is drawn, and what it says by event."""
        seats = [(one.seat, self._pen(one.seat), _chart_said(one)) for one in self.review.seats]
        opened = self.review.open.chart if self.review.open is not None else ()
        as_it_was = Pen(_("as it was, for %(name)s", name=self.for_whom) if self.for_whom else _("as it was"), None, record=True)
        every = [*seats, (viewer_key(OPEN), as_it_was, tuple((point.version, chance(point.chance, texts)) for point in opened))]
        return [(str(eyes), pen, points) for eyes, pen, points in every if points]

    def _pen(self, seat: SeatKey) -> Pen:
        return Pen(seat_name(seat, self.view.names), seat_color(self.view.header.seats, seat))

    @cached_property
    def _lines(self) -> list[tuple[ChartLine, Pen]]:
        found = {str(one.seat): _chart_line(one) for one in self.review.seats}
        if (opened := self.review.open) is not None:
            eyes = viewer_key(OPEN)
            found[eyes] = chance_line(eyes, ((point.version, point.chance) for point in opened.chart), opened.gaps)
        return [(found[eyes], pen) for eyes, pen, _points in self.chances]

    @property
    def estimated(self) -> int:
        """How far the players' chances may be off, in points, where they are estimated; 0 where they are not."""
        return max((point.band for seat in self.review.seats for point in seat.estimates), default=0)

    @property
    def figure(self) -> dict[str, Any]:
        """The chart for its script."""
        signs = [sign for turn in self.turns for sign in self._signs(turn)]
        return chances_figure(self._lines, signs, at=None, last=self.view.steps, steps=_("Step"), nth=self.nth)

    def _signs(self, turn: TurnRows) -> Iterator[MarkSign]:
        """Yield the signs of a turn: one where decisions are listed by turn, at the one that cost most, and it says them all."""
        marked = [row for row in turn.rows if row.mark]
        for row in sorted(marked, key=lambda row: -row.loss)[:1] if turn.heading else marked:
            said = [self._said[one.version] for one in marked] if turn.heading else [self._said[row.version]]
            yield MarkSign(row.version, self._played[row.version], row.mark, "; ".join(said))

    @cached_property
    def _played(self) -> dict[int, float]:
        return {one.version: float(one.chance.mean) for seat in self.review.seats for one in seat.decisions}

    @cached_property
    def _said(self) -> dict[int, str]:
        return {row.version: f"{row.mark_words}: {row.cost}" for row in self.weighed if row.mark}

    @property
    def summary(self) -> str:
        """The chart in sentences, for screen readers."""
        return " ".join(
            _("%(name)s: from %(first)s to %(last)s.", name=pen.name, first=points[0][1], last=points[-1][1])
            for _eyes, pen, points in self.chances
        )

    @property
    def table(self) -> list[tuple[int, int, str, list[str]]]:
        """The chart as a table: event, number of its step, what happened, and each line's chance after it."""
        of = [dict(points) for _eyes, _pen, points in self.chances]
        return [
            (version, self.nth(version), self._happened(version), [one.get(version, "") for one in of])
            for version in sorted({at for points in of for at in points})
        ]

    def _happened(self, version: int) -> str:
        return what_happened(self.view, version) if version else _("Start")

    # -- the work -----------------------------------------------------------------------------------------------------

    @cached_property
    def _works(self) -> list[ReviewWork]:
        opened = [self.review.open.work] if self.review.open is not None else []
        return [*(seat.work for seat in self.review.seats if not seat.apart and not seat.closed), *opened]

    @property
    def goes_on(self) -> bool:
        """Whether work at it is under way."""
        return any(one.state in GOES_ON for one in self._works)

    @property
    def is_there(self) -> bool:
        """Whether any row is there."""
        return bool(self.rows or self.chances)

    @property
    def is_kept(self) -> bool:
        """Whether others keep to themselves all that these eyes would see."""
        return bool(self.review.seats) and all(seat.closed for seat in self.review.seats)

    @property
    def may_ask(self) -> bool:
        """Whether the caller may ask for work that is not done or under way; another seat's may be, and hinders nobody."""
        left = any(one.state not in {"done", *GOES_ON} for one in self._works)
        stale = any(seat.stale and seat.work.state not in GOES_ON for seat in self.review.seats)
        return self.review.may_ask and not self.why_not and (left or stale)

    @property
    def unfinished(self) -> bool:
        """Whether rows may still come: what was not found so far may be found."""
        return any(one.state != "done" for one in self._works) or any(seat.stale for seat in self.review.seats)

    @property
    def done(self) -> tuple[int, int]:
        """Rows of the passes under way that are there, and how many they have."""
        going = [one for one in self._works if one.state in GOES_ON] or self._works
        return sum(one.done for one in going), sum(one.parts for one in going)

    @property
    def progress(self) -> str:
        """How far the work is, in words; "" where none is under way, or failed."""
        first = under_way(self._works)
        if first is not None and first.state == "waiting":
            return _("The review waits for its turn.")
        if first is not None:
            return _("Pass %(nth)s: %(what)s.", nth=number(first.under_way + 1), what=_(PASSES[min(first.under_way, len(PASSES) - 1)]))
        if any(one.state == "failed" for one in self._works):
            why = next((one.why for one in self._works if one.state == "failed" and one.why), "")
            return " ".join([_("The review could not be finished."), why]).strip()
        return _("The review was stopped; what was found so far is kept.") if any(one.state == "cancelled" for one in self._works) else ""

    @property
    def unsure(self) -> str:
        """How sure the losses are so far, in words; "" where there are none."""
        errors = [one.unsure for one in self._works if one.unsure]
        return _("A loss is known to ± %(n)s points so far.", n=decimal(max(errors))) if errors else ""


def _chart_said(seat: SeatReviewView) -> tuple[tuple[int, str], ...]:
    if seat.estimates:
        return tuple((point.version, estimate(point, texts)) for point in seat.estimates)
    return tuple((point.version, chance(point.chance, texts)) for point in seat.chart)


def _chart_line(seat: SeatReviewView) -> ChartLine:
    if seat.estimates:
        return estimate_line(seat.seat, seat.estimates, seat.gaps)
    return chance_line(seat.seat, ((point.version, point.chance) for point in seat.chart), seat.gaps)
