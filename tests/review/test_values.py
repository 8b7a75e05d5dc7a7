"""Estimated chances: from what a seat sees alone, held to the rules they were trained with, and never a verdict."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.playing.dealt_world import DealtWorld
from records.core.playing.live_playouts import LivePlayouts
from records.knowledge.door import veil
from records.review.marks import marked
from records.review.moments import moments
from records.review.passes import LOOK, SLOW, Budget
from records.review.playing import Terms, played_by
from records.review.seat_review import SeatReview
from records.review.values.function import trained_values, value_function
from records.review.whole import chart_of
from records.service.writing.simulation import FIRST_DAY
from records.values import replace
from review import train
from support.review import training
from support.review.records import Played, played
from support.soaking import rest_soaked

DESIGN = Path(__file__).parents[2] / "docs/design/review.md"
ALL = [ruleset for rulesets in training.TOGETHER.values() for ruleset in rulesets]
SMALL = replace(SLOW, look=Budget(choice=8, pairs=2))


@pytest.fixture(scope="module")
def record() -> Played:
    """A game of Castle Rampage."""
    return played("castle-rampage", "castle-rampage/house", 2, seed=3, astray=0.05)


@pytest.mark.parametrize("ruleset", rest_soaked(["castle-rampage/house", "creature-crush/skirmish", *ALL]))
def test_a_seat_sees_all_that_its_chance_is_estimated_by(ruleset: str) -> None:
    """The full log and the log of the seat give the same numbers at each decision, moves astray too."""
    game, header, log = played(training.game_of(ruleset).name, ruleset, 2, seed=5, astray=0.1)
    assert game.simulation is not None
    assert game.simulation.features is not None
    features = game.simulation.features
    full = [one.position for one in moments(game, header, log)]
    for seat in header.seats:
        seen = [one.position for one in moments(game, header, veil(game.parts, log, seat))]
        assert [features.of(position, seat) for position in seen] == [features.of(position, seat) for position in full]
    assert len(features.of(full[-1], header.seats[0])) == len(features.names) == len(set(features.names)) <= 35


@pytest.mark.parametrize("together", training.TOGETHER)
def test_the_weights_are_those_of_the_rules_cards_players_and_features_of_today(together: str) -> None:
    """Where any of them changes, they are trained anew: python tests/review/train.py."""
    kept = trained_values()[together]
    assert kept.fingerprint == training.fingerprint(together), "train anew: python tests/review/train.py"
    for ruleset in training.TOGETHER[together]:
        game, header, _log = _begun(ruleset)
        assert value_function(game, header, ()) is not None
        for other in (replace(header, ruleset_hash="0" * 32), replace(header, catalogue_hash="0" * 32)):
            assert value_function(game, other, ()) is None


def _begun(ruleset: str) -> Played:
    game = training.game_of(ruleset)
    header = Header(record=RecordId("any"), game=game.name, seats=SEATS[:2], started=FIRST_DAY, **game.rules.edition(ruleset))
    return Played(game, header, ())


@pytest.mark.parametrize("together", training.TOGETHER)
def test_estimates_are_calibrated_or_the_design_says_where_not(together: str) -> None:
    """In games that were not trained with each bin is within three standard errors; the design has the same numbers."""
    text = DESIGN.read_text("utf-8")
    assert [line for line in training.lines(together, trained_values()[together]) if line not in text] == []


def test_training_is_the_same_from_the_same_seed() -> None:
    """Games follow from their numbers; every second one begins with commands by lot."""
    together = "castle-rampage without powers"
    one, two = (training.training_game(together, 3) for _ in range(2))
    assert (one.features == two.features).all()
    assert training.training_record(together, 2)[1] == 0 < training.training_record(together, 3)[1]
    games = [training.training_game(together, number) for number in range(4)]
    start, weights = training.fitted(games, [str(nth) for nth in range(games[0].features.shape[1])])
    assert all(0 < chance < 1 for game in games for chance in training.chances(game, start, list(weights.values())))
    assert train.KEPT.exists()


class NoPlayouts:
    """``Playouts`` that nobody may ask."""

    fast = False

    def play(self, *_of: object, **_by: object) -> Any:
        """Fail."""
        raise AssertionError("a game was played out")


def test_a_chart_is_estimated_without_a_play_out(record: Played) -> None:
    """At every step, and the end is known."""
    game, header, log = record
    parts = SeatReview(game, header, veil(game.parts, log, "A"), "A", Terms(playouts=NoPlayouts()))
    chart, estimates = chart_of(parts, parts.steps)
    assert chart == ()
    assert [one.version for one in estimates] == list(parts.steps)
    assert estimates[-1].band == 0
    assert estimates[-1].chance in {0, 1000}
    assert all(0 < one.chance < 1000 and 10 <= one.band <= 60 for one in estimates[:-1])


def test_a_look_is_by_games_cut_short_and_gives_no_mark(record: Played) -> None:
    """Not even where all that it looked at seems to cost much."""
    game, header, log = record
    parts = SeatReview(game, header, veil(game.parts, log, "A"), "A", Terms(passes=SMALL, playouts=NoPlayouts()))
    rows = [parts.decision(version, LOOK) for version in parts.decisions[10:13]]
    looked = [row for row in rows if row.weighed]
    assert looked
    assert all(row.estimated and not row.judged for row in looked)
    sure = [replace(row, unsure=0) for row in rows]
    assert {row.mark for row in marked(sure, SMALL)} == {""}


def test_other_rules_are_looked_at_by_whole_games(record: Played) -> None:
    """Rules that nothing was trained with have neither estimates nor cuts."""
    game, header, log = record
    assert played_by(game, header, log, Terms()).value is not None
    assert played_by(game, replace(header, catalogue_hash="0" * 32), log, Terms()).value is None


def test_games_cut_short_come_to_what_is_estimated_on_average(record: Played) -> None:
    """Each is rounded up or down by lot: the mean over many seeds is the mean of the estimates."""
    game, header, log = record
    rules = played_by(game, header, log, Terms())
    assert rules.cut is not None
    assert rules.value is not None
    moment = list(moments(game, header, log))[-30]
    position, plays = moment.position, LivePlayouts(rules.play, rules.simulation)
    seeds = range(24)
    world = DealtWorld(slots={}, hands={}, decks={})
    (results,) = rules.cut.play(position, "A", [world] * len(seeds), [None], list(seeds))
    ends = [plays.end(position, None, seed, until=position.state.turn + 2) for seed in seeds]
    told = [rules.value.sixths(end, "A") if end.state.outcome is None else rules.worth(end.state.outcome, "A") for end in ends]
    assert all(abs(result - one) < 1 for result, one in zip(results, told, strict=True))
    assert abs(sum(results) - sum(told)) < 3 * (len(seeds) / 4) ** 0.5
