"""The shelf in figures: of the records on the caller's shelf, as it shows them, and of nothing else."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import msgspec
from flask import url_for

from records.core.position import Outcome
from records.service import ShelfQuery
from records.service.views.shelf_figures import shelf_figures
from records.values import replace
from web.charts.shelf_drawing import by_month, lengths, shares
from web.looking import refuse_suspense
from web.queries import read_choice
from web.words.games import game_face
from web.words.phrases import search_titles
from web.words.texts import _, decimal, listing, number, percent

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.service import GameBook, ShelfEntry
    from records.service.views.shelf_figures import GameFigures, ShelfFigures, WonShare

MOST = 1_000
"""Records that are counted, the latest ones."""
LEAST = 5
"""Games with a result from which on shares are drawn."""
MOST_PEOPLE = 40


class FigurePanel(msgspec.Struct, frozen=True, kw_only=True):
    """A figure, and the same numbers as a table."""

    id: str
    title: str
    says: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figure: dict[str, Any]


class FiguresPage:
    """What the template takes."""

    def __init__(self, book: GameBook, found: ShelfFigures, asked: Mapping[str, str], *, more: bool) -> None:
        self._book, self.found, self.more = book, found, more
        self.q, self.game = asked.get("q", "").strip(), asked.get("game", "")
        self.most = MOST

    @property
    def games(self) -> list[tuple[str, str, bool]]:
        """Each game that may be chosen: address, title, and whether it is the one; the first is all of them."""
        names = [("", _("all")), *((key, game_face(self._book.games, key).title) for key in self._book.games)]
        return [(self._to(key), title, key == self.game) for key, title in names]

    @property
    def shelf(self) -> str:
        """Address of the records themselves."""
        return _address("pages.shelf", self.q, self.game)

    @property
    def here(self) -> str:
        """Address of this page."""
        return self._to(self.game)

    def _to(self, game: str) -> str:
        return _address("figures.shelf", self.q, game)

    def _title(self, game: str) -> str:
        return game_face(self._book.games, game).title

    @cached_property
    def panels(self) -> list[FigurePanel]:
        """The figures for which there are enough records."""
        return [*self._months(), *self._lengths(), *(panel for game in self.found.games for panel in self._won(game))]

    def _months(self) -> list[FigurePanel]:
        games = [(one.game, self._title(one.game)) for one in self.found.games]
        if len(self.found.months) < 2:  # noqa: PLR2004 -- one bar shows nothing
            return []
        return [
            FigurePanel(
                id="months",
                title=_("Records by month"),
                says=_("When the games were played."),
                columns=(_("Month"), *(title for _key, title in games)),
                rows=tuple((month, *(number(of.get(key, 0)) for key, _title in games)) for month, of in self.found.months.items()),
                figure=by_month(self.found.months, games),
            )
        ]

    def _lengths(self) -> list[FigurePanel]:
        games = [one for one in self.found.games if len(one.lengths) >= LEAST]
        if not games:
            return []
        return [
            FigurePanel(
                id="lengths",
                title=_("Length in turns"),
                says=_("Turns of the games that have a result: the box holds the middle half, the line in it is the median."),
                columns=(_("Game"), _("Games with a result"), _("Median"), _("Shortest"), _("Longest")),
                rows=tuple(
                    (
                        self._title(one.game),
                        number(one.ended),
                        decimal(one.length or 0),
                        number(one.lengths[0]),
                        number(one.lengths[-1]),
                    )
                    for one in games
                ),
                figure=lengths([(self._title(one.game), one.lengths) for one in games]),
            )
        ]

    def _won(self, game: GameFigures) -> list[FigurePanel]:
        common = [(_("%(n)s players", n=number(players)), one) for players, one in game.common.items() if one.of >= LEAST]
        found = [self._panel(f"{game.game}-team", self._title(game.game), _("How often all of them won, by number of players."), common)]
        for players, each in game.seats.items():
            rows = [(_("no. %(n)s in turn order", n=number(nth)), one) for nth, one in enumerate(each, 1)]
            title = self._title(game.game) if players == 2 else _("%(game)s, %(n)s players", game=self._title(game.game), n=number(players))  # noqa: PLR2004 -- the usual number
            found.append(self._panel(f"{game.game}-{players}", title, _("How often the first, second … player in turn order won."), rows))
        return [panel for panel in found if panel is not None]

    def _panel(self, key: str, title: str, says: str, rows: list[tuple[str, WonShare]]) -> FigurePanel | None:
        if not rows or rows[0][1].of < LEAST:
            return None
        return FigurePanel(
            id=f"won-{key}",
            title=title,
            says=says,
            columns=("", _("Won"), _("Games"), _("Share"), _("Likely range")),
            rows=tuple((name, number(one.won), number(one.of), percent(one.share), bounds(one)) for name, one in rows),
            figure=shares(rows),
        )

    @property
    def people(self) -> list[tuple[str, str, str, str, str, str]]:
        """Name, games with a result, won, drawn, share and its bounds, of the most frequent players."""
        return [
            (one.name, number(one.won.of), number(one.won.won), number(one.drawn), percent(one.won.share), bounds(one.won))
            for one in self.found.people[:MOST_PEOPLE]
        ]

    @property
    def summary(self) -> str:
        """What was counted, in a sentence."""
        return listing([f"{self._title(one.game)}: {number(one.records)}" for one in self.found.games])


def _address(endpoint: str, q: str, game: str) -> str:
    said = urlencode({name: word for name, word in (("q", q), ("game", game)) if word})
    return f"{url_for(endpoint)}?{said}" if said else url_for(endpoint)


def bounds(one: WonShare) -> str:
    """Return the bounds of a share in words."""
    return _("%(least)s to %(most)s", least=percent(one.least), most=percent(one.most))


def figures_page(book: GameBook, caller: Caller, asked: Mapping[str, str]) -> FiguresPage:
    """Return the page for the records that are found by words ``q`` and of one ``game``.

    Raises Refused (422 for a game that is none, and in suspense), and NotYours.
    """
    refuse_suspense("figures")
    game = read_choice("game", asked["game"], tuple(book.games)) if asked.get("game") else ""
    query = ShelfQuery(text=asked.get("q", "").strip(), titles=search_titles(book.games), games=(game,) if game else (), limit=MOST)
    found = book.records.shelf(caller, query)
    together = [name for name, one in book.games.items() if one.together]
    return FiguresPage(book, shelf_figures(_counting(book, caller, found.entries), together), asked, more=found.more)


def _counting(book: GameBook, caller: Caller, entries: tuple[ShelfEntry, ...]) -> list[ShelfEntry]:
    """Return the entries with the results that count: where a ruling in force adjusts one, the adjusted one."""
    adjusted = book.cases.adjusted(caller, [entry.id for entry in entries])
    return [
        replace(entry, outcome=Outcome(winners=tuple(counts.winners), drawn=counts.drawn)) if (counts := adjusted.get(entry.id)) else entry
        for entry in entries
    ]
