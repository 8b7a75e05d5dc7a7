"""The shelf and the games."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from records.core.sentences import N_
from records.service import ShelfQuery
from records.service.shelving import MOST_COUNTED
from web.api.operations import get
from web.callers import current_book, current_caller, current_settings
from web.listing import ORDERS, check_page, orders
from web.queries import read_choice
from web.schemas.cases import adjusted_data
from web.schemas.games import GamesSchema, game_data
from web.schemas.questions import NoQuery, SearchQuery
from web.schemas.records import ShelfSchema, entry_data
from web.suspense import hides
from web.words import texts
from web.words.phrases import search_titles


@get("/records", N_("The shelf: which records there are"), asks=SearchQuery, gives=ShelfSchema)
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
    return {
        "records": [
            {**entry_data(entry, texts), "adjusted": None if hides(entry.id) else adjusted_data(adjusted.get(entry.id))}
            for entry in found.entries
        ],
        "total": found.total,
        "page": asked["page"],
        "pages": check_page(1 if asked["after"] else asked["page"], found.total, size),
        "next": found.entries[-1].id if found.more else None,
        "page_size": size,
        "games": found.games,
    }


@get("/games", N_("The games that are known here, with their events"), asks=NoQuery, gives=GamesSchema)
def games(_asked: dict[str, Any]) -> dict[str, Any]:
    """Tell what the names in records mean."""
    return {"games": [game_data(game, texts) for game in current_book().games.values()]}
