"""A review of which rows are missing: its lines are broken there, and no luck is told over what is not known."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from records.core.ids import SeatKey
from records.core.viewers import OPEN
from records.knowledge.door import veil
from records.review.passes import CHART
from records.review.rows import ReviewKey
from records.service.reviews.open_table import open_table
from records.service.reviews.reading import kept
from records.service.reviews.views import OpenTableReview, ReviewWork
from records.service.reviews.work import ReviewRows, source_of, split
from support.review.records import played
from support.reviewed import chance_of, made_rows
from web.charts.chances import chance_line

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Viewer

GAME, HEADER, LOG = played("regicide", seed=3)
LAST = len(LOG)
A = SeatKey("A")


def rows_by_part(viewer: Viewer) -> Mapping[str, bytes]:
    """Return the rows of all parts of the chart, or of the open table."""
    source = source_of(GAME, HEADER, veil(GAME.parts, LOG, viewer), viewer)
    return {part.name: made_rows(source, part.data) for part in split(source, CHART, {})}


CHARTED, OPENED = rows_by_part(A), rows_by_part(OPEN)


def opened(rows: Mapping[str, bytes]) -> OpenTableReview:
    """Return what some rows of the open table say."""
    key = ReviewKey(head="", seat=None, ruleset="", catalogue="", policy=1, seed=0, graded=False)
    work = ReviewWork(state="done" if len(rows) == len(OPENED) else "working")
    return open_table(HEADER, key, (), kept(rows), last=LAST, together=True, stale=False, work=work)


def some(rows: Mapping[str, bytes]) -> st.SearchStrategy[Mapping[str, bytes]]:
    """Return any of the parts, in any order."""
    return st.lists(st.sampled_from(sorted(rows)), unique=True).map(lambda names: {name: rows[name] for name in names})


def joined(steps: list[int], gaps: tuple[int, ...]) -> set[tuple[int, int]]:
    """Return which points a chart draws a line between."""
    line = chance_line("A", [(step, chance_of(50)) for step in steps], gaps).points
    return {(before.at, after.at) for before, after in pairwise(line) if before.value is not None and after.value is not None}


def test_both_have_several_parts() -> None:
    """Else nothing is tried here."""
    assert len(CHARTED) > 3
    assert len(OPENED) > 4


@given(some(CHARTED))
def test_a_seats_line_joins_only_what_is_joined_in_the_whole(rows: Mapping[str, bytes]) -> None:
    """And is whole where all parts are there."""
    whole = kept(CHARTED)
    assert whole.gaps == ()
    found = kept(rows)
    steps = [[point.version for point in one.points] for one in (found, whole)]
    assert joined(steps[0], found.gaps) <= joined(steps[1], ())


@given(some(OPENED))
def test_the_open_tables_line_joins_only_what_is_joined_in_the_whole(rows: Mapping[str, bytes]) -> None:
    """The result is known before the decisions are: nothing leads to it but the last of them."""
    found, whole = opened(rows), opened(OPENED)
    assert whole.gaps == ()
    steps = [[point.version for point in one.chart] for one in (found, whole)]
    assert joined(steps[0], found.gaps) <= joined(steps[1], ())


@given(some(OPENED))
def test_luck_is_told_between_two_decisions_that_follow_each_other(rows: Mapping[str, bytes]) -> None:
    """Of what lies between two others, nobody knows what was luck."""
    luck = {(one.since, one.version) for one in open_luck(OPENED)}
    assert {(one.since, one.version) for one in open_luck(rows)} <= luck


def open_luck(rows: Mapping[str, bytes]) -> tuple[object, ...]:
    """Return all moments of luck, small ones too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("records.service.reviews.open_table.MOST_LUCK", LAST)
        return opened(rows).luck


def test_a_step_whose_chance_cannot_be_told_is_a_gap_of_its_seat() -> None:
    """What a part was asked for and has no point of."""
    name, value = next(iter(CHARTED.items()))
    rows = msgspec.json.decode(value, type=ReviewRows)
    lacking = msgspec.structs.replace(rows, points=(rows.points[0], *rows.points[2:]), gaps=(rows.points[1].version,))
    found = kept({name: msgspec.json.encode(lacking)})
    assert found.gaps == (rows.points[1].version,)
    assert found.until(rows.points[0].version).gaps == ()
