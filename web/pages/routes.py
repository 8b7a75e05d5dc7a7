"""The addresses of the pages."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, jsonify, make_response, redirect, render_template, request, url_for
from werkzeug.exceptions import NotFound

from importers import ImportOptions
from records.errors import MalformedCommand, NotYours
from records.service.access import Permission
from web.callers import current_book, current_caller, current_settings
from web.guards import repeats
from web.guards.sending import takes
from web.looking import look
from web.pages.dialogs import dialogs, reasons
from web.pages.exports.picture import picture
from web.pages.forms import write_once
from web.pages.notation import page as notation_page
from web.pages.odds import page as odds_page
from web.pages.replay import breaches as breaches_page
from web.pages.replay import controls as step_controls
from web.pages.replay import explaining, following, shared, telling
from web.pages.replay import page as replay_page
from web.pages.replay import team as team_page
from web.pages.replay import turning as turning_page
from web.pages.shelf import merging as merging_page
from web.pages.shelf import page as shelf_page
from web.pages.shelf import pasting as pasting_page
from web.pages.shelf import playing as playing_games
from web.pages.shelf import upload as upload_page
from web.problems import Refused
from web.queries import COUNTED, OF_REPLAY, read_number, read_query
from web.suspense import reach, see
from web.words.markdown import markdown
from web.words.texts import _

if TYPE_CHECKING:
    from werkzeug import Response
    from werkzeug.datastructures import FileStorage


pages = Blueprint("pages", __name__)
LARGEST_NAME_FORM = 4096
"""Bytes."""


@pages.get("/imprint")
def imprint() -> str:
    """Show who runs this server, as its runner wrote it; where nothing was written there is no such page."""
    if not current_settings().imprint:
        raise NotFound
    return render_template("pages/imprint.html", told=markdown(current_settings().imprint))


@pages.get("/elsewhere")
def elsewhere() -> str:
    """Say how a user of Board Game Arena or Yucata gets a game out."""
    read_query(request.args)
    return render_template("pages/elsewhere.html")


@pages.get("/")
def shelf() -> str:
    """List the records; ``q``, ``game``, ``sort``, ``page``, ``after`` and ``before`` narrow, order and turn the list.

    ``suspense=on`` leaves out lengths and results, here and on every following page, until ``suspense=off``.
    """
    asked = shelf_page.read(current_book(), read_query(request.args, "q", "game", "sort", "page", "after", "before", "suspense"))
    page = shelf_page.page(current_book(), current_caller(), asked, current_settings().page_size)
    return render_template("pages/shelf.html", asked=asked, page=page)


@pages.get("/playing")
def playing() -> str:
    """Show what is being played, without the page round it."""
    read_query(request.args)
    return render_template("parts/playing.html", playing=playing_games.played_games(current_book(), current_caller()))


@pages.get("/upload")
def upload_form() -> str | Response:
    """Show where files are taken in; who may add no games is led to the shelf."""
    return _form_of_adding("pages.upload_form")


@pages.post("/upload")
@takes(upload_page.LARGEST_UPLOAD)
def upload() -> Response:
    """Store the records in the ``files`` that were sent, and show what became of each.

    With ``pseudonyms=on``, here and wherever something is taken in, names and ids of people are replaced before anything is stored.
    """
    files, options = request.files.getlist("files"), _options()
    said = {"names": [file.filename or "" for file in files], "pseudonyms": [str(options.pseudonyms)]}
    return write_once(said, lambda: _uploaded(files, options), map(upload_page.content, files))


def _uploaded(files: list[FileStorage], options: ImportOptions) -> Response:
    report = upload_page.take(current_book(), current_caller(), files, options)
    status = HTTPStatus.OK if report.added or report.here else HTTPStatus.UNPROCESSABLE_ENTITY
    response = make_response(render_template("pages/add.html", tab="pages.upload_form", report=report), status)
    return repeats.wrote(response) if report.added or report.here else response


@pages.get("/merge")
def merge_form() -> str | Response:
    """Show where two files of one game are brought together; who may add no games is led to the shelf."""
    return _form_of_adding("pages.merge_form")


def _form_of_adding(tab: str) -> str | Response:
    read_query(request.args)
    if not current_book().access.allows(current_caller(), Permission.ADD):
        return redirect(url_for("pages.shelf"), HTTPStatus.SEE_OTHER)
    return render_template("pages/add.html", tab=tab)


@pages.post("/merge")
@takes(upload_page.LARGEST_UPLOAD)
def merge() -> Response:
    """Bring the two ``files`` that were sent together, and lead to the new record, or show where they disagree."""
    files, trust = request.files.getlist("files"), request.form.get("trust", "")
    if trust not in merging_page.TRUSTS:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("Choose which file to trust."), ("form", "trust"))
    options, names = _options(), [file.filename or "" for file in files]
    said = {"names": names, "trust": [trust], "pseudonyms": [str(options.pseudonyms)]}
    return write_once(said, lambda: _merged(files, trust, options), map(upload_page.content, files))


def _options() -> ImportOptions:
    return ImportOptions(pseudonyms=request.form.get("pseudonyms") == "on")


def _merged(files: list[FileStorage], trust: str, options: ImportOptions) -> Response:
    merged = merging_page.merge(current_book(), current_caller(), files, merging_page.TRUSTS[trust], options)
    status = HTTPStatus.OK if merged.path else HTTPStatus.UNPROCESSABLE_ENTITY
    response = make_response(render_template("pages/add.html", tab="pages.merge_form", merged=merged), status)
    return repeats.wrote(response) if merged.path else response


@pages.get("/records/<record>")
def replay(record: str) -> str | Response:
    """Show step ``at`` (without it: the first move) as viewer ``as`` (without it: the open table, which the policy may refuse).

    With ``memory=table`` the board is that of a table which forgets, with ``knows=hindsight`` its dialogs are those of hindsight.
    ``suspense=on`` leaves out all that comes later, on this and every following page, until ``suspense=off``; ``by`` says how far
    arrows lead, on this and every following page. ``turn`` or ``round`` instead of ``at`` leads to the step at which it begins.
    ``large=on`` draws the cards large, until ``large=off``. ``hide`` leaves out the notes of a layer, until ``show``.
    """
    asked = read_query(request.args, *OF_REPLAY)
    if asked.keys() & {*COUNTED}:
        path = url_for("pages.replay", record=record)
        return redirect(step_controls.counted_address(current_book(), current_caller(), record, asked, path), HTTPStatus.SEE_OTHER)
    book = current_book()
    with book.records.looking():
        page = replay_page.page(book, current_caller(), record, asked)
        if page.ends:
            reach(record)
        if page.kept:
            see(record, page.story.at, page.viewer.key)
        return render_template("pages/replay.html", page=page)


@pages.post("/records/<record>/game")
def name_game(record: str) -> Response:
    """Say what the game of a table that is known by its log is called: ``name``, empty for nothing."""
    request.max_content_length = LARGEST_NAME_FORM
    book = current_book()
    try:
        book.records.name_game(current_caller(), record, request.form.get("name", ""))
    except MalformedCommand as error:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), ("form", "name")) from None
    return redirect(url_for("pages.replay", record=record), HTTPStatus.SEE_OTHER)


@pages.get("/records/<record>/steps/<at>")
def step(record: str, at: str) -> str:
    """Show what changes from step to step of the replay page, without the page round it.

    ``short=on`` names only those turns that the pages of both neighbouring steps show too, as far as the arrows lead.
    """
    asked = read_query(request.args, "as", "memory", "knows", "by", "short")
    book, caller, asked = current_book(), current_caller(), {**asked, "at": at}
    read_number("at", at)
    with book.records.looking():
        view = look(book, caller, record, asked.get("as"))
        return shared.drawn(
            book, caller, view, asked, lambda: render_template("pages/step.html", page=replay_page.page(book, caller, record, asked, view))
        )


@pages.get("/records/<record>/follow")
def follow(record: str) -> Response:
    """Tell how far a game that runs has come, as it goes on, through the eyes of viewer ``as``: numbers of steps alone."""
    return following.follow(record, read_query(request.args, "as").get("as"))


@pages.get("/records/<record>/told/<first>")
def told(record: str, first: str) -> Response:
    """Send the sentences of a hundred steps as viewer ``as`` was told them, up to step ``at``: what is shown while one looks for a step."""
    asked = read_query(request.args, "as", "at")
    return jsonify(telling.told(current_book(), current_caller(), record, first, asked))


@pages.get("/records/<record>/onward")
def onward(record: str) -> Response:
    """Lead to the next step, turn or round after step ``at``: a way that does not tell beforehand how far it is."""
    asked = read_query(request.args, "at", "as", "memory", "knows", "by")
    path = url_for("pages.replay", record=record)
    return redirect(step_controls.onward_address(current_book(), current_caller(), record, asked, path), HTTPStatus.SEE_OTHER)


@pages.get("/records/<record>/turning")
def turning(record: str) -> Response:
    """Lead to the first turning point after step ``at`` for viewer ``as``; in suspense, and after the last, to the step itself."""
    asked = read_query(request.args, "at", "as", "memory", "knows")
    path = url_for("pages.replay", record=record)
    return redirect(turning_page.next_turning_point(current_book(), current_caller(), record, asked, path), HTTPStatus.SEE_OTHER)


@pages.get("/records/<record>/cards/<names>")
def card(record: str, names: str) -> str:
    """Show a card of the record's catalogue, or several joined by ``+``; of one card also its way through the game up to step ``at``.

    ``slot`` says where it lies, so that of equal cards this one's way is shown.
    """
    asked = read_query(request.args, "at", "as", "memory", "knows", "slot")
    return render_template("pages/dialog.html", dialog=dialogs.card_dialog(current_book(), current_caller(), record, names, asked))


@pages.get("/records/<record>/places/<place>")
def place(record: str, place: str) -> str:
    """Show all cards of a pile, hand, deck or zone at step ``at``, as far as viewer ``as`` knows them.

    ``knows=hindsight``: in hindsight; ``memory=table``: by the online table's memory.
    """
    asked = read_query(request.args, "at", "as", "memory", "knows")
    return render_template("pages/dialog.html", dialog=dialogs.place_dialog(current_book(), current_caller(), record, place, asked))


@pages.get("/records/<record>/slots/<slot>")
def slot(record: str, slot: str) -> str:
    """Show one card on the table at step ``at``: what it is, or what it can be for viewer ``as``, then or in hindsight."""
    asked = read_query(request.args, "at", "as", "memory", "knows")
    return render_template("pages/dialog.html", dialog=dialogs.slot_dialog(current_book(), current_caller(), record, slot, asked))


@pages.get("/records/<record>/team")
def team(record: str) -> str:
    """Show what all hands together hold at step ``at``, as far as viewer ``as`` could tell, in a game that is played together."""
    asked = read_query(request.args, "at", "as")
    return render_template("pages/team.html", dialog=team_page.team_dialog(current_book(), current_caller(), record, asked))


@pages.get("/records/<record>/odds")
def odds(record: str) -> str:
    """Show the odds at step ``at`` as viewer ``as`` could compute them, with the answers to what is asked besides (``odds_page``).

    At the open table they are those of the seat to act.
    """
    return render_template("pages/odds.html", page=odds_page.odds_page(current_book(), current_caller(), record, request.args))


@pages.get("/records/<record>/why/<place>")
def why(record: str, place: str) -> str:
    """Show which events told viewer ``as`` what a slot, a deck or another's hand can hold at step ``at``."""
    asked = read_query(request.args, "at", "as")
    return render_template("pages/why.html", page=reasons.why_page(current_book(), current_caller(), record, place, asked))


