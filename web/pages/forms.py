"""What the forms of all pages have in common: fields are read strictly, a form writes once, and it leads to an address."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, TypeAlias

from flask import redirect, request

from web.guards import repeats
from web.problems import Refused
from web.queries import LONGEST, complain
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from werkzeug import Response

    Fields: TypeAlias = Mapping[str, Sequence[str]]
LARGEST = 64 * 1024
"""Bytes of a form without files."""


def read_form(known: Collection[str], repeated: Collection[str] = (), texts: Collection[str] = ()) -> Fields:
    """Return the fields of the form that was sent, each as a list; those in ``repeated`` may stand more than once.

    Those in ``texts`` are of any length, and may have several lines. Raises Refused (422) for a field that the page does not know, and
    413 for a form that is too large.
    """
    request.max_content_length = LARGEST
    fields = {name: request.form.getlist(name) for name in request.form}
    for name, values in fields.items():
        if name in texts:
            if len(values) == 1 and "".join(values[0].split()).isprintable():
                continue
            raise Refused(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                _("The text “%(name)s” contains characters that cannot be printed.", name=name),
                ("form", name),
            )
        if complaint := complain(name, values, known, repeated):
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, complaint, ("form", name[:LONGEST]))
    return fields


def read_known(known: Collection[str], largest: int = LARGEST) -> Fields:
    """Return the fields of a form whose texts the book checks itself; raises Refused (422) for one that the form has not.

    ``largest`` is how many bytes it may have.
    """
    request.max_content_length = request.max_form_memory_size = largest
    strange = next((name for name in request.form if name not in known), None)
    if strange is not None:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("“%(name)s” is not known here.", name=strange[:40]), ("form", strange[:40]))
    return {name: [value.replace("\r\n", "\n") for value in values] for name, values in request.form.lists()}


def one(fields: Fields, name: str, usual: str = "") -> str:
    """Return the one value of a field, ``usual`` where it is missing."""
    return fields.get(name, (usual,))[0]


def write_once(said: Fields, write: Callable[[], str | Response], files: Iterable[bytes] = ()) -> Response:
    """Do what a form says, once however often it is sent, and lead to the address that ``write`` returns.

    What it says are its fields, as far as they count, and ``files``. An answer of another kind is sent as it is; what has written
    something marks it with ``repeats.wrote``.
    """

    def answer() -> Response:
        to = write()
        return repeats.wrote(redirect(to, HTTPStatus.SEE_OTHER)) if isinstance(to, str) else to

    return repeats.once(request.form.get(repeats.FIELD, ""), repeats.digest_of(said, files), answer)
