"""Positions of a log are kept at intervals; what is built on them is what a fold from the start gives."""

from __future__ import annotations

import pytest

from records.core.shared import TakenBack
from records.core.viewers import LOCAL
from records.errors import VersionNotFound
from records.projections.replay import position_at
from records.service import Entry, GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support import books
from support.soaking import one_in

book = books.own


@pytest.mark.parametrize("viewer", one_in(2, ["A", "B", "public", "open"]))
def test_every_position_is_that_of_a_fold_from_the_start(book: GameBook, viewer: str) -> None:
    """Asked for in any order, each position equals the one folded anew, and asking twice gives the same."""
    games = simulate(library()["castle-rampage"], seed=10, games=1, ruleset="castle-rampage/plain")
    seen = book.record(LOCAL, book.writing.add(LOCAL, *games)[0].id, viewer).seen
    steps = range(len(seen.events) + 1)
    for at in (*reversed(steps), *steps):
        assert seen.position(at) == position_at(seen.folder, seen.header, seen.events, at)
    with pytest.raises(VersionNotFound):
        seen.position(len(seen.events) + 1)


def test_a_take_back_is_counted_in(book: GameBook) -> None:
    """Where an event changes what stands before it nothing is built on a kept position, and a fight that was cut is over."""
    (game,) = simulate(library()["castle-rampage"], seed=10, games=1, ruleset="castle-rampage/plain")
    record = book.writing.add(LOCAL, game)[0].id
    view = book.record(LOCAL, record, "open")
    fought = next(at for at in range(view.steps) if view.fight(at) is not None)
    to = view.events[fought - 1].cause - 1
    again = book.writing.add(LOCAL, replace(game, entries=[*game.entries[:fought], Entry(at=game.started, event=TakenBack(to=to))]))[0].id
    cut = book.record(LOCAL, again, "open")
    assert cut.fight(fought) is not None
    assert cut.fight(fought + 1) is None
    assert cut.position(fought + 1).table == view.position(to).table
