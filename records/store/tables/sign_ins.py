"""Sessions, tokens, links and codes as rows, found by the hash of what only their holder has; and from where somebody came in."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import msgspec
from sqlalchemy import delete, select, text, update

from records.errors import CorruptRecord
from records.store.schema import browsers, codes, links, networks, sessions, tokens
from records.store.times import text_time, time_text

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

    from sqlalchemy import Connection

    from records.store.transactions import Transactions


NETWORK_LASTS, BROWSER_LASTS = timedelta(days=90), timedelta(days=365)
"""How long it is known that somebody came in from there."""
_SEE_NETWORK = text(
    "INSERT INTO networks (account, network, seen_at) VALUES (:account, :network, :seen_at) "
    "ON CONFLICT (account, network) DO UPDATE SET seen_at = excluded.seen_at"
)
_SEE_BROWSER = text(
    "INSERT INTO browsers (digest, holder, seen_at) VALUES (:digest, :holder, :seen_at) "
    "ON CONFLICT (digest, holder) DO UPDATE SET seen_at = excluded.seen_at"
)


class SessionRow(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who signed in."""

    digest: str
    account: str
    made_at: datetime
    seen_at: datetime
    ends_at: datetime
    """It ends then whatever happens."""


class TokenRow(msgspec.Struct, frozen=True, kw_only=True):
    """A token of an account, for a program."""

    digest: str
    id: str
    """By which its owner names it; lets nobody in."""
    account: str
    label: str
    scopes: frozenset[str]
    made_at: datetime
    used_at: datetime | None = None
    ends_at: datetime


class CodeRow(msgspec.Struct, frozen=True, kw_only=True):
    """A code that is used once."""

    digest: str
    purpose: str
    """``password``, ``seat`` or ``class``."""
    account: str | None = None
    """Whose password is chosen with it."""
    record: str | None = None
    """Or the class that is joined."""
    seat: str | None = None
    ends_at: datetime


class LinkRow(msgspec.Struct, frozen=True, kw_only=True):
    """A link that leads its holder to one record, through one viewer's eyes."""

    digest: str
    id: str
    """By which its maker names it; leads nowhere."""
    maker: str
    """Key of an account; "" for the keeper of the store."""
    record: str
    viewer: str
    """Key of the viewer."""
    first: int = 0
    """The step at which it opens."""
    last: int | None = None
    """The record ends there; None for where it ends."""
    names: bool = False
    """Whether people are called by their names."""
    export: bool = False
    """Whether the record may be taken along."""
    cases: bool = False
    """Whether its holder may open a case at its moment."""
    origins: tuple[str, ...] = ()
    """Sites that may show it in a frame of theirs."""
    delay_steps: int = 0
    """How far behind a running game it stays, in events."""
    delay_minutes: int = 0
    label: str = ""
    made_at: datetime
    ends_at: datetime


