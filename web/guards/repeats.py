"""A request that is sent twice writes once: by a key that the page made, or the client gave as ``Idempotency-Key``.

Its writes and its answer are in one transaction, which looks up the answer when it begins. So a request that was cut off at any
moment has written all or nothing, and its repetition gets the answer or writes.
"""

from __future__ import annotations

import hashlib
import secrets
import zlib
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import make_response, request, url_for
from werkzeug.exceptions import HTTPException

from records.errors import RecordsError, StoreRefused
from records.service import AnsweredMeanwhileError, KeptAnswer
from web.callers import current_book, current_caller
from web.problems import Refused, below_api
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from werkzeug import Response


FIELD = "once"
HEADER = "Idempotency-Key"
LONGEST_KEY = 200
LARGEST_KEPT = 256 * 1024
"""Bytes of an answer, packed; for a larger one it is kept where to look."""


def form_key() -> str:
    """Return a key for a form."""
    return secrets.token_urlsafe(12)


def digest_of(fields: Mapping[str, Sequence[str]], files: Iterable[bytes] = ()) -> str:
    """Return a digest that distinguishes this request from others to the same address, without its key."""
    digest = hashlib.blake2b(digest_size=16)
    for name in sorted(fields):
        if name != FIELD:
            digest.update(repr((name, list(fields[name]))).encode())
    for file in files:
        digest.update(hashlib.blake2b(file).digest())
    return digest.hexdigest()


def once(typed: str, digest: str, answer: Callable[[], Response]) -> Response:
    """Return ``answer()``, or its stored result for the same earlier request; ``typed`` is the form's own key, "" for none.

    Raises Refused: 422 for an invalid key or one used for another request, 409 if a program before schema 8 was cut off.
    """
    given = request.headers.get(HEADER)
    if given is not None and not (0 < len(given) <= LONGEST_KEY and given.isprintable()):
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("A key has 1 to %(n)s printable characters.", n=LONGEST_KEY), ("header", HEADER))
    if given is None and not typed:
        response = answer()
        response.headers.pop(_WROTE, None)
        return response
    # A page's form may be sent several times with different content; a client's key belongs to one request.
    parts = (current_caller().name, request.path, *(("header", given) if given is not None else ("form", typed, digest)))
    key = hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()
    kept = current_book().writing.kept_answer(current_caller(), key)
    return _first(key, digest, answer) if kept is None else _again(kept, digest)


def _first(key: str, digest: str, answer: Callable[[], Response]) -> Response:
    try:
        with current_book().writing.answering(current_caller(), key) as answering:
            response = answer()
            if response.status_code >= HTTPStatus.BAD_REQUEST:
                answering.undo()
            elif response.headers.pop(_WROTE, None) is not None:
                answering.answer(_kept(response, digest))
    except AnsweredMeanwhileError as meanwhile:
        return _again(meanwhile.answer, digest)
    except StoreRefused:
        raise
    except (Refused, RecordsError, HTTPException):
        if (again := _meanwhile(key, digest)) is None:
            raise
        return again
    return (_meanwhile(key, digest) if response.status_code >= HTTPStatus.BAD_REQUEST else None) or response


def _meanwhile(key: str, digest: str) -> Response | None:
    """Return the answer to a concurrent request with this key, whose writes may have caused the refusal of this one."""
    kept = current_book().writing.kept_answer(current_caller(), key)
    return None if kept is None else _again(kept, digest)


_WROTE = "X-Wrote"


def wrote(response: Response) -> Response:
    """Mark the answer to a request that has written; the mark does not leave the program."""
    response.headers[_WROTE] = "1"
    return response


def _kept(response: Response, digest: str) -> KeptAnswer:
    status, location, body = HTTPStatus(response.status_code), response.headers.get("Location", ""), zlib.compress(response.get_data())
    if len(body) > LARGEST_KEPT:
        location = request.script_root + request.path if below_api() else url_for("pages.shelf", sort="added")
        status, body = HTTPStatus.SEE_OTHER, zlib.compress(b"")
    return KeptAnswer(status=status, location=location, body=body, digest=digest)


def _again(kept: KeptAnswer, digest: str) -> Response:
    if kept.digest != digest:
        reason = _("This key was used for another request. Every request needs its own key.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("header", HEADER))
    if not kept.status:
        raise Refused(HTTPStatus.CONFLICT, _("This request was sent before, and its outcome is not known. Check whether it was written."))
    response = make_response(zlib.decompress(kept.body), kept.status)
    if below_api():
        response.mimetype = "application/json"
    if kept.location:
        response.headers["Location"] = kept.location
    return response
