"""The addresses at which games are written down."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from markupsafe import Markup

from importers.notation.problems import LineRefused
from importers.retelling.telling import next_place, telling_of
from records import errors
from records.core.asking.typed import whole
from records.core.faces import UNKNOWN
from records.core.sentences import Sentence
from records.core.shared import GapNoted
from records.core.viewers import OPEN, Spectator, viewer_key
from records.service.access import Permission
from records.service.writing.mending import answer_from, given_up, other_face
from records.service.writing.recording import first_header
from web.callers import current_book, current_caller
from web.guards import repeats
from web.guards.sending import takes
from web.looking import look
from web.pages.forms import LARGEST, read_form, write_once
from web.pages.recording import answer as answering
from web.pages.recording import new_game as beginning
from web.pages.recording import rail
from web.pages.recording.asked_of_log import AskedOfLog, log_of_beginning, log_of_question
from web.pages.recording.choosing import MISNAMED, TOUCH, UNPROCESSABLE, Misnamed, at_its_field, card_fields, chosen_command, one
from web.pages.recording.mishaps import FIELDS as MISHAP
from web.pages.recording.mishaps import read_mishap
from web.pages.recording.overtaken import overtaken_sheet
from web.pages.recording.page import ScoreSheet, scorekeeping, written_table
from web.problems import Refused
from web.queries import read_choice, read_number, read_query
from web.sure import make_sure
from web.words.texts import _, number
from web.words.wording import say

if TYPE_CHECKING:
    from collections.abc import Mapping

    from werkzeug import Response

    from importers.retelling.telling import Telling
    from records.core.board import CardFace
    from records.core.ids import SeatKey
    from records.core.position import Command
    from records.service import RecordView
    from web.pages.forms import Fields
    from web.pages.recording.action_sheet import ActionSheet
    from web.pages.recording.actions import Tried

recording = Blueprint("recording", __name__)
LARGEST_LINE = 16 * 1024
"""Bytes of what is said of a line of a log."""


@recording.get("/records/new")
def new() -> str:
    """Ask callers who may begin games who plays what; ``game`` chooses it.

    ``source`` is a table known by its log, beside which it is to be written down.
    """
    asked = read_query(request.args, "game", beginning.SOURCE)
    if not current_book().access.allows(current_caller(), Permission.ADD):
        raise errors.NotYours("games are begun by recorders and admins", Permission.ADD)
    typed = {name: [asked[name]] for name in (beginning.SOURCE,) if name in asked}
    return render_template("pages/record_new.html", page=beginning.page(current_book(), current_caller(), asked.get("game", ""), typed))


@recording.post("/records/new")
def begin() -> Response:
    """Begin a record, once all that the table must answer is typed in."""
    known = (repeats.FIELD, *beginning.FIELDS, beginning.SITS, beginning.SWITCH, beginning.SOURCE, *answering.FIELDS)
    fields = read_form(known, (*beginning.REPEATED, *answering.REPEATED))
    return write_once(fields, lambda: _begun(fields))


def _begun(fields: Fields) -> str | Response:
    fields = {**fields, beginning.SWITCH: [typed for typed in fields.get(beginning.SWITCH, ()) if typed]}
    source = fields.get(beginning.SOURCE, ("",))[0]
    beside = beginning.log_beside(current_book(), current_caller(), source) if source else None
    table = beginning.read(current_book(), fields, beside)
    answers = answering.read_answers(fields)
    try:
        record = current_book().writing.begin(current_caller(), table, answers)
    except errors.AnswerNeeded as needed:
        header = first_header(current_book().games, table)
        faces = current_book().games[header.game].board.faces
        names = dict(zip(header.seats, table.names, strict=True))
        log = log_of_beginning(beside.view, current_book().games[header.game], header, names, needed) if beside else None
        return _ask(needed, answering.AnswerForm(url_for("recording.begin"), fields), names, faces(header) if faces else {}, log)
    except errors.MalformedCommand:
        if answers:
            raise
        why = _("The game cannot begin yet. What is missing is shown beside the names.")
        if table.sits and not table.dealt:
            why = _("Anyone who enters the cards sees all hands. Let the program deal, or take no seat and record the game.")
        again = beginning.page(current_book(), current_caller(), table.game, fields, why)
        return make_response(render_template("pages/record_new.html", page=again), UNPROCESSABLE)
    if beside:
        current_book().retelling.begin_retelling(current_caller(), record, beside.record)
        if telling := telling_of(current_book(), current_caller(), written_table(current_book(), current_caller(), record)):
            telling.begun(answers)
    return url_for("recording.sheet", record=record)


@recording.get("/records/<record>/record")
def sheet(record: str) -> str | Response:
    """Show where the game stands, and what may be written down now; a player whose game is over is led to its replay."""
    read_query(request.args)
    try:
        view = written_table(current_book(), current_caller(), record)
    except errors.NotYours:
        if end := _end(record):
            return redirect(end, HTTPStatus.SEE_OTHER)
        raise
    return render_template("pages/record.html", page=ScoreSheet(current_book(), view))


@recording.post("/records/<record>/record")
def write(record: str) -> Response:
    """Write down an action (``do=command``), a mistake at the table, a gap, or that the game goes back."""
    try:
        written_table(current_book(), current_caller(), record)
    except errors.NotYours:
        if not _end(record):  # a last move that is sent again gets the answer that was lost
            raise
    request.max_content_length = LARGEST
    cards = card_fields(request.form)
    fields = read_form((*_FIELDS, AGREED, *cards, *answering.FIELDS), (*answering.REPEATED, *cards, TOUCH, AGREED))
    return write_once(fields, lambda: _written(record, fields))


def _written(record: str, fields: Fields, tries: int = 3) -> str | Response:
    """Write what a form asks. What another player's move has overtaken is written where it still holds, ``tries`` times."""
    try:
        view = written_table(current_book(), current_caller(), record)
    except errors.NotYours:
        if end := _end(record):
            return redirect(end, HTTPStatus.SEE_OTHER)
        raise
    keeping = scorekeeping(view)
    expected = read_number("version", one(fields, "version"), "form")
    do = read_choice("do", one(fields, "do"), ("command", *_WRITERS))
    stale = expected != view.steps
    sheet = overtaken_sheet(view, keeping, expected) if stale and do == "command" else ScoreSheet(current_book(), view)
    cards = [f"card-{nth}" for nth in range(len((sheet or ScoreSheet(current_book(), view)).actions))]
    read_form((*_FIELDS, AGREED, *cards, *answering.FIELDS), (*answering.REPEATED, *cards, TOUCH, AGREED))
    if sheet is None or (stale and do != "command"):
        return _stale(view)
    try:
        if do == "command":
            _command(view, fields, sheet)
        else:
            _WRITERS[do](view, fields)
    except errors.StaleVersion:
        return _written(record, fields, tries - 1) if tries else _stale(written_table(current_book(), current_caller(), record))
    except (Misnamed, errors.RuleViolation, errors.ImpossibleEvent, errors.Contradiction) as error:
        return _stale(view) if stale else _told(view, fields, error)
    except errors.AnswerNeeded as needed:
        telling = telling_of(current_book(), current_caller(), view)
        log = log_of_question(telling, needed) if telling else None
        return _ask(needed, answering.AnswerForm(url_for("recording.write", record=record), fields), view.names, view.seen.faces, log)
    return _after(view, record)