class SignInRows:
    """The rows of one store; errors are those of its other methods."""

    def __init__(self, store: Transactions) -> None:
        self._store = store

    # -- sessions ------------------------------------------------------------------------------------------------------

    def put_session(self, row: SessionRow) -> None:
        """Store a session, and forget those that have ended."""
        with self._store.writing("signing in") as connection:
            connection.execute(delete(sessions).where(sessions.c.ends_at < time_text(row.seen_at)))
            connection.execute(sessions.insert(), {**_plain(row)})

    def session(self, digest: str) -> SessionRow | None:
        """Return a session; None where there is none."""
        return self._store.kept.once(("session", digest), lambda: self._session(digest))

    def _session(self, digest: str) -> SessionRow | None:
        found = self._one(select(sessions).where(sessions.c.digest == digest))
        return None if found is None else _read(SessionRow, found)

    def see_session(self, digest: str, at: datetime) -> None:
        """Note that a session was used."""
        with self._store.writing("noting a session") as connection:
            connection.execute(update(sessions).where(sessions.c.digest == digest).values(seen_at=time_text(at)))

    def end_session(self, digest: str) -> None:
        """Forget a session."""
        with self._store.writing("signing out") as connection:
            connection.execute(delete(sessions).where(sessions.c.digest == digest))

    def end_ways_in(self, account: str, *, but: str = "") -> None:
        """Forget all sessions and tokens of an account, one session aside."""
        with self._store.writing("ending sessions") as connection:
            connection.execute(delete(sessions).where(sessions.c.account == account, sessions.c.digest != but))
            connection.execute(delete(tokens).where(tokens.c.account == account))

    def sessions_of(self, account: str) -> list[SessionRow]:
        """Return the sessions of an account, the latest used first."""
        return [
            _read(SessionRow, row)
            for row in self._all(select(sessions).where(sessions.c.account == account).order_by(sessions.c.seen_at.desc()))
        ]

    # -- tokens --------------------------------------------------------------------------------------------------------

    def put_token(self, row: TokenRow) -> None:
        """Store a token."""
        with self._store.writing("making a token") as connection:
            connection.execute(tokens.insert(), {**_plain(row), "scopes": " ".join(sorted(row.scopes))})

    def token(self, digest: str) -> TokenRow | None:
        """Return a token; None where there is none."""
        found = self._one(select(tokens).where(tokens.c.digest == digest))
        return None if found is None else _token(found)

    def tokens_of(self, account: str) -> list[TokenRow]:
        """Return the tokens of an account, the newest first."""
        return [_token(row) for row in self._all(select(tokens).where(tokens.c.account == account).order_by(tokens.c.made_at.desc()))]

    def use_token(self, digest: str, at: datetime) -> None:
        """Note that a token was used."""
        with self._store.writing("noting a token") as connection:
            connection.execute(update(tokens).where(tokens.c.digest == digest).values(used_at=time_text(at)))

    def end_token(self, account: str, ident: str) -> bool:
        """Forget a token of an account; returns whether there was one."""
        with self._store.writing("ending a token") as connection:
            return bool(connection.execute(delete(tokens).where(tokens.c.account == account, tokens.c.id == ident)).rowcount)

    # -- links ---------------------------------------------------------------------------------------------------------

    def put_link(self, row: LinkRow) -> None:
        """Store a link."""
        with self._store.writing("making a link") as connection:
            plain = _plain(row) | {
                "names": int(row.names),
                "export": int(row.export),
                "cases": int(row.cases),
                "origins": " ".join(row.origins),
            }
            connection.execute(links.insert(), plain)

    def link(self, digest: str) -> LinkRow | None:
        """Return a link; None where there is none."""
        found = self._one(select(links).where(links.c.digest == digest))
        return None if found is None else _link(found)

    def links_to(self, record: str, maker: str | None = None) -> list[LinkRow]:
        """Return the links to a record, of one maker or of all, the newest first."""
        asked = select(links).where(links.c.record == record).order_by(links.c.made_at.desc())
        return [_link(row) for row in self._all(asked if maker is None else asked.where(links.c.maker == maker))]

    def links_of(self, maker: str) -> list[LinkRow]:
        """Return the links that an account made, the newest first."""
        return [_link(row) for row in self._all(select(links).where(links.c.maker == maker).order_by(links.c.made_at.desc()))]

    def networks_of(self, account: str) -> list[str]:
        """Return when an account last came in from each of its networks, the latest first; the networks themselves are hashes."""
        found = select(networks.c.seen_at).where(networks.c.account == account).order_by(networks.c.seen_at.desc())
        return [str(row["seen_at"]) for row in self._all(found)]

    def end_link(self, ident: str, record: str, maker: str | None = None) -> bool:
        """Forget a link to a record, one of that maker's if one is named; returns whether there was one."""
        which = delete(links).where(links.c.id == ident, links.c.record == record)
        with self._store.writing("ending a link") as connection:
            return bool(connection.execute(which if maker is None else which.where(links.c.maker == maker)).rowcount)

    # -- codes ---------------------------------------------------------------------------------------------------------

    def put_code(self, row: CodeRow) -> None:
        """Store a code; an earlier one for the same ends."""
        with self._store.writing("making a code") as connection:
            same = codes.c.purpose == row.purpose
            for column, value in ((codes.c.account, row.account), (codes.c.record, row.record), (codes.c.seat, row.seat)):
                same &= column.is_(None) if value is None else column == value
            connection.execute(delete(codes).where(same))
            connection.execute(codes.insert(), _plain(row))

    def code(self, digest: str, purpose: str, at: datetime) -> CodeRow | None:
        """Return a code that has not ended, which stays; None where there is none."""
        found = self._one(select(codes).where(codes.c.digest == digest, codes.c.purpose == purpose))
        row = None if found is None else _read(CodeRow, found)
        return row if row is not None and row.ends_at > at else None

    def end_code(self, purpose: str, record: str) -> None:
        """Forget the code of a purpose for a record or a class."""
        with self._store.writing("ending a code") as connection:
            connection.execute(delete(codes).where(codes.c.purpose == purpose, codes.c.record == record))

    def take_code(self, digest: str, purpose: str, at: datetime) -> CodeRow | None:
        """Return a code that has not ended, and forget it: of two who take it one gets it. None where there is none."""
        with self._store.writing("taking a code") as connection:
            found = connection.execute(select(codes).where(codes.c.digest == digest, codes.c.purpose == purpose)).mappings().first()
            taken = connection.execute(delete(codes).where(codes.c.digest == digest, codes.c.purpose == purpose)).rowcount
            connection.execute(delete(codes).where(codes.c.ends_at < time_text(at)))
        row = None if found is None or not taken else _read(CodeRow, found)
        return row if row is not None and row.ends_at > at else None

    # -- where somebody came in from -----------------------------------------------------------------------------------

    def welcome(self, account: str, network: str, browser: str, at: datetime) -> None:
        """Note that an account came in from a network and, where ``browser`` is not "", from a browser; forget those of long ago."""
        with self._store.writing("signing in") as connection:
            connection.execute(delete(networks).where(networks.c.account == account, networks.c.seen_at < time_text(at - NETWORK_LASTS)))
            connection.execute(_SEE_NETWORK, {"account": account, "network": network, "seen_at": time_text(at)})
            if browser:
                _see_browser(connection, browser, account, at)

    def see_browser(self, browser: str, holder: str, at: datetime) -> None:
        """Note that somebody came in from a browser, and forget theirs of long ago."""
        with self._store.writing("signing in") as connection:
            _see_browser(connection, browser, holder, at)

    def knows(self, account: str, network: str, at: datetime) -> bool:
        """Whether an account came in from a network lately."""
        since = time_text(at - NETWORK_LASTS)
        asked = select(networks.c.seen_at).where(networks.c.account == account, networks.c.network == network, networks.c.seen_at >= since)
        return self._one(asked) is not None

    def holders(self, browser: str, at: datetime) -> list[str]:
        """Return who came in from a browser lately, the first first."""
        since = time_text(at - BROWSER_LASTS)
        asked = select(browsers.c.holder).where(browsers.c.digest == browser, browsers.c.seen_at >= since)
        return [str(row["holder"]) for row in self._all(asked.order_by(browsers.c.seen_at, browsers.c.holder))]

    def browsers_of(self, holders: Collection[str]) -> dict[str, list[str]]:
        """Return who of ``holders`` came in from each browser, by its hash."""
        found: dict[str, list[str]] = {}
        asked = select(browsers.c.digest, browsers.c.holder).where(browsers.c.holder.in_(holders))
        for row in self._all(asked.order_by(browsers.c.digest, browsers.c.holder)) if holders else ():
            found.setdefault(row["digest"], []).append(row["holder"])
        return found

    def browsers_seen(self, holder: str) -> list[str]:
        """Return when somebody last came in from each browser of theirs, the latest first."""
        asked = select(browsers.c.seen_at).where(browsers.c.holder == holder).order_by(browsers.c.seen_at.desc())
        return [str(row["seen_at"]) for row in self._all(asked)]

    def forget_browsers(self, holder: str, *, but: str = "") -> None:
        """Forget the browsers from which somebody came in, one aside."""
        with self._store.writing("forgetting browsers") as connection:
            connection.execute(delete(browsers).where(browsers.c.holder == holder, browsers.c.digest != but))

    def forget(self, account: str) -> None:
        """Forget every way in of an account, and from where it came."""
        self.end_ways_in(account)
        with self._store.writing("forgetting an account") as connection:
            connection.execute(delete(networks).where(networks.c.account == account))
            connection.execute(delete(browsers).where(browsers.c.holder == account))
            connection.execute(delete(codes).where(codes.c.account == account))

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _all(self, statement: Any) -> list[dict[str, Any]]:
        with self._store.reading() as connection:
            return [dict(row) for row in connection.execute(statement).mappings()]

    def _one(self, statement: Any) -> dict[str, Any] | None:
        return next(iter(self._all(statement)), None)


