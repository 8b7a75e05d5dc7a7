"""A record through one viewer's eyes. Everything here is computed from events that have passed the door."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.folding import folded
from records.core.viewers import OPEN, PUBLIC, Spectator, Viewer
from records.errors import AmbiguousSeat, MalformedCommand, SeatNotFound
from records.projections.timeline import Timeline
from records.service.editions import unknown_rules
from records.service.views import odds, rereading, untold
from records.service.views.findings import findings
from records.service.views.team import team
from records.service.views.telling_apart import closed, told_apart
from records.store import NO_LABEL
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from records.core.asking.questions import OddsAnswer, OddsQuestion, Parameter
    from records.core.board import CardFace, Enemy, Field, Fight
    from records.core.editions.rulesets import Ruleset
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.core.position import Outcome, Position
    from records.core.sentences import Sentence
    from records.core.wording.turning import TurningPoints
    from records.knowledge.answers import Knowledge
    from records.knowledge.odds.attack import AttackOdds
    from records.knowledge.odds.draw import DrawOdds
    from records.knowledge.why.explain import Why
    from records.projections.journey import Station
    from records.projections.team import Team
    from records.projections.untold import Untold
    from records.rulings.audit import Judged
    from records.rulings.explaining import Explanation
    from records.rulings.redoing.compare import Comparison, LineOfPlay, PlayMoment
    from records.rulings.redoing.plays import RecordedPlays
    from records.service.seen_log import SeenLog
    from records.service.views.findings import AuditFinding
    from records.service.views.rereading import ReadingImpact
    from records.store import GameLabel

MOST_JUDGED = 3000
"""Longest log, in events, whose breaches are shown beside every step."""


class RecordView(msgspec.Struct, frozen=True, dict=True):
    """A record as ``viewer`` may see it."""

    seen: SeenLog
    names: Mapping[SeatKey, str]
    """Who sits where; the seat's key where no name is known."""
    label: GameLabel = NO_LABEL
    """What the game is called and which table it is, as somebody said."""
    allowed: tuple[Viewer, ...] | None = None
    """The viewers as whom its caller may look at it; None for all."""
    takes_along: bool = True
    """Whether its caller may have the record as a file."""
    running: bool = False
    """Whether the game runs, here, and may go on at any moment."""
    alone: tuple[tuple[SeatKey, ...], ...] = ()
    """Seats that one account holds together."""
    more_finally: bool = False
    """Whether its caller may see more once the close of the game is final."""
    trashed: bool = False
    """Whether it is in the trash, where only its keeper can see it."""
    closed: bool = False
    """Whether closed cards are shown only as closed, without what is known of them, because a question about them is open."""
    asked: str = ""
    """The slot of a card while a task asks who knows it; "" for none. Its audience is hidden then."""

    @property
    def eyes(self) -> tuple[Viewer, ...]:
        """The viewers as whom its caller may look: seats in their order, the public, the open table."""
        all_eyes: tuple[Viewer, ...] = (*self.header.seats, PUBLIC, OPEN)
        return all_eyes if self.allowed is None else tuple(one for one in all_eyes if one in self.allowed)

    @property
    def plays(self) -> tuple[SeatKey, ...]:
        """The seats at which its caller plays while the game runs; none if they see the open table."""
        mine = tuple(one for one in self.eyes if not isinstance(one, Spectator))
        return mine if self.running and OPEN not in self.eyes else ()

    @property
    def followed(self) -> bool:
        """Whether the game goes on while its caller looks: it runs, and they play in it or keep it."""
        return self.running and self.eyes != (PUBLIC,)

    @property
    def header(self) -> Header:
        """The record's public facts."""
        return self.seen.header

    @property
    def game(self) -> Game:
        """The game that it is a record of."""
        return self.seen.game

    @property
    def other_cards(self) -> str:
        """Where the record was made with other cards than are known here, that in words; else ""."""
        return self.seen.other_cards

    @property
    def unknown_rules(self) -> str:
        """Where the record was made with rules that are not known here, that in words; else ""."""
        return unknown_rules(self.game, self.header, self.events)

    @property
    def viewer(self) -> Viewer:
        """Through whose eyes."""
        return self.seen.viewer

    @property
    def events(self) -> tuple[Recorded[Any], ...]:
        """The log as it passed the door."""
        return self.seen.events

    @property
    def faces(self) -> Mapping[str, CardFace]:
        """What is printed on the cards, by name; empty where no game tells."""
        return self.seen.faces

    @property
    def steps(self) -> int:
        """Number of events; steps are 0 to this."""
        return len(self.seen.events)

    @property
    def timeline(self) -> Timeline:
        """The log as turns and steps."""
        return self.seen.timeline

    def timeline_until(self, at: int) -> Timeline:
        """Return the first ``at`` events as turns and steps, as narrated to somebody who knows nothing later."""
        return self.seen.timeline_until(at)

    def turning_points(self, at: int) -> TurningPoints:
        """Return the weightiest turning points up to step ``at``, as they could be told then; none in a game that looks for none."""
        return self.seen.turning_points(at)

    def journey(self, *, card: str = "", slot: str = "", at: int) -> tuple[Station, ...]:
        """Return the way of a card up to step ``at``, by its name or by the place in a pile that it lies in."""
        return self.seen.journey(card=card, slot=slot, at=at)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, if it did."""
        outcome: Outcome | None = self.seen.end.state.outcome
        return outcome

    def position(self, at: int) -> Position[Any]:
        """Return the position after event ``at``; raises ``VersionNotFound``."""
        return self.seen.position(at)

    def shown(self, at: int) -> Position[Any]:
        """Return the position after event ``at`` as its viewer is shown it; raises ``VersionNotFound``.

        A card known to be one of several is shown as what the viewer could know of it then; as nothing while that is asked.
        """
        return closed(self.position(at), self.asked) if self.closed else told_apart(self.seen, at)

    def remembered(self, at: int) -> Position[Any]:
        """Return the position after event ``at`` as the online table's memory would show it, where the game has one.

        Raises ``VersionNotFound``, and ``MalformedCommand`` for a game without such a memory.
        """
        position = self.position(at)
        if self.game.board.memory is None:
            raise MalformedCommand(f"for {self.game.name} no online table's memory is known")
        found = self.game.board.memory(self.game, self.header, self.events[: position.version], self.viewer)
        return closed(found, self.asked) if self.closed else found

    @property
    def untold(self) -> Untold:
        """What this viewer's log never shows, so that it can only be inferred, and from which step to which."""
        return self.seen.untold

    def never_told(self) -> Iterator[Sentence]:
        """Yield the same in sentences; a single one if nothing is missing."""
        return untold.sentences(self.untold, self.game.board, self.timeline)

    def audit(self) -> tuple[Judged, ...]:
        """Return what the rules say of each decision in this viewer's log, in its order.

        If the record's edition of the rules or cards is not known here, it states what it could not judge; raises
        ``MalformedCommand`` where the game has no rules here.
        """
        return self.seen.judged

    def breaches(self, at: int) -> tuple[Judged, ...]:
        """Return the breaches of the rules visible by step ``at``, in order; () if the rules are not known here.

        Also () for a log that is too long to be judged for a page.
        """
        if not is_judged_for_pages(self):
            return ()
        return tuple(one for one in self.seen.judged_until(at) if one.wrong)

    def findings(self, judged: Sequence[Judged]) -> tuple[AuditFinding, ...]:
        """Return an audit's decisions that break the rules or cannot be judged, with seat and who could have noticed."""
        return findings(self.seen, judged)

    def knowledge(self, at: int, *, hindsight: bool = False) -> Knowledge:
        """Return what the viewer could know after event ``at``, from this viewer's log alone.

        ``hindsight``: from all of it, as far as it goes, about that step (``Known.hindsight``).
        Raises ``VersionNotFound``, and ``MalformedCommand`` for a record of other cards than are known here.
        """
        return self.seen.knowledge(at, hindsight=hindsight)

    def odds(self, at: int, strength: int, *, way: str = "", seat: str | None = None) -> AttackOdds:
        """Return the odds of an attack after event ``at``; see ``views.odds.attack`` for ``way``, ``seat`` and what it raises."""
        return odds.attack(self.seen, at, strength, way, seat)

    def odds_of_draw(self, at: int, number: int, cards: Iterable[str], deck: str = "") -> DrawOdds:
        """Return what the next cards of a deck hold after event ``at``; see ``records.service.views.odds.draw``."""
        return odds.draw(self.seen, at, number, cards, deck)

    def questions(self, at: int) -> Mapping[str, tuple[OddsQuestion, tuple[Parameter, ...]]]:
        """Return the game's further questions after event ``at``, by name, with their parameters."""
        return odds.questions(self.seen, at)

    def ask(self, at: int, name: str, said: Mapping[str, str] | None = None) -> OddsAnswer:
        """Return the answer to one of ``questions``; see ``records.service.views.odds.ask``."""
        return odds.ask(self.seen, at, name, said or {})

    def why(self, at: int, place: str) -> Why:
        """Return why a slot, a deck or a hand (``hand:B``) can hold what it can hold; see ``records.service.views.odds.explain``."""
        return odds.explain(self.seen, at, place)

    def reading(self, ruleset: str = "", switches: Mapping[str, str] | None = None) -> Ruleset:
        """Return a reading of the rules by which this record can be redone; see ``records.service.views.rereading``."""
        return rereading.reading(self.seen, ruleset, switches)

    @cached_property
    def _plays(self) -> RecordedPlays:
        return rereading.plays(self.seen)

    def compare(self, a: Ruleset, b: Ruleset) -> Comparison:
        """Redo the record under two readings, as far as this viewer's log tells."""
        return rereading.compare(self.seen, a, b, self._plays)

    def moments(self, a: Ruleset, b: Ruleset) -> Iterator[PlayMoment]:
        """Yield the plays that differ between the readings ``a`` and ``b``, each from the record's own position before it."""
        return rereading.moments(self.seen, a, b, record=self._plays)

    def impact(self) -> tuple[ReadingImpact, ...]:
        """Return each switch that, set differently, would have changed a moment. Raises ``MalformedCommand``; see ``rereading.impact``."""
        return rereading.impact(self.seen)

    def explain(self, at: int, *, ahead: bool = True) -> Explanation:
        """Return the paragraphs that led to step ``at``, and each switch by which it would be another; see ``rereading.explain``.

        Raises ``MalformedCommand`` for a step that is not there.
        """
        return rereading.explain(self.seen, at, ahead=ahead)

    def line(self, line: LineOfPlay) -> RecordView:
        """Return a line of a comparison as a record of its own, seen by the same viewer."""
        return replace(self, seen=rereading.as_log(self.seen, line))

    def team(self, at: int) -> Team:
        """Return what all hands together hold after event ``at``, as far as this viewer can tell; see ``records.service.views.team``."""
        return team(self.seen, at)

    def fight(self, at: int) -> Fight | None:
        """Return the fight that is under way after event ``at``, None where there is none."""
        return self.seen.fight(at)

    def enemy(self, at: int) -> Enemy | None:
        """Return the common enemy of all seats after event ``at``, None if they play against each other."""
        return self.seen.enemy(at)

    def field(self, at: int) -> Field | None:
        """Return what lies face to face after event ``at``, None in a game without such a field; raises ``VersionNotFound``."""
        return self.seen.field(at)


