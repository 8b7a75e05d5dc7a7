"""The rules page: a game's rules in three settings, with the readings that a ruleset or a record chooses."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from flask import url_for

from records.core.sentences import N_
from records.core.viewers import viewer_key
from records.service.rulebook import Reading, reading_of, rules_text
from web.charts import has_charts
from web.looking import look_at
from web.pages.rules.drift import replays_sentence
from web.pages.rules.readings import SwitchShown, switches_shown
from web.pages.rules.rulebook import Rulebook, read_rules
from web.problems import Refused
from web.queries import read_choice
from web.suspense import in_suspense
from web.words.games import game_face
from web.words.texts import _, tag
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.editions.rulesets import Ruleset
    from records.core.viewers import Caller
    from records.service import GameBook
    from web.pages.rules.rulebook import Paragraph
    from web.words.games import GameFace

SHOWS = {"both": N_("both"), "summary": N_("summary only"), "detailed": N_("detailed only")}
"""The settings of the online table, the usual one first, and their labels."""
FALLBACK = "en"


class RulesPage(msgspec.Struct, frozen=True, kw_only=True):
    """What the template takes."""

    game: GameFace
    rules: Rulebook
    language: str
    """Of the text."""
    show: str
    reading: Reading
    switches: Mapping[str, SwitchShown]
    """By name; none where no rules are known."""
    path: str
    kept: Mapping[str, str]
    """Parameters that stay when the setting changes."""
    rulesets: tuple[Ruleset, ...] = ()
    """From which one may be chosen; none where a record says which."""
    names: tuple[str, ...] = ()
    """Who plays, where it is the page of a record."""
    table: str = ""
    """Address of the moment from which the reader came."""
    charts: str = ""
    """Address of the record's charts, if it has any."""
    compare: str = ""
    """Address where the record is compared with another reading, if its rules are known."""
    impact: str = ""
    """Address where the records of the shelf are asked what other readings would have changed, if its rules are known."""

    replays: str = ""
    """How the record stands to the rules and the code of today, in a sentence; "" for a game's rules, and in suspense."""

    @property
    def shows(self) -> Mapping[str, str]:
        """The settings with their labels."""
        return {key: _(label) for key, label in SHOWS.items()}

    def to(self, show: str) -> str:
        """Return the address of another setting."""
        return f"{self.path}?{urlencode({**self.kept, 'show': show})}"

    @property
    def departures(self) -> tuple[SwitchShown, ...]:
        """Where the reading departs from the usual one."""
        return tuple(one for one in self.switches.values() if one.departs)

    def points(self, paragraph: Paragraph) -> tuple[SwitchShown, ...]:
        """Return the switches that a paragraph names."""
        return tuple(self.switches[name] for name in paragraph.switches if name in self.switches)


class RuledGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game whose rules are written down."""

    game: GameFace
    address: str
    rulesets: tuple[tuple[str, str], ...]
    """Address and title of each set of its rules; none where there is one alone."""
    impact: str
    """Address where its records are asked what other readings would have changed."""


def games_with_rules(book: GameBook) -> tuple[RuledGame, ...]:
    """Return all games of the book whose rules are written down."""
    return tuple(
        RuledGame(
            game=game_face(book.games, name),
            address=url_for("rules.game", game=name),
            rulesets=_rulesets(name, tuple(game.rules.rulesets.values())),
            impact=url_for("rereading.impact", game=name) if game.rules.rulesets else "",
        )
        for name, game in book.games.items()
        if has_rules(name)
    )


def _rulesets(game: str, rulesets: tuple[Ruleset, ...]) -> tuple[tuple[str, str], ...]:
    if len(rulesets) < 2:  # noqa: PLR2004 -- one is no choice
        return ()
    return tuple((url_for("rules.game", game=game, ruleset=one.name), _(one.title)) for one in rulesets)


def game_rules(book: GameBook, game: str, asked: Mapping[str, str]) -> RulesPage:
    """Return the rules of a game, as ``ruleset`` reads them; without one as its usual ruleset does.

    Raises Refused (404 for a game without a rules text, 422 for a setting or a ruleset that is not there).
    """
    if game not in book.games:
        raise Refused(HTTPStatus.NOT_FOUND, _("No rules are written down for this game."), ("path", "game"))
    known = book.games[game].rules.rulesets
    rules, language = _rules(game)
    name = read_choice("ruleset", asked["ruleset"], tuple(known)) if "ruleset" in asked else next(iter(known), "")
    return RulesPage(
        game=game_face(book.games, game),
        rules=rules,
        language=language,
        show=_show(asked),
        reading=Reading(known.get(name), same=True),
        switches=switches_shown(book.games[game], known.get(name)),
        rulesets=tuple(known.values()),
        path=url_for("rules.game", game=game),
        kept={"ruleset": name} if "ruleset" in asked else {},
        impact=url_for("rereading.impact", game=game) if known else "",
    )


def record_rules(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> RulesPage:
    """Return the rules that a record is played by; ``at`` and ``as`` say where the reader came from.

    Raises Refused (404 for a record, a step or a text that is not there), and NotYours.
    """
    view, at = look_at(book, caller, record, asked)
    rules, language = _rules(view.header.game)
    moment = {"at": str(at), "as": viewer_key(view.viewer)}
    reading = reading_of(view)
    return RulesPage(
        game=game_face(book.games, view.header.game),
        rules=rules,
        language=language,
        show=_show(asked),
        reading=reading,
        switches=switches_shown(view.game, reading.ruleset),
        names=tuple(seat_name(seat, view.names) for seat in view.header.seats),
        path=url_for("rules.record", record=view.header.record),
        kept=moment,
        table=f"{url_for('pages.replay', record=view.header.record)}?{urlencode(moment)}",
        charts=f"{url_for('charts.first', record=view.header.record)}?{urlencode(moment)}" if has_charts(view) else "",
        replays="" if in_suspense() else replays_sentence(book.records.drift(caller, record, view.viewer), view.timeline.step_number),
        compare=f"{url_for('rereading.compare', record=view.header.record)}?{urlencode(moment)}" if reading.ruleset else "",
    )


def has_rules(game: str) -> bool:
    """Whether a game brings a rules text."""
    return bool(rules_text(game, FALLBACK))


def _rules(game: str) -> tuple[Rulebook, str]:
    for language in (tag(), FALLBACK):
        text = rules_text(game, language)
        if text:
            return read_rules(text), language
    raise Refused(HTTPStatus.NOT_FOUND, _("No rules are written down for this game."), ("path", "game"))


def _show(asked: Mapping[str, str]) -> str:
    return read_choice("show", asked["show"], tuple(SHOWS)) if "show" in asked else next(iter(SHOWS))
