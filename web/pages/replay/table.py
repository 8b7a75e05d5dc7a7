"""The table at one step, as the templates of the boards ask for it: on a replay, in a line, beside another, in a lesson."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from records.core.viewers import PUBLIC, Spectator
from web.pages.board.board import Board
from web.pages.board.figures import NumberTable, figures, number_tables, progress, standing
from web.pages.board.lit import LitBoard
from web.pages.board.places import places
from web.pages.board.seat_colors import seat_color
from web.pages.replay.ending import ending
from web.pages.replay.step_texts import StepTexts
from web.pages.replay.team import team_line
from web.pages.replay.viewers import eyes_of
from web.pages.rules.page import has_rules
from web.queries import FORGETFUL, HINDSIGHT
from web.words.outcomes import verdict
from web.words.texts import _, number

if TYPE_CHECKING:
    from markupsafe import Markup

    from records.core.ids import SeatKey
    from records.projections.timeline import Timeline
    from records.service import RecordView
    from web.pages.board.places import PlaceInWords
    from web.pages.board.values import PlaceOnTable
    from web.pages.replay.ending import Ending
    from web.pages.replay.team import TeamLine


class ShownTable:
    """What the template of a board may ask.

    With the record's ``path`` places lead to their lists, looked at through ``lens``. Without it nothing leads anywhere, because a line's
    table never lay in the record, and what differs from ``beside`` is marked. ``told`` narrates it, the whole record's timeline for None.
    ``below`` sits below; None for the viewer's seat, and the first for viewers without one.
    """

    def __init__(
        self,
        view: RecordView,
        at: int,
        *,
        path: str = "",
        lens: str = "",
        told: Timeline | None = None,
        beside: Board | None = None,
        below: SeatKey | None = None,
    ) -> None:
        self._view, self._at, self._path, self.lens, self._below = view, at, path, lens, below
        self.forgets, self.hindsight = lens == FORGETFUL, lens == HINDSIGHT
        timeline = told or view.timeline
        self._number = timeline.step_number(at)
        self.now = timeline.told[self._number - 1] if self._number else None
        """The last step narrated at this moment."""
        self.texts = StepTexts(view, path, lens, has_rules=has_rules(view.header.game))
        self.name, self.say = self.texts.name, self.texts.say
        self.viewer = eyes_of(view, view.viewer, lens)
        self.position = view.remembered(at) if self.forgets else view.shown(at)
        self.board = (
            Board(view, at, path, forgetful=self.position if self.forgets else None, lens=lens) if path else LitBoard(view, at, beside)
        )
        """The table as values."""
        self.boards = [f"boards/{view.header.game}.html", "boards/panel.html"]
        """The game's own board, else what every log can tell."""

    def said(self, since: int) -> list[tuple[Markup, str]]:
        """Return the narration of the steps after ``since`` up to this one: sentences, each with its paragraph or ""."""
        steps = (step for step in self._view.timeline.told if since < step.version <= self._at and not step.cut)
        return [(self.say(line), step.rule) for step in steps for line in step.lines]

    @property
    def moment(self) -> str:
        """This step as it stands in the addresses of cards on the board, not escaped: the filter ``here`` escapes what it fills in."""
        return f"{self._at}{HINDSIGHT if self.hindsight else ''}"

    @property
    def near_seat(self) -> SeatKey:
        """The seat below."""
        seats, viewer = self._view.header.seats, self._view.viewer
        return self._below or (viewer if not isinstance(viewer, Spectator) and viewer in seats else seats[0])

    @property
    def far_seats(self) -> tuple[SeatKey, ...]:
        """Seats that sit across: all but the one below."""
        return tuple(seat for seat in self._view.header.seats if seat != self.near_seat)

    @property
    def sees_near_hand(self) -> bool:
        """Whether the hand below lies open for the viewer, so that its cards are drawn whole."""
        return self._view.viewer is not PUBLIC

    @cached_property
    def team(self) -> TeamLine | None:
        """What is seen of all hands, in a game that is played together; None off the record, whose page counts them."""
        return team_line(self._view, self._at) if self._path else None

    @property
    def lying(self) -> tuple[PlaceInWords, ...]:
        """Every place with its cards in words, for a game without a board; none where only the log is known."""
        return places(self._view, self.position)

    @property
    def numbers(self) -> list[NumberTable]:
        """The log's numbers about table and seats, as tables."""
        return number_tables(self._view.game.board, self.position.state, self._view.header.seats)

    @property
    def outcome(self) -> str:
        """Who won, from the moment on at which it is known; else ""."""
        return verdict(self.position.state.outcome, self._view.names, self._view.header.seats if self._view.game.together else ())

    @cached_property
    def ending(self) -> Ending | None:
        """The scene of the last step, once it is known who won; None before it, and off the record."""
        return ending(self._view, self.texts) if self._path and self._at == self._view.steps and self.outcome else None

    @property
    def progress(self) -> str:
        """How far the game is, "" where nobody says."""
        return progress(self._view.game.board, self.position.state)

    @property
    def step_label(self) -> str:
        """Seat and step of the moment."""
        if self.now is None or self.now.seat is None:
            return _("step %(n)s", n=number(self._number))
        return _("%(name)s, step %(n)s", name=self.name(self.now.seat), n=number(self._number))

    @property
    def board_label(self) -> str:
        """Name of the table for screen readers."""
        return _("Table at step %(n)s: %(viewer)s %(saw)s", n=number(self._number), viewer=self.viewer.label, saw=self.viewer.saw)

    def color(self, seat: SeatKey | None) -> int:
        """Return the seat's color, 0 for none."""
        return seat_color(self._view.header.seats, seat)

    def whole(self, place: PlaceOnTable) -> str:
        """Return what the heading of a place opens, for screen readers, behind its words: ``Hand of Ben: show all``."""
        return _("%(place)s: show all", place=place.whose)

    def part(self, seat: SeatKey) -> str:
        """Return the seat's part in the fight under way, else in this moment; "" for none."""
        fight = self.board.fight
        if fight is None:
            return self.standing(seat)
        return _("attacks") if fight.seat == seat else _("defends")

    def figures(self, seat: SeatKey) -> list[tuple[str, str]]:
        """Return label and figure of each thing that the log says about a seat at this moment."""
        return figures(self._view.game.board, self.position.state, seat)

    def standing(self, seat: SeatKey) -> str:
        """Return the seat's part in this moment, "" for none."""
        return standing(self._view.game.board, self.position.state, seat)


def mover(view: RecordView, at: int) -> SeatKey | None:
    """Return who sits below where moves are touched: for viewers without a seat the side to move, where a thumb reaches its hand."""
    return view.position(at).state.to_act if isinstance(view.viewer, Spectator) else None
