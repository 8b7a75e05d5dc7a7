"""The page of one's own account and that of the people of a store, and the actions of their forms."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from flask import request, url_for

from records.accounts import passwords
from records.accounts.tokens import shown_code
from records.core.viewers import PUBLIC, Role, Scope
from records.errors import AccountTaken, MalformedCommand, NotFound, NotYours, RecordsError, SignInRefused
from records.service.accounts.signing import TOKEN_DAYS
from web.callers import browser
from web.sure import make_sure
from web.words.texts import _, listing, number, translated
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.viewers import Caller
    from records.service import GameBook
    from records.service.desks.people import AccountView
    from records.store import SessionRow, TokenRow


MOST_PEOPLE = 50
"""People on one page."""


class OwnPage(msgspec.Struct, frozen=True, kw_only=True):
    """What an account has here."""

    me: AccountView
    roles: str
    seats: tuple[tuple[str, str], ...]
    """Address and title of each record at which they sit."""
    tokens: tuple[tuple[TokenRow, str], ...]
    """Each with what it permits, in words."""
    sessions: Sequence[SessionRow]
    via: str
    """Digest of this session."""
    admin: bool
    scopes: tuple[tuple[str, str], ...]
    """Key and words."""
    rule: str
    made: str = ""
    """A new token, shown this once."""
    said: str = ""
    """Why something was refused."""
    status: HTTPStatus = HTTPStatus.OK


class PeoplePage(msgspec.Struct, frozen=True, kw_only=True):
    """Accounts of a store, by name."""

    people: tuple[tuple[AccountView, str], ...]
    """Each with its roles in words."""
    roles: tuple[tuple[str, str], ...]
    """Key and words."""
    change: str
    """Target address of its forms."""
    begun: str = ""
    """The name from which on they are listed; "" for the first."""
    more: str = ""
    """Address of the next people; "" if there are none."""
    code: str = ""
    """A new code, shown this once."""
    address: str = ""
    """Where it is used."""
    whose: str = ""
    said: str = ""
    status: HTTPStatus = HTTPStatus.OK


def address(endpoint: str, begun: str) -> str:
    """Return the address of a page of the people whose names come from ``begun`` on."""
    return f"{url_for(endpoint)}?{urlencode({'from': begun})}" if begun else url_for(endpoint)


def password_rule() -> str:
    """Return what a password must be."""
    return _(
        "A password has %(least)s to %(most)s characters. Your name, this site's name or the code with digits added is not enough.",
        least=number(passwords.LEAST),
        most=number(passwords.MOST),
    )


def role_words() -> dict[Role, str]:
    """Return what each role is called."""
    return {
        Role.PLAYER: _("Player"),
        Role.RECORDER: _("Recorder"),
        Role.TEACHER: _("Teacher"),
        Role.ARBITER: _("Arbiter"),
        Role.ADMIN: _("Admin"),
    }


def scope_words() -> dict[Scope, str]:
    """Return what a token can be good for, in words."""
    return {
        Scope.READ: _("View records"),
        Scope.RECORD: _("Record games"),
        Scope.UPLOAD: _("Import files"),
        Scope.ANNOTATE: _("Write notes and disputes"),
        Scope.KEEP: _("Maintain the store"),
    }


def own_page(book: GameBook, caller: Caller, *, made: str = "", said: str = "", status: HTTPStatus = HTTPStatus.OK) -> OwnPage:
    """Return the caller's own page."""
    me, admin = book.people.me(caller), Role.ADMIN in caller.roles
    scopes = scope_words()
    return OwnPage(
        me=me,
        roles=listing([role_words()[role] for role in me.roles]) if me.roles else _("none"),
        seats=tuple(_seats(book, caller)),
        tokens=tuple(
            (token, listing([words for key, words in scopes.items() if key in token.scopes])) for token in book.sign_ins.tokens(caller)
        ),
        sessions=book.sign_ins.sessions(caller),
        via=caller.via,
        admin=admin,
        scopes=tuple((str(key), words) for key, words in scopes.items() if key is not Scope.KEEP or admin),
        rule=password_rule(),
        made=made,
        said=said,
        status=status,
    )


