"""What a viewer of a record could know, asked of the book."""

from __future__ import annotations

import pytest

from records.core.viewers import LOCAL
from records.errors import VersionNotFound
from records.knowledge.engine import know
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books

book = books.own


def test_a_view_answers_from_its_own_log(book: GameBook) -> None:
    """A view knows what follows from the events that its viewer got, at any step, and keeps what it has worked out."""
    record = book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=10, games=1, ruleset="castle-rampage/plain"))[0].id
    views = {viewer: book.record(LOCAL, record, viewer) for viewer in ("A", "B", "public", "open")}
    for view in views.values():
        for at in (0, 40, view.steps):
            found = view.knowledge(at)
            assert found == know(view.game, view.header, view.events, view.viewer, at)
            assert found.exact
            assert view.knowledge(at) is found
    assert set(views["A"].knowledge(40).hands) == {"B"}
    assert set(views["open"].knowledge(40).hands) == set()
    with pytest.raises(VersionNotFound):
        views["A"].knowledge(views["A"].steps + 1)
