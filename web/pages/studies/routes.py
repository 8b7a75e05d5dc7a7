"""The addresses of studies for their authors."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import Blueprint, make_response, render_template, request, url_for

from records.errors import MalformedCommand, StaleVersion
from web.callers import current_book, current_caller
from web.guards import repeats
from web.guards.sending import takes
from web.pages.forms import one, read_form, write_once
from web.pages.studies.form import FIELDS, REPEATED, TEXTS, ChapterForm
from web.pages.studies.pages import LISTED, StudiesPage, StudyPage
from web.problems import Refused, refusing
from web.queries import read_choice, read_number, read_query
from web.sure import make_sure
from web.words.markdown import markdown
from web.words.texts import _

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from werkzeug import Response

    from web.pages.forms import Fields

studies = Blueprint("studies", __name__)
UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY
LARGEST_TEXT = 64 * 1024
"""Bytes of a text that is shown as it will be read."""


@studies.get("/studies")
def beside() -> str:
    """List the studies that the caller wrote."""
    read_query(request.args)
    return render_template("pages/studies.html", page=StudiesPage(current_book(), current_caller()))


@studies.post("/studies")
def begin() -> Response:
    """Begin a study."""
    fields = read_form((repeats.FIELD, "title", "text"), texts=("text",))

    def write() -> str:
        with _refusing("title"):
            made = current_book().studies.open_study(current_caller(), one(fields, "title"), one(fields, "text"))
        return url_for("studies.study", study=made.id)

    return write_once(fields, write)


@studies.get("/studies/<study>")
def study(study: str) -> str:
    """Show a study of the caller's, with its chapters in their order."""
    read_query(request.args)
    return render_template("pages/study.html", page=StudyPage(current_book(), current_caller(), study))


@studies.post("/studies/<study>")
@takes(LARGEST_TEXT)
def change(study: str) -> Response:
    """Name a study, move a chapter or take one out, publish, say who finds it, or delete it, by ``act``."""
    fields = read_form((repeats.FIELD, "act", "title", "text", "chapter", "after", "was", "listed", "sure"), texts=("text",))
    return write_once(fields, lambda: _changed(study, fields))


_AT_FAULT = {"name": "title", "move": "after", "publish": "act", "list": "listed"}
"""The field at which a refusal stands, by ``act``; of what is not named it is ``chapter``."""


def _changed(study: str, fields: Fields) -> str:
    book, by, chapter, act = current_book(), current_caller(), one(fields, "chapter"), one(fields, "act")
    with _refusing(_AT_FAULT.get(act, "chapter")):
        match act:
            case "name":
                book.studies.name_study(by, study, one(fields, "title"), one(fields, "text"))
            case "move":
                book.studies.move_chapter(by, study, chapter, one(fields, "after") or None)
            case "remove":
                book.studies.remove_chapter(by, study, chapter, was=read_number("was", one(fields, "was"), "form"))
            case "erase":
                make_sure(_("Erase this chapter?"), _("Its words are deleted for good, in published versions too."), _("Yes, erase it"))
                book.studies.erase_chapter(by, study, chapter)
            case "publish":
                book.studies.publish_study(by, study)
            case "list":
                book.studies.list_study(by, study, read_choice("listed", one(fields, "listed"), tuple(LISTED)))  # type: ignore[arg-type]  # of LISTED
            case "delete":
                if not one(fields, "sure"):
                    raise Refused(UNPROCESSABLE, _("Tick the box to delete the study for good."), ("form", "sure"))
                book.studies.remove_study(by, study)
                return url_for("studies.beside")
            case _:
                raise Refused(UNPROCESSABLE, _("Choose an action."), ("form", "act"))
    return url_for("studies.study", study=study)


@studies.get("/studies/<study>/chapters/<chapter>")
def chapter(study: str, chapter: str) -> str:
    """Show the form of a chapter; of a ``new`` one about steps up to ``last`` of ``record``, as ``as`` sees it, asking ``kind``."""
    asked = read_query(request.args, "record", "as", "first", "last", "kind", "place", "card", "title")
    fields = {name: [value] for name, value in asked.items()}
    page = ChapterForm(current_book(), current_caller(), study, None if chapter == "new" else chapter, fields)
    return render_template("pages/study_chapter.html", page=page)


@studies.post("/studies/<study>/chapters/<chapter>")
@takes(LARGEST_TEXT)
def write(study: str, chapter: str) -> Response:
    """Write a chapter, or with ``look`` show what can be asked by what was typed, and its key."""
    fields = read_form(FIELDS, REPEATED, TEXTS)
    page = ChapterForm(current_book(), current_caller(), study, None if chapter == "new" else chapter, fields)
    if page.one("act") == "look":
        return make_response(render_template("pages/study_chapter.html", page=page))
    return write_once(fields, lambda: _wrote(page))


def _wrote(page: ChapterForm) -> str | Response:
    book, by, study = current_book(), current_caller(), page.study.id
    try:
        if page.chapter is None:
            book.studies.add_chapter(by, study, page.new(), once=page.one(repeats.FIELD))
        else:
            was = read_number("was", page.one("was"), "form")
            book.studies.revise_chapter(by, study, page.chapter, page.new(), was=was)
    except StaleVersion:
        page.complaint = _("This chapter has been changed in another window. Copy what you typed, then open the chapter again.")
    except MalformedCommand as error:
        page.complaint = str(error)
    if page.complaint:
        return make_response(render_template("pages/study_chapter.html", page=page), UNPROCESSABLE)
    return page.back


@studies.post("/studies/draft")
def draft() -> str:
    """Return a text as it will be read; nothing is written."""
    request.max_content_length = LARGEST_TEXT
    return str(markdown(request.form.get("text", "")))


@studies.get("/records/<record>/study")
def add(record: str) -> str:
    """Ask into which study a chapter about step ``at`` through the eyes of ``as`` goes, and what it asks."""
    asked = read_query(request.args, "at", "as", "kind", "place", "title")
    view = current_book().record(current_caller(), record, asked.get("as"))
    page = StudiesPage(current_book(), current_caller())
    return render_template("pages/study_add.html", page=page, record=record, view=view, asked=asked)


@studies.post("/records/<record>/study")
def add_to(record: str) -> Response:
    """Lead to the form of a chapter in the study that was chosen, or in a new one that is begun for it."""
    fields = read_form((repeats.FIELD, "study", "title", "at", "as", "kind", "place", "said"))
    return write_once(fields, lambda: _added(record, fields))


def _added(record: str, fields: Fields) -> str:
    chosen, title = one(fields, "study"), one(fields, "title").strip()
    if title or not chosen:
        with _refusing("title"):
            chosen = current_book().studies.open_study(current_caller(), title or _("My study")).id
    asked = {"record": record, "last": one(fields, "at"), "as": one(fields, "as"), "kind": one(fields, "kind")}
    asked |= {"place": one(fields, "place"), "title": one(fields, "said")}
    return f"{url_for('studies.chapter', study=chosen, chapter='new')}?{urlencode({name: value for name, value in asked.items() if value})}"


def _refusing(field: str) -> AbstractContextManager[None]:
    """Refuse what cannot be (422), with its reason."""
    return refusing(("form", field), kinds=(MalformedCommand, StaleVersion))
