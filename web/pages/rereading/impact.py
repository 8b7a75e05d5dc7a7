"""The page of a shelf under other readings: which switch would have changed how many records, and which."""

from __future__ import annotations

from collections import Counter
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from flask import url_for

from records.core.viewers import viewer_key
from records.errors import RecordsError
from records.service import ShelfQuery
from records.service.pieces import LogPieces
from web.looking import refuse_suspense
from web.pages.rules.page import has_rules
from web.problems import Refused
from web.words.games import GameFace, game_face
from web.words.texts import _, day, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.editions.rulesets import Switch
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView, ShelfEntry
    from records.service.views.rereading import ReadingImpact

MOST_RECORDS = 500
"""The latest records of a game are asked."""
MOST_EVENTS = 2_000
"""Events of records that one request asks; the next goes on from there."""
_IMPACTS = "impacts"
MOST_KEPT = 10_000
"""Records whose answers are kept, for each viewer."""


class KeptImpacts:
    """What records told, by record, viewer and head: it is found once, for all who may look at the record so."""

    def __init__(self, pieces: LogPieces | None = None) -> None:
        self._pieces = LogPieces() if pieces is None else pieces

    def known(self, view: RecordView) -> bool:
        """Whether the record has told already."""
        return self._pieces.find(_IMPACTS, self._key(view)) is not None

    def ask(self, view: RecordView) -> tuple[ReadingImpact, ...] | None:
        """Return what a record tells; None where nothing can be said of it."""
        return self._pieces.once(_IMPACTS, lambda: (self._impact(view),), self._key(view), most=MOST_KEPT)[0]

    @staticmethod
    def _impact(view: RecordView) -> tuple[ReadingImpact, ...] | None:
        try:
            return view.impact()
        except RecordsError:
            return None

    def _key(self, view: RecordView) -> tuple[str, ...]:
        last = view.events[-1].prev if view.events else ""
        return (view.header.record, viewer_key(view.viewer), str(len(view.events)), last)


class SwitchBar(msgspec.Struct, frozen=True):
    """A reading with how many records it would have changed."""

    title: str
    value: str
    paragraph: str
    to: str
    records: int
    counted: str
    unclear: str
    """How many records cannot be judged, "" for none."""
    chosen: bool


class ChangedRecord(msgspec.Struct, frozen=True):
    """A record with the steps at which a play goes otherwise."""

    names: tuple[str, ...]
    day: str
    to: str
    """Address of the comparison."""
    steps: tuple[tuple[str, str, bool], ...]
    """(number, address, whether it goes otherwise; else it cannot be judged)."""


def impact_page(book: GameBook, kept: KeptImpacts, caller: Caller, game: str, asked: Mapping[str, str]) -> ImpactPage:
    """Return the page; each request asks some records more.

    Raises Refused (404 for a game whose rules are not known, 422 for a reading that is none, and in suspense) and ``NotYours``.
    """
    known = book.games.get(game)
    if known is None or known.play is None or not known.rules.rulesets:
        raise Refused(HTTPStatus.NOT_FOUND, _("No rules are written down for this game."), ("path", "game"))
    refuse_suspense("game")
    switches = known.rules.rulesets.named("").switches
    chosen = asked.get("switch", "")
    if chosen and chosen not in {f"{switch.name}={value}" for switch in switches for value in switch.values}:
        raise Refused(
            HTTPStatus.UNPROCESSABLE_ENTITY, _("There is no point of the rules called “%(switch)s”.", switch=chosen), ("query", "switch")
        )
    return ImpactPage(game_face(book.games, game), switches, asked, _shelf_asked(book, kept, caller, game, asked.get("as") or None))


class ShelfAsked(msgspec.Struct, frozen=True):
    """How far a shelf was asked, and what it told."""

    told: tuple[tuple[ShelfEntry, RecordView, tuple[ReadingImpact, ...]], ...]
    refused: int
    """Records that tell nothing."""
    done: int
    records: int


