"""The team lens of whole games: true for every viewer, certain at the open table, and refused where the seats are no team."""

from __future__ import annotations

from collections import Counter

import pytest

from records.core.ids import SEATS
from records.core.viewers import LOCAL
from records.errors import MalformedCommand, VersionNotFound
from records.games.regicide.game import REGICIDE
from records.service import GameBook, NewTable
from records.service.library import library
from records.service.writing.simulation import simulate
from support import books
from support.soaking import rest_soaked

book = books.own


@pytest.mark.parametrize("players", rest_soaked([3, 1, 2, 4]))
def test_what_is_told_of_the_team_is_true(book: GameBook, players: int) -> None:
    """All through a game the open table counts each hand, and what any viewer is told of hands and team has that within its bounds."""
    record = book.writing.add(LOCAL, *simulate(REGICIDE, seed=8, games=1, players=players))[0].id
    full = book.record(LOCAL, record, "open")
    for viewer in (*SEATS[:players], "public"):
        view = book.record(LOCAL, record, viewer)
        for at in range(0, view.steps + 1, max(7, view.steps // 25)):
            told, true = view.team(at), full.team(at)
            assert true.exact
            for one, other in zip((told.together, *told.seats), (true.together, *true.seats), strict=True):
                assert one.count == other.count == len(other.certain)
                assert not Counter(one.certain) - Counter(other.certain)
                assert other.worth is not None
                assert other.worth.certain
                for span, figure in zip((*one.groups, one.worth), (*other.groups, other.worth), strict=True):
                    assert span is not None
                    assert figure is not None
                    assert span.least <= figure.least == figure.most <= span.most
                    assert span.least <= span.mean <= span.most


def test_a_seat_is_told_its_own_hand(book: GameBook) -> None:
    """Who holds a hand is told all of it, and of the others no card that it was not shown."""
    record = book.writing.add(LOCAL, *simulate(REGICIDE, seed=8, games=1, players=3))[0].id
    view, full = book.record(LOCAL, record, "B"), book.record(LOCAL, record, "open")
    told, true = view.team(6), full.team(6)
    assert told.seats[1].certain == true.seats[1].certain
    assert told.seats[0].certain == told.seats[2].certain == ()
    assert not any(span.certain for span in told.seats[0].groups)


def test_opponents_are_no_team(book: GameBook) -> None:
    """A game in which the seats play against each other has no team, and a step that is not there has none either."""
    castle = book.writing.add(LOCAL, *simulate(library()["castle-rampage"], seed=9, games=1, ruleset="castle-rampage/plain"))[0].id
    with pytest.raises(MalformedCommand, match="against each other"):
        book.record(LOCAL, castle, "A").team(3)
    regicide = book.writing.add(LOCAL, *simulate(REGICIDE, seed=8, games=1, players=2))[0].id
    with pytest.raises(VersionNotFound):
        book.record(LOCAL, regicide, "A").team(9999)


def test_an_own_hand_that_nobody_noted_is_bounded_only(book: GameBook) -> None:
    """Ana wrote a game down: of Ben's hand his own view has no card, so it is told within bounds, approximately, and never as empty."""
    mine = [f"hearts-{number}" for number in range(2, 9)]
    record = book.writing.begin(LOCAL, NewTable(game="regicide", names=("Ana", "Ben"), begins=SEATS[1]), [["?"] * 7, mine, ["spades-jack"]])
    view = book.record(LOCAL, record, "B")
    told = view.team(view.steps)
    ben = told.seats[1]
    assert (ben.count, ben.certain, told.exact) == (7, (), False)
    assert [(span.least, span.most) for span in ben.groups] == [(0, 7)] * 4
    assert ben.worth is not None
    assert 0 < ben.worth.least < ben.worth.mean < ben.worth.most
    assert sum(span.mean for span in ben.groups) == 7
    assert book.record(LOCAL, record, "A").team(view.steps).exact
