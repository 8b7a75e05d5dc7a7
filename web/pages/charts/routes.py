"""The addresses of the charts, and of the script that draws them."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, current_app, redirect, render_template, request, url_for

from web.callers import current_book, current_caller
from web.charts.script import SCRIPT, script_bytes
from web.guards.headers import drawing
from web.looking import look
from web.pages.charts.page import chart_page, first_chart
from web.problems import Refused
from web.queries import read_query
from web.words.texts import _

if TYPE_CHECKING:
    from werkzeug import Response


charts = Blueprint("charts", __name__)


@charts.get("/records/<record>/charts")
def first(record: str) -> Response:
    """Lead to the first chart that the record has."""
    asked = read_query(request.args, "at", "as")
    view = look(current_book(), current_caller(), record, asked.get("as"))
    name = first_chart(view)
    if not name:
        raise Refused(HTTPStatus.NOT_FOUND, _("This record has no such chart."), ("path", "chart"))
    return redirect(url_for("charts.chart", record=record, chart=name, _external=False, **asked), HTTPStatus.SEE_OTHER)


@charts.get("/records/<record>/charts/<chart>")
@drawing
def chart(record: str, chart: str) -> str:
    """Show a chart as viewer ``as``, up to step ``at``; ``grain`` is ``turn`` or ``step``."""
    asked = read_query(request.args, "at", "as", "grain")
    page = chart_page(current_book(), current_caller(), record, chart, asked)
    return render_template("pages/chart.html", page=page, script=url_for("charts.script", version=SCRIPT))


@charts.get("/charts/<version>")
def script(version: str) -> Response:
    """Send plotly's own script, as it lies in the package."""
    if version != SCRIPT:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no page at this address."))
    read_query(request.args)
    return current_app.response_class(script_bytes(), mimetype="text/javascript")
