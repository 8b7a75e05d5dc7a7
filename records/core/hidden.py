"""Finds the hidden parts of an event, by its field types, once and before the first event is read.

A field type that is neither plain, ``Secret``, ``Sealed`` nor made of these is refused when a game is registered, so that nothing
hidden can come in by a side door.
"""

from __future__ import annotations

import enum
import types
import typing
from collections.abc import Callable, Iterable
from datetime import datetime
from functools import lru_cache
from operator import is_
from typing import Annotated, Any, TypeAlias, TypeVar, Union, get_args, get_origin

import msgspec

from records.core.events import Event
from records.core.secret import Sealed, Secret
from records.errors import GameRefused

Visit: TypeAlias = Callable[[str, Secret | Sealed], Secret | Sealed]
"""Gets a part with its path inside the event (``card``, ``shown.2.card``) and returns its replacement."""
Rewrite: TypeAlias = Callable[[Any, str, Visit], Any]

PublicJson = Annotated[msgspec.Raw, "public"]
"""Foreign JSON that everybody saw. The mark says that somebody has thought about it; a bare ``Raw`` is refused."""

_PLAIN = (str, int, bool, float, datetime, type(None))
E = TypeVar("E", bound=Event)


class HiddenParts:
    """The hidden parts of all event classes of one game; raises ``GameRefused`` for a class that it cannot see through."""

    def __init__(self, events: Iterable[Any]) -> None:
        self._made: dict[Any, Rewrite | None] = {}
        self.rewrites: dict[type, Rewrite | None] = {}
        """For each class how its hidden parts are replaced: ``rewrite(event, "", visit)``; None where it hides nothing."""
        for alias in events:
            cls = get_origin(alias) or alias
            try:
                self.rewrites[cls] = self._of(alias, {})
            except TypeError as error:
                raise GameRefused(f"{cls.__name__}: {error}") from None
            except RecursionError:
                raise GameRefused(f"{cls.__name__}: a value that holds its own kind cannot be seen through") from None

    def map(self, event: E, visit: Visit) -> E:
        """Return ``event`` with each hidden part replaced by what ``visit`` says; the same object if nothing changed.

        Raises ``KeyError`` for a class that was not registered: fail closed.
        """
        rewrite = self.rewrites[type(event)]
        return event if rewrite is None else rewrite(event, "", visit)

    def hides(self, cls: type) -> bool:
        """Whether events of ``cls`` can hide anything; ``KeyError`` if it was not registered."""
        return self.rewrites[cls] is not None

    def _of(self, tp: Any, binding: dict[Any, Any]) -> Rewrite | None:
        tp = binding.get(tp, tp)
        if isinstance(tp, typing.NewType):
            return self._of(tp.__supertype__, binding)
        if tp in (Secret, Sealed):
            return _visited
        origin, args = get_origin(tp), get_args(tp)
        if tp in _PLAIN or origin is typing.Literal or tp == PublicJson:
            return None
        if origin is Annotated:
            return self._of(args[0], binding)
        if origin in (Union, types.UnionType):
            return self._union(args, binding)
        if origin is tuple:
            return self._tuple(args, binding)
        cls = origin or tp
        if isinstance(cls, type) and issubclass(cls, enum.Enum):
            return None
        if isinstance(cls, type) and issubclass(cls, msgspec.Struct) and not issubclass(cls, Secret | Sealed):
            return self._struct(cls, args, binding)
        raise TypeError(f"a field of type {tp!r} cannot be seen through; use plain values, Secret or Sealed")

    def _struct(self, cls: type, args: tuple[Any, ...], binding: dict[Any, Any]) -> Rewrite | None:
        args = tuple(binding.get(arg, arg) for arg in args)
        if (cls, args) in self._made:
            return self._made[cls, args]
        params = getattr(cls, "__parameters__", ())
        inner = dict(zip(params, args, strict=True)) if args else {}
        hints = typing.get_type_hints(cls, include_extras=True)
        fields = [
            (field.name, rewrite) for field in msgspec.structs.fields(cls) if (rewrite := self._of(hints[field.name], inner)) is not None
        ]
        made = _struct_rewrite(tuple(fields)) if fields else None
        self._made[cls, args] = made
        return made

    def _union(self, args: tuple[Any, ...], binding: dict[Any, Any]) -> Rewrite | None:
        by_class: dict[type, Rewrite | None] = {}
        for arg in args:
            rewrite = self._of(arg, binding)
            while isinstance(arg, typing.NewType):
                arg = arg.__supertype__  # noqa: PLW2901 -- a value tells only what it is made of
            cls = get_origin(arg) or arg
            if cls is typing.Literal:
                by_class.update(dict.fromkeys(map(type, get_args(arg))))
            elif isinstance(cls, type):
                by_class[cls] = rewrite
            elif rewrite is not None:
                raise TypeError(f"a union with {arg!r} cannot be told apart")
        if not any(by_class.values()):
            return None

        def rewrite_member(value: Any, path: str, visit: Visit) -> Any:
            member = by_class[type(value)]
            return value if member is None else member(value, path, visit)

        return rewrite_member

    def _tuple(self, args: tuple[Any, ...], binding: dict[Any, Any]) -> Rewrite | None:
        if len(args) == 2 and args[1] is Ellipsis:  # noqa: PLR2004 -- tuple[X, ...]
            one = self._of(args[0], binding)
            if one is None:
                return None
            return lambda value, path, visit: _kept(value, tuple(one(item, f"{path}.{i}", visit) for i, item in enumerate(value)))
        each = [self._of(arg, binding) for arg in args]
        if not any(each):
            return None
        return lambda value, path, visit: _kept(
            value,
            tuple(
                item if rewrite is None else rewrite(item, f"{path}.{i}", visit)
                for i, (item, rewrite) in enumerate(zip(value, each, strict=True))
            ),
        )


@lru_cache
def hidden_parts(events: tuple[Any, ...]) -> HiddenParts:
    """Return the hidden parts of a game's event classes; made once for games with the same events, which differ only in rules.

    Raises ``GameRefused`` as ``HiddenParts`` does.
    """
    return HiddenParts(events)


def _kept(old: tuple[Any, ...], new: tuple[Any, ...]) -> tuple[Any, ...]:
    return old if all(map(is_, old, new)) else new


def _visited(value: Any, path: str, visit: Visit) -> Any:
    """Rewrite what is hidden itself."""
    return visit(path, value)


def _struct_rewrite(fields: tuple[tuple[str, Rewrite], ...]) -> Rewrite:
    if len(fields) == 1 and fields[0][1] is _visited:
        return _with_one_part(fields[0][0])

    def rewrite(value: Any, path: str, visit: Visit) -> Any:
        changes = {}
        for name, inner in fields:
            old = getattr(value, name)
            new = inner(old, f"{path}.{name}" if path else name, visit)
            if new is not old:
                changes[name] = new
        return msgspec.structs.replace(value, **changes) if changes else value

    return rewrite


def _with_one_part(name: str) -> Rewrite:
    """Rewrite what hides one field, as most events do, in one call."""

    def rewrite(value: Any, path: str, visit: Visit) -> Any:
        old = getattr(value, name)
        new = visit(f"{path}.{name}" if path else name, old)
        return value if new is old else msgspec.structs.replace(value, **{name: new})

    return rewrite
