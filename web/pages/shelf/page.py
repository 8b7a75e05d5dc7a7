"""The shelf page: which records the address asks for, and the line that describes each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import msgspec
from flask import url_for
from markupsafe import Markup, escape

from records.core.viewers import CallerKind
from records.service import ShelfQuery
from records.service.shelving import MOST_COUNTED
from records.values import replace
from web.callers import current_caller
from web.listing import PAGE_ORDERS, TELLING, briefly, check_page, counted, page_orders
from web.pages.board.seat_colors import ColorBlock, blocks, spine_of
from web.pages.shelf.beginning import empty_heading, first_ways, why_empty
from web.pages.shelf.playing import PlayedGame, played_games
from web.pages.shelf.running import RunningGame, running_games
from web.pages.shelf.scenes import LEAST_TURNS, Scene, scenes
from web.queries import read_choice, read_number
from web.suspense import NAME, OFF, ON, hides, in_suspense
from web.words.games import GameFace, game_face, game_line
from web.words.outcomes import adjusted_result, lasted, reason_or_scores, verdict
from web.words.phrases import search_titles
from web.words.rulesets import joined, rules_line
from web.words.texts import _, ngettext, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.viewers import Caller
    from records.service import GameBook, ShelfEntry, ShelfPage
    from records.studies.cases.events import AdjustedResult


class ListQuery(msgspec.Struct, frozen=True, kw_only=True):
    """What the address asks of the shelf."""

    q: str = ""
    game: str = ""
    sort: str = ""
    """"" for the usual order."""
    page: int = 1
    after: str = ""
    """Id of a record: the page begins behind it, whatever its number says."""
    before: str = ""
    """Id of a record: the page ends before it."""

    def address(self, page: int, *, endpoint: str = "pages.shelf", **where: str) -> str:
        """Return the address of another page of the same list, or of another ``endpoint`` for it; what is as usual is left out."""
        words: dict[str, Any] = {
            "q": self.q,
            "game": self.game,
            "sort": self.sort,
            "page": str(page) if page > 1 else "",
            **(where if page > 1 else {}),
        }
        return url_for(endpoint, **{key: word for key, word in words.items() if word})


class ListRow(msgspec.Struct, frozen=True, kw_only=True):
    """A record on the shelf."""

    id: str
    game: GameFace
    names: tuple[Markup, ...]
    facts: str | Markup
    spine: tuple[ColorBlock, ...]
    turns: str
    lasted: str
    result: str
    adjusted: str = ""
    """The result that counts by a ruling in force beside the one that was played, "" for none."""
    state: str | Markup
    review: str = ""
    """Address of its review; "" for a game that goes on, cannot be played on, or whose result is hidden."""


class Shelf(msgspec.Struct, frozen=True, kw_only=True):
    """One page of the list."""

    all: int
    """Records on the whole shelf, as far as they are counted."""
    counted: str
    """That number as it is shown."""
    briefly: str
    total: str
    """Records found."""
    orders: tuple[tuple[str, str], ...]
    sort: str
    """The order that it has."""
    books: tuple[ListRow, ...]
    starts: tuple[ListRow, ...]
    """Games that were only begun, where others stand before them."""
    scenes: tuple[Scene, ...]
    """Games that are drawn above the list, on the first page of the whole list alone."""
    chips: tuple[tuple[str, str, str, bool], ...]
    """The whole list and each game: address, words, number of records found, and whether it is chosen."""
    first_page: bool
    """Whether it is the beginning of the whole list."""
    number: int
    """Of this page, from 1."""
    pages: int
    """Number of all pages; 0 where there are more records than are counted."""
    first: int
    """Number of the first record on this page, from 1."""
    back: str
    """Address of the page before, "" where there is none."""
    on: str
    suspense: bool
    """Whether lengths and results are hidden."""
    other_suspense: str
    """Address of the list with them, or without."""
    figures: str
    """Address of the records found in figures."""
    running: tuple[RunningGame, ...]
    """The reader's own games that run; on the first page of the whole list alone."""
    heading: str
    """Of a shelf without games."""
    playing: tuple[PlayedGame, ...]
    """Other games that run, there as well."""
    empty: str
    """Why the whole shelf is empty for the reader, "" where it is not."""
    ways: tuple[tuple[str, str], ...]
    """What they can do then, address and words; also a stranger, and a player who sits at no game that runs."""


