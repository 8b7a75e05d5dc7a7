"""Refusals: a page in the same shell, JSON below ``/api``; in the reader's language, with place and reason.

Nothing reveals what the reader may not know.

Messages of ``records.errors`` are not shown as they are: they are English, and one of them might name what is hidden.
"""

from __future__ import annotations

import logging
from contextlib import contextmanager
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, TypeAlias

from flask import current_app, g, jsonify, make_response, render_template, request, url_for
from werkzeug.datastructures import WWWAuthenticate
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed, SecurityError

from records import errors
from web import tracing
from web.callers import LINK, own_root
from web.refusal import Errors, refusal
from web.words.rights import lacking
from web.words.seats import not_final, why_not
from web.words.texts import _, ngettext, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from flask import Flask, Response

    from records.service import GameBook

log = logging.getLogger(__name__)
RequestPart: TypeAlias = tuple[str, str]
"""A part of the request (``query``, ``form``, ``json``, ``path``), and the name there."""

RETRY_SECONDS = 5
"""Seconds after which a program may retry while the database is unavailable."""


class Refused(Exception):
    """Our own refusal: ``status`` and a sentence in the reader's language that names place and reason.

    ``place`` says for programs which part of the request it is about: ``("query", "as")``. ``heading`` is that of its page, without one
    the status's own; ``retry_after`` are seconds, 0 where it is not said when to ask again.
    """

    def __init__(
        self, status: HTTPStatus, reason: str, place: RequestPart | None = None, *, heading: str = "", retry_after: int = 0
    ) -> None:
        self.status, self.reason, self.heading, self.retry_after = status, reason, heading, retry_after
        self.errors: Errors = {place[0]: {place[1]: [reason]}} if place else {}
        super().__init__(reason)


@contextmanager
def refusing(
    place: RequestPart,
    words: Callable[[str], str] = str,
    *,
    kinds: tuple[type[errors.RecordsError], ...] = (errors.MalformedCommand,),
    gone: tuple[str, RequestPart] | None = None,
) -> Iterator[None]:
    """Word what the book refuses meanwhile: 422 with the reason for what is of ``kinds``, 404 with ``gone`` for what is not there.

    ``place`` is the part of the request that is wrong, ``words`` turn the book's message into the text for the reader.
    """
    try:
        yield
    except errors.RecordNotFound as error:
        if gone is None:
            raise
        raise Refused(HTTPStatus.NOT_FOUND, *gone) from error
    except kinds as error:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, words(str(error)), place) from error


_OF_RECORDS: tuple[tuple[type[errors.RecordsError], HTTPStatus], ...] = (
    (errors.NotFound, HTTPStatus.NOT_FOUND),
    (errors.MalformedCommand, HTTPStatus.UNPROCESSABLE_ENTITY),
    (errors.RuleViolation, HTTPStatus.UNPROCESSABLE_ENTITY),
    (errors.ImpossibleEvent, HTTPStatus.UNPROCESSABLE_ENTITY),
    (errors.Contradiction, HTTPStatus.UNPROCESSABLE_ENTITY),
    (errors.StaleVersion, HTTPStatus.CONFLICT),
    (errors.NotYours, HTTPStatus.FORBIDDEN),
    (errors.SignInRefused, HTTPStatus.UNAUTHORIZED),
    (errors.TooManyAttempts, HTTPStatus.TOO_MANY_REQUESTS),
    (errors.TooManyJobs, HTTPStatus.TOO_MANY_REQUESTS),
    (errors.JobRefused, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.ImportRefused, HTTPStatus.UNPROCESSABLE_ENTITY),
    (errors.StoreAway, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.StoreMissing, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.WrongSchema, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.StoreFull, HTTPStatus.INSUFFICIENT_STORAGE),
    (errors.LimitReached, HTTPStatus.INSUFFICIENT_STORAGE),
)


def status_of(error: errors.RecordsError) -> HTTPStatus:
    """Return the HTTP status of a refusal of the book-keeping; 500 for our own faults."""
    return next((status for kind, status in _OF_RECORDS if isinstance(error, kind)), HTTPStatus.INTERNAL_SERVER_ERROR)


def title(status: HTTPStatus) -> str:
    """Return the heading of a refusal."""
    titles = {
        HTTPStatus.BAD_REQUEST: _("This request cannot be read"),
        HTTPStatus.UNAUTHORIZED: _("Sign in first"),
        HTTPStatus.FORBIDDEN: _("You have no access to this"),
        HTTPStatus.NOT_FOUND: _("Nothing found here"),
        HTTPStatus.METHOD_NOT_ALLOWED: _("Not possible this way"),
        HTTPStatus.CONFLICT: _("Somebody else was first"),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: _("This is too large"),
        HTTPStatus.UNPROCESSABLE_ENTITY: _("This address cannot be read"),
        HTTPStatus.TOO_MANY_REQUESTS: _("Too many requests"),
        HTTPStatus.INTERNAL_SERVER_ERROR: _("Something is wrong on our side"),
        HTTPStatus.SERVICE_UNAVAILABLE: _("Not available right now"),
        HTTPStatus.INSUFFICIENT_STORAGE: _("No space left to write"),
    }
    return titles.get(status) or _("This was refused")


