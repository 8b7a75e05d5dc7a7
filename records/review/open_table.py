"""The open table's part of a review: the value of decisions with the cards as they lay (design/review: Luck and skill)."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from records.core.faces import known
from records.core.logs.fold import Folder
from records.core.playing.dealt_world import DealtWorld
from records.core.playing.live import Live
from records.core.playing.stream import BITS, Stream
from records.core.position import frozen
from records.core.shared import GameStarted
from records.errors import NotNoted
from records.knowledge.worlds.random_numbers import RandomNumbers
from records.review.moments import ended, moments, put_right, why_not
from records.review.playing import USUAL, played_by
from records.review.rows import OpenDecision
from records.review.tally import PlayoutTally, paired, tally
from records.review.trials import Trials

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.core.position import Command, Position
    from records.review.moments import ReviewMoment
    from records.review.playing import CommandField, PlayedBy, Terms
    from records.review.reasons import Apart


class OpenWorlds:
    """The worlds of a full position: the cards as they lie, those of each block in a new order.

    Raises ``NotNoted`` for a position that does not show all faces.
    """

    def __init__(self, position: Position[Any]) -> None:
        table = position.table
        self._slots = {slot: _noted((str(lying.seen),), 1)[0] for slot, lying in table.slots.items()}
        self._hands = {seat: tuple(_noted(hand.faces, hand.count)) for seat, hand in table.hands.items()}
        self._decks = {deck: [_noted(block.faces, block.count) for block in lying] for deck, lying in table.decks.items()}

    def draw(self, number: int, numbers: RandomNumbers) -> Sequence[DealtWorld]:
        """Return so many of them; the same numbers give the same worlds."""
        return [self._world(numbers) for _ in range(number)]

    def _world(self, numbers: RandomNumbers) -> DealtWorld:
        decks = {deck: tuple(card for faces in blocks for card in _mixed(faces, numbers)) for deck, blocks in self._decks.items()}
        return DealtWorld(slots=self._slots, hands=self._hands, decks=decks)


def _noted(faces: Sequence[str] | None, count: int) -> Sequence[str]:
    if faces is None or len(faces) != count or not all(map(known, faces)):
        raise NotNoted("the open table does not show every card")
    return faces


def _mixed(faces: Sequence[str], numbers: RandomNumbers) -> Iterable[str]:
    left = list(faces)
    while left:
        nth = numbers.below(len(left))
        left[nth], left[-1] = left[-1], left[nth]
        yield left.pop()


class OpenTable:
    """A record's open table in parts, results for its first seat; ``log`` is the full log."""

    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]], terms: Terms = USUAL) -> None:
        self._game, self._header, self._log, self._terms = game, header, put_right(log), terms
        self.seat, self._seed = header.seats[0], f"{terms.seed} open"
        self.apart: Apart = why_not(game, header, self._log) or self._not_whole()
        """Why the result is not taken apart."""

    @property
    def result(self) -> int:
        """What the end was worth, in sixths."""
        outcome = ended(self._game, self._header, self._log)
        return 0 if outcome is None or self.apart else self._rules.worth(outcome, self.seat)

    @cached_property
    def decisions(self) -> Mapping[int, ReviewMoment]:
        """The decisions at which there was something to choose, by version."""
        return {} if self.apart else {one.version: one for one in self._moments if not (one.apart or self._field(one).apart)}

    def decision(self, version: int) -> OpenDecision:
        """Return the row of one of ``decisions``."""
        moment = self.decisions[version]
        field = self._field(moment)
        trials = Trials(self._rules, moment.position, self.seat, OpenWorlds(moment.position), f"{self._seed} {version}", field.ended)
        before, after = trials.results([None, field.played], self._rules.passes.open)
        return OpenDecision(version=version, seat=moment.seat, before=tally(before), after=tally(after), done=paired(after, before))

    def start(self) -> PlayoutTally:
        """Return the value of the game before the deal; nothing for a record that begins with a position laid out."""
        first = self._log[0].event
        if self.apart or not isinstance(first, GameStarted):
            return PlayoutTally()
        rules, begun = self._rules, frozen(0, Folder(self._game).start(self._header))
        command = rules.play.command_of(first)
        return tally(dealt_out(rules, begun, command, self.seat, f"{self._seed} start {nth}") for nth in range(rules.passes.open))

    def _field(self, moment: ReviewMoment) -> CommandField:
        return self._rules.field(moment, moment.position)

    @cached_property
    def _rules(self) -> PlayedBy:
        return played_by(self._game, self._header, self._log, self._terms)

    @cached_property
    def _moments(self) -> Sequence[ReviewMoment]:
        return tuple(moments(self._game, self._header, self._log))

    def _not_whole(self) -> Apart:
        lost: Apart = next((moment.apart for moment in self._moments if moment.apart not in {"", "aside"}), "")
        if lost:
            return lost
        try:
            for moment in self._moments:
                OpenWorlds(moment.position)
        except NotNoted:
            return "unseen"
        return ""


def dealt_out(rules: PlayedBy, begun: Position[Any], command: Command, seat: SeatKey, seed: str) -> int:
    """Return the value of one game for a seat, in sixths, dealt by ``command`` at position ``begun`` and played only by the policy."""
    live = Live(rules.play, begun)
    live.do(command, rules.simulation.dealer(Stream(RandomNumbers(f"{seed} deal").below(1 << BITS))))
    ((result,),) = Trials(rules, live.at_rest, seat, OpenWorlds(live.at_rest), seed).results([None], 1)
    return result
