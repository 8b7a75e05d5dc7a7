"""The root before every path of a request, and paths below it; a page needs them for each of its symbols and links."""

from __future__ import annotations

from contextvars import ContextVar
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from flask import request, url_for

if TYPE_CHECKING:
    from flask import Flask

_ROOT: ContextVar[str | None] = ContextVar("root", default=None)


def know_roots(app: Flask) -> None:
    """Let ``app`` note the root of each request as it begins."""
    app.before_request(_note)
    app.teardown_request(_forget)


def root() -> str:
    """Return the root of this request, that of a link or chapter included: ``request.script_root``, which takes ten calls."""
    found = _ROOT.get()
    return request.script_root if found is None else found


def path_to(endpoint: str, **values: str) -> str:
    """Return the path of a page below the root of this request, as ``url_for`` does; it is built once."""
    return _path(root(), endpoint, tuple(values.items()))


@lru_cache(maxsize=4096)
def _path(below: str, endpoint: str, values: tuple[tuple[str, str], ...]) -> str:  # noqa: ARG001 -- paths begin with the root
    named: dict[str, Any] = dict(values)
    return url_for(endpoint, **named)


def _note() -> None:
    _ROOT.set(request.script_root)


def _forget(_error: BaseException | None) -> None:
    _ROOT.set(None)
