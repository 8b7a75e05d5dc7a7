"""The law of seats: who sits, or ever sat, at a running game is shown what their seat is shown, until its close is final."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.viewers import OPEN, OPERATOR, PUBLIC, Caller, CallerKind, Role
from records.errors import CloseNotFinal, MalformedCommand, NotYours, RecordNotFound, SeatRefused
from records.service import GameBook, NewTable, access
from records.service.accounts import ending, policy, seat_law
from records.store import CHANGES, AccessChange, HandsOpen, Listed, Onlookers, Release, SeatLaw
from support.seat_sequences import first_broken, opened
from support.soaking import one_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

A, B = SeatKey("A"), SeatKey("B")
HERE = "192.0.2.7"


def account(name: str, *roles: Role) -> Caller:
    """Return somebody who signed in."""
    return Caller(name, CallerKind.ACCOUNT, account=name, roles=frozenset({*roles, Role.PLAYER}), via=f"session-{name}")


ANA, BEN, CARA = account("ana", Role.RECORDER), account("ben"), account("cara")
REC, ADA, ARB = account("rec", Role.RECORDER), account("ada", Role.ADMIN), account("arb", Role.ARBITER)


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameBook]:
    """A club's book."""
    with opened(f"sqlite:///{tmp_path_factory.mktemp('seats')}/club.sqlite") as made:
        yield made


def begun(book: GameBook, owner: Caller, *sits: SeatKey) -> str:
    """Return a game that somebody keeps, and may sit at from the start."""
    return book.writing.begin(owner, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, dealt=True, sits=sits))


@pytest.fixture
def played(book: GameBook) -> str:
    """A game that Ana keeps and plays from A, against Ben."""
    record = begun(book, ANA, A)
    take(book, ANA, record, B, BEN)
    return record


def take(book: GameBook, owner: Caller, record: str, seat: SeatKey, taker: Caller) -> None:
    """Let somebody take a seat by a code."""
    assert book.access.take_seat(taker, book.access.seat_code(owner, record, seat), HERE) == (record, seat)


def code_of(book: GameBook, caller: Caller, record: str, seat: SeatKey, taker: Caller) -> str:
    """Return by which clause a seat is refused; "" where it is taken."""
    try:
        take(book, caller, record, seat, taker)
    except SeatRefused as refused:
        return refused.code
    return ""


def told(book: GameBook, caller: Caller, record: str) -> list[tuple[str, str, str, str]]:
    """Return the changes that somebody reads in the trail, the first one first: who, what, where, whom."""
    steps = reversed(book.access.hand_trail(caller, record))
    return [(step.account, step.ground, step.viewer, step.whom) for step in steps if step.ground in CHANGES]


# -- the clauses -------------------------------------------------------------------------------------------------------


def test_an_owner_does_not_sit_down_on_the_opponents_seat(book: GameBook, played: str) -> None:
    """A claimed seat is given up by its holder; nobody else empties it, takes it, or makes a code for it, not even an admin."""
    for caller in (ANA, ADA):
        with pytest.raises(SeatRefused, match="holder"):
            book.access.seat_code(caller, played, B)
        for whom in (None, "ana", "cara"):
            with pytest.raises(SeatRefused):
                book.access.seat_account(caller, played, B, whom)
    with pytest.raises(NotYours):
        book.record(ANA, played, B)
    assert book.record(BEN, played).viewer == B
    book.access.leave_seat(BEN, played, B)
    with pytest.raises(RecordNotFound):
        book.record(BEN, played)
    assert told(book, ANA, played)[-1] == ("ben", "leaves", B, "ben")


