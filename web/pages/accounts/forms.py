"""Forms of accounts, read strictly."""

from __future__ import annotations

from http import HTTPStatus
from urllib.parse import urlsplit

from flask import request, url_for

from web.problems import Refused
from web.words.texts import _

LARGEST_FORM = 16 * 1024
"""Bytes."""


def read_form(*known: str) -> dict[str, str]:
    """Return the fields of the form that was sent; raises Refused (422) for one that this form has not."""
    request.max_content_length = request.max_form_memory_size = LARGEST_FORM
    strange = next((name for name in request.form if name not in known), None)
    if strange is not None:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(name)s” is not known here.", name=strange[:40]), ("form", strange[:40]))
    return {name: request.form.get(name, "") for name in known if name in request.form}


def within(address: str) -> str:
    """Return an address of this server to go on at; the shelf's for any other, which a stranger may have put there."""
    parts = urlsplit(address)
    if not address.startswith("/") or address.startswith(("//", "/\\")) or parts.scheme or parts.netloc or not address.isprintable():
        return url_for("pages.shelf")
    return address