@pages.get("/records/<record>/explain")
def explain(record: str) -> str:
    """Show viewer ``as`` by which paragraphs step ``at`` came, and which reading of the rules would have changed it."""
    asked = read_query(request.args, "at", "as")
    return render_template("pages/explain.html", page=explaining.explain_page(current_book(), current_caller(), record, asked))


@pages.get("/records/<record>/breaches")
def breaches(record: str) -> str:
    """Show what viewer ``as`` could see up to step ``at`` to be against the rules: the replay puts it on its bar when it is there."""
    asked = read_query(request.args, "at", "as")
    return render_template("pages/breaches.html", page=breaches_page.breaches_page(current_book(), current_caller(), record, asked))


@pages.get("/records/<record>/notation")
def notation(record: str) -> str:
    """Show the game as a text to be copied, as viewer ``as`` saw it, up to step ``at`` or to its end; in suspense up to a step alone."""
    asked = read_query(request.args, "at", "as")
    return render_template("pages/notation.html", page=notation_page.record_text(current_book(), current_caller(), record, asked))


@pages.get("/notation")
def notation_form() -> str:
    """Show the field in which a game in notation is typed or pasted, to callers who may import games."""
    read_query(request.args)
    if not current_book().access.allows(current_caller(), Permission.ADD):
        raise NotYours("games are brought by recorders and admins", Permission.ADD)
    return render_template("pages/notation_form.html", draft=notation_page.TypedGame())


