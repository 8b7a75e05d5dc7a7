"""Logs that were told again, and the caller's own tables of words, which can be written."""

from __future__ import annotations

from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from importers.retelling.source import log_lines
from importers.retelling.telling import MarkedLine
from importers.retelling.word_table import field_missing
from records.core.sentences import N_
from records.values import replace
from web.api.operations import get, post
from web.callers import current_book, current_caller
from web.looking import look
from web.problems import Refused, refusing
from web.schemas import case_writes as bodies
from web.schemas.questions import LookQuery, NoQuery
from web.schemas.studies import FoundRetellingSchema, WordTableSchema, WordTablesSchema
from web.words.texts import _

if TYPE_CHECKING:
    from records.service.retelling.views import WordTableView


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


def _refusing() -> Any:
    return refusing(("json", "says"), gone=(_("There is no table of words with this id."), ("path", "table")))


_written = partial(post, asks=NoQuery, gives=WordTableSchema, largest=bodies.LARGEST_BODY, answers=WordTableSchema.data, refusing=_refusing)
"""Declares an operation that writes into a table of words of the caller's own, and tells the table."""


@_written("/words", N_("Say what a line of a site's log means in a game"), takes=bodies.WordsWritten)
def set_words(_asked: dict[str, Any], body: dict[str, Any]) -> WordTableView:
    """Write it in the place of what this line meant; the table is made where there is none."""
    says, means = body["says"].strip(), body["means"].strip()
    if field_missing(says, means):
        why = _("What the line means has a field that the words do not have. Fields are {seat}, {cards} and {n}.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, why, ("json", "means"))
    return current_book().retelling.learn_words(current_caller(), body["game"], body["site"].casefold(), {says: means})


@_written("/words/<table>/removals", N_("Take a line out of a table of words, or delete the table"), takes=bodies.RemovalBody)
def remove_words(_asked: dict[str, Any], body: dict[str, Any], table: str) -> WordTableView:
    """Take it out, and tell what is left; of a deleted table no line is."""
    if body["line"] is not None:
        return current_book().retelling.unlearn_words(current_caller(), table, body["line"])
    deleted = current_book().retelling.word_table(current_caller(), table)
    current_book().retelling.remove_word_table(current_caller(), table)
    return replace(deleted, lines={})
