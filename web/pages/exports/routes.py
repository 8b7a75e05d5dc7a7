"""The addresses of what is looked at elsewhere: pictures of a position, and the game sheet."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, current_app, render_template, request, url_for

from records.core.viewers import viewer_key
from records.errors import NoFont
from web.callers import current_book, current_caller
from web.looking import check_step, look
from web.pages.exports.colors import THEMES
from web.pages.exports.picture import name_of
from web.pages.exports.picture import picture as drawn
from web.pages.exports.png import png_of
from web.pages.exports.scene import scene
from web.pages.exports.sheet import sheet as told
from web.problems import Refused
from web.queries import read_choice, read_number, read_query
from web.suspense import hides
from web.words.texts import _

if TYPE_CHECKING:
    from flask import Response

    from records.service import RecordView
    from web.pages.exports.colors import Theme

exports = Blueprint("exports", __name__)
SVG, PNG = "image/svg+xml", "image/png"


@exports.get("/records/<record>/picture.svg")
def svg(record: str) -> Response:
    """Send the table at step ``at`` as viewer ``as`` sees it as a drawing, in ``theme``."""
    view, at, theme = _asked(record)
    return _sent(drawn(view, at, theme).encode(), SVG, f"{name_of(view, at)}.svg")


@exports.get("/records/<record>/scene.svg")
def small(record: str) -> Response:
    """Send the cards on the table at step ``at`` as viewer ``as`` sees them as a small drawing, in ``theme``."""
    view, at, theme = _asked(record)
    return _sent(scene(view, at, theme).encode(), SVG, f"{name_of(view, at)}.svg")


@exports.get("/records/<record>/picture.png")
def png(record: str) -> Response:
    """Send the same as pixels."""
    view, at, theme = _asked(record)
    try:
        data = png_of(drawn(view, at, theme))
    except NoFont:
        reason = _("This machine has no font for pictures. Ask for svg instead.")
        raise Refused(HTTPStatus.SERVICE_UNAVAILABLE, reason) from None
    return _sent(data, PNG, f"{name_of(view, at)}.png")


@exports.get("/records/<record>/sheet")
def sheet(record: str) -> str:
    """Show the game as a sheet to be printed, as viewer ``as`` saw it, up to step ``at`` or to its end; in suspense up to a step alone."""
    asked = read_query(request.args, "at", "as")
    view = look(current_book(), current_caller(), record, asked.get("as"))
    at = _step(view, asked.get("at"))
    table = f"{url_for('pages.replay', record=record)}?at={at}&as={viewer_key(view.viewer)}"
    return render_template("pages/sheet.html", sheet=told(view, at), table=table)


def _asked(record: str) -> tuple[RecordView, int, Theme]:
    asked = read_query(request.args, "at", "as", "theme")
    view = look(current_book(), current_caller(), record, asked.get("as"))
    wish = read_choice("theme", asked.get("theme", THEMES[0]), THEMES)
    return view, _step(view, asked.get("at")), THEMES[THEMES.index(wish)]


def _step(view: RecordView, asked: str | None) -> int:
    """Return the step that is asked for, else the last; for readers in suspense, who ask for none, the first."""
    if asked is None:
        return 0 if hides(view.header.record) else view.steps
    at = read_number("at", asked)
    check_step(view, at)
    return at


def _sent(data: bytes, media: str, name: str) -> Response:
    response: Response = current_app.response_class(data, mimetype=media)
    response.headers.set("Content-Disposition", "inline", filename=name)
    return response
