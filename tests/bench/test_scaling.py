"""The curve of a growing store: its points are kept one by one, and a run goes on where another was cut off."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bench import scaling, scaling_points
from bench.at_random import batches
from bench.scaling_points import PARTS, Point, Took
from records.games.regicide.game import REGICIDE

ONE = Took(cpu=1.5, longest=9, clock=20, times=3, memory=80)


def point(records: int, **took: Took) -> Point:
    """A point of so many records, which have ten events each."""
    return Point(records=records, events=10 * records, size=4000 * records, day="2026-11-27", machine="a machine", load=0.5, took=took)


def test_a_point_is_kept_beside_the_others_by_its_records(tmp_path: Path) -> None:
    """The one of as many records is replaced, and the fewest stand first."""
    file = tmp_path / "points.json"
    assert scaling_points.read(file) == []
    for one in (point(100), point(10), point(100, step=ONE)):
        scaling_points.keep(one, file)
    assert scaling_points.read(file) == [point(10), point(100, step=ONE)]


def test_the_table_has_a_column_for_each_point() -> None:
    """What a point lacks stays empty."""
    lines = scaling_points.table([point(10), point(1000, step=ONE)]).splitlines()
    assert lines[0] == "| records | 10 | 1,000 |"
    assert "| a step as a seat, nothing kept, ms |  | 1.5 (9) |" in lines
    assert {line.count("|") for line in lines} == {4}


def test_times_are_told_as_median_and_most() -> None:
    """Of seconds by the processor and by the clock, in milliseconds."""
    took = scaling_points.took([(0.001, 0.1), (0.003, 0.2), (0.002, 0.4)], 2048)
    assert (took.cpu, took.longest, took.clock, took.times) == (2, 3, 200, 3)


def test_a_game_at_random_is_the_same_for_the_same_seed() -> None:
    """Another seed gives another one."""
    once, again, other = (list(batches(REGICIDE, seed)) for seed in (7, 7, 8))
    assert once == again != other


@pytest.mark.soak
def test_a_run_measures_what_is_not_there_and_goes_on(tmp_path: Path) -> None:
    """The second run leaves the point of the first alone, and fills its file on."""
    store, points = tmp_path / "scale.db", tmp_path / "points.json"
    run = [sys.executable, scaling.__file__, "--asked", "2", "--store", str(store), "--json", str(points), "--records"]
    subprocess.run([*run, "20"], check=True, stdout=subprocess.DEVNULL)
    (first,) = scaling_points.read(points)
    told = subprocess.run([*run, "20,40"], check=True, capture_output=True, text=True).stdout
    assert "20 records: measured already" in told
    both = scaling_points.read(points)
    assert both[0] == first
    assert [one.records for one in both] == [20, 40]
    assert [sorted(one.took) for one in both] == [sorted(PARTS)] * 2
    assert both[0].events < both[1].events
