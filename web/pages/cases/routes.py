"""The addresses of disputes."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, redirect, render_template, request, url_for
from markupsafe import Markup

from records.core.viewers import CallerKind
from web.callers import current_book, current_caller
from web.languages import LANGUAGES, choose_language, spoken_in
from web.pages.cases import page as case_page
from web.pages.cases import writing
from web.pages.cases.of_record import address
from web.pages.forms import one, read_known, write_once
from web.queries import read_query

if TYPE_CHECKING:
    from werkzeug import Response


cases = Blueprint("cases", __name__)


@cases.get("/records/<record>/cases")
def beside(record: str) -> str:
    """Show the disputes about a record that viewer ``as`` may read, and the form that opens one about step ``at``.

    ``sent`` says that one was opened through a link; ``after`` is the dispute behind which a page goes on.
    """
    asked = read_query(request.args, "at", "as", "sent", "after")
    return render_template("pages/cases.html", page=case_page.cases_page(current_book(), current_caller(), record, asked))


@cases.post("/records/<record>/cases")
def open_case(record: str) -> Response:
    """Open a dispute, and lead to it."""
    fields = read_known(writing.FIELDS)
    if current_caller().kind is CallerKind.LINK:
        writing.asked(current_book(), current_caller(), record, fields)
        return redirect(url_for("cases.beside", record=record, at=one(fields, "at"), sent="on"), HTTPStatus.SEE_OTHER)

    def write() -> str:
        made = writing.opened(current_book(), current_caller(), record, fields)
        return address("cases.case", made.id, made.viewer)

    return write_once(fields, write)


@cases.get("/cases/<case>")
def case(case: str) -> str:
    """Show a dispute as viewer ``as`` may read it (``arbiter`` sees what the sides released), with the forms of what may come next.

    One that came as a file is shown with its table after step ``at``.
    """
    asked = read_query(request.args, "as", "at")
    return render_template("pages/case.html", page=case_page.case_page(current_book(), current_caller(), case, asked))


@cases.post("/cases/<case>")
def write(case: str) -> Response:
    """Write a claim, a ruling, an appeal or its end into a dispute, and lead back to it."""
    fields = read_known(writing.FIELDS)
    return write_once(fields, lambda: address("cases.case", case, writing.wrote(current_book(), current_caller(), case, fields)))


@cases.get("/cases/<case>/ruling")
def ruling(case: str) -> str:
    """Show the ruling of a dispute on a sheet that can be printed: in every language, the reader's first."""
    asked = read_query(request.args, "as")
    here = choose_language()
    sheets = []
    for language in sorted(LANGUAGES, key=lambda one: one != here):
        with spoken_in(language):
            page = case_page.case_page(current_book(), current_caller(), case, asked, printed=True)
            told = render_template("parts/ruling.html", page=page, heading="h1" if language == here else "h2")
        sheets.append((language, Markup(told)))  # noqa: S704 -- the part is a template, which escapes
    page = case_page.case_page(current_book(), current_caller(), case, asked)
    return render_template("pages/ruling.html", page=page, sheets=sheets)
