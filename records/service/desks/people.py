"""The part of ``GameBook`` for the people of a store: their accounts, their roles, and the data stored about them."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from records.core.folding import folded
from records.core.ids import SeatKey
from records.core.viewers import OPERATOR, Caller, CallerKind, Role
from records.errors import MalformedCommand, NotYours
from records.service.access import Permission
from records.service.accounts.ending import own_account
from records.service.accounts.reasons import check_reason
from records.service.checking.mentions import mentions
from records.service.desks.held import HeldWritings
from records.service.desks.pairings import PairingDesk
from records.service.incoming import checked_name
from records.service.writing.record_builder import new_id
from records.store import CHANGES, Account
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from records.service.desks.cases import CaseDesk
    from records.service.desks.notes import NoteDesk
    from records.service.office import Office
    from records.service.persons import Person
    from records.store import TrailStep


class AccountView(msgspec.Struct, frozen=True, kw_only=True):
    """An account as admins and its holder see it, without its password."""

    key: str
    name: str
    roles: tuple[Role, ...]
    since: datetime
    ended: datetime | None
    has_password: bool


class PeopleDesk(HeldWritings, PairingDesk):
    """Accounts. Every method names its caller first and asks the policy."""

    def __init__(self, office: Office, notes: NoteDesk, cases: CaseDesk) -> None:
        HeldWritings.__init__(self, office, notes, cases)
        PairingDesk.__init__(self, office, cases)
        self._store, self._gate, self._policy, self._sign_ins, self._known = (
            office.store,
            office.gate,
            office.policy,
            office.sign_ins,
            office.known,
        )
        self._person = office.person

    def person(self, caller: Caller) -> Person:
        """Return the person as whom ``caller`` writes, created at the first call."""
        return self._person(caller)

    def call_me(self, caller: Caller, name: str) -> Person:
        """Name the person as whom ``caller`` writes, in every layer; raises ``MalformedCommand`` for an invalid name."""
        person = self.person(caller)
        self._store.people.put(person.key, checked_name(name))
        return self.person(caller)

    def forget(self, caller: Caller, person: str) -> list[tuple[str, str]]:
        """Erase a person's name, in any spelling, and ids from all records; returns the (record, seat) pairs touched.

        It stays in written texts; ``mentions`` finds these.
        Raises ``MalformedCommand`` for an invalid name.
        """
        self._gate.check(caller, Permission.FORGET)
        if not folded(person):
            raise MalformedCommand("whom to forget must be named")
        return [(found.record, found.seat) for found in self._store.people.forget(person)]

    def mentions(self, caller: Caller, person: str) -> Mapping[str, int]:
        """Return in how many texts of events ``person`` still occurs as a word, by record, including the trash; reads all events.

        Texts that somebody wrote, and those of a foreign log, are part of the chain: they can only be deleted with their record.
        """
        self._gate.check(caller, Permission.FORGET)
        return mentions(self._store.bodies(), person)

    def members(self, caller: Caller) -> list[AccountView]:
        """Return all accounts by name, including ended ones. Raises ``NotYours``."""
        self._gate.check(caller, Permission.PEOPLE)
        return [_member(one) for one in self._store.accounts.all()]

    def members_from(self, caller: Caller, name: str, most: int) -> list[AccountView]:
        """Return up to ``most`` accounts by name from ``name`` on, including ended ones. Raises ``NotYours``."""
        self._gate.check(caller, Permission.PEOPLE)
        return [_member(one) for one in self._store.accounts.begun(name, most)]

    def me(self, caller: Caller) -> AccountView:
        """Return the caller's own account. Raises ``NotYours`` if there is none."""
        return _member(own_account(self._store, caller))

    def seats_of(self, caller: Caller) -> list[tuple[str, SeatKey]]:
        """Return the seats that are the caller's own, by record. Raises ``NotYours`` for a caller without an account."""
        return [(record, SeatKey(seat)) for record, seat in self._store.accounts.seats(self.me(caller).key)]

    def running(self, caller: Caller, most: int) -> list[str]:
        """Return the running games in which the caller is owner or has a seat, the latest first; none without an account."""
        self._gate.check_shelf(caller)
        return self._store.accounts.running(caller.account, most) if caller.account else []

    def add_member(self, caller: Caller, name: str, roles: Collection[str] = (Role.PLAYER,)) -> str:
        """Make an account, and return the code with which its holder can choose a password within a day.

        The first account of a store must be an admin's: from then on there is no local user. Raises ``NotYours``, ``AccountTaken``, and
        ``MalformedCommand`` for an invalid name or role.
        """
        self._gate.check(caller, Permission.PEOPLE)
        chosen = _roles(roles)
        if not self._store.accounts.any() and Role.ADMIN not in chosen:
            raise MalformedCommand("the first account is an admin's, or nobody could make another one")
        account = Account(key=new_id(), name=_name(name), roles=frozenset(map(str, chosen)), created_at=datetime.now(UTC))
        self._store.accounts.put(account)
        self._policy.expect_accounts()
        return self._sign_ins.password_code(account.key)

    def set_roles(self, caller: Caller, name: str, roles: Collection[str]) -> AccountView:
        """Give an account exactly these roles; its sessions end. Raises ``NotYours``, ``MalformedCommand``, also for the last admin."""
        self._gate.check(caller, Permission.PEOPLE)
        account = self._account_of(name)
        changed = replace(account, roles=frozenset(map(str, _roles(roles))))
        self._check_admin_left(account, changed)
        self._store.accounts.put(changed)
        self._store.sign_ins.end_ways_in(account.key)
        return _member(changed)

    def rename_member(self, caller: Caller, name: str, new: str) -> AccountView:
        """Rename an account. Raises ``NotYours``, ``AccountTaken``, ``MalformedCommand``."""
        self._gate.check(caller, Permission.PEOPLE)
        changed = replace(self._account_of(name), name=_name(new))
        self._store.accounts.put(changed)
        return _member(changed)

    def reset_member(self, caller: Caller, name: str) -> str:
        """Return a code with which an account's holder can set another password within a day. Raises ``NotYours``, ``MalformedCommand``."""
        self._gate.check(caller, Permission.PEOPLE)
        return self._sign_ins.password_code(self._account_of(name).key)

    def end_member(self, caller: Caller, name: str) -> AccountView:
        """End an account; nobody can sign in with it. What it owns stays. Raises ``NotYours``, ``MalformedCommand``; one admin stays."""
        self._gate.check(caller, Permission.PEOPLE)
        account = self._account_of(name)
        ended = replace(account, ended_at=datetime.now(UTC))
        self._check_admin_left(account, ended)
        self._store.accounts.put(ended)
        self._store.sign_ins.forget(account.key)
        return _member(ended)

    def held_of_me(self, caller: Caller) -> dict[str, Any]:
        """Return everything stored about the caller's account, as plain values, for an export. Raises ``NotYours``."""
        me = self.me(caller)
        if caller.kind not in {CallerKind.ACCOUNT, CallerKind.OPERATOR}:
            raise NotYours(
                "a token does not take out what is held of its account; sign in on the page for that, or use kiebitz user export"
            )
        return self._held(me)

    def held_of(self, caller: Caller, name: str) -> dict[str, Any]:
        """Return the same for any account, to the keeper of the store. Raises ``NotYours``, ``MalformedCommand``."""
        self._gate.check(caller, Permission.PEOPLE)
        return self._held(_member(self._account_of(name)))

    def forget_member(self, caller: Caller, name: str) -> None:
        """Delete an account with its sessions, tokens, codes and seats; its records then have no owner. Raises as ``end_member``."""
        self._gate.check(caller, Permission.FORGET)
        account = self._account_of(name)
        self._check_admin_left(account, None)
        self._store.sign_ins.forget(account.key)
        self._store.accounts.delete(account.key)

    def holder(self, account: str | None, reason: str) -> Caller:
        """Return the caller who holds the store: the operator, or the account of that name. Raises ``MalformedCommand``."""
        if account is not None:
            return self.account_caller(account)
        if reason:
            check_reason(reason)
        return replace(OPERATOR, reason=reason.strip())

    def account_caller(self, name: str) -> Caller:
        """Return a caller with the account of that name, without signing in. Raises ``MalformedCommand``."""
        account = self._account_of(name)
        if account.ended_at is not None:
            raise MalformedCommand(f"the account {account.name!r} has ended")
        return _caller_of(_member(account))

    def _account_of(self, name: str) -> Account:
        found = self._store.accounts.find(name=name)
        if found is None:
            raise MalformedCommand(f"no account is called {name!r}")
        return found

    def _check_admin_left(self, before: Account, after: Account | None) -> None:
        if Role.ADMIN not in before.roles or (after is not None and Role.ADMIN in after.roles and after.ended_at is None):
            return
        if not any(one.key != before.key and Role.ADMIN in one.roles and one.ended_at is None for one in self._store.accounts.all()):
            raise MalformedCommand(f"{before.name!r} is the only admin; make another one first")

    def _held(self, me: AccountView) -> dict[str, Any]:
        rows = self._store.sign_ins
        person = self._store.people.person_of(me.key)
        caller = _caller_of(me)
        seats, trail = self._store.accounts.seats(me.key), self._store.access.trail_of(me.key)
        return {
            "account": {"key": me.key, "name": me.name, "roles": [*me.roles], "since": me.since, "ended": me.ended},
            "sessions": [{"made": one.made_at, "used": one.seen_at, "ends": one.ends_at} for one in rows.sessions_of(me.key)],
            "tokens": [
                {"label": one.label, "scopes": sorted(one.scopes), "made": one.made_at, "used": one.used_at, "ends": one.ends_at}
                for one in rows.tokens_of(me.key)
            ],
            "records": self._store.accounts.owned(me.key),
            "seats": [
                {"record": record, "seat": seat, "keeps_review": seat in self._store.access.closed_reviews(record)}
                for record, seat in seats
            ],
            "links": [
                {
                    "record": one.record,
                    "viewer": one.viewer,
                    "label": one.label,
                    "first": one.first,
                    "last": one.last,
                    "made": one.made_at,
                    "ends": one.ends_at,
                }
                for one in rows.links_of(me.key)
            ],
            "networks": rows.networks_of(me.key),
            "browsers": rows.browsers_seen(me.key),
            "jobs": [
                {"record": job.record, "kind": job.kind, "state": job.state, "made": job.made_at, "ended": job.ended_at}
                for job in self._store.jobs.of_asker(me.key)
            ],
            "opened_hands": [_told(step) for step in trail if step.ground not in CHANGES],
            "changes": [_told(step) for step in trail if step.ground in CHANGES],
            "writes_as": None if person is None else {"key": person[0], "name": person[1]},
            "writings": {} if person is None else self._writings(caller, person[0]),
            "disputes": self._said_in_cases(caller, seats),
        }


def _told(step: TrailStep) -> dict[str, Any]:
    """Return a step of the trail as its own account reads it, without the session and without other people in it."""
    return {"record": step.record, "viewer": step.viewer, "ground": step.ground, "reason": step.reason, "at": step.at}


def _member(account: Account) -> AccountView:
    roles = tuple(one for one in Role if one in account.roles)
    return AccountView(
        key=account.key,
        name=account.name,
        roles=roles,
        since=account.created_at,
        ended=account.ended_at,
        has_password=account.password is not None,
    )


def _caller_of(me: AccountView) -> Caller:
    return Caller(me.name, CallerKind.ACCOUNT, account=me.key, roles=frozenset(me.roles))


def _roles(roles: Collection[str]) -> frozenset[Role]:
    wrong = sorted({*roles} - {one.value for one in Role})
    if wrong:
        raise MalformedCommand(f"{', '.join(wrong)} is no role; there are {', '.join(Role)}")
    return frozenset(map(Role, roles))


def _name(name: str) -> str:
    found = checked_name(name)
    if not found:
        raise MalformedCommand("an account needs a name")
    return found
