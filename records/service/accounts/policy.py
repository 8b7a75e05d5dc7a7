"""The policy of a store with accounts: roles, ownership, seats and releases (design/access: Callers and the policy)."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from time import monotonic
from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.viewers import OPEN, OPERATOR, PUBLIC, Caller, CallerKind, Role, Scope
from records.errors import StoreRefused
from records.service.access import AccessSight, LocalPolicy, Permission, RecordReach, asks_by_link, through_link
from records.store import TO_ACCOUNTS, TO_EVERYBODY, HandsOpen, Listed, Onlookers, SeatLaw
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.viewers import Viewer
    from records.service.access import Policy
    from records.store import RecordAccess, Store

_ANYWHERE = {
    Permission.ADD: {Role.RECORDER, Role.ADMIN},
    Permission.KEEP: {Role.ADMIN},
    Permission.PEOPLE: {Role.ADMIN},
    Permission.FORGET: {Role.ADMIN},
    Permission.ANNOTATE: {Role.PLAYER, Role.RECORDER, Role.TEACHER, Role.ARBITER, Role.ADMIN},
    Permission.TEACH: {Role.TEACHER},
}
"""Permissions in the store as a whole, with the roles that have them."""
_OF_ROLE = {
    Permission.RELEASE: {Role.ADMIN},
    Permission.TRASH: {Role.ADMIN},
    Permission.PURGE: {Role.ADMIN},
    Permission.NAME: {Role.ADMIN},
    Permission.TRAIL: {Role.ADMIN, Role.ARBITER},
    Permission.KEEP: {Role.ADMIN},
    Permission.FORGET: {Role.ADMIN},
    Permission.CORRECT: {Role.ARBITER},
    Permission.CLOSE: {Role.ARBITER, Role.ADMIN},
    Permission.REOPEN: {Role.ARBITER},
    Permission.RULE: {Role.ARBITER},
    Permission.DISPUTE: {Role.ARBITER},
    Permission.SHARE: {Role.TEACHER},
}
"""Permissions for any record that exists for the caller, with the roles that have them."""
_OF_OWNER = {
    Permission.WRITE,
    Permission.NAME,
    Permission.RELEASE,
    Permission.SHARE,
    Permission.TRASH,
    Permission.CLOSE,
    Permission.DISPUTE,
    Permission.TRAIL,
}
_OF_OWNER_LIVE = {Permission.CORRECT}
"""While the game runs its owner corrects mistakes; later an arbiter does."""
_OF_SEAT = {Permission.DISPUTE, Permission.TRAIL}
_SIGHTED = {Permission.ANNOTATE}
"""Permissions of everybody with an account who may look at the record."""
_SCOPES = {
    Permission.ADD: {Scope.UPLOAD, Scope.RECORD},
    Permission.ANNOTATE: {Scope.ANNOTATE},
    Permission.TEACH: {Scope.ANNOTATE},
    Permission.DISPUTE: {Scope.ANNOTATE},
    Permission.RULE: {Scope.ANNOTATE},
    Permission.WRITE: {Scope.RECORD},
    Permission.PLAY: {Scope.RECORD},
    Permission.CORRECT: {Scope.RECORD},
    Permission.CLOSE: {Scope.RECORD},
    Permission.REOPEN: {Scope.RECORD},
    Permission.NAME: {Scope.RECORD},
    Permission.KEEP: {Scope.KEEP},
    Permission.PURGE: {Scope.KEEP},
    Permission.TRASH: {Scope.KEEP},
    Permission.TRAIL: {Scope.READ},
}
"""The scope that a token needs for a permission; permissions not listed here are never granted to tokens, only after signing in."""
LOOKED_AGAIN = 1.0
"""Seconds after which a store without accounts is asked again whether it has one."""
REASON_HOURS = 12
"""How long a reason that was given opens a hand."""


class AccountPolicy:
    """Decides each question from what is stored at that moment, so that an ended right stops at once."""

    def __init__(self, store: Store, now: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._store, self._now = store, now

    def reach(self, caller: Caller) -> RecordReach:
        """Return everything for the operator and admins, for others their own records and those listed to them."""
        match caller.kind:
            case CallerKind.OPERATOR:
                return RecordReach(everything=True)
            case CallerKind.ACCOUNT | CallerKind.TOKEN if caller.account and _reads(caller):
                if Role.ADMIN in caller.roles:
                    return RecordReach(everything=True)
                return RecordReach(everything=False, account=caller.account, listed=TO_ACCOUNTS)
            case CallerKind.ANONYMOUS:
                return RecordReach(everything=False, listed=TO_EVERYBODY)
            case _:
                return RecordReach(everything=False)

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:
        """Return how a caller may look at a record, by its ownership and release; None if it does not exist for them."""
        if access is None:
            return None
        if caller.kind is CallerKind.LINK:
            return None if caller.grant is None else through_link(caller.grant, record, self._sight(_maker(caller), record, access))
        return self._sight(caller, record, access)

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:
        """Return whether roles, ownership and seats allow it; everything not listed here is forbidden."""
        if caller.kind is CallerKind.OPERATOR:
            return isinstance(permission, Permission)
        if caller.kind is CallerKind.LINK:
            # A link grants at most what its maker may do now.
            asked = asks_by_link(caller, permission, record) and self.sight(caller, record or "", access) is not None
            return asked and self.may(_maker(caller), Permission.DISPUTE, record, access)
        if caller.kind not in {CallerKind.ACCOUNT, CallerKind.TOKEN} or not caller.account:
            return False
        if caller.scopes is not None and not _SCOPES.get(permission, set()) & caller.scopes:
            return False
        if record is None:
            return bool(_ANYWHERE.get(permission, set()) & caller.roles)
        if access is None or self._sight(caller, record, access) is None:
            return False
        if permission in _SIGHTED or _OF_ROLE.get(permission, set()) & _roles_at(caller, permission, access):
            return True
        mine = access.seats_of(caller.account)
        if access.owner == caller.account:
            # A caller who sees the open table anyway learns nothing from it; one who sat there sees no other hand until the close is final.
            keeps = (not mine or access.seat_law is SeatLaw.HOLDS) and permission is Permission.REOPEN
            return keeps or permission in _OF_OWNER or (access.live and permission in _OF_OWNER_LIVE)
        return bool(mine) and (permission in _OF_SEAT or (permission is Permission.PLAY and access.live and access.release.players_write))

    def _sight(self, caller: Caller, record: str, access: RecordAccess) -> AccessSight | None:
        if caller.kind in {CallerKind.LOCAL, CallerKind.LEARNER} or not _reads(caller):
            return None  # a program with accounts has no local user, and a learner reaches only what the class shows
        if caller.kind is CallerKind.OPERATOR:
            return AccessSight(viewers=None if caller.reason else (PUBLIC,), default=PUBLIC, ground="operator")
        mine = tuple(map(SeatKey, access.seats_of(caller.account))) if caller.account else ()
        owner = bool(caller.account) and access.owner == caller.account
        admin = Role.ADMIN in caller.roles
        default = mine[0] if mine else PUBLIC
        if access.trashed and not (owner or admin):
            return None
        if owner and not mine:
            return AccessSight(viewers=None, default=PUBLIC, ground="owner")
        opened = hands_open(access, self._now())
        if owner or mine:
            own: tuple[Viewer, ...] = (*mine, PUBLIC)
            return AccessSight(viewers=None if opened else own, default=default, mine=mine, ground="released" if opened else "")
        if admin:
            reasoned = (PUBLIC, *self._reasoned(caller, record))
            return AccessSight(viewers=None if opened else reasoned, default=PUBLIC, ground="released" if opened else "reason")
        if not access.live and Role.ARBITER in caller.roles and access.disputed:
            return AccessSight(viewers=None, default=PUBLIC, ground="case")
        if not _is_listed(access, caller):
            return None
        hands = opened and access.release.after is Onlookers.HANDS
        return AccessSight(
            viewers=None if hands else (PUBLIC,), default=PUBLIC, names=access.release.names, ground="released" if hands else ""
        )

    def _reasoned(self, caller: Caller, record: str) -> set[Viewer]:
        """Return the viewers for which an admin recently gave a reason, by the same session or token."""
        since = self._now() - timedelta(hours=REASON_HOURS)
        given = {
            step.viewer
            for step in self._store.access.trail(record)
            if (step.account, step.via, step.ground) == (caller.account, caller.via, "reason")
            and step.reason
            and step.at
            and step.at > since
        }
        return {OPEN if viewer == OPEN.value else SeatKey(viewer) for viewer in given}


class StorePolicy:
    """The local policy while a store has no account, and the policy of accounts once any process has made the first one."""

    def __init__(self, store: Store) -> None:
        self._store, self._local, self._accounts = store, LocalPolicy(), AccountPolicy(store)
        self._has, self._asked = store.accounts.any(), monotonic()

    @property
    def has_accounts(self) -> bool:
        """Whether there are accounts; asked again each second while there are none. An unreachable store has nothing to see."""
        if not self._has and monotonic() - self._asked > LOOKED_AGAIN:
            self._asked = monotonic()
            with suppress(StoreRefused):
                self._has = self._store.accounts.any()
        return self._has

    def expect_accounts(self) -> None:
        """Ask again at once."""
        self._has = self._has or self._store.accounts.any()

    def reach(self, caller: Caller) -> RecordReach:
        """Return the answer of the policy in force."""
        return self._now.reach(caller)

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:
        """Return the answer of the policy in force."""
        return self._now.sight(caller, record, access)

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:
        """Return the answer of the policy in force."""
        return self._now.may(caller, permission, record, access)

    @property
    def _now(self) -> Policy:
        return self._accounts if self.has_accounts else self._local


def _roles_at(caller: Caller, permission: Permission, access: RecordAccess) -> frozenset[Role]:
    """Return the roles that count for a record: none for one's own game that can go on, and nobody rules in a case of their own."""
    sat = access.sat_at(caller.account)
    return frozenset() if sat and (access.guarded or permission is Permission.RULE) else caller.roles


