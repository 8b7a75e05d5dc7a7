"""Forms of accounts, read strictly."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import url_for

from web.pages.forms import read_known

LARGEST_FORM = 16 * 1024
"""Bytes."""


def read_form(*known: str) -> dict[str, str]:
    """Return the fields of the form that was sent, the first of each; raises Refused (422) for one that this form has not."""
    fields = read_known(known, LARGEST_FORM)
    return {name: fields[name][0] for name in known if name in fields}


def within(address: str) -> str:
    """Return an address of this server to go on at; the shelf's for any other, which a stranger may have put there."""
    parts = urlsplit(address)
    if not address.startswith("/") or address.startswith(("//", "/\\")) or parts.scheme or parts.netloc or not address.isprintable():
        return url_for("pages.shelf")
    return address
