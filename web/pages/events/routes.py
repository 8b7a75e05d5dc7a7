"""The addresses of events."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect, render_template, request, url_for

from records.errors import MalformedCommand, NotYours
from records.service.access import Permission
from records.service.incoming import LONGEST_NAME
from records.store import Pairing
from web.callers import current_book, current_caller
from web.pages.accounts.forms import read_form
from web.pages.events.page import address_of, all_events, one_event
from web.queries import read_query
from web.words.texts import _

if TYPE_CHECKING:
    from werkzeug import Response


events = Blueprint("events", __name__)


@events.get("/events", endpoint="events")
def list_events() -> str:
    """List the events of the shelf; with ``event`` show that one by round and table, with results and how players stand."""
    asked = read_query(request.args, "event")
    if event := asked.get("event"):
        return render_template("pages/event.html", page=one_event(current_book(), current_caller(), event))
    return render_template("pages/events.html", page=all_events(current_book(), current_caller()))


@events.get("/records/<record>/event")
def edit(record: str) -> str:
    """Show the form that says at which event, in which round and at which table a record was played."""
    read_query(request.args)
    caller, book = current_caller(), current_book()
    if not book.access.allows(caller, Permission.NAME, record):
        raise NotYours(f"record {record}: {caller.name!r} may not say where it was played; its keeper or an admin may", Permission.NAME)
    return _form(record, book.people.pairing(caller, record), "")


@events.post("/records/<record>/event")
def change(record: str) -> Response:
    """Say where a record was played, and go to that event; without one to the record."""
    form = read_form("event", "round", "table")
    typed = Pairing(*(form.get(name, "") for name in Pairing._fields))
    try:
        paired = current_book().people.pair(current_caller(), record, typed)
    except MalformedCommand:
        said = _("Each is a single line of up to %(n)s characters; a round or a table needs an event.", n=LONGEST_NAME)
        return make_response(_form(record, typed, said), HTTPStatus.UNPROCESSABLE_ENTITY)
    onward = address_of(paired.event) if paired.event else url_for("pages.replay", record=record)
    return redirect(onward, HTTPStatus.SEE_OTHER)


def _form(record: str, pairing: Pairing, said: str) -> str:
    return render_template("pages/event_form.html", record=record, pairing=pairing, said=said, longest=LONGEST_NAME)
