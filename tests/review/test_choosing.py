"""The best of many by sequential halving."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from records.review.choosing import LEAST, choose
from records.review.tally import PlayoutTally

if TYPE_CHECKING:
    from collections.abc import Sequence


class Known:
    """Results that do not depend on chance: command ``n`` is worth ``worths[n]`` in every world."""

    def __init__(self, worths: Sequence[int]) -> None:
        self.worths, self.calls = worths, list[tuple[tuple[int, ...], int]]()

    def __call__(self, field: Sequence[int], number: int) -> Sequence[Sequence[int]]:
        """Return results as ``choosing.TryOut`` does."""
        self.calls.append((tuple(field), number))
        return [[self.worths[one]] * number for one in field]


@pytest.mark.parametrize("number", [2, 3, 5, 8, 24])
def test_the_best_comes_first_and_most_is_spent_on_the_best(number: int) -> None:
    """Half of the field leaves in each round, the rest is tried in as many worlds as the budget has."""
    play = Known([nth % number for nth in range(3, number + 3)])
    found = choose(number, 480, (), play)
    assert play.worths[found.order[0]] == number - 1
    assert sorted(found.order) == list(range(number))
    fields = [len(field) for field, _number in play.calls]
    assert all(later == -(-earlier // 2) for earlier, later in pairwise(fields))
    assert fields[-1] <= 3
    assert sum(len(field) * tried for field, tried in play.calls) <= 480
    assert max(result.plays for result in found.results) == found.results[found.order[0]].plays


def test_kept_commands_stay_to_the_end_and_leave_no_room_to_others() -> None:
    """The played command is compared in as many worlds as the best, however bad it is."""
    play = Known([6, 5, 4, 3, 2, 1, 0, 0])
    found = choose(8, 240, {7}, play)
    assert found.last == {0, 1, 7}
    assert found.results[7].plays == found.results[0].plays
    assert found.behind[7] == PlayoutTally(found.results[0].plays, 6 * found.results[0].plays, 36 * found.results[0].plays)
    assert found.behind[0].total == 0


def test_a_small_budget_still_tries_every_command() -> None:
    """Each in two worlds at least: one tells nothing of its error."""
    play = Known([0] * 40)
    choose(40, 10, (), play)
    assert all(tried == LEAST for _field, tried in play.calls)
    assert len(play.calls[0][0]) == 40
