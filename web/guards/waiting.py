"""A request waits so long for the database and no longer, then it is answered with 503; a stream waits so long at each of its looks."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from records.service import waiting_at_most

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Flask

    from web.settings import Settings

P = ParamSpec("P")
T = TypeVar("T")


def bound_waiting(app: Flask, settings: Settings) -> None:
    """Limit how long ``app`` waits in a request, until its answer begins."""
    app.wsgi_app = bounded(app.wsgi_app, settings)  # type: ignore[method-assign]


def bounded(function: Callable[P, T], settings: Settings) -> Callable[P, T]:
    """Return ``function`` with that bound for each call."""

    @wraps(function)
    def waits(*args: P.args, **named: P.kwargs) -> T:
        with waiting_at_most(settings.database_seconds):
            return function(*args, **named)

    return waits
