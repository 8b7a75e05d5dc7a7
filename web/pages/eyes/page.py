"""One step of a record as two viewers see it: both tables, the information of each, and what only one of them knew."""

from __future__ import annotations

from functools import cached_property
from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.viewers import Spectator, viewer_key
from web.looking import check_step, look, refuse_suspense
from web.pages.board.board import Board
from web.pages.replay.controls import Control
from web.pages.replay.differing import differing
from web.pages.replay.table import ShownTable, mover
from web.problems import Refused
from web.queries import read_number
from web.words.games import game_face
from web.words.texts import _, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from records.core.viewers import Caller, Viewer
    from records.service import GameBook, RecordView


class EyesColumn(msgspec.Struct, frozen=True, kw_only=True):
    """The table as one of the two saw it."""

    key: str
    title: str
    table: ShownTable
    said: list[tuple[Markup, str]]
    """Their information since the previous step: sentences, each with its paragraph or ""."""
    record_step: str
    """Address of the step in the replay, through these eyes."""
    record_line: str
    """Address at which a line begins after it."""
    stop: str = ""


class TwoEyes:
    """What the template asks."""

    def __init__(self, book: GameBook, views: tuple[RecordView, RecordView], at: int) -> None:
        self.views, self.at = views, at
        first = views[0]
        self.record, self.path = first.header.record, url_for("eyes.two", record=first.header.record)
        self.game = game_face(book.games, first.header.game)
        self.names = [seat_name(seat, first.names) for seat in first.header.seats]
        self.replay = f"{url_for('pages.replay', record=self.record)}?at={at}&as={viewer_key(first.viewer)}"
        self.stops = sorted({0, *(stop for view in views for stop in view.timeline.stops)})
        boards = [Board(view, at, "") for view in views]
        # both tables have the same orientation, so that they can be compared
        below = next((eyes for eyes in (view.viewer for view in views) if not isinstance(eyes, Spectator)), None)
        tables = [
            ShownTable(view, at, beside=beside, below=below or mover(view, at))
            for view, beside in zip(views, reversed(boards), strict=True)
        ]
        self.columns = tuple(self._column(view, table) for view, table in zip(views, tables, strict=True))

    def _column(self, view: RecordView, table: ShownTable) -> EyesColumn:
        before = max((stop for stop in self.stops if stop < self.at), default=0)
        moment = f"?at={self.at}&as={viewer_key(view.viewer)}"
        return EyesColumn(
            key=viewer_key(view.viewer),
            title=self.called(view.viewer),
            table=table,
            said=table.said(before) if self.at else [],
            record_step=f"{url_for('pages.replay', record=self.record)}{moment}",
            record_line=f"{url_for('lines.beside', record=self.record)}{moment}" if view.game.play is not None else "",
        )

    def called(self, viewer: Viewer) -> str:
        """Return a viewer in words."""
        if isinstance(viewer, Spectator):
            return _("Spectator") if viewer is Spectator.PUBLIC else _("Open table")
        return seat_name(viewer, self.views[0].names)

    @property
    def heading(self) -> str:
        """What the section of the tables is called."""
        return _("Both tables at one step")

    @property
    def nth(self) -> int:
        """The step; 0 is the start."""
        return self.at

    @property
    def here(self) -> str:
        """Where one is."""
        timeline = self.views[0].timeline
        return _("Step %(n)s of %(count)s", n=number(timeline.step_number(self.at)), count=number(len(timeline.told)))

    @property
    def alike(self) -> str:
        """A sentence if both saw the same, else ""."""
        return "" if self.differences else _("Both see the same here.")

    @property
    def asked(self) -> tuple[str, str]:
        """The keys of the two."""
        return viewer_key(self.views[0].viewer), viewer_key(self.views[1].viewer)

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Everybody who may be looked as: key and words."""
        return [(viewer_key(eyes), self.called(eyes)) for eyes in self.views[0].eyes]

    @cached_property
    def controls(self) -> dict[str, Control]:
        """The controls by the names that they have in the replay."""
        first, turns = self.stops[0], sorted({0, *(view.last for view in self.views[0].timeline.told_turns)})
        ways = {
            "first": first if self.at > first else None,
            "back-turn": max((stop for stop in turns if stop < self.at), default=None),
            "back": max((stop for stop in self.stops if stop < self.at), default=None),
            "on": min((stop for stop in self.stops if stop > self.at), default=None),
            "on-turn": min((stop for stop in turns if stop > self.at), default=None),
            "last": self.stops[-1] if self.at < self.stops[-1] else None,
        }
        return {name: Control("" if to is None else self.to(to)) for name, to in ways.items()}

    def to(self, at: int) -> str:
        """Return the address of a step for the same two viewers."""
        return f"{self.path}?at={at}&as={self.asked[0]}&other={self.asked[1]}"

    @property
    def changed(self) -> str:
        """Address of the same step with the two viewers swapped."""
        return f"{self.path}?at={self.at}&as={self.asked[1]}&other={self.asked[0]}"

    @cached_property
    def differences(self) -> list[tuple[str, list[str]]]:
        """Every figure and place that the two saw differently: title, what each saw."""
        return differing([column.table for column in self.columns])


def two_eyes(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str]) -> TwoEyes:
    """Return the page for step ``at`` (without it: the first move), as ``as`` and as ``other`` saw it (without them: the first two).

    Raises Refused (404 for a record or step that is not there, and where there is nobody else to look as; 422 for what cannot be read or
    names nobody, and in suspense), and NotYours.
    """
    refuse_suspense()
    usual = look(book, caller, record, asked.get("as"))
    eyes = usual.eyes
    first = usual if "as" in asked else look(book, caller, record, viewer_key(eyes[0]))
    others = [one for one in eyes if one != first.viewer]
    if not others:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no other viewer in this record to compare with."), ("path", "record"))
    second = look(book, caller, record, asked.get("other", viewer_key(others[0])))
    at = read_number("at", asked["at"]) if "at" in asked else first.timeline.first_move
    check_step(first, at)
    return TwoEyes(book, (first, second), at)
