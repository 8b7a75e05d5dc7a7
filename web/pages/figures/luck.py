"""Luck and skill over many games: of the records on the caller's shelf, or of an event, that are reviewed."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from flask import url_for

from records.review.many_games import LEAST
from web.charts.luck_drawing import luck_and_skill
from web.looking import MOST_RECORDS, asked_records
from web.words import texts
from web.words.games import game_face
from web.words.reviews import signed_points
from web.words.spreadsheets import csv_text
from web.words.texts import _, day, decimal, listing, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.viewers import Caller
    from records.review.many_games import MeanPoints, PlayerParts
    from records.service import GameBook
    from records.service.reviews.many import ManyGames
    from records.service.shelving import ShelfEntry

MOST_DRAWN = 20
"""Players of the chart, those with the most games."""
MOST_NAMED = 10
"""Records that wait for a review and are led to."""
PARTS = ("result", "start", "chance", "skill", "others", "lay", "unjudged", "less_chance")
"""The columns of the file, each a mean in points."""


class LuckPage:
    """What the template takes."""

    def __init__(self, book: GameBook, caller: Caller, asked: Mapping[str, str]) -> None:
        entries = asked_records(book, caller, asked)
        self._book, self.found = book, book.reviews.many(caller, entries)
        self._entries = {entry.id: entry for entry in entries}
        self.cut = len(entries) == MOST_RECORDS
        self.event, self.game = asked.get("event", ""), asked.get("game", "")
        self.most, self.least = MOST_RECORDS, LEAST

    @property
    def games(self) -> list[tuple[str, str, bool]]:
        """Each game that has reviews: address, title, and whether it is the one; the first is all of them."""
        reviewed = [key for key, game in self._book.games.items() if game.simulation is not None]
        names = [("", _("all")), *((key, game_face(self._book.games, key).title) for key in reviewed)]
        return [(self._to("figures.luck", key), title, key == self.game) for key, title in names]

    @property
    def file(self) -> str:
        """Address of the same as a CSV file."""
        return self._to("figures.luck_csv", self.game)

    @property
    def waiting(self) -> list[tuple[str, str]]:
        """The first records that wait for a review: address of the page that has a button for it, and which game it is."""
        return [(url_for("review.page", record=one), self._called(self._entries[one])) for one in self.found.waiting[:MOST_NAMED]]

    def _called(self, entry: ShelfEntry) -> str:
        """Return who played what and when: two players may have played often."""
        said = [listing(list(entry.names.values())), game_face(self._book.games, entry.game).title]
        return ", ".join([*said, *([day(entry.started)] if entry.started is not None else [])])

    @property
    def more_waiting(self) -> int:
        """How many wait besides those."""
        return len(self.found.waiting) - len(self.waiting)

    @property
    def left_out(self) -> list[str]:
        """What of the records is not counted, in sentences."""
        found = self.found
        told = (
            (found.closed, _("Records of which you may not see the open table, or the review of a player: %(n)s", n=number(found.closed))),
            (
                found.refused,
                _("Reviewed records in which something is missing for telling luck: %(n)s", n=number(found.refused)),
            ),
            (found.unending, _("Records without a result: %(n)s", n=number(found.unending))),
            (found.unplayed, _("Records of games without a simulated player: %(n)s", n=number(found.unplayed))),
        )
        return [text for count, text in told if count]

    @property
    def rows(self) -> list[tuple[str, ...]]:
        """Name, games, and each part on average."""
        return [self._row(one) for one in self.found.players]

    @property
    def columns(self) -> tuple[str, ...]:
        """What stands above the rows."""
        parts = _("Result"), _("Before the deal"), _("Draws"), _("Own moves"), _("Moves of others"), _("How cards lay")
        return (_("Player"), _("Games"), *parts, *([_("Moves not weighed")] if self._unjudged else []), _("Result less chance"))

    @cached_property
    def _unjudged(self) -> bool:
        """Whether anybody has moves that could not be weighed; else their column is left out."""
        return any(one.mean("unjudged") for one in self.found.players)

    @property
    def has_intervals(self) -> bool:
        """Whether any point of the chart has a line."""
        return any(one.less_chance.half is not None for one in self.found.players[:MOST_DRAWN])

    @cached_property
    def figure(self) -> dict[str, Any]:
        """The chart."""
        drawn = self.found.players[:MOST_DRAWN]
        series = [
            (_("Result less chance"), [one.less_chance for one in drawn]),
            (_("Own moves"), [one.skill for one in drawn]),
        ]
        return luck_and_skill([one.name for one in drawn], series, _("Points a game"))

    def _row(self, one: PlayerParts) -> tuple[str, ...]:
        levels = (decimal(one.mean(part)) for part in ("result", "start"))
        others = ("others", "lay", "unjudged") if self._unjudged else ("others", "lay")
        parts = (one.mean("chance"), None), _pair(one.skill), *((one.mean(part), None) for part in others), _pair(one.less_chance)
        return one.name, number(one.games), *levels, *(signed_points(mean, half, texts) for mean, half in parts)

    def _to(self, endpoint: str, game: str) -> str:
        said = urlencode({name: word for name, word in (("event", self.event), ("game", game)) if word})
        return f"{url_for(endpoint)}?{said}" if said else url_for(endpoint)


def _pair(one: MeanPoints) -> tuple[float, float | None]:
    return one.mean, one.half


def luck_page(book: GameBook, caller: Caller, asked: Mapping[str, str]) -> LuckPage:
    """Return the page of an ``event``, or of the latest records of the shelf; of one ``game`` or all.

    Raises Refused (422 for a game that is none, and in suspense), ``RecordNotFound`` for no such event, and ``NotYours``.
    """
    return LuckPage(book, caller, asked)


def luck_file(found: ManyGames) -> str:
    """Return the players as CSV, in points a game; where there are too few games for an interval its cells are empty."""
    head = ["player", "games", *PARTS, "skill_half_width", "less_chance_half_width"]
    return csv_text(head, [_cells(one) for one in found.players])


def _cells(one: PlayerParts) -> list[str]:
    halves = one.skill.half, one.less_chance.half
    means = [f"{one.mean(part):.4f}" for part in PARTS]
    return [one.name, str(one.games), *means, *("" if half is None else f"{half:.4f}" for half in halves)]
