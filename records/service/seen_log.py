"""A log that has passed the door, with what is computed from it and kept: positions, timeline, knowledge."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from records.core.logs.effective import changes_earlier, effective
from records.core.position import frozen
from records.core.viewers import OPEN
from records.core.wording.turning import weightiest
from records.errors import MalformedCommand
from records.projections.journey import Journeys, journeys, until
from records.projections.replay import position_at
from records.projections.timeline import Timeline, timeline
from records.projections.untold import Untold, untold
from records.rulings.audit import audit
from records.service.editions import other_cards
from records.service.knowing import Knowing
from records.service.memory import Tallied, Tally
from records.service.pieces import LogPieces
from records.service.weights import POSITION, STEP, VEILED, WHOLE_EVENT

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.board import CardFace, Enemy, Field, Fight
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.logs.fold import Folder
    from records.core.position import Position
    from records.core.viewers import Viewer
    from records.core.wording.turning import TurningPoints
    from records.knowledge.answers import Knowledge
    from records.knowledge.engine import Known
    from records.projections.journey import Station
    from records.rulings.audit import Judged
    from records.service.memory import Memory


STRIDE, RECENT = 25, 8
"""Events between two cached positions, between which events are folded again; and how many recently requested positions are cached too."""


@dataclass(frozen=True, eq=False)
class SeenLog(Tallied):
    """The log, its turns, positions and pieces, cached because they are the same for everybody who looks as this viewer."""

    game: Game
    folder: Folder
    header: Header
    viewer: Viewer
    events: tuple[Recorded[Any], ...]
    _before: tuple[int, Timeline] | None = field(default=None, repr=False)
    """A number of first events and their timeline, if it was made and no later event changes it."""
    _kept: dict[int, Position[Any]] = field(default_factory=dict, repr=False)
    _recent: dict[int, Position[Any]] = field(default_factory=dict, repr=False)
    tally: Tally = field(default_factory=Tally, repr=False)
    """Counts the log as it was shown, its timeline and its positions."""
    pieces: LogPieces = field(default_factory=LogPieces, repr=False)
    """Other values computed from it, dropped before the log is."""

    def __post_init__(self) -> None:
        """Count the initial memory."""
        self._weigh()

    def kept_in(self, memory: Memory) -> None:
        """Keep the pieces in the same memory."""
        self.pieces.kept_in(memory)

    def count_with(self, whole: Tally) -> None:
        """Count as a part of ``whole``, with all pieces."""
        self.tally.join(whole)
        self.pieces.count_with(self.tally)

    def let_go(self) -> None:
        """Let the pieces go as well."""
        self.pieces.let_go()

    def count_events(self) -> None:
        """Count the events as well: the stored log, which they are shared with, is not kept."""
        self.__dict__["_each"] = WHOLE_EVENT
        self._weigh()

    def _weigh(self) -> None:
        told = len(self.events) if "timeline" in self.__dict__ else self._before[0] if self._before is not None else 0
        self.tally.set(
            self.__dict__.get("_each", VEILED) * len(self.events) + STEP * told + POSITION * (len(self._kept) + len(self._recent))
        )

    def grown(self, new: Sequence[Recorded[Any]]) -> SeenLog:
        """Return the log with events that came after it, and with everything that was computed and still holds."""
        before = None
        if not changes_earlier(new):
            before = (len(self.events), self.timeline) if "timeline" in self.__dict__ else self._before
        grown = SeenLog(
            self.game, self.folder, self.header, self.viewer, (*self.events, *new), before, self._kept.copy(), self._recent.copy()
        )
        grown.__dict__["_changes"] = self._changes + _changes(new)
        if "faces" in self.__dict__:
            grown.__dict__["faces"] = self.faces
        return grown

    def branched(self, base: int, after: Sequence[Recorded[Any]] = ()) -> SeenLog:
        """Return a log that continues differently after event ``base``: it has nothing of this log's later events."""
        kept = {at: position for at, position in list(self._kept.items()) if at <= base}
        branch = SeenLog(self.game, self.folder, self.header, self.viewer, (*self.events[:base], *after), None, kept)
        if "faces" in self.__dict__:
            branch.__dict__["faces"] = self.faces
        return branch

    def by_name(self) -> SeenLog:
        """Return the same log as narrated to somebody without a seat: every seat has its name, and nothing more is shown."""
        return SeenLog(self.game, self.folder, self.header, OPEN, self.events)

    @cached_property
    def faces(self) -> Mapping[str, CardFace]:
        """What is printed on the cards, by name; empty where no game tells."""
        return self.game.board.faces(self.header) if self.game.board.faces is not None else {}

    @property
    def judged(self) -> tuple[Judged, ...]:
        """What the rules say of each decision, in the order of the log; raises ``MalformedCommand`` where the game has no rules here."""
        return self.pieces.once("judged", lambda: tuple(sorted(audit(self.game, self.header, self.events), key=lambda one: one.version)))

    def judged_until(self, at: int) -> tuple[Judged, ...]:
        """Return, for each decision carried out by step ``at``, its judgement at that time, independent of later events."""
        ends = {recorded.cause: recorded.v for recorded in self.events}
        if not self._changes:
            return tuple(one for one in self.judged if ends[one.version] <= at)
        return self.pieces.once(
            "judged until",
            lambda: tuple(
                one
                for one in sorted(audit(self.game, self.header, self.events[:at]), key=lambda one: one.version)
                if ends[one.version] <= at
            ),
            at,
            most=RECENT,
        )

    @cached_property
    def timeline(self) -> Timeline:
        """The log as turns and steps."""
        begin = None if self._before is None else (self._before[1], self.position(self._before[0]))
        made = self.__dict__["timeline"] = timeline(self.game, self.folder, self.header, self.events, self.viewer, begin=begin)
        self._weigh()
        return made

    def timeline_until(self, at: int) -> Timeline:
        """Return the first ``at`` events as turns and steps, as narrated to somebody who knows nothing later."""
        return timeline(self.game, self.folder, self.header, self.events[:at], self.viewer)

    def turning_points(self, at: int) -> TurningPoints:
        """Return the weightiest turning points up to step ``at``, as they could be told then: none that was taken back or corrected."""
        points = self.timeline.turning
        if not self._changed(at):
            behind = bisect_right(points, at, key=itemgetter(0))
            return self.pieces.once("turning", lambda: weightiest(points, at, range(at + 1)), behind)
        return weightiest(points, at, {recorded.v for recorded in self._lasting(at) if recorded is self.events[recorded.v - 1]})

    def journey(self, *, card: str = "", slot: str = "", at: int) -> tuple[Station, ...]:
        """Return the stations up to step ``at`` of a card, or of a place in a pile: none that was taken back or corrected by then."""
        found = self.journeys.slots.get(slot, ()) if slot else self.journeys.cards.get(card, ())
        if not self._changed(at):
            return until(found, at, range(at + 1))
        return until(found, at, {recorded.v for recorded in self._lasting(at) if recorded is self.events[recorded.v - 1]})

    @property
    def journeys(self) -> Journeys:
        """The ways of all cards; made when one is asked for."""
        return self.pieces.once("journeys", lambda: journeys(self.folder, self.header, self.events, self.viewer))

    @property
    def untold(self) -> Untold:
        """What the log does not show."""
        return self.pieces.once("untold", lambda: untold(self.game, self.folder, self.header, self.events, self.viewer))

    @property
    def known(self) -> Known:
        """What the viewer could know at each step."""
        return self.pieces.once("known", lambda: Knowing(self.game, self.header, self.events, self.viewer)).known

    @property
    def work(self) -> float:
        """The counted work spent on it so far (``Known.work``); 0 if nothing was asked."""
        return self.known.work if self.pieces.has("known") else 0

    @property
    def other_cards(self) -> str:
        """A text saying that the record was made with other cards than those known here; else ""."""
        return other_cards(self.game, self.header)

    def knowledge(self, at: int, *, hindsight: bool = False) -> Knowledge:
        """Return what the viewer could know after event ``at``; see ``RecordView.knowledge``."""
        if self.other_cards:
            raise MalformedCommand(self.other_cards)
        return self.known.hindsight(at) if hindsight else self.known.at(at)

    @cached_property
    def end(self) -> Position[Any]:
        """The last position."""
        return self.position(len(self.events))

    def position(self, at: int) -> Position[Any]:
        """Return the position after event ``at``; raises ``VersionNotFound``."""
        recent = self._recent.get(at)
        if recent is not None:
            return recent
        if not 0 <= at <= len(self.events):
            return position_at(self.folder, self.header, self.events, at)
        changed = self._changed(at)
        begin = max(changed, at - at % STRIDE)
        near = self._recent.get(max((version for version in list(self._recent) if begin < version < at), default=begin))
        if near is None:
            near = self._milestone(begin, changed)
        draft = near.thaw()
        for recorded in self.events[near.version : at]:
            self.folder.apply(draft, recorded)
        if len(self._recent) >= RECENT:
            self._recent.clear()
        position = self._recent[at] = frozen(at, draft)
        self._weigh()
        return position

    def fight(self, at: int) -> Fight | None:
        """Return the fight that is under way after event ``at``, if the game has fights."""
        return self.game.board.fight(self._lasting(at), self.position) if self.game.board.fight is not None else None

    def enemy(self, at: int) -> Enemy | None:
        """Return whom all seats play against after event ``at``, if the game has such a one."""
        return self.game.board.enemy(self._lasting(at), self.position) if self.game.board.enemy is not None else None

    def field(self, at: int) -> Field | None:
        """Return what lies face to face after event ``at``, if the game has such a field."""
        return self.game.board.field(self.position(at)) if self.game.board.field is not None else None

    def _lasting(self, at: int) -> Sequence[Recorded[Any]]:
        """Return the events up to ``at`` that count there."""
        return effective(self.events[:at]) if self._changed(at) else self.events[:at]

    def _milestone(self, at: int, changed: int) -> Position[Any]:
        """Return the position at a multiple of the stride or at ``changed``, the last change before it, kept."""
        position = self._kept.get(at)
        if position is not None:
            return position
        if at == changed:
            position = self._kept[at] = position_at(self.folder, self.header, self.events, at)
            return position
        found = max((version for version in list(self._kept) if changed <= version < at), default=changed)
        position = self._milestone(found, changed)
        while position.version < at:
            begin = position.version
            end = min(at, begin - begin % STRIDE + STRIDE)
            draft = position.thaw()
            for recorded in self.events[begin:end]:
                self.folder.apply(draft, recorded)
            position = self._kept[end] = frozen(end, draft)
        return position

    def _changed(self, at: int) -> int:
        """Return the last version up to ``at`` that takes back or corrects something, 0 for none: positions are rebuilt from there."""
        nth = bisect_right(self._changes, at)
        return self._changes[nth - 1] if nth else 0

    @cached_property
    def _changes(self) -> tuple[int, ...]:
        return _changes(self.events)


def _changes(log: Sequence[Recorded[Any]]) -> tuple[int, ...]:
    return tuple(recorded.v for recorded in log if changes_earlier((recorded,))) if changes_earlier(log) else ()
