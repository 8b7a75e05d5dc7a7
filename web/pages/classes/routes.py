"""The addresses of classes."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for

from records.errors import MalformedCommand, NotFound, SignInRefused
from records.service.classes.joining import shown_return_code
from web import callers
from web.callers import current_book, current_caller, learner
from web.live.wire import News
from web.pages.classes import teaching
from web.pages.classes.tables import LiveTable, answer_of
from web.pages.forms import LARGEST, read_form
from web.pages.streaming import opened, watch
from web.problems import Refused
from web.queries import read_number, read_query
from web.words.spreadsheets import csv_text
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from werkzeug import Response as AnyResponse

    from records.core.viewers import Caller
    from records.service import GameBook

classes = Blueprint("classes", __name__)
LEAD = (
    "act",
    "eyes",
    "chapter",
    "of",
    "step",
    "number",
    "poll",
    "question",
    "right",
    *(f"answer-{n}" for n in range(1, teaching.LARGEST_QUESTION + 1)),
)
STREAM = "text/event-stream"


def _one(known: tuple[str, ...]) -> dict[str, str]:
    return {name: values[0] for name, values in read_form(known).items()}


# -- the teacher -------------------------------------------------------------------------------------------------------


@classes.get("/classes")
def all_classes() -> str:
    """List the classes that the reader holds, with the form that begins one: on ``record`` as viewer ``as`` where these are named."""
    asked = read_query(request.args, "record", "as")
    return render_template("pages/classes.html", page=teaching.classes_page(current_book(), current_caller(), asked))


@classes.post("/classes")
def begin() -> AnyResponse:
    """Begin a class on a published study, or on a record through chosen eyes, and lead to it."""
    form = _one(("title", "study", "record", "viewer"))
    try:
        made = teaching.begun(current_book(), current_caller(), form)
    except (MalformedCommand, NotFound) as error:
        page = teaching.classes_page(current_book(), current_caller(), {}, teaching.refused_form(form, error))
        return make_response(render_template("pages/classes.html", page=page), page.status)
    return redirect(url_for("classes.in_class", in_class=made), HTTPStatus.SEE_OTHER)


@classes.get("/classes/<in_class>")
def in_class(in_class: str) -> str:
    """Show a class: its learners, how far they are, and the form for a code."""
    read_query(request.args)
    return render_template("pages/class.html", page=teaching.class_page(current_book(), current_caller(), in_class))


@classes.post("/classes/<in_class>")
def change(in_class: str) -> AnyResponse:
    """Make a code, which is shown this once, or end it; name the class, remove a learner, delete the class, by ``act``."""
    form = _one(("act", "title", "learner", "sure"))
    book, caller = current_book(), current_caller()
    said = ""
    try:
        match form.get("act", ""):
            case "code":
                page = teaching.class_page(book, caller, in_class, code=book.classes.set_class_code(caller, in_class))
                return make_response(render_template("pages/class.html", page=page))
            case "end code":
                book.classes.end_class_code(caller, in_class)
            case "newest":
                book.classes.teach_newest(caller, in_class)
            case "name":
                book.classes.name_class(caller, in_class, form.get("title", ""))
            case "remove":
                book.classes.remove_learner(caller, in_class, form.get("learner", ""))
            case "delete" if form.get("sure"):
                book.classes.remove_class(caller, in_class)
                return redirect(url_for("classes.all_classes"), HTTPStatus.SEE_OTHER)
            case "delete":
                said = _("Please confirm: the class is deleted for good, with all that its learners did.")
            case _unknown:
                raise Refused(teaching.UNPROCESSABLE, _("This form asks for an unknown action."), ("form", "act"))
    except MalformedCommand as error:
        said = str(error)
    if said:
        page = teaching.class_page(book, caller, in_class, said=said)
        return make_response(render_template("pages/class.html", page=page), page.status)
    return redirect(url_for("classes.in_class", in_class=in_class), HTTPStatus.SEE_OTHER)


@classes.get("/classes/<in_class>/live")
def live(in_class: str) -> str:
    """Show the page on which a lesson is led."""
    read_query(request.args)
    return render_template("pages/class_live.html", page=teaching.LivePage(current_book(), current_caller(), in_class))


@classes.post("/classes/<in_class>/live")
def lead(in_class: str) -> AnyResponse:
    """Lead the lesson: begin, show a step, ask, close, reveal, end, by ``act``."""
    form = _one(LEAD)
    try:
        view = teaching.led(current_book(), current_caller(), in_class, form)
    except MalformedCommand as error:
        page = teaching.LivePage(current_book(), current_caller(), in_class, said=str(error), status=teaching.UNPROCESSABLE)
        return make_response(render_template("pages/class_live.html", page=page), page.status)
    watch().tell(in_class, view.version)
    return redirect(url_for("classes.live", in_class=in_class), HTTPStatus.SEE_OTHER)


@classes.get("/classes/<in_class>/live/now")
def live_now(in_class: str) -> str:
    """Show what changes on the page on which a lesson is led, without the page round it."""
    read_query(request.args)
    return render_template("parts/class_live.html", page=teaching.LivePage(current_book(), current_caller(), in_class))


@classes.get("/classes/<in_class>/board")
def board(in_class: str) -> str:
    """Show the board for a projector: as large as the screen, through the chapter's eyes, with what is asked."""
    read_query(request.args)
    return render_template("pages/class_board.html", page=LiveTable(current_book(), current_caller(), in_class), large=False)


