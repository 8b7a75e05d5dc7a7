"""The odds of an attack, as one viewer can work them out (ENGINE, section 7).

The cards that an attack meets are met one after the other, so its odds are a tree: at each card, what the attack has left after it. Cards
that leave the same are one branch, taken as likely as the engine says *if the cards before it were of their branches*. The branches are
opened by weight, the heaviest first, until the tree is whole, which is exact; or until ``MOST_ASKED`` questions have been asked. Then what
is not open is sampled from the same chances: unbiased, with its standard error, and with bounds that are certain.

Every figure bears the assumption of ``Knowledge``: each card that left a hand by choice counts as picked blind.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from records.core.faces import none_of
from records.core.secret import Secret
from records.core.table import hand_place
from records.knowledge.calls import Call
from records.knowledge.odds_tree import Foe, Tree

if TYPE_CHECKING:
    from records.core.assault import Assault
    from records.core.ids import PileId, SeatKey, SlotId
    from records.knowledge.answers import Knowledge


class Ask(Protocol):
    """A step that can be thought through again with something told besides (``asking.Asking``)."""

    def __call__(self, more: Sequence[Call]) -> Knowledge:
        """Return what is known if the card table is told ``more``."""

    def shares(self, more: Sequence[Call], slot: SlotId, sets: Sequence[Sequence[str]]) -> tuple[list[Fraction], bool]:
        """Return how likely a slot is of each of ``sets``, which do not overlap, and whether that is exact."""


Worth: TypeAlias = Mapping[str, Mapping[str, int]]
"""What a card counts, by the kind of pile and its name (``Game.worth``)."""
How: TypeAlias = Literal["exact", "estimate", "approximate"]
"""``estimate``: sampled without bias, with a standard error; ``approximate``: the engine itself had to weaken, no error is known."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackOdds:
    """What an attack does."""

    assault: Assault
    strength: int
    destroys: Mapping[tuple[int, ...], Fraction]
    """Chance by how many cards of each pile fall, in the order of ``assault.piles``; they sum to 1. Only those that can be."""
    bounds: Mapping[tuple[int, ...], tuple[Fraction, Fraction]]
    """For each of them the least and the largest chance that it can have; the same twice where ``how`` is ``exact``."""
    decides: Fraction | None
    """Chance that the last card of ``assault.ends`` falls; None where it is not among the piles or lies empty."""
    top: Mapping[int, Fraction]
    """Chance that the first card to be met defends with at least so much, by value, from 1 to the most that it can have."""
    surplus: Fraction
    """Mean strength that finds nothing more to fight."""
    blocked: Fraction | None
    """Chance that the hand which may weaken the attack holds a card for it; None where no hand may, or the viewer is who holds it."""
    how: How
    error: float
    """Standard error of each chance, at most; 0 where exact."""


def attack_odds(ask: Ask, assault: Assault, strength: int, piles: Mapping[PileId, Sequence[SlotId]], worth: Worth) -> AttackOdds:
    """Return the odds of an attack of ``strength`` on piles as they lie, top slot first."""
    known = ask(())
    foes = [Foe(slot, worth[pile.partition(":")[0]]) for pile in assault.piles for slot in piles.get(pile, ())]
    tree = Tree(ask.shares, known, assault, foes)
    tree.grow(strength)
    sizes = [len(piles.get(pile, ())) for pile in assault.piles]
    last = bool(sizes) and sizes[-1] and assault.ends == assault.piles[-1]
    fallen, error = tree.fallen()
    return AttackOdds(
        assault=assault,
        strength=strength,
        destroys={_split(number, sizes): chance for number, chance in sorted(fallen.items())},
        bounds={_split(number, sizes): tree.bounds(number) for number in sorted(fallen)},
        decides=fallen.get(len(foes), Fraction(0)) if last else None,
        top=_top(known, foes),
        surplus=tree.surplus(),
        blocked=_blocked(ask, known, assault),
        how="approximate" if not tree.exact else "estimate" if error else "exact",
        error=error,
    )


def hand_holds(ask: Ask, known: Knowledge, seat: SeatKey, cards: Sequence[str]) -> Fraction:
    """Return the chance that a hand, not the viewer's own, holds at least one of ``cards``."""
    without = Fraction(1)
    told: list[Call] = []
    for card in cards:
        here = (ask(told) if told else known).hands[seat].holds.get(card, Fraction(0))
        without *= 1 - here
        if not without:
            return Fraction(1)
        if here:
            told.append(Call(known.version, "tell", (hand_place(seat), (card,), 0, 0), {}))
    return 1 - without


def _split(number: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Return how many of ``number`` cards lie in each pile."""
    found = []
    for size in sizes:
        found.append(min(number, size))
        number -= found[-1]
    return tuple(found)


def _top(known: Knowledge, foes: Sequence[Foe]) -> dict[int, Fraction]:
    if not foes:
        return {}
    values = [(foes[0].worth[card], chance) for card, chance in known.slots[foes[0].slot].of.items()]
    most = max(value for value, _chance in values)
    return {least: sum((chance for value, chance in values if value >= least), Fraction(0)) for least in range(1, most + 1)}


def _blocked(ask: Ask, known: Knowledge, assault: Assault) -> Fraction | None:
    if not assault.blocks or assault.blocked_by is None or assault.blocked_by not in known.hands:
        return None
    return hand_holds(ask, known, assault.blocked_by, assault.blocks)


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawOdds:
    """What the next cards of a deck hold."""

    deck: str
    cards: int
    """How many are looked at: as many as were asked for, or as lie there."""
    of: tuple[str, ...]
    """Sorted."""
    holds: Fraction
    """Chance that at least one of them is among the cards."""
    exact: bool


def draw_odds(ask: Ask, deck: str, number: int, of: Sequence[str]) -> DrawOdds:
    """Return the chance that the next ``number`` cards of ``deck`` hold at least one of ``of``.

    What a game does when the deck runs out (shuffle the discards) is not in it.
    """
    known = ask(())
    here = known.decks.get(deck)  # type: ignore[call-overload]  # a deck's id is a text
    cards = min(number, here.count) if here is not None else 0
    without, exact = Fraction(1), known.exact
    missed: list[Call] = []
    for nth in range(cards):
        now = ask(missed) if missed else known
        exact = exact and now.exact
        without *= 1 - sum((chance for card, chance in now.decks[deck].top.of.items() if card in of), Fraction(0))  # type: ignore[index]
        if not without:
            break
        args = (deck, "drawn:", f"drawn:{nth}", Secret(("?",), hint=none_of(of)), "bottom")
        missed.append(Call(known.version, "deal", args, {}))
    return DrawOdds(deck=deck, cards=cards, of=tuple(sorted(of)), holds=1 - without, exact=exact)
