"""What can never be known from a record, or only by working it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from marshmallow import fields

from records.core.viewers import viewer_key
from web.schemas.base import ApiAnswer
from web.words.phrases import Locale, say_plainly

if TYPE_CHECKING:
    from records.service import RecordView

_FIRST = {"description": "step after which it is so for the first time"}
_LAST = {"description": "step after which it is so for the last time"}


class UntoldHandSchema(ApiAnswer):
    """A hand in which cards lay that are not shown."""

    seat = fields.String()
    first = fields.Integer(metadata=_FIRST)
    last = fields.Integer(metadata=_LAST)
    came = fields.Integer(metadata={"description": "cards that came unseen, those that were shown later counted in"})
    most = fields.Integer(metadata={"description": "of them at once"})


class UntoldCardsSchema(ApiAnswer):
    """Cards of a pile that were not shown while they lay there, nor when they left."""

    pile = fields.String()
    first = fields.Integer(metadata=_FIRST)
    last = fields.Integer(metadata=_LAST)
    slots = fields.List(fields.String())


class UntoldGapSchema(ApiAnswer):
    """A stretch of which nothing was written down."""

    first = fields.Integer()
    last = fields.Integer(allow_none=True, metadata={"description": "the step that begins again; null where nothing does"})
    why = fields.String()


class UntoldWordsSchema(ApiAnswer):
    """Somebody alone was told something that is not shown."""

    seat = fields.String()
    first = fields.Integer(metadata=_FIRST)


class UntoldSchema(ApiAnswer):
    """All that a viewer's log does not show; each list is empty where there is nothing of its kind."""

    id = fields.String()
    viewer = fields.String()
    hands = fields.List(fields.Nested(UntoldHandSchema))
    cards = fields.List(fields.Nested(UntoldCardsSchema))
    gaps = fields.List(fields.Nested(UntoldGapSchema))
    words = fields.List(fields.Nested(UntoldWordsSchema))
    silent = fields.List(fields.String(), metadata={"description": "seats of whose own words nothing is there"})
    told = fields.List(fields.String(), metadata={"description": "all of it in sentences; one where nothing is missing"})


def untold_data(view: RecordView, locale: Locale) -> dict[str, Any]:
    """Return it in the shape of ``UntoldSchema``."""
    untold = view.untold
    return {
        "id": view.header.record,
        "viewer": viewer_key(view.viewer),
        "hands": [{"seat": one.seat, "first": one.first, "last": one.last, "came": one.came, "most": one.most} for one in untold.hands],
        "cards": [{"pile": one.pile, "first": one.first, "last": one.last, "slots": one.slots} for one in untold.cards],
        "gaps": [{"first": one.first, "last": one.last, "why": one.why} for one in untold.gaps],
        "words": [{"seat": seat, "first": first} for seat, first in untold.words],
        "silent": untold.silent,
        "told": [say_plainly(sentence, view.names, locale) for sentence in view.never_told()],
    }
