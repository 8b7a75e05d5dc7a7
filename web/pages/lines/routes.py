"""The addresses of lines: what could have been played instead."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, current_app, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from records import errors
from records.core.sentences import Sentence
from records.service.layers.notes import NoteText
from web import repeats
from web.callers import current_caller
from web.pages.lines import page as line_page
from web.pages.recording import answer as answering
from web.pages.recording.forms import LARGEST, read_form
from web.pages.recording.missing_cards import filled
from web.problems import Refused
from web.queries import read_choice, read_number, read_query
from web.texts import _
from web.wording import say

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from werkzeug import Response

    from records.service import GameBook
    from web.pages.lines.page import LinePage

lines = Blueprint("lines", __name__)
UNPROCESSABLE = HTTPStatus.UNPROCESSABLE_ENTITY


def _book() -> GameBook:
    book: GameBook = current_app.extensions["kiebitz-book"]
    return book


@lines.get("/records/<record>/lines")
def beside(record: str) -> str:
    """Show the lines beside a record that viewer ``as`` may see, and the form that begins one after step ``at``.

    ``ruleset`` and ``switch`` (``name=value``) say by which reading it is to go.
    """
    asked = read_query(request.args, "at", "as", "ruleset", "switch")
    return render_template("pages/lines.html", page=line_page.lines_page(_book(), current_caller(), record, asked))


@lines.post("/records/<record>/lines")
def begin(record: str) -> Response:
    """Begin a line, and lead to it."""
    request.max_content_length = LARGEST
    fields = read_form((repeats.FIELD, "at", "as", "dealt", "name", "ruleset", "switch"), ())
    return repeats.once(_one(fields, repeats.FIELD), repeats.digest_of(fields), lambda: _begun(record, fields))


def _begun(record: str, fields: Mapping[str, Sequence[str]]) -> Response:
    asked = {name: _one(fields, name) for name in ("at", "as", "ruleset", "switch") if _one(fields, name)}
    page = line_page.lines_page(_book(), current_caller(), record, asked)
    dealt = read_choice("dealt", _one(fields, "dealt"), [key for key, _words in page.dealt])
    view = _book().record(current_caller(), record, page.viewer)
    ruleset, switches = line_page.reading_asked(view, asked)
    reading = (ruleset, switches) if ruleset or switches else None
    try:
        line = _book().begin_line(
            current_caller(), record, page.at, name=_one(fields, "name"), viewer=view.viewer, dealt=dealt, reading=reading
        )
    except errors.MalformedCommand as error:
        raise Refused(UNPROCESSABLE, str(error), ("form", "name")) from error
    return repeats.wrote(redirect(line_page.address(line, 0, page.viewer), HTTPStatus.SEE_OTHER))


@lines.get("/lines/<layer>/<line>")
def line(layer: str, line: str) -> str:
    """Show a line at ``node``, as viewer ``as`` of its record may see it, with the moves that lead on for who wrote it."""
    asked = read_query(request.args, "node", "as")
    return render_template("pages/line.html", page=line_page.line_page(_book(), current_caller(), layer, line, asked))


@lines.post("/lines/<layer>/<line>")
def grow(layer: str, line: str) -> Response:
    """Make a move in a line, once all that the table must answer is typed in, and lead to where it stands then."""
    request.max_content_length = LARGEST
    cards = [name for name in request.form if name.startswith("card-")]
    fields = read_form((repeats.FIELD, "node", "as", "action", *cards, *answering.FIELDS), (*answering.REPEATED, *cards))
    return repeats.once(_one(fields, repeats.FIELD), repeats.digest_of(fields), lambda: _grown(layer, line, fields))


def _grown(layer: str, line: str, fields: Mapping[str, Sequence[str]]) -> Response:
    asked = {name: _one(fields, name) for name in ("node", "as") if _one(fields, name)}
    page = line_page.line_page(_book(), current_caller(), layer, line, asked)
    chosen = read_number("action", _one(fields, "action"), "form")
    if chosen >= len(page.moves):
        raise Refused(UNPROCESSABLE, _("There is no such move here."), ("form", "action"))
    move = page.moves[chosen]
    named = tuple(fields.get(f"card-{chosen}", ()))
    command = filled(move.command, named) if len(named) == len(move.holes) else move.command
    try:
        grown = _book().grow_line(current_caller(), layer, line, command, parent=page.node, answers=answering.read_answers(fields))
    except errors.AnswerNeeded as needed:
        form = answering.AnswerForm(url_for("lines.grow", layer=layer, line=line), fields)
        asks = answering.answering_page(needed, form, page.base.names, page.base.faces)
        back = line_page.address(page.line, page.node, page.reader)
        told = render_template("pages/line_answer.html", page=asks, back=back)
        return make_response(told, UNPROCESSABLE if needed.wrong else HTTPStatus.OK)
    except errors.RuleViolation as error:
        why = say(error.why, page.base.names, page.base.faces) if isinstance(error.why, Sentence) else str(error.why)
        return _again(page, Markup("{} (§ {})").format(why, error.paragraph) if error.paragraph else why)
    except (errors.ImpossibleEvent, errors.Contradiction):
        return _again(page, _("This cannot be: by all that is known here, no card can lie so."))
    except errors.MalformedCommand as error:
        return _again(page, str(error))
    return repeats.wrote(redirect(line_page.address(grown, max(grown.nodes), page.reader), HTTPStatus.SEE_OTHER))


@lines.post("/lines/<layer>/<line>/keep")
def keep(layer: str, line: str) -> Response:
    """Name a line of one's own, cut a move and what follows it off, or write a note about a move, by ``act``; leads back to it."""
    request.max_content_length = LARGEST
    act, node, reader = (request.form.get(name, "") for name in ("act", "node", "as"))
    text = request.form.get("text", "").replace("\r\n", "\n")
    strange = next((name for name in request.form if name not in {repeats.FIELD, "act", "node", "as", "text", "glyph"}), None)
    if strange is not None:
        raise Refused(UNPROCESSABLE, _("“%(name)s” is not known here.", name=strange[:40]), ("form", strange[:40]))
    page = line_page.line_page(_book(), current_caller(), layer, line, {"node": node, **({"as": reader} if reader else {})})
    to = page.node
    try:
        if act == "name":
            _book().name_line(current_caller(), layer, line, text)
        elif act == "prune":
            to = page.line.nodes[page.node][0] if page.node else 0
            _book().prune_line(current_caller(), layer, line, page.node)
        elif act == "note":
            note = NoteText(at=page.line.base, text=text, glyph=request.form.get("glyph") or None, line=line, node=page.node)
            once = request.form.get(repeats.FIELD, "")
            _book().write_note(current_caller(), page.branch.record, note, viewer=page.line.eyes, once=once)
        else:
            raise Refused(UNPROCESSABLE, _("Choose what is to be written."), ("form", "act"))
    except errors.MalformedCommand as error:
        raise Refused(UNPROCESSABLE, str(error), ("form", "text")) from error
    back = page.list if act == "prune" and not page.node else line_page.address(page.line, to, page.reader)
    return redirect(back, HTTPStatus.SEE_OTHER)


def _again(page: LinePage, complaint: Markup | str) -> Response:
    page.complaint = complaint
    return make_response(render_template("pages/line.html", page=page), UNPROCESSABLE)


def _one(fields: Mapping[str, Sequence[str]], name: str) -> str:
    return fields.get(name, ("",))[0]
