"""The page of two readings: the record's own and another, where they part, and whether the result is another."""

from __future__ import annotations

from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import msgspec
from flask import url_for

from records.core.sentences import N_
from records.core.viewers import viewer_key
from records.errors import MalformedCommand
from web.looking import look_at, refuse_suspense
from web.pages.rereading.boards import SideBySide, going_otherwise, paired, parting_of, told_alike_at_parting
from web.pages.rules.page import has_rules
from web.problems import Refused
from web.queries import read_choice, read_number
from web.words.games import game_face
from web.words.rulesets import ruleset_title
from web.words.texts import _, number
from web.words.wording import say, say_plainly, seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from records.core.editions.rulesets import Ruleset, Switch, SwitchValue
    from records.core.viewers import Caller
    from records.rulings.redoing.compare import Comparison, LineOfPlay, PlayMoment
    from records.rulings.redoing.plays import RecordedPlay
    from records.rulings.redoing.stops import Stop
    from records.service import GameBook, RecordView
    from web.pages.rereading.moments import LineColumn

STOPS = {
    "ended": N_("The game ends."),
    "log ends": N_("Nothing more was recorded."),
    "after the end": N_("The game is over here; the record goes on."),
    "refused": N_("The rules forbid what was decided."),
    "unanswered": N_("A question is asked that nobody answered."),
    "misfit": N_("An answer or a draw has a different size."),
    "gone": N_("What was decided names something that is not there."),
    "chance": N_("What chance would have brought was never recorded."),
    "unnoted": N_("It depends on a card that this log does not show."),
}
RESULTS = {
    "no": N_("The result is the same."),
    "yes": N_("The game would have ended differently."),
    "cannot be judged": N_("Whether the result would be different cannot be judged."),
}


class Offer(msgspec.Struct, frozen=True):
    """A reading of one switch, as the form offers it."""

    key: str
    """``name=value``."""
    title: str
    chosen: bool


def page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> RereadingPage:
    """Return the page; without a reading it offers them.

    Raises Refused (404 for a record or step that is not there, 422 for a reading that is none, or without known rules), and NotYours.
    """
    view, at = look_at(book, caller, record, asked)
    refuse_suspense()
    try:
        own = view.reading()
    except MalformedCommand as error:
        reason = _("The rules or the cards of this record are not known here.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("path", "record")) from error
    name = read_choice("ruleset", asked["ruleset"], tuple(view.game.rules.rulesets)) if asked.get("ruleset") else ""
    other = _other(view, name, asked.get("switch", ""))
    shown = RereadingPage(book, view, at, own, other, (name, asked.get("switch", "")))
    shown.opened = read_number("step", asked["step"]) if "step" in asked else None
    if shown.opened is not None and shown.opened > shown.last_moment:
        reason = _("The comparison has moments 0 to %(last)s.", last=number(shown.last_moment))
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "step"))
    return shown


def _other(view: RecordView, name: str, switch: str) -> Ruleset | None:
    settings: dict[str, str] = {}
    if switch:
        key, _sign, value = switch.partition("=")
        settings[key] = value
    try:
        other = view.reading(name, settings)
    except MalformedCommand as error:
        reason = _("There is no point of the rules called “%(switch)s”.", switch=switch)
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "switch")) from error
    return other if name or switch else None


