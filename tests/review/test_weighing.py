"""A decision weighed: what is chosen on some worlds is judged on others."""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from records.core.shared import Resigned
from records.review import weighing
from records.review.moments import moments
from records.review.open_table import OpenWorlds
from records.review.passes import MARKS, Budget
from records.review.playing import Terms, played_by
from records.review.weighing import weigh
from records.values import replace
from support.review.luck import Luck, OneWorld
from support.review.records import TINY, Played, played, recorded

if TYPE_CHECKING:
    from collections.abc import Callable

    from records.core.position import Command
    from records.review.moments import ReviewMoment
    from records.review.rows import Decision

SOME = replace(TINY, marks=Budget(choice=120, pairs=20))


class Weighed(NamedTuple):
    """A record, and a decision of it with much to choose from, whose worlds are one: that which was."""

    record: Played
    moment: ReviewMoment

    def rows(self, chance: Callable[[Command | None], int], seeds: int) -> list[Decision]:
        """Return the row of the decision by many seeds, each command winning so often in a hundred."""
        game, header, log = self.record
        rules = played_by(game, header, log, Terms(passes=SOME, playouts=Luck(chance)))
        (world,) = OpenWorlds(self.moment.position).draw(1, weighing.RandomNumbers(""))
        return [weigh(rules, self.moment, OneWorld(world), MARKS, str(seed)) for seed in range(seeds)]


@pytest.fixture(scope="module")
def decision() -> Weighed:
    """Return a decision of three players of Regicide with ten commands and more."""
    record = played("regicide", "regicide/2021", 3, seed=2)
    assert record.game.play is not None
    listed = record.game.play.legal
    return next(Weighed(record, one) for one in moments(*record) if not one.apart and len(listed(one.position)) > 9)


def unbiased_law(decision: Weighed) -> None:
    """Assert that where every command is worth the same, decisions cost nothing on average: within three standard errors."""
    losses = [float(row.loss.mean) for row in decision.rows(lambda _command: 50, 60)]
    assert abs(statistics.fmean(losses)) < 3 * statistics.stdev(losses) / len(losses) ** 0.5


def test_where_all_commands_are_worth_the_same_nothing_is_lost(decision: Weighed) -> None:
    """The best of many looks better than it is on the worlds of the choice, and not on others."""
    unbiased_law(decision)


def test_a_verdict_on_the_worlds_of_the_choice_is_found(decision: Weighed, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law can fail: judged where it was chosen, the best of many always seems to gain."""
    honest = weighing._judged

    def judged(row: Decision, choice: weighing.CommandChoice, *args: Any) -> Decision:
        return replace(honest(row, choice, *args), loss=choice.chosen.behind[choice.played])

    monkeypatch.setattr(weighing, "_judged", judged)
    with pytest.raises(AssertionError):
        unbiased_law(decision)


def test_who_did_another_thing_than_the_best_has_lost_the_difference(decision: Weighed) -> None:
    """Where the played command wins once in ten and one other nine times: eighty points, and the other is the best."""
    game = decision.record.game
    assert game.play is not None
    best = next(one for one in game.play.legal(decision.moment.position) if one != decision.moment.played)
    rows = decision.rows(lambda command: 90 if command == best else 10, 20)
    assert statistics.fmean(float(row.loss.mean) for row in rows) == pytest.approx(80, abs=8)
    assert statistics.fmean(float(row.chance.mean) for row in rows) == pytest.approx(10, abs=5)
    assert {row.best for row in rows} == {(weighing.text_of(best),)}
    assert all(row.options[0].fresh is not None and row.unsure < 1_000 for row in rows)


def test_giving_up_is_weighed_though_no_rule_lists_it(decision: Weighed) -> None:
    """It ends the game at once, so no play-out is needed: a chance of nought."""
    game, header, log = decision.record
    version = decision.moment.version
    given_up = Played(game, header, (*log[: version - 1], *recorded([Resigned(seat=decision.moment.seat)], version)))
    moment = list(moments(*given_up))[-1]
    (row,) = Weighed(decision.record, moment).rows(lambda _command: 50, 1)
    assert row.chance.total == 0
    assert row.loss.mean > 20
    assert next(one.fresh for one in row.options if '"resign"' in one.command) == row.chance


def test_what_no_rule_allows_is_not_weighed(decision: Weighed) -> None:
    """A play of a card that the seat does not hold: the row says so, and has no chances."""
    moment = decision.moment
    held = moment.position.table.hands[moment.seat].faces
    strange = replace(moment.played, cards=(next(card for card in ("hearts-9", "clubs-9", "spades-9", "diamonds-9") if card not in held),))
    (row,) = Weighed(decision.record, replace(moment, played=strange)).rows(lambda _command: 50, 1)
    assert row.apart == "beside-the-rules"
    assert not row.weighed
    assert not row.options


def test_talk_and_moves_without_a_choice_are_apart() -> None:
    """What is said, and a play of the last card, for example: nothing is looked for there."""
    record = played("regicide", "regicide/2021", 2, seed=6)
    rules = played_by(*record, Terms(passes=TINY))
    by_reason = {one.apart or rules.field(one, one.position).apart: one for one in moments(*record)}
    assert set(by_reason) == {"", "aside", "only-one"}
    assert type(by_reason["aside"].played).__name__ == "Say"
    assert rules.field(by_reason["only-one"], by_reason["only-one"].position).listed == (by_reason["only-one"].played,)
