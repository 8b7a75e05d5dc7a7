"""What people write by hand: commands for docs/notation.md, keys for docs/study-files.md."""

from __future__ import annotations

from typing import get_args

import msgspec

from importers.study_texts.shape import TextChapter, TextStudy, TextTask
from records.service.library import library
from support.printed.markdown import code, field_docs, first, table

LEFT_OUT = ("hints", "says")
"""What every task but one may have; the document says so."""


def notation() -> dict[str, str]:
    """Return the forms of each game's commands."""
    games = {game.title: [form.text for form in game.notation.forms] for game in library().values() if game.notation.forms}
    return {"forms": "\n".join(f"- **{title}**: {code(*forms)}" for title, forms in games.items())}


def studies() -> dict[str, str]:
    """Return the keys of a study and of a chapter, and what a task may ask."""
    return {"study": _keys(TextStudy), "chapter": _keys(TextChapter), "tasks": _tasks()}


def _keys(cls: type[msgspec.Struct]) -> str:
    return table(("key", "value"), [(code(name), text) for name, text in field_docs(cls).items()])


def _tasks() -> str:
    rows = []
    for task in get_args(TextTask):
        fields = [field for field in msgspec.structs.fields(task) if field.name not in LEFT_OUT]
        needed, free = ([field.name for field in fields if field.required is required] for required in (True, False))
        rows.append((f"`{task.__struct_config__.tag}`", code(*needed), code(*free), first(task)))
    return table(("`ask`", "with", "may have", "asks"), rows)
