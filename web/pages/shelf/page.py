"""The shelf page: which records the address asks for, and the line that describes each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import url_for
from markupsafe import Markup, escape

from records.service import ShelfQuery
from web.games import GameFace, game_face
from web.listing import FIRST_ORDER, ORDERS, check_page
from web.outcomes import lasted, reason_or_scores, verdict
from web.pages.board.seat_colors import ColorBlock, blocks, spine_of
from web.queries import read_choice, read_number
from web.rulesets import joined, rules_line
from web.texts import _, day, ngettext, number, on_page
from web.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.viewers import Caller
    from records.service import GameBook, ShelfEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class ListQuery:
    """What the address asks of the shelf."""

    q: str = ""
    game: str = ""
    sort: str = FIRST_ORDER
    page: int = 1

    def address(self, page: int) -> str:
        """Return the address of another page of the same list; what is as usual is left out."""
        words: dict[str, Any] = {
            "q": self.q,
            "game": self.game,
            "sort": "" if self.sort == FIRST_ORDER else self.sort,
            "page": str(page) if page > 1 else "",
        }
        return url_for("pages.shelf", **{key: word for key, word in words.items() if word})


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """A record on the shelf."""

    id: str
    game: GameFace
    names: tuple[Markup, ...]
    facts: str | Markup
    spine: tuple[ColorBlock, ...]
    turns: str
    lasted: str
    result: str
    state: str | Markup


@dataclass(frozen=True, slots=True, kw_only=True)
class Shelf:
    """One page of the list."""

    all: int
    """Records on the whole shelf."""
    total: int
    """Records found."""
    games: tuple[tuple[GameFace, int], ...]
    """Games of the records found by the words, with their number."""
    orders: tuple[tuple[str, str], ...]
    order: str
    books: tuple[ListRow, ...]
    number: int
    """Of this page, from 1."""
    pages: int
    first: int
    """Number of the first record on this page, from 1."""
    back: str
    """Address of the page before, "" where there is none."""
    on: str


def read(book: GameBook, asked: Mapping[str, str]) -> ListQuery:
    """Return what the parameters ask; an empty one asks nothing.

    Raises Refused (422) for a game, an order or a page that cannot be.
    """
    game = read_choice("game", asked["game"], tuple(book.games)) if asked.get("game") else ""
    sort = read_choice("sort", asked["sort"], tuple(ORDERS)) if asked.get("sort") else FIRST_ORDER
    return ListQuery(
        q=asked.get("q", "").strip(), game=game, sort=sort, page=read_number("page", asked["page"]) if asked.get("page") else 1
    )


def page(book: GameBook, caller: Caller, asked: ListQuery, size: int) -> Shelf:
    """Return the page asked for, of ``size`` records.

    Raises Refused (404) for a page behind the last.
    """
    order, descending, label = ORDERS[asked.sort]
    games = (asked.game,) if asked.game else ()
    query = ShelfQuery(text=asked.q, games=games, order=order, descending=descending, limit=size, offset=max(0, asked.page - 1) * size)
    found = book.shelf(caller, query)
    pages = check_page(asked.page, found.total, size)
    whole = book.shelf(caller, ShelfQuery(limit=0)).total if asked.q or asked.game else found.total
    return Shelf(
        all=whole,
        total=found.total,
        games=tuple((game_face(book.games, key), count) for key, count in found.games.items()),
        orders=tuple((key, _(text)) for key, (_order, _descending, text) in ORDERS.items()),
        order=_(label),
        books=tuple(_book(book, entry, asked.q.split()) for entry in found.entries),
        number=asked.page,
        pages=pages,
        first=(asked.page - 1) * size + 1,
        back=asked.address(asked.page - 1) if asked.page > 1 else "",
        on=asked.address(asked.page + 1) if asked.page < pages else "",
    )


def _book(book: GameBook, entry: ShelfEntry, words: Sequence[str]) -> ListRow:
    face = game_face(book.games, entry.game)
    if entry.damaged:
        return _damaged(entry, face)
    facts = on_page("%(game)s, %(day)s.", game=face.title, day=day(entry.started) if entry.started else _("day not known"))
    return ListRow(
        id=entry.id,
        game=face,
        names=tuple(_marked(seat_name(seat, entry.names), words) for seat in entry.seats),
        facts=joined(facts, rules_line(book.games.get(entry.game), entry.ruleset)),
        spine=blocks(spine_of(entry.spine, entry.seats)),
        turns=ngettext("%(n)s turn", "%(n)s turns", entry.turns, n=number(entry.turns)),
        lasted=lasted(entry.started, entry.ended),
        result=verdict(entry.outcome, entry.names, entry.seats if face.together else ()) or _("Not finished"),
        state=reason_or_scores(entry.outcome, entry.seats, entry.names),
    )


def _damaged(entry: ShelfEntry, face: GameFace) -> ListRow:
    return ListRow(
        id=entry.id,
        game=face,
        names=(escape(entry.id),),
        facts=_("The shelf's line of this record cannot be read (%(column)s); kiebitz verify tells more.", column=entry.damaged),
        spine=(),
        turns="",
        lasted="",
        result=_("Damaged"),
        state="",
    )


def _marked(name: str, words: Sequence[str]) -> Markup:
    """Return a name with the searched words marked."""
    if not words:
        return escape(name)
    parts = re.split("(" + "|".join(map(re.escape, words)) + ")", name, flags=re.IGNORECASE)
    return Markup("").join(Markup("<mark>{}</mark>").format(part) if number % 2 else escape(part) for number, part in enumerate(parts))
