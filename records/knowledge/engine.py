"""What a viewer can work out at a step, from the log as it passed the door for that viewer (design/knowledge: Questions).

The closed world is the catalogue: every card that ``game.initial`` has is somewhere. After a ``PositionSet`` earlier knowledge ends: what
lies known is known, and all other cards of the catalogue are equally likely in every closed place and in the box, where the rest is.
From a ``GapNoted`` to the next ``PositionSet`` the answers are those of the last moment that the record has, and not exact.

A face that its hint excludes is a breach: the hints of that slot are dropped. What else is given up where a log cannot be so is decided in
``believing``; where even that leaves no world, every card of the catalogue is named, and the answer is not exact.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from records.errors import VersionNotFound
from records.knowledge.asking import Asking
from records.knowledge.hindsight import look_back
from records.knowledge.viewer_log import ViewerLog
from records.knowledge.whole_worlds import WholeWorlds
from records.knowledge.worlds.random_numbers import RandomNumbers
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.asking.chance import Picker
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.playing.dealt_world import DealtWorld
    from records.core.viewers import Viewer
    from records.knowledge.answers import Knowledge
    from records.knowledge.tracking.plan import GameCards

KEPT = 128
"""Answers that are kept, in hindsight or not."""


def know(game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer, at: int, *, hindsight: bool = False) -> Knowledge:
    """Return what ``viewer`` could know after event ``at``; ``log`` is the log as it passed the door for that viewer.

    ``hindsight``: by the end of the log, about that step (``Known.hindsight``).
    Raises ``VersionNotFound`` for a step that the log does not have, ``ImpossibleEvent`` for a log that cannot be folded up to there.
    """
    known = Known(game, header, log, viewer)
    return known.hindsight(at) if hindsight else known.at(at)


class AnswerTally(Protocol):
    """Counts the answers that are kept."""

    def kept(self, answer: Knowledge) -> None:
        """One more is kept."""

    def forgot(self) -> None:
        """None is kept any more."""


class Known:
    """What a viewer could know at each step of one log. Steps may be asked in any order; one after the other is fastest.

    The latest answers are kept, so that asking again costs nothing.
    """

    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer, count: AnswerTally | None = None) -> None:
        self._log = ViewerLog(game, header, log, viewer)
        self._kept: dict[int, Knowledge] = {}
        self._looked_back: dict[int, Knowledge] = {}
        self._count = count
        self.work: float = 0
        """Counted for all answers of ``at`` so far; what was kept costs nothing."""

    @property
    def cards(self) -> GameCards:
        """The cards of the game, as they are thought through."""
        return self._log.cards

    @property
    def calls_read(self) -> int:
        """How many calls to the table were read so far."""
        return self._log.call_log.read

    def asking(self, version: int) -> Asking:
        """Return step ``version``, to ask what else follows from it."""
        return Asking(self._log, self._log.call_log.step_calls(version))

    def at(self, version: int) -> Knowledge:
        """Return what the viewer could know after event ``version``; raises ``VersionNotFound``."""
        if not 0 <= version <= self._log.steps:
            raise VersionNotFound(f"there is no event {version}; the log has {self._log.steps}")
        found = self._kept.get(version)
        if found is None:
            self._make_room()
            step = self._log.call_log.step_calls(version)
            if step.since < version:
                found = self.at(step.since)
            else:
                asking = Asking(self._log, step)
                found = asking.known()
                self.work += asking.work
                if self._count is not None:
                    self._count.kept(found)
            found = self._kept[version] = replace(found, version=version, exact=found.exact and not step.gap)
        return found

    def world(self, version: int, picker: Picker) -> DealtWorld:
        """Return one way in which all cards may lie after event ``version`` that the viewer does not see, as likely as it is.

        Raises ``VersionNotFound``, and ``Contradiction`` where the log leaves no world.
        """
        return self.worlds(version).draw(1, RandomNumbers.by(picker))[0]

    def worlds(self, version: int) -> WholeWorlds:
        """Return all ways in which the cards may lie after event ``version`` that the viewer does not see, to be drawn from.

        Raises ``VersionNotFound``, and ``Contradiction`` where the log leaves no world.
        """
        if not 0 <= version <= self._log.steps:
            raise VersionNotFound(f"there is no event {version}; the log has {self._log.steps}")
        return WholeWorlds(self.asking(version))

    def hindsight(self, version: int) -> Knowledge:
        """Return what the viewer knows by the end of the log about where cards lay after event ``version``; raises ``VersionNotFound``.

        The log is that of the same viewer, as far as it goes: of a game that goes on, later events may tell more. It is read up to where
        cards are laid out anew or a gap begins, or where the step itself was taken back; a part after it that was taken back was seen all
        the same. Cards that moved are followed with all their worlds. Where these become too many, what comes later is left out, and the
        answer is not exact; it is true all the same.
        """
        then = self.at(version)
        found = self._looked_back.get(version)
        if found is None:
            self._make_room()
            found = self._looked_back[version] = look_back(self._log, then)
            if self._count is not None:
                self._count.kept(found)
        return found

    def _make_room(self) -> None:
        if len(self._kept) + len(self._looked_back) >= KEPT:
            self._kept.clear()
            self._looked_back.clear()
            if self._count is not None:
                self._count.forgot()
