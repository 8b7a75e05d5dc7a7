"""On a seat's own worlds the kernel of Regicide says what the rules say."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.playing.live_playouts import LivePlayouts
from records.games.regicide.game import BY_THE_RULES, PLAY, compiled
from records.games.regicide.rulesets import RULESETS
from records.knowledge.door import veil
from records.knowledge.worlds.random_numbers import RandomNumbers
from records.review.seat_review import SeatReview
from support.review.records import played
from support.soaking import soaked

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

GAMES = [("regicide/2021", 3), ("regicide/2021", 1), ("regicide/bga", 2), ("regicide/2020", 4)]
LIMIT = 5.0
"""Standard errors by which both may differ, over all decisions of a game together."""
RULES = LivePlayouts(PLAY, BY_THE_RULES)


def trials(rules: str, players: int, worlds: int, every: int) -> Iterator[tuple[Any, ...]]:
    """What is asked of play-outs at decisions of a seat: its own position, worlds, two commands and the policy, seeds."""
    record = played("regicide", rules, players, seed=3, astray=0.1)
    review = SeatReview(record.game, record.header, veil(record.game.parts, record.log, "A"), "A")  # type: ignore[arg-type]  # a seat
    for version in review.decisions[1::every]:
        moment, numbers = review._moments[version], RandomNumbers(str(version))
        drawn = review._worlds(version - 1).draw(worlds, numbers)  # type: ignore[union-attr]  # the knowledge of such games is exact
        commands = [moment.played, None, *PLAY.legal(moment.position)[:1]]
        yield moment.position, moment.seat, drawn, commands, [numbers.below(1 << 64) for _ in range(worlds)]


def spread(results: Sequence[int]) -> float:
    """The variance of a sum of results."""
    mean = sum(results) / len(results)
    return sum((result - mean) ** 2 for result in results)


@pytest.mark.parametrize(("rules", "players", "worlds", "every"), [(*GAMES[0], 2, 25), *(soaked(*game, 16, 6) for game in GAMES)])
def test_both_come_to_the_same_in_the_long_run(rules: str, players: int, worlds: int, every: int) -> None:
    """Over the decisions of a game, commands win as often by the kernel as by the rules, within what chance explains."""
    kernel = compiled(RULESETS[rules], None)
    assert kernel is not None
    for nth in range(3):
        difference = variance = 0.0
        for position, seat, drawn, commands, seeds in trials(rules, players, worlds, every):
            (ours,) = kernel.play(position, seat, drawn, commands[nth : nth + 1], seeds)
            (theirs,) = RULES.play(position, seat, drawn, commands[nth : nth + 1], seeds)
            difference += sum(ours) - sum(theirs)
            variance += spread(ours) + spread(theirs)
        assert abs(difference) <= LIMIT * max(variance, 36) ** 0.5
