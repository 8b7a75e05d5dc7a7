"""What a viewer can work out at a step, from the log as it passed the door for that viewer (design/knowledge: Questions).

The closed world is the catalogue: every card that ``game.initial`` has is somewhere. After a ``PositionSet`` earlier knowledge ends: what
lies known is known, and all other cards of the catalogue are equally likely in every closed place and in the box, where the rest is.
From a ``GapNoted`` to the next ``PositionSet`` the answers are those of the last moment that the record has, and not exact.

Whatever was taken back was seen all the same: such a part is thought through and then undone card by card, and what a ``TakenBack`` shows
is not used. Where it lost the order of a deck or pile, or is too wide, only what the ``TakenBack`` shows is used, and the answer is not
exact. A face that its hint excludes is a breach: the hints of that slot are dropped. Where the log can still not be so, hints are dropped
everywhere, then what was told; where even that leaves no world, every card of the catalogue is named, and the answer is not exact.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from records.core.logs.fold import Folder
from records.errors import VersionNotFound
from records.knowledge.answering import answer, anything
from records.knowledge.hindsight import look_back
from records.knowledge.tracking.call_log import CallLog
from records.knowledge.tracking.plan import catalogue_of, planned
from records.knowledge.tracking.running import run
from records.knowledge.worlds.card_sets import CardIndex
from records.knowledge.worlds.marginals import Marginals
from records.knowledge.worlds.positions import CannotUndo

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.viewers import Viewer
    from records.knowledge.answers import Knowledge
    from records.knowledge.tracking.call_log import Call

KEPT = 64
"""Answers that are kept."""
_BELIEVED = ((True, True), (False, True), (False, False))
"""Hints, and what is told: what is given up where no world is left."""


def know(game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer, at: int, *, hindsight: bool = False) -> Knowledge:
    """Return what ``viewer`` could know after event ``at``; ``log`` is the log as it passed the door for that viewer.

    ``hindsight``: by the end of the log, about that step (``Known.hindsight``).
    Raises ``VersionNotFound`` for a step that the log does not have, ``ImpossibleEvent`` for a log that cannot be folded up to there.
    """
    known = Known(game, header, log, viewer)
    return known.hindsight(at) if hindsight else known.at(at)


class Known:
    """What a viewer could know at each step of one log. Steps may be asked in any order; one after the other is fastest.

    The latest answers are kept, so that asking again costs nothing.
    """

    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer) -> None:
        self._viewer, self._log, self._card_index = viewer, log, CardIndex()
        initial = game.initial(header)
        self._catalogue = catalogue_of(initial)
        self._values = None if game.odds.values is None else game.odds.values(header)
        self._call_log = CallLog(Folder(game), header, log)
        self._kept: dict[int, Knowledge] = {}
        self._looked_back: dict[int, Knowledge] = {}

    def at(self, version: int) -> Knowledge:
        """Return what the viewer could know after event ``version``; raises ``VersionNotFound``."""
        if not 0 <= version <= len(self._log):
            raise VersionNotFound(f"there is no step {version}; the log has {len(self._log)} events")
        found = self._kept.get(version)
        if found is None:
            if len(self._kept) >= KEPT:
                self._kept.clear()
            since = self._call_log.since(version)
            found = self.at(since) if since < version else self._found(version)
            exact = found.exact and not self._call_log.gap(version)
            found = self._kept[version] = replace(found, version=version, exact=exact)
        return found

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
            if len(self._looked_back) >= KEPT:
                self._looked_back.clear()
            found = self._looked_back[version] = self._back(then)
        return found

    def _back(self, then: Knowledge) -> Knowledge:
        until, exact = self._call_log.until(then.version), True
        if until == then.version or self._call_log.gap(then.version):
            return then
        calls = self._call_log.calls(until)
        if self._call_log.cut(until):
            wound = self._call_log.replay_undone(until)
            if wound is not None and (found := self._believing(then, wound, _BELIEVED[:1])) is not None:
                return found
            exact = False
        found = self._believing(then, calls, _BELIEVED)
        return replace(then, exact=False) if found is None else found if exact else replace(found, exact=False)

    def _believing(self, then: Knowledge, calls: Sequence[Call], beliefs: Sequence[tuple[bool, bool]]) -> Knowledge | None:
        """The answer in hindsight with the first belief that leaves a world."""
        plan = planned(self._card_index, self._catalogue, self._values, calls)
        for hints, facts in beliefs:
            try:
                found = look_back(replace(plan, hints=hints, facts=facts), calls, then)
            except CannotUndo:
                found = None
            if found is not None:
                return found if hints else replace(found, exact=False)
        return None

    def _found(self, version: int) -> Knowledge:
        if self._call_log.cut(version) and (wound := self._wound(version)) is not None:
            return wound
        calls = self._call_log.calls(version)
        plan = planned(self._card_index, self._catalogue, self._values, calls)
        for hints, facts in _BELIEVED:
            tracker = run(replace(plan, hints=hints, facts=facts), calls)
            found = answer(tracker, self._viewer, version, calls[0].version)
            if found is not None:
                break
        else:
            found = anything(tracker, self._viewer, version, calls[0].version)
        if not hints:
            return replace(found, exact=False, breach=self._broken(calls[0].version, version))
        return replace(found, exact=False) if self._call_log.cut(version) else found

    def _broken(self, start: int, end: int) -> int:
        """The first step from ``start`` at which the log, all of it believed, leaves no world; at ``end`` it leaves none."""
        while start < end:
            middle = (start + end) // 2
            calls = self._call_log.calls(middle)
            if Marginals(run(planned(self._card_index, self._catalogue, self._values, calls), calls).counts).total:
                start = middle + 1
            else:
                end = middle
        return end

    def _wound(self, version: int) -> Knowledge | None:
        """The answer with all that was seen in parts that were taken back; None where that cannot be had."""
        calls = self._call_log.replay_undone(version)
        if calls is None:
            return None
        try:
            tracker = run(planned(self._card_index, self._catalogue, self._values, calls), calls)
        except CannotUndo:
            return None
        return answer(tracker, self._viewer, version, calls[0].version)
