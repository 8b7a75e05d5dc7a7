"""Who may do what: the only place where a book asks its policy. A policy never sees a card, and the door knows nothing of callers."""

from __future__ import annotations

import enum
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Protocol

import msgspec

from records.core.ids import SeatKey
from records.core.viewers import LOCAL, NO_DELAY, OPEN, PUBLIC, Caller, CallerKind, Viewer, viewer_key
from records.errors import CloseNotFinal, NotYours, RecordNotFound
from records.service.delaying import access_then
from records.service.viewing import viewer_of
from records.store import TO_NOBODY_ELSE, ShelfReach
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.core.header import Header
    from records.core.viewers import Delay, LinkGrant
    from records.store import RecordAccess


class Permission(enum.StrEnum):
    """What a caller may be allowed to do besides looking."""

    ADD = "add"
    """Store whole records, and begin games."""
    WRITE = "write"
    """Continue a record: commands, facts, take-backs."""
    CORRECT = "correct"
    """Correct what was recorded wrongly."""
    NAME = "name"
    RELEASE = "release"
    """Say who may see a record, whose it is, and who sits there."""
    PLAY = "play"
    """Write moves of one's own seats."""
    CLOSE = "close"
    """Close a game, so that it is not recorded further."""
    REOPEN = "reopen"
    """Reopen a closed game."""
    PEOPLE = "people"
    """Make accounts, give them roles, end them."""
    TRAIL = "trail"
    """Read who opened which hand."""
    SHARE = "share"
    TRASH = "trash"
    """Put a record into the trash, and take it out again."""
    PURGE = "purge"
    KEEP = "keep"
    """Check, count and repair the whole store."""
    ANNOTATE = "annotate"
    """Write notes and lines beside a record, in a layer of one's own."""
    DISPUTE = "dispute"
    """Open cases about a record, claim and appeal in them."""
    ASK = "ask"
    """Open a case about a record through a link that allows it."""
    RULE = "rule"
    """Rule in cases, and see the parts of a record that its sides release for that."""
    TEACH = "teach"
    """Hold classes on studies of one's own."""
    FORGET = "forget"
    """Erase a person's name, and ask where it still occurs."""


_RIGHTS = {
    Permission.ADD: ("store records or begin games", "a recorder or an admin may"),
    Permission.WRITE: ("write in it", "who keeps it may, and its players where the keeper lets them write what they do"),
    Permission.PLAY: ("write a move in it", "its players may while the game runs, where its keeper lets them"),
    Permission.CORRECT: ("put right what is written in it", "its keeper may while the game runs, an arbiter once it is over"),
    Permission.NAME: ("name it or say where it was played", "its keeper or an admin may"),
    Permission.RELEASE: ("say who sees it or give its seats", "its keeper or an admin may"),
    Permission.CLOSE: ("say that it is not recorded further", "its keeper, an arbiter or an admin may"),
    Permission.REOPEN: ("let it go on", "an arbiter may, or a keeper who sits at no seat of it"),
    Permission.PEOPLE: ("look after the accounts", "an admin may"),
    Permission.TRAIL: ("read who opened which hand of it", "its keeper, its players, an arbiter or an admin may"),
    Permission.SHARE: ("make links to it", "its keeper or a teacher may"),
    Permission.TRASH: ("put it into the trash or take it out", "its keeper or an admin may"),
    Permission.PURGE: ("delete it for good", "an admin may"),
    Permission.KEEP: ("check, count or repair the store", "an admin may, by a token for that or at the command line"),
    Permission.ANNOTATE: ("write notes or lines", "who has an account and sees the record may"),
    Permission.DISPUTE: ("open a dispute about it or speak in one", "its keeper, its players or an arbiter may"),
    Permission.ASK: ("open a dispute through this link", "a link has to say so, and is made anew for that"),
    Permission.RULE: ("rule in a dispute", "an arbiter may"),
    Permission.TEACH: ("hold classes or write studies", "a teacher may"),
    Permission.FORGET: ("erase a person's name", "an admin may"),
}
"""What each permission allows, and who has it, as the words of a refusal."""


