"""Studies, for their authors."""

from __future__ import annotations

from typing import Any

from records.core.sentences import N_
from web.api.operations import get
from web.callers import current_book, current_caller
from web.schemas.questions import NoQuery, StudyQuery
from web.schemas.studies import StudiesSchema, StudySchema


@get("/studies", N_("The studies that the caller wrote, oldest first"), asks=NoQuery, gives=StudiesSchema)
def studies(_asked: dict[str, Any]) -> dict[str, Any]:
    """Tell those; of anybody else's nothing is told, not that they are there."""
    return StudiesSchema.data(current_book().studies.studies(current_caller()))


@get("/studies/<study>", N_("A study of the caller's, as it stands or as it was published"), asks=StudyQuery, gives=StudySchema)
def study(asked: dict[str, Any], study: str) -> dict[str, Any]:
    """Tell it; a published number with the keys of its tasks."""
    return StudySchema.data(current_book().studies.study(current_caller(), study, asked.get("number")))