def _shelf_asked(book: GameBook, kept: KeptImpacts, caller: Caller, game: str, viewer: str | None) -> ShelfAsked:
    entries = book.records.shelf(caller, ShelfQuery(games=(game,), limit=MOST_RECORDS)).entries
    told: list[tuple[ShelfEntry, RecordView, tuple[ReadingImpact, ...]]] = []
    refused, left, done = 0, MOST_EVENTS, 0
    for entry in entries:
        try:
            view = book.record(caller, entry.id, viewer)
        except RecordsError:
            refused, done = refused + 1, done + 1
            continue
        if not kept.known(view):
            if left <= 0:
                break
            left -= len(view.events)
        found = kept.ask(view)
        done += 1
        if found is None:
            refused += 1
        else:
            told.append((entry, view, found))
    return ShelfAsked(tuple(told), refused, done, len(entries))


class ImpactPage:
    """What the template of the page may ask."""

    def __init__(self, game: GameFace, switches: tuple[Switch, ...], asked: Mapping[str, str], shelf: ShelfAsked) -> None:
        self.game, self._switches, self._asked, self._told = game, switches, asked, shelf.told
        self.refused, self.done, self.all = shelf.refused, shelf.done, shelf.records
        self.rules = url_for("rules.game", game=game.key) if has_rules(game.key) else ""
        self.chosen = asked.get("switch", "")

    @property
    def unfinished(self) -> bool:
        """Whether records are left to be asked."""
        return self.done < self.all

    @property
    def here(self) -> str:
        """Address of this page."""
        return self._to(self.chosen)

    @property
    def whole(self) -> str:
        """Address of the page without a reading chosen."""
        return self._to("")

    @property
    def counted(self) -> str:
        """How far the search came, in a sentence."""
        return _("%(n)s of %(all)s records checked.", n=number(self.done), all=number(self.all))

    @property
    def passed_over(self) -> str:
        """How many records tell nothing, in a sentence; "" for none."""
        return _("%(n)s of them cannot be checked.", n=number(self.refused)) if self.refused else ""

    @property
    def asked_of(self) -> int:
        """Records that told."""
        return len(self._told)

    @property
    def bars(self) -> list[SwitchBar]:
        """Readings that would have changed a record or might have, those that change most first."""
        changed, unclear = Counter[str](), Counter[str]()
        for _entry, _view, found in self._told:
            for one in found:
                into = changed if any(parts for _step, parts in one.moments) else unclear
                into[f"{one.switch}={one.value}"] += 1
        bars = [
            SwitchBar(
                title=_(switch.title),
                value=_(choice.title),
                paragraph=switch.paragraph,
                to=self._to(key),
                records=changed[key],
                counted=number(changed[key]),
                unclear=number(unclear[key]) if unclear[key] else "",
                chosen=key == self.chosen,
            )
            for switch in self._switches
            for choice in switch.choices
            for key in (f"{switch.name}={choice.name}",)
            if changed[key] or unclear[key]
        ]
        return sorted(bars, key=lambda bar: -bar.records)

    @property
    def reading(self) -> tuple[str, str, str] | None:
        """The chosen reading: title of the switch, of the value, paragraph."""
        name, _sign, value = self.chosen.partition("=")
        return next(((_(one.title), _(one.choice(value).title), one.paragraph) for one in self._switches if one.name == name), None)

    @property
    def records(self) -> Iterator[ChangedRecord]:
        """Records in which the chosen reading would have changed a moment, or might have."""
        for entry, view, found in self._told:
            for one in found:
                if f"{one.switch}={one.value}" == self.chosen:
                    eyes = viewer_key(view.viewer)
                    replay = url_for("pages.replay", record=entry.id)
                    yield ChangedRecord(
                        names=tuple(seat_name(seat, view.names) for seat in entry.seats),
                        day=day(entry.started) if entry.started is not None else _("day not known"),
                        to=f"{url_for('rereading.compare', record=entry.id)}?{urlencode({'as': eyes, 'switch': self.chosen})}",
                        steps=tuple(
                            (number(view.timeline.step_number(step)), f"{replay}?at={step}&as={eyes}", parts) for step, parts in one.moments
                        ),
                    )

    def _to(self, switch: str) -> str:
        asked = {"as": self._asked.get("as", ""), "switch": switch}
        kept = urlencode({key: value for key, value in asked.items() if value})
        path = url_for("rereading.impact", game=self.game.key)
        return f"{path}?{kept}" if kept else path
