"""A log cut into batches, and the table's answers read from one (design/events: Batches)."""

from __future__ import annotations

import pytest

from records.core.asking.chance import FromRecord, ScriptedChance, batches
from records.core.events import Event, Recorded
from records.core.ids import SeatKey, SlotId
from records.core.position import Counters, Position
from records.core.requests import ChanceRequest
from records.core.shared import Asked, GameWon, GapNoted, Resigned
from records.errors import ImpossibleEvent
from support.tiny import NOON, Drawn, Laid, drawn, laid

HERE: Position[Counters] = Position(4, None, Counters())  # type: ignore[arg-type]  # an answer from a record looks at no table


def caused(*causes: int) -> list[Recorded[Event]]:
    """A log of events with these causes."""
    return [Recorded(version, cause, NOON, "", GapNoted()) for version, cause in enumerate(causes, 1)]


@pytest.mark.parametrize(
    ("causes", "cut"),
    [
        ((), []),
        ((1,), [[1]]),
        ((1, 1, 1), [[1, 2, 3]]),
        ((1, 2, 3), [[1], [2], [3]]),
        ((1, 1, 3, 4, 4), [[1, 2], [3], [4, 5]]),
        ((1, 2, 1), [[1], [2], [3]]),
    ],
)
def test_batches_are_runs_of_one_cause(causes: tuple[int, ...], cut: list[list[int]]) -> None:
    """A decision begins one with all that follows from it, a fact is one of its own."""
    assert [[recorded.v for recorded in batch] for batch in batches(caused(*causes))] == cut


def test_a_batch_answers_with_its_chance_in_order() -> None:
    """Decisions and consequences are passed over, and what was not asked for is left."""
    chance = FromRecord(
        (laid("A", "s1", "ten"), drawn("A", "ace"), Asked(id="q", seat="A", what="x"), drawn("B", "king"), GameWon(seat="A"))
    )
    assert chance.ask(HERE, ChanceRequest((Drawn,))) == drawn("A", "ace")
    assert chance.left == (drawn("B", "king"),)
    assert chance.ask(HERE, ChanceRequest((Laid, Drawn))) == drawn("B", "king")
    assert chance.left == ()


def test_chance_that_was_not_recorded_is_refused() -> None:
    """Rules that ask for more than the batch holds are told where and for what."""
    with pytest.raises(ImpossibleEvent, match="after version 4 the rules ask for Drawn or Laid, the batch has no more chance"):
        FromRecord((Resigned(seat="A"),)).ask(HERE, ChanceRequest((Drawn, Laid)))


def test_other_chance_than_asked_for_is_refused() -> None:
    """An answer of another class is no answer."""
    with pytest.raises(ImpossibleEvent, match="after version 4 the rules ask for Laid, the record has Drawn"):
        FromRecord((drawn("A", "ace"),)).ask(HERE, ChanceRequest((Laid,)))


def test_told_chance_picks_in_the_order_that_it_was_told() -> None:
    """What is told must be among what can come; a single thing comes told or not; nothing is made up."""
    told = ScriptedChance(["b", "a", "c"])
    assert told.choice(["a", "b"]) == "b"
    assert told.choice(["x"]) == "x"
    assert told.sample(["c", "a", "d"], 2) == ["a", "c"]
    assert told.left == ()
    with pytest.raises(ImpossibleEvent, match="told no more, and one of 2"):
        told.choice(["a", "b"])
    with pytest.raises(ImpossibleEvent, match="told 'z', which is none of a, b"):
        ScriptedChance(["z"]).choice(["a", "b"])
    assert ScriptedChance(["x"]).sample(["x"], 1) == ["x"]


def test_a_request_says_what_it_is_about() -> None:
    """Who answers asks for the one seat or the one card, and is told by name where a request has none."""
    request = ChanceRequest((Drawn, Laid), seat=SeatKey("A"), slots=(SlotId("s1"),))
    assert (request.whose, request.slot, request.wanted) == ("A", "s1", "Drawn or Laid")
    with pytest.raises(ImpossibleEvent, match="Drawn is asked about nobody's cards"):
        _ = ChanceRequest((Drawn,)).whose
    with pytest.raises(ImpossibleEvent, match="Laid is asked about one card, not about 2"):
        _ = ChanceRequest((Laid,), slots=(SlotId("s1"), SlotId("s2"))).slot
