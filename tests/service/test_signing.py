"""Signing in, sessions, tokens and codes: what lets somebody in, for how long, and what keeps guessers out."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from records.accounts import passwords
from records.core.events import Sort
from records.core.ids import SeatKey
from records.core.viewers import LOCAL, OPERATOR, CallerKind, Role, Scope
from records.errors import AccountTaken, MalformedCommand, NotYours, RecordNotFound, SignInRefused, TooManyAttempts
from records.service import GameBook, NewTable
from records.service.access import Permission
from records.service.accounts.guessing import network_of
from records.service.desks.linking import NewLink
from records.service.layers.notes import NoteText
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import Listed, Release
from records.values import replace
from support import club
from support.club import HOME, HOTEL, SECRET, Clock

if TYPE_CHECKING:
    from pathlib import Path

    from records.core.viewers import Caller


quick, clock, book = club.quick, club.present, club.members


def signed_in(book: GameBook, name: str, address: str = HOME) -> Caller:
    """Return who has signed in."""
    caller = book.sign_ins.caller_of(book.sign_ins.sign_in(name, SECRET, address))
    assert caller is not None
    return caller


def test_the_first_account_ends_the_local_user(tmp_path: Path) -> None:
    """It must be an admin's; from then on nothing is local, in no process."""
    url = f"sqlite:///{tmp_path}/club.sqlite"
    with GameBook.open(url) as book, GameBook.open(url) as other:
        assert (book.keeper, book.has_accounts) == (LOCAL, False)
        with pytest.raises(MalformedCommand, match="first account is an admin's"):
            book.people.add_member(LOCAL, "Ben")
        book.people.add_member(LOCAL, "Ada", ["admin"])
        other._office.policy._asked -= 2  # a second later
        for one in (book, other):
            assert (one.keeper, one.has_accounts) == (OPERATOR, True)
            for refused in (one.people.members, one.records.shelf):
                with pytest.raises(NotYours):
                    refused(LOCAL)


def test_a_session_is_somebody_for_a_while(book: GameBook, clock: Clock) -> None:
    """Found by a token that is not stored; it ends when it is left, unused, too old, or its account has ended; an admin's within hours."""
    token = book.sign_ins.sign_in("BEN", SECRET, HOME)
    caller = book.sign_ins.caller_of(token)
    assert caller is not None
    assert (caller.name, caller.kind, caller.roles, caller.scopes) == ("Ben", CallerKind.ACCOUNT, {Role.PLAYER}, None)
    assert token not in repr(book._office.store.sign_ins.sessions_of(caller.account))
    for forged in ("", "x", token[:-1], token[:-1] + ("0" if token[-1] != "0" else "1"), f"kbz_{token}", caller.via):
        assert book.sign_ins.caller_of(forged) is None
    start = clock.now
    for days in range(13, 85, 13):
        clock.now = start + timedelta(days=days)
        assert book.sign_ins.caller_of(token) is not None
    clock.now = start + timedelta(days=91)
    assert book.sign_ins.caller_of(token) is None
    clock.now = start
    idle = book.sign_ins.sign_in("Ben", SECRET, HOME)
    clock.now += timedelta(days=14)
    assert book.sign_ins.caller_of(idle) is None
    admin = book.sign_ins.sign_in("Ada", SECRET, HOME)
    clock.now += timedelta(hours=12)
    assert book.sign_ins.caller_of(admin) is None
    left = book.sign_ins.sign_in("Ben", SECRET, HOME)
    gone = book.sign_ins.caller_of(left)
    assert gone is not None
    book.sign_ins.sign_out(gone)
    assert book.sign_ins.caller_of(left) is None
    last = book.sign_ins.sign_in("Ben", SECRET, HOME)
    book.people.end_member(OPERATOR, "Ben")
    assert book.sign_ins.caller_of(last) is None
    with pytest.raises(SignInRefused):
        book.sign_ins.sign_in("Ben", SECRET, HOME)


