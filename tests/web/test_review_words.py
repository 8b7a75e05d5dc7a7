"""Numbers of a review in words: what is said never contradicts a mark, or the order of the moves."""

from __future__ import annotations

import pytest

from records.core.ids import SeatKey
from records.review.rows import Decision, Weighed
from records.review.tally import PlayoutTally
from records.values import replace
from support.reviewed import chance_of, difference
from web.words.reviews import cost, option_chance


class English:
    """The language of message ids."""

    def translated(self, text: str, /) -> str:
        """See ``Locale``."""
        return text

    def number(self, count: int, /) -> str:
        """See ``Locale``."""
        return str(count)

    def card(self, name: str, /) -> str:
        """See ``Locale``."""
        return name

    def tag(self) -> str:
        """See ``Locale``."""
        return "en"


def decision(loss: float, *options: Weighed) -> Decision:
    """Return a decision that lost so many points of 60, known to one."""
    return Decision(version=5, seat=SeatKey("A"), played="{}", options=options, chance=chance_of(60 - loss), loss=difference(loss, 1))


@pytest.mark.parametrize(("loss", "said"), [(11.6, "11.6 ± 1"), (5.96, "5.9 ± 1"), (12.2, "12 ± 1"), (8.4, "8 ± 1"), (2.7, "2.7 ± 1")])
def test_a_loss_is_not_rounded_up_to_a_graver_mark(loss: float, said: str) -> None:
    """A mistake of 11.6 points does not read as one of 12, where blunders begin."""
    assert cost(decision(loss), English()).replace("\N{NO-BREAK SPACE}", " ").startswith(f"costs {said} points")


@pytest.mark.parametrize(("played", "loss", "said"), [(43.8, 6.6, "50.4 % → 43.8 %"), (43.8, 6.3, "50 % → 44 %"), (20, 8.4, "28 % → 20 %")])
def test_both_chances_are_as_far_apart_as_the_move_costs(played: float, loss: float, said: str) -> None:
    """Where whole numbers would say that a move from 50 to 44 % costs 7 points, the chances have a decimal."""
    row = replace(decision(loss), chance=chance_of(played))
    assert f"points ({said})" in cost(row, English()).replace("\N{NO-BREAK SPACE}", " ").replace("%%", "%")


def test_a_move_that_left_early_is_told_by_how_far_it_lay_behind() -> None:
    """In easy worlds it won 70 %, and the best 75 %: where the best is at 50 %, it is told at 45 %, with both errors."""
    best = Weighed(command="{}", chosen=chance_of(75, 200), behind=PlayoutTally(200), fresh=chance_of(50))
    early = Weighed(command="[]", chosen=chance_of(70, 40), behind=difference(5, 3, 40))
    row = decision(0, best, early)
    assert option_chance(row, early, English()).replace("\N{NO-BREAK SPACE}", " ") == "45 % ± 3"
    assert option_chance(row, replace(early, behind=difference(5, 3, 7)), English()) == "hardly tried"
    assert option_chance(row, best, English()).replace("\N{NO-BREAK SPACE}", " ") == "50 % ± 1"
