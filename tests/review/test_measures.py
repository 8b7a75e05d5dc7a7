"""What is measured over many games runs, and goes on where it was cut off."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest

from records.review.playing import Terms
from review.measure import MEASURES, measured
from support.review.luck import Luck
from support.review.measures import calibration, lay
from support.review.records import TINY
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from pathlib import Path

LUCKY = Terms(passes=TINY, playouts=Luck(lambda _command: 50))


@pytest.mark.parametrize("name", rest_soaked(MEASURES, keep=2))
def test_a_measure_that_was_cut_off_goes_on(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows are kept one by one and follow from their numbers; a half of one is worked out again."""
    for measure in (lay, calibration):
        monkeypatch.setattr(measure, "PLAYS", 8)
    monkeypatch.setattr(lay, "DECISIONS", 1)
    assert measured(name, tmp_path, 1, LUCKY)
    file = tmp_path / f"{name}.jsonl"
    (first,) = file.read_bytes().splitlines()
    whole = measured(name, tmp_path, 2, LUCKY)
    lines = file.read_bytes().splitlines()
    assert lines[0] == first
    file.write_bytes(first[: len(first) // 2])
    assert measured(name, tmp_path, 2, LUCKY) == whole
    assert [msgspec.json.decode(line)["number"] for line in lines] == [0, 1]


def test_several_processes_share_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each works out its own range into rows of its own, and the rows of all are read."""
    monkeypatch.setattr(lay, "PLAYS", 2)
    monkeypatch.setattr(lay, "DECISIONS", 1)
    measured("lay", tmp_path, 2, LUCKY, 1)
    measured("lay", tmp_path, 1, LUCKY)
    assert {file.name for file in tmp_path.iterdir()} == {"lay.jsonl", "lay.from-1.jsonl"}
    monkeypatch.setattr(lay, "row", None)
    assert measured("lay", tmp_path, 2, LUCKY)["games"] == 2
