"""The addresses of lines: what could have been played instead."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from records import errors
from records.core.sentences import Sentence
from records.service.layers.notes import NoteText
from web.callers import current_book, current_caller
from web.guards import repeats
from web.guards.sending import takes
from web.pages.forms import LARGEST, one, read_form, read_known, write_once
from web.pages.lines import beside as lines_beside
from web.pages.lines import page as line_page
from web.pages.lines.words import address
from web.pages.recording import answer as answering
from web.pages.recording.choosing import ACTION, MISNAMED, TOUCH, UNPROCESSABLE, Misnamed, at_its_field, card_fields, chosen_command
from web.problems import Refused, refusing
from web.queries import read_choice, read_query
from web.words.texts import _
from web.words.wording import say

if TYPE_CHECKING:
    from collections.abc import Callable

    from werkzeug import Response

    from records.core.position import Command
    from web.pages.forms import Fields
    from web.pages.lines.beside import LinesPage
    from web.pages.lines.page import LinePage
    from web.pages.recording.actions import Tried

lines = Blueprint("lines", __name__)


@lines.get("/records/<record>/lines")
def beside(record: str) -> str:
    """Show the table after step ``at`` with what could be done there, and the lines beside a record that viewer ``as`` may see.

    ``ruleset`` and ``switch`` (``name=value``) say by which reading it is to go.
    """
    asked = read_query(request.args, "at", "as", "ruleset", "switch")
    return render_template("pages/lines.html", page=lines_beside.lines_page(current_book(), current_caller(), record, asked))


@lines.post("/records/<record>/lines")
@takes(LARGEST)
def begin(record: str) -> Response:
    """Begin a line, with its first move where one was made, and lead to it."""
    fields = _read("at", "as", "dealt", "name", "ruleset", "switch")
    return write_once(fields, lambda: _begun(record, fields))


def _begun(record: str, fields: Fields) -> str | Response:
    asked = {name: one(fields, name) for name in ("at", "as", "ruleset", "switch") if one(fields, name)}
    page = lines_beside.lines_page(current_book(), current_caller(), record, asked)
    dealt = read_choice("dealt", one(fields, "dealt"), [key for key, _words, _said in page.dealt])
    ruleset, switches = lines_beside.reading_asked(page.view, asked)
    reading = (ruleset, switches) if ruleset or switches else None
    page.chosen = {"dealt": dealt, "name": one(fields, "name")}

    def made(command: Command | None) -> str:
        line = current_book().notes.begin_line(
            current_caller(),
            record,
            page.at,
            name=one(fields, "name"),
            viewer=page.view.viewer,
            dealt=dealt,
            reading=reading,
            command=command,
            answers=answering.read_answers(fields),
        )
        return address(line, max(line.nodes, default=0), page.viewer)

    form = answering.AnswerForm(url_for("lines.begin", record=record), fields, back=page.here_at)
    return _moved(page, fields, form, made)


@lines.get("/lines/<layer>/<line>")
def line(layer: str, line: str) -> str:
    """Show a line at ``node``, as viewer ``as`` of its record may see it, with the moves that lead on for its author.

    ``beside=played`` draws what was played beside it.
    """
    asked = read_query(request.args, "node", "as", line_page.BESIDE)
    return render_template("pages/line.html", page=line_page.line_page(current_book(), current_caller(), layer, line, asked))


@lines.post("/lines/<layer>/<line>")
@takes(LARGEST)
def grow(layer: str, line: str) -> Response:
    """Make a move in a line, once all that the table must answer is typed in, and lead to where it stands then."""
    fields = _read("node", "as")
    return write_once(fields, lambda: _grown(layer, line, fields))


def _grown(layer: str, line: str, fields: Fields) -> str | Response:
    asked = {name: one(fields, name) for name in ("node", "as") if one(fields, name)}
    page = line_page.line_page(current_book(), current_caller(), layer, line, asked)

    def made(command: Command | None) -> str:
        if command is None:
            raise Refused(UNPROCESSABLE, _("There is no such move here."), ("form", ACTION))
        answers = answering.read_answers(fields)
        grown = current_book().notes.grow_line(current_caller(), layer, line, command, parent=page.node, answers=answers)
        return address(grown, max(grown.nodes), page.reader)

    form = answering.AnswerForm(url_for("lines.grow", layer=layer, line=line), fields, back=address(page.line, page.node, page.reader))
    return _moved(page, fields, form, made)


def _read(*names: str) -> Fields:
    """Return the fields of a form that may hold a move, and the table's answers to it."""
    cards = card_fields(request.form)
    return read_form((repeats.FIELD, *names, ACTION, TOUCH, *cards, *answering.FIELDS), (*answering.REPEATED, *cards, TOUCH))


