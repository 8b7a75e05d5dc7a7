"""Who may do what: the one seam at which a book asks its policy. A policy never sees a card, and the door never hears of callers."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from records.core.viewers import LOCAL, OPEN, Caller, Viewer, viewer_key
from records.errors import NotYours, RecordNotFound
from records.service.viewing import viewer_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.header import Header
    from records.core.ids import SeatKey


class Permission(enum.StrEnum):
    """What a caller may be allowed to do beside looking."""

    ADD = "add"
    """Store whole records, and begin games."""
    WRITE = "write"
    """Continue a record: commands, facts, take-backs."""
    CORRECT = "correct"
    """Replace what was written down wrongly."""
    NAME = "name"
    RELEASE = "release"
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
    RULE = "rule"
    """Rule in cases, and see of a record what its sides release for that."""
    FORGET = "forget"
    """Erase a person's name, and ask where it stands."""


@dataclass(frozen=True, slots=True)
class RecordReach:
    """Which records there are for a caller."""

    everything: bool
    """Whether that is all of them; else it is none, and the shelf is refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccessSight:
    """How a caller may look at a record that is there for them."""

    viewers: tuple[Viewer, ...] | None
    """Through whose eyes; None for everybody's."""
    default: Viewer
    """Through whose where none are named."""
    upto: int | None = None
    """The record ends there; None where it is whole."""
    names: bool = True
    """Whether names of people are shown."""
    mine: tuple[SeatKey, ...] = ()
    """The caller's own seats."""

    def eyes(self, caller: Caller, header: Header, names: Mapping[SeatKey, str], viewer: Viewer | str | None) -> Viewer:
        """Return whom ``caller`` looks as: ``viewer``, whom that text names among the ``names`` that are shown, or the usual one.

        Raises ``NotYours`` for one that they may not look as, ``SeatNotFound`` and ``AmbiguousEntry`` as ``viewer_of`` does.
        """
        eyes = self.default if viewer is None else viewer_of(viewer, header, names)
        if self.viewers is not None and eyes not in self.viewers:
            raise NotYours(f"record {header.record}: {caller.name!r} may not look as {viewer_key(eyes)}")
        return eyes


class Policy(Protocol):
    """Says what a caller may reach, see and do. ``record`` is the id of one that may be damaged, or that may not be there."""

    def reach(self, caller: Caller) -> RecordReach:
        """Return which records there are for ``caller``."""

    def sight(self, caller: Caller, record: str) -> AccessSight | None:
        """Return how ``caller`` may look at a record; None where it is not there for them."""

    def may(self, caller: Caller, permission: Permission, record: str | None = None) -> bool:
        """Whether ``caller`` may do that to a record, or to the store where none is named."""


_NOTHING = RecordReach(everything=False)
_WHOLE, _ALL = RecordReach(everything=True), AccessSight(viewers=None, default=OPEN)


class LocalPolicy:
    """The one local user of a program without accounts may do everything; nobody else is known."""

    def reach(self, caller: Caller) -> RecordReach:
        """Return all records for the local caller."""
        return _WHOLE if caller == LOCAL else _NOTHING

    def sight(self, caller: Caller, record: str) -> AccessSight | None:  # noqa: ARG002 -- the shape of every policy
        """Return every viewer for the local caller, the open table where none is named."""
        return _ALL if caller == LOCAL else None

    def may(self, caller: Caller, permission: Permission, record: str | None = None) -> bool:  # noqa: ARG002 -- the shape of every policy
        """Allow the local caller everything that there is."""
        return caller == LOCAL and isinstance(permission, Permission)


class AccessGate:
    """Asks a policy, and takes everything for no that is not plainly yes: also a policy that fails."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def reach(self, caller: Caller) -> RecordReach:
        """Return which records there are for ``caller``."""
        try:
            return self._policy.reach(caller)
        except Exception:  # noqa: BLE001 -- a policy that fails says no
            return _NOTHING

    def check_shelf(self, caller: Caller) -> None:
        """Raise ``NotYours`` for who may not look through the shelf."""
        if self.reach(caller).everything is not True:
            raise NotYours(f"{caller.name!r} may not look through the shelf")

    def sight(self, caller: Caller, record: str) -> AccessSight:
        """Return how ``caller`` may look at a record; raises ``RecordNotFound`` as for one that does not exist."""
        try:
            sight = self._policy.sight(caller, record)
        except Exception:  # noqa: BLE001 -- a policy that fails says no
            sight = None
        if sight is None:
            raise RecordNotFound(f"no record {record!r}")
        return sight

    def knows(self, caller: Caller, record: str) -> bool:
        """Whether a record is there for ``caller``."""
        if self.reach(caller).everything is True:
            return True
        try:
            self.sight(caller, record)
        except RecordNotFound:
            return False
        return True

    def check(self, caller: Caller, permission: Permission, record: str | None = None) -> None:
        """Raise ``NotYours`` for who may not do that, ``RecordNotFound`` where the record is not there for them."""
        try:
            allowed = self._policy.may(caller, permission, record) is True
        except Exception:  # noqa: BLE001 -- a policy that fails says no
            allowed = False
        if allowed:
            return
        if record is not None:
            self.sight(caller, record)
        of = "here" if record is None else f"in record {record}"
        raise NotYours(f"{caller.name!r} may not {permission} {of}")
