"""Reviews beside a record: who sees which, what they are made from, and what becomes of their rows."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from records.core.ids import SeatKey
from records.core.viewers import OPEN, OPERATOR, PUBLIC, Caller, CallerKind, LinkGrant, Role
from records.errors import MalformedCommand, NotYours, RecordNotFound
from records.review.passes import CHART, CLOSER, LOOK, MARKS
from records.service import GameBook, NewTable
from records.service.accounts.policy import AccountPolicy
from records.service.reviews import work
from records.service.reviews.views import ReviewWork, under_way
from records.service.writing.simulation import simulate
from records.store import Account, HandsOpen, JobLimits, Listed, Onlookers, Release, open_store
from records.values import replace
from support.reviewed import MadeHands

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.viewers import Viewer
    from records.service.reviews.views import ReviewView

A, B, C = map(SeatKey, "ABC")
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
SHORT = 140
"""Seed of a game of three that is lost after a few decisions."""
SOON = 600.0


def account(name: str, *roles: Role) -> Caller:
    """Return somebody who signed in."""
    return Caller(name, CallerKind.ACCOUNT, account=f"key{name}", roles=frozenset(roles), via=f"session-{name}")


ANA, BEN, EVE = account("ana", Role.PLAYER), account("ben", Role.PLAYER), account("eve", Role.PLAYER)
REC = account("rec", Role.RECORDER, Role.PLAYER)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A book of a store with accounts."""
    store = open_store(f"sqlite:///{tmp_path_factory.mktemp('reviews')}/club.sqlite")
    for caller in (ANA, BEN, EVE, REC):
        store.accounts.put(Account(key=caller.account, name=caller.name, roles=frozenset(map(str, caller.roles)), created_at=NOON))
    with GameBook(store, policy=AccountPolicy(store)) as opened:
        yield opened


def finished(book: GameBook) -> str:
    """Add a finished game of Ana, Ben and somebody else, whose hands may be seen."""
    (game,) = simulate(book.games["regicide"], seed=SHORT, games=1, players=3)
    (added,) = book.writing.add(REC, game)
    book.access.seat_account(REC, added.id, A, "ana")
    book.access.seat_account(REC, added.id, B, "ben")
    release(book, added.id)
    return added.id


def release(book: GameBook, record: str, after: Onlookers = Onlookers.HANDS, hands: HandsOpen = HandsOpen.NOW) -> None:
    """Release a record to everybody."""
    book.access.release_record(REC, record, Release(listed=Listed.EVERYBODY, after=after, hands=hands, names=True))


@pytest.fixture(scope="module")
def record(book: GameBook) -> str:
    """A finished game with all its reviews."""
    record = finished(book)
    made(book, REC, record)
    return record


def made(book: GameBook, caller: Caller, record: str, viewer: Viewer = OPEN) -> ReviewView:
    """Return a review with all its rows."""
    return book.reviews.work(caller, record, viewer, MadeHands(), seconds=SOON)


def test_a_look_starts_no_work_and_asking_does(book: GameBook) -> None:
    """Who asks once more joins the work, and who asked may end it."""
    record = finished(book)
    before = book.reviews.review(ANA, record, A)
    assert [seat.work.state for seat in before.seats] == ["none"]
    assert not book.jobs.any_open
    assert book.reviews.ask(ANA, record, A).seats[0].work.state == "waiting"
    assert book.reviews.ask(REC, record, A).seats[0].work.job == book.reviews.ask(ANA, record, A).seats[0].work.job
    assert book.reviews.cancel(REC, record, A).seats[0].work.state == "waiting"
    assert book.reviews.cancel(ANA, record, A).seats[0].work.state == "cancelled"


def test_progress_is_told_once_a_pass_and_seldom_else(book: GameBook) -> None:
    """Not with every part: a view reads all rows."""
    record, told = finished(book), list[int]()
    book.reviews.work(ANA, record, A, MadeHands(), seconds=SOON, told=lambda view: told.append(view.seats[0].work.under_way))
    assert told == sorted(told)
    assert {*told} >= {CHART, LOOK, MARKS}
    assert len(told) <= 5


def test_the_pass_that_is_told_is_one_that_somebody_works_at() -> None:
    """What waits for its turn has no pass yet, and counts only where nothing else goes on."""
    waits, looks, marks = (
        ReviewWork(state="waiting"),
        ReviewWork(state="working", under_way=LOOK),
        ReviewWork(state="working", under_way=MARKS),
    )
    assert under_way([waits, marks, looks]) is looks
    assert under_way([ReviewWork(state="done"), waits]) is waits
    assert under_way([ReviewWork(state="done")]) is None


