"""What a worker process of ``kiebitz serve`` runs."""

from __future__ import annotations

import multiprocessing
import multiprocessing.util
import os
import signal
import threading
from typing import TYPE_CHECKING, Any

from web.lanes import LaneLimits, processors
from web.settings import DATABASE_SECONDS, Settings
from web.starting import importing

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIApplication

    from records.service import GameBook


THREADS = 128
"""For each worker: a page that waits for the database, or a stream that is held open, takes one."""
BODIES, BODIES_OF_NETWORK = 24, 12
"""Bodies of requests that a worker reads at a time: beside 96 streams (``web.live.slots``) they leave eight threads to pages."""


def load_app(ready: Any) -> WSGIApplication:
    """Return the app on the book that KIEBITZ_STORE names, with the cards that KIEBITZ_CARDS names, for the names in KIEBITZ_HOSTS.

    ``ready`` is set to 1 once it can answer. Raises ``StoreRefused``, and ``ImportRefused`` for cards that cannot be played with.
    """
    _follow_parent()
    prepare()
    from records.service.memory import MEGABYTE, USUAL  # noqa: PLC0415
    from web.app import create_app  # noqa: PLC0415
    from web.books import open_book  # noqa: PLC0415
    from web.guards.bodies import Bodies, BodyLimits, bounded  # noqa: PLC0415

    memory = int(os.environ["KIEBITZ_CACHE"]) * MEGABYTE if "KIEBITZ_CACHE" in os.environ else USUAL
    book = open_book(os.environ["KIEBITZ_STORE"], os.environ.get("KIEBITZ_CARDS"), create=False, memory=memory)
    at_end(book.close)
    proxy = "KIEBITZ_BEHIND_PROXY" in os.environ
    app = create_app(
        book,
        Settings(
            hosts=tuple(os.environ.get("KIEBITZ_HOSTS", "").split()),
            open_to_all="KIEBITZ_OPEN_TO_ALL" in os.environ,
            behind_proxy=proxy,
            imprint=os.environ.get("KIEBITZ_IMPRINT", ""),
            secure=proxy,
            database_seconds=float(os.environ.get("KIEBITZ_DATABASE_SECONDS") or DATABASE_SECONDS),
            lanes=LaneLimits(lanes=int(os.environ.get("KIEBITZ_LANES") or processors())),
        ),
    )
    bodies = Bodies(BodyLimits(most=BODIES, of_network=BODIES_OF_NETWORK))
    bodies.watch()
    ready.value = 1
    threading.Thread(target=warm, args=(book,), daemon=True).start()
    return bounded(app, bodies)


def prepare() -> None:
    """Import and make what all workers need and no store changes; workers that are forked afterwards share it."""
    with importing():
        import web.app  # noqa: PLC0415 -- by then nobody looks for garbage
        import web.books  # noqa: PLC0415
        import web.guards.bodies  # noqa: F401, PLC0415
        from web.api.document import described  # noqa: PLC0415
        from web.words.phrases import LANGUAGES, translations_of  # noqa: PLC0415

        described()
        for language in LANGUAGES:
            translations_of(language)


def warm(book: GameBook) -> None:
    """Read what the first reader of a game would wait for, while others are answered already."""
    for game in book.games.values():
        if game.rules.catalogues is not None:
            game.rules.catalogues.read_now()


def at_end(call: Callable[[], object]) -> None:
    """Call something when this worker ends, forked or not: a forked one never comes to ``atexit``."""
    multiprocessing.util.Finalize(None, call, exitpriority=0)


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
