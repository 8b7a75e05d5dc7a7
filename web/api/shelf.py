"""The shelf, the trash and the games."""

from __future__ import annotations

from typing import Any

from records.core.sentences import N_
from records.service import ShelfQuery, Trash
from records.service.shelving import MOST_COUNTED
from records.values import replace
from web.api.operations import get
from web.callers import current_book, current_caller, current_settings
from web.listing import ORDERS, check_page, orders
from web.queries import read_choice
from web.schemas.games import GamesSchema
from web.schemas.questions import NoQuery, SearchQuery, TrashQuery
from web.schemas.records import ShelfFound, ShelfSchema, TrashFound, TrashSchema
from web.words import texts
from web.words.phrases import Words, search_titles


@get("/records", N_("The shelf: the list of records"), asks=SearchQuery, gives=ShelfSchema)
def records(asked: dict[str, Any]) -> dict[str, Any]:
    """Find what the public may know of each record at a glance."""
    games = tuple(read_choice("game", name, current_book().games) for name in asked["game"])
    size = asked.get("page_size", current_settings().page_size)
    order, descending, _label = ORDERS[read_choice("sort", asked["sort"], orders())]
    text, titles = asked["q"].strip(), search_titles(current_book().games)
    query = ShelfQuery(text=text, titles=titles, games=games, order=order, descending=descending, limit=size, after=asked["after"])
    offset = 0 if asked["after"] else min((asked["page"] - 1) * size, MOST_COUNTED)
    found = current_book().records.shelf(current_caller(), replace(query, offset=offset))
    adjusted = current_book().cases.adjusted(current_caller(), [entry.id for entry in found.entries])
    pages = check_page(1 if asked["after"] else asked["page"], found.total, size)
    return ShelfSchema.data(ShelfFound(found, adjusted, asked["page"], pages, size), Words(texts, {}))


@get("/trash", N_("The records in the trash that the caller may take out"), asks=TrashQuery, gives=TrashSchema)
def trash(asked: dict[str, Any]) -> dict[str, Any]:
    """Tell those, the latest game first; of anybody else's nothing is told, not that they are there."""
    query = ShelfQuery(trash=Trash.ONLY, limit=asked["page_size"], after=asked["after"])
    found = current_book().records.shelf(current_caller(), query)
    adjusted = current_book().cases.adjusted(current_caller(), [entry.id for entry in found.entries])
    return TrashSchema.data(TrashFound(found, adjusted, asked["page_size"]), Words(texts, {}))


@get("/games", N_("The games that are known here, with their events"), asks=NoQuery, gives=GamesSchema)
def games(_asked: dict[str, Any]) -> dict[str, Any]:
    """Tell what the names in records mean."""
    return GamesSchema.data(current_book().games.values(), Words(texts, {}))
