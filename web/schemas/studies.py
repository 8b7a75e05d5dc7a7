"""Studies as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from marshmallow import fields

from web.schemas.base import ApiAnswer

if TYPE_CHECKING:
    from records.service.chapters.views import StudyView


class StudyChapterSchema(ApiAnswer):
    """A chapter."""

    id = fields.String()
    version = fields.Integer(metadata={"description": "of the event that says how it reads"})
    body = fields.Dict(allow_none=True, metadata={"description": "null where it was erased"})
    key = fields.Dict(allow_none=True, metadata={"description": "what is true of its task; in a published number alone"})


class StudySchema(ApiAnswer):
    """A study for its author."""

    id = fields.String()
    title = fields.String(metadata={"description": "empty where it was erased"})
    text = fields.String()
    language = fields.String(metadata={"description": "in which it is written; empty where that is not said"})
    opened = fields.String(metadata={"description": "when it was begun, UTC"})
    numbers = fields.Integer(metadata={"description": "how many were published"})
    number = fields.Integer(allow_none=True, metadata={"description": "which one this is; null for the study as it stands"})
    chapters = fields.List(fields.Nested(StudyChapterSchema))


class StudiesSchema(ApiAnswer):
    """Studies, the oldest first."""

    studies = fields.List(fields.Nested(StudySchema))


def study_data(study: StudyView) -> dict[str, Any]:
    """Return a study for its author."""
    return {
        "id": study.id,
        "title": study.title,
        "text": study.text,
        "language": study.language,
        "opened": study.opened.isoformat(),
        "numbers": study.numbers,
        "number": study.number,
        "chapters": [
            {
                "id": one.id,
                "version": one.version,
                "body": _plain(one.body),
                "key": _plain(one.key),
            }
            for one in study.chapters
        ],
    }


def _plain(part: msgspec.Struct | None) -> Any:
    """Return a value as plain JSON; what was kept as it was written is read."""
    return None if part is None else msgspec.json.decode(msgspec.json.encode(part))