def _moved(page: LinePage | LinesPage, fields: Fields, form: answering.AnswerForm, made: Callable[[Command | None], str]) -> str | Response:
    """Return what ``made`` answers for the move of a form, None for one without; else what the table is asked, or why it cannot be."""
    view, sheet = page.view, page.sheet
    try:
        if ACTION not in fields and TOUCH not in fields:
            return made(None)
        if sheet is None:
            raise Refused(UNPROCESSABLE, _("There is no such move here."), ("form", ACTION))
        return made(chosen_command(sheet, fields)[1])
    except Misnamed as error:
        return _again(page, _(MISNAMED), error.tried)
    except errors.AnswerNeeded as needed:
        asks = answering.answering_page(needed, form, view.names, view.faces)
        told = render_template("pages/record_answer.html", page=asks)
        return make_response(told, UNPROCESSABLE if needed.wrong else HTTPStatus.OK)
    except errors.RuleViolation as error:
        words = say(error.why, view.names, view.faces) if isinstance(error.why, Sentence) else str(error.why)
        why: Markup | str = Markup("{} (§ {})").format(words, error.paragraph) if error.paragraph else words
    except (errors.ImpossibleEvent, errors.Contradiction):
        why = _("This is not possible: by all that is known here, the cards cannot lie like that.")
    except errors.MalformedCommand as error:
        why = str(error)
    return _again(page, *at_its_field(sheet, fields, why)) if sheet is not None else _again(page, why)


@lines.post("/lines/<layer>/<line>/keep")
@takes(LARGEST)
def keep(layer: str, line: str) -> Response:
    """Name a line of one's own, cut a move and what follows it off, or write a note about a move, by ``act``; leads back to it."""
    fields = read_known({repeats.FIELD, "act", "node", "as", "text", "glyph"})
    act, node, reader, text = (one(fields, name) for name in ("act", "node", "as", "text"))
    page = line_page.line_page(current_book(), current_caller(), layer, line, {"node": node, **({"as": reader} if reader else {})})
    to = page.node
    with refusing(("form", "text")):
        match act:
            case "name":
                current_book().notes.name_line(current_caller(), layer, line, text)
            case "prune":
                to = page.line.nodes[page.node][0] if page.node else 0
                current_book().notes.prune_line(current_caller(), layer, line, page.node)
            case "note":
                note = NoteText(at=page.line.base, text=text, glyph=one(fields, "glyph") or None, line=line, node=page.node)
                once = one(fields, repeats.FIELD)
                current_book().notes.write_note(current_caller(), page.branch.record, note, viewer=page.line.eyes, once=once)
            case _:
                raise Refused(UNPROCESSABLE, _("Choose what to write."), ("form", "act"))
    back = page.list if act == "prune" and not page.node else address(page.line, to, page.reader)
    return redirect(back, HTTPStatus.SEE_OTHER)


def _again(page: LinePage | LinesPage, complaint: Markup | str, tried: Tried | None = None) -> Response:
    page.complaint = complaint
    if page.sheet is not None:
        page.sheet.tried = tried
    return make_response(render_template(page.template, page=page), UNPROCESSABLE)
