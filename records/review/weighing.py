"""One decision weighed: the best command chosen on some worlds, and judged on others (design/review: Chances of commands)."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.playing.filled import filled
from records.core.playing.stream import BITS, Stream
from records.core.position import Command
from records.errors import Contradiction, ImpossibleEvent, MalformedCommand, RuleViolation
from records.knowledge.worlds.random_numbers import RandomNumbers
from records.review.choosing import Chosen, choose
from records.review.commands import among, text_of
from records.review.passes import LOOK
from records.review.rows import Decision, Weighed
from records.review.surviving import no_other_survives
from records.review.tally import PlayoutTally, paired, tally
from records.review.trials import Trials
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.review.moments import ReviewMoment
    from records.review.passes import Budget
    from records.review.playing import PlayedBy
    from records.review.trials import Worlds

NOISE = 2
"""Standard errors within which a command cannot be distinguished from the best."""
MOST_TALK = 100
_REFUSED = (RuleViolation, MalformedCommand, ImpossibleEvent, Contradiction)


def weigh(rules: PlayedBy, moment: ReviewMoment, worlds: Worlds, passed: int, seed: str) -> Decision:
    """Return the row of a decision; ``worlds`` are those that its seat could not rule out.

    The row follows from these, the moment, pass and ``seed`` alone. What is not weighed says why (``Decision.apart``).
    """
    seed, budget = f"{seed} {moment.version} {passed}", rules.passes.of(passed)
    (world,) = worlds.draw(1, RandomNumbers(f"{seed} one"))
    whole = filled(moment.position, world)
    field = rules.field(moment, whole)
    listed, played = field.listed, field.played
    row = Decision(version=moment.version, seat=moment.seat, played=text_of(played), apart=field.apart, passed=passed)
    if field.apart:
        return row
    if no_other_survives(rules, moment, whole, field):
        return replace(row, apart="only-known")
    own = rules.policy(whole, Stream(RandomNumbers(f"{seed} policy").below(1 << BITS)))
    own = own and among(listed, own)
    kept = {listed.index(command) for command in (played, own) if command in listed}
    estimated = passed == LOOK and rules.cut is not None
    choosing, judging = (
        Trials(rules, moment.position, moment.seat, worlds, f"{seed} {word}", field.ended, cut=estimated) for word in ("choice", "verdict")
    )
    chosen = choose(len(listed), budget.choice, kept, lambda tried, number: choosing.results([listed[one] for one in tried], number))
    row = replace(row, policy="" if own is None else text_of(own), estimated=estimated)
    return _judged(row, CommandChoice(listed, chosen, listed.index(played)), judging, budget)


class CommandChoice(msgspec.Struct, frozen=True):
    """A field of commands, and how it was chosen from."""

    listed: Sequence[Command]
    chosen: Chosen
    played: int
    """Number of the played one."""

    @property
    def best(self) -> int:
        """Number of the first."""
        return self.chosen.order[0]

    def rows(self, fresh: Mapping[int, PlayoutTally]) -> tuple[Weighed, ...]:
        """Return all commands, the best first."""
        chosen = self.chosen
        return tuple(
            Weighed(command=text_of(self.listed[one]), chosen=chosen.results[one], behind=chosen.behind[one], fresh=fresh.get(one))
            for one in chosen.order
        )

    def untold(self, loss: PlayoutTally) -> tuple[str, ...]:
        """Return the commands of the last field that cannot be told from the best; the played one by its ``loss`` on fresh worlds."""
        behind = {one: loss if one == self.played else self.chosen.behind[one] for one in self.chosen.order if one in self.chosen.last}
        return tuple(text_of(self.listed[one]) for one, by in behind.items() if by.mean <= NOISE * by.error)


def _judged(row: Decision, choice: CommandChoice, judging: Trials, budget: Budget) -> Decision:
    """Return a row with the verdict: played, best and what the simulated player does, in fresh worlds."""
    played, best = choice.played, choice.best
    compared = [choice.listed[played], *([choice.listed[best]] if best != played else []), None]
    results: list[list[int]] = [[] for _ in compared]
    while True:
        for found, more in zip(results, judging.results(compared, budget.pairs), strict=True):
            found.extend(more)
        of_played, of_best, by_policy = results[0], results[-2], results[-1]
        loss = paired(of_best, of_played)
        if len(of_played) >= budget.most or loss.error <= budget.error:
            break
    return replace(
        row,
        options=choice.rows({best: tally(of_best), played: tally(of_played)}),
        best=choice.untold(loss),
        chance=tally(of_played),
        by_policy=tally(by_policy),
        loss=loss,
        skill=paired(of_played, by_policy),
        unsure=loss.chance_of_none,
    )