def test_work_that_was_stopped_is_never_done_however_much_is_asked_for_since(book: GameBook) -> None:
    """Its rows stay after its job is forgotten; the review says that it was stopped, and may be asked for again until it is whole."""
    record, jobs = finished(book), book._office.store.jobs

    def stop(view: ReviewView) -> None:
        if view.seats[0].work.under_way == LOOK:
            book.reviews.cancel(ANA, record, A)

    book.reviews.work(ANA, record, A, MadeHands(), seconds=SOON, told=stop)
    (before,) = book.reviews.review(ANA, record, A).seats
    assert before.chart
    usual, jobs.limits = jobs.limits, JobLimits(ended=0)
    other = finished(book)
    book.reviews.ask(ANA, other, A)
    jobs.limits = usual
    book.reviews.cancel(ANA, other, A)
    (seat,) = book.reviews.review(ANA, record, A).seats
    assert jobs.of_key(work.KIND, book.reviews._look(ANA, record, A, graded=False).key(A)) is None
    assert (seat.chart, seat.work.state, seat.work.passed) == (before.chart, "cancelled", -1)
    assert made(book, ANA, record, A).seats[0].work.state == "done"


def test_rows_are_there_for_everybody_who_may_look(book: GameBook, record: str) -> None:
    """Whoever asked for them."""
    (seat,) = book.reviews.review(ANA, record, A).seats
    assert seat.work.state == "done"
    assert seat.chart
    assert {row.seat for row in seat.decisions} == {A}
    assert book.reviews.review(EVE, record, A).seats == (seat,)


def test_the_open_table_shows_all_seats_and_takes_the_result_apart_exactly(book: GameBook, record: str) -> None:
    """Result = start + chance + skill + lay, as fractions."""
    view = book.reviews.review(REC, record, OPEN)
    assert [seat.seat for seat in view.seats] == [A, B, C]
    assert view.open is not None
    assert view.open.chart[-1].version == book.record(REC, record, OPEN).steps
    assert (view.open.chart[-1].chance.mean, view.open.chart[-1].chance.error) == (0, 0)
    (told,) = view.open.splits
    assert told.result == 0
    assert told.start + told.chance + sum(told.skill.values(), Fraction(0)) + told.lay + told.unjudged == told.result


def test_a_seat_sees_its_own_review_alone(book: GameBook, record: str) -> None:
    """Neither the other seats' rows nor what the open table shows."""
    view = book.reviews.review(BEN, record, B)
    assert [seat.seat for seat in view.seats] == [B]
    assert view.open is None


def test_the_public_has_no_review(book: GameBook, record: str) -> None:
    """It saw no hand."""
    with pytest.raises(MalformedCommand, match="the public saw no hand"):
        book.reviews.review(EVE, record, PUBLIC)


def test_who_may_not_see_a_hand_has_not_its_review(book: GameBook, record: str) -> None:
    """It is read as that seat, and the record is not there for who may not see it."""
    record = finished(book)
    release(book, record, Onlookers.PUBLIC, HandsOpen.NEVER)
    with pytest.raises(NotYours):
        book.reviews.review(EVE, record, A)
    with pytest.raises(NotYours):
        book.reviews.review(BEN, record, A)
    book.access.release_record(REC, record, Release())
    with pytest.raises(RecordNotFound):
        book.reviews.review(EVE, record, A)


def test_who_holds_a_seat_closes_its_review_to_others(book: GameBook, record: str) -> None:
    """Then its rows are for the holder alone, through the open table too, and nothing is taken apart; nobody else can close it."""
    with pytest.raises(NotYours):
        book.reviews.close(REC, record, "A", closed=True)
    with pytest.raises(NotYours):
        book.reviews.close(REC, record, "C", closed=True)
    book.reviews.close(ANA, record, "A", closed=True)
    (own,) = book.reviews.review(ANA, record, A).seats
    assert own.decisions
    assert (own.closed, own.kept) == (False, True)
    assert [seat["keeps_review"] for seat in book.people.held_of_me(ANA)["seats"] if seat["record"] == record] == [True]
    shown = book.reviews.review(REC, record)
    assert shown.viewer is OPEN
    assert (shown.seats[0].closed, shown.seats[0].decisions, shown.seats[0].chart) == (True, (), ())
    assert shown.seats[1].decisions
    assert not any(seat.kept for seat in shown.seats)
    assert shown.open is not None
    assert shown.open.splits == ()
    assert not {*shown.open.lay} & {row.version for row in own.decisions}
    (closed,) = book.reviews.review(BEN, record, A).seats
    assert closed.closed
    book.reviews.close(ANA, record, "A", closed=False)
    assert book.reviews.review(BEN, record, A).seats[0].decisions == own.decisions
    assert not book.reviews.review(ANA, record, A).seats[0].kept
    assert not any(seat["keeps_review"] for seat in book.people.held_of_me(ANA)["seats"])


def test_no_review_while_a_game_goes_on(book: GameBook) -> None:
    """Nobody is told what a decision was worth while it could help."""
    record = book.writing.begin(REC, NewTable(game="regicide", names=("Ana", "Ben"), begins=A, dealt=True))
    view = book.reviews.review(REC, record, OPEN)
    assert (view.apart, view.seats, view.may_ask) == ("goes-on", (), False)
    with pytest.raises(MalformedCommand, match="not over"):
        book.reviews.ask(REC, record, OPEN)


