"""Reads the address of a page strictly: a typo in ``?as=`` must never fall back to a wider view."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import TYPE_CHECKING

from web.problems import Refused
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from werkzeug.datastructures import MultiDict

_NUMBER = re.compile(r"[0-9]{1,9}")
FORGETFUL = "&memory=table"
"""Behind an address: by the online table's memory."""
HINDSIGHT = "&knows=hindsight"
"""Parameter of an address: with what the viewer knows by the end of the record."""
LONGEST = 200
"""Characters of one parameter."""
COUNTED = ("step", "turn", "round")
"""Parameters by which an event may be requested, instead of by its number."""
OF_REPLAY = ("at", "as", "memory", "knows", "suspense", "by", "large", "hide", "show", *COUNTED)
"""Parameters of the replay page."""


def read_query(args: MultiDict[str, str], *known: str) -> dict[str, str]:
    """Return the parameters that are there, each once; ``lang`` may stand on every page and was read before.

    Raises Refused (422) for a parameter that the page does not know, that is given twice, that is
    too long or that holds control characters.
    """
    found: dict[str, str] = {}
    for name, values in args.lists():
        if name == "lang":
            continue
        if complaint := complain(name, values, known):
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, complaint, ("query", name[:LONGEST]))
        found[name] = values[0]
    return found


def complain(name: str, values: Sequence[str], known: Collection[str], repeated: Collection[str] = ()) -> str:
    """Return what is wrong with a parameter, "" if nothing is: those in ``repeated`` may be given more than once."""
    if name not in known:
        named = ", ".join(known) or _("none")
        return _("The parameter “%(name)s” is not known here. Known parameters: %(known)s.", name=name[:LONGEST], known=named)
    if len(values) != 1 and name not in repeated:
        return _("The parameter “%(name)s” is given more than once.", name=name)
    if any(len(value) > LONGEST or not value.isprintable() for value in values):
        return _("The parameter “%(name)s” may have at most %(n)s characters, all of them printable.", name=name, n=LONGEST)
    return ""


def read_number(name: str, text: str, where: str = "query") -> int:
    """Return a number of at most nine digits.

    Raises Refused (422) for everything else, signs and other scripts' digits included.
    """
    if not _NUMBER.fullmatch(text):
        reason = _("“%(name)s” is a whole number from 0, not “%(text)s”.", name=name, text=text)
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, (where, name))
    return int(text)


def read_choice(name: str, text: str, choices: Collection[str]) -> str:
    """Return ``text`` if it is one of ``choices``.

    Raises Refused (422) if it is not.
    """
    if text not in choices:
        reason = _("“%(name)s” is one of %(choices)s, not “%(text)s”.", name=name, choices=", ".join(choices), text=text)
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", name))
    return text