class RecordReach(msgspec.Struct, frozen=True):
    """Which records exist for a caller."""

    everything: bool
    """Whether all records exist for the caller."""
    account: str = ""
    """Otherwise the records of this account; "" for none."""
    listed: int = TO_NOBODY_ELSE
    """And the records that are listed at least this widely (``records.store.TO_ACCOUNTS`` ...)."""

    @property
    def within(self) -> ShelfReach | None:
        """The reach to which queries of the store are limited; None for everything."""
        return None if self.everything is True else ShelfReach(self.account, self.listed)

    @property
    def nothing(self) -> bool:
        """Whether no record can exist for the caller: then the shelf is refused."""
        return self.everything is not True and not self.account and self.listed >= TO_NOBODY_ELSE


class AccessSight(msgspec.Struct, frozen=True, kw_only=True):
    """How a caller may look at a record that exists for them."""

    viewers: tuple[Viewer, ...] | None
    """The viewers as whom the caller may look; None for all viewers."""
    default: Viewer
    """The viewer used if none is named."""
    upto: int | None = None
    """The last event shown; None if the record is shown whole."""
    names: bool = True
    """Whether names of people are shown."""
    mine: tuple[SeatKey, ...] = ()
    """The caller's own seats."""
    ground: str = ""
    """Why the caller may open other hands, for the trail."""
    export: bool = True
    """Whether the caller may have the record as a file."""
    running: bool = False
    """Whether the game runs, here."""
    finally_: tuple[Viewer, ...] | None = ()
    """Further viewers for somebody who sat at the game, once its close is final; None for all viewers."""
    ends: bool = False
    """Whether a look at more than the public view makes the close of the game final, because the caller may have sat there."""
    alone: tuple[tuple[SeatKey, ...], ...] = ()
    """Groups of seats that one account holds; everybody may read this."""

    @property
    def more_finally(self) -> bool:
        """Whether there is more to be seen once the close of the game is final."""
        return self.finally_ is None or not {*self.finally_} <= {*(self.viewers or self.finally_)}

    def eyes(self, caller: Caller, header: Header, names: Mapping[SeatKey, str], viewer: Viewer | str | None) -> Viewer:
        """Return the viewer as whom ``caller`` looks: ``viewer``, the one that this text names among the shown ``names``, or the default.

        Raises ``NotYours`` for a viewer as whom they may not look, ``SeatNotFound`` and ``AmbiguousSeat`` as ``viewer_of`` does.
        """
        eyes = self.default if viewer is None else viewer_of(viewer, header, names)
        if self.viewers is not None and eyes not in self.viewers:
            if self.finally_ is None or eyes in self.finally_:
                raise CloseNotFinal(f"record {header.record} can still go on: close it for good first, then other hands are shown")
            raise NotYours(f"record {header.record}: {caller.name!r} may not look as {viewer_key(eyes)}{self._instead(caller)}", "look")
        return eyes

    def _instead(self, caller: Caller) -> str:
        """Return why a caller may not look as a viewer, and what they may do instead, as the end of a sentence."""
        if caller.kind is CallerKind.OPERATOR and not self.running and not caller.reason:
            return " without a reason: give --reason TEXT, which its players can read, or look as the public does (--as public)"
        allowed = " or ".join(map(viewer_key, self.viewers or ()))
        return f"{' while the game runs' if self.running else ''}; allowed here: {allowed}"


class Policy(Protocol):
    """Says what a caller may reach, see and do.

    ``record`` is the id of a record, perhaps damaged or missing; ``access`` is everything stored about who may see it, None if the record
    is missing or the caller is the local one, for whom nothing is read.
    """

    def reach(self, caller: Caller) -> RecordReach:
        """Return which records exist for ``caller``."""

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:
        """Return how ``caller`` may look at a record; None if it does not exist for them."""

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:
        """Whether ``caller`` has a permission for a record, or for the store if no record is named."""


_NOTHING = RecordReach(everything=False)
_WHOLE, _ALL = RecordReach(everything=True), AccessSight(viewers=None, default=OPEN)


