"""Who looks, and whom the policy lets look."""

from __future__ import annotations

import pytest

from records.core.header import Header
from records.core.secret import ALL, NOBODY, Audience
from records.core.viewers import LOCAL, OPEN, PUBLIC, Caller, LocalPolicy, Viewer, sees, viewer_key
from records.errors import NotYours
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


@pytest.mark.parametrize("viewer", ["A", PUBLIC, OPEN], ids=str)
def test_the_local_user_may_look_through_every_eye(viewer: Viewer) -> None:
    """The keeper of the shelf is refused nothing."""
    assert LocalPolicy().refuse(LOCAL, HEADER, viewer) is None
    assert LocalPolicy().refuse_shelf(LOCAL) is None


@pytest.mark.parametrize("viewer", ["A", PUBLIC, OPEN], ids=str)
def test_nobody_else_may(viewer: Viewer) -> None:
    """A stranger is refused every view and the shelf, with a reason that names record, caller and view."""
    refusal = LocalPolicy().refuse(Caller("eve"), HEADER, viewer)
    assert isinstance(refusal, NotYours)
    assert str(refusal) == f"record r1: 'eve' is not known here and may not look as {viewer_key(viewer)}"
    assert isinstance(LocalPolicy().refuse_shelf(Caller("eve")), NotYours)
