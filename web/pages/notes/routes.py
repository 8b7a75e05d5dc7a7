"""The addresses of notes beside a record."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect, render_template, request, url_for

from importers.native_streams import read_stream, write_stream
from records.core.viewers import OPEN, sees
from records.errors import ImportRefused, MalformedCommand, NotThisRecord, NotYours, RecordNotFound
from records.service.kinds import LAYERS
from web.callers import current_book, current_caller
from web.guards import repeats
from web.guards.sending import takes
from web.pages.forms import one, read_form, write_once
from web.pages.notes import writing
from web.pages.notes.moments import MomentsPage
from web.pages.notes.page import NoteForm, NotesPage
from web.pages.notes.quiz import QuizPage
from web.problems import Refused
from web.queries import read_number, read_query
from web.sure import make_sure
from web.words.texts import _, ngettext, number

if TYPE_CHECKING:
    from werkzeug import Response

    from records.service.layers.notes import NoteView
    from web.pages.forms import Fields

notes = Blueprint("notes", __name__)
LARGEST_FILE = 8 * 1024 * 1024
"""Bytes of a layer's file."""


@notes.get("/records/<record>/notes")
def beside(record: str) -> str:
    """Show the notes beside a record that viewer ``as`` may read, where their authors disagree, and how they travel."""
    return render_template(
        "pages/notes.html", page=NotesPage(current_book(), current_caller(), record, read_query(request.args, "at", "as"))
    )


@notes.get("/records/<record>/notes/edit")
def edit(record: str) -> str:
    """Show the form of a note about step ``at``, with what ``as`` sees before one; with ``layer`` and ``note`` that of an older one.

    ``begun`` is a text that a new one begins with.
    """
    asked = read_query(request.args, "at", "as", "layer", "note", "begun")
    return render_template("pages/note.html", page=NoteForm(current_book(), current_caller(), record, asked))


@notes.get("/records/<record>/moments")
def moments(record: str) -> str:
    """Show the moments of a game that viewer ``as`` might want to write about; asked again, it counts on."""
    page = MomentsPage(current_book(), current_caller(), record, read_query(request.args, "at", "as"))
    return render_template("pages/moments.html", page=page)


@notes.get("/records/<record>/quiz")
def quiz(record: str) -> str:
    """Ask viewer ``as`` what the closed card ``slot`` can be at step ``at``; without ``slot`` of which cards something can be asked."""
    page = QuizPage(current_book(), current_caller(), record, read_query(request.args, "at", "as", "slot"))
    return render_template("pages/quiz.html", page=page)


@notes.post("/records/<record>/quiz")
@takes(writing.LARGEST_FORM)
def answer(record: str) -> str:
    """Grade what was said of a closed card; nothing is kept."""
    fields = read_form(("at", "as", "slot", "card", "chance"), ("card",))
    asked = {name: one(fields, name) for name in ("at", "as", "slot") if name in fields}
    page = QuizPage(current_book(), current_caller(), record, asked)
    if not page.slot:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("Choose a face-down card."), ("form", "slot"))
    page.grade(fields.get("card", ()), one(fields, "chance"))
    return render_template("pages/quiz.html", page=page)


@notes.post("/records/<record>/notes")
@takes(writing.LARGEST_FORM)
def write(record: str) -> Response:
    """Write a note, write one anew, or take it away, by ``act``; leads to its step. ``check`` says what would become of it."""
    fields = writing.read_fields()
    if one(fields, "act") == "name":
        current_book().people.call_me(current_caller(), one(fields, "text"))
        return redirect(f"{url_for('notes.beside', record=record)}?as={one(fields, 'as')}", HTTPStatus.SEE_OTHER)
    if one(fields, "act") == "check":
        return make_response(render_template("pages/note.html", page=_drafted(record, fields)))
    return write_once(fields, lambda: _wrote(record, fields))


