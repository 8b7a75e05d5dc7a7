"""A request that is sent twice writes once: by a key that the page made, or the client gave as ``Idempotency-Key``.

The key is claimed before anything is written, where every worker sees it, and the answer is kept with it. A worker that dies between the
two leaves the claim: whether something was written is not known then, so it is not done again.
"""

from __future__ import annotations

import hashlib
import secrets
import time
import zlib
from datetime import UTC, datetime, timedelta
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import current_app, make_response, request

from records.errors import StoreAway
from records.service import KeptAnswer
from web.callers import current_caller
from web.problems import Refused, below_api
from web.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from werkzeug import Response

    from records.service import GameBook

FIELD = "once"
HEADER = "Idempotency-Key"
LONGEST_KEY = 200
LARGEST_KEPT = 256 * 1024
"""Bytes of an answer, packed; a larger one is not kept."""
PATIENCE = timedelta(seconds=10)
"""How long a repetition waits for the first request."""
PAUSE = 0.05


def form_key() -> str:
    """Return a key for a form."""
    return secrets.token_urlsafe(12)


def digest_of(fields: Mapping[str, Sequence[str]], files: Iterable[bytes] = ()) -> str:
    """Return what tells this request from another one to the same address, without its key."""
    digest = hashlib.blake2b(digest_size=16)
    for name in sorted(fields):
        if name != FIELD:
            digest.update(repr((name, list(fields[name]))).encode())
    for file in files:
        digest.update(hashlib.blake2b(file).digest())
    return digest.hexdigest()


def once(typed: str, digest: str, answer: Callable[[], Response]) -> Response:
    """Return ``answer()``, or what it was when the same request came before; ``typed`` is the form's own key, "" for none.

    Raises Refused: 422 for a key that cannot be or was used for another request, 409 where the first one is still at work or was cut off.
    """
    given = request.headers.get(HEADER)
    if given is not None and not (0 < len(given) <= LONGEST_KEY and given.isprintable()):
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("A key has 1 to %(n)s printable characters.", n=LONGEST_KEY), ("header", HEADER))
    if given is None and not typed:
        return answer()
    # One page may be sent with this and then with that; a client's key stands for one request.
    parts = (current_caller().name, request.path, *(("header", given) if given is not None else ("form", typed, digest)))
    key = hashlib.blake2b(repr(parts).encode(), digest_size=16).hexdigest()
    kept = _book().claim_answer(current_caller(), key, digest)
    kept = _waited(kept, key, digest) if kept is not None else None
    return _first(key, answer) if kept is None else _again(kept, digest)


def _waited(kept: KeptAnswer, key: str, digest: str) -> KeptAnswer | None:
    """Return the answer of the first request once it is there, or None if that one wrote nothing after all."""
    found: KeptAnswer | None = kept
    while found is not None and not found.status and found.since is not None and datetime.now(UTC) - found.since < PATIENCE:
        time.sleep(PAUSE)
        found = _book().claim_answer(current_caller(), key, digest)
    return found


def _first(key: str, answer: Callable[[], Response]) -> Response:
    written = False
    try:
        try:
            response = answer()
        except StoreAway:
            written = True  # for all that is known
            raise
        body = zlib.compress(response.get_data())
        wrote = response.status_code in {HTTPStatus.SEE_OTHER, HTTPStatus.OK} and response.headers.get(_WROTE) is not None
        written = wrote and len(body) <= LARGEST_KEPT
        response.headers.pop(_WROTE, None)
        if written:
            kept = KeptAnswer(status=response.status_code, location=response.headers.get("Location", ""), body=body)
            _book().keep_answer(current_caller(), key, kept)
        return response
    finally:
        if not written:
            _book().release_answer(current_caller(), key)


_WROTE = "X-Wrote"


def wrote(response: Response) -> Response:
    """Mark the answer to a request that has written; the mark does not leave the program."""
    response.headers[_WROTE] = "1"
    return response


def _again(kept: KeptAnswer, digest: str) -> Response:
    if kept.digest != digest:
        reason = _("This key was used for another request. Each request has a key of its own.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("header", HEADER))
    if not kept.status:
        raise Refused(HTTPStatus.CONFLICT, _("This was sent before, and it is not known what became of it. Look whether it was written."))
    response = make_response(zlib.decompress(kept.body), kept.status)
    if below_api():
        response.mimetype = "application/json"
    if kept.location:
        response.headers["Location"] = kept.location
    return response


def _book() -> GameBook:
    book: GameBook = current_app.extensions["kiebitz-book"]
    return book