def test_a_seat_is_called_free_for_a_reason_that_all_read(book: GameBook, played: str) -> None:
    """By the owner, or an admin who never sat there; a substitute gets that seat's log, and the old holder loses it."""
    with pytest.raises(MalformedCommand):
        book.access.call_seat_free(ANA, played, B, " ")
    for stranger in (CARA, BEN, ARB):
        with pytest.raises((NotYours, RecordNotFound)):
            book.access.call_seat_free(stranger, played, A, "away")
    book.access.call_seat_free(ANA, played, B, "Ben went home")
    assert (step := book.access.hand_trail(ANA, played)[0]).reason == "Ben went home"
    assert step.account == "ana"
    assert code_of(book, ANA, played, B, ANA) == "sits elsewhere"
    take(book, ANA, played, B, CARA)
    assert book.record(CARA, played).viewer == B
    assert any(step.reason == "Ben went home" for step in book.access.hand_trail(CARA, played))
    with pytest.raises(RecordNotFound):
        book.record(BEN, played, B)
    book.access.call_seat_free(ADA, played, B, "Cara too")
    with pytest.raises(MalformedCommand):
        book.access.call_seat_free(ADA, played, B, "Cara too")
    assert code_of(book, ANA, played, B, ADA) == ""
    with pytest.raises(NotYours):
        book.access.call_seat_free(ADA, played, A, "now it is my game")
    assert code_of(book, ANA, played, B, BEN) == "held"


def test_who_leaves_a_seat_sees_no_more_than_before(book: GameBook, played: str) -> None:
    """Leave, look, sit down again: an owner who sat there is no keeper of the open table, and may come back to that seat alone."""
    book.access.leave_seat(ANA, played, A)
    for viewer in (A, B, OPEN):
        with pytest.raises(NotYours):
            book.record(ANA, played, viewer)
    assert book.record(ANA, played).viewer is PUBLIC
    take(book, ANA, played, A, ANA)
    assert book.record(ANA, played).viewer == A


def test_who_keeps_the_record_or_has_seen_hands_is_no_substitute(book: GameBook) -> None:
    """Nobody sits down at a running game who was shown more of it than the seat shows."""
    record = begun(book, REC)
    take(book, REC, record, A, ANA)
    book.record(REC, record, OPEN)
    assert code_of(book, REC, record, B, REC) == "saw hands"
    take(book, REC, record, B, BEN)
    book.access.call_seat_free(REC, record, B, "away")
    assert code_of(book, REC, record, B, REC) == "keeps the record"
    book.access.give_record(REC, record, "cara")
    assert code_of(book, CARA, record, B, REC) == "saw hands"


def test_nobody_sits_down_with_somebody_who_saw_all_hands(book: GameBook) -> None:
    """An owner who looked before sitting down plays alone, and players do not write; what was begun with a seat is another matter."""
    record = begun(book, ANA)
    book.record(ANA, record, OPEN)
    take(book, ANA, record, A, ANA)
    with pytest.raises(SeatRefused, match="from the start") as refused:
        book.access.seat_code(ANA, record, B)
    assert refused.value.code == "table saw hands"
    with pytest.raises(SeatRefused):
        book.access.release_record(ANA, record, Release(players_write=True))
    with pytest.raises(SeatRefused):
        book.access.seat_account(ANA, record, B, "ben")


def test_one_account_sits_at_two_seats_only_where_the_record_says_so(book: GameBook, played: str) -> None:
    """From the start, for all to read; never later."""
    book.access.leave_seat(BEN, played, B)
    assert code_of(book, ANA, played, B, ANA) == "sits elsewhere"
    both = begun(book, ANA, A, B)
    assert [book.record(ANA, both, viewer).viewer for viewer in (A, B)] == [A, B]
    with pytest.raises(MalformedCommand):
        begun(book, ANA, A, A)
    book.access.release_record(ANA, both, Release(listed=Listed.EVERYBODY, names=True))
    assert book.record(CARA, both).alone == ((A, B),)
    assert book.record(ANA, played).alone == ()


def test_an_arbiter_who_plays_is_a_player(book: GameBook) -> None:
    """Roles count for nothing at a game at which one sat: not to close or reopen it, to rule, or to read what goes to the arbiter."""
    record = begun(book, REC)
    take(book, REC, record, A, ARB)
    take(book, REC, record, B, BEN)
    case = book.cases.open_case(BEN, record, 1, "?").id
    book.cases.release_side(BEN, case, B)
    with pytest.raises(NotYours):
        book.access.close_record(ARB, record)
    for act in (lambda: book.cases.case_log(ARB, case, "arbiter"), lambda: book.cases.close_case(ARB, case, "x")):
        with pytest.raises((NotYours, RecordNotFound)):
            act()
    book.access.close_record(REC, record)
    for act in (lambda: book.record(ARB, record, OPEN), lambda: book.access.reopen_record(ARB, record)):
        with pytest.raises(NotYours):
            act()
    other = account("other", Role.ARBITER)
    assert book.cases.case_log(other, case, "arbiter").events
    assert ("other", "arbiter") in {(step.account, step.viewer) for step in book.access.hand_trail(BEN, record)}


