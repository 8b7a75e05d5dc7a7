"""Who guesses is bounded by name, by network and in all; and nobody is kept out by what others type."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import event, func, select

from records.accounts import passwords
from records.accounts.tokens import new_token
from records.core.ids import SeatKey
from records.core.viewers import OPERATOR
from records.errors import MalformedCommand, RecordNotFound, SignInRefused, TooManyAttempts
from records.service import GameBook, NewTable
from records.service.accounts import guessing
from records.service.accounts.signing import SignIns
from records.service.desks.linking import NewLink
from records.store import open_store
from records.store.schema import attempts
from support import club
from support.club import HOME, HOTEL, SECRET, Clock

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.viewers import Caller

WRONG = (SignInRefused, TooManyAttempts)


quick, clock, book = club.quick, club.present, club.members


SHARE = 4
"""Of a day is watched; what a day allows is reckoned from it."""


def looked_at(clock: Clock, guess: Callable[[int], object]) -> int:
    """Return how many guesses of somebody who never rests are looked at within a share of a day; right ones are not among them."""
    end, count, turn = clock.now + timedelta(days=1) / SHARE, 0, 0
    while clock.now < end:
        turn += 1
        try:
            guess(turn)
        except SignInRefused:
            count += 1
        except TooManyAttempts as waits:
            clock.now += timedelta(seconds=waits.seconds)
    return count


def test_guesser(book: GameBook, clock: Clock) -> None:
    """Five failures of a name from a network are counted in two processes together; then one in a quarter of an hour, right ones too."""
    with open_store(book.address) as store:
        other = SignIns(store, clock)
        for turn in range(5):
            with pytest.raises(SignInRefused):
                (book.sign_ins, other)[turn % 2].sign_in("Ben", "wrong", HOTEL)
        for one in (book.sign_ins, other):
            with pytest.raises(TooManyAttempts) as waits:
                one.sign_in("ben", SECRET, HOTEL)
            assert 0 < waits.value.seconds <= 900
        assert book.sign_ins.sign_in("Ada", SECRET, HOTEL)
        clock.now += timedelta(minutes=15)
        assert other.sign_in("Ben", SECRET, HOTEL)
        for _ in range(5):
            with pytest.raises(SignInRefused):
                book.sign_ins.sign_in("Ben", "wrong", HOTEL)


def test_a_guesser_has_so_many_tries_a_day(book: GameBook, clock: Clock) -> None:
    """At a name from one network, known or not, from all networks together, and from a browser in which it signed in: never without end."""
    browser, door = new_token(), book.sign_ins
    door.sign_in("Ben", SECRET, HOME, browser)
    tries = {
        "an unknown network": looked_at(clock, lambda _: door.sign_in("Ben", "wrong", HOTEL)),
        "a known network": looked_at(clock, lambda _: door.sign_in("Ben", "wrong", HOME)),
    }
    clock.now += timedelta(days=1)
    tries["everywhere"] = looked_at(clock, lambda turn: door.sign_in("Ben", "wrong", f"10.{turn // 200 % 200}.{turn % 200}.1"))
    clock.now += timedelta(days=1)
    most = {"an unknown network": guessing.BY_NAME_HERE, "a known network": guessing.BY_NAME_HERE, "everywhere": guessing.BY_NAME}
    assert {name: one.a_day for name, one in most.items()} == {"an unknown network": 101, "a known network": 101, "everywhere": 174}
    allowed = {name: one.most + (one.a_day - one.most) // SHARE for name, one in most.items()}
    assert all(allowed[name] - 1 <= tries[name] <= allowed[name] for name in most), (tries, allowed)
    assert guessing.BY_BROWSER.a_day == 106
    ben = signed_in(book, "Ben")
    seats = looked_at(clock, lambda turn: book.access.take_seat(ben, f"0000{turn % 10_000:04}", HOTEL))
    assert seats <= guessing.CODES_OF_ACCOUNT.most + 288 // SHARE
    assert guessing.CODES_OF_ACCOUNT.a_day == 308


def signed_in(book: GameBook, name: str) -> Caller:
    """Return who signed in at home."""
    caller = book.sign_ins.caller_of(book.sign_ins.sign_in(name, SECRET, HOME))
    assert caller is not None
    return caller


def test_lockout_of_another(book: GameBook, clock: Clock) -> None:
    """Who fails with somebody's name, from elsewhere or beside them, keeps them out of no browser and of no network that they know."""
    browser = new_token()
    book.sign_ins.sign_in("Ben", SECRET, HOME, browser)
    for turn in range(60):
        for address in (HOME, f"10.0.{turn}.1"):
            with pytest.raises(WRONG):
                book.sign_ins.sign_in("Ben", "wrong", address)
    assert book.sign_ins.sign_in("Ben", SECRET, HOME, browser)
    assert book.sign_ins.sign_in("Ben", SECRET, HOTEL, browser)
    with pytest.raises(TooManyAttempts):
        book.sign_ins.sign_in("Ben", SECRET, HOME, new_token())
    clock.now += timedelta(minutes=15)
    for turn in range(30):  # from elsewhere all the time
        with pytest.raises(WRONG):
            book.sign_ins.sign_in("Ben", "wrong", f"10.1.{turn}.1")
    assert book.sign_ins.sign_in("Ben", SECRET, HOME, new_token())
    with pytest.raises(TooManyAttempts):
        book.sign_ins.sign_in("Ben", SECRET, "203.0.113.5", new_token())


