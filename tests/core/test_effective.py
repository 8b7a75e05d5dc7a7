"""Which events count: take-backs cut, corrections replace, the log keeps everything (design/events: Effective events)."""

from __future__ import annotations

from typing import Any

import pytest

from records.core.events import Event, Recorded
from records.core.logs.effective import changes_earlier, effective
from records.core.secret import secret
from records.core.shared import Corrected, GameStarted, PileSet, PositionSet, Replacement, Resigned, TakenBack
from records.errors import ImpossibleEvent
from support.tiny import NOON, SEATS, Drawn, drawn, laid

Log = list[Recorded[Any]]


def log(*events: Event | tuple[Event, int]) -> Log:
    """A log of these events; one beside a version was caused by it."""
    return [
        Recorded(version, event[1], NOON, "", event[0]) if isinstance(event, tuple) else Recorded(version, version, NOON, "", event)
        for version, event in enumerate(events, 1)
    ]


def versions(of: Log) -> list[int]:
    """The versions that count."""
    return [recorded.v for recorded in effective(of)]


def back(to: int) -> TakenBack:
    """A take-back."""
    return TakenBack(to=to)


def right(**events: Event) -> Corrected:
    """A correction: ``v2=...`` of version 2."""
    return Corrected(of=tuple(Replacement(version=int(name[1:]), event=event) for name, event in events.items()))


CARDS = (drawn("A", "ace"), drawn("B", "king"), drawn("A", "ten"))


def test_a_log_without_changes_counts_as_it_is() -> None:
    """Nothing is cut or replaced."""
    plain = log(*CARDS)
    assert effective(plain) == plain
    assert not changes_earlier(plain)
    assert changes_earlier(log(back(0)))
    assert effective([]) == []


def test_a_take_back_cuts_what_stands_after_and_stays() -> None:
    """What counts ends at the step gone back to; the take-back itself counts for what it shows."""
    assert versions(log(*CARDS, back(1), drawn("B", "queen"))) == [1, 4, 5]
    assert versions(log(*CARDS, back(0))) == [4]
    assert versions(log(*CARDS, back(3))) == [1, 2, 3, 4]


def test_a_take_back_can_be_taken_back() -> None:
    """Going back to before or onto an earlier take-back keeps what counted there; what that one cut does not come again."""
    assert versions(log(*CARDS, back(2), drawn("A", "queen"), back(1))) == [1, 6]
    assert versions(log(*CARDS, back(2), drawn("A", "queen"), back(4))) == [1, 2, 4, 6]
    assert versions(log(*CARDS, back(2), back(2), back(2))) == [1, 2, 6]


def test_no_way_goes_back_to_what_was_taken_back() -> None:
    """A step that no longer counts cannot be the one gone back to."""
    with pytest.raises(ImpossibleEvent, match="version 5 takes back to 3, which was taken back itself"):
        effective(log(*CARDS, back(1), back(3)))


@pytest.mark.parametrize("to", [4, 5, 99, -1])
def test_no_way_goes_back_to_the_future(to: int) -> None:
    """A take-back names a step before itself."""
    with pytest.raises(ImpossibleEvent, match=f"version 4 takes back to {to}, which is not before it"):
        effective(log(*CARDS, back(to)))


def test_no_way_goes_back_into_a_batch() -> None:
    """A decision is taken back with all that came of it."""
    whole = (GameStarted(seats=SEATS), (drawn("A", "ace"), 1), (drawn("B", "king"), 1), laid("A", "s4", "ace"))
    assert versions(log(*whole, back(3))) == [1, 2, 3, 5]
    with pytest.raises(ImpossibleEvent, match="version 5 takes back to 2, which is in the middle of what version 1 began"):
        effective(log(*whole, back(2)))


def test_a_correction_stands_in_for_its_event() -> None:
    """The event counts as it should have been written, in its old place and envelope; the log is not changed."""
    whole = log(*CARDS, right(v2=drawn("B", "queen")))
    counted = effective(whole)
    assert [recorded.event for recorded in counted[:3]] == [CARDS[0], drawn("B", "queen"), CARDS[2]]
    assert (counted[1].v, counted[3]) == (2, whole[3])
    assert whole[1].event == CARDS[1]


def test_the_last_correction_counts() -> None:
    """One event corrected twice is what was written last; several are corrected at once."""
    counted = effective(log(*CARDS, right(v1=drawn("A", "king"), v2=drawn("B", "ace")), right(v1=drawn("A", "queen"))))
    assert [recorded.event for recorded in counted[:3]] == [drawn("A", "queen"), drawn("B", "ace"), CARDS[2]]


def test_a_correction_survives_a_take_back_elsewhere() -> None:
    """What was written down wrongly stays right, also where the correction itself lies in the part that is cut."""
    counted = effective(log(*CARDS, right(v1=drawn("A", "queen")), back(2)))
    assert [(recorded.v, recorded.event) for recorded in counted[:2]] == [(1, drawn("A", "queen")), (2, CARDS[1])]
    assert [recorded.v for recorded in counted] == [1, 2, 5]


def test_a_correction_of_what_is_cut_brings_nothing_back() -> None:
    """An event that was taken back does not count, corrected or not."""
    assert versions(log(*CARDS, right(v3=drawn("A", "queen")), back(2))) == [1, 2, 5]
    assert versions(log(*CARDS, back(2), right(v3=drawn("A", "queen")))) == [1, 2, 4, 5]


@pytest.mark.parametrize(
    ("events", "correction", "reason"),
    [
        (CARDS, right(v2=laid("B", "s2", "king")), "version 4 corrects 2 to Laid, but there stands Drawn"),
        (CARDS, right(v2=drawn("A", "king")), "version 4 may not change the seat of version 2"),
        (CARDS, right(v4=drawn("A", "king")), "version 4 corrects 4 to Drawn, but there stands nothing"),
        (CARDS, right(v9=drawn("A", "king")), "version 4 corrects 9 to Drawn, but there stands nothing"),
        (CARDS, right(v0=drawn("A", "king")), "version 4 corrects 0 to Drawn, but there stands nothing"),
        (CARDS, right(v2=Drawn(seat="B", card=secret("ace", "king", to=("B",)))), "may not change how many cards version 2 moves"),
        ((*CARDS[:2], laid("A", "s3", "ace")), right(v3=laid("A", "s4", "ace")), "may not change the slot of version 3"),
        ((*CARDS[:2], back(1)), right(v3=back(0)), "version 4 corrects 3 to TakenBack, but there stands TakenBack"),
        ((GameStarted(seats=SEATS), *CARDS[:2]), right(v1=GameStarted(seats=("B", "A"))), "may not change the seats of version 1"),
    ],
)
def test_a_correction_of_another_event_is_refused(events: tuple[Event, ...], correction: Corrected[Any], reason: str) -> None:
    """Class, seat, slots and number of cards stay, and neither a take-back nor the future can be corrected."""
    with pytest.raises(ImpossibleEvent, match=reason):
        effective(log(*events, correction))


def test_a_correction_is_refused_before_its_place_is_cut() -> None:
    """A wrong correction does not become right by a later take-back."""
    with pytest.raises(ImpossibleEvent, match="version 4 corrects 3 to Resigned"):
        effective(log(*CARDS, right(v3=Resigned(seat="A")), back(2)))


def test_a_position_can_be_corrected() -> None:
    """A fact that names no seat is replaced like any other."""
    counted = effective(log(PositionSet(why="a"), right(v1=PositionSet(piles=(PileSet(pile="row"),)))))
    assert counted[0].event == PositionSet(piles=(PileSet(pile="row"),))