def reason(status: HTTPStatus) -> str:
    """Return the text if no page gave a more specific one."""
    reasons = {
        HTTPStatus.BAD_REQUEST: _("The browser sent something that is not a proper request."),
        HTTPStatus.UNAUTHORIZED: _("For this, sign in or use a program with a valid token."),
        HTTPStatus.FORBIDDEN: _("You are not allowed to do or see this."),
        HTTPStatus.NOT_FOUND: _("There is no page at this address."),
        HTTPStatus.METHOD_NOT_ALLOWED: _("This page can only be read."),
        HTTPStatus.CONFLICT: _("Read the record again and retry."),
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE: _("What you sent is too large. A file may have 20 MB, an upload of several 100 MB."),
        HTTPStatus.UNPROCESSABLE_ENTITY: _("A part of the address is unknown or cannot be read."),
        HTTPStatus.INTERNAL_SERVER_ERROR: _("The error is in the server's log. The record itself is not changed."),
        HTTPStatus.SERVICE_UNAVAILABLE: _("No store is open."),
        HTTPStatus.INSUFFICIENT_STORAGE: _("The disk is full. Nothing was written; existing records can still be read."),
    }
    return reasons.get(status) or _("Nothing was changed.")


def page(status: HTTPStatus, why: str = "", heading: str = "", *, later: bool = False) -> Response:
    """Return the page of a refusal; ``later``: the request may succeed in a moment, so its address is offered again."""
    again = f"{request.script_root}{request.full_path.removesuffix('?')}" if later and request.method == "GET" else ""
    if status is HTTPStatus.NOT_FOUND and not why and LINK in request.environ:
        # The same text for everything that a link does not show, so that nobody learns which links existed.
        heading = _("This link shows nothing here")
        why = _("It may have expired, or its address is incomplete. The person who sent it to you can make a new one.")
    game = _game()
    outside = f"{own_root()}/" if status is HTTPStatus.NOT_FOUND and LINK in request.environ and not game else ""
    trace = tracing.current() if status >= HTTPStatus.INTERNAL_SERVER_ERROR else None
    told = {
        "title": heading or title(status),
        "reason": why or reason(status),
        "again": again,
        "trace": trace and trace.id,
        "game": game,
        "outside": outside,
    }
    return make_response(render_template("refused.html", status=int(status), **told), status)


def _game() -> str:
    """Return the address of the game that the caller came through to, as they see it; "" without one, and for that very address."""
    record = g.get("admitted")
    to = url_for("pages.replay", record=record) if record else ""
    return "" if to == f"{request.script_root}{request.full_path.removesuffix('?')}" else to


def _lead_to_no_game() -> None:
    """Offer no link to the record of the address, because it does not exist; callers who may see every record pass with any id."""
    g.pop("admitted", None)


def below_api() -> bool:
    """Whether this request is a program's; ``/api/`` itself is a page for people."""
    return request.path.startswith("/api/") and request.path != "/api/"


def answer(
    status: HTTPStatus, why: str = "", errors_at: Errors | None = None, rule: str = "", heading: str = "", *, later: bool = False
) -> Response:
    """Return the refusal as JSON or as a page, as the address asks."""
    if below_api():
        return make_response(jsonify(refusal(status, why or reason(status), errors_at or {}, rule)), status)
    return page(status, why, heading, later=later)


def refuse(error: Refused) -> Response:
    """Answer our own refusal."""
    if "record" in error.errors.get("path", {}):
        _lead_to_no_game()
    response = answer(error.status, error.reason, error.errors, heading=error.heading, later=error.retry_after > 0)
    if error.retry_after:
        response.retry_after = error.retry_after
    return response


def refuse_records_error(error: errors.RecordsError) -> Response:
    """Answer a refusal of the book-keeping; our own faults are logged."""
    if status_of(error) is HTTPStatus.INTERNAL_SERVER_ERROR and _is_outdated():
        error = errors.WrongSchema("of another version")
    status = status_of(error)
    if isinstance(error, errors.RecordNotFound):
        _lead_to_no_game()
    if status is HTTPStatus.INTERNAL_SERVER_ERROR:
        log.error("%s %s: %s", request.method, _route(), error, exc_info=error)
    elif isinstance(error, errors.StoreRefused):
        log.warning("%s %s: %s", request.method, _route(), error)
    if isinstance(error, errors.CloseNotFinal) and not below_api():
        return _ask_to_close()
    heading = ""
    if isinstance(error, errors.WrongSchema):
        heading = _("This server and its store have different versions")
    elif isinstance(error, errors.StoreFull) and error.locked:
        heading = _("Nothing can be written here")
    rule = error.code if isinstance(error, errors.RuleViolation) else ""
    response = answer(status, _said(error), rule=rule, heading=heading)
    if isinstance(error, errors.StoreAway):
        response.retry_after = RETRY_SECONDS
    if isinstance(error, errors.TooManyAttempts):
        response.retry_after = error.seconds
    if isinstance(error, errors.SignInRefused):
        response.www_authenticate = WWWAuthenticate("bearer")
    return response