@classes.get("/classes/<in_class>/board/now")
def board_now(in_class: str) -> str:
    """Show what changes on the board for a projector."""
    read_query(request.args)
    return render_template("parts/class_board.html", page=LiveTable(current_book(), current_caller(), in_class))


@classes.get("/classes/<in_class>/answers.csv")
def answers(in_class: str) -> Response:
    """Give learners and their answers as a CSV file: a line for each answer, of lessons and of the study at home."""
    read_query(request.args)
    head = ["learner", "joined", "poll", "question", "answered", "answer", "worth"]
    response = make_response(csv_text(head, teaching.answer_rows(current_book(), current_caller(), in_class)))
    response.mimetype = "text/csv"
    response.headers["Content-Disposition"] = f'attachment; filename="class-{in_class}.csv"'
    return response


@classes.get("/classes/<in_class>/events")
def events(in_class: str) -> Response:
    """Send what happens in a class to its teacher and the projector, as it happens."""
    return _stream(callers.asked_again(), in_class)


# -- learners ----------------------------------------------------------------------------------------------------------


@classes.get("/join")
def join() -> str:
    """Show the form for the code of a class."""
    return _join_page(code=read_query(request.args, "code").get("code", ""))


@classes.post("/join")
def joined() -> AnyResponse:
    """Join with a code and a nickname, or come back with one's own code."""
    form = _one(("code", "nickname", "back"))
    door, browser = current_book().class_door, callers.learner_browser()
    code, nickname, back = (form.get(name, "").strip() for name in ("code", "nickname", "back"))
    try:
        if back:
            came = door.come_back(back, callers.address(), browser=browser)
        else:
            came = door.join(code, nickname, callers.address(), token=callers.learner_token(), browser=browser)
    except SignInRefused:
        said = _("This code is not valid or has expired.")
        return make_response(_join_page(code="", nickname=nickname, said=said), HTTPStatus.UNAUTHORIZED)
    except MalformedCommand as error:
        known = "called so" in str(error)
        said = _("Somebody in this class already has this nickname. Choose another.") if known else _("A nickname has 1 to 30 characters.")
        return make_response(_join_page(code=code, nickname=nickname, said=said), HTTPStatus.UNPROCESSABLE_ENTITY)
    there = url_for("classes.phone", in_class=came.in_class)
    if came.return_code or came.already:
        back = shown_return_code(came.return_code)
        page = render_template("pages/class_joined.html", there=there, back=back, already=came.already)
        response = make_response(page)
    else:
        response = make_response(redirect(there, HTTPStatus.SEE_OTHER))
    callers.remember_learner(response, came.token, browser)
    return response


