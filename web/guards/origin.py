"""Only our own pages may write: the guard against forms that a strange site sends in a reader's name.

A browser says where a request comes from, and no page can make it lie: ``Sec-Fetch-Site`` where the connection can be trusted, else
``Origin``. That asks for no secret, no cookie and no token in the page, so that a page stays the same bytes for its ETag. What is no
browser sends neither and carries nobody's name: where a session's cookie comes along, the request has to prove where it is from.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import request

from web.callers import cookie_name, learner_cookie
from web.problems import Refused
from web.words.texts import _

if TYPE_CHECKING:
    from flask import Flask

READING = frozenset({"GET", "HEAD", "OPTIONS"})
OURS = frozenset({"same-origin", "none"})
"""``none`` is the reader's own hand: a bookmark, a reload. It has no origin, or our own."""


def guard_writes(app: Flask) -> None:
    """Refuse every request to ``app`` that writes and comes from elsewhere."""
    app.before_request(refuse_strangers)


def refuse_strangers() -> None:
    """Raise Refused (403) for a request that may write and was sent by another site's page."""
    if request.method in READING:
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    foreign = origin is not None and urlsplit(origin).netloc != request.host
    unproven = site is None and origin is None and not {cookie_name(), learner_cookie()}.isdisjoint(request.cookies)
    if unproven or (foreign if site in {None, "none"} else site not in OURS):
        raise Refused(HTTPStatus.FORBIDDEN, _("This was sent from another site's page, so nothing was written."))