def is_judged_for_pages(view: RecordView) -> bool:
    """Return whether a record's rules are known, and it is not too long to be judged for a page."""
    return view.game.play is not None and view.steps <= MOST_JUDGED


def viewer_of(text: Viewer | str, header: Header, names: Mapping[SeatKey, str]) -> Viewer:
    """Return the viewer that ``text`` is or names: ``public``, ``open``, a seat's key, or a player's name in any case.

    The first three win. Raises ``AmbiguousSeat`` for a name that fits two seats and ``SeatNotFound`` for one that fits none.
    """
    if isinstance(text, Spectator):
        return text
    if text in (PUBLIC.value, OPEN.value):
        return Spectator(text)
    for seat in header.seats:
        if text == seat:
            return seat
    fitting = [seat for seat in header.seats if names.get(seat) and folded(names[seat]) == folded(text)]
    if len(fitting) == 1:
        return fitting[0]
    choices = ", ".join(["public", "open", *(f"{seat} ({names[seat]})" if seat in names else seat for seat in header.seats)])
    if fitting:
        raise AmbiguousSeat(f"{text!r} sits on {' and '.join(fitting)} of record {header.record}; say one of {choices}")
    raise SeatNotFound(f"nobody called {text!r} sits at record {header.record}; say one of {choices}")