class RereadingPage:
    """What the template of the page may ask."""

    def __init__(  # noqa: PLR0917 -- what was asked
        self, book: GameBook, view: RecordView, at: int, own: Ruleset, other: Ruleset | None, named: tuple[str, str]
    ) -> None:
        self._view, self.at, self.own, self.other, self._book = view, at, own, other, book
        self._named = named
        self.opened: int | None = None
        """The moment of both lines that was asked for; None for the first that differs."""
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.path = url_for("rereading.compare", record=view.header.record)
        self.viewer = viewer_key(view.viewer)
        self.table = self.to(at)
        self.rules = f"{url_for('rules.record', record=view.header.record)}?as={self.viewer}" if has_rules(view.header.game) else ""
        readings = (own.hash, f"{other.name} {other.hash}" if other is not None else "")
        self._lines = paired(view, lambda: view.compare(own, other), readings) if other is not None else None
        self.found: Comparison | None = self._lines.found if self._lines is not None else None
        self.moments = going_otherwise(view, own, other, readings) if other is not None else ()

    def to(self, at: int) -> str:
        """Return the address of a step, for the same viewer."""
        return f"{url_for('pages.replay', record=self._view.header.record)}?at={at}&as={self.viewer}"

    def nth(self, at: int) -> str:
        """Return the number of the step after event ``at``, as the arrows count."""
        return number(self._view.timeline.step_number(at))

    @property
    def rulesets(self) -> tuple[tuple[str, Markup, bool], ...]:
        """Other rulesets of the game: name, title, whether it is the one that is asked about."""
        known = self._view.game.rules.rulesets
        chosen = self.other.name if self.other is not None else ""
        return tuple((name, ruleset_title(self._view.game, name), name == chosen) for name in known if name != self.own.name)

    @property
    def switches(self) -> Iterator[tuple[Switch, str, tuple[Offer, ...]]]:
        """Each switch with what the record plays, and with what else it might be."""
        for switch in self.own.switches:
            here = self.own[switch.name]
            set_apart = self.other is not None and self.other.name == self.own.name and self.other[switch.name]
            offers = tuple(
                Offer(f"{switch.name}={choice.name}", _(choice.title), set_apart == choice.name)
                for choice in switch.choices
                if choice.name != here
            )
            yield switch, _(switch.choice(here).title), offers

    @property
    def apart(self) -> tuple[tuple[Switch, SwitchValue, SwitchValue], ...]:
        """Switches on which the readings differ: the record's value, the other's."""
        if self.other is None:
            return ()
        return tuple(
            (switch, switch.choice(self.own[switch.name]), switch.choice(self.other[switch.name]))
            for switch in self.own.switches
            if self.own[switch.name] != self.other[switch.name]
        )

    @property
    def result(self) -> str:
        """Whether the result is another, in a sentence."""
        return _(RESULTS[self.found.other_result]) if self.found is not None else ""

    @property
    def parting(self) -> RecordedPlay | None:
        """The play at which the lines part, or from which on nothing can be judged."""
        return None if self.found is None else parting_of(self.found)

    @property
    def alike(self) -> Markup | str:
        """What differs at the parting where words and tables do not tell it; "" where they do."""
        told = None if self._lines is None else told_alike_at_parting(self._view, self._lines)
        return "" if told is None else say(told, self._view.names)

    @property
    def dispute(self) -> str:
        """The address at which the play of the parting is disputed."""
        at = self.parting.first if self.parting is not None else self.at
        return f"{url_for('cases.beside', record=self._view.header.record)}?at={at}&as={self.viewer}"

    @property
    def go_on(self) -> str:
        """The address at which a line begins before the parting, by the other reading."""
        before = self.parting.first - 1 if self.parting is not None else self.at
        asked = {"at": str(before), "as": self.viewer, "ruleset": self._named[0], "switch": self._named[1]}
        path = url_for("lines.beside", record=self._view.header.record)
        return f"{path}?{urlencode({key: value for key, value in asked.items() if value})}"

    @property
    def last_moment(self) -> int:
        """The number of the last moment of both lines; 0 where they never part."""
        return len(self._lines.moments) - 1 if self._lines is not None and self._lines.moments else 0

    @cached_property
    def boards(self) -> SideBySide | None:
        """The tables side by side; None where the readings never part."""
        if self._lines is None or not self._lines.moments:
            return None
        nth = self._lines.opens() if self.opened is None else self.opened
        titles = {"record": _("Recorded"), "a": _("By the record's rules"), "b": _("By the other reading")}
        if len(self._lines.columns) == len(("record", "b")):
            titles["record"] = _("As recorded, by the record's rules")

        def stop(column: LineColumn) -> str:
            return self._stop(column.stop) if column.stop is not None else ""

        return SideBySide(self._view, self._lines, nth, titles, self._at_moment, stop, self.to)

    def _at_moment(self, nth: int) -> str:
        asked = {"ruleset": self._named[0], "switch": self._named[1], "at": str(self.at), "as": self.viewer, "step": str(nth)}
        path = url_for("rereading.compare", record=self._view.header.record)
        return f"{path}?{urlencode({key: value for key, value in asked.items() if value})}"

    @property
    def ends(self) -> tuple[tuple[str, str], ...]:
        """How each line ends: title, sentence."""
        if self.found is None:
            return ()
        return (
            (_("By the record's rules"), self._end(self.found.a)),
            (_("By the other reading"), self._end(self.found.b)),
        )

    @property
    def meets(self) -> str:
        """Where the lines meet again for good, "" where they do not."""
        if self.found is None or self.found.meets is None:
            return ""
        return _("After step %(n)s both are in the same position again.", n=self.nth(self.found.meets.last))

    def moment(self, one: PlayMoment) -> str:
        """Return what a moment is called: its last step and the first sentence narrated there."""
        told = next((step for step in self._view.timeline.told if one.play.first <= step.version <= one.play.last and step.lines), None)
        if told is None:
            return _("Step %(n)s", n=self.nth(one.play.last))
        words = say_plainly(told.lines[0], self._view.names, self._view.faces)
        return _("Step %(n)s: %(what)s", n=self.nth(one.play.last), what=words)

    def _end(self, line: LineOfPlay) -> str:
        told = self._stop(line.stop)
        if line.outcome is not None and line.outcome.winners:
            winners = ", ".join(seat_name(seat, self._view.names) for seat in line.outcome.winners)
            return _("%(end)s Won by %(names)s.", end=told, names=winners)
        if line.outcome is not None:
            return _("%(end)s Drawn.", end=told) if line.outcome.drawn else _("%(end)s Lost.", end=told)
        return told

    def _stop(self, stop: Stop) -> str:
        told = _(STOPS[stop.kind])
        if stop.kind != "refused":
            return told
        why = say_plainly(stop.why, self._view.names, self._view.faces) if stop.why is not None else ""
        return f"{told} {why} (§ {stop.paragraph})" if stop.paragraph else f"{told} {why}"
