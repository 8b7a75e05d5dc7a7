"""The code of a worker process of ``kiebitz serve``."""

from __future__ import annotations

import multiprocessing
import multiprocessing.util
import os
import signal
import threading
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import msgspec

from records.service.writing.limits import StoreLimits
from web.settings import Settings
from web.starting import follow_parent, importing
from web.watching import logs
from web.watching.folder import are_shared
from web.watching.logs import LogForm

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIApplication

    from records.service import GameBook


THREADS = 128
"""For each worker: a page that waits for the database, or a stream that is held open, takes one."""
BODIES, BODIES_OF_NETWORK = 24, 12
"""Bodies of requests that a worker reads at a time: beside 96 streams (``web.live.slots``) they leave eight threads to pages."""

FIRST = ("pages/shelf.html", "pages/replay.html", "pages/step.html")
"""Templates of the first pages that somebody looks at; to compile them, and those that they name, takes a quarter of a second."""


class Serving(msgspec.Struct, frozen=True, kw_only=True):
    """What each worker serves."""

    store: str
    """The store's URL."""
    cards: str | None = None
    """A file with cards of one's own."""
    memory: int
    """MB that the process may keep of records."""
    settings: Settings = msgspec.field(default_factory=Settings)
    limits: StoreLimits = msgspec.field(default_factory=StoreLimits)
    log_format: LogForm = "text"
    access_log: bool = False
    """Whether the log has a line for each request."""


def load_app(serving: Serving, ready: Any, *, wanted: Any = None) -> WSGIApplication:
    """Return the app on the book that ``serving`` names; ``ready`` is set to 1 once it can answer.

    ``wanted`` is that of ``tell_of_jobs``.

    Raises ``StoreRefused``, and ``ImportRefused`` for cards that cannot be played with.
    """
    follow_parent()
    prepare()
    logs.configure(serving.log_format, access=serving.access_log)
    from records.service.memory import MEGABYTE  # noqa: PLC0415 -- shared with the process that forked this one
    from web.app import create_app  # noqa: PLC0415
    from web.books import open_book  # noqa: PLC0415
    from web.guards.bodies import Bodies, BodyLimits, bounded  # noqa: PLC0415

    book = open_book(serving.store, serving.cards, create=False, memory=serving.memory * MEGABYTE)
    at_end(book.close)
    book.writing.limits = serving.limits
    tell_of_jobs(book, wanted)
    app = create_app(book, serving.settings)
    bodies = Bodies(BodyLimits(most=BODIES, of_network=BODIES_OF_NETWORK))
    bodies.watch()
    _when_told_to_end(app.extensions["kiebitz-watch"].end)
    app.extensions["kiebitz-bodies"] = bodies
    if (figures := app.extensions["kiebitz-figures"]) is not None:
        figures.keep_looking()
    ready.value = 1
    return bounded(app, bodies)


def tell_of_jobs(book: GameBook, wanted: Any) -> None:
    """Set ``wanted`` to 1 if a job is open and whenever one is requested; a ``wanted`` of None switches jobs off."""
    book.jobs.is_off = wanted is None
    if wanted is not None:
        book.jobs.wake = partial(setattr, wanted, "value", 1)
        wanted.value = wanted.value or book.jobs.any_open


@cache
def prepare() -> None:
    """Import, read and compile what all workers need and no store affects; workers forked later share it."""
    with importing():
        import web.books  # noqa: PLC0415
        import web.guards.bodies  # noqa: PLC0415
        from records.service.library import library  # noqa: PLC0415 -- by then nobody looks for garbage
        from web.app import create_app  # noqa: PLC0415
        from web.templating.calling import compile_templates  # noqa: PLC0415
        from web.templating.compiled import usual_file  # noqa: PLC0415
        from web.words.phrases import LANGUAGES, translations_of  # noqa: PLC0415

        if are_shared():
            import web.watching.figures  # noqa: F401, PLC0415
        for language in LANGUAGES:
            translations_of(language)
        for game in library().values():
            if game.rules.catalogues is not None:
                game.rules.catalogues.read_now()
        compile_templates(create_app(None), FIRST, usual_file())


def at_end(call: Callable[[], object]) -> None:
    """Call something when this worker ends, forked or not: a forked one never comes to ``atexit``."""
    multiprocessing.util.Finalize(None, call, exitpriority=0)


def _when_told_to_end(call: Callable[[], object]) -> None:
    """Call something as soon as a signal tells this worker to end, while the server still finishes its requests."""
    if multiprocessing.parent_process() is None:
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    signal.set_wakeup_fd(told, warn_on_full_buffer=False)  # the handlers are the server's own

    def listen() -> None:
        os.read(heard, 1)
        call()

    threading.Thread(target=listen, name="end", daemon=True).start()