@recording.post("/records/<record>/log")
@takes(LARGEST_LINE)
def tell(record: str) -> Response:
    """Tell the log beside which a game is written down: its next line is played, left out, or belongs to a move (``do``)."""
    written_table(current_book(), current_caller(), record)
    fields = read_form((repeats.FIELD, *rail.FIELDS), texts=("says", "means"))
    return write_once(fields, lambda: _told_of_log(record, fields))


def _told_of_log(record: str, fields: Fields) -> str | Response:
    view = written_table(current_book(), current_caller(), record)
    telling = telling_of(current_book(), current_caller(), view)
    if telling is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("This game is not written beside a log."), ("path", "record"))
    do = read_choice("do", one(fields, "do"), rail.ACTS)
    if read_number("version", one(fields, "version"), "form") != view.steps or one(fields, "at") != next_place(telling):
        return _stale(view)
    try:
        why = rail.acted(telling, do, fields)
    except LineRefused:
        return _asked_on(view, telling) or _again(view, _("This line cannot be told so."), UNPROCESSABLE)
    except errors.StaleVersion:
        return _stale(written_table(current_book(), current_caller(), record))
    except (errors.MalformedCommand, errors.RuleViolation, errors.ImpossibleEvent, errors.Contradiction):
        why = _("This line cannot be told so.")
    if why:
        return _again(view, why, UNPROCESSABLE)
    return f"{url_for('recording.sheet', record=record)}#log"


