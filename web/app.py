"""The web application: ``create_app`` puts the pages, their headers and their languages together. Importing this does nothing."""

from __future__ import annotations

import hashlib
import mimetypes
from functools import cache
from http import HTTPStatus
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask, current_app, request, url_for
from werkzeug.local import LocalProxy

from records.core.viewers import ANONYMOUS, CallerKind
from records.errors import RecordsError
from records.service.access import Permission
from web import choices, languages, learning, links, problems, suspense
from web.api import add_api
from web.callers import CLASS, chapter_place, current_caller, has_accounts, own_root, reader
from web.doors import Door, doors
from web.guards import entrances, headers, hosts, lane_guard, origin, repeats, waiting
from web.pages.accounts.routes import accounts
from web.pages.board.rendering import draw_by
from web.pages.cases.routes import cases
from web.pages.charts.routes import charts
from web.pages.classes.routes import classes
from web.pages.events.routes import events
from web.pages.exports.routes import exports
from web.pages.eyes.routes import eyes
from web.pages.figures.routes import figures
from web.pages.learning.routes import learning as lessons
from web.pages.lines.routes import lines
from web.pages.notes.routes import notes
from web.pages.offline.routes import offline
from web.pages.recording.routes import recording
from web.pages.rereading.routes import rereading
from web.pages.retelling.routes import retelling
from web.pages.review.routes import review
from web.pages.routes import pages
from web.pages.rules.routes import rules
from web.pages.shelf.trash import trash
from web.pages.streaming import start_live
from web.pages.studies.routes import studies
from web.roots import know_roots
from web.settings import Settings
from web.templating.calling import compile_once
from web.templating.environment import PageEnvironment
from web.watching.layer import ServerFaults, watch
from web.watching.logs import tell_access
from web.watching.routes import watching
from web.words.signatures import named
from web.words.texts import _, day, number, tag

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.core.viewers import Caller
    from records.service import GameBook
    from web.watching.figures import Figures

THEMES = ("light", "dark")
BLUEPRINTS = (
    pages,
    accounts,
    recording,
    retelling,
    rules,
    rereading,
    eyes,
    figures,
    cases,
    events,
    lessons,
    classes,
    studies,
    offline,
    lines,
    notes,
    charts,
    review,
    exports,
    trash,
    watching,
)


def create_app(book: GameBook | None, settings: Settings | None = None) -> Flask:
    """Return the app that shows ``book``; without one every page says that the book is closed (503)."""
    settings = settings or Settings()
    app = Flask(__name__)
    app.jinja_environment = PageEnvironment
    compile_once(app)
    app.config.update(MAX_CONTENT_LENGTH=0)  # pages are only read; routes that take a body set their own bound
    app.extensions |= {"kiebitz-book": book, "kiebitz-settings": settings}
    # Windows may know .js as text/plain in its registry, which no browser runs under nosniff
    mimetypes.add_type("text/javascript", ".js")
    know_roots(app)
    waiting.bound_waiting(app, settings)
    learning.guard_chapters(app)
    links.guard_links(app)
    if settings.behind_proxy:
        app.wsgi_app = hosts.believe_proxy(app.wsgi_app)  # type: ignore[method-assign,assignment]
    hosts.guard_hosts(app, settings.hosts)
    headers.guard(app, settings)
    languages.speak(app, settings)
    problems.answer_refusals(app)
    origin.guard_writes(app)
    entrances.guard_routes(app, settings)
    choices.keep_choices(app)
    suspense.keep_reached(app)
    app.jinja_env.globals["form_key"] = repeats.form_key
    app.jinja_env.globals["asset"] = _assets(Path(str(app.static_folder)))
    app.jinja_env.filters |= {"numberformat": number, "named": named, "day": day}
    app.jinja_env.filters["zip"] = zip
    app.jinja_env.globals["may"] = _may
    draw_by(app)
    app.context_processor(_shell)
    for blueprint in BLUEPRINTS:
        app.register_blueprint(blueprint)
    start_live(app, book)
    add_api(app)
    entrances.check_entrances(app)
    lane_guard.guard_lanes(app, settings)
    if book is None:
        app.before_request(_say_closed)
    figures = app.extensions["kiebitz-figures"] = _figures(app, book) if settings.metrics else None
    faults = app.extensions["kiebitz-faults"] = ServerFaults()
    watch(app, [tell_access, faults.note, *([] if figures is None else [figures.count])])
    return app


def _figures(app: Flask, book: GameBook | None) -> Figures:
    from web.watching.figures import Figures  # noqa: PLC0415 -- a library that is needed where somebody reads them

    return Figures(app, book)


def _say_closed() -> None:
    if request.endpoint != "static" and request.blueprint != "watching":
        raise problems.Refused(HTTPStatus.SERVICE_UNAVAILABLE, _("No store is open."))


@cache
def _stamps(folder: Path) -> Mapping[str, str]:
    """Return a hash of each asset: they are the program's own and change with it alone, so they are read once in a process."""
    return {
        path.relative_to(folder).as_posix(): hashlib.blake2b(path.read_bytes(), digest_size=6).hexdigest()
        for path in folder.rglob("*")
        if path.is_file()
    }


def _assets(folder: Path) -> Callable[[str], str]:
    """Return the function for addresses of assets: an address changes with the content, so a browser may keep the asset for good."""
    stamps = _stamps(folder)

    def asset(name: str) -> str:
        return f"{links.asset_root()}/static/{name}?v={stamps[name]}"  # url_for would take as long as all the rest of an icon

    return asset


def _shell() -> dict[str, Any]:
    """Return the template values of every page's shell."""
    theme = request.cookies.get("theme")
    shared = links.is_below() or CLASS in request.environ
    return {
        "me": _me(),
        "here_in": _here_in,
        "language": tag(),
        "languages": languages.LANGUAGES,
        "open_to_all": current_app.extensions["kiebitz-settings"].open_to_all,
        "imprint": bool(current_app.extensions["kiebitz-settings"].imprint),
        "large": choices.large_cards(),
        "shared": shared,
        "chapter": learning.chapter_bar(),
        "home": learning.home(),
        "doors": () if shared else LocalProxy(cache(_doors)),
        "theme": theme if theme in THEMES else None,
    }


def _doors() -> tuple[Door, ...]:
    return doors(own_root(), adds=_may(Permission.ADD, who=reader), in_chapter=chapter_place() is not None)


def _may(permission: str, record: str | None = None, *, who: Callable[[], Caller] = current_caller) -> bool:
    """Return whether the caller may do something, so that a page offers it."""
    book: GameBook | None = current_app.extensions["kiebitz-book"]
    try:
        return book is not None and book.access.allows(who(), Permission(permission), record)
    except RecordsError:
        return False  # a token or link that is none: its own answer says so


def _me() -> Caller | None:
    """Return who has signed in, for the head of the page; None without accounts, and below a link, where nobody signs in.

    A refused token has its own answer.
    """
    try:
        caller = current_caller() if has_accounts() else None
    except RecordsError:
        return None if links.is_below() else ANONYMOUS
    return None if caller is None or caller.kind is CallerKind.LINK else caller


def _here_in(tag: str) -> str:
    """Return the address of this page in another language; the shelf's if there is no page."""
    if request.endpoint is None or request.routing_exception is not None:
        return url_for("pages.shelf", lang=tag)
    kept = {key: value for key, value in request.args.items() if key != "lang"}
    return url_for(request.endpoint, **{**kept, **(request.view_args or {}), "lang": tag})
