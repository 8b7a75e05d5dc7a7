"""Addresses of databases: one setting for SQLite and PostgreSQL.

``sqlite:////abs/path``, ``sqlite:///relative/path``, ``sqlite:///:memory:``,
``postgresql://user:password@host:port/db``, ``postgresql:///db?host=/folder/of/the/socket``.
The password may also come from KIEBITZ_STORE_PASSWORD, the file KIEBITZ_STORE_PASSWORD_FILE, or PGPASSWORD. No text made here holds it.
``?prepared=off`` prepares no statements, for a pool that lends another connection to each transaction.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

import msgspec
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from records.errors import StoreRefused

MEMORY = ":memory:"
CONNECT_SECONDS = "2"
"""For each address that a host name has; mostly there are two."""
SILENT_MILLISECONDS = "4000"
"""A server that does not even acknowledge what is sent to it is away."""
PREPARED = "prepared"
"""Option of an address: whether statements are prepared on the server, ``on`` or ``off``."""
FORMS = "sqlite:////abs/path, sqlite:///relative/path or postgresql://user:password@host:port/database"


class SqliteAddress(msgspec.Struct, frozen=True):
    """A file; None for a private database that goes when it is closed."""

    path: Path | None

    def __str__(self) -> str:
        return f"sqlite:///{self.path or MEMORY}"


@dataclass(frozen=True, slots=True)
class PostgresAddress:
    """A database on a server; ``url`` is SQLAlchemy's, with the password in it."""

    url: URL = field(repr=False)

    def __str__(self) -> str:
        shown = URL.create("postgresql", self.url.username, None, self.url.host, self.url.port, self.url.database).render_as_string()
        socket = self.url.query.get("host")
        return f"{shown}?host={socket}" if isinstance(socket, str) else shown

    def scrub(self, text: str) -> str:
        """Return ``text`` of a driver without the password, should it be quoted there."""
        password = self.url.password
        return text.replace(str(password), "***") if password else text


Address = SqliteAddress | PostgresAddress


def read_address(text: str) -> Address:
    """Read the setting.

    Raises StoreRefused if it is not of one of the forms above.
    """
    scheme, colon, rest = text.partition("://")
    match scheme.lower():
        case "sqlite" if colon:
            return SqliteAddress(_sqlite_path(rest))
        case "postgresql" | "postgres" | "postgresql+psycopg" if colon:
            return PostgresAddress(_postgres_url(rest))
        case _:
            shown = repr(text) if "@" not in text else "this"
            raise StoreRefused(f"{shown} is not an address of a store; write {FORMS}")


def _sqlite_path(rest: str) -> Path | None:
    if not rest.startswith("/") or rest == "/":
        raise StoreRefused(f"sqlite://{rest} names no file; write sqlite:////abs/path or sqlite:///relative/path")
    name = rest[1:]
    if name == MEMORY:
        return None
    if "?" in name or "\0" in name:
        raise StoreRefused(f"sqlite://{rest!r}: the address of a SQLite file takes no options")
    return Path(name).expanduser().absolute()


def _postgres_url(rest: str) -> URL:
    try:
        url = make_url(f"postgresql+psycopg://{rest}")
    except (ArgumentError, ValueError):
        # The error quotes the address, and with it the password.
        raise StoreRefused(f"this postgresql:// address cannot be read; write {FORMS}") from None
    if url.host and "@" in url.host:
        # What stands before the last @ may be the end of a password.
        raise StoreRefused("write an @ inside a password as %40, or set KIEBITZ_STORE_PASSWORD")
    if not url.database:
        raise StoreRefused("the postgresql:// address names no database; write it after the last slash")
    if "password" in url.query:
        raise StoreRefused("a password does not belong behind the ? of the address; set KIEBITZ_STORE_PASSWORD or PGPASSWORD")
    if url.query.get(PREPARED, "on") not in {"on", "off"}:
        raise StoreRefused(f"the postgresql:// address says {PREPARED}=, but neither on nor off")
    if not url.password:
        password = os.environ.get("KIEBITZ_STORE_PASSWORD") or _password_in_file() or os.environ.get("PGPASSWORD")
        url = url.set(password=password) if password else url._replace(password=None)
    usual = {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": SILENT_MILLISECONDS}
    return url.update_query_dict({name: value for name, value in usual.items() if name not in url.query})


def _password_in_file() -> str | None:
    name = os.environ.get("KIEBITZ_STORE_PASSWORD_FILE")
    if not name:
        return None
    try:
        return Path(name).read_text("utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8"
        raise StoreRefused(f"the password's file {name} cannot be read: {reason}") from None
