"""What somebody can do who finds nothing on the shelf: by who they are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import url_for

from records.core.viewers import CallerKind, Role
from records.service.access import Permission
from web.callers import learner
from web.words.texts import _

if TYPE_CHECKING:
    from records.core.viewers import Caller
    from records.service import GameBook


def empty_heading(caller: Caller) -> str:
    """Return the heading of a shelf without games: only who sees every game knows that there is none."""
    return _("No game is here yet") if caller.kind is CallerKind.LOCAL else _("No game is open to you here yet")


def why_empty(book: GameBook, caller: Caller) -> str:
    """Return what an empty shelf says of itself."""
    if caller.kind is CallerKind.ANONYMOUS:
        return _("Nothing here is public. Members see their games once they have signed in.")
    if book.access.allows(caller, Permission.ADD):
        return _("Games that you record or import appear here, and games in which you have a seat.")
    return _(
        "Games in which you have a seat appear here, and games that others show you. The keeper of a game gives you the code for your seat."
    )


def first_ways(book: GameBook, caller: Caller) -> tuple[tuple[str, str], ...]:
    """Return what the caller can do, address and words, the first of them first."""
    if caller.kind is CallerKind.ANONYMOUS:
        return _stranger()
    found = []
    if caller.kind is CallerKind.ACCOUNT:
        found += [(url_for("accounts.seat"), _("I have a code for a seat"))]
    if book.access.allows(caller, Permission.ADD):
        found = [(url_for("recording.new"), _("Write a game down")), (url_for("pages.upload_form"), _("Import a file")), *found]
    if book.access.allows(caller, Permission.TEACH):
        found += [(url_for("classes.all_classes"), _("My classes"))]
    if Role.ADMIN in caller.roles:
        found += [(url_for("accounts.people"), _("Create accounts for others"))]
    return tuple(found)


def _stranger() -> tuple[tuple[str, str], ...]:
    ways = [(url_for("accounts.sign_in"), _("Sign in")), (url_for("accounts.welcome"), _("I have a code"))]
    known = learner()
    if known is not None:
        return ((url_for("classes.phone", in_class=known.in_class), _("Back to my class")), *ways)
    return (*ways, (url_for("classes.join"), _("I have a code for a class")))
