"""How a running game closes for good or goes on, and the trail's entry about a change (design/access: The law of seats)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.viewers import CallerKind
from records.errors import MalformedCommand, NotYours
from records.service.accounts import seat_law
from records.store import AccessChange, SeatLaw, TrailStep

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.viewers import Caller
    from records.store import Account, RecordAccess, Store

OUTSIDE = {CallerKind.LOCAL, CallerKind.OPERATOR}
"""The operator, who holds the store itself; their changes are in the trail like all others."""


def close_finally(store: Store, caller: Caller, record: str) -> None:
    """Make the close of a game final: it cannot go on. Raises ``MalformedCommand`` while it runs."""

    def decide(access: RecordAccess, _trail: Sequence[TrailStep]) -> AccessChange:
        if access.final:
            return AccessChange()
        if access.live:
            raise MalformedCommand(f"record {record}: the game is running; close it first")
        return AccessChange(final=True, trail=changed(caller, record, "final"))

    store.access.change(record, decide)


def reopen(store: Store, caller: Caller, record: str) -> None:
    """Let a closed game go on. Raises as the checks of the law of seats do."""

    def decide(access: RecordAccess, trail: Sequence[TrailStep]) -> AccessChange:
        if access.live:
            return AccessChange()
        law = None
        if caller.kind not in OUTSIDE and seat_law.check_reopening(access, trail):
            law = SeatLaw.HOLDS
        return AccessChange(live=True, seat_law=law, final=False, trail=changed(caller, record, "reopened"))

    store.access.change(record, decide)


def changed(caller: Caller, record: str, ground: str, seat: str = "", *, whom: str = "", reason: str = "") -> tuple[TrailStep, ...]:
    """Return the trail's entry about a change; nothing in a store without accounts."""
    if caller.kind is CallerKind.LOCAL:
        return ()
    step = TrailStep(record=record, account=caller.account, via=caller.via, viewer=seat, ground=ground, reason=reason, whom=whom)
    return (step,)


def own_account(store: Store, caller: Caller) -> Account:
    """Return the caller's own account. Raises ``NotYours`` if there is none."""
    found = store.accounts.find(key=caller.account) if caller.account else None
    if found is None:
        raise NotYours(f"{caller.name!r} has no account; sign in, or ask as one with --as-account NAME")
    return found