def read(book: GameBook, asked: Mapping[str, str]) -> ListQuery:
    """Return what the parameters ask; an empty one asks nothing.

    Raises Refused (422) for a game, an order or a page that cannot be.
    """
    game = read_choice("game", asked["game"], tuple(book.games)) if asked.get("game") else ""
    sort = read_choice("sort", asked["sort"], tuple(page_orders())) if asked.get("sort") else ""
    number = read_number("page", asked["page"]) if asked.get("page") else 1
    after, before = asked.get("after", ""), asked.get("before", "")
    return ListQuery(
        q=asked.get("q", "").strip(), game=game, sort="" if sort == _usual() else sort, page=number, after=after, before=before
    )


def page(book: GameBook, caller: Caller, asked: ListQuery, size: int) -> Shelf:
    """Return the page asked for, of ``size`` records.

    Raises Refused (404) for a page behind the last.
    """
    order, descending, _label = PAGE_ORDERS[asked.sort or _usual()]
    games = (asked.game,) if asked.game else ()
    placed = bool(asked.after or asked.before)
    query = ShelfQuery(
        text=asked.q,
        titles=search_titles(book.games),
        games=games,
        order=order,
        descending=descending,
        limit=size,
        after=asked.after,
        before=asked.before,
    )
    found = book.records.shelf(caller, query if placed else replace(query, offset=min(max(0, asked.page - 1) * size, MOST_COUNTED)))
    pages = check_page(1 if placed else asked.page, found.total, size)
    whole = book.records.shelf(caller, ShelfQuery(limit=0)).total if asked.q or asked.game else found.total
    adjusted = book.cases.adjusted(caller, [entry.id for entry in found.entries])
    rows = [list_row(book, entry, asked.q.split(), adjusted.get(entry.id)) for entry in _latest_first(found.entries, asked)]
    begun = {entry.id for entry in found.entries if _is_start(book, entry)} if not (asked.q or in_suspense()) else set()
    begun = begun if len(begun) < len(rows) else set()
    first_page = asked == ListQuery(sort=asked.sort)
    running = running_games(book, caller) if found.total and first_page else ()
    further = bool(found.entries) and (found.more or bool(asked.before))
    return Shelf(
        all=whole,
        counted=counted(whole),
        briefly=briefly(whole),
        total=counted(found.total),
        orders=tuple((key, _(text)) for key, (_order, _descending, text) in page_orders().items()),
        sort=asked.sort or _usual(),
        books=tuple(row for row in rows if row.id not in begun),
        starts=tuple(row for row in rows if row.id in begun),
        scenes=scenes(book, caller, found.entries) if first_page else (),
        chips=_chips(book, asked, found),
        first_page=first_page,
        number=asked.page,
        pages=pages if found.total <= MOST_COUNTED else 0,
        first=(asked.page - 1) * size + 1,
        back=asked.address(asked.page - 1, before=found.entries[0].id) if asked.page > 1 and found.entries else "",
        on=asked.address(asked.page + 1, after=found.entries[-1].id) if further else "",
        suspense=in_suspense(),
        other_suspense=_other_suspense(asked),
        figures=replace(asked, sort="").address(1, endpoint="figures.shelf"),
        running=running,
        heading=empty_heading(caller),
        playing=played_games(book, caller) if found.total and first_page else (),
        empty="" if whole else why_empty(book, caller),
        ways=first_ways(book, caller) if not whole or (first_page and _comes_with_nothing(caller, running)) else (),
    )


def _usual() -> str:
    return next(iter(page_orders()))