def test_a_browser_is_known_for_whom_it_was_and_no_longer_than_the_password(book: GameBook) -> None:
    """It lets nobody in; another name, another browser, or a password that was set by a code make it a stranger's."""
    browser = new_token()
    book.sign_ins.sign_in("Ben", SECRET, HOME, browser)
    for _ in range(5):
        with pytest.raises(SignInRefused):
            book.sign_ins.sign_in("Ada", "wrong", HOTEL, browser)
    with pytest.raises(TooManyAttempts):
        book.sign_ins.sign_in("Ada", SECRET, HOTEL, browser)
    book.sign_ins.choose_password(book.people.reset_member(OPERATOR, "Ben"), "a better password", HOME)
    for _ in range(5):
        with pytest.raises(SignInRefused):
            book.sign_ins.sign_in("Ben", SECRET, HOTEL, browser)
    with pytest.raises(TooManyAttempts):
        book.sign_ins.sign_in("Ben", "a better password", HOTEL, browser)
    assert browser not in repr(book.people.held_of(OPERATOR, "Ben"))


def test_a_club_goes_on_while_somebody_in_it_guesses(book: GameBook) -> None:
    """Names without end from one network: who came in from there before is let in, who did not waits, and neither is told the other."""
    for turn in range(guessing.OF_STRANGERS + 5):
        with pytest.raises(WRONG):
            book.sign_ins.sign_in(f"nobody {turn}", "wrong", HOME)
    for name in ("Ben", "Ada", "Nobody"):
        with pytest.raises(TooManyAttempts):
            book.sign_ins.sign_in(name, "wrong", HOME)
    assert book.sign_ins.sign_in("Ben", SECRET, HOME)
    book.sign_ins.choose_password(book.people.add_member(OPERATOR, "Cleo"), SECRET, HOTEL)
    with pytest.raises(TooManyAttempts):
        book.sign_ins.sign_in("Cleo", SECRET, HOME)