def _wrote(record: str, fields: Fields) -> str:
    book, caller = current_book(), current_caller()
    act, layer, note = (one(fields, name) for name in ("act", "layer", "note"))
    if act not in {"write", "remove", "erase"}:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("Choose what to write."), ("form", "act"))
    eyes = one(fields, "as") or None
    with writing.told_why():
        at = read_number("at", one(fields, "at"), "form")
        if act == "erase":
            make_sure(_("Erase this note?"), _("Its words are deleted for good, for everybody, in every version."), _("Yes, erase it"))
            book.notes.erase_note(caller, layer, note)
        elif act == "remove":
            book.notes.remove_note(caller, layer, note, was=read_number("was", one(fields, "was"), "form"))
        elif note:
            was = read_number("was", one(fields, "was"), "form")
            written = book.notes.revise_note(caller, layer, note, writing.note_text(fields), was=was, viewer=eyes)
            eyes = _who_reads(written, record, eyes)
        else:
            written = book.notes.write_note(caller, record, writing.note_text(fields), viewer=eyes, once=one(fields, repeats.FIELD))
            eyes = _who_reads(written, record, eyes)
    return f"{url_for('pages.replay', record=record)}?at={at}{f'&as={eyes}' if eyes else ''}"


def _who_reads(written: NoteView, record: str, eyes: str | None) -> str | None:
    """Return through whose eyes a note that was just written is shown: through the same, if these may read it, else at the open table."""
    try:
        if sees(current_book().record(current_caller(), record, eyes).viewer, written.known_to):
            return eyes
        current_book().record(current_caller(), record, OPEN)
    except NotYours:
        return eyes
    return OPEN.value


@notes.post("/records/<record>/notes/draft")
@takes(writing.LARGEST_FORM)
def draft(record: str) -> str:
    """Say who could read the note that is being typed, whether that is proven, and what its readers could not know; nothing is written."""
    return render_template("parts/note_draft.html", page=_drafted(record, writing.read_fields()))


def _drafted(record: str, fields: Fields) -> NoteForm:
    asked = {name: one(fields, name) for name in ("at", "as", "layer", "note") if one(fields, name)}
    page = NoteForm(current_book(), current_caller(), record, asked)
    try:
        page.look_at(writing.note_text(fields))
    except MalformedCommand as error:
        page.complaint = writing.reason_of(str(error))
    return page


@notes.get("/layers/<layer>/file")
def file(layer: str) -> Response:
    """Send a layer as a file: whole for the open table, for every other viewer ``as`` a copy with what that viewer may read."""
    asked = read_query(request.args, "as")
    with writing.told_why():
        answer = make_response(write_stream(current_book().notes.files.export_layer(current_caller(), layer, asked.get("as"))))
    answer.mimetype = "application/x-ndjson"
    answer.headers["Content-Disposition"] = f'attachment; filename="notes-{layer}.jsonl"'
    return answer


@notes.post("/records/<record>/notes/file")
@takes(LARGEST_FILE)
def take_in(record: str) -> Response:
    """Take in the layer in ``file``, or bring it together with the one here; ``onto``: of the same game written down anew."""
    sent, onto = request.files.get("file"), "onto" in request.form
    data = b"" if sent is None else sent.read()
    name = "" if sent is None else sent.filename or ""
    return write_once({"onto": [str(onto)]}, lambda: _taken(record, data, name, onto=onto), [data])


def _taken(record: str, data: bytes, name: str, *, onto: bool) -> Response:
    book, caller = current_book(), current_caller()
    try:
        found = read_stream(data, name, LAYERS)
        taken = (
            None
            if not onto and found.header.of.record != record
            else book.notes.files.take_in_layer(caller, found, record if onto else None)
        )
    except ImportRefused as error:
        reason = _("This is not a complete file of notes: %(why)s", why="; ".join(problem.reason for problem in error.problems))
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("form", "file")) from error
    except (NotThisRecord, RecordNotFound):
        taken = None
    if taken is None:
        reason = _("These notes belong to another record, or to another course of this one.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("form", "file"))
    page = NotesPage(book, caller, record, {})
    came = ngettext(
        "%(n)s note or step of a line was added or changed.",
        "%(n)s notes or steps of lines were added or changed.",
        taken.changed,
        n=number(taken.changed),
    )
    count = len(taken.conflicts)
    both = ngettext(
        "%(n)s was changed on both sides; both versions are kept.",
        "%(n)s were changed on both sides; both versions are kept.",
        count,
        n=number(count),
    )
    page.told = f"{came} {both}" if count else came
    return repeats.wrote(make_response(render_template("pages/notes.html", page=page)))