def _comes_with_nothing(caller: Caller, running: tuple[RunningGame, ...]) -> bool:
    """Whether a reader is a stranger, or a player who sits at no game that runs."""
    return caller.kind is CallerKind.ANONYMOUS or (caller.kind is CallerKind.ACCOUNT and not running)


def _is_start(book: GameBook, entry: ShelfEntry) -> bool:
    """Whether a game that is written down here was begun and hardly played."""
    game = book.games.get(entry.game)
    return not entry.damaged and entry.outcome is None and entry.turns < LEAST_TURNS and game is not None and game.recording is not None


def _latest_first(entries: Sequence[ShelfEntry], asked: ListQuery) -> list[ShelfEntry]:
    """Return a page's entries in their order; where finished games come first, those that have not ended by when they began."""
    if (asked.sort or _usual()) != "finished":
        return list(entries)
    ended = [entry for entry in entries if entry.ended is not None]
    others = [entry for entry in entries if entry.ended is None]
    return [*ended, *sorted(others, key=lambda entry: entry.started.timestamp() if entry.started else 0.0, reverse=True)]


def _chips(book: GameBook, asked: ListQuery, found: ShelfPage) -> tuple[tuple[str, str, str, bool], ...]:
    every = briefly(sum(found.games.values()) if max(found.games.values(), default=0) <= MOST_COUNTED else MOST_COUNTED + 1)
    whole = (replace(asked, game="").address(1), _("All"), every, not asked.game)
    games = ((game_face(book.games, key), briefly(count)) for key, count in found.games.items())
    return (whole, *((replace(asked, game=face.key).address(1), face.title, count, face.key == asked.game) for face, count in games))


def _other_suspense(asked: ListQuery) -> str:
    address = replace(asked, sort="" if asked.sort and PAGE_ORDERS[asked.sort][0] in TELLING else asked.sort).address(1)
    return f"{address}{'&' if '?' in address else '?'}{NAME}={OFF if in_suspense() else ON}"


def list_row(book: GameBook, entry: ShelfEntry, words: Sequence[str], adjusted: AdjustedResult | None) -> ListRow:
    """Return the line of a record, with searched ``words`` marked in its names."""
    face = game_face(book.games, entry.game)
    if entry.damaged:
        return _damaged(entry, face)
    hidden = hides(entry.id)
    return ListRow(
        id=entry.id,
        game=face,
        names=tuple(_marked(seat_name(seat, entry.names), words) for seat in entry.seats),
        facts=joined(game_line(face, entry.label, entry.started), rules_line(book.games.get(entry.game), entry.ruleset)),
        spine=() if hidden else blocks(spine_of(entry.spine, entry.seats)),
        turns="" if hidden else ngettext("%(n)s turn", "%(n)s turns", entry.turns, n=number(entry.turns)),
        lasted="" if hidden else lasted(entry.started, entry.ended),
        result="" if hidden else verdict(entry.outcome, entry.names, entry.seats if face.together else ()) or _("Not finished"),
        adjusted="" if hidden else adjusted_result(adjusted, entry.names, entry.seats if face.together else ()),
        review="" if hidden or not _is_reviewed(book, entry) else url_for("review.page", record=entry.id),
        state=_("Length and result are hidden") if hidden else reason_or_scores(entry.outcome, entry.seats, entry.names),
    )


def _is_reviewed(book: GameBook, entry: ShelfEntry) -> bool:
    """Whether a way to its review is offered: who looks is known, and the game is over and can be played on."""
    game = book.games.get(entry.game)
    known = current_caller().kind is not CallerKind.ANONYMOUS
    return known and entry.outcome is not None and game is not None and game.simulation is not None


def _damaged(entry: ShelfEntry, face: GameFace) -> ListRow:
    return ListRow(
        id=entry.id,
        game=face,
        names=(escape(entry.id),),
        facts=_("This record's line on the shelf cannot be read (%(column)s); kiebitz verify shows more.", column=entry.damaged),
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