def through_link(grant: LinkGrant, record: str, makers: AccessSight | None) -> AccessSight | None:
    """Return how a record is seen through a link: as the link's maker sees it now, restricted by the link; None if nothing is left."""
    if grant.record != record or makers is None or (makers.viewers is not None and grant.viewer not in makers.viewers):
        return None
    upto = min((bound for bound in (grant.last, makers.upto) if bound is not None), default=None)
    return AccessSight(
        viewers=(grant.viewer,),
        default=grant.viewer,
        upto=upto,
        names=grant.names and makers.names,
        ground="link",
        export=grant.export and makers.export,
    )


def asks_by_link(caller: Caller, permission: Permission, record: str | None) -> bool:
    """Whether a link to that record allows its holder to open a case; other rights are not considered."""
    grant = caller.grant
    return permission is Permission.ASK and grant is not None and grant.cases is True and record is not None and grant.record == record


class LocalPolicy:
    """The one local user of a program without accounts may do everything; nobody else is known."""

    def reach(self, caller: Caller) -> RecordReach:
        """Return all records for the local caller."""
        return _WHOLE if caller == LOCAL else _NOTHING

    def sight(self, caller: Caller, record: str, access: RecordAccess | None) -> AccessSight | None:  # noqa: ARG002 -- every policy's
        """Return every viewer for the local caller, by default the open table; for the holder of a link, its viewer."""
        if caller.grant is not None and caller.kind is CallerKind.LINK:
            return through_link(caller.grant, record, _ALL)
        return _ALL if caller == LOCAL else None

    def may(self, caller: Caller, permission: Permission, record: str | None, access: RecordAccess | None) -> bool:  # noqa: ARG002 -- as above
        """Allow the local caller everything, and the holder of a link what the link says."""
        if caller.kind is CallerKind.LINK:
            return asks_by_link(caller, permission, record)
        return caller == LOCAL and isinstance(permission, Permission)


def withdrawn(caller: Caller, access: RecordAccess) -> bool:
    """Whether a record in the trash is requested through a link or a chapter, which show nothing of it, even if its owner made them."""
    return access.trashed and caller.grant is not None


def lawful(caller: Caller, sight: AccessSight, access: RecordAccess) -> AccessSight | None:
    """Return a sight restricted by law while the game can go on: nobody sees it from another's seat, whatever policy, role or link allow.

    While it runs, a player sees the own seat and everybody else the public view. Only a record's owner who has no seat in it sees the open
    table, as the local user does (design/access: The live law). A link shows the public view. If the law of seats holds, anybody who ever
    sat there sees at most their present seat, even of a closed game, until its close is final. None if nothing is left.
    """
    if caller.kind is CallerKind.LOCAL:
        return sight
    if access.guarded and not access.live:
        return closed_not_finally(caller, sight, access)
    if not access.live:
        return sight
    if caller.kind is CallerKind.LINK:
        return replace(sight, viewers=(PUBLIC,), default=PUBLIC, mine=(), export=False)
    if caller.account and access.owner == caller.account and not sat(caller, access):
        return sight
    return within_seats(caller, sight, access)


def sat(caller: Caller, access: RecordAccess) -> bool:
    """Whether a caller plays a game and is restricted to their seat; if the law of seats holds, also whether they ever sat there."""
    if caller.kind is CallerKind.LINK or not caller.account:
        return False
    return bool(access.sat_at(caller.account) if access.guarded else access.seats_of(caller.account))


def closed_not_finally(caller: Caller, sight: AccessSight, access: RecordAccess) -> AccessSight | None:
    """Return a sight restricted for a closed game that can still go on.

    Somebody who sat there sees the own seat, and must confirm before more is shown. An unknown caller may be one of them: if shown more
    than the public view, the close becomes final.
    """
    if caller.kind is CallerKind.LINK or not (caller.account or caller.kind is CallerKind.OPERATOR):
        return replace(sight, ends=True)
    if not sat(caller, access):
        return sight
    left = within_seats(caller, sight, access)
    return None if left is None else replace(left, finally_=sight.viewers)


def within_seats(caller: Caller, sight: AccessSight, access: RecordAccess) -> AccessSight | None:
    """Return a sight reduced to the caller's own seats and the public view; None if nothing is left."""
    own = access.seats_of(caller.account) if caller.account else ()
    mine = tuple(seat for seat in sight.mine if seat in own)
    viewers = tuple(viewer for viewer in sight.viewers or (*mine, PUBLIC) if viewer is PUBLIC or viewer in mine)
    if not viewers:
        return None
    return replace(sight, viewers=viewers, default=sight.default if sight.default in viewers else viewers[0], mine=mine)