def test_a_link_to_the_beginning_shows_the_rows_of_the_beginning(book: GameBook, record: str) -> None:
    """A row follows from nothing later, and what the end tells stays away."""
    whole = book.reviews.review(REC, record, A).seats[0]
    last = whole.decisions[-1].version - 1
    link = Caller("link", CallerKind.LINK, account=REC.account, via="link-1", grant=LinkGrant(record=record, viewer=A, first=0, last=last))
    view = book.reviews.review(link, record, A)
    assert {row.version for row in view.seats[0].decisions} == {row.version for row in whole.decisions if row.version <= last}
    assert max(point.version for point in view.seats[0].chart) <= last
    assert not view.may_ask
    with pytest.raises(NotYours):
        book.reviews.ask(link, record, A)


def test_a_closer_look_replaces_a_row(book: GameBook, record: str) -> None:
    """It is a job of its own, and only a decision that is weighed has one."""
    rows = book.reviews.review(ANA, record, A).seats[0].decisions
    weighed = next(row for row in rows if row.weighed)
    book.reviews.closer(ANA, record, A, weighed.version)
    (job,) = [one for one in book.jobs.of_caller(ANA) if one.state == "open"]
    book.jobs.work(ANA, job.id, MadeHands(), SOON)
    (now,) = [row for row in book.reviews.review(ANA, record, A).seats[0].decisions if row.version == weighed.version]
    assert now.passed == CLOSER
    with pytest.raises(MalformedCommand, match="no decision"):
        book.reviews.closer(ANA, record, A, 1)


def test_rows_of_another_state_of_the_record_are_stale(book: GameBook, record: str) -> None:
    """They are shown, and said to be old, until somebody asks anew."""
    look = book.reviews._look(REC, record, A, graded=False)
    (now,), (later,) = look.view().seats, replace(look, head=replace(look.head, hash=b"x" * 32)).view().seats
    assert (now.stale, later.stale) == (False, True)
    assert [row.version for row in later.decisions] == [row.version for row in now.decisions]
    assert later.work.state == "done"


def test_two_logs_that_show_a_seat_the_same_are_reviewed_from_the_same_bytes(book: GameBook, record: str) -> None:
    """Nothing that the seat did not see is in them: not the hashes of the chain either."""
    view = book.record(REC, record, A)
    other = [replace(one, prev="f" * 64) for one in view.seen.events]
    ours = work.source_of(view.seen.game, view.header, view.seen.events, A)
    assert ours == work.source_of(view.seen.game, view.header, other, A)


def test_rows_go_with_their_record(book: GameBook) -> None:
    """Nothing of it is left in the store."""
    record = finished(book)
    store, key = book._office.store, book.reviews._look(REC, record, A, graded=False).key(A)
    book.reviews.ask(REC, record, A)
    lease = store.jobs.lease("one", [work.KIND], NOON, NOON + timedelta(days=1), tries=1)
    assert lease is not None
    store.jobs.plan(lease, [("chart 0", b"")], NOON)
    part = store.jobs.lease("one", [work.KIND], NOON, NOON + timedelta(days=1), tries=1)
    assert part is not None
    assert store.jobs.finish(part, b"{}", NOON)
    assert store.jobs.keys(work.KIND, record) == [key]
    book.records.trash(REC, record)
    book.records.purge(OPERATOR, record)
    assert store.jobs.keys(work.KIND, record) == []


def test_luck_over_many_games_counts_what_its_caller_may_see(book: GameBook) -> None:
    """The parts are those of the record's own review; without the open table, or where a player keeps a review, nothing is counted."""
    record = finished(book)
    entries = [entry for entry in book.records.shelf(REC).entries if entry.id == record]
    assert (book.reviews.many(REC, entries).waiting, book.reviews.many(REC, entries).players) == ((record,), ())
    opened = made(book, REC, record).open
    assert opened is not None
    (split,) = opened.splits
    found = book.reviews.many(EVE, entries)
    assert (found.counted, [(one.name, one.sums.skill) for one in found.players]) == (
        1,
        [(name, split.skill.get(SeatKey(seat), Fraction(0))) for seat, name in sorted(entries[0].names.items())],
    )
    book.reviews.close(ANA, record, "A", closed=True)
    assert [(book.reviews.many(one, entries).counted, book.reviews.many(one, entries).closed) for one in (REC, ANA, EVE)] == [
        (0, 1),
        (1, 0),
        (0, 1),
    ]
    book.reviews.close(ANA, record, "A", closed=False)
    release(book, record, Onlookers.PUBLIC, HandsOpen.NEVER)
    for caller in (EVE, BEN):
        assert (book.reviews.many(caller, entries).players, book.reviews.many(caller, entries).closed) == ((), 1)
    book.access.release_record(REC, record, Release())
    assert book.reviews.many(EVE, entries).closed == 1
