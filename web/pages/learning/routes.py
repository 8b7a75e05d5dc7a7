"""The addresses of studies for learners. Those of a chapter lie below it (``web.learning``)."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from records.errors import MalformedCommand
from records.service.desks.linking import USUAL_DAYS
from records.values import replace
from web.callers import chapter_place, current_book, current_caller, reader
from web.guards import repeats
from web.learning import read_reference
from web.pages.forms import LARGEST, read_form
from web.pages.learning.chapter import ADDRESS, ChapterPage, answer_of
from web.pages.learning.lessons import LessonPage, LessonsPage
from web.pages.learning.sheet import StudySheet
from web.pages.recording.choosing import ACTION, MISNAMED, TOUCH, UNPROCESSABLE, Misnamed, card_fields, chosen_command
from web.problems import Refused
from web.queries import read_choice, read_number, read_query
from web.sure import make_sure
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from werkzeug import Response

    from records.core.position import Command

learning = Blueprint("learning", __name__)


@learning.get("/learn")
def lessons() -> str:
    """List the published studies that are there for the reader, with how far they came."""
    read_query(request.args)
    return render_template("pages/lessons.html", page=LessonsPage(current_book(), current_caller()))


@learning.get("/learn/<ref>")
def lesson(ref: str) -> str:
    """Show a study with its chapters: the number that the reader began with, the one after ``@``, or the study as it stands."""
    read_query(request.args)
    study, number = read_reference(ref)
    return render_template("pages/lesson.html", page=LessonPage(current_book(), current_caller(), study, number))


@learning.get("/learn/<ref>/sheet")
def sheet(ref: str) -> str:
    """Show a study as a sheet to be printed; ``keys=on`` with the keys, for its author."""
    asked = read_query(request.args, "keys")
    study, number = read_reference(ref)
    keys = "keys" in asked and read_choice("keys", asked["keys"], ("on", "off")) == "on"
    return render_template("pages/study_sheet.html", page=StudySheet(current_book(), current_caller(), study, number, keys=keys))


@learning.post("/learn/<ref>")
def change(ref: str) -> Response:
    """Go on with the newest number, begin anew, make a link or end one, by ``act``."""
    fields = read_form(("act", "days", "label", "link", "origins", "sure"))
    study, _number = read_reference(ref)
    match fields.get("act", [""])[0]:
        case "share":
            return _shared(study, fields)
        case "end-link":
            make_sure(
                _("End this link?"),
                _("It will no longer show anything, and cannot be restored; a new link has another address."),
                _("Yes, end it"),
            )
            current_book().learning.end_study_link(current_caller(), study, fields.get("link", [""])[0])
        case "newest":
            current_book().learning.take_number(current_caller(), study)
        case "anew":
            current_book().learning.forget_progress(current_caller(), study)
        case _:
            raise Refused(UNPROCESSABLE, _("Choose an action."), ("form", "act"))
    return redirect(url_for("learning.lesson", ref=study), HTTPStatus.SEE_OTHER)


def _shared(study: str, fields: Mapping[str, Sequence[str]]) -> Response:
    days = read_number("days", fields.get("days", [str(USUAL_DAYS)])[0], "form")
    origins = tuple(fields.get("origins", [""])[0].split())
    try:
        token = current_book().learning.share_study(current_caller(), study, days=days, origins=origins, label=fields.get("label", [""])[0])
    except MalformedCommand as error:
        raise Refused(UNPROCESSABLE, str(error), ("form", "act")) from None
    address = url_for("pages.shelf", _external=True) + f"s/{token}/"
    return make_response(render_template("pages/lesson.html", page=LessonPage(current_book(), current_caller(), study, None, address)))


@learning.get("/chapter")
def chapter() -> str:
    """Show a chapter with its task, and what the last answer was worth."""
    read_query(request.args)
    page = _page()
    place = chapter_place()
    if place is not None:
        current_book().learning.open_chapter(reader(), place.study, place.chapter, place.number)
    page.show_last()
    return render_template(page.template, page=page)


@learning.post("/chapter")
def answer() -> Response:
    """Answer the task, take a hint, give up, or note that the chapter was read, by ``act``."""
    place = chapter_place()
    if place is None:
        raise NotFound
    request.max_content_length = LARGEST
    cards = card_fields(request.form)
    known = (
        "act",
        "hints",
        "card",
        "chance",
        repeats.FIELD,
        ACTION,
        TOUCH,
        *cards,
        *(name for name in request.form if name.startswith("seat-")),
    )
    fields = read_form(known, ("card", *cards, TOUCH))
    book, by = current_book(), reader()
    found = book.learning.lesson(by, place.study, place.number).chapter(place.chapter)
    if found is not None and found.held:
        page = _page()
        return make_response(render_template(page.template, page=page), HTTPStatus.CONFLICT)
    match fields.get("act", ["answer"])[0]:
        case "hint":
            book.learning.take_hint(by, place.study, place.chapter, place.number)
            if not (page := _page()).lesson.kept:
                return _not_kept(page, hints=read_number("hints", fields.get("hints", ["0"])[0], "form") + 1)
        case "give up":
            book.learning.give_up(by, place.study, place.chapter, place.number)
            if not (page := _page()).lesson.kept:
                return _not_kept(page, ended=True)
        case "read":
            return _read_on(_page())
        case "answer":
            return _answered(_page(), fields)
        case _:
            raise Refused(UNPROCESSABLE, _("Choose an action."), ("form", "act"))
    return redirect(url_for(ADDRESS, _anchor="h-task"), HTTPStatus.SEE_OTHER)


def _not_kept(page: ChapterPage, *, hints: int = 0, ended: bool = False, solved: bool = False) -> Response:
    """Return a chapter as it is for a reader of whom nothing is kept, who took so many hints or came to the end of the task."""
    place = chapter_place()
    if ended and place is not None:
        page.chapter = current_book().learning.told_chapter(reader(), place.study, place.chapter, place.number)
    page.chapter = replace(page.chapter, progress=replace(page.chapter.progress, hints=hints, solved=solved))
    return make_response(render_template(page.template, page=page))


def _page() -> ChapterPage:
    place = chapter_place()
    if place is None:
        raise NotFound
    return ChapterPage(current_book(), reader(), current_caller(), place)


def _read_on(page: ChapterPage) -> Response:
    place = chapter_place()
    if place is None:
        raise NotFound
    current_book().learning.reach_step(reader(), place.study, place.chapter, page.body.source.last, place.number)
    after = page.neighbours[1]
    return redirect(page.root if after is None else page.to(after), HTTPStatus.SEE_OTHER)


def _answered(page: ChapterPage, fields: Mapping[str, Sequence[str]]) -> Response:
    place = chapter_place()
    if place is None:
        raise NotFound
    try:
        page.given = answer_of(page, fields, _move(page, fields))
        if page.given is None:
            page.complaint = _("The answer is missing or incomplete.")
        else:
            page.grade = current_book().learning.answer_task(reader(), place.study, place.chapter, page.given, place.number)
    except Misnamed as error:
        page.complaint = _(MISNAMED)
        if page.sheet is not None:
            page.sheet.tried = error.tried
    except MalformedCommand as error:
        page.complaint = str(error)
    if page.complaint:
        return make_response(render_template(page.template, page=page), UNPROCESSABLE)
    if page.lesson.kept:
        return redirect(url_for(ADDRESS, _anchor="h-task"), HTTPStatus.SEE_OTHER)
    solved = page.grade is not None and page.grade.worth >= page.most
    hints = read_number("hints", fields.get("hints", ["0"])[0], "form")
    return _not_kept(page, hints=hints, ended=solved, solved=solved)


def _move(page: ChapterPage, fields: Mapping[str, Sequence[str]]) -> Command | None:
    if page.kind != "move" or page.sheet is None or not (ACTION in fields or TOUCH in fields):
        return None
    return chosen_command(page.sheet, fields)[1]