def test_a_close_is_final_once_somebody_who_sat_there_looks(book: GameBook, played: str) -> None:
    """They are asked first; until then the game can go on, and afterwards only in a line."""
    book.access.release_record(ANA, played, Release(listed=Listed.PLAYERS, hands=HandsOpen.NOW))
    book.access.close_record(ANA, played)
    for caller, other in ((ANA, B), (BEN, A)):
        with pytest.raises(CloseNotFinal):
            book.record(caller, played, other)
        assert book._office.gate.sight(caller, played).more_finally
    book.access.reopen_record(ANA, played)
    assert book.access.record_access(ANA, played).live
    with pytest.raises((NotYours, MalformedCommand)):
        book.access.close_finally(BEN, played)
    book.access.close_record(ANA, played)
    book.access.close_finally(BEN, played)
    assert book.record(ANA, played, OPEN).viewer is OPEN
    for caller in (ANA, REC, ARB):
        with pytest.raises((NotYours, RecordNotFound)):
            book.access.reopen_record(caller, played)
    assert [what for _who, what, *_ in told(book, BEN, played)][-4:] == ["closed", "reopened", "closed", "final"]


def test_a_look_by_somebody_who_is_not_known_makes_the_close_final(book: GameBook, played: str) -> None:
    """It may be by one of those who sat there; what is public may be looked at by everybody, and the game goes on."""
    stranger = Caller("anonymous")
    book.access.release_record(ANA, played, Release(listed=Listed.EVERYBODY, after=Onlookers.HANDS, hands=HandsOpen.NOW, names=True))
    book.access.close_record(ANA, played)
    book.record(stranger, played, PUBLIC)
    book.record(CARA, played, OPEN)
    assert not book.access.record_access(ANA, played).final
    book.record(stranger, played, B)
    assert book.access.record_access(ANA, played).final
    assert told(book, BEN, played)[-1][:2] == ("", "final")


def test_every_change_of_seats_owner_and_openness_is_in_the_trail(book: GameBook) -> None:
    """Whoever made it, for all who sit there."""
    record = begun(book, REC)
    take(book, REC, record, A, ANA)
    book.access.seat_account(OPERATOR, record, B, "ben")
    book.access.give_record(REC, record, "cara")
    book.access.release_record(CARA, record, Release(players_write=True))
    book.access.close_record(OPERATOR, record)
    book.access.reopen_record(OPERATOR, record)
    assert told(book, BEN, record) == [
        ("ana", "sits", "A", "ana"),
        ("", "sits", "B", "ben"),
        ("rec", "given", "", "cara"),
        ("cara", "opened", "", ""),
        ("", "closed", "", ""),
        ("", "reopened", "", ""),
    ]
    assert "players write" in next(step.reason for step in book.access.hand_trail(ANA, record) if step.ground == "opened")


def test_the_scribe_of_a_table_that_nobody_else_claimed_keeps_the_record(book: GameBook) -> None:
    """With one account the law does not hold: its owner may take a seat, leave it, and look."""
    record = begun(book, ANA)
    take(book, ANA, record, A, ANA)
    book.access.seat_account(ANA, record, A, None)
    assert book.record(ANA, record, OPEN).viewer is OPEN
    book.access.close_record(ANA, record)
    book.access.reopen_record(ANA, record)
    assert book.access.record_access(ANA, record).seat_law is SeatLaw.NONE