def changed(book: GameBook, caller: Caller, form: Mapping[str, str], scopes: Sequence[str]) -> OwnPage | None:
    """Do what a form of one's own page asks; None where that is all, else the page that says what was made or refused."""
    try:
        match form.get("act", ""):
            case "password":
                if form.get("password", "") != form.get("again", ""):
                    return _refused(book, caller, _("The two passwords differ."))
                book.sign_ins.change_password(caller, form.get("old", ""), form.get("password", ""), browser(), request.host)
            case "token":
                days = form.get("days", str(TOKEN_DAYS))
                made = book.sign_ins.make_token(caller, form.get("label", ""), scopes, int(days) if days.isdecimal() else 0)
                return own_page(book, caller, made=made)
            case "end-token":
                make_sure(_("End this token?"), _("Programs that use it will be refused from now on."), _("Yes, end it"))
                book.sign_ins.end_token(caller, form.get("token", ""))
            case _unknown:
                return _refused(book, caller, _("This form asks for an unknown action."))
    except SignInRefused:
        return _refused(book, caller, _("The old password is wrong."))
    except NotFound:
        return _refused(book, caller, _("This token no longer exists."))
    except MalformedCommand:
        if form.get("act") == "password":
            return _refused(book, caller, password_rule())
        said = _("A token needs a name, at least one permission, and a lifetime of 1 to %(n)s days.", n=number(TOKEN_DAYS))
        return _refused(book, caller, said)
    return None


def people_page(
    book: GameBook, caller: Caller, *, begun: str = "", code: str = "", whose: str = "", said: str = "", status: HTTPStatus = HTTPStatus.OK
) -> PeoplePage:
    """Return the page of the people whose names come from ``begun`` on. Raises ``NotYours``."""
    words = role_words()
    found = book.people.members_from(caller, begun, MOST_PEOPLE + 1)
    people = tuple((one, listing([words[role] for role in one.roles]) if one.roles else _("none")) for one in found[:MOST_PEOPLE])
    return PeoplePage(
        people=people,
        change=address("accounts.change_people", begun),
        begun=begun,
        more=address("accounts.people", found[-1].name) if len(found) > MOST_PEOPLE else "",
        roles=tuple((str(role), told) for role, told in words.items()),
        code=shown_code(code) if code else "",
        address=url_for("accounts.welcome", code=shown_code(code), _external=True) if code else "",
        whose=whose,
        said=said,
        status=status,
    )


def changed_people(book: GameBook, caller: Caller, form: Mapping[str, str], roles: Sequence[str], begun: str = "") -> PeoplePage | None:
    """Do what a form of the people's page asks; None where that is all, else the page with a new code or a refusal."""
    name = form.get("name", "").strip()
    acts: dict[str, Callable[[], object]] = {
        "add": lambda: book.people.add_member(caller, name, roles or (Role.PLAYER,)),
        "reset": lambda: book.people.reset_member(caller, name),
        "roles": lambda: book.people.set_roles(caller, name, roles),
        "rename": lambda: book.people.rename_member(caller, name, form.get("new", "")),
        "end": lambda: book.people.end_member(caller, name),
        "forget": lambda: book.people.forget_member(caller, name),
    }
    act = acts.get(form.get("act", ""))
    refused = HTTPStatus.UNPROCESSABLE_ENTITY
    if act is None:
        return people_page(book, caller, begun=begun, said=_("This form asks for an unknown action."), status=refused)
    match form.get("act"):
        case "end":
            loses = _("No one can sign in with it any more, and its sessions and tokens end. What it owns and its seats stay.")
            make_sure(_("End the account %(name)s?", name=name), loses, _("Yes, end it"))
        case "forget":
            loses = _(
                "The account is deleted with its password, sessions, tokens, links and seats, and cannot be restored. What it owned will "
                "have no owner. Its texts stay and can no longer be found as its own: “kiebitz forget” erases them, if it is run first."
            )
            make_sure(_("Delete the account %(name)s for good?", name=name), loses, _("Yes, delete it for good"))
    try:
        done = act()
    except NotYours:
        raise
    except AccountTaken:
        return people_page(book, caller, begun=begun, said=_("This name is already taken."), status=refused)
    except RecordsError:
        said = _("That is not possible: there is no such account, the name is not valid, or no admin would be left.")
        return people_page(book, caller, begun=begun, said=said, status=refused)
    return people_page(book, caller, begun=begun, code=done, whose=name) if isinstance(done, str) else None


def _refused(book: GameBook, caller: Caller, said: str) -> OwnPage:
    return own_page(book, caller, said=said, status=HTTPStatus.UNPROCESSABLE_ENTITY)


def _seats(book: GameBook, caller: Caller) -> list[tuple[str, str]]:
    found = []
    for record, seat in book.people.seats_of(caller):
        try:
            view = book.record(caller, record, PUBLIC)
        except NotFound:
            continue
        title = f"{translated(view.game.title)}: {listing([seat_name(one, view.names) for one in view.header.seats])}"
        found.append((f"{url_for('pages.replay', record=record)}?as={seat}", title))
    return found
