"""How good a play looks to the simulated player: what it does, what the royal's attack will cost, and what the same hand can do next."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property, lru_cache, partial
from math import erf, sqrt

import msgspec
from msgspec import Struct

from records.games.regicide.cards import HAND, VALUES
from records.games.regicide.player.cards import (
    BY_ROYAL,
    CLUBS,
    COMPANION,
    DIAMONDS,
    HEARTS,
    NAMES,
    NO_SUIT,
    SPADES,
    SUIT,
    VALUE,
    CountedHand,
    cheapest,
    plays_of,
)
from records.games.regicide.player.weights import Weights
from records.values import struct_with

ONE = 1000
"""In thousandths. A worth is a weight times a count, both in thousandths: a whole number of millionths."""
WON, LOST = 1_000_000 * ONE**2, -500 * ONE**2
SAVED = 200 * ONE**2
"""How much less bad it is to be able to flip a Jester when the hand is not enough."""
MOST_WASTED, ENOUGH = 10, 1600
"""Damage too many up to which it counts; how many times the attack the next hand should be worth, in thousandths."""
WIDTH = 5
"""Plays that are looked at more deeply."""
DISCARDS = 2048
"""Hands of which it is kept how they meet an attack, for each suit."""


class Sight(Struct, frozen=True, kw_only=True):
    """What a seat sees of a position, or what it would see after a play."""

    hand: CountedHand
    others: tuple[int, ...]
    """Cards of the other hands, clockwise from the next."""
    room: int
    """Cards that a hand may have at most."""
    suit: int
    """That of the royal."""
    immune: int
    """The suit that it is immune to."""
    attack: int
    health: int
    damage: int
    shield: int
    blocked: int
    """Spades that a Jester would make count."""
    tavern: int
    pile: int
    fight: int
    """Cards played against the royal."""
    castle: int
    flips: int
    """Jesters that can still be flipped."""
    top: tuple[int, ...]
    """Cards on top of the Tavern that everybody knows."""


@cache
def kept(weights: Weights) -> tuple[tuple[int, ...], ...]:
    """Return for each suit that a royal may be immune to, and for none, what each card is worth to keep."""
    return tuple(tuple(_kept(weights, card, immune) for card in range(len(NAMES))) for immune in range(NO_SUIT + 1))


def _kept(weights: Weights, card: int, immune: int) -> int:
    if SUIT[card] == NO_SUIT:
        return weights.jester * ONE
    less = weights.immune if SUIT[card] == immune else 0
    if COMPANION[card]:
        return (weights.companion + less) * ONE
    return (weights.card + (weights.value + weights.suits[SUIT[card]] + less) * VALUE[card]) * ONE


@cache
def likely(weights: Weights) -> tuple[tuple[int, ...], ...]:
    """Return in thousandths how likely so many cards that are to be drawn, from 1 on, are worth so much that is lacking, from 0 on.

    Rounded so coarsely that the last digit of the error function, which machines differ in, does not count.
    """
    return tuple(
        tuple(
            round(ONE * (1 + erf((own * weights.unseen - lacks * ONE + ONE // 2) / (weights.spread * sqrt(own)))) / 2)
            for lacks in range(max(VALUE) + 1)
        )
        for own in range(1, max(HAND.values()) + 1)
    )


class Outlook(msgspec.Struct, frozen=True, dict=True):
    """How a position looks by some weights."""

    weights: Weights
    alone: bool

    @cached_property
    def kept(self) -> tuple[tuple[int, ...], ...]:
        """What each card is worth to keep, by the suit that the royal is immune to."""
        return kept(self.weights)

    @cached_property
    def kept_by_name(self) -> tuple[Mapping[object, int], ...]:
        """The same by the card's name."""
        return tuple(dict(zip(NAMES, worths, strict=True)) for worths in self.kept)

    @cached_property
    def discards(self) -> tuple[Callable[[tuple[int, ...], int], tuple[int, CountedHand] | None], ...]:
        """What ``cheapest`` says of a hand and a need, by the suit that the royal is immune to: plays in another order end alike."""
        return tuple(lru_cache(DISCARDS)(partial(cheapest, costs=worths)) for worths in self.kept)

    def best(self, sight: Sight, depth: int) -> int:
        """Return how good the best play of a hand is; ``depth`` further plays of the same hand are looked at."""
        return max((worth for _cards, worth in self.plays(sight, depth)), default=LOST)

    def plays(self, sight: Sight, depth: int) -> list[tuple[tuple[int, ...], int]]:
        """Return plays with how good they are; looked at more deeply, only those that look best at first sight."""
        found = [(cards, self.play(sight, cards, 0)) for cards in plays_of(sight.hand)]
        if not depth:
            return found
        first = sorted(found, key=lambda play: (-play[1], play[0]))[:WIDTH]
        return [(cards, self.play(sight, cards, depth) if self.alone or _kills(sight, cards) else worth) for cards, worth in first]

    def play(self, sight: Sight, cards: Sequence[int], depth: int) -> int:
        """Return how good a play is."""
        hand = list(sight.hand)
        for card in cards:
            hand.remove(card)
        if SUIT[cards[0]] == NO_SUIT:
            shield = sight.shield + (sight.blocked if sight.suit == SPADES and sight.immune == SPADES else 0)
            after = struct_with(sight, hand=hand, immune=NO_SUIT, shield=shield)
            others = (sight.room,) if sight.others else ()
            return self._hand(after.hand, NO_SUIT) + self._cards(after) + self._ahead(after, others)
        amount, immune = sum([VALUE[card] for card in cards]), sight.immune
        works = {SUIT[card] for card in cards}
        works.discard(immune)
        healed = min(amount, sight.pile) if HEARTS in works else 0
        after = struct_with(
            sight,
            hand=hand,
            damage=sight.damage + (amount * 2 if CLUBS in works else amount),
            shield=sight.shield + amount if SPADES in works else sight.shield,
            tavern=sight.tavern + healed,
            pile=sight.pile - healed,
            fight=sight.fight + len(cards),
        )
        gain = own = 0
        if DIAMONDS in works and after.tavern:
            after, own = _drawn(after, min(amount, after.tavern))
            by_others = sum(after.others) - sum(sight.others)
            gain = (own * self.weights.drawn + by_others * self.weights.drawn_by_others) * ONE
        if after.damage >= after.health:
            return self._fallen(after, gain, own, depth)
        return self._standing(after, gain, own, depth)

    def yields(self, sight: Sight) -> int:
        """Return how good it is to play nothing."""
        met = self._met(sight)
        if met is None:
            return LOST
        return self._cards(met) + self._hand(met.hand, met.immune) + self._ahead(met, met.others) - self.weights.yields * ONE

    def flips(self, sight: Sight) -> int:
        """Return how good it is to flip a Jester before playing."""
        drawn = min(sight.room, sight.tavern)
        after = struct_with(sight, hand=[], tavern=sight.tavern - drawn)
        return self._cards(after) + (drawn * self.weights.drawn - self.weights.flip_first) * ONE + self._ahead(after, ())

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _cards(self, sight: Sight) -> int:
        return self.weights.tavern * min(sight.tavern * ONE, self.weights.tavern_enough) + self.weights.pile * sight.pile * ONE

    def _hand(self, hand: CountedHand, immune: int) -> int:
        worth = self.kept[immune]
        return sum([worth[card] for card in hand])

    def _met(self, sight: Sight) -> Sight | None:
        """The position after the cheapest discard; None where the hand is not enough."""
        need = sight.attack - sight.shield
        if need <= 0:
            return sight
        paid = self.discards[sight.immune](tuple(sight.hand), need)
        if paid is None:
            return None
        hand = list(sight.hand)
        for card in paid[1]:
            hand.remove(card)
        return struct_with(sight, hand=hand)

    def _ahead(self, sight: Sight, others: Sequence[int]) -> int:
        """Return what the royal will yet cost."""
        weights, left, need = self.weights, sight.health - sight.damage, max(0, sight.attack - sight.shield)
        found = -weights.health * left * ONE - weights.attack * need * left * ONE**2 // weights.pace
        if need and others:
            found -= weights.next_able * max(0, need * ENOUGH - others[0] * weights.unseen)
        return found

    def _standing(self, sight: Sight, gain: int, own: int, depth: int) -> int:
        gain_all = gain + self._cards(sight)
        met = self._met(sight)
        if met is None:
            return self._short(sight, gain_all, own)
        found = gain_all + self._hand(met.hand, met.immune) + self._ahead(met, met.others)
        if not depth or not self.alone or not met.hand:
            return found
        deeper = self.best(struct_with(met, top=()), depth - 1) + own * self.weights.drawn * self.weights.plan
        if deeper >= WON // 2:
            return deeper
        return _mixed(found, max(found, deeper), self.weights.plan)

    def _short(self, sight: Sight, gain: int, own: int) -> int:
        """The hand is not enough for the attack, unless what is drawn makes it so."""
        weights, able = self.weights, sum([VALUE[card] for card in sight.hand])
        lacks = sight.attack - sight.shield - able
        if not own:
            return LOST + able * ONE**2 + (SAVED if sight.flips else 0)
        risk = (ONE - likely(weights)[own - 1][lacks]) * (weights.flip_last if sight.flips else weights.death)
        return gain - lacks * weights.drawn * ONE**2 // weights.unseen - risk + self._ahead(sight, sight.others)

    def _fallen(self, sight: Sight, gain: int, own: int, depth: int) -> int:
        """The royal falls, and the same player goes on against the next."""
        if not sight.castle:
            return WON
        weights, exact = self.weights, sight.damage == sight.health
        wasted = min(sight.damage - sight.health, MOST_WASTED)
        gain += (weights.kill + (weights.exact + weights.exact_value * sight.attack if exact else -weights.waste * wasted)) * ONE
        if not sight.hand and not own:
            gain -= weights.empty * ONE
        attack = _next_attack(sight.castle)
        lacks = max(0, (2 * attack - sum([VALUE[card] for card in sight.hand])) * ONE - own * weights.unseen)
        found = (
            gain + self._cards(sight) + self._hand(sight.hand, NO_SUIT) - weights.next_attack * attack * ONE - weights.next_lacks * lacks
        )
        if not depth or not sight.hand:
            return found
        against = struct_with(
            sight,
            suit=NO_SUIT,
            immune=NO_SUIT,
            attack=attack,
            health=2 * attack,
            damage=0,
            shield=0,
            blocked=0,
            tavern=sight.tavern + exact,
            pile=sight.pile + sight.fight + (not exact),
            fight=0,
            castle=sight.castle - 1,
            top=(BY_ROYAL[sight.suit, sight.attack],) if exact and sight.suit != NO_SUIT else () if exact else sight.top,
        )
        return _mixed(found, gain + self.best(against, depth - 1), weights.plan_kill)


