"""The team lens: what all hands together hold, as far as one viewer can tell, and what each seat lacks of it.

For players who win and lose together. It is made from nothing but what is handed in, which is one viewer's own: the hands as that
viewer's log shows them, and of the others what the viewer could work out (design/knowledge: Questions). So the open table, which is shown
every hand, gets figures, and a seat gets its own hand and bounds for the rest; neither gets more than it may know.

Bounds are sound: what really lies there is within them. Those of one hand are as tight as its least and most copies of each card allow;
those of the team count each copy of a card once, in whichever hand it is.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.core.board import Group
    from records.core.ids import SeatKey


class TeamHand(msgspec.Struct, frozen=True, kw_only=True):
    """What a viewer can tell of one hand."""

    seat: SeatKey
    count: int
    least: Mapping[str, int]
    """Cards that are in it for certain, and how many of each at least."""
    most: Mapping[str, int]
    """How many copies of each card can be in it; its keys are the candidates."""
    mean: Mapping[str, Fraction]
    """The mean number of copies, under the assumption stated with every chance; the keys of ``most``."""


class Span(msgspec.Struct, frozen=True):
    """A number that is not known but for its bounds."""

    least: int
    most: int
    mean: Fraction
    """Between them; under the assumption stated with every chance."""

    @property
    def certain(self) -> bool:
        """Whether there is nothing left to ask."""
        return self.least == self.most


class Share(msgspec.Struct, frozen=True, kw_only=True):
    """One hand, or all hands together, counted."""

    seat: SeatKey | None
    """None for all together."""
    count: int
    certain: tuple[str, ...]
    """Cards that are there for certain, each as often as it is; sorted."""
    groups: tuple[Span, ...]
    """Cards of each group, in the order of the groups."""
    worth: Span | None
    """What the cards are worth together; None in a game whose cards have no values."""


class Team(msgspec.Struct, frozen=True, kw_only=True):
    """What all hands together hold."""

    groups: tuple[Group, ...]
    together: Share
    seats: tuple[Share, ...]
    exact: bool
    """Whether nothing within the bounds of a single card is known to be impossible; False where the viewer's knowledge is approximate."""

    def lacks(self, share: Share) -> tuple[Group, ...]:
        """Return the groups that the team holds for certain, and this hand for certain does not."""
        spans = zip(self.groups, share.groups, self.together.groups, strict=True)
        return tuple(group for group, own, whole in spans if own.most == 0 < whole.least)

    def alone_holds(self, share: Share) -> tuple[Group, ...]:
        """Return the groups that this hand holds for certain, and for certain no other."""
        others = [other for other in self.seats if other is not share]
        return tuple(
            group
            for nth, group in enumerate(self.groups)
            if share.groups[nth].least and others and not any(other.groups[nth].most for other in others)
        )


def team(
    hands: Sequence[TeamHand], groups: tuple[Group, ...], worth: Mapping[str, int] | None, exist: Mapping[str, int], *, exact: bool
) -> Team:
    """Return the team of these hands.

    ``worth`` is what each card is worth, by name; ``exist`` how many copies of each card may be in any hand: those of the catalogue that
    the viewer does not see elsewhere.
    """
    seats = tuple(_share(hand, groups, worth) for hand in hands)
    return Team(groups=groups, together=_together(hands, seats, groups, worth, exist), seats=seats, exact=exact)


def _share(hand: TeamHand, groups: tuple[Group, ...], worth: Mapping[str, int] | None) -> Share:
    return Share(
        seat=hand.seat,
        count=hand.count,
        certain=_listed(hand.least),
        groups=tuple(_span(hand.count, hand.least, hand.most, hand.mean, group) for group in groups),
        worth=_worth(hand.count, hand.least, hand.most, hand.mean, worth),
    )


def _together(
    hands: Sequence[TeamHand],
    seats: Sequence[Share],
    groups: tuple[Group, ...],
    worth: Mapping[str, int] | None,
    exist: Mapping[str, int],
) -> Share:
    count = sum(hand.count for hand in hands)
    least, most, mean = Counter[str](), Counter[str](), dict[str, Fraction]()
    for hand in hands:
        least.update(hand.least)
        most.update(hand.most)
        for card, number in hand.mean.items():
            mean[card] = mean.get(card, Fraction(0)) + number
    capped = {card: max(least[card], min(number, exist.get(card, number))) for card, number in most.items()}
    spans = []
    for nth, group in enumerate(groups):
        whole = _span(count, least, capped, mean, group)
        lower = max(whole.least, sum(seat.groups[nth].least for seat in seats))
        spans.append(Span(lower, max(lower, min(whole.most, sum(seat.groups[nth].most for seat in seats))), whole.mean))
    return Share(
        seat=None,
        count=count,
        certain=_listed(least),
        groups=tuple(spans),
        worth=_worth(count, least, capped, mean, worth),
    )


def _span(count: int, least: Mapping[str, int], most: Mapping[str, int], mean: Mapping[str, Fraction], group: Group) -> Span:
    """Cards of a group in a hand of ``count``: bounded by its own copies, and by the room that the other cards leave."""
    within = [sum(bounds[card] for card in bounds if card in group.cards) for bounds in (least, most)]
    without = [sum(bounds[card] for card in bounds if card not in group.cards) for bounds in (least, most)]
    lower = max(within[0], count - without[1])
    upper = max(lower, min(within[1], count - without[0]))
    expected = sum((mean[card] for card in mean if card in group.cards), Fraction(0))
    return Span(lower, upper, min(max(expected, Fraction(lower)), Fraction(upper)))


def _worth(
    count: int, least: Mapping[str, int], most: Mapping[str, int], mean: Mapping[str, Fraction], worth: Mapping[str, int] | None
) -> Span | None:
    """What a hand is worth: its certain cards, and for the rest the cheapest and the dearest that it can hold."""
    if worth is None:
        return None
    fixed = sum(worth.get(card, 0) * number for card, number in least.items())
    free = sorted(_each((card, number - least.get(card, 0)) for card, number in most.items()), key=lambda card: worth.get(card, 0))
    open_cards = max(0, count - sum(least.values()))
    lower = fixed + sum(worth.get(card, 0) for card in free[:open_cards])
    upper = fixed + sum(worth.get(card, 0) for card in free[len(free) - min(open_cards, len(free)) :])
    expected = sum((number * worth.get(card, 0) for card, number in mean.items()), Fraction(0))
    return Span(lower, upper, min(max(expected, Fraction(lower)), Fraction(upper)))


def _each(copies: Iterable[tuple[str, int]]) -> Iterable[str]:
    return (card for card, number in copies for _ in range(number))


def _listed(least: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(sorted(_each(least.items())))
