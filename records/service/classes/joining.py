"""How learners join a class: with a code and a nickname, and again with a personal code. All state is in the database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from records.accounts.tokens import PREFIX, is_token, new_token, read_code, stored_form
from records.core.folding import folded
from records.core.viewers import Caller, CallerKind
from records.errors import MalformedCommand, RecordNotFound, SignInRefused
from records.service.accounts import guessing as limits
from records.service.accounts.guessing import Guesses, network_of
from records.service.incoming import is_line
from records.service.writing.record_builder import new_id
from records.store import SessionRow
from records.studies.classes.attendance import AttendanceHeader, AttendanceId, ClassJoined
from records.studies.classes.events import ClassId
from records.studies.layers.events import PersonKey
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from records.service.kinds import AttendanceStore, ClassStore, StoredAttendance
    from records.store import Store

LASTS = timedelta(days=180)
"""How long a learner can return."""
MOST_LEARNERS, LONGEST_NICKNAME = 200, 30
CODE = "class"
"""Purpose of a code for joining."""
LEARNER = "learner:"
"""Prefix of an attendance's id where an account's key would otherwise be stored."""


class JoinedClass(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who has joined a class."""

    in_class: str
    token: str
    """Of the session, for a cookie."""
    return_code: str
    """The code for returning on another device; "" if it was just used."""
    already: str = ""
    """The learner as whom this browser is already in the class; "" for none."""


class ClassDoor:
    """The ways into the classes of one store. Safe to share among threads and processes."""

    def __init__(
        self, store: Store, classes: ClassStore, attendances: AttendanceStore, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._store, self._rows, self._classes, self._attendances, self._now = store, store.sign_ins, classes, attendances, now
        self._guesses = Guesses(store.attempts, now)

    def join(self, code: str, nickname: str, address: str, *, token: str = "", browser: str = "") -> JoinedClass:
        """Let somebody join the class of a code.

        ``address`` is where the request came from, ``token`` a learner's session that the browser already has, and ``browser`` a
        token of the browser; the store keeps none of them. Somebody already in that class stays the same learner, whatever their nickname.
        Raises ``SignInRefused`` for a wrong code, ``TooManyAttempts`` after guesses, ``MalformedCommand`` for a nickname that is
        invalid or taken there, or if the class is full.
        """
        here = self.caller_of(token)
        in_class = self._class_of(code, address, here)
        if here is not None and here.in_class == in_class:
            learner = self.attended(here).header.learner
            return JoinedClass(
                in_class=in_class, token=token, return_code="", already=self._store.people.persons([learner]).get(learner, "")
            )
        return self._enter(in_class, nickname, limits.digest("class", browser, in_class) if is_token(browser) else "")

    def come_back(self, return_code: str, address: str, *, browser: str = "") -> JoinedClass:
        """Let a learner return, on any device. Raises ``SignInRefused``, and ``TooManyAttempts`` after too many wrong codes."""
        caller = self.caller_of("".join(return_code.split()).replace("-", "").lower())
        if caller is None:
            self._guesses.count(limits.LINKS.by("return code", network_of(address)))
            raise SignInRefused("this code is none, or has ended")
        attended = self.attended(caller)
        token = new_token()
        self._put(token, caller.account)
        if is_token(browser):
            self._rows.see_browser(limits.digest("class", browser, attended.header.in_class), caller.account, self._now())
        return JoinedClass(in_class=attended.header.in_class, token=token, return_code="")

    def caller_of(self, token: str) -> Caller | None:
        """Return the learner of a session; None if there is no such session, it has ended, or the learner was removed."""
        if not is_token(token) or token.startswith(PREFIX):
            return None
        row = self._rows.session(stored_form(token))
        if row is None or row.ends_at <= self._now() or not row.account.startswith(LEARNER):
            return None
        caller = Caller("learner", CallerKind.LEARNER, account=row.account, via=row.digest)
        try:
            return replace(caller, in_class=self.attended(caller).header.in_class)
        except RecordNotFound:
            return None

    def attended(self, caller: Caller) -> StoredAttendance:
        """Return a learner's attendance of the class; raises ``RecordNotFound`` for somebody who is no learner, or was removed."""
        if caller.kind is not CallerKind.LEARNER:
            raise RecordNotFound("nobody attends so")
        return self._attendances.read(caller.account.removeprefix(LEARNER))

    def counts(self, streams: Collection[str]) -> Mapping[str, int]:
        """Return how many events some classes and records have; waiting for another number reveals nothing."""
        return self._store.head_counts(streams)

    def leave(self, caller: Caller) -> None:
        """End this session; the learner can return."""
        if caller.kind is CallerKind.LEARNER:
            self._rows.end_session(caller.via)

    def _class_of(self, code: str, address: str, here: Caller | None) -> str:
        """Return the class of a code; ``here`` is the learner, of any class, who types it."""
        by = (limits.CODES_HERE.by("code", CODE, network_of(address)), limits.CODES.by("code", CODE, "everywhere"))
        counted = by if here is None else (limits.CODES_OF_LEARNER.by("code", CODE, here.account),)
        typed = read_code(code)
        if typed is None:
            raise SignInRefused("this code is none, or has ended")
        self._guesses.check(*counted)
        row = self._rows.code(stored_form(typed), CODE, self._now())
        try:
            if row is not None and row.record is not None and self._classes.read(row.record).state.code == row.digest:
                return row.record
        except RecordNotFound:
            pass  # it was deleted
        self._guesses.count_where_room(*counted)
        raise SignInRefused("this code is none, or has ended")

    def _enter(self, in_class: str, nickname: str, browser: str) -> JoinedClass:
        """Let somebody new join. If somebody else joined from that browser before, they share a place and therefore a seat."""
        nickname = nickname.strip()
        if not folded(nickname) or not is_line(nickname, LONGEST_NICKNAME):
            raise MalformedCommand(f"a nickname is a line of 1 to {LONGEST_NICKNAME} characters")
        present = self._attendances.all(in_class)
        if len(present) >= MOST_LEARNERS:
            raise MalformedCommand(f"a class has up to {MOST_LEARNERS} learners")
        names = self._store.people.persons([one.header.learner for one in present])
        if any(folded(name) == folded(nickname) for name in names.values()):
            raise MalformedCommand("somebody in this class is called so")
        stream, learner = AttendanceId(new_id()), PersonKey(new_id())
        account = LEARNER + stream
        before = {*self._rows.holders(browser, self._now())} if browser else set()
        places = [one.state.place for one in present if LEARNER + one.header.stream in before]
        self._store.people.put(learner, nickname, account)
        header = AttendanceHeader(stream=stream, opened=self._now(), in_class=ClassId(in_class), learner=learner)
        self._attendances.create(header, [ClassJoined(place=min(places, default=len(present)))])
        if browser:
            self._rows.see_browser(browser, account, self._now())
        token, return_code = new_token(), new_token()
        self._put(token, account)
        self._put(return_code, account)
        return JoinedClass(in_class=in_class, token=token, return_code=return_code)

    def _put(self, token: str, account: str) -> None:
        now = self._now()
        self._rows.put_session(SessionRow(digest=stored_form(token), account=account, made_at=now, seen_at=now, ends_at=now + LASTS))


def shown_return_code(code: str) -> str:
    """Return a return code as people write it: in groups of four."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4)).upper()
