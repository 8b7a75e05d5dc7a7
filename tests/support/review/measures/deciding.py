"""A decision of a record, as its seat saw it and as the cards lay."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from records.core.logs.fold import Folder
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.review.commands import options
from records.review.moments import moments
from records.review.open_table import OpenWorlds
from records.review.trials import Trials

if TYPE_CHECKING:
    from records.core.position import Command
    from records.review.moments import ReviewMoment
    from records.review.playing import PlayedBy
    from support.review.records import Played


class Decided(NamedTuple):
    """A decision of a record with something to choose."""

    record: Played
    rules: PlayedBy
    moment: ReviewMoment
    """On the open table."""
    listed: tuple[Command, ...]

    def open(self, seed: str) -> Trials:
        """Return play-outs from the open table."""
        position = self.moment.position
        return Trials(self.rules, position, self.moment.seat, OpenWorlds(position), f"open {seed} {self.moment.version}")

    def own(self, seed: str, *, cut: bool = False) -> Trials:
        """Return play-outs from what the seat could know; ``cut``: those that a value function cuts short, where there is one."""
        game, header, log = self.record
        step, seat = self.moment.version - 1, self.moment.seat
        seen = veil(game.parts, log[:step], seat)
        position, worlds = Folder(game).position(header, seen), Known(game, header, seen, seat).worlds(step)
        return Trials(self.rules, position, seat, worlds, f"own {seed} {self.moment.version}", cut=cut)


def decided(record: Played, rules: PlayedBy) -> list[Decided]:
    """Return the decisions of a record."""
    found = [one for one in moments(*record) if not one.apart]
    with_lists = [Decided(record, rules, one, options(rules.play, one.position, one.seat)) for one in found]
    return [one for one in with_lists if len(one.listed) > 1]