@classes.get("/classes/<in_class>/phone")
def phone(in_class: str) -> str | AnyResponse:
    """Show a learner what the class is at."""
    read_query(request.args)
    caller = learner()
    if caller is None:
        return redirect(url_for("classes.join"), HTTPStatus.SEE_OTHER)
    return render_template("pages/class_phone.html", page=LiveTable(current_book(), caller, in_class), said="")


@classes.post("/classes/<in_class>/phone")
def answer(in_class: str) -> AnyResponse:
    """Answer what is asked, or leave, by ``act``."""
    caller = _learner()
    request.max_content_length = LARGEST
    known = ("act", "poll", "choice", "card", "chance", "move", *(name for name in request.form if name.startswith("seat-")))
    fields = {name: list(values) for name, values in read_form(known, ("card",)).items()}
    there = url_for("classes.phone", in_class=in_class)
    if fields.get("act") == ["leave"]:
        current_book().class_door.leave(caller)
        response = make_response(redirect(url_for("classes.join"), HTTPStatus.SEE_OTHER))
        callers.remember_learner(response, "", callers.learner_browser())
        return response
    said = _answered(caller, in_class, fields)
    if said:
        page = LiveTable(current_book(), caller, in_class)
        return make_response(render_template("pages/class_phone.html", page=page, said=said), teaching.UNPROCESSABLE)
    return redirect(there, HTTPStatus.SEE_OTHER)


@classes.get("/classes/<in_class>/phone/now")
def phone_now(in_class: str) -> str:
    """Show what changes on a phone, without the page round it."""
    read_query(request.args)
    return render_template("parts/class_phone.html", page=LiveTable(current_book(), _learner(), in_class), said="")


@classes.get("/classes/<in_class>/phone/events")
def phone_events(in_class: str) -> Response:
    """Send what happens in a class to a learner's phone, as it happens."""
    return _stream(callers.learner_again(), in_class)


# -- parts -------------------------------------------------------------------------------------------------------------


def _learner() -> Caller:
    caller = learner()
    if caller is None:
        raise SignInRefused("nobody joined a class here")
    return caller


def _answered(caller: Caller, in_class: str, fields: Mapping[str, list[str]]) -> str:
    """Keep an answer; returns why it was refused, "" where it was not."""
    table = LiveTable(current_book(), caller, in_class)
    number = fields.get("poll", [""])[0]
    if table.poll is None or table.poll.closed or str(table.poll.number) != number:
        return _("This question is closed.")
    given = answer_of(table, fields)
    if given is None:
        return _("The answer is missing or incomplete.")
    try:
        current_book().classes.answer_poll(caller, in_class, table.poll.number, given)
    except MalformedCommand:
        return _("This is not a possible answer, or the question has been closed.")
    return ""


def _stream(again: Callable[[], Caller], in_class: str) -> Response:
    asked = read_query(request.args, "after")
    said = request.headers.get("Last-Event-ID", "") or asked.get("after", "0")
    after = read_number("after", said)
    book, caller = current_book(), again()
    read = partial(_told, book, again, in_class)
    return opened(read, caller=caller.account or f"teacher:{in_class}", stream=in_class, after=after)


def _told(book: GameBook, again: Callable[[], Caller], in_class: str, after: int) -> News:
    count, events = book.classes.class_events(again(), in_class, after)
    return News(count, events, max(after, count))


def _join_page(*, code: str, nickname: str = "", said: str = "") -> str:
    return render_template("pages/class_join.html", code=code, nickname=nickname, said=said)