def test_a_running_game_of_an_older_store_that_breaks_the_law_stays_as_it_is(book: GameBook) -> None:
    """It shows who sits at two seats, changes neither seats nor owner nor openness, and closes for good."""
    record = begun(book, REC)
    for seat, name in ((A, "ana"), (B, "ana")):
        book._office.store.access.claim(record, seat, name)
    book._office.store.access.change(record, lambda _access, _trail: AccessChange(seat_law=SeatLaw.BROKEN))
    assert {viewer for viewer in (A, B) if book.record(ANA, record, viewer)} == {A, B}
    assert book.record(ANA, record).alone == ((A, B),)
    acts: tuple[Any, ...] = (
        lambda: book.access.seat_code(REC, record, A),
        lambda: book.access.seat_account(REC, record, A, "ben"),
        lambda: book.access.seat_account(REC, record, A, None),
        lambda: book.access.leave_seat(ANA, record, A),
        lambda: book.access.call_seat_free(REC, record, A, "x"),
        lambda: book.access.give_record(REC, record, "ben"),
        lambda: book.access.release_record(REC, record, Release(listed=Listed.ACCOUNTS, names=True)),
    )
    for act in acts:
        with pytest.raises(SeatRefused) as refused:
            act()
        assert refused.value.code == "fixed"
    book.access.close_record(REC, record)
    with pytest.raises(SeatRefused, match="line"):
        book.access.reopen_record(REC, record)


# -- the property ------------------------------------------------------------------------------------------------------


@pytest.mark.soak
def test_nobody_who_ever_sat_gets_more_before_a_final_close_in_full(tmp_path: Path) -> None:
    """As below, over many more sequences."""
    with opened(f"sqlite:///{tmp_path}/club.sqlite") as book:
        assert first_broken(book, range(8, 20_000)) == ""


def test_nobody_who_ever_sat_gets_more_before_a_final_close(book: GameBook) -> None:
    """Whatever sequence of allowed acts came before, by callers of every kind."""
    assert first_broken(book, range(8)) == ""


def nothing(*_args: Any) -> None:
    """Check nothing."""


MUTANTS: dict[str, tuple[int, Any, str, Any]] = {
    "a claimed seat is its holder's": (10, seat_law, "check_holder_keeps", nothing),
    "nobody sits twice": (12, seat_law, "check_sits_once", nothing),
    "no substitute keeps the record": (486, seat_law, "check_substitute", nothing),
    "no substitute has seen hands": (42, seat_law, "check_unknowing", nothing),
    "nobody sits down with somebody who has seen hands": (119, seat_law, "check_table_unknowing", nothing),
    "who ever sat is kept to the seat": (4, access, "sat", lambda caller, of: bool(of.seats_of(caller.account))),
    "who sat is asked before a close is final": (4, access, "closed_not_finally", lambda _caller, sight, _of: sight),
    "a final close is final": (38, seat_law, "check_reopening", lambda of, _trail: of.guarded or bool(of.sittings)),
    "roles do not count at the own game": (43, policy, "_roles_at", lambda caller, _permission, _of: caller.roles),
    "what lies in the trash is shown by no link": (37, access, "withdrawn", lambda _caller, _of: False),
    "every change is in the trail": (0, ending, "changed", lambda *_args, **_more: ()),
}
"""Each clause of the law, the first sequence that breaks it without that clause, and how the clause is taken out."""


@pytest.mark.parametrize("clause", one_in(4, MUTANTS))
def test_the_property_fails_without_any_one_clause(book: GameBook, monkeypatch: pytest.MonkeyPatch, clause: str) -> None:
    """The sequence that breaks it without the clause breaks nothing with it."""
    seed, place, name, instead = MUTANTS[clause]
    assert first_broken(book, [seed]) == ""
    monkeypatch.setattr(place, name, instead)
    assert first_broken(book, [seed]) != "", "other sequences than before: the soak finds one that breaks it"


@pytest.mark.soak
@pytest.mark.parametrize("clause", MUTANTS)
def test_the_property_finds_each_missing_clause_by_itself(book: GameBook, monkeypatch: pytest.MonkeyPatch, clause: str) -> None:
    """Among its first sequences, which ``MUTANTS`` names."""
    seed, place, name, instead = MUTANTS[clause]
    monkeypatch.setattr(place, name, instead)
    assert first_broken(book, range(600)).startswith(f"seed {seed}: ")
