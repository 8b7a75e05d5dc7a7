"""Asks for confirmation of what cannot be undone, by a page that sends the same form once more, with ``sure``."""

from __future__ import annotations

from flask import abort, make_response, render_template, request

from web.words.texts import _

FIELD = "sure"


def make_sure(says: str, loses: str, yes: str) -> None:
    """Return if the sent form contains the confirmation; else answer with the page that asks for it.

    ``says`` is what is to be done, ``loses`` what is lost by it, ``yes`` what the button says that does it.
    """
    if request.form.get(FIELD):
        return
    kept = [(name, value) for name, values in request.form.lists() for value in values]
    path = request.script_root + request.path
    abort(make_response(render_template("pages/sure.html", path=path, says=says, asks=loses, yes=yes, no=_("No, go back"), kept=kept)))