def _asked_on(view: RecordView, telling: Telling) -> Response | None:
    """Return the page that asks what the table answered to the next line's move, where the log does not say all of it."""
    meant = telling.meant()
    found = [(nth, one.command) for nth, one in enumerate(ScoreSheet(current_book(), view).actions) if one.command in meant]
    if not found:
        return None
    (nth, command), record = found[0], view.header.record
    try:
        _commanded(view, command, [], 0)
    except errors.AnswerNeeded as needed:
        fields = {repeats.FIELD: [repeats.form_key()], "version": [str(view.steps)], "do": ["command"], "action": [str(nth)]}
        form = answering.AnswerForm(url_for("recording.write", record=record), fields)
        return _ask(needed, form, view.names, view.seen.faces, log_of_question(telling, needed))
    except (errors.RuleViolation, errors.ImpossibleEvent, errors.Contradiction):
        return None
    return redirect(url_for("recording.sheet", record=record), HTTPStatus.SEE_OTHER)


@recording.get("/records/<record>/log")
def log(record: str) -> Response:
    """Lead to the log beside which a game is written down."""
    read_query(request.args)
    return redirect(f"{url_for('recording.sheet', record=record)}#log", HTTPStatus.SEE_OTHER)


def _end(record: str) -> str:
    """Return the address of the last step of a game that is over, at which the caller sat; "" for any other."""
    own = look(current_book(), current_caller(), record, None)
    if isinstance(own.viewer, Spectator) or own.outcome is None:
        return ""
    return f"{url_for('pages.replay', record=record)}?at={own.steps}&as={viewer_key(own.viewer)}"


def _after(view: RecordView, record: str) -> str:
    """Return where who wrote is led: a player whose game is over has nothing more to write, and is shown its end."""
    return ("" if view.viewer is OPEN else _end(record)) or url_for("recording.sheet", record=record)


_FIELDS = (repeats.FIELD, "version", "do", "action", TOUCH, "sure", "like", "to", "step", "was", "face", *MISHAP)
AGREED = "agreed"
"""Seats that agreed to a taking back; as often as there are."""


def _command(view: RecordView, fields: Fields, sheet: ActionSheet) -> None:
    chosen, command = chosen_command(sheet, fields)
    if isinstance(command, sheet.keeping.ending):
        make_sure(sheet.actions[chosen].says, _("This ends the game. Is that right?"), _("Yes, write it down"))
    answers = answering.read_answers(fields)
    like = read_number("like", fields["like"][0], "form") if "like" in fields else 0
    _commanded(view, command, answers, like)


def _commanded(view: RecordView, command: Command, answers: list[tuple[str, ...]], like: int) -> None:
    """Write a command down; what the table answered to the one of version ``like``, which was taken back, is answered again."""
    batch = next((batch for batch in given_up(view.events)[0] if batch[0].v == like), ())
    while True:
        try:
            current_book().command(current_caller(), view.header.record, command, answers=answers, expected=view.steps)
        except errors.AnswerNeeded as needed:
            answer = answer_from(view.game, whole(needed.question), batch) if batch and not needed.wrong else None
            if answer is None:
                raise
            answers.append(answer[0])
            batch = answer[1]
        else:
            break
    if view.viewer is not OPEN:  # players write beside no log, and after their last move they write nothing more
        return
    now = written_table(current_book(), current_caller(), view.header.record)
    if telling := telling_of(current_book(), current_caller(), now):
        telling.moved(view.steps + 1)


