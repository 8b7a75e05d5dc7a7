"""``kiebitz user``: the accounts of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.accounts.tokens import shown_code
from records.core.viewers import Role
from web.cli.output import counted, plain, print_json, print_table, tell, with_json
from web.cli.places import StoreChoice, with_store

if TYPE_CHECKING:
    from records.service.accounts.people import AccountView

with_name = click.argument("name")
ROLES = click.Choice([str(role) for role in Role])


@click.group()
def user() -> None:
    """Make accounts, give them roles, and end them. With the first account nobody is local any more."""


@user.command()
@with_store
@with_json
@with_name
@click.option("--admin", is_flag=True, help="Somebody who looks after the others; the first account is one.")
@click.option("--role", "roles", multiple=True, type=ROLES, help="May be repeated. [default: player]")
@click.pass_obj
def add(place: StoreChoice, name: str, roles: tuple[str, ...], *, admin: bool, as_json: bool) -> None:
    """Make an account called NAME, and print the code by which its password is chosen."""
    wanted = {*(roles or (str(Role.PLAYER),)), *((str(Role.ADMIN),) if admin else ())}
    with place.open(create=True) as book:
        code = book.add_member(book.keeper, name, wanted)
    _tell_code(name, code, as_json=as_json)


@user.command("list")
@with_store
@with_json
@click.pass_obj
def list_(place: StoreChoice, *, as_json: bool) -> None:
    """List the accounts by name, those that ended too."""
    with place.open() as book:
        members = book.members(book.keeper)
    if as_json:
        print_json([_data(one) for one in members])
    else:
        print_table(
            ("name", "roles", "since", "state"),
            [(plain(one.name), " ".join(one.roles), f"{one.since:%Y-%m-%d}", _state(one)) for one in members],
        )


@user.command()
@with_store
@with_json
@with_name
@click.argument("roles", nargs=-1, type=ROLES)
@click.pass_obj
def roles(place: StoreChoice, name: str, roles: tuple[str, ...], *, as_json: bool) -> None:
    """Give the account NAME these ROLES and no others; its sessions and tokens end."""
    with place.open() as book:
        found = book.set_roles(book.keeper, name, roles)
    _tell(found, f"{plain(found.name)} is {', '.join(found.roles) or 'without a role'} now.", as_json=as_json)


@user.command()
@with_store
@with_json
@with_name
@click.argument("new")
@click.pass_obj
def rename(place: StoreChoice, name: str, new: str, *, as_json: bool) -> None:
    """Call the account NAME otherwise."""
    with place.open() as book:
        found = book.rename_member(book.keeper, name, new)
    _tell(found, f"{plain(name)} is called {plain(found.name)} now.", as_json=as_json)


@user.command()
@with_store
@with_json
@with_name
@click.pass_obj
def reset(place: StoreChoice, name: str, *, as_json: bool) -> None:
    """Print a code by which the holder of the account NAME chooses another password; its use ends all sessions and tokens."""
    with place.open() as book:
        code = book.reset_member(book.keeper, name)
    _tell_code(name, code, as_json=as_json)


@user.command()
@with_store
@with_json
@with_name
@click.pass_obj
def end(place: StoreChoice, name: str, *, as_json: bool) -> None:
    """Let nobody in by the account NAME any more; what it owns stays."""
    with place.open() as book:
        found = book.end_member(book.keeper, name)
    _tell(found, f"The account {plain(found.name)} has ended.", as_json=as_json)


@user.command()
@with_store
@with_name
@click.pass_obj
def forget(place: StoreChoice, name: str) -> None:
    """Delete the account NAME with its sessions, tokens, links and seats; records that it owned are nobody's."""
    with place.open() as book:
        book.forget_member(book.keeper, name)
    tell(f"The account {plain(name)} is deleted. Its name at seats is another matter: kiebitz forget.")


@user.command()
@with_store
@with_name
@click.pass_obj
def export(place: StoreChoice, name: str) -> None:
    """Print everything that is held of the account NAME, as JSON."""
    with place.open() as book:
        print_json(book.held_of(book.keeper, name))


def _tell_code(name: str, code: str, *, as_json: bool) -> None:
    if as_json:
        print_json({"name": name, "code": shown_code(code), "hours": 24, "address": "/welcome"})
        return
    click.echo(shown_code(code))
    tell(f"With this code {plain(name)} chooses a password at /welcome, once, within {counted(24, 'hour')}.")


def _tell(found: AccountView, words: str, *, as_json: bool) -> None:
    if as_json:
        print_json(_data(found))
    else:
        tell(words)


def _data(one: AccountView) -> dict[str, Any]:
    return {"name": one.name, "roles": [*one.roles], "since": one.since, "ended": one.ended, "has_password": one.has_password}


def _state(one: AccountView) -> str:
    return f"ended {one.ended:%Y-%m-%d}" if one.ended else "" if one.has_password else "no password yet"
