"""Logs that were told again, and the caller's own tables of words."""

from __future__ import annotations

from typing import Any

from importers.retelling.source import log_lines
from importers.retelling.telling import MarkedLine
from records.core.sentences import N_
from web.api.operations import get
from web.callers import current_book, current_caller
from web.looking import look
from web.schemas.questions import LookQuery, NoQuery
from web.schemas.studies import FoundRetellingSchema, WordTablesSchema


@get(
    "/records/<record>/retelling",
    N_("The log beside which a record was written, each line with its move, through the same eyes"),
    asks=LookQuery,
    gives=FoundRetellingSchema,
)
def retelling(asked: dict[str, Any], record: str) -> dict[str, Any]:
    """Tell it to readers who may see the log, else nothing: not that there is one."""
    view = look(current_book(), current_caller(), record, asked["viewer"])
    found = current_book().retelling.retelling_of(current_caller(), view)
    lines = [] if found is None else [MarkedLine(line, found.marks.get(line.place)) for line in log_lines(found.source)]
    return FoundRetellingSchema.data(None if found is None else (found, lines))


@get("/words", N_("The caller's own tables of words: what the lines of a site's log mean in a game"), asks=NoQuery, gives=WordTablesSchema)
def word_tables(_asked: dict[str, Any]) -> dict[str, Any]:
    """Tell those; of anybody else's nothing is told."""
    return WordTablesSchema.data(current_book().retelling.word_tables(current_caller()))
