"""The part of ``GameBook`` for seats, owners, and whether a game can go on (design/access: The law of seats)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.errors import MalformedCommand, NotYours, SeatNotFound, SeatRefused
from records.service.access import Permission
from records.service.accounts import ending, seat_law
from records.service.accounts.ending import OUTSIDE, close_finally, own_account, reopen
from records.service.accounts.reasons import check_reason
from records.service.accounts.signing import SEAT
from records.store import AccessChange, SeatLaw, TrailStep
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.viewers import Caller
    from records.service.office import Office
    from records.store import RecordAccess


class SeatDesk:
    """Seats. Every method names its caller first and asks the policy; the holder of the store is outside the law."""

    def __init__(self, office: Office) -> None:
        self._store, self._gate, self._sign_ins, self._known = office.store, office.gate, office.sign_ins, office.known

    # -- sitting down --------------------------------------------------------------------------------------------------

    def seat_account(self, caller: Caller, record: str, seat: str, account: str | None) -> None:
        """Set the account that sits at a seat (its key); None for nobody. An equal name alone never seats anybody.

        If the law of seats applies, its holder must leave a seat (``leave_seat``), or it must be called free (``call_seat_free``).
        Raises ``RecordNotFound``, ``NotYours``, ``SeatNotFound``, ``SeatRefused``, and ``MalformedCommand`` for a name that no account has.
        """
        self._gate.check(caller, Permission.RELEASE, record)
        self._check_seat(record, seat)
        if account is None:
            self._empty(caller, record, seat)
        else:
            self._sit(caller, record, seat, self._account(account))

    def seat_code(self, caller: Caller, record: str, seat: str) -> str:
        """Return a code with which somebody can take a seat of a record, once, within two weeks. Raises as ``seat_account``."""
        self._gate.check(caller, Permission.RELEASE, record)
        self._check_seat(record, seat)

        def decide(access: RecordAccess, trail: Sequence[TrailStep]) -> AccessChange:
            seat_law.check_open_to_change(access)
            if seat_law.applies(access) or access.sittings:
                seat_law.check_holder_keeps(access, seat, "")
            if access.live and {one.account for one in access.sittings}:
                seat_law.check_table_unknowing(access, trail)
            return AccessChange()

        if caller.kind not in OUTSIDE:
            self._store.access.change(record, decide)
        return self._sign_ins.seat_code(record, SeatKey(seat))

    def take_seat(self, caller: Caller, code: str, address: str) -> tuple[str, SeatKey]:
        """Give the seat of a code to the caller's account; returns record and seat.

        Raises ``NotYours`` unless signed in, ``SignInRefused``, ``TooManyAttempts``, and ``SeatRefused``, which leaves the code usable.
        """
        me = own_account(self._store, caller)
        row = self._sign_ins.take_code(code, SEAT, address, me.key)
        record, seat = row.record or "", row.seat or ""
        try:
            self._sit(caller, record, seat, me.key)
        except SeatRefused:
            self._store.sign_ins.put_code(row)
            raise
        return record, SeatKey(seat)

    def leave_seat(self, caller: Caller, record: str, seat: str) -> None:
        """Give up a seat of one's own.

        Raises ``RecordNotFound``, ``SeatNotFound``, ``SeatRefused``, and ``NotYours`` for a caller who does not sit there.
        """
        self._gate.sight(caller, record)
        self._check_seat(record, seat)

        def decide(access: RecordAccess, _trail: Sequence[TrailStep]) -> AccessChange:
            seat_law.check_open_to_change(access)
            if not caller.account or access.holder(seat) != caller.account:
                raise NotYours(f"record {record}: {caller.name!r} does not sit at {seat}")
            return AccessChange(seats={seat: None}, trail=ending.changed(caller, record, "leaves", seat, whom=caller.account))

        self._store.access.change(record, decide)

    def call_seat_free(self, caller: Caller, record: str, seat: str, reason: str) -> None:
        """Free the seat of somebody who is absent, for a reason that all players can read; its former holder no longer sees that seat.

        Raises ``RecordNotFound``, ``NotYours`` unless the caller is the owner or an admin who never sat there, ``SeatNotFound``,
        ``SeatRefused``, and ``MalformedCommand`` without a reason and for a seat that is free.
        """
        self._gate.check(caller, Permission.RELEASE, record)
        check_reason(reason)
        self._check_seat(record, seat)

        def decide(access: RecordAccess, _trail: Sequence[TrailStep]) -> AccessChange:
            seat_law.check_open_to_change(access)
            holder = access.holder(seat)
            if holder is None:
                raise MalformedCommand(f"record {record}: seat {seat} is free")
            told = ending.changed(caller, record, "called free", seat, whom=holder, reason=reason.strip())
            return AccessChange(seats={seat: None}, trail=told)

        self._store.access.change(record, decide)

    # -- whose it is, and whether it goes on ---------------------------------------------------------------------------

    def give_record(self, caller: Caller, record: str, owner: str | None) -> None:
        """Give a record to the account of that name, or to nobody.

        Raises ``RecordNotFound``, ``NotYours``, ``SeatRefused``, ``MalformedCommand``.
        """
        self._gate.check(caller, Permission.RELEASE, record)
        key = None if owner is None else self._account(owner)

        def decide(access: RecordAccess, _trail: Sequence[TrailStep]) -> AccessChange:
            if caller.kind not in OUTSIDE:
                seat_law.check_open_to_change(access)
            return AccessChange(owner=(key,), trail=ending.changed(caller, record, "given", whom=key or ""))

        self._store.access.change(record, decide)

    def close_record(self, caller: Caller, record: str) -> None:
        """Close a game, so that it is not recorded further. Raises ``RecordNotFound``, ``NotYours``."""
        self._gate.check(caller, Permission.CLOSE, record)

        def decide(access: RecordAccess, _trail: Sequence[TrailStep]) -> AccessChange:
            if not access.live:
                return AccessChange()
            return AccessChange(live=False, final=access.fixed, trail=ending.changed(caller, record, "closed"))

        self._store.access.change(record, decide)

    def close_finally(self, caller: Caller, record: str) -> None:
        """Close a game for good: it cannot go on, and its players see what is released.

        Allowed for its owner, for those who ever sat there, and for arbiters and admins. Raises ``RecordNotFound``, ``NotYours``.
        """
        if not self._gate.sight(caller, record).more_finally:
            self._gate.check(caller, Permission.CLOSE, record)

        close_finally(self._store, caller, record)

    def reopen_record(self, caller: Caller, record: str) -> None:
        """Let a game without a result go on.

        Raises ``RecordNotFound``, ``NotYours``, ``SeatRefused`` where its close is final, ``MalformedCommand`` for one that has a result.
        """
        self._gate.check(caller, Permission.REOPEN, record)
        if self._store.shelf.hits([record])[0].row.ended is not None:
            raise MalformedCommand(f"record {record} has a result: it goes on where that is taken back")
        reopen(self._store, caller, record)

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _sit(self, caller: Caller, record: str, seat: str, account: str) -> None:
        def decide(access: RecordAccess, trail: Sequence[TrailStep]) -> AccessChange:
            law = None
            if caller.kind in OUTSIDE:
                law = SeatLaw.HOLDS if seat_law.applies(access, sits=account) and not access.fixed else None
            elif seat_law.check_claim(access, trail, seat, account):
                law = SeatLaw.HOLDS
            if access.holder(seat) == account:
                return AccessChange()
            return AccessChange(seats={seat: account}, seat_law=law, trail=ending.changed(caller, record, "sits", seat, whom=account))

        self._store.access.change(record, decide)

    def sit_from_start(self, caller: Caller, record: str, seats: Sequence[SeatKey]) -> None:
        """Seat the caller's account at seats of a game that was just begun, possibly several; everybody can read this.

        If others sit there too, players write their own moves, because nobody else could.
        """
        steps = tuple(step for seat in seats for step in ending.changed(caller, record, "sits", seat, whom=caller.account))
        held: dict[str, str | None] = dict.fromkeys(seats, caller.account)
        _info, header = self._known(record)

        def decide(access: RecordAccess, _trail: Sequence[TrailStep]) -> AccessChange:
            alone = len(seats) == len(header.seats)
            release = None if alone else replace(access.release, players_write=True)
            return AccessChange(seats=held, from_start=True, release=release, seat_law=None if alone else SeatLaw.HOLDS, trail=steps)

        self._store.access.change(record, decide)

    def _empty(self, caller: Caller, record: str, seat: str) -> None:
        def decide(access: RecordAccess, _trail: Sequence[TrailStep]) -> AccessChange:
            holder = access.holder(seat)
            if caller.kind not in OUTSIDE:
                seat_law.check_open_to_change(access)
                if seat_law.applies(access):
                    seat_law.check_holder_keeps(access, seat, caller.account)
            if holder is None:
                return AccessChange()
            return AccessChange(seats={seat: None}, trail=ending.changed(caller, record, "leaves", seat, whom=holder))

        self._store.access.change(record, decide)

    def _check_seat(self, record: str, seat: str) -> None:
        _info, header = self._known(record)
        if seat not in header.seats:
            raise SeatNotFound(f"record {record} has no seat {seat!r}; it has {', '.join(header.seats)}")

    def _account(self, name: str) -> str:
        found = self._store.accounts.find(name=name)
        if found is None or found.ended_at is not None:
            raise MalformedCommand(f"no account is called {name!r}")
        return found.key
