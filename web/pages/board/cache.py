"""A cache beside a log. A cached value depends on the log, its names, the language and the mount point only."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from flask import has_request_context

from web.roots import root
from web.words.texts import tag

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.service import RecordView

T = TypeVar("T")


def cached_for(view: RecordView, make: Callable[[], T]) -> T:
    """Return the cached value of ``make``, a class or function, for this log in the reader's language; the first call makes it."""
    below = root() if has_request_context() else ""  # the command line draws too
    key = (make, tag(), below, view.closed, view.asked, tuple(sorted(view.names.items())))
    return view.seen.pieces.once("pages", make, key)
