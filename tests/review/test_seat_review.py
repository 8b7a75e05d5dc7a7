"""A seat's review follows from what the seat was shown up to each decision, and from nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.faces import known
from records.core.ids import SeatKey
from records.core.secret import Secret
from records.core.shared import Corrected, GapNoted, Replacement, Resigned, TakenBack
from records.games.regicide.model.events import GameEnded
from records.knowledge.door import veil
from records.knowledge.engine import Known
from records.knowledge.worlds.random_numbers import RandomNumbers
from records.review import whole
from records.review.moments import moments, put_right
from records.review.passes import LOOK
from records.review.playing import Terms
from records.review.seat_review import SeatReview
from records.review.whole import review
from records.values import replace
from support.review.luck import EveryCard
from support.review.records import TINY, played
from support.soaking import rest_soaked, shares

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from support.review.records import Played

SEAT = "A"
TERMS = Terms(passes=TINY, playouts=EveryCard())


@pytest.fixture(scope="module")
def record() -> Played:
    """Three players of Regicide who have won, some moves astray."""
    return played("regicide", "regicide/2021", 3, seed=2, astray=0.05)


def rows(record: Played, log: Sequence[Recorded[Any]], versions: Sequence[int], passed: int = LOOK) -> list[bytes]:
    """Return the rows of some decisions."""
    parts = SeatReview(record.game, record.header, log, SEAT, TERMS)
    return [msgspec.json.encode(parts.decision(version, passed)) for version in versions]


def test_rows_are_the_same_in_any_order_and_alone(record: Played) -> None:
    """No row depends on what was worked out before it."""
    log = veil(record.game.parts, record.log, SEAT)
    versions = SeatReview(record.game, record.header, log, SEAT, TERMS).decisions[::3]
    forwards = rows(record, log, versions)
    assert rows(record, log, versions[::-1])[::-1] == forwards
    assert [rows(record, log, [version])[0] for version in versions[:2]] == forwards[:2]


def hindsight_law(record: Played) -> None:
    """Assert that a row is the same where the game ended at once with a resignation."""
    log = veil(record.game.parts, record.log, SEAT)
    version = SeatReview(record.game, record.header, log, SEAT, TERMS).decisions[2]
    cut = list(log[:version])
    first = len(cut) + 1
    for event in (Resigned(seat=SeatKey("B")), GameEnded(won=False, why="given-up")):
        cut.append(msgspec.structs.replace(log[-1], v=len(cut) + 1, cause=first, event=event))
    assert rows(record, cut, [version]) == rows(record, log, [version])


def test_nothing_that_comes_later_changes_a_row(record: Played) -> None:
    """A decision is weighed by what was known then."""
    hindsight_law(record)


def test_a_reward_read_off_the_result_is_found(record: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of hindsight can fail: where the chance of a decision is how the game went on, it breaks it."""
    honest = SeatReview.decision
    monkeypatch.setattr(SeatReview, "decision", lambda self, version, passed: replace(honest(self, version, passed), chance=self._end))
    with pytest.raises(AssertionError):
        hindsight_law(record)


SETS = [
    ("castle-rampage", "castle-rampage/plain", 2),
    ("regicide", "regicide/2020", 1),
    *[("castle-rampage", f"castle-rampage/{rules}", 2) for rules in ("house", "plain-online", "yucata", "pegasus")],
    *[("creature-crush", f"creature-crush/{rules}", 2) for rules in ("skirmish", "arena", "league")],
    ("regicide", "regicide/bga", 4),
]


@pytest.mark.parametrize(("name", "rules", "players"), rest_soaked(SETS))
def test_every_decision_of_a_simulated_game_is_weighed_or_was_forced(name: str, rules: str, players: int) -> None:
    """Of every game and ruleset, moves astray too: nothing else is apart but talk, and every seat has its chart."""
    game, header, log = played(name, rules, players, seed=3, astray=0.05)
    for seat in header.seats:
        parts = SeatReview(game, header, veil(game.parts, log, seat), seat, TERMS)
        found = [parts.decision(version, LOOK) for version in parts.decisions]
        assert {row.apart for row in found} <= {"", "only-one", "only-known", "aside"}
        assert any(row.weighed for row in found)
        points = [parts.point(step) for step in (*parts.steps[:2], parts.steps[-1])]
        assert all(point is not None and point.chance.plays == TINY.chart for point in points)
        assert parts.steps[-1] == len(log)


def test_a_game_that_goes_on_is_not_reviewed(record: Played) -> None:
    """Nor one without its rules or its cards: it says why."""
    game, header, log = record
    seen = veil(game.parts, log, SEAT)
    assert SeatReview(game, header, seen[:-1], SEAT, TERMS).apart == "goes-on"
    assert SeatReview(game, header, seen[:-1], SEAT, TERMS).decisions == ()
    assert SeatReview(game, replace(header, ruleset_hash="0" * 32), seen, SEAT, TERMS).apart == "rules"
    assert SeatReview(game, replace(header, catalogue_hash="0" * 32), seen, SEAT, TERMS).apart == "cards"
    assert SeatReview(game, header, seen, SEAT, TERMS).apart == ""


