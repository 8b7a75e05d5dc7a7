"""The law of turning points: each is told by what its viewer was shown up to its own step."""

from __future__ import annotations

from records.core.logs.effective import changes_earlier
from records.core.viewers import Viewer
from records.core.wording.turning import MOST
from records.service.seen_log import SeenLog
from support.laws.sample import Sample


def turns_by_what_was_seen(sample: Sample, viewer: Viewer) -> None:
    """A log cut at a step gives the same turning points as the whole log does at that step.

    None becomes one later, but where what was heavier was taken back. A game that looks for none has none.
    """
    seen = sample.seen(viewer)
    whole = SeenLog(sample.game, sample.folder, sample.header, viewer, seen)
    at_end = whole.turning_points(len(seen))
    if sample.game.board.turning is None:
        assert not at_end
        return
    for end in (len(seen) // 2, max(0, len(seen) - 3)):
        until = SeenLog(sample.game, sample.folder, sample.header, viewer, seen[:end])
        points = whole.turning_points(end)
        assert points == until.turning_points(end), f"viewer {viewer}, up to {end}"
        assert len(points) <= MOST
        assert all(0 < version <= end for version in points)
    if changes_earlier(seen):
        return
    for version, point in at_end.items():
        assert whole.turning_points(version).get(version) == point, f"viewer {viewer}, step {version}"
