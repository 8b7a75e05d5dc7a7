"""A property that is worked out when it is first read, and kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from functools import cached_property as lazily
else:

    class lazily:  # noqa: N801 -- it is used like ``functools.cached_property``
        """``functools.cached_property`` without the lock that it takes before Python 3.12, and which costs more than most of what is kept.

        Two threads that read it first at the same moment may both work it out.
        """

        def __init__(self, make: Callable[[Any], Any]) -> None:
            self._make, self._name, self.__doc__ = make, make.__name__, make.__doc__

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None:
                return self
            found = instance.__dict__[self._name] = self._make(instance)
            return found


__all__ = ["lazily"]
