"""What people write is sealed for those who may read it, and can be erased without a change of its chain."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.logs.seals import SALT_BYTES, Sealer
from records.core.secret import Audience, Sealed
from records.errors import BrokenChain

if TYPE_CHECKING:
    from records.core.book import Book
    from records.core.events import Recorded


def sealed(body: Any, known_to: Audience) -> Sealed:
    """Return a body for an audience, with a salt of its own: one that is derived lets the key's holder try out short texts."""
    return Sealed(known_to=known_to, body=msgspec.Raw(msgspec.json.encode(body)), salt=secrets.token_hex(SALT_BYTES))


def erased(book: Book, recorded: Recorded[Any]) -> Recorded[Any]:
    """Return an event with the commitments of its bodies alone; raises ``BrokenChain`` if that would change the chain."""
    sealer = Sealer(book.parts, None)
    event = sealer.redacted(recorded, lambda _known_to: False)
    if event == recorded.event:
        return recorded
    bare: Recorded[Any] = msgspec.structs.replace(recorded, event=event)
    if sealer.canonical(bare) != sealer.canonical(recorded):
        raise BrokenChain(f"version {recorded.v} cannot be erased without a change of the chain")
    return bare
