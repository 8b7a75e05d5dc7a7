"""Who looks, and whom the policy lets look."""

from __future__ import annotations

import pytest

from records.core.header import Header
from records.core.secret import ALL, NOBODY, Audience
from records.core.viewers import OPEN, PUBLIC, Viewer, sees, viewer_key
from support.tiny import NOON, SEATS

HEADER = Header(record="r1", game="tiny", ruleset="none", ruleset_hash="", catalogue="none", catalogue_hash="", seats=SEATS, started=NOON)


@pytest.mark.parametrize(
    ("known_to", "seers"), [(ALL, ["A", "B", PUBLIC, OPEN]), (("A",), ["A", OPEN]), (("A", "B"), ["A", "B", OPEN]), (NOBODY, [OPEN])]
)
def test_who_was_shown_something_sees_it(known_to: Audience, seers: list[Viewer]) -> None:
    """A seat sees what it was shown, the public what everybody was shown, the open table all."""
    assert [viewer for viewer in ("A", "B", PUBLIC, OPEN) if sees(viewer, known_to)] == seers


def test_a_viewer_has_a_key() -> None:
    """Seats by their key, spectators by their word, which no seat's key can be."""
    assert [viewer_key(viewer) for viewer in ("A", PUBLIC, OPEN)] == ["A", "public", "open"]
