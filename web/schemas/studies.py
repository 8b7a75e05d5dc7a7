"""Studies, logs that were told again, and tables of words as JSON."""

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


class WordLineSchema(ApiAnswer):
    """What the words of a line mean."""

    line = fields.Integer(attribute="0", **means("its number in the table's history"))
    says = fields.String(attribute="1.0", **means("a line of a log with fields for people, cards and numbers"))
    means = fields.String(attribute="1.1", **means("a line of notation with these fields; empty for a line that only follows"))


class WordTableSchema(ApiAnswer):
    """What the lines of a site's log mean in a game."""

    id = fields.String()
    game = fields.String()
    site = fields.String(**means("empty where the log named none"))
    lines = made(fields.List(fields.Nested(WordLineSchema)), lambda table, _: [*table.lines.items()])


class WordTablesSchema(ApiAnswer):
    """Tables of words, by game and site."""

    tables = made(fields.List(fields.Nested(WordTableSchema)), itself)


class ToldLineSchema(ApiAnswer):
    """A line of the log."""

    place = fields.String(attribute="line.place", **means("number of its event in the log's record, and its place there"))
    text = fields.String(attribute="line.text")
    version = made(
        fields.Integer(allow_none=True, **means("first event of the move to which it belongs; null for none, or none yet")),
        lambda one, _: one.mark.version if one.mark else None,
    )
    skipped = made(fields.Boolean(**means("whether it is left out")), lambda one, _: bool(one.mark and one.mark.skipped))


class RetellingSchema(ApiAnswer):
    """The log beside which a record was written."""

    source = fields.String(attribute="0.source.header.record", **means("id of the log's record"))
    lines = fields.List(fields.Nested(ToldLineSchema), attribute="1")


class FoundRetellingSchema(ApiAnswer):
    """The log of a record, as far as its reader may see it."""

    retelling = made(fields.Nested(RetellingSchema, allow_none=True, **means("null where there is none for this reader")), itself)
