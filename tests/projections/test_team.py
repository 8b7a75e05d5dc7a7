"""What all hands together hold: bounds that are sound and as tight as the cards allow, checked against every deal that can be."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from records.core.board import Group
from records.core.ids import SEATS
from records.projections.team import Span, TeamHand, team

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.projections.team import Team

A, B, C = SEATS[:3]
RED, BLACK = (
    Group(title="Red", icon="r", cards=frozenset({"r1", "r2", "r3"})),
    Group(title="Black", icon="b", cards=frozenset({"b1", "b4"})),
)
WORTH = {"r1": 1, "r2": 2, "r3": 3, "b1": 1, "b4": 4, "fool": 0}


def own(seat: str, *cards: str) -> TeamHand:
    """A hand that the viewer sees."""
    held = Counter(cards)
    mean = {card: Fraction(number) for card, number in held.items()}
    return TeamHand(seat=seat, count=len(cards), least=held, most=held, mean=mean)  # type: ignore[arg-type]


def deals(rest: Sequence[str], counts: Sequence[int]) -> Iterator[tuple[tuple[str, ...], ...]]:
    """Every way to deal hands of these sizes from ``rest``; what is left lies elsewhere."""
    if not counts:
        yield ()
        return
    for chosen in combinations(range(len(rest)), counts[0]):
        left = [card for nth, card in enumerate(rest) if nth not in chosen]
        for others in deals(left, counts[1:]):
            yield (tuple(rest[nth] for nth in chosen), *others)


def worked_out(rest: Sequence[str], counts: Sequence[int], mine: Sequence[str]) -> tuple[Team, list[tuple[tuple[str, ...], ...]]]:
    """The team as the holder of ``mine`` can tell it, of the other hands nothing but their sizes, and every deal that can be."""
    possible = list(deals(rest, counts))
    hands = [own(A, *mine)]
    for nth, seat in enumerate((B, C)[: len(counts)]):
        seen = [Counter(deal[nth]) for deal in possible]
        cards = sorted(set(rest))
        least = {card: number for card in cards if (number := min(hand[card] for hand in seen))}
        most = {card: number for card in cards if (number := max(hand[card] for hand in seen))}
        mean = {card: Fraction(sum(hand[card] for hand in seen), len(seen)) for card in most}
        hands.append(TeamHand(seat=seat, count=counts[nth], least=least, most=most, mean=mean))
    exist = Counter([*rest, *mine])
    return team(hands, (RED, BLACK), WORTH, exist, exact=True), [(tuple(mine), *deal) for deal in possible]


def spans_of(hands: Sequence[tuple[tuple[str, ...], ...]], nth: int | None, group: Group) -> Span:
    """Least, most and mean number of a group's cards over all deals, in one hand or in all."""
    found = [sum(card in group.cards for hand in (deal if nth is None else deal[nth : nth + 1]) for card in hand) for deal in hands]
    return Span(min(found), max(found), Fraction(sum(found), len(found)))


@pytest.mark.parametrize(
    ("rest", "counts", "mine"),
    [
        (("r1", "r2", "b1", "b4"), (2,), ("r3", "fool")),
        (("r1", "r2", "b1", "b4"), (1, 2), ("r3",)),
        (("r1", "r2", "r3", "b4"), (2, 2), ("b1",)),
        (("r1", "fool", "fool", "b4"), (1, 1), ()),
        (("b1", "b4"), (0, 2), ("r1", "r2", "r3")),
    ],
)
def test_bounds_are_those_of_all_deals(rest: tuple[str, ...], counts: tuple[int, ...], mine: tuple[str, ...]) -> None:
    """Where nothing is known but how many cards each hand has, every bound, mean and worth is that of the deals that can be."""
    told, possible = worked_out(rest, counts, mine)
    for nth, share in ((None, told.together), *enumerate(told.seats)):
        assert share.groups == tuple(spans_of(possible, nth, group) for group in (RED, BLACK))
        worths = [sum(WORTH[card] for hand in (deal if nth is None else deal[nth : nth + 1]) for card in hand) for deal in possible]
        assert share.worth == Span(min(worths), max(worths), Fraction(sum(worths), len(worths)))
        assert share.count == len([card for hand in (possible[0] if nth is None else possible[0][nth : nth + 1]) for card in hand])


def test_hands_that_are_seen_leave_nothing_open() -> None:
    """At an open table every figure is one number, and each hand's certain cards are the hand."""
    told = team([own(A, "r1", "b4"), own(B, "r2")], (RED, BLACK), WORTH, Counter(WORTH), exact=True)
    assert told.together.certain == ("b4", "r1", "r2")
    assert [(span.least, span.certain) for span in told.together.groups] == [(2, True), (1, True)]
    assert told.together.worth == Span(7, 7, Fraction(7))
    assert [share.certain for share in told.seats] == [("b4", "r1"), ("r2",)]


def test_what_a_hand_lacks_of_the_team_is_what_others_hold_for_certain() -> None:
    """Lacked is what the team has for certain and this hand for certain has not; alone holds it who surely does where nobody else can."""
    told = team([own(A, "r1", "b4"), own(B, "r2")], (RED, BLACK), WORTH, Counter(WORTH), exact=True)
    assert [told.lacks(share) for share in told.seats] == [(), (BLACK,)]
    assert [told.alone_holds(share) for share in told.seats] == [(BLACK,), ()]
    maybe, _ = worked_out(("r1", "r2", "b1", "b4"), (2,), ("r3",))
    assert [maybe.lacks(share) for share in maybe.seats] == [(), ()]
    sure, _ = worked_out(("b1", "b4"), (2,), ("r1",))
    assert [sure.lacks(share) for share in sure.seats] == [(BLACK,), (RED,)]


def test_a_game_without_values_has_no_worth() -> None:
    """Where cards have no values only their number is told; a card of no group is in no column."""
    told = team([own(A, "fool")], (RED,), None, {"fool": 1}, exact=False)
    assert (told.together.worth, told.together.count, told.together.groups[0].most, told.exact) == (None, 1, 0, False)
