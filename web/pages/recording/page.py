"""The page on which a game is written down: the present position in words, and a form with what may be done now."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from http import HTTPStatus
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from flask import url_for
from markupsafe import Markup

from records.core.logs.effective import effective
from records.core.narration import MISTAKES
from records.core.secret import Secret
from records.core.typed import DEALT
from records.core.viewers import OPEN, viewer_key
from records.service.record_filler import answering
from web.games import game_face
from web.looking import look
from web.pages.board.places import PlaceInWords, places
from web.pages.recording.missing_cards import holes_in
from web.problems import Refused
from web.rulesets import rules_line
from web.texts import _
from web.wording import say, say_plainly, seat_name, title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.game import Scorekeeping
    from records.core.position import Command, Position
    from records.core.viewers import Caller
    from records.projections.timeline import Step
    from records.service import GameBook, RecordView

STEPS_BEFORE, BATCHES_BACK = 8, 12


@dataclass(frozen=True, slots=True)
class Action:
    """One thing that may be done now."""

    command: Command
    says: Markup
    holes: tuple[bool, ...]
    """For each card that nobody noted, and that may be named now, whether it may stay unknown."""


@dataclass(frozen=True, slots=True)
class Tried:
    """An action that was sent and could not be written, as it was filled in."""

    action: int
    """Its place among the actions."""
    cards: tuple[str, ...]
    wrong: tuple[str, ...]
    """What is wrong with each of them, "" for nothing."""
    why: Markup | str = ""
    """What is wrong with all of them together."""


class ScoreSheet:
    """What the template of the page may ask; made anew for every request."""

    def __init__(self, book: GameBook, view: RecordView, complaint: Markup | str = "", tried: Tried | None = None) -> None:
        self.view, self.complaint, self.tried = view, complaint, tried
        self.game = game_face(book.games, view.header.game)
        self.path = url_for("recording.sheet", record=view.header.record)
        self.replay = f"{url_for('pages.replay', record=view.header.record)}?at={view.steps}&as={viewer_key(OPEN)}"
        self.position: Position[Any] = view.position(view.steps)
        self._keeping = scorekeeping(view)
        self._legal = view.game.play.legal(self.position) if view.game.play is not None else ()
        self.actions = _distinct([self._action(command) for command in self._keeping.actions(self.position)])
        self.mistakes = [(key, _(mistake.title)) for key, mistake in MISTAKES.items()]

    @property
    def rules(self) -> Markup:
        """By which rules the game is played."""
        return rules_line(self.view.game, self.view.header.ruleset)

    @property
    def version(self) -> int:
        """Number of events that this page was made for."""
        return self.view.steps

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

    @property
    def told(self) -> list[str]:
        """What happened last."""
        steps = [step for turn in self.view.timeline.turns for step in turn.told][-STEPS_BEFORE:]
        return [line for step in steps for line in self._lines(step)]

    @property
    def to_move(self) -> str:
        """Who has to act, "" where nobody."""
        seat = self.position.state.to_act
        return seat_name(seat, self.view.names) if seat is not None else ""

    @property
    def dealt(self) -> bool:
        """Whether the program deals."""
        return answering(self.view.events) == DEALT

    @property
    def missing(self) -> bool:
        """Whether something is missing, so that no card can move."""
        return bool(self.position.state.missing)

    @property
    def cards(self) -> list[tuple[str, str]]:
        """Name and title of each card that may lie where nobody noted one."""
        unseen = told_apart({card: title_of(card, self.view.seen.faces) for card in self._keeping.unseen(self.position)})
        return sorted(unseen.items(), key=lambda card: card[1].casefold())

    @property
    def ways_back(self) -> list[tuple[int, str]]:
        """Steps that the game may go back to, the latest first, each with what is then undone."""
        lasting = effective(self.view.events)
        told = {step.version: step for step in self.view.timeline.steps}
        begins = [(before.v, after.v) for before, after in pairwise(lasting) if after.cause == after.v]
        found = [(to, " ".join(self._lines(told[begun]))) for to, begun in begins[: -BATCHES_BACK - 1 : -1]]
        return [(to, words or _("step %(n)s", n=to + 1)) for to, words in found]

    def tries(self, action: int, nth: int) -> tuple[str, str]:
        """Return which card was named for the ``nth`` hole of an action, and what is wrong with it; "" for nothing of either."""
        if self.tried is None or self.tried.action != action:
            return "", ""
        return self.tried.cards[nth], self.tried.wrong[nth]

    def _action(self, command: Command) -> Action:
        says = say(self._keeping.tell(command), self.view.names, self.view.seen.faces)
        return Action(command, says, holes_in(command, listed=command in self._legal))

    def _lines(self, step: Step) -> list[str]:
        return [say_plainly(line, self.view.names, self.view.seen.faces) for line in step.lines]


def _distinct(actions: Sequence[Action]) -> tuple[Action, ...]:
    """Return actions with the card's name in the catalogue beside words that fit several of them."""
    times = Counter(action.says for action in actions)
    return tuple(
        replace(action, says=Markup("{} ({})").format(action.says, _card(action.command))) if times[action.says] > 1 else action
        for action in actions
    )


def _card(command: Command) -> str:
    card = getattr(command, "card", "")
    return str(card.faces[0]) if isinstance(card, Secret) else str(card)


def scorekeeping(view: RecordView) -> Scorekeeping:
    """Return how the game of a record is written down; raises Refused (404) where its rules are not known."""
    if view.game.recording is None or view.game.play is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("The rules of this game are not known here, so nothing can be written into its record."))
    return view.game.recording


def open_table(book: GameBook, caller: Caller, record: str) -> RecordView:
    """Return a record as whoever writes it down must see it; raises Refused (404), and NotYours."""
    return look(book, caller, record, viewer_key(OPEN))
