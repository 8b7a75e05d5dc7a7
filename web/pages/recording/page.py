"""The page on which a game is written down: the present position in words, and a form with what may be done now."""

from __future__ import annotations

from functools import cached_property
from http import HTTPStatus
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
from flask import url_for
from markupsafe import Markup

from records.core.asking.typed import DEALT
from records.core.events import Sort
from records.core.faces import UNKNOWN
from records.core.ids import SeatKey
from records.core.logs.effective import effective
from records.core.viewers import OPEN, Spectator, viewer_key
from records.errors import NotYours
from records.service.access import Permission
from records.service.writing.mending import noted_faces
from records.service.writing.record_filler import answering
from web.callers import current_caller
from web.looking import look, news_of, stream_of
from web.pages.board.places import PlaceInWords, places
from web.pages.recording.action_sheet import ActionSheet
from web.pages.recording.again import offers
from web.pages.recording.mishaps import MishapForm
from web.pages.recording.rail import Rail, rail_of
from web.pages.replay.table import ShownTable, mover
from web.problems import Refused
from web.words.games import game_face
from web.words.rulesets import rules_line
from web.words.texts import _, number
from web.words.wording import say_plainly, seat_name, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.events import Recorded
    from records.core.game import Scorekeeping
    from records.core.viewers import Caller
    from records.projections.timeline import Step
    from records.service import GameBook, RecordView
    from web.pages.recording.actions import Tried
    from web.pages.recording.again import OfferedMove

STEPS_BEFORE, BATCHES_BACK = 8, 12


class ToldStep(msgspec.Struct, frozen=True):
    """A step of what happened last."""

    version: int
    words: str
    noted: tuple[tuple[str, str], ...]
    """Names and titles of the hidden cards that were noted in it."""
    back: int | None
    """Where the game stood before it; None where it cannot go back there."""


