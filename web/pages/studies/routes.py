"""The addresses of studies for who writes them."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import urlencode

from flask import Blueprint, current_app, make_response, redirect, render_template, request, url_for

from records.errors import MalformedCommand, StaleVersion
from web.callers import current_caller
from web.guards import repeats
from web.guards.sending import takes
from web.pages.recording.forms import read_form
from web.pages.studies.form import FIELDS, REPEATED, TEXTS, ChapterForm
from web.pages.studies.pages import LISTED, StudiesPage, StudyPage
from web.problems import Refused
from web.queries import read_choice, read_number, read_query
from web.sure import make_sure
from web.words.markdown import markdown
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from werkzeug import Response

    from records.service import GameBook

_T = TypeVar("_T")
studies = Blueprint("studies", __name__)
UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY
LARGEST_TEXT = 64 * 1024
"""Bytes of a text that is shown as it will be read."""


def _book() -> GameBook:
    book: GameBook = current_app.extensions["kiebitz-book"]
    return book


@studies.get("/studies")
def beside() -> str:
    """List the studies that the caller wrote."""
    read_query(request.args)
    return render_template("pages/studies.html", page=StudiesPage(_book(), current_caller()))


@studies.post("/studies")
def begin() -> Response:
    """Begin a study."""
    fields = read_form((repeats.FIELD, "title", "text"), texts=("text",))
    return repeats.once(_one(fields, repeats.FIELD), repeats.digest_of(fields), lambda: _begun(fields))


def _begun(fields: Mapping[str, Sequence[str]]) -> Response:
    made = _told(lambda: _book().open_study(current_caller(), _one(fields, "title"), _one(fields, "text")).id, "title")
    return repeats.wrote(redirect(url_for("studies.study", study=made), HTTPStatus.SEE_OTHER))


@studies.get("/studies/<study>")
def study(study: str) -> str:
    """Show a study of the caller's, with its chapters in their order."""
    read_query(request.args)
    return render_template("pages/study.html", page=StudyPage(_book(), current_caller(), study))


@studies.post("/studies/<study>")
@takes(LARGEST_TEXT)
def change(study: str) -> Response:
    """Name a study, move a chapter or take one out, publish, say who finds it, or delete it, by ``act``."""
    fields = read_form((repeats.FIELD, "act", "title", "text", "chapter", "after", "was", "listed", "sure"), texts=("text",))
    return repeats.once(_one(fields, repeats.FIELD), repeats.digest_of(fields), lambda: _changed(study, fields))


def _changed(study: str, fields: Mapping[str, Sequence[str]]) -> Response:
    book, by, chapter = _book(), current_caller(), _one(fields, "chapter")
    match _one(fields, "act"):
        case "name":
            _told(lambda: book.name_study(by, study, _one(fields, "title"), _one(fields, "text")), "title")
        case "move":
            _told(lambda: book.move_chapter(by, study, chapter, _one(fields, "after") or None), "after")
        case "remove":
            was = read_number("was", _one(fields, "was"), "form")
            _told(lambda: book.remove_chapter(by, study, chapter, was=was), "chapter")
        case "erase":
            make_sure(_("Erase this chapter?"), _("Its words are gone for good, in published numbers too."), _("Yes, erase it"))
            _told(lambda: book.erase_chapter(by, study, chapter), "chapter")
        case "publish":
            _told(lambda: book.publish_study(by, study), "act")
        case "list":
            to = read_choice("listed", _one(fields, "listed"), tuple(LISTED))
            _told(lambda: book.list_study(by, study, to), "listed")  # type: ignore[arg-type]  # of LISTED
        case "delete":
            if not _one(fields, "sure"):
                raise Refused(UNPROCESSABLE, _("Tick that the study is to be deleted for good."), ("form", "sure"))
            book.remove_study(by, study)
            return repeats.wrote(redirect(url_for("studies.beside"), HTTPStatus.SEE_OTHER))
        case _:
            raise Refused(UNPROCESSABLE, _("Choose what is to be done."), ("form", "act"))
    return repeats.wrote(redirect(url_for("studies.study", study=study), HTTPStatus.SEE_OTHER))


