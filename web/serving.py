"""What a worker process of ``kiebitz serve`` runs."""

from __future__ import annotations

import atexit
import multiprocessing
import os
import signal
import threading
from typing import TYPE_CHECKING

from web.lanes import LaneLimits, processors
from web.settings import Settings
from web.starting import importing

if TYPE_CHECKING:
    from flask import Flask


def load_app() -> Flask:
    """Return the app on the book that KIEBITZ_STORE names, with the cards that KIEBITZ_CARDS names, for the names in KIEBITZ_HOSTS.

    Raises ``StoreRefused``, and ``ImportRefused`` for cards that cannot be played with.
    """
    _follow_parent()
    with importing():
        from web.app import create_app  # noqa: PLC0415 -- by then nobody looks for garbage
        from web.books import open_book  # noqa: PLC0415
    book = open_book(os.environ["KIEBITZ_STORE"], os.environ.get("KIEBITZ_CARDS"), create=False)
    atexit.register(book.close)
    for game in book.games.values():
        if game.rules.catalogues is not None:
            game.rules.catalogues.read_now()
    proxy = "KIEBITZ_BEHIND_PROXY" in os.environ
    return create_app(
        book,
        Settings(
            hosts=tuple(os.environ.get("KIEBITZ_HOSTS", "").split()),
            open_to_all="KIEBITZ_OPEN_TO_ALL" in os.environ,
            behind_proxy=proxy,
            imprint=os.environ.get("KIEBITZ_IMPRINT", ""),
            secure=proxy,
            lanes=LaneLimits(lanes=int(os.environ.get("KIEBITZ_LANES") or processors())),
        ),
    )


def _follow_parent() -> None:
    """Let only the parent end this process: it hears of no Ctrl-C, and does not outlive a parent that was killed."""
    if hasattr(os, "setsid"):
        os.setsid()
    parent = multiprocessing.parent_process()
    if parent is not None:

        def watch() -> None:
            parent.join()
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=watch, daemon=True).start()