class ScoreSheet(ActionSheet):
    """What the template of the page may ask; made anew for every request."""

    def __init__(self, book: GameBook, view: RecordView, complaint: Markup | str = "", tried: Tried | None = None) -> None:
        self.player = "" if view.viewer is OPEN else seat_name(SeatKey(viewer_key(view.viewer)), view.names)
        """Name of a player who writes only their own seat's moves, "" for a writer who sees the open table."""
        seats = None if view.viewer is OPEN else (SeatKey(viewer_key(view.viewer)),)
        super().__init__(view, view.position(view.steps), scorekeeping(view), tried=tried, seats=seats)
        self._book = book
        self.complaint = complaint
        self.game = game_face(book.games, view.header.game)
        self.path = url_for("recording.sheet", record=view.header.record)
        self.replay = f"{url_for('pages.replay', record=view.header.record)}?at={view.steps}&as={viewer_key(view.viewer)}"
        self.mishaps = MishapForm(view, self.position)
        self.waiting = seats is not None and not {*seats} & {*self.acting} and view.outcome is None
        """Whether it is somebody else's move."""

    @cached_property
    def rail(self) -> Rail | None:
        """The log beside which the game is written down, for who writes it from the open table."""
        if self.view.viewer is not OPEN:
            return None
        return rail_of(self._book, current_caller(), self.view, url_for("recording.tell", record=self.view.header.record))

    @property
    def rules(self) -> Markup:
        """By which rules the game is played."""
        return rules_line(self.view.game, self.view.header.ruleset)

    @property
    def names(self) -> list[str]:
        """Everybody's name in seating order."""
        return [seat_name(seat, self.view.names) for seat in self.view.header.seats]

    @property
    def seats(self) -> list[tuple[str, str]]:
        """Each seat's key and name."""
        return [(seat, seat_name(seat, self.view.names)) for seat in self.view.header.seats]

    @property
    def places(self) -> tuple[PlaceInWords, ...]:
        """The position in words."""
        return places(self.view, self.position)

    @cached_property
    def told(self) -> list[ToldStep]:
        """What happened last, and how a slip in it is mended."""
        steps = [step for turn in self.view.timeline.turns for step in turn.told][-STEPS_BEFORE:]
        lasting = {recorded.v: recorded for recorded in effective(self.view.events)}
        ways = {begun: to for to, begun in self._begins}
        return [self._told(step, lasting.get(step.version), ways) for step in steps if step.lines]

    @property
    def table(self) -> ShownTable:
        """The table as the replay draws it."""
        path, at = url_for("pages.replay", record=self.view.header.record), self.view.steps
        return ShownTable(self.view, at, path=path, below=mover(self.view, at))

    @cached_property
    def offers(self) -> tuple[OfferedMove, ...]:
        """Moves that were taken back and may be entered again."""
        return offers(self)

    @property
    def to_move(self) -> str:
        """Who has to act, "" where nobody."""
        seat = self.position.state.to_act
        if self.acting and seat not in self.acting:
            seat = self.acting[0]
        return seat_name(seat, self.view.names) if seat is not None else ""

    @property
    def idle(self) -> str:
        """Why no move is to be made here now, "" where one is."""
        if self.waiting and self.to_move:
            return _("%(name)s is to move", name=self.to_move)
        return "" if self.actions else _("The game is over")

    @property
    def data(self) -> dict[str, Any]:
        """All that may be written, for the script, and why no move is to be made here."""
        return {**super().data, "idle": self.idle}

    @property
    def news(self) -> str:
        """Where a script learns that the game went on, "" for a writer of all seats, and where it is over."""
        return news_of(self.view) if self.player and self.view.outcome is None else ""

    @property
    def stream(self) -> str:
        """Where it hears that as it happens."""
        return stream_of(self.view) if self.news else ""

    @property
    def dealt(self) -> bool:
        """Whether the program deals."""
        return answering(self.view.events) == DEALT

    @property
    def missing(self) -> bool:
        """Whether something is missing, so that no card can move."""
        return bool(self.position.state.missing)

    @cached_property
    def all_cards(self) -> list[tuple[str, str]]:
        """Name and title of each card of the game."""
        titles = told_apart({card: title_of(card, self.view.faces) for card in self.view.faces}, self.view.faces)
        return sorted(titles.items(), key=lambda card: card[1].casefold())

    @property
    def ways_back(self) -> list[tuple[int, str]]:
        """Steps that the game may go back to, the latest first, each with what is then undone; none for a writer of one seat."""
        if self.player:
            return []
        told = {step.version: step for step in self.view.timeline.steps}
        found = [(to, " ".join(self._lines(told[begun]))) for to, begun in self._begins[: -BATCHES_BACK - 1 : -1]]
        return [(to, words or _("step %(n)s", n=number(self.view.timeline.step_number(to + 1)))) for to, words in found]

    @property
    def can_undo(self) -> bool:
        """Whether the writer may take moves back; a writer of one seat may not."""
        return not self.player

    @cached_property
    def _begins(self) -> list[tuple[int, int]]:
        """The last version before each batch that counts, and its first."""
        return [(before.v, after.v) for before, after in pairwise(effective(self.view.events)) if after.cause == after.v]

    def _told(self, step: Step, recorded: Recorded[Any] | None, ways: Mapping[int, int]) -> ToldStep:
        faces = noted_faces(self.view.game, recorded.event) if recorded is not None and recorded.event.sort is not Sort.FACT else ()
        noted = [(face, _("a card that nobody noted") if face == UNKNOWN else title_of(face, self.view.faces)) for face in faces]
        if self.player:
            return ToldStep(step.version, " ".join(self._lines(step)), (), None)
        back = ways.get(recorded.cause) if recorded is not None else None
        return ToldStep(step.version, " ".join(self._lines(step)), tuple(noted), back)

    def _lines(self, step: Step) -> list[str]:
        return [say_plainly(line, self.view.names, self.view.seen.faces) for line in step.lines]


def scorekeeping(view: RecordView) -> Scorekeeping:
    """Return how the game of a record is written down; raises Refused (404) where its rules are not known."""
    if view.game.recording is None or view.game.play is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("The rules of this game are not known here, so nothing can be written into its record."))
    return view.game.recording


def written_table(book: GameBook, caller: Caller, record: str) -> RecordView:
    """Return a record as its writer sees it: the open table, or what the own seat sees for a player who may write.

    Raises Refused (404; 403 for a player in a game whose cards are typed in), and NotYours.
    """
    view = look(book, caller, record, None)
    own = [eyes for eyes in view.eyes if not isinstance(eyes, Spectator)]
    if OPEN in view.eyes:
        return look(book, caller, record, viewer_key(OPEN))
    if not own or not writes(book, caller, record):
        raise NotYours(f"{caller.name!r} may not write in record {record}", str(Permission.WRITE))
    if answering(view.events) != DEALT:
        reason = _(
            "In this game the cards are entered by somebody who sees the open table. Players can write only in games "
            "that the program deals."
        )
        raise Refused(HTTPStatus.FORBIDDEN, reason)
    acting = view.seen.end.state.to_act
    return view if acting not in own else look(book, caller, record, acting)


def writes(book: GameBook, caller: Caller, record: str) -> bool:
    """Whether a caller may write something into a record."""
    return book.access.allows(caller, Permission.WRITE, record) or book.access.allows(caller, Permission.PLAY, record)
