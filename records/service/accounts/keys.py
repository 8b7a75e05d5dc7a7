"""Digests and keys made specific to one account, so that no answer reveals what another account has stored."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

from records.core.viewers import CallerKind, Role

if TYPE_CHECKING:
    from records.core.viewers import Caller


def keyed(caller: Caller, digest: str) -> str:
    """Return a file's digest, made specific to the caller's account."""
    return sha256(f"{caller.account}:{digest}".encode()).hexdigest() if caller.account else digest


def own_key(caller: Caller, key: str) -> str:
    """Return the key of a request, made specific to the caller's account."""
    return f"{caller.account}:{key}" if caller.account else key


def keeps_store(caller: Caller) -> bool:
    """Whether a caller may know everything that is stored, including that something is stored already."""
    return caller.kind in {CallerKind.LOCAL, CallerKind.OPERATOR} or Role.ADMIN in caller.roles