def _mistake(view: RecordView, fields: Fields) -> None:
    first, *more = read_mishap(view, view.position(view.steps), fields)
    current_book().writing.note(current_caller(), view.header.record, first, *more, expected=view.steps)


def _gap(view: RecordView, fields: Fields) -> None:
    current_book().writing.note(current_caller(), view.header.record, GapNoted(why=one(fields, "words").strip()), expected=view.steps)


def _back(view: RecordView, fields: Fields) -> None:
    to = read_number("to", one(fields, "to"), "form")
    agreed = [seat for seat in view.header.seats if seat in fields.get(AGREED, ())]
    why = one(fields, "words").strip()
    current_book().writing.take_back(current_caller(), view.header.record, to, expected=view.steps, agreed=agreed, why=why)


def _correct(view: RecordView, fields: Fields) -> None:
    step, face = read_number("step", one(fields, "step"), "form"), one(fields, "face")
    read_choice("face", face, (str(UNKNOWN), *view.faces))
    why = fields.get("words", ("",))[0].strip()
    fact = other_face(view.game, view.header, view.events, version=step, was=one(fields, "was"), face=face, why=why)
    current_book().writing.note(current_caller(), view.header.record, fact, expected=view.steps)


_WRITERS = {"mistake": _mistake, "gap": _gap, "back": _back, "correct": _correct}


def _ask(
    needed: errors.AnswerNeeded,
    form: answering.AnswerForm,
    names: Mapping[SeatKey, str],
    faces: Mapping[str, CardFace],
    log: AskedOfLog | None = None,
) -> Response:
    page = answering.answering_page(needed, form, names, faces, log)
    return make_response(render_template("pages/record_answer.html", page=page), UNPROCESSABLE if needed.wrong else HTTPStatus.OK)


def _again(view: RecordView, complaint: Markup | str, status: HTTPStatus, tried: Tried | None = None) -> Response:
    return make_response(render_template("pages/record.html", page=ScoreSheet(current_book(), view, complaint, tried)), status)


def _refused(view: RecordView, fields: Fields, why: Markup | str) -> Response:
    said, tried = at_its_field(ScoreSheet(current_book(), view), fields, why)
    return _again(view, said, UNPROCESSABLE, tried)


def _stale(view: RecordView) -> Response:
    if view.viewer is not OPEN:
        complaint = _("Nothing was written: the game went on meanwhile, and what you chose no longer fits. This is how it stands now.")
    else:
        complaint = _(
            "Nothing was written: the game has changed since this page was made. It is now at step %(n)s.",
            n=number(view.timeline.step_number(view.steps)),
        )
    return _again(view, complaint, HTTPStatus.CONFLICT)


def _told(view: RecordView, fields: Fields, error: Exception) -> Response:
    """Return the page with what is wrong with what was sent."""
    if isinstance(error, Misnamed):
        return _again(view, _(MISNAMED), UNPROCESSABLE, error.tried)
    if isinstance(error, errors.RuleViolation):
        return _refused(view, fields, _broken(error, view))
    return _refused(view, fields, _impossible(one(fields, "do") if view.viewer is OPEN else "own"))


def _broken(error: errors.RuleViolation, view: RecordView) -> Markup | str:
    """Return why a rule forbids it, with its paragraph."""
    why = say(error.why, view.names, view.seen.faces) if isinstance(error.why, Sentence) else str(error.why)
    return Markup("{} (§ {})").format(why, error.paragraph) if error.paragraph else why


def _impossible(do: str) -> str:
    """Return why it cannot be; the error's own text is for programs, and in English."""
    if do == "correct":
        return _("This card cannot be corrected by itself: what came after follows from it. Go back to before it and enter it again.")
    if do == "own":
        return _("This cannot be done now.")
    if do == "back":
        return _("The game cannot go back there: cards were shuffled since, and their old order cannot come back.")
    return _("This cannot have happened: a card would be in two places, or something is missing.")
