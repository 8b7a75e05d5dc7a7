"""Studies as JSON."""

from __future__ import annotations

import msgspec
from marshmallow import fields

from web.schemas.base import ApiAnswer, itself, made, means


class PlainField(fields.Dict):
    """A value as plain JSON; what was kept as it was written is read."""

    turned = staticmethod(lambda part, _words: msgspec.json.decode(msgspec.json.encode(part)))


class StudyChapterSchema(ApiAnswer):
    """A chapter."""

    id = fields.String()
    version = fields.Integer(**means("of the event that says how it reads"))
    body = PlainField(allow_none=True, **means("null where it was erased"))
    key = PlainField(allow_none=True, **means("what is true of its task; in a published number alone"))


class StudySchema(ApiAnswer):
    """A study for its author."""

    id = fields.String()
    title = fields.String(**means("empty where it was erased"))
    text = fields.String()
    language = fields.String(**means("in which it is written; empty where that is not said"))
    opened = made(fields.String(**means("when it was begun, UTC")), lambda study, _: study.opened.isoformat())
    numbers = fields.Integer(**means("how many were published"))
    number = fields.Integer(allow_none=True, **means("which one this is; null for the study as it stands"))
    chapters = fields.List(fields.Nested(StudyChapterSchema))


class StudiesSchema(ApiAnswer):
    """Studies, the oldest first."""

    studies = made(fields.List(fields.Nested(StudySchema)), itself)