def _strikes(sight: Sight, cards: Sequence[int]) -> int:
    """Return what a play takes off the royal."""
    amount = sum([VALUE[card] for card in cards])
    return amount * 2 if sight.immune != CLUBS and CLUBS in [SUIT[card] for card in cards] else amount


def _kills(sight: Sight, cards: Sequence[int]) -> bool:
    """Whether the royal falls, so that the same player goes on; a Jester takes nothing off it."""
    return sight.damage + _strikes(sight, cards) >= sight.health


def _mixed(found: int, deeper: int, share: int) -> int:
    """Return two worths as one, of which the second counts by its share."""
    return (found * (ONE - share) + deeper * share) // ONE


def _next_attack(castle: int) -> int:
    """Return the attack of the next royal, of so many that are left."""
    return VALUES["jack"] if castle > 8 else VALUES["queen"] if castle > 4 else VALUES["king"]  # noqa: PLR2004 -- four of each rank


def _drawn(sight: Sight, amount: int) -> tuple[Sight, int]:
    """Return the position after Diamonds, one card each in turn, and how many the hand has got that nobody knew."""
    hand, top, counts, own = list(sight.hand), list(sight.top), list(sight.others), 0
    room = [sight.room - len(hand), *[sight.room - count for count in counts]]
    nth, amount = 0, min(amount, sum([number for number in room if number > 0]))
    tavern = sight.tavern - amount
    while amount:
        if room[nth] > 0:
            room[nth] -= 1
            amount -= 1
            card = top.pop(0) if top else None
            if nth:
                counts[nth - 1] += 1
            elif card is not None:
                hand.append(card)
            else:
                own += 1
        nth = (nth + 1) % len(room)
    return struct_with(sight, hand=hand, others=tuple(counts), tavern=tavern, top=tuple(top)), own