@pages.post("/notation")
@takes(notation_page.LARGEST_TEXT)
def notation_sent() -> Response:
    """Say what is wrong with ``text`` first, or how far it leads; with ``store`` its games come on the shelf, and the first is shown."""
    text, store, options = request.form.get("text", ""), "store" in request.form, _options()
    said = {"text": [text], "store": [str(store)], "pseudonyms": [str(options.pseudonyms)]}
    return write_once(said, lambda: _read(text, options, store=store))


@pages.post("/notation/draft")
@takes(notation_page.LARGEST_TEXT)
def notation_draft() -> str:
    """Say how far a ``text`` that is being typed can be read, with the table after its line ``line``; nothing is stored."""
    drawn = partial(picture, theme="dark" if request.form.get("theme") == "dark" else "light")
    draft = notation_page.followed(current_book(), request.form.get("text", ""), request.form.get("line", "1"), drawn)
    return render_template("parts/notation_draft.html", draft=draft)


@pages.get("/log")
def log_form() -> str:
    """Show the field in which a log is pasted, to callers who may import games."""
    read_query(request.args)
    if not current_book().access.allows(current_caller(), Permission.ADD):
        raise NotYours("games are brought by recorders and admins", Permission.ADD)
    return render_template("pages/log_form.html", page=pasting_page.pasting(current_book()))


@pages.post("/log")
@takes(pasting_page.LARGEST_LOG)
def log_sent() -> Response:
    """Store a pasted log as a table known by its log; where a ``game`` is chosen, lead to writing it down beside its log."""
    typed = {name: request.form.get(name, "") for name in pasting_page.FIELDS}
    options = _options()

    def write() -> str | Response:
        to, why = pasting_page.store_log(current_book(), current_caller(), typed, options)
        if to:
            return to
        page = pasting_page.pasting(current_book(), typed, why)
        return make_response(render_template("pages/log_form.html", page=page), HTTPStatus.UNPROCESSABLE_ENTITY)

    return write_once({name: [said] for name, said in typed.items()} | {"pseudonyms": [str(options.pseudonyms)]}, write)


def _read(text: str, options: ImportOptions, *, store: bool) -> str | Response:
    drawn = partial(picture, theme="dark" if request.cookies.get("theme") == "dark" else "light")
    draft = notation_page.drafted(current_book(), current_caller(), text, drawn, options, store=store)
    if draft.stored:
        return draft.stored
    status = HTTPStatus.UNPROCESSABLE_ENTITY if draft.fault else HTTPStatus.OK
    return make_response(render_template("pages/notation_form.html", draft=draft), status)