def _see_browser(connection: Connection, browser: str, holder: str, at: datetime) -> None:
    connection.execute(delete(browsers).where(browsers.c.holder == holder, browsers.c.seen_at < time_text(at - BROWSER_LASTS)))
    connection.execute(_SEE_BROWSER, {"digest": browser, "holder": holder, "seen_at": time_text(at)})


def _plain(row: SessionRow | TokenRow | CodeRow | LinkRow) -> dict[str, Any]:
    return {
        name: time_text(value) if name.endswith("_at") and value is not None else value
        for name in row.__struct_fields__
        for value in (getattr(row, name),)
    }


def _read(kind: Any, row: Any) -> Any:
    try:
        return kind(**{name: text_time(value) if name.endswith("_at") and value is not None else value for name, value in row.items()})
    except (TypeError, ValueError) as error:
        raise CorruptRecord(f"{kind.__name__}: {error}") from None


def _token(row: dict[str, Any]) -> TokenRow:
    found: TokenRow = _read(TokenRow, {**row, "scopes": frozenset(str(row["scopes"]).split())})
    return found


def _link(row: dict[str, Any]) -> LinkRow:
    flags = {
        "names": bool(row["names"]),
        "export": bool(row["export"]),
        "cases": bool(row["cases"]),
        "origins": tuple(str(row["origins"]).split()),
    }
    found: LinkRow = _read(LinkRow, {**row, **flags})
    return found
