"""The part of ``GameBook`` for links: to one record, as one viewer, showing at most what the link's maker sees (design/access: Links)."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec

from records.accounts.tokens import new_token, stored_form
from records.core.viewers import NO_DELAY, CallerKind, viewer_key
from records.errors import MalformedCommand, RecordNotFound, VersionNotFound
from records.service.access import Permission
from records.service.delaying import MOST_MINUTES, MOST_STEPS
from records.service.incoming import is_line
from records.service.writing.record_builder import new_id
from records.store import LinkRow
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.viewers import Caller, Delay, Viewer
    from records.service.office import Office
    from records.store import Store

USUAL_DAYS, MOST_DAYS = 30, 3650
LONGEST_LABEL, MOST_ORIGINS = 60, 10


class NewLink(msgspec.Struct, frozen=True, kw_only=True):
    """What a link is to show. The default is the whole record without names, for a month, without export."""

    viewer: Viewer | str
    first: int = 0
    """The step at which it opens."""
    last: int | None = None
    """The last step shown; None for the record's own end."""
    days: int = USUAL_DAYS
    names: bool = False
    export: bool = False
    cases: bool = False
    """Whether its holder may open a case about what it shows."""
    origins: tuple[str, ...] = ()
    """Sites that may embed it in a frame: ``https://club.example``."""
    delay: Delay = NO_DELAY
    """Its delay behind the game while that runs."""
    label: str = ""


class LinkDesk:
    """Links to records. Every method names its caller first and asks the policy."""

    def __init__(self, office: Office) -> None:
        self._store, self._gate, self._looked = office.store, office.gate, office.looked

    def share(self, caller: Caller, record: str, link: NewLink) -> tuple[str, LinkRow]:
        """Make a link; returns its token, which is shown this once, and its row.

        Raises ``RecordNotFound``, ``NotYours`` for one who may not share, or look as that viewer, ``VersionNotFound`` for steps that are
        not there, and ``MalformedCommand`` for days, sites or a label that cannot be.
        """
        self._gate.check(caller, Permission.SHARE, record)
        sight, info, _header, eyes = self._looked(caller, record, link.viewer)
        end = info.head.count if sight.upto is None else min(sight.upto, info.head.count)
        last = end if link.last is None else link.last
        if not 0 <= link.first <= last <= end:
            raise VersionNotFound(f"record {record} has the events 0 to {end}; a link goes from {link.first} to {last}")
        return made_link(self._store, caller, record, replace(link, viewer=eyes))

    def links(self, caller: Caller, record: str) -> Sequence[LinkRow]:
        """Return the links to a record, the newest first: for its owner all, else the caller's own. Raises as ``share``."""
        self._gate.check(caller, Permission.SHARE, record)
        return self._store.sign_ins.links_to(record, self._whose_links(caller, record))

    def end_link(self, caller: Caller, record: str, ident: str) -> None:
        """End a link. Raises ``RecordNotFound`` if there is none, and as ``share``."""
        self._gate.check(caller, Permission.SHARE, record)
        if not self._store.sign_ins.end_link(ident, record, self._whose_links(caller, record)):
            raise RecordNotFound(f"no link {ident!r}")

    def _whose_links(self, caller: Caller, record: str) -> str | None:
        """Return whose links a caller may see and end; None for everybody's."""
        all_of_them = caller.kind in {CallerKind.LOCAL, CallerKind.OPERATOR} or self._gate.may(caller, Permission.RELEASE, record)
        return None if all_of_them else caller.account


def made_link(store: Store, caller: Caller, record: str, link: NewLink) -> tuple[str, LinkRow]:
    """Store a link that ``caller`` may make; returns its token and its row. Raises ``MalformedCommand`` as ``LinkDesk.share`` does."""
    if not 1 <= link.days <= MOST_DAYS:
        raise MalformedCommand(f"a link holds for 1 to {MOST_DAYS} days, not {link.days}")
    if not 0 <= link.delay.steps <= MOST_STEPS or not 0 <= link.delay.minutes <= MOST_MINUTES:
        raise MalformedCommand(
            f"a link stays up to {MOST_STEPS} steps and {MOST_MINUTES} minutes behind, not {link.delay.steps} and {link.delay.minutes}"
        )
    if not is_line(link.label, LONGEST_LABEL):
        raise MalformedCommand(f"a link is called by one line of up to {LONGEST_LABEL} characters")
    token, now = new_token(), datetime.now(UTC)
    row = LinkRow(
        digest=stored_form(token),
        id=new_id(),
        maker=caller.account,
        record=record,
        viewer=link.viewer if isinstance(link.viewer, str) else viewer_key(link.viewer),
        first=link.first,
        last=link.last,
        names=link.names,
        export=link.export,
        cases=link.cases,
        origins=_origins(link.origins),
        delay_steps=link.delay.steps,
        delay_minutes=link.delay.minutes,
        label=link.label.strip(),
        made_at=now,
        ends_at=now + timedelta(days=link.days),
    )
    store.sign_ins.put_link(row)
    return token, row


def _origins(typed: tuple[str, ...]) -> tuple[str, ...]:
    if len(typed) > MOST_ORIGINS:
        raise MalformedCommand(f"a link may be shown in frames of up to {MOST_ORIGINS} sites")
    for site in typed:
        parts = urlsplit(site)
        plain = f"{parts.scheme}://{parts.netloc}"
        if parts.scheme not in {"http", "https"} or not parts.hostname or plain != site or not set(parts.netloc) <= _HOST:
            raise MalformedCommand(f"{site!r} is no site: say https://NAME, with nothing behind")
    return tuple(dict.fromkeys(typed))


_HOST = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:[]")
