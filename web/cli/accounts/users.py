"""``kiebitz user``: the accounts of a store."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from records.accounts.tokens import shown_code
from records.core.viewers import Role
from web.cli.output import counted, plain, print_json, print_table, tell, with_json
from web.cli.verbs import show_answer, verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.service import GameBook
    from records.service.desks.people import AccountView

with_name = click.argument("name")
HERE = "127.0.0.1"
"""Where somebody at the command line is."""
ROLES = click.Choice([str(role) for role in Role])


@click.group()
def user() -> None:
    """Make accounts, give them roles, and end them. With the first account nobody is local any more."""


def _show_code(told: tuple[str, str], *, as_json: bool) -> None:
    name, code = told
    if as_json:
        print_json({"name": name, "code": shown_code(code), "hours": 24, "address": "/welcome"})
        return
    click.echo(shown_code(code))
    tell(f"With this code {plain(name)} chooses a password at /welcome, once, within {counted(24, 'hour')}.")


def _show_list(members: Sequence[AccountView], *, as_json: bool) -> None:
    if as_json:
        print_json([_data(one) for one in members])
        return
    rows = [(plain(one.name), " ".join(one.roles), f"{one.since:%Y-%m-%d}", _state(one)) for one in members]
    print_table(("name", "roles", "since", "state"), rows)


_verb = partial(verb, into=user)


@_verb(
    with_json,
    with_name,
    click.option("--admin", is_flag=True, help="Give it the role admin; the first account always has it."),
    click.option("--role", "roles", multiple=True, type=ROLES, help="A role; may be repeated. [default: player]"),
    shows=_show_code,
    create=True,
)
def add(book: GameBook, *, name: str, roles: tuple[str, ...], admin: bool) -> tuple[str, str]:
    """Make an account called NAME, and print the code by which its password is chosen."""
    wanted = {*(roles or (str(Role.PLAYER),)), *((str(Role.ADMIN),) if admin else ())}
    return name, book.people.add_member(book.keeper, name, wanted)


@_verb(with_json, name="list", shows=_show_list)
def list_(book: GameBook) -> Sequence[AccountView]:
    """List the accounts by name, those that ended too."""
    return book.people.members(book.keeper)


@_verb(with_json, with_name, click.argument("roles", nargs=-1, type=ROLES), shows=show_answer)
def roles(book: GameBook, *, name: str, roles: tuple[str, ...]) -> tuple[Any, str]:
    """Give the account NAME these ROLES and no others; its sessions and tokens end."""
    found = book.people.set_roles(book.keeper, name, roles)
    return _data(found), f"{plain(found.name)} is {', '.join(found.roles) or 'without a role'} now."


@_verb(with_json, with_name, click.argument("new"), shows=show_answer)
def rename(book: GameBook, *, name: str, new: str) -> tuple[Any, str]:
    """Call the account NAME otherwise."""
    found = book.people.rename_member(book.keeper, name, new)
    return _data(found), f"{plain(name)} is called {plain(found.name)} now."


@_verb(with_json, with_name, shows=_show_code)
def reset(book: GameBook, *, name: str) -> tuple[str, str]:
    """Print a code by which the holder of the account NAME chooses another password; its use ends all sessions and tokens."""
    return name, book.people.reset_member(book.keeper, name)


@_verb(with_json, with_name, shows=show_answer)
def password(book: GameBook, *, name: str) -> tuple[Any, str]:
    """Choose the password of the account NAME, typed or on standard input; all its sessions and tokens end."""
    code = book.people.reset_member(book.keeper, name)
    token = book.sign_ins.choose_password(code, _typed_password(), HERE)
    session = book.sign_ins.caller_of(token)
    if session is not None:
        book.sign_ins.sign_out(session)
    found = next(one for one in book.people.members_from(book.keeper, name, 1))
    return _data(found), f"{plain(found.name)} signs in with the new password."


def _typed_password() -> str:
    """Return what is typed twice at a terminal, else the first line of standard input: on a command line others would read it."""
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True, err=True))
    return sys.stdin.readline().rstrip("\r\n")


@_verb(with_json, with_name, shows=show_answer)
def end(book: GameBook, *, name: str) -> tuple[Any, str]:
    """Let nobody in by the account NAME any more; what it owns stays."""
    found = book.people.end_member(book.keeper, name)
    return _data(found), f"The account {plain(found.name)} has ended."


@_verb(with_name, shows=tell)
def forget(book: GameBook, *, name: str) -> str:
    """Delete the account NAME with its sessions, tokens, links and seats; records that it owned are nobody's."""
    book.people.forget_member(book.keeper, name)
    return f"The account {plain(name)} is deleted. Its name at seats is another matter: kiebitz forget."


@_verb(with_name, shows=print_json)
def export(book: GameBook, *, name: str) -> Any:
    """Print everything that is held of the account NAME, as JSON."""
    return book.people.held_of(book.keeper, name)


def _data(one: AccountView) -> dict[str, Any]:
    return {"name": one.name, "roles": [*one.roles], "since": one.since, "ended": one.ended, "has_password": one.has_password}


def _state(one: AccountView) -> str:
    return f"ended {one.ended:%Y-%m-%d}" if one.ended else "" if one.has_password else "no password yet"
