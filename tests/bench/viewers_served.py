"""``kiebitz serve`` with one address more, ``/-/kept``: what the process that answers has taken and keeps. For ``viewers.py`` alone."""

from __future__ import annotations

import json
import os
import time
from typing import TYPE_CHECKING, Any

import msgspec
import psutil

import web.books
import web.serving
from web.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from records.service import GameBook

KEPT = "/-/kept"
_load, _open = web.serving.load_app, web.books.open_book


def load_app(*asked: Any, **named: Any) -> Callable[..., Iterable[bytes]]:
    """Return the app of a worker process, with the address."""
    books: list[GameBook] = []

    def opened(*asked: Any, **named: Any) -> GameBook:
        books.append(_open(*asked, **named))
        return books[0]

    web.books.open_book = opened
    inner: Any = _load(*asked, **named)

    def app(environ: dict[str, Any], start_response: Callable[..., object]) -> Iterable[bytes]:
        if environ["PATH_INFO"] != KEPT:
            answer: Iterable[bytes] = inner(environ, start_response)
            return answer
        kept = getattr(books[0], "kept", None)
        told = {
            "process": os.getpid(),
            "cpu": time.process_time(),
            "memory": psutil.Process().memory_info().rss,
            "kept": None if kept is None else msgspec.to_builtins(kept),
        }
        start_response("200 OK", [("Content-Type", "application/json")])
        return [json.dumps(told).encode()]

    return app


if __name__ == "__main__":
    from bench import viewers_served

    web.serving.load_app = viewers_served.load_app  # type: ignore[assignment]  # a worker finds it by its module
    main()
