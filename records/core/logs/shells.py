"""The public shell of events: what everybody saw of them, without times, seals and the numbers that slots happen to have.

Two logs of one game have the same shells, even from different writers, up to the faces that one of them noted and the other did not.
"""

from __future__ import annotations

import re
from functools import cache
from hashlib import blake2b
from types import UnionType
from typing import TYPE_CHECKING, Any, NewType, Union, get_args, get_origin, get_type_hints

import msgspec

from records.core.faces import UNKNOWN, Some
from records.core.secret import Sealed, Secret

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from records.core.events import Recorded

SHELL_BYTES = 32
_NUMBERED = re.compile(r"[sq][1-9][0-9]*(\.[1-9][0-9]*)?")
"""Ids that are made of the version of an event: of slots and of questions."""
_encode = msgspec.json.Encoder(order="deterministic").encode


def shell_hash(log: Iterable[Recorded[Any]]) -> str:
    """Return a hash over the shells of ``log``, hex: the same for each viewer's log, and for the game written down anew."""
    link = blake2b(digest_size=SHELL_BYTES)
    for line in shells(log):
        link.update(line)
    return link.hexdigest()


def shells(log: Iterable[Recorded[Any]], *, faces: bool = True) -> Iterator[bytes]:
    """Yield the shell of each event of ``log``; without ``faces`` open faces are left out too, so that only what happened is left."""
    ids: dict[str, str] = {}
    for recorded in log:
        yield _encode([recorded.v - recorded.cause, _plain(recorded.event, ids, faces=faces)])


def _plain(value: Any, ids: dict[str, str], *, faces: bool) -> Any:
    """Return a value as plain JSON, with ids numbered by their first appearance."""
    if isinstance(value, Secret):
        return [len(value.faces), value.known_to, value.ordered, *([msgspec.to_builtins(value.hint)] if faces else ())]
    if isinstance(value, Sealed):
        return [value.known_to]
    if isinstance(value, msgspec.Struct):
        cls = type(value)
        of_faces = face_fields(cls)
        plain = {"": value.__struct_config__.tag or cls.__name__}
        for name in value.__struct_fields__:
            part = getattr(value, name)
            if name in of_faces:
                plain[name] = msgspec.to_builtins(part) if faces else _shape(part)
            elif name != "rule":
                plain[name] = _plain(part, ids, faces=faces)
        return plain
    if isinstance(value, tuple):
        return [_plain(part, ids, faces=faces) for part in value]
    if isinstance(value, str) and _NUMBERED.fullmatch(value):
        return ids.setdefault(value, f"{value[0]}#{len(ids)}")
    return msgspec.json.decode(value) if isinstance(value, msgspec.Raw) else msgspec.to_builtins(value)


def _shape(part: Any) -> Any:
    """Return how many faces there are, without any."""
    return [_shape(inner) for inner in part] if isinstance(part, tuple) else part if part is None else UNKNOWN


@cache
def face_fields(cls: type) -> frozenset[str]:
    """Return the fields of an event, or of a part of one, in which open faces stand."""
    hints = get_type_hints(cls)
    return frozenset(name for name in cls.__struct_fields__ if _holds_faces(hints[name]))  # type: ignore[attr-defined]  # a struct


def _holds_faces(tp: Any) -> bool:
    if isinstance(tp, NewType):
        return _holds_faces(tp.__supertype__)
    if get_origin(tp) in (Union, UnionType, tuple):
        return any(map(_holds_faces, get_args(tp)))
    return tp is Some