def hands_open(access: RecordAccess, now: datetime) -> bool:
    """Return whether the hands of a record are open to those who may see it; the hands of a running game never are."""
    if access.live:
        return False
    match access.release.hands:
        case HandsOpen.NOW:
            return True
        case HandsOpen.DAYS:
            # A closing time in the future does not count: clocks go wrong.
            return (
                access.closed_at is not None and timedelta(days=access.release.days) <= now - access.closed_at and access.closed_at <= now
            )
        case HandsOpen.AGREED:
            seats = {claim.seat for claim in access.claims if claim.agreed}
            return access.seats > 0 and len(seats) == access.seats
        case _:
            return False


def _is_listed(access: RecordAccess, caller: Caller) -> bool:
    """Return whether a caller who has no part in a record finds it."""
    if not access.live and access.release.after is Onlookers.NOTHING:
        return False
    if access.release.listed is Listed.ACCOUNTS:
        return bool(caller.account)
    return access.release.listed is Listed.EVERYBODY


def _reads(caller: Caller) -> bool:
    """Return whether a caller may read at all: a token may have only other scopes."""
    return caller.scopes is None or Scope.READ in caller.scopes


def _maker(caller: Caller) -> Caller:
    """Return the maker of the caller's link; if no account made it, the operator with the link as the reason."""
    if not caller.account:
        return replace(OPERATOR, reason="link")
    return Caller(caller.name, CallerKind.ACCOUNT, account=caller.account, roles=caller.roles, via=caller.via)
