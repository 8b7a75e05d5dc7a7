"""The part of ``GameBook`` that says who may see a record: its release, its seats, its end, and the trail of opened hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.viewers import PUBLIC, viewer_key
from records.errors import MalformedCommand, NotYours, RecordNotFound
from records.service.access import Permission
from records.service.accounts import ending, seat_law
from records.service.accounts.ending import OUTSIDE
from records.service.accounts.reasons import check_reason
from records.service.checking.mentions import mentions
from records.service.desks.linking import LinkDesk
from records.service.desks.seating import SeatDesk
from records.service.viewing import viewer_of
from records.store import AccessChange, HandsOpen, Listed, SeatLaw, TrailStep

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.viewers import Caller, Viewer
    from records.service.office import Office
    from records.store import RecordAccess, Release

MOST_DAYS = 3650


class AccessDesk(SeatDesk, LinkDesk):
    """Who may see a record, who sits at it, and its links. Every method names its caller first and asks the policy."""

    def __init__(self, office: Office) -> None:
        SeatDesk.__init__(self, office)
        LinkDesk.__init__(self, office)

    def record_access(self, caller: Caller, record: str) -> RecordAccess:
        """Return the owner, release and seats of a record, to its owner, its players and admins.

        Raises ``RecordNotFound``, ``NotYours``.
        """
        self._gate.check(caller, Permission.TRAIL, record)
        return self._access(record)

    def account_names(self, caller: Caller, record: str) -> Mapping[str, str]:
        """Return the names, by key, of the accounts that own a record, sit there, or occur in its trail. Raises as ``record_access``."""
        self._gate.check(caller, Permission.TRAIL, record)
        access = self._access(record)
        keys = {access.owner, *(claim.account for claim in access.claims)}
        keys |= {key for step in self._store.access.trail(record) for key in (step.account, step.whom)}
        return {one.key: one.name for one in self._store.accounts.all() if one.key in keys}

    def allows(self, caller: Caller, permission: Permission, record: str | None = None) -> bool:
        """Whether ``caller`` may do something; a page offers only what they may do."""
        return self._gate.may(caller, permission, record)

    def release_record(self, caller: Caller, record: str, release: Release) -> None:
        """Set what others may see of a record. While the game runs, only the setting of who finds it has an effect.

        A change is noted in the trail; setting the same release again is no change.

        Raises ``RecordNotFound``, ``NotYours``, and ``MalformedCommand`` for an invalid number of days, and if names are to be
        hidden but one of them occurs in texts of the record.
        """
        self._gate.check(caller, Permission.RELEASE, record)
        if not 0 <= release.days <= MOST_DAYS:
            raise MalformedCommand(f"hands are opened after 0 to {MOST_DAYS} days, not {release.days}")
        if release.hands is not HandsOpen.DAYS and release.days:
            raise MalformedCommand("a number of days says when hands are opened; they are to be opened otherwise")
        if not release.names and release.listed in {Listed.ACCOUNTS, Listed.EVERYBODY}:
            self._check_nameless(record)

        def decide(access: RecordAccess, trail: Sequence[TrailStep]) -> AccessChange:
            law = None
            if caller.kind not in OUTSIDE:
                seat_law.check_open_to_change(access)
            if access.live and seat_law.applies(access, players_write=release.players_write):
                if caller.kind not in OUTSIDE:
                    seat_law.check_table_unknowing(access, trail)
                law = None if access.fixed else SeatLaw.HOLDS
            told = () if release == access.release else ending.changed(caller, record, "opened", reason=_said(release))
            return AccessChange(release=release, seat_law=law, trail=told)

        self._store.access.change(record, decide)

    def agree_to_hands(self, caller: Caller, record: str, *, agreed: bool) -> None:
        """Set whether the hands at one's own seats may be opened. Raises ``RecordNotFound``, ``NotYours`` without a seat there."""
        if not self._gate.sight(caller, record).mine:
            raise NotYours(f"record {record}: {caller.name!r} has no seat in it; only who sat there agrees that hands are opened")
        self._store.access.agree(record, caller.account, agreed=agreed)

    def hand_trail(self, caller: Caller, record: str) -> Sequence[TrailStep]:
        """Return who opened whose hand in a record, the latest first, to its owner, its players, arbiters and admins.

        Raises ``RecordNotFound``, ``NotYours``.
        """
        self._gate.check(caller, Permission.TRAIL, record)
        return self._store.access.trail(record)

    def open_hand(self, caller: Caller, record: str, viewer: Viewer | str, reason: str) -> None:
        """Record an admin's reason for opening a hand: it is open to them for some hours, and its players can read the reason.

        In a running game it opens nothing. Raises ``RecordNotFound``, ``NotYours``, ``MalformedCommand`` without a reason.
        """
        self._gate.check(caller, Permission.KEEP, record)
        check_reason(reason)
        info, header = self._known(record)
        eyes = viewer_of(viewer, header, {SeatKey(seat): name for seat, name in info.names.items()})
        if eyes is PUBLIC:
            raise MalformedCommand("what is public needs no reason")
        step = TrailStep(
            record=record, account=caller.account, via=caller.via, viewer=viewer_key(eyes), ground="reason", reason=reason.strip()
        )
        self._store.access.leave_trail(step)

    def _access(self, record: str) -> RecordAccess:
        found = self._store.access.of(record)
        if found is None:
            raise RecordNotFound(f"no record {record!r}")
        return found

    def _check_nameless(self, record: str) -> None:
        """Raise ``MalformedCommand`` if the texts of a record contain a name that is to be hidden."""
        info, _header = self._known(record)
        bodies = [(record, row.body) for row in self._store.read(record)]
        for name in info.names.values():
            if name and (found := mentions(bodies, name).get(record)):
                raise MalformedCommand(
                    f"record {record}: {name!r} stands in {found} of its texts, so its names cannot be kept back; "
                    "let them be shown, or import the record with pseudonyms"
                )


def _said(release: Release) -> str:
    """Return a release as stored in the trail: its values, by name."""
    days = f" {release.days}" if release.hands is HandsOpen.DAYS else ""
    said = [f"listed {release.listed}", f"after {release.after}", f"hands {release.hands}{days}"]
    return ", ".join([*said, *["names"] * release.names, *["players write"] * release.players_write])
