"""Whatever is asked, closed, made or changed in whatever order: nobody sees a row of a review that is not theirs to see."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from records.core.ids import SeatKey
from records.core.shared import IrregularityNoted
from records.core.viewers import OPEN, OPERATOR, Caller, CallerKind, Role
from records.errors import RecordsError
from records.review.moments import moments
from records.review.passes import CLOSER, MARKS
from records.service import GameBook
from records.service.accounts.policy import AccountPolicy
from records.service.jobs.runner import Runner
from records.service.reviews.work import KIND
from records.service.writing.simulation import simulate
from records.store import Account, HandsOpen, Listed, Onlookers, Release, open_store
from records.values import replace
from support.reviewed import MadeHands, reviewed
from support.soaking import shares

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from records.core.viewers import Viewer
    from records.review.rows import Decision
    from records.service.reviews.views import ReviewView, SeatReviewView

A, B, C = map(SeatKey, "ABC")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
SHORT = 140
"""Seed of a game of three that is lost after a few decisions."""
HELD = {"keyana": A, "keyben": B}
EYES: tuple[Viewer, ...] = (A, B, C, OPEN)
RELEASES = (
    Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True),
    Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC, names=True),
    Release(),
)


def account(name: str, *roles: Role) -> Caller:
    """Return somebody who signed in."""
    return Caller(name, CallerKind.ACCOUNT, account=f"key{name}", roles=frozenset(roles), via=f"session-{name}")


REC, ANA, BEN, EVE = account("rec", Role.RECORDER, Role.PLAYER), *(account(name, Role.PLAYER) for name in ("ana", "ben", "eve"))
CALLERS = (REC, ANA, BEN, EVE, Caller("guest", CallerKind.ANONYMOUS))


class Act(NamedTuple):
    """Something that somebody does; what it needs not it leaves out."""

    what: str
    who: Caller
    eyes: Viewer
    number: int


ACTS = st.builds(
    Act,
    st.sampled_from(["ask", "ask", "work", "work", "close", "close", "open", "cancel", "closer", "append", "release"]),
    st.sampled_from(CALLERS),
    st.sampled_from(EYES),
    st.integers(0, 8),
)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book of a store with accounts."""
    store = open_store(f"sqlite:///{tmp_path_factory.mktemp('sequences')}/club.sqlite")
    for caller in CALLERS[:4]:
        store.accounts.put(Account(key=caller.account, name=caller.name, roles=frozenset(map(str, caller.roles)), created_at=NOON))
    with GameBook(store, policy=AccountPolicy(store)) as opened:
        yield opened


class Table:
    """A finished game of Ana, Ben and somebody else, what is done with its reviews, and what everybody may see of them by then."""

    def __init__(self, book: GameBook) -> None:
        self.book, self.shut = book, dict[SeatKey, str]()
        (game,) = simulate(book.games["regicide"], seed=SHORT, games=1, players=3)
        self.record = book.writing.add(REC, game)[0].id
        book.access.seat_account(REC, self.record, A, "ana")
        book.access.seat_account(REC, self.record, B, "ben")
        book.access.release_record(REC, self.record, RELEASES[0])
        view = book.record(REC, self.record, OPEN)
        self.decisions = {one.version: one.seat for one in moments(view.game, view.header, view.seen.events)}

    def do(self, act: Act) -> None:
        """Do something, as far as it is not refused."""
        desk, writing = self.book.reviews, self.book.writing
        doings: Mapping[str, Callable[[], Any]] = {
            "ask": lambda: desk.ask(act.who, self.record, act.eyes),
            "work": lambda: self._work(act.number),
            "close": lambda: self._close(act, closed=True),
            "open": lambda: self._close(act, closed=False),
            "cancel": lambda: desk.cancel(act.who, self.record, act.eyes),
            "closer": lambda: desk.closer(act.who, self.record, act.eyes, [*self.decisions][act.number % len(self.decisions)]),
            "append": lambda: writing.note(act.who, self.record, IrregularityNoted(what="other"), expected=self._steps()),
            "release": lambda: self.book.access.release_record(act.who, self.record, RELEASES[act.number % len(RELEASES)]),
        }
        try:
            doings[act.what]()
        except RecordsError:
            assert act.what != "work"

    def _steps(self) -> int:
        return self.book.record(REC, self.record, OPEN).steps

    def _close(self, act: Act, *, closed: bool) -> None:
        seat = A if act.eyes is OPEN else SeatKey(str(act.eyes))
        self.book.reviews.close(act.who, self.record, seat, closed=closed)
        assert HELD.get(act.who.account) == seat
        self.shut.pop(seat, None)
        if closed:
            self.shut[seat] = act.who.account

    def _work(self, turns: int) -> None:
        """Let some parts be made, of whatever job."""
        runner = Runner(self.book._office.store.jobs, self.book.jobs.kinds, MadeHands(), worker=f"w{turns}")
        for _ in range(turns):
            if not runner.turn(0):
                break
        runner.let_go()

    def check(self, who: Caller, eyes: Viewer, fresh: ReviewView) -> None:
        """Assert that a review is there where the record is, with no rows but those that may be seen so."""
        allowed, found = self._looked(who, eyes)
        assert (found is not None) == allowed, (who.name, eyes)
        if found is not None:
            self._check_view(who, eyes, found, fresh)

    def _looked(self, who: Caller, eyes: Viewer) -> tuple[bool, ReviewView | None]:
        try:
            self.book.record(who, self.record, eyes)
            allowed = True
        except RecordsError:
            allowed = False
        try:
            return allowed, self.book.reviews.review(who, self.record, eyes)
        except RecordsError:
            return allowed, None

    def _check_view(self, who: Caller, eyes: Viewer, found: ReviewView, fresh: ReviewView) -> None:
        shut = {seat for seat, holder in self.shut.items() if holder != who.account}
        assert [one.seat for one in found.seats] == ([A, B, C] if eyes is OPEN else [eyes])
        for one in found.seats:
            assert one.closed == (one.seat in shut)
            assert not (one.closed and (one.decisions or one.chart))
            assert {row.seat for row in one.decisions} <= {one.seat}
            assert {*plain(one)} <= {*plain(fresh.seats[(A, B, C).index(one.seat)])}
        assert (found.open is not None) == (eyes is OPEN)
        if found.open is not None:
            told = {point.version for point in (*found.open.chart, *found.open.luck)}
            around = {
                after - 1 for before, after in pairwise([0, *self.decisions]) if {self.decisions.get(before), self.decisions[after]} & shut
            }
            assert not told & around
            assert not {self.decisions[version] for version in found.open.lay} & shut
            assert not (shut and found.open.splits)