def test_timing_of_names(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a name is somebody's, has no password yet, or has ended: each sign-in hashes once, and says the same."""
    book.people.add_member(OPERATOR, "New")
    book.people.add_member(OPERATOR, "Old")
    book.people.end_member(OPERATOR, "Old")
    hashed: list[str | None] = []
    monkeypatch.setattr(passwords, "matches", lambda stored, _password: bool(hashed.append(stored)))
    said = set()
    for number, name in enumerate(("Ben", "New", "Old", "Nobody")):
        with pytest.raises(SignInRefused) as refused:
            book.sign_ins.sign_in(name, "wrong", f"203.0.{number}.1")
        said.add(str(refused.value))
    assert hashed == [f"hash of {SECRET}", None, None, None]
    assert len(said) == 1


def test_codes_are_used_once(book: GameBook, clock: Clock) -> None:
    """A code chooses a password once, within a day, and ends all other ways in; a newer one ends an older one."""
    before = book.sign_ins.sign_in("Ben", SECRET, HOME)
    first, second = (book.people.reset_member(OPERATOR, "Ben") for _ in range(2))
    with pytest.raises(SignInRefused):
        book.sign_ins.choose_password(first, "a better password", HOME)
    with pytest.raises(MalformedCommand):
        book.sign_ins.choose_password(second, "short", HOME)
    typed = f" {second[:4].upper()}-{second[4:]} "
    caller = book.sign_ins.caller_of(book.sign_ins.choose_password(typed, "a better password", HOME))
    assert caller is not None
    assert caller.name == "Ben"
    assert book.sign_ins.caller_of(before) is None
    with pytest.raises(SignInRefused):
        book.sign_ins.choose_password(second, "a third password", HOME)
    late = book.people.reset_member(OPERATOR, "Ben")
    clock.now += timedelta(hours=25)
    with pytest.raises(SignInRefused):
        book.sign_ins.choose_password(late, "a third password", HOME)


def test_a_password_is_changed_by_who_knows_it(book: GameBook) -> None:
    """Other sessions and all tokens end; this one stays."""
    here, other = signed_in(book, "Ben"), book.sign_ins.sign_in("Ben", SECRET, HOTEL)
    token = book.sign_ins.make_token(here, "phone", ["read"])
    with pytest.raises(SignInRefused):
        book.sign_ins.change_password(here, "wrong", "a better password")
    for bad in ("short", "x" * 201):
        with pytest.raises(MalformedCommand):
            book.sign_ins.change_password(here, SECRET, bad)
    book.sign_ins.change_password(here, SECRET, "a better password")
    assert [row.digest for row in book.sign_ins.sessions(here)] == [here.via]
    assert book.sign_ins.caller_of(other) is None
    with pytest.raises(SignInRefused):
        book.sign_ins.caller_of_token(token)


def test_tokens_are_good_for_what_they_say(book: GameBook, clock: Clock) -> None:
    """Within the rights of their account, for a year at most, and never more than they were made for; a wrong one is refused."""
    ada = signed_in(book, "Ada")
    record = book.writing.begin(ada, NewTable(game="castle-rampage", names=("x", "y"), begins=SeatKey("A"), dealt=True))
    allowed = {}
    for scope in Scope:
        caller = book.sign_ins.caller_of_token(book.sign_ins.make_token(ada, f"for {scope}", [scope]))
        assert (caller.kind, caller.scopes) == (CallerKind.TOKEN, {scope})
        gate = book._office.gate
        allowed[scope.value] = {str(one) for one in Permission if gate.may(caller, one) or gate.may(caller, one, record)}
        seen = scope is Scope.READ
        assert bool(gate.reach(caller).nothing) is not seen
        if not seen:
            with pytest.raises(RecordNotFound):
                book.record(caller, record)
    both = book.sign_ins.caller_of_token(book.sign_ins.make_token(ada, "both", ["read", "record"]))
    assert book.record(both, record).steps > 0
    assert book._office.gate.may(both, Permission.WRITE, record)
    assert not book._office.gate.may(both, Permission.RELEASE, record)
    assert allowed == {"read": {"trail"}, "record": {"add"}, "upload": {"add"}, "annotate": {"annotate"}, "keep": {"keep"}}
    for refused in (
        lambda: book.sign_ins.make_token(both, "more", ["read"]),
        lambda: book.sign_ins.tokens(both),
        lambda: book.people.held_of_me(both),
    ):
        with pytest.raises(NotYours):
            refused()
    for label, scopes, days in (("", ["read"], 9), ("x", [], 9), ("x", ["fly"], 9), ("x", ["read"], 366), ("x", ["read"], 0)):
        with pytest.raises(MalformedCommand):
            book.sign_ins.make_token(ada, label, scopes, days)
    token = book.sign_ins.make_token(ada, "short", ["read"], days=2)
    clock.now += timedelta(hours=11)
    assert book.sign_ins.caller_of_token(token).name == "Ada"
    clock.now += timedelta(days=2)
    for wrong in (token, "", "kbz_", token.removeprefix("kbz_")):
        with pytest.raises(SignInRefused):
            book.sign_ins.caller_of_token(wrong)


def test_a_token_is_ended_by_its_owner(book: GameBook) -> None:
    """And by nobody else."""
    ben, ada = signed_in(book, "Ben"), signed_in(book, "Ada")
    token = book.sign_ins.make_token(ben, "phone", ["read", "annotate"])
    (row,) = book.sign_ins.tokens(ben)
    assert (row.label, row.scopes) == ("phone", {"read", "annotate"})
    assert token not in repr(row)
    with pytest.raises(RecordNotFound):
        book.sign_ins.end_token(ada, row.id)
    book.sign_ins.end_token(ben, row.id)
    with pytest.raises(SignInRefused):
        book.sign_ins.caller_of_token(token)


def test_a_seat_is_taken_by_its_code(book: GameBook) -> None:
    """Never by an equal name: the owner makes a code for a seat, and who has it sits there, once."""
    ada, ben = signed_in(book, "Ada"), signed_in(book, "Ben")
    record = book.writing.begin(ada, NewTable(game="castle-rampage", names=("Ben", "Ada"), begins=SeatKey("A"), dealt=True))
    with pytest.raises(RecordNotFound):
        book.record(ben, record)
    code = book.access.seat_code(ada, record, "B")
    assert book.access.take_seat(ben, code, HOME) == (record, "B")
    assert book.record(ben, record).viewer == "B"
    with pytest.raises(SignInRefused):
        book.access.take_seat(ada, code, HOME)
    with pytest.raises((NotYours, RecordNotFound)):
        book.access.seat_code(ben, record, "A")


def test_one_admin_stays(book: GameBook) -> None:
    """The last one can be neither ended, nor forgotten, nor given other roles; a name is one account's, in any case."""
    ada = signed_in(book, "Ada")
    for refused in (
        lambda: book.people.end_member(ada, "Ada"),
        lambda: book.people.forget_member(ada, "ada"),
        lambda: book.people.set_roles(ada, "Ada", ["player"]),
    ):
        with pytest.raises(MalformedCommand, match="only admin"):
            refused()
    with pytest.raises(AccountTaken):
        book.people.add_member(ada, "BEN")
    for name, roles in (("", ["player"]), ("Zoe", ["king"])):
        with pytest.raises(MalformedCommand):
            book.people.add_member(ada, name, roles)
    before = book.sign_ins.sign_in("Ben", SECRET, HOME)
    assert book.people.set_roles(ada, "Ben", ["player", "admin"]).roles == (Role.PLAYER, Role.ADMIN)
    assert book.sign_ins.caller_of(before) is None
    assert book.people.rename_member(ada, "Ben", "Benno").name == "Benno"
    assert book.people.end_member(signed_in(book, "Benno"), "Ada").ended is not None


def test_what_is_held_of_somebody_is_taken_out_and_forgotten(book: GameBook, tmp_path: Path) -> None:
    """All of it but secrets; once forgotten the file holds its key in the trail alone, and what it owned is nobody's."""
    ada, ben = signed_in(book, "Ada"), signed_in(book, "Ben")
    record = book.writing.begin(ada, NewTable(game="castle-rampage", names=("x", "y"), begins=SeatKey("A"), dealt=True))
    book.access.seat_account(ada, record, "B", "Ben")
    book.sign_ins.make_token(ben, "phone of mine", ["read"])
    held = book.people.held_of_me(ben)
    assert held["account"]["name"] == "Ben"
    assert held["seats"] == [{"record": record, "seat": "B", "keeps_review": False}]
    assert [one["label"] for one in held["tokens"]] == ["phone of mine"]
    assert SECRET not in repr(held)
    assert book.people.held_of(ada, "Ben")["account"] == held["account"]
    with pytest.raises(NotYours):
        book.people.held_of(ben, "Ada")
    book.people.forget_member(ada, "Ben")
    assert [one.name for one in book.people.members(ada)] == ["Ada"]
    assert book.access.record_access(ada, record).claims == ()
    book.close()
    path = tmp_path / "club.sqlite"
    with closing(sqlite3.connect(path)) as connection:
        lines = [line for line in connection.iterdump() if ben.account in line]
    assert all(line.startswith('INSERT INTO "trail"') for line in lines), lines
    assert b"phone of mine" not in path.read_bytes()


def test_what_somebody_wrote_is_taken_out_with_them(book: GameBook) -> None:
    """Notes, studies, classes, progress, disputes for their seat, links: through the eyes that they have now, without a way in."""
    ada, ben = signed_in(book, "Ada"), signed_in(book, "Ben")
    record = book.writing.add(ada, next(simulate(library()["castle-rampage"], seed=3, games=1)))[0].id
    book.access.seat_account(ada, record, "B", "Ben")
    book.access.release_record(ada, record, Release(listed=Listed.PLAYERS))
    empty = book.people.held_of_me(ben)
    assert (empty["writings"], empty["disputes"], empty["links"]) == ({}, [], [])
    layer = book.notes.write_note(ben, record, NoteText(at=3, text="my note")).layer
    study = book.studies.open_study(ben, "my study").id
    at = next(one.v for one in book.record(ben, record, "B").events if one.event.sort is Sort.DECISION)
    case = book.cases.open_case(ben, record, at, "my question", by="B", to=("B",), viewer="B").id
    token, _row = book.access.share(ada, record, NewLink(viewer="public", label="for the club"))
    held = book.people.held_of_me(ben)
    assert [one["id"] for one in held["writings"]["studies"]] == [study]
    assert "my note" in repr(held["writings"]["layers"])
    assert [one["id"] for one in held["writings"]["layers"]] == [layer]
    assert held["disputes"] == [{"case": case, "record": record, "text": "my question"}]
    assert "my study" in repr(held["writings"])
    assert [one["label"] for one in book.people.held_of_me(ada)["links"]] == ["for the club"]
    assert token not in repr(book.people.held_of_me(ada))
    assert json.loads(json.dumps(held, default=str))["writings"]["layers"][0]["record"] == record
    book.access.seat_account(ada, record, "B", None)
    after = book.people.held_of_me(ben)
    assert after["writings"]["layers"] == [{"id": layer, "record": record, "lines": None}]
    assert after["disputes"] == []


def test_networks_are_whole_ones() -> None:
    """A /24, a /64, an IPv4 address within an IPv6 one; what is no address is one network of its own."""
    assert network_of("192.0.2.7") == network_of("::ffff:192.0.2.99") == "192.0.2.0/24"
    assert network_of("2001:db8::1%eth0") == "2001:db8::/64"
    assert network_of("") == network_of("x") == "unknown"


def test_a_rehash_follows_a_login(book: GameBook, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where costs have changed a password is hashed anew when it is known for a moment."""
    monkeypatch.setattr(passwords, "needs_rehash", lambda _stored: True)
    monkeypatch.setattr(passwords, "hashed", lambda password: f"hash of {password}, dearer")
    caller = signed_in(book, "Ben")
    account = book._office.store.accounts.find(key=caller.account)
    assert account is not None
    assert account.password == f"hash of {SECRET}, dearer"
    assert replace(account, password=None).password is None


def test_names_are_counted_as_they_are_found(book: GameBook) -> None:
    """However a name is written, it is one account's: it is found, kept apart and counted by one folding."""
    code = book.people.add_member(OPERATOR, "J\u00f6rg \u00c5se")
    book.sign_ins.choose_password(code, SECRET, HOME)
    written = (
        "J\u00f6rg \u00c5se",
        "jo\u0308rg a\u030ase",
        "J\u00d6RG  \u212bSE",
        "\uff2a\u00f6rg\u00a0\u00c5se",
        "J\u00f6\u200brg \u00c5se\ufeff",
    )
    for name in written:
        assert signed_in(book, name, HOME).name == "J\u00f6rg \u00c5se"
        with pytest.raises(AccountTaken):
            book.people.add_member(OPERATOR, name)
    for name in written:
        with pytest.raises(SignInRefused):
            book.sign_ins.sign_in(name, "wrong", HOTEL)
    for name in written:
        with pytest.raises(TooManyAttempts):
            book.sign_ins.sign_in(name, "wrong", "198.51.100.77")
    with pytest.raises(MalformedCommand):
        book.people.add_member(OPERATOR, "\u200b\u2060")
