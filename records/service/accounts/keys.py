"""Digests and keys as one account has them, so that nobody learns from an answer what another one has stored."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from records.core.viewers import CallerKind, Role

if TYPE_CHECKING:
    from records.core.viewers import Caller


def keyed(caller: Caller, digest: str) -> str:
    """Return a file's digest as the caller's account has it."""
    return sha256(f"{caller.account}:{digest}".encode()).hexdigest() if caller.account else digest


def own_key(caller: Caller, key: str) -> str:
    """Return the key of a request as the caller's account has it."""
    return f"{caller.account}:{key}" if caller.account else key


def keeps_store(caller: Caller) -> bool:
    """Whether a caller may know of everything that is stored, and so may be told that something is here already."""
    return caller.kind in {CallerKind.LOCAL, CallerKind.OPERATOR} or Role.ADMIN in caller.roles