@studies.get("/studies/<study>/chapters/<chapter>")
def chapter(study: str, chapter: str) -> str:
    """Show the form of a chapter; of a ``new`` one about steps up to ``last`` of ``record``, as ``as`` sees it, asking ``kind``."""
    asked = read_query(request.args, "record", "as", "first", "last", "kind", "place", "card", "title")
    fields = {name: [value] for name, value in asked.items()}
    page = ChapterForm(_book(), current_caller(), study, None if chapter == "new" else chapter, fields)
    return render_template("pages/study_chapter.html", page=page)


@studies.post("/studies/<study>/chapters/<chapter>")
@takes(LARGEST_TEXT)
def write(study: str, chapter: str) -> Response:
    """Write a chapter, or with ``look`` show what can be asked by what was typed, and its key."""
    fields = read_form(FIELDS, REPEATED, TEXTS)
    page = ChapterForm(_book(), current_caller(), study, None if chapter == "new" else chapter, fields)
    if page.one("act") == "look":
        return make_response(render_template("pages/study_chapter.html", page=page))
    return repeats.once(page.one(repeats.FIELD), repeats.digest_of(fields), lambda: _wrote(page))


def _wrote(page: ChapterForm) -> Response:
    book, by, study = _book(), current_caller(), page.study.id
    try:
        if page.chapter is None:
            book.add_chapter(by, study, page.new(), once=page.one(repeats.FIELD))
        else:
            was = read_number("was", page.one("was"), "form")
            book.revise_chapter(by, study, page.chapter, page.new(), was=was)
    except StaleVersion:
        page.complaint = _("This chapter was written anew meanwhile, in another window. Copy what you typed, and open it again.")
    except MalformedCommand as error:
        page.complaint = str(error)
    if page.complaint:
        return make_response(render_template("pages/study_chapter.html", page=page), UNPROCESSABLE)
    return repeats.wrote(redirect(page.back, HTTPStatus.SEE_OTHER))


@studies.post("/studies/draft")
def draft() -> str:
    """Return a text as it will be read; nothing is written."""
    request.max_content_length = LARGEST_TEXT
    return str(markdown(request.form.get("text", "")))


@studies.get("/records/<record>/study")
def add(record: str) -> str:
    """Ask into which study a chapter about step ``at`` through the eyes of ``as`` goes, and what it asks."""
    asked = read_query(request.args, "at", "as", "kind", "place", "title")
    view = _book().record(current_caller(), record, asked.get("as"))
    page = StudiesPage(_book(), current_caller())
    return render_template("pages/study_add.html", page=page, record=record, view=view, asked=asked)


@studies.post("/records/<record>/study")
def add_to(record: str) -> Response:
    """Lead to the form of a chapter in the study that was chosen, or in a new one that is begun for it."""
    fields = read_form((repeats.FIELD, "study", "title", "at", "as", "kind", "place", "said"))
    return repeats.once(_one(fields, repeats.FIELD), repeats.digest_of(fields), lambda: _added(record, fields))


def _added(record: str, fields: Mapping[str, Sequence[str]]) -> Response:
    chosen, title = _one(fields, "study"), _one(fields, "title").strip()
    if title or not chosen:
        chosen = _told(lambda: _book().open_study(current_caller(), title or _("My study")).id, "title")
    asked = {"record": record, "last": _one(fields, "at"), "as": _one(fields, "as"), "kind": _one(fields, "kind")}
    asked |= {"place": _one(fields, "place"), "title": _one(fields, "said")}
    to = f"{url_for('studies.chapter', study=chosen, chapter='new')}?{urlencode({name: value for name, value in asked.items() if value})}"
    return repeats.wrote(redirect(to, HTTPStatus.SEE_OTHER))


def _told(doing: Callable[[], _T], field: str) -> _T:
    """Return what ``doing`` returns; raises Refused (422) with the reason for what cannot be."""
    try:
        return doing()
    except (MalformedCommand, StaleVersion) as error:
        raise Refused(UNPROCESSABLE, str(error), ("form", field)) from error


def _one(fields: Mapping[str, Sequence[str]], name: str) -> str:
    return fields.get(name, [""])[0]
