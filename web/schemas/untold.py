"""What can never be known from a record, or only by working it out."""

from __future__ import annotations

from marshmallow import fields

from web.schemas.base import ApiAnswer, SaidField, ViewedSchema, made, means

_FIRST = means("step after which it is so for the first time")
_LAST = means("step after which it is so for the last time")


class UntoldHandSchema(ApiAnswer):
    """A hand in which cards lay that are not shown."""

    seat = fields.String()
    first = fields.Integer(**_FIRST)
    last = fields.Integer(**_LAST)
    came = fields.Integer(**means("cards that came unseen, those that were shown later counted in"))
    most = fields.Integer(**means("of them at once"))


class UntoldCardsSchema(ApiAnswer):
    """Cards of a pile that were not shown while they lay there, nor when they left."""

    pile = fields.String()
    first = fields.Integer(**_FIRST)
    last = fields.Integer(**_LAST)
    slots = fields.List(fields.String())


class UntoldGapSchema(ApiAnswer):
    """A stretch of which nothing was written down."""

    first = fields.Integer()
    last = fields.Integer(allow_none=True, **means("the step that begins again; null where nothing does"))
    why = fields.String()


class UntoldWordsSchema(ApiAnswer):
    """Somebody alone was told something that is not shown."""

    seat = fields.String(attribute="0")
    first = fields.Integer(attribute="1", **_FIRST)


class UntoldSchema(ViewedSchema):
    """All that a viewer's log does not show; each list is empty where there is nothing of its kind."""

    hands = fields.List(fields.Nested(UntoldHandSchema), attribute="found.hands")
    cards = fields.List(fields.Nested(UntoldCardsSchema), attribute="found.cards")
    gaps = fields.List(fields.Nested(UntoldGapSchema), attribute="found.gaps")
    words = fields.List(fields.Nested(UntoldWordsSchema), attribute="found.words")
    silent = fields.List(fields.String(), attribute="found.silent", **means("seats of whose own words nothing is there"))
    told = made(
        fields.List(SaidField(), **means("all of it in sentences; one where nothing is missing")),
        lambda looked, _: looked.view.never_told(),
    )
