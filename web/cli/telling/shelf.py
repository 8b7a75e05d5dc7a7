"""``kiebitz shelf``: which records there are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from records.service import ShelfQuery, Trash
from records.values import replace
from web.cli.output import print_json_list, print_tables, tell, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.telling.outcomes import verdict
from web.schemas.records import TrashedSchema, listed
from web.words.phrases import Words, locale_of, search_titles, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.service import GameBook, ShelfEntry, ShelfPage

AT_ONCE = 500
"""Records that are read before they are shown."""
_HEADINGS = ("id", "started", "game", "players", "table", "events", "result")


@click.command()
@with_store
@click.option("--trash", is_flag=True, help="List the trash instead.")
@with_json
@click.argument("words", nargs=-1, metavar="[WORD]...")
@click.pass_obj
def shelf(place: StoreChoice, words: tuple[str, ...], *, trash: bool, as_json: bool) -> None:
    """List the records, the latest game first; with WORDs those in which all of them are found."""
    with place.open() as book:
        titles = search_titles(book.games)
        query = ShelfQuery(text=" ".join(words), titles=titles, trash=Trash.ONLY if trash else Trash.LEFT_OUT, limit=AT_ONCE)
        pages = _pages(book, query)
        if as_json:
            print_json_list(_page_data(book, page) for page in pages)
        elif not print_tables(_HEADINGS, (map(_row, page.entries) for page in pages), right=("events",)):
            tell("The trash is empty." if trash else "No such record." if words else f"No records in {book.address}.")


def _pages(book: GameBook, query: ShelfQuery) -> Iterator[ShelfPage]:
    """Yield what is found, a page at a time, so that the first line does not wait for the last."""
    more = True
    while more:
        page = book.records.shelf(book.keeper, query)
        yield page
        more = page.more
        query = replace(query, after=page.entries[-1].id if page.entries else "")


def _page_data(book: GameBook, page: ShelfPage) -> Iterator[dict[str, Any]]:
    adjusted = book.cases.adjusted(book.keeper, [entry.id for entry in page.entries])
    words = Words(locale_of("en"), {})
    for entry in page.entries:
        damage = {"damaged": entry.damaged} if entry.damaged else {}
        yield {**TrashedSchema.data(listed(entry, adjusted.get(entry.id)), words), **damage}


def _row(entry: ShelfEntry) -> tuple[str, ...]:
    english = locale_of("en")
    return (
        entry.id,
        f"{entry.started:%Y-%m-%d}" if entry.started else "",
        entry.label.title or entry.game,
        ", ".join(seat_name(seat, entry.names, english) for seat in entry.seats),
        entry.label.number,
        str(entry.steps),
        f"damaged: {entry.damaged}" if entry.damaged else verdict(entry.outcome, entry.names, english),
    )
