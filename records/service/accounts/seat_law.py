"""The law of seats (design/access: The law of seats): who may sit where while a game can go on. Pure: from the state, what changes.

Each clause is a separate function, called by ``SeatDesk`` within the transaction that writes the decision.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import OPERATOR
from records.errors import SeatRefused
from records.store import CHANGES, SeatLaw

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from records.store import RecordAccess, TrailStep


def applies(access: RecordAccess, *, sits: str = "", players_write: bool = False) -> bool:
    """Return whether the law applies to a game that can go on: once two accounts ever sat there, or players write.

    ``sits`` is an account that is about to sit down, ``players_write`` whether players are about to be allowed to write.
    """
    if not access.live and not access.guarded:
        return False
    accounts = {sitting.account for sitting in access.sittings} | ({sits} if sits else set())
    return access.guarded or players_write or access.release.players_write or len(accounts) > 1


def saw_more(trail: Sequence[TrailStep], account: str, seats: Collection[str]) -> bool:
    """Return whether an account has seen more of a game than these seats show."""
    return any(step.account == account and step.ground not in CHANGES and step.viewer not in seats for step in trail)


def knows_more(access: RecordAccess, trail: Sequence[TrailStep], account: str) -> bool:
    """Return whether an account that ever sat there knows more than one seat shows, or more than the seats it plays from the start."""
    seats = access.sat_at(account)
    return saw_more(trail, account, seats) or (len(seats) > 1 and not said_from_start(access, account, seats))


def strangers_saw_more(trail: Sequence[TrailStep]) -> bool:
    """Return whether an unknown reader has seen more of a game than the public view: through a link, or without an account."""
    return any(step.ground == "link" or (not step.account and step.ground not in {*CHANGES, OPERATOR.name}) for step in trail)


def said_from_start(access: RecordAccess, account: str, seats: Collection[str]) -> bool:
    """Return whether the record has stated from the start that an account plays these seats."""
    return {*seats} <= {one.seat for one in access.sittings if one.account == account and one.from_start}


def check_open_to_change(access: RecordAccess) -> None:
    """Raise ``SeatRefused`` for a running game of an older store that breaks the law: its seats may not change any more."""
    if access.fixed:
        raise SeatRefused("fixed", "this game began before the law of seats and breaks it: its seats and owner stay until it is closed")


def check_holder_keeps(access: RecordAccess, seat: str, account: str) -> None:
    """Raise ``SeatRefused`` if a seat has another holder: it must be given up or called free first."""
    if access.holder(seat) not in {None, account}:
        raise SeatRefused("held", f"seat {seat} is taken: its holder gives it up, or the owner calls it free and says why")


def check_sits_once(access: RecordAccess, seat: str, account: str) -> None:
    """Raise ``SeatRefused`` for an account that sits or ever sat at another seat of the game."""
    seats = {*access.sat_at(account), seat}
    if len(seats) > 1 and not said_from_start(access, account, seats):
        raise SeatRefused("sits elsewhere", "who sits or sat at another seat of this game may not sit here")


def check_substitute(access: RecordAccess, seat: str, account: str) -> None:
    """Raise ``SeatRefused`` if a seat had another holder before and ``account`` owns the record."""
    if access.owner == account and any(one.seat == seat and one.account != account for one in access.sittings):
        raise SeatRefused("keeps the record", "who keeps the record may not take another's place in it")


def check_unknowing(access: RecordAccess, trail: Sequence[TrailStep], seat: str, account: str) -> None:
    """Raise ``SeatRefused`` for an account that has seen more of the game than the seat shows."""
    if saw_more(trail, account, {*access.sat_at(account), seat}):
        raise SeatRefused("saw hands", "who has seen other hands of this game may not sit down at it while it can go on")


def check_table_unknowing(access: RecordAccess, trail: Sequence[TrailStep]) -> None:
    """Raise ``SeatRefused`` if the law begins to apply and somebody who sits or sat there has seen more than one seat shows.

    An unknown reader may be one of them.
    """
    seated = {sitting.account for sitting in access.sittings}
    if not access.guarded and (strangers_saw_more(trail) or any(knows_more(access, trail, one) for one in seated)):
        raise SeatRefused(
            "table saw hands",
            "who sits at this game has seen other hands of it, so nobody else may sit down or write while it can go on; "
            "begin a game in which its owner sits from the start",
        )


def check_claim(access: RecordAccess, trail: Sequence[TrailStep], seat: str, account: str) -> bool:
    """Return whether the law applies once ``account`` sits at ``seat``. Raises ``SeatRefused`` if the law forbids it."""
    check_open_to_change(access)
    if not applies(access, sits=account):
        return False
    check_holder_keeps(access, seat, account)
    check_sits_once(access, seat, account)
    check_substitute(access, seat, account)
    check_unknowing(access, trail, seat, account)
    check_table_unknowing(access, trail)
    return True


def check_reopening(access: RecordAccess, trail: Sequence[TrailStep]) -> bool:
    """Return whether the law applies to a closed game that goes on. Raises ``SeatRefused`` if its close is final."""
    if access.final or access.seat_law is SeatLaw.BROKEN:
        raise SeatRefused("final", "this game was closed for good: hands of it were opened; go on from a step of it in a line")
    accounts = {sitting.account for sitting in access.sittings}
    holds = access.guarded or access.release.players_write or len(accounts) > 1
    if holds and (strangers_saw_more(trail) or any(knows_more(access, trail, one) for one in accounts)):
        raise SeatRefused("final", "who sat at this game has seen other hands of it, so it cannot go on; go on from a step of it in a line")
    return holds