def test_what_follows_a_take_back_is_apart_and_what_came_before_is_not(record: Played) -> None:
    """What it showed cannot be weighed; a gap stands apart likewise, until cards are laid out anew."""
    game, header, log = record
    seen = veil(game.parts, log, SEAT)
    versions = SeatReview(game, header, seen, SEAT, TERMS).decisions
    back = next(one for one in log if one.v > versions[2] and one.cause == one.v)
    taken = msgspec.structs.replace(back, event=TakenBack(to=back.v - 1))
    later = [msgspec.structs.replace(one, v=one.v + 1, cause=one.cause + 1) for one in seen[back.v - 1 :]]
    found = {one.version: one.apart for one in moments(game, header, (*seen[: back.v - 1], taken, *later)) if one.seat == SEAT}
    assert {apart for version, apart in found.items() if version > back.v} == {"taken-back"}
    assert {apart for version, apart in found.items() if version < back.v} == {""}
    gap = msgspec.structs.replace(back, event=GapNoted())
    assert next(one.apart for one in moments(game, header, (*seen[: back.v - 1], gap, later[0])) if one.version > back.v) == "gap"


def test_corrections_stand_in_the_place_of_what_they_correct(record: Played) -> None:
    """No decision is weighed by what was written down wrongly."""
    log = record.log
    wrong = next(one for one in log if type(one.event).__name__ == "CardsPlayed")
    event: Any = msgspec.structs.replace(wrong.event, cards=("jester",))
    corrected = msgspec.structs.replace(log[-1], v=len(log) + 1, event=Corrected(of=(Replacement(version=wrong.v, event=wrong.event),)))
    written = (*(msgspec.structs.replace(one, event=event) if one.v == wrong.v else one for one in log), corrected)
    assert put_right(written) == (*log, corrected)
    assert put_right(log) == log


def twin(record: Played) -> tuple[Recorded[Any], ...]:
    """Return the log with two cards changed for each other that ``SEAT`` never saw, wherever it shows them."""
    seen = str(msgspec.json.encode([one.event for one in veil(record.game.parts, record.log, SEAT)]))
    full = [part for one in record.log for part in _secrets(record, one)]
    unseen = sorted({face for part in full for face in part.faces if isinstance(face, str) and known(face) and f'"{face}"' not in seen})
    one, other = unseen[0], unseen[-1]
    assert one != other
    change = {one: other, other: one}

    def visit(_path: str, part: Any) -> Any:
        return (
            part
            if not isinstance(part, Secret)
            else msgspec.structs.replace(part, faces=tuple(sorted(change.get(face, face) for face in part.faces)))
        )

    return tuple(msgspec.structs.replace(each, event=record.game.parts.map(each.event, visit)) for each in record.log)


def _secrets(record: Played, one: Recorded[Any]) -> list[Secret]:
    found: list[Secret] = []

    def visit(_path: str, part: Any) -> Any:
        if isinstance(part, Secret):
            found.append(part)
        return part

    record.game.parts.map(one.event, visit)
    return found


def twins_law(terms: Terms) -> None:
    """Assert that hidden cards make no difference to a byte of a seat's review: in a game soon lost, in which many cards were not seen."""
    record = played("regicide", "regicide/2021", 4, seed=11)
    other = twin(record)
    assert other != record.log
    assert veil(record.game.parts, other, SEAT) == veil(record.game.parts, record.log, SEAT)
    one, two = (msgspec.json.encode(review(record.game, record.header, log, SEAT, terms, passed=LOOK)) for log in (record.log, other))
    assert one == two


@pytest.mark.parametrize("terms", shares(TERMS, Terms(passes=TINY)))
def test_hidden_cards_make_no_difference_to_a_byte(terms: Terms) -> None:
    """Twins: the same log as the seat saw it, other cards where it did not look."""
    twins_law(terms)


def test_eyes_that_peek_at_the_open_log_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of twins can fail: reviews made from the open log break it."""
    monkeypatch.setattr(whole, "veil", lambda _parts, log, _seat: tuple(log))
    with pytest.raises(AssertionError):
        twins_law(TERMS)


@pytest.mark.parametrize(("name", "rules", "players"), rest_soaked(SETS))
def test_worlds_of_a_step_know_nothing_of_what_comes_later(name: str, rules: str, players: int) -> None:
    """Drawn from the whole log of a seat they are those of its log up to there, in every game."""
    game, header, log = played(name, rules, players, seed=3)
    seen = veil(game.parts, log, SEAT)
    whole = Known(game, header, seen, SEAT)
    for step in [one.version - 1 for one in moments(game, header, seen)][:: 1 + len(log) // 80]:
        cut = Known(game, header, seen[:step], SEAT)
        assert whole.worlds(step).draw(2, RandomNumbers("same")) == cut.worlds(step).draw(2, RandomNumbers("same"))
