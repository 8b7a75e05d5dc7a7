"""Studies as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

if TYPE_CHECKING:
    from records.service.chapters.views import StudyView


def study_data(study: StudyView) -> dict[str, Any]:
    """Return a study for its author."""
    return {
        "id": study.id,
        "title": study.title,
        "text": study.text,
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
