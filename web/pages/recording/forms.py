"""Reads a form as strictly as an address: unknown, doubled and unprintable fields are refused."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

from flask import request

from web.problems import Refused
from web.queries import LONGEST, complain
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

LARGEST = 64 * 1024
"""Bytes of a form without files."""


def read_form(known: Collection[str], repeated: Collection[str] = (), texts: Collection[str] = ()) -> Mapping[str, Sequence[str]]:
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
                HTTPStatus.UNPROCESSABLE_ENTITY, _("The text “%(name)s” holds signs that cannot be printed.", name=name), ("form", name)
            )
        if complaint := complain(name, values, known, repeated):
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, complaint, ("form", name[:LONGEST]))
    return fields
