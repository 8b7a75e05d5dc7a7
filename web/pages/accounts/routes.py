"""The addresses of accounts."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import Blueprint, make_response, redirect, render_template, request, url_for

from records.core.viewers import CallerKind
from records.errors import MalformedCommand, NotYours, SignInRefused
from web import callers
from web.callers import current_book, current_caller
from web.looking import look
from web.pages.accounts import access_page, people_page
from web.pages.accounts.forms import read_form, within
from web.pages.accounts.state_page import state_page
from web.queries import read_query
from web.suspense import in_suspense
from web.words.texts import _

if TYPE_CHECKING:
    from flask import Response
    from werkzeug import Response as AnyResponse


accounts = Blueprint("accounts", __name__)


@accounts.get("/sign-in")
def sign_in() -> str:
    """Show the form; ``next`` is the address after signing in."""
    return _sign_in_page("", "", within(read_query(request.args, "next").get("next", "")))


@accounts.post("/sign-in")
def signed_in() -> Response:
    """Sign in, and go where one came from."""
    form = read_form("name", "password", "next")
    onward = within(form.get("next", ""))
    browser = callers.browser()
    try:
        token = current_book().sign_ins.sign_in(form.get("name", ""), form.get("password", ""), callers.address(), browser)
    except SignInRefused:
        said = _("Wrong name or password.")
        return make_response(_sign_in_page(form.get("name", ""), said, onward), HTTPStatus.UNAUTHORIZED)
    response = make_response(redirect(onward, HTTPStatus.SEE_OTHER))
    callers.remember(response, token)
    callers.remember_browser(response, browser)
    return response


@accounts.post("/sign-out")
def sign_out() -> Response:
    """End the session."""
    read_form()
    current_book().sign_ins.sign_out(current_caller())
    response = make_response(redirect(url_for("pages.shelf"), HTTPStatus.SEE_OTHER))
    callers.forget(response)
    return response


@accounts.get("/welcome")
def welcome() -> str:
    """Show the form for a code by which a password is chosen."""
    return _welcome_page(read_query(request.args, "code").get("code", ""), "")


@accounts.post("/welcome")
def welcomed() -> Response:
    """Choose a password, and be signed in."""
    form = read_form("code", "password", "again")
    code = form.get("code", "")
    if form.get("password", "") != form.get("again", ""):
        return make_response(_welcome_page(code, _("The two passwords differ.")), HTTPStatus.UNPROCESSABLE_ENTITY)
    browser = callers.browser()
    try:
        token = current_book().sign_ins.choose_password(code, form.get("password", ""), callers.address(), browser, request.host)
    except MalformedCommand:
        return make_response(_welcome_page(code, people_page.password_rule()), HTTPStatus.UNPROCESSABLE_ENTITY)
    except SignInRefused:
        said = _("This code is not valid: it is mistyped, already used or expired.")
        return make_response(_welcome_page("", said), HTTPStatus.UNAUTHORIZED)
    response = make_response(redirect(url_for("accounts.me"), HTTPStatus.SEE_OTHER))
    callers.remember(response, token)
    callers.remember_browser(response, browser)
    return response


@accounts.get("/account")
def me() -> str:
    """Show what is one's own: records, seats, tokens, sessions."""
    return render_template("pages/account.html", page=people_page.own_page(current_book(), current_caller()))


@accounts.post("/account")
def change_me() -> AnyResponse:
    """Change the password, make or end a token; a new token is shown this once."""
    form = read_form("act", "old", "password", "again", "label", "scope", "days", "token", "sure")
    page = people_page.changed(current_book(), current_caller(), form, request.form.getlist("scope"))
    if page is None:
        return redirect(url_for("accounts.me"), HTTPStatus.SEE_OTHER)
    return make_response(render_template("pages/account.html", page=page), page.status)


@accounts.get("/account/data")
def take_out() -> Response:
    """Give everything that is held of the caller, as a JSON file."""
    held = current_book().people.held_of_me(current_caller())
    response = make_response(json.dumps(held, indent=2, default=str, ensure_ascii=False))
    response.mimetype = "application/json"
    response.headers["Content-Disposition"] = 'attachment; filename="kiebitz-account.json"'
    return response


@accounts.get("/seat")
def seat() -> str:
    """Show the form for the code of a seat."""
    return render_template("pages/seat.html", code=read_query(request.args, "code").get("code", ""), said="")


@accounts.post("/seat")
def take_seat() -> Response:
    """Take the seat that a code is for, and go to the record."""
    form = read_form("code")
    try:
        record, key = current_book().access.take_seat(current_caller(), form.get("code", ""), callers.address())
    except SignInRefused:
        said = _("This code is not valid: it is mistyped, already used or expired.")
        return make_response(render_template("pages/seat.html", code="", said=said), HTTPStatus.UNAUTHORIZED)
    view = look(current_book(), current_caller(), record, key)
    # In suspense a finished game begins at its beginning, also for its players.
    at = f"at={view.steps}&" if view.running or not in_suspense() else ""
    return make_response(redirect(f"{url_for('pages.replay', record=record)}?{at}as={key}", HTTPStatus.SEE_OTHER))


@accounts.get("/people")
def people() -> str:
    """List the accounts by name, ``from`` a name on, with the forms of admins."""
    begun = read_query(request.args, "from").get("from", "")
    return render_template("pages/people.html", page=people_page.people_page(current_book(), current_caller(), begun=begun))


@accounts.post("/people")
def change_people() -> AnyResponse:
    """Make an account, change it, or end it; a new code is shown this once."""
    form, asked = read_form("act", "name", "new", "role", "sure"), read_query(request.args, "from")
    page = people_page.changed_people(current_book(), current_caller(), form, request.form.getlist("role"), asked.get("from", ""))
    if page is None:
        return redirect(people_page.address("accounts.people", asked.get("from", "")), HTTPStatus.SEE_OTHER)
    return make_response(render_template("pages/people.html", page=page), page.status)


@accounts.get("/state")
def state() -> str:
    """Show admins how the server is."""
    read_query(request.args)
    return render_template("pages/state.html", page=state_page())


@accounts.get("/records/<record>/access")
def access(record: str) -> str:
    """Show who may see a record, its seats, and who opened whose hand."""
    _signed_in_only()
    return render_template("pages/access.html", page=access_page.page(current_book(), current_caller(), record))


@accounts.post("/records/<record>/access")
def change_access(record: str) -> AnyResponse:
    """Release a record, give its seats, close it, agree; a new code of a seat is shown this once."""
    _signed_in_only()
    form = read_form(*access_page.FIELDS)
    page = access_page.changed(current_book(), current_caller(), record, form)
    if page is None:
        onward = form.get("next", "")
        return redirect(within(onward) if onward else url_for("accounts.access", record=record), HTTPStatus.SEE_OTHER)
    return make_response(render_template("pages/access.html", page=page), page.status)


def _signed_in_only() -> None:
    if current_caller().kind is not CallerKind.ACCOUNT:
        raise NotYours("who may see a record is shown to people who have signed in; sign in first", "sign in")


def _sign_in_page(name: str, said: str, onward: str) -> str:
    return render_template("pages/sign_in.html", name=name, said=said, onward=onward)


def _welcome_page(code: str, said: str) -> str:
    return render_template("pages/welcome.html", code=code, said=said, rule=people_page.password_rule())
