"""The author of something, from what the store knows about the key that represents them in a chain."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from records.store import Signature


class BroughtBy(msgspec.Struct, frozen=True, kw_only=True):
    """Who imported something, and its stated author."""

    by: str
    """Name of its importer; "" where it is not known, or was erased."""
    said: str
    """Name of its author, as the file says; "" where it says nobody, or the name was erased."""


class Person(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody who writes beside records."""

    key: str
    name: str
    """"" where it is not set, or was erased, and of what came from elsewhere: this store knows nobody who wrote it."""
    brought: BroughtBy | None = None
    """Of what came from elsewhere."""


def person_of(signature: Signature) -> Person:
    """Return whose a stream is, from what is known about the key in its chain."""
    said = signature.said
    return Person(key=signature.key, name=signature.name, brought=None if said is None else BroughtBy(by=signature.by, said=said.name))


def bringer_of(signature: Signature) -> str:
    """Return the key of the person who brought something; "" for what was written here, and where nobody knows."""
    return "" if signature.said is None else signature.said.bringer


def name_in_file(signature: Signature) -> str:
    """Return the name that a file of a stream gives for its author."""
    return signature.name if signature.said is None else signature.said.name