def delay_of(caller: Caller) -> Delay:
    """Return by how much a running game is delayed for a caller."""
    return NO_DELAY if caller.grant is None else caller.grant.delay


class AccessGate:
    """Asks a policy, and treats everything but a plain yes as no, including an exception of the policy.

    ``access`` reads the facts that decide whether a record is live; no policy overrides that law. The holder of a delayed link gets
    a record as it was then (``records.service.delaying``): ``shown`` counts the events that a delay shows by now.
    """

    def __init__(
        self,
        policy: Policy,
        access: Callable[[str], RecordAccess | None],
        shown: Callable[[str, Delay, datetime], int] = lambda _record, _delay, _now: 0,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._policy, self._access, self._shown, self.now = policy, access, shown, now

    def reach(self, caller: Caller) -> RecordReach:
        """Return which records exist for ``caller``."""
        try:
            return self._policy.reach(caller)
        except Exception:  # noqa: BLE001 -- a policy that fails says no
            return _NOTHING

    def check_shelf(self, caller: Caller) -> None:
        """Raise ``NotYours`` for a caller who may not look through the shelf."""
        self.within(caller)

    def within(self, caller: Caller) -> ShelfReach | None:
        """Return which records the shelf may list, None for all; raises ``NotYours`` as ``check_shelf`` does."""
        reach = self.reach(caller)
        if reach.nothing:
            raise NotYours(f"{caller.name!r} may not look through the shelf; sign in, or use a token that may read", "shelf")
        return reach.within

    def sight(self, caller: Caller, record: str) -> AccessSight:
        """Return how ``caller`` may look at a record; if they may not, raises ``RecordNotFound`` as for a missing one."""
        access = self._read(caller, record)
        try:
            sight = self._policy.sight(caller, record, access)
        except Exception:  # noqa: BLE001 -- a policy that fails says no
            sight = None
        if sight is not None and caller.kind is not CallerKind.LOCAL:
            sight = None if access is None or withdrawn(caller, access) else lawful(caller, sight, access)
            if sight is not None and access is not None and access.alone_at_several:
                sight = replace(sight, alone=tuple(tuple(map(SeatKey, seats)) for seats in access.alone_at_several.values()))
        if sight is not None and access is not None and access.live:
            sight = self._delayed(caller, record, replace(sight, running=True))
        if sight is None:
            raise RecordNotFound(f"no record {record!r}")
        return sight

    def knows(self, caller: Caller, record: str) -> bool:
        """Whether a record exists for ``caller``."""
        if self.reach(caller).everything is True:
            return True
        try:
            self.sight(caller, record)
        except RecordNotFound:
            return False
        return True

    def may(self, caller: Caller, permission: Permission, record: str | None = None) -> bool:
        """Whether ``caller`` has the permission."""
        access = None if record is None else self._read(caller, record)
        try:
            return self._policy.may(caller, permission, record, access) is True
        except Exception:  # noqa: BLE001 -- a policy that fails says no
            return False

    def check(self, caller: Caller, permission: Permission, record: str | None = None) -> None:
        """Raise ``NotYours`` for a caller without the permission, ``RecordNotFound`` if the record does not exist for them."""
        if self.may(caller, permission, record):
            return
        if record is not None:
            self.sight(caller, record)
        what, who = _RIGHTS[permission]
        of = "" if record is None else f"record {record}: "
        raise NotYours(f"{of}{caller.name!r} may not {what}; {who}", str(permission))

    def _read(self, caller: Caller, record: str) -> RecordAccess | None:
        access = None if caller.kind is CallerKind.LOCAL else self._access(record)
        return access if access is None or (delay := delay_of(caller)) == NO_DELAY else access_then(access, delay, self.now())

    def _delayed(self, caller: Caller, record: str, sight: AccessSight) -> AccessSight:
        if (delay := delay_of(caller)) == NO_DELAY:
            return sight
        shown = self._shown(record, delay, self.now())
        return replace(sight, upto=shown if sight.upto is None else min(shown, sight.upto))
