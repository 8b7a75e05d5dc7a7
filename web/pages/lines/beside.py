"""The page on which one asks "what if": the table after a step with the moves that may be touched, and the lines beside the record."""

from __future__ import annotations

from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from flask import url_for

from records.core.viewers import OPEN, viewer_key
from records.errors import MalformedCommand
from records.values import replace
from web.looking import look_at, refuse_suspense
from web.pages.lines.words import CHANCE, DEALT, address, begins, eyes_words, reading_words, step_words
from web.pages.recording.action_sheet import ActionSheet
from web.pages.replay.table import ShownTable, mover
from web.problems import Refused
from web.queries import read_choice
from web.words.games import game_face
from web.words.texts import _
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from markupsafe import Markup

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from records.service.layers.lines import LineView


def lines_page(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> LinesPage:
    """Return the table after step ``at`` with what could be done there, by another reading if one is asked for, and the lines beside."""
    view, at = look_at(book, caller, record, asked)
    refuse_suspense()
    ruleset, switches = reading_asked(view, asked)
    layers = book.notes.layers(caller, record, view.viewer)
    page = LinesPage(
        book, view, decided(view, at), tuple(line for layer in layers for line in layer.lines), (ruleset, asked.get("switch", ""), switches)
    )
    page.replay = f"{url_for('pages.replay', record=record)}?at={at}&as={page.viewer}"
    page.may_write = book.notes.may_annotate(caller, record)
    return page


def decided(view: RecordView, at: int) -> int:
    """Return the step at which all has followed from the decision that step ``at`` belongs to: only there somebody may act."""
    return next((one.v for one in reversed(view.events) if at and one.cause == view.events[at - 1].cause), at)


def reading_asked(view: RecordView, asked: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Return the ruleset, "" for the record's own, and the switch set otherwise; raises Refused (422)."""
    ruleset = read_choice("ruleset", asked["ruleset"], tuple(view.game.rules.rulesets)) if asked.get("ruleset") else ""
    name, _sign, value = asked.get("switch", "").partition("=")
    switches = {name: value} if name else {}
    if ruleset or switches:
        try:
            view.reading(ruleset, switches)
        except MalformedCommand as error:
            reason = _("There is no point of the rules called “%(switch)s”.", switch=asked.get("switch", ""))
            raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("query", "switch")) from error
    return ruleset, switches


class LinesPage:
    """What the template of the list may ask."""

    template = "pages/lines.html"
    may_write = True
    """Whether the caller may begin a line here."""

    def __init__(
        self, book: GameBook, view: RecordView, at: int, found: tuple[LineView, ...], reading: tuple[str, str, dict[str, str]]
    ) -> None:
        self._view, self.at, self._found = view, at, found
        self.ruleset, self.switch, self._switches = reading
        self.game = game_face(book.games, view.header.game)
        self.names = tuple(seat_name(seat, view.names) for seat in view.header.seats)
        self.viewer = viewer_key(view.viewer)
        self.path = url_for("lines.beside", record=view.header.record)
        self.replay = ""
        """Address of the step at which it was asked."""
        self.complaint: Markup | str = ""
        self.chosen: Mapping[str, str] = {}
        """What was chosen in the form that could not be written."""

    @property
    def may_begin(self) -> bool:
        """Whether the game can be gone on with here."""
        view = self._view
        return self.may_write and view.game.play is not None and view.game.recording is not None and not view.unknown_rules

    @cached_property
    def view(self) -> RecordView:
        """The record up to this step, and nothing later."""
        return replace(self._view, seen=self._view.seen.branched(self.at))

    @cached_property
    def sheet(self) -> ActionSheet | None:
        """What may be done here by the reading that is asked for; None where nothing may."""
        keeping = self.view.game.recording
        if keeping is None or not self.may_begin or self.view.position(self.at).state.outcome is not None:
            return None
        position = self.view.position(self.at)
        if self.reading:
            position = replace(position, state=replace(position.state, rules=self._view.reading(self.ruleset, self._switches)))
        return ActionSheet(self.view, position, keeping)

    @property
    def table(self) -> ShownTable:
        """The table after this step."""
        return ShownTable(self.view, self.at, below=mover(self.view, self.at))

    @property
    def lines(self) -> Iterator[tuple[LineView, str, str]]:
        """Each line, its address, and where it begins, in words; those that begin here first."""
        for line in sorted(self._found, key=lambda line: line.base != self.at):
            yield line, address(line, max(line.nodes, default=0), self.viewer), begins(self._view, line)

    @property
    def eyes(self) -> str:
        """Whose view the line goes on from."""
        return eyes_words(self._view)

    @property
    def dealt(self) -> list[tuple[str, str, str]]:
        """Who may answer for the table: key, words and a sentence. How it lay is for the open table alone."""
        return [(key, _(CHANCE[key]), _(words)) for key, words in DEALT.items() if key != "lay" or self._view.viewer is OPEN]

    @property
    def reading(self) -> str:
        """What is read otherwise in words, "" for nothing."""
        return reading_words(self._view, self.ruleset, self._switches)

    @property
    def moment(self) -> str:
        """The step that a line begins after, in words."""
        return step_words(self._view, self.at)

    @property
    def before(self) -> str:
        """Address of the same question before the move that led here, "" at the beginning: what if it had not been made?"""
        cause = self._view.events[self.at - 1].cause if self.at else 1
        return self._at(cause - 1) if cause > 1 else ""

    @property
    def here_at(self) -> str:
        """Address of this page."""
        return self._at(self.at)

    def _at(self, at: int) -> str:
        asked = {"at": str(at), "as": self.viewer, "ruleset": self.ruleset, "switch": self.switch}
        return f"{self.path}?{urlencode({name: value for name, value in asked.items() if value})}"