def _ask_to_close() -> Response:
    """Return the page that asks whether to close a game for good, with a form that does so and returns here."""
    record = (request.view_args or {}).get("record", "")
    at, back = url_for("accounts.change_access", record=record), url_for("pages.replay", record=record)
    onward = f"{request.script_root}{request.full_path.removesuffix('?')}"
    told = render_template("pages/close_finally.html", says=not_final(), at=at, onward=onward if request.method == "GET" else "", back=back)
    return make_response(told, HTTPStatus.FORBIDDEN)


def _is_outdated() -> bool:
    """Whether a failure was caused by another version of the program having upgraded the store."""
    book: GameBook | None = current_app.extensions["kiebitz-book"]
    try:
        return book is not None and not book.writing.is_current
    except errors.RecordsError:
        return False


def _said(error: errors.RecordsError) -> str:
    """Return the text for a missing right, a failing store, or too many attempts; else ""."""
    if isinstance(error, errors.SeatRefused):
        return why_not(error)
    if isinstance(error, errors.CloseNotFinal):
        return not_final()
    if isinstance(error, errors.NotYours):
        return lacking(error.asked)
    if isinstance(error, errors.WrongSchema):
        return _(
            "Another version of Kiebitz has upgraded the store. Nothing was written, and what is stored is safe. To "
            "continue, restart this server with that version."
        )
    if isinstance(error, errors.TooManyAttempts):
        minutes = -(-error.seconds // 60)
        return ngettext(
            "Too many failed attempts. Try again in a minute.",
            "Too many failed attempts. Try again in %(n)s minutes.",
            minutes,
            n=number(minutes),
        )
    if isinstance(error, errors.TooManyJobs):
        return _too_many_jobs(error)
    if isinstance(error, errors.JobRefused):
        return _("This server does not take such long work. Its operator may have switched it off, or the record is too large.")
    if isinstance(error, errors.LimitReached):
        return _limit(error)
    if isinstance(error, errors.StoreFull) and error.locked:
        return _("The disk or the database is read-only. Nothing was written; existing records can still be read.")
    if isinstance(error, errors.StoreAway):
        return _("The database does not answer. If you sent something, check whether it was written before you send it again.")
    return _("The file with the records was removed or replaced. Nothing was written.") if isinstance(error, errors.StoreMissing) else ""


def _too_many_jobs(error: errors.TooManyJobs) -> str:
    if error.own:
        return _("%(n)s of your jobs are still running. Wait for one of them, or cancel one.", n=number(error.most))
    return _("%(n)s jobs are still running on this server. Try again later.", n=number(error.most))


def _limit(error: errors.LimitReached) -> str:
    """Return which limit of the operator is reached."""
    match error.limit:
        case "records":
            return _("An account may have %(n)s records on this server. Nothing more was stored.", n=number(error.most))
        case "bytes":
            return _("The records of an account may take %(n)s MB on this server. Nothing more was stored.", n=number(error.most >> 20))
        case "day":
            return _("An account may bring %(n)s records a day to this server. Nothing more was stored.", n=number(error.most))
    return _("This server takes in nothing more. Games that have begun go on. Its operator can make room.")


def refuse_http(error: HTTPException) -> Response:
    """Answer what Flask refused, with its headers (``Allow``); a redirect passes."""
    if error.code is None or error.code < HTTPStatus.BAD_REQUEST:
        return make_response(error.get_response())
    if isinstance(error, SecurityError) and not below_api():  # a strange name of the server: no address can be made, so no page either
        return make_response((title(HTTPStatus.BAD_REQUEST), error.code, {"Content-Type": "text/plain; charset=utf-8"}))
    if isinstance(error, InternalServerError) and error.original_exception is not None:
        if _is_outdated():
            return refuse_records_error(errors.WrongSchema("of another version"))
        log.error("%s %s", request.method, _route(), exc_info=error.original_exception)
    data = getattr(error, "data", None) or {}  # where webargs puts what a schema refused
    wrong = {part: _flat(told) for part, told in data.get("messages", {}).items()}
    response = answer(HTTPStatus(error.code), _("What was sent cannot be read.") if "json" in wrong else "", wrong)
    if isinstance(error, MethodNotAllowed) and error.valid_methods:
        response.allow.update(error.valid_methods)
    return response


def _route() -> str:
    """Return the pattern of the address, because the address itself may contain tokens."""
    return tracing.NOWHERE if request.url_rule is None else request.url_rule.rule


def _flat(told: Any) -> dict[str, list[str]]:
    """Return sentences by the name of a field; one inside another is named with both, ``reading.ruleset``."""
    flat: dict[str, list[str]] = {}
    for name, said in told.items():
        if isinstance(said, dict):
            flat |= {f"{name}.{inner}": sentences for inner, sentences in _flat(said).items()}
        else:
            flat[str(name)] = said
    return flat


def answer_refusals(app: Flask) -> None:
    """Give ``app`` its ways to say no."""
    app.register_error_handler(Refused, refuse)
    app.register_error_handler(errors.RecordsError, refuse_records_error)
    app.register_error_handler(HTTPException, refuse_http)