def plain(seat: SeatReviewView) -> list[Decision]:
    """Return the rows of a seat without marks, which all rows make together; a closer look is made like the marks here."""
    return [replace(row, mark="", passed=min(row.passed, MARKS)) for row in seat.decisions if row.passed >= MARKS]


@pytest.fixture(scope="module")
def fresh(book: GameBook) -> ReviewView:
    """The same game reviewed in one go."""
    return reviewed(book, Table(book).record, OPEN, caller=REC)


def finish(table: Table) -> ReviewView:
    """Return the whole review, with all that is asked for done."""
    for seat, holder in [*table.shut.items()]:
        table.book.reviews.close(next(one for one in CALLERS if one.account == holder), table.record, seat, closed=False)
        del table.shut[seat]
    table.book.access.release_record(REC, table.record, RELEASES[0])
    table.book.reviews.ask(REC, table.record, OPEN)
    table.do(Act("work", REC, OPEN, 1_000))
    return table.book.reviews.review(REC, table.record, OPEN)


@pytest.mark.parametrize("count", shares(2, 150))
def test_no_sequence_of_acts_shows_a_row_that_is_not_ones_to_see(book: GameBook, fresh: ReviewView, count: int) -> None:
    """After each act somebody looks, after the last everybody; in the end the rows are those of one go, and go with their record."""

    def told(acts: list[tuple[Act, Caller, Viewer]]) -> None:
        table = Table(book)
        for act, who, eyes in acts:
            table.do(act)
            table.check(who, eyes, fresh)
        for who in CALLERS:
            table.check(who, OPEN, fresh)
            table.check(who, A, fresh)
        whole = finish(table)
        closer = {row.version for seat in whole.seats for row in seat.decisions if row.passed == CLOSER}
        for one, other in zip(whole.seats, fresh.seats, strict=True):
            assert one.work.state == "done"
            assert plain(one) == plain(other)
            assert one.chart[:-1] == other.chart[:-1]  # the end stands at the last event, a word that was noted afterwards too
            assert closer or one.decisions == other.decisions
        assert whole.open is not None
        assert fresh.open is not None
        assert (whole.open.chart[:-1], whole.open.splits) == (fresh.open.chart[:-1], fresh.open.splits)
        book.records.trash(REC, table.record)
        book.records.purge(OPERATOR, table.record)
        assert book._office.store.jobs.keys(KIND, table.record) == []

    settings(max_examples=count, deadline=None, database=None, suppress_health_check=list(HealthCheck))(
        given(st.lists(st.tuples(ACTS, st.sampled_from(CALLERS), st.sampled_from(EYES)), min_size=4, max_size=12))(told)
    )()


def test_rows_of_a_closed_seat_that_are_shown_are_found(book: GameBook, fresh: ReviewView) -> None:
    """The law can fail: it finds a seat that was closed without its knowing."""
    table = Table(book)
    reviewed(book, table.record, OPEN, caller=REC)
    table.check(EVE, OPEN, fresh)
    table.shut[A] = "keyana"
    with pytest.raises(AssertionError):
        table.check(EVE, OPEN, fresh)
