"""Errors of the libraries below become ours here; none of theirs leaves the package."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

from eventsourcing.domain import EventSourcingError
from sqlalchemy.exc import SQLAlchemyError

from records.errors import StoreRefused
from records.store.urls import PostgresAddress

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.store.urls import Address


@contextmanager
def translated(address: Address, doing: str) -> Iterator[None]:
    """Raise StoreRefused for whatever a database library raises inside."""
    try:
        yield
    except (EventSourcingError, SQLAlchemyError, sqlite3.Error, OSError) as error:
        raise StoreRefused(f"{address}: {doing}: {reason(address, error)}") from error


def reason(address: Address, error: BaseException) -> str:
    """Return what the database said, on one line, without statements and passwords."""
    cause = getattr(error, "orig", None) or error
    text = " ".join(str(cause).split()) or type(cause).__name__
    return address.scrub(text) if isinstance(address, PostgresAddress) else text


def storable(text: str) -> bool:
    """Tell whether both databases can hold ``text``: no NUL, no half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return "\0" not in text
