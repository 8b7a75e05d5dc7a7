"""Commitments and the hash chain (design/events: Seals).

Each face that not everybody was shown, and each ``Sealed``, enters the chain as ``H(salt || content)`` with a salt of 16 bytes derived
from the record's key, so that equal faces never look equal and nothing hidden can be tried out. H is BLAKE2b, 32 bytes for the
chain and 16 for commitments; the salts are keyed BLAKE2b. The chain runs over the line as a viewer gets it who was shown nothing.

An open file continued on another shelf has the same key. So a salt hangs also on all that went before (``prev``), on the time
and on who was shown the part: from where two such records part, what a seat was shown of the one opens nothing in the other.
"""

from __future__ import annotations

from functools import partial
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Event, Recorded
from records.core.faces import UNKNOWN
from records.core.secret import ALL, Audience, Sealed, Secret
from records.errors import BrokenChain

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from records.core.hidden import HiddenParts, Visit

KEY_BYTES = 32
SALT_BYTES = 16
_LINK, _SEAL = blake2b(digest_size=32), blake2b(digest_size=16)
"""Copied for every hash: two thirds of the time of making one."""
_PREV = b',"prev":"'
"""Where ``prev`` begins in a line: only numbers and a time stand before it."""
_PREV_LENGTH = len(_PREV) + 64 + 1
_encode = msgspec.json.Encoder().encode
_ONE = (UNKNOWN,)


class _Hushed(Secret, frozen=True, omit_defaults=True):
    """A part of which nothing is shown, as it is written: it is made of one that was checked, so it is not checked again."""

    def __post_init__(self) -> None:
        """Check nothing."""


class _Bare(msgspec.Struct, frozen=True):
    v: int
    cause: int
    at: datetime
    event: Event


def first_hash(header: msgspec.Struct) -> bytes:
    """Return hash(0): over the whole header, in which no name of a person stands."""
    return blake2b(_encode(header), digest_size=32).digest()


def commitment(salt: bytes, content: bytes) -> str:
    """Return the commitment that replaces ``content`` in the chain: 32 hex digits."""
    seal = _SEAL.copy()
    seal.update(salt + content)
    return seal.hexdigest()