def test_codes_links_and_passwords_are_counted_apart(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """None of them locks another; seats are counted by who takes them, and a right link costs nothing, ever."""
    monkeypatch.setattr(guessing, "BY_NETWORK", guessing.Limit(9, timedelta(hours=1)))
    ada = book.sign_ins.caller_of(book.sign_ins.sign_in("Ada", SECRET, HOME))
    ben = book.sign_ins.caller_of(book.sign_ins.sign_in("Ben", SECRET, HOME))
    assert ada is not None
    assert ben is not None
    record = book.writing.begin(ada, NewTable(game="castle-rampage", names=("x", "y"), begins=SeatKey("A"), dealt=True))
    link, _row = book.access.share(ada, record, NewLink(viewer="public"))
    code, seat = book.people.add_member(OPERATOR, "Cleo"), book.access.seat_code(ada, record, "B")
    wrong: dict[str, Callable[[int], object]] = {
        "passwords": lambda turn: book.sign_ins.sign_in(f"nobody {turn}", "wrong", HOME),
        "links": lambda _: book.sign_ins.caller_of_link(new_token(), HOME),
        "seats": lambda turn: book.access.take_seat(ada, f"0000{turn:04}", HOME),
        "codes": lambda turn: book.sign_ins.choose_password(f"0000{turn:04}", SECRET, HOME),
    }
    ends = {"passwords": 9, "links": 50, "seats": 20, "codes": None}
    for name, guess in wrong.items():
        refused = next((turn for turn in range(150) if isinstance(error_of(guess, turn), TooManyAttempts)), None)
        assert refused == ends[name], name
    assert book.sign_ins.caller_of_link(link, HOME).grant is not None
    assert book.access.take_seat(ben, seat, HOME) == (record, "B")
    assert book.sign_ins.choose_password(code, SECRET, HOME)


def error_of(guess: Callable[[int], object], turn: int) -> Exception | None:
    """Return what a guess raises."""
    try:
        guess(turn)
    except (*WRONG, RecordNotFound) as error:
        return error
    return None


def test_forged_pictures_count_nothing(book: GameBook) -> None:
    """What another site's page asks for is refused as ever, and no row says so."""
    before = rows(book)
    for _ in range(120):
        with pytest.raises(RecordNotFound):
            book.sign_ins.caller_of_link(new_token(), HOME, counts=False)
    assert rows(book) == before


def rows(book: GameBook) -> int:
    """Return how many rows say that something failed."""
    with book._office.store.transactions.reading() as connection:
        return int(connection.execute(select(func.count()).select_from(attempts)).scalar() or 0)


def test_many_at_once_are_not_let_by(book: GameBook, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    """A try is counted before its password is looked at: of forty at the same moment, in two processes, five are."""
    with open_store(book.address) as store, ThreadPoolExecutor(8) as pool:
        doors = (book.sign_ins, SignIns(store, clock))
        hashed: list[str] = []
        monkeypatch.setattr(passwords, "matches", lambda _stored, password: bool(hashed.append(password)))
        list(pool.map(lambda turn: error_of(lambda n: doors[n % 2].sign_in("Ben", f"guess {n}", HOTEL), turn), range(40)))
    assert len(hashed) == 5


def test_nothing_is_left_of_what_failed(book: GameBook, clock: Clock) -> None:
    """Rows go when nothing of them counts; a clock that was wrong locks nobody out for longer than a day's count."""
    for turn in range(40):
        assert error_of(lambda n: book.sign_ins.sign_in(f"nobody {n}", "wrong", f"10.0.{n}.1"), turn) is not None
    assert rows(book) == 120
    clock.now += timedelta(days=1)
    with pytest.raises(SignInRefused):
        book.sign_ins.sign_in("Ben", "wrong", HOTEL)
    assert rows(book) == 3
    clock.now += timedelta(days=4000)
    for _ in range(5):
        with pytest.raises(SignInRefused):
            book.sign_ins.sign_in("Ben", "wrong", HOTEL)
    clock.now -= timedelta(days=4000)
    assert book.sign_ins.sign_in("Ben", SECRET, HOTEL)
    clock.now -= timedelta(days=4000)
    assert book.sign_ins.sign_in("Ben", SECRET, HOTEL)


def test_a_sign_in_does_the_same_whoever_is_named(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Statements, hashings and answer are the same for a name that somebody has, has here, and nobody has, before and after the limits."""
    book.sign_ins.choose_password(book.people.add_member(OPERATOR, "Cleo"), SECRET, HOTEL)
    done: list[str] = []
    monkeypatch.setattr(passwords, "matches", lambda _stored, _password: bool(done.append("hash")))
    engine = book._office.store._opened.database.engine
    event.listen(engine, "before_cursor_execute", lambda _c, _k, statement, *_: done.append(" ".join(statement.split())))

    def tried(name: str) -> tuple[str, ...]:
        done.clear()
        return (repr(type(error_of(lambda _: book.sign_ins.sign_in(name, "wrong", HOME), 0))), *done)

    for crowd in (0, guessing.OF_STRANGERS):
        for turn in range(crowd):
            tried(f"nobody {turn}")
        for _ in range(7):
            assert len({tried(name) for name in ("Ben", "Cleo", "Nobody")}) == 1
            assert done.count("hash") <= 1


def test_an_old_password_is_not_guessed_without_end(book: GameBook) -> None:
    """Who took over a session does not find out the password by it."""
    ben = book.sign_ins.caller_of(book.sign_ins.sign_in("Ben", SECRET, HOME))
    assert ben is not None
    for _ in range(guessing.OLD_PASSWORD.most):
        with pytest.raises(SignInRefused):
            book.sign_ins.change_password(ben, "wrong", "a better password")
    with pytest.raises(TooManyAttempts):
        book.sign_ins.change_password(ben, SECRET, "a better password")


def test_a_first_password_is_not_the_name(book: GameBook) -> None:
    """Nor the name with digits, the site's name, or the code; the code is not used up by it."""
    code = book.people.add_member(OPERATOR, "Emanuela J\u00f6rgsen")
    shown = f"{code[:4]}-{code[4:]}"
    for bad in (
        "Emanuela J\u00f6rgsen", "emanuelajo\u0308rgsen", "EMANUELA 1984", "Emanuela!J\u00f6rgsen_2024", "1234emanuela", "emanuelaemanuela",
        "kiebitz2024", "Kiebitz-Kiebitz", "club.example.org", "emanuela@club", "Emanuela kiebitz 7", f"{code}{code}", f"{shown} 12",
    ):  # fmt: skip
        with pytest.raises(MalformedCommand):
            book.sign_ins.choose_password(shown, bad, HOME, site="club.example.org:8443")
    ben = book.sign_ins.caller_of(book.sign_ins.sign_in("Ben", SECRET, HOME))
    assert ben is not None
    with pytest.raises(MalformedCommand):
        book.sign_ins.change_password(ben, SECRET, "ben ben ben 2024")
    assert book.sign_ins.choose_password(shown, "emanuela over the dyke", HOME, site="club.example.org:8443")
