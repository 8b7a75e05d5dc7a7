"""Texts of people are sealed for those who may read them, and can be erased without a change of the chain."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any, TypeVar, overload

import msgspec

from records.core.logs.seals import SALT_BYTES, Sealer
from records.core.secret import Audience, Sealed
from records.errors import BrokenChain, CorruptRecord

if TYPE_CHECKING:
    from records.core.book import Book
    from records.core.events import Recorded

_T = TypeVar("_T")


def sealed(body: Any, known_to: Audience) -> Sealed:
    """Return a body for an audience, with a random salt: a derived one would let the key's holder guess short texts."""
    return Sealed(known_to=known_to, body=msgspec.Raw(msgspec.json.encode(body)), salt=secrets.token_hex(SALT_BYTES))


@overload
def opened_body(sealed: Sealed, of: type[_T]) -> _T | None: ...
@overload
def opened_body(sealed: Sealed, of: Any) -> Any: ...
def opened_body(sealed: Sealed, of: Any) -> Any:
    """Return the content of a body, None if it was erased; raises ``CorruptRecord`` for an invalid value."""
    if isinstance(sealed.body, msgspec.UnsetType):
        return None
    try:
        return msgspec.json.decode(sealed.body, type=of)
    except (msgspec.DecodeError, ValueError) as error:
        raise CorruptRecord(f"a sealed text cannot be read: {error}") from None


def erased(book: Book, recorded: Recorded[Any]) -> Recorded[Any]:
    """Return an event with only the commitments of its bodies; raises ``BrokenChain`` if that would change the chain."""
    sealer = Sealer(book.parts, None)
    event = sealer.redacted(recorded, lambda _known_to: False)
    if event == recorded.event:
        return recorded
    bare: Recorded[Any] = msgspec.structs.replace(recorded, event=event)
    if sealer.canonical(bare) != sealer.canonical(recorded):
        raise BrokenChain(f"version {recorded.v} cannot be erased without a change of the chain")
    return bare