class Sealer:
    """Seals the events of one record. ``key`` is None where the record came redacted and nothing was added."""

    def __init__(self, parts: HiddenParts, key: bytes | None) -> None:
        self._parts = parts
        self._salts = None if key is None else blake2b(key=key, digest_size=SALT_BYTES)

    def hash(self, before: bytes, recorded: Recorded[Any], line: bytes = b"") -> bytes:
        """Return the chain hash after ``recorded``, given the one before it (32 bytes each) and, where it is there, its line.

        The salts come from ``before``, whatever ``recorded.prev`` says, so that a changed ``prev`` can be told from a changed event.
        """
        if recorded.prev != (prev := before.hex()):
            recorded = msgspec.structs.replace(recorded, prev=prev)
        return self.link(before, recorded, line)

    def link(self, before: bytes, recorded: Recorded[Any], line: bytes = b"") -> bytes:
        """Return the same for an event whose ``prev`` is ``before``."""
        link = _LINK.copy()
        link.update(before + self.canonical(recorded, line))
        return link.digest()

    def canonical(self, recorded: Recorded[Any], line: bytes = b"") -> bytes:
        """Return the line in the form for a reader who was shown nothing, without ``prev``.

        Where ``line`` is ``recorded`` as it is written and hides nothing, cutting ``prev`` (64 digits) out is cheaper than writing it anew.
        """
        event = recorded.event
        rewrite = self._parts.rewrites[type(event)]
        shown = event if rewrite is None else rewrite(event, "", partial(self._hushed, recorded))
        if line and shown is event:
            prev = line.index(_PREV)
            return line[:prev] + line[prev + _PREV_LENGTH :]
        return _encode(_Bare(recorded.v, recorded.cause, recorded.at, shown))

    def _hushed(self, recorded: Recorded[Any], path: str, part: Secret | Sealed) -> Secret | Sealed:
        """Return what stands for a part in the line of somebody who was shown nothing."""
        if not isinstance(part, Secret):
            return self._sealed(recorded, path, part, keep=False)
        known_to = part.known_to
        if known_to == ALL or part.seal:
            return part
        salts = self._salts_of(recorded, path, part)
        if len(salts) == 1:
            return _Hushed(_ONE, known_to, part.hint, part.ordered, (), (commitment(salts[0], _encode(part.faces[0])),))
        seals = tuple(map(commitment, salts, map(_encode, part.faces)))
        return _Hushed(("?",) * len(seals), known_to, part.hint, part.ordered, (), seals)

    def redacted(self, recorded: Recorded[Any], shown: Callable[[Audience], bool]) -> Event:
        """Return the event of ``recorded`` for a reader who was shown those parts for whose ``known_to`` ``shown`` is true.

        Shown parts carry their salts, the rest their commitments, so that the chain can be checked without the key.
        """
        event: Event = recorded.event
        rewrite = self._parts.rewrites[type(event)]
        if rewrite is None:
            return event
        redacted: Event = rewrite(event, "", self._visit(recorded, shown))
        return redacted

    def _visit(self, recorded: Recorded[Any], shown: Callable[[Audience], bool]) -> Visit:
        def visit(path: str, part: Secret | Sealed) -> Secret | Sealed:
            if isinstance(part, Secret):
                return part if part.known_to == ALL else self._secret(recorded, path, part, keep=shown(part.known_to))
            return self._sealed(recorded, path, part, keep=shown(part.known_to))

        return visit

    def _secret(self, recorded: Recorded[Any], path: str, part: Secret, *, keep: bool) -> Secret:
        if part.seal:
            return part
        salts = self._salts_of(recorded, path, part)
        if keep:
            return msgspec.structs.replace(part, salt=tuple(salt.hex() for salt in salts))
        seals = tuple(map(commitment, salts, map(_encode, part.faces)))
        return Secret(("?",) * len(seals), part.known_to, part.hint, part.ordered, (), seals)

    def _salts_of(self, recorded: Recorded[Any], path: str, part: Secret) -> list[bytes]:
        if part.salt:
            return [_read_salt(recorded.v, path, salt) for salt in part.salt]
        return self._made_salts(recorded, path, part.known_to, len(part.faces))

    def _sealed(self, recorded: Recorded[Any], path: str, part: Sealed, *, keep: bool) -> Sealed:
        if part.seal:
            return part
        if isinstance(part.body, msgspec.UnsetType):
            raise BrokenChain(f"version {recorded.v}: {path} is neither there nor sealed")
        salt = _read_salt(recorded.v, path, part.salt) if part.salt else self._made_salts(recorded, path, part.known_to, 1)[0]
        if keep:
            return msgspec.structs.replace(part, salt=salt.hex())
        return Sealed(known_to=part.known_to, seal=commitment(salt, bytes(part.body)))

    def _made_salts(self, recorded: Recorded[Any], path: str, known_to: Audience, count: int) -> list[bytes]:
        if not count:
            return []
        if self._salts is None:
            raise BrokenChain(f"version {recorded.v}: {path} has no salt and the record no key")
        place, seats = (
            f"{recorded.prev} {_encode(recorded.at)[1:-1].decode()} {path}",
            known_to[0] if len(known_to) == 1 else ",".join(known_to),
        )
        made = []
        for index in range(count):
            salt = self._salts.copy()
            salt.update(f"{place} {index} {seats}".encode())
            made.append(salt.digest())
        return made


def _read_salt(version: int, path: str, text: str) -> bytes:
    try:
        salt = bytes.fromhex(text)
    except ValueError:
        salt = b""
    if len(salt) != SALT_BYTES or salt.hex() != text:
        raise BrokenChain(f"version {version}: {path} has the salt {text!r}, which is not {2 * SALT_BYTES} hex digits")
    return salt
