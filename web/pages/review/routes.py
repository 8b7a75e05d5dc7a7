"""The addresses of a review: its page, and what its forms ask for."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, redirect, render_template, request, url_for

from records.core.viewers import viewer_key
from records.service.layers.notes import NoteText
from web.callers import current_book, current_caller
from web.charts.script import SCRIPT
from web.guards import repeats
from web.guards.headers import drawing
from web.guards.sending import takes
from web.looking import look, refuse_suspense
from web.pages.forms import LARGEST, one, read_form, write_once
from web.pages.lines.beside import decided
from web.pages.lines.words import address
from web.pages.review.bar import ReviewBar
from web.pages.review.page import ReviewPage
from web.problems import Refused, refusing
from web.queries import read_choice, read_number, read_query
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug import Response

    from records.review.rows import Decision
    from records.service import RecordView
    from records.service.reviews.views import ReviewView
    from web.pages.forms import Fields

review = Blueprint("review", __name__)


@review.get("/records/<record>/review")
@drawing
def page(record: str) -> str:
    """Show the review of a record as viewer ``as``, as far as it is made; ``graded=on``: a win counts by its grade. It starts no work."""
    view, found = _looked(record, read_query(request.args, "as", "graded"))
    shown = ReviewPage(current_book(), current_caller(), view, found)
    return render_template("pages/review.html", page=shown, script=url_for("charts.script", version=SCRIPT))


@review.get("/records/<record>/review/marks")
def marks(record: str) -> str:
    """Show marked decisions and turning points by their worth as viewer ``as``: the replay puts both in when they are there."""
    view, found = _looked(record, read_query(request.args, "as"))
    return render_template("pages/review_marks.html", page=ReviewBar(view, found))


def _looked(record: str, asked: Mapping[str, str]) -> tuple[RecordView, ReviewView]:
    graded = bool(asked.get("graded")) and read_choice("graded", asked["graded"], ("on",)) == "on"
    refuse_suspense()
    view = look(current_book(), current_caller(), record, asked.get("as"))
    with refusing(("query", "as"), lambda _why: _("A review is that of a seat or of the open table: the public saw no hand.")):
        return view, current_book().reviews.review(current_caller(), record, view.viewer, graded=graded)


@review.post("/records/<record>/review")
@takes(LARGEST)
def change(record: str) -> Response:
    """Ask for a review, stop the work at it, look closer at a decision, close it to others, try a move or note a plan, by ``act``."""
    fields = read_form((repeats.FIELD, "as", "graded", "act", "at", "seat", "option"))
    asked = {name: one(fields, name) for name in ("as", "graded") if one(fields, name)}
    view, found = _looked(record, asked)
    if one(fields, "act") in {"try", "planned"}:
        return write_once(fields, lambda: _written(view, found, fields))
    _done(view, fields, graded=found.graded)
    return redirect(f"{url_for('review.page', record=record)}?{urlencode(asked)}", HTTPStatus.SEE_OTHER)


def _done(view: RecordView, fields: Fields, *, graded: bool) -> None:
    desk, caller, record, eyes = current_book().reviews, current_caller(), view.header.record, view.viewer
    with refusing(("form", "act")):
        match one(fields, "act"):
            case "ask":
                desk.ask(caller, record, eyes, graded=graded)
            case "cancel":
                desk.cancel(caller, record, eyes, graded=graded)
            case "closer":
                desk.closer(caller, record, eyes, read_number("at", one(fields, "at"), "form"), graded=graded)
            case "close" | "open":
                seat = next((seat for seat in view.header.seats if seat == one(fields, "seat")), None)
                if seat is None:
                    raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("There is no such seat here."), ("form", "seat"))
                desk.close(caller, record, seat, closed=one(fields, "act") == "close")
            case _:
                raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("Choose what to do."), ("form", "act"))


def _written(view: RecordView, found: ReviewView, fields: Fields) -> str:
    """Begin a line with a move that was weighed, or note that one was planned; return where that leads."""
    decision = _decision(found, read_number("at", one(fields, "at"), "form"))
    book, caller, record = current_book(), current_caller(), view.header.record
    with refusing(("form", "option")):
        if one(fields, "act") == "planned":
            note = NoteText(at=decision.version, text=_("Played so on purpose."), audience=(decision.seat,), since=decision.version)
            book.notes.write_note(caller, record, note, viewer=view.viewer, once=one(fields, repeats.FIELD))
            return f"{url_for('pages.replay', record=record)}?at={decision.version}&as={viewer_key(view.viewer)}"
        nth = int(read_choice("option", one(fields, "option"), [str(place) for place in range(len(decision.options))]))
        command = decision.options[nth].command
        base = decided(view, decision.version - 1)
        line = book.notes.begin_line(caller, record, base, viewer=view.viewer, dealt="known", command=command)
    return address(line, max(line.nodes, default=0), viewer_key(view.viewer))


def _decision(found: ReviewView, at: int) -> Decision:
    decision = next((one for seat in found.seats for one in seat.decisions if one.version == at), None)
    if decision is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("No decision at this step is reviewed here."), ("form", "at"))
    return decision
