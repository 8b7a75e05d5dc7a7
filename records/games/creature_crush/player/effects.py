"""What an effect is worth to the seat that a player plays for, by what everybody sees and the own hand.

The unit is about a third of a card: a creature on the field is worth its cost and 3, for each card is also a life of its owner.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from records.core.ids import SeatKey, SlotId
from records.games.creature_crush.deciding.cells import may_act, summon_cells
from records.games.creature_crush.deciding.conditions import count
from records.games.creature_crush.deciding.legal import held
from records.games.creature_crush.deciding.paying import left
from records.games.creature_crush.deciding.sight import Sight, Source, off_field
from records.games.creature_crush.effects import verbs
from records.games.creature_crush.effects.card_filter import CardFilter, Targets
from records.games.creature_crush.effects.lines import Ability, EffectStep
from records.games.creature_crush.effects.numbers import Amount, X

LIFE = 3
"""What a card is worth for being there, whatever it can do."""
CARD = 2.0
"""A card drawn: it changes its place, and can be played."""
DIE = 3.0
"""A start die more."""
SEEN = 0.5
"""A look at the opponent's hand: a player that plays by what everybody sees makes little of it."""
LOST_CARD = 4.0
"""A card that the opponent loses from its hand."""
ON_THE_WAY = 0.6
"""What of a creature's worth is lost when it goes back to the hand."""
HURT = 0.4
"""What of a creature's worth damage takes that does not destroy it."""
BY_DICE = 0.5
"""How often dice hit the dearest card, roughly."""
READY, IDLE = 0.6, 0.1
"""What a point of attack is worth to a creature that may still attack, and to another."""


class EffectWorth(msgspec.Struct, frozen=True):
    """An effect as a player looks at it."""

    sight: Sight
    source: Source
    that: tuple[SlotId, ...] = ()
    """What "it" is."""

    def ability(self, ability: Ability) -> float:
        """Return what all its sentences are worth together; one that may be declined is worth nothing at least."""
        return sum(max(0.0, self.step(step)) if step.may else self.step(step) for step in ability.steps)

    def step(self, step: EffectStep) -> float:
        """Return what a sentence is worth."""
        verb = step.verb
        match verb:
            case verbs.DrawCards():
                return CARD * min(self._number(verb.number), self.sight.in_camp(self.source.seat))
            case verbs.DiscardCards():
                loser = self.source.seat if verb.side == "yours" else self._foe
                lost = LOST_CARD * min(self._number(verb.number), self.sight.in_hand(loser))
                return lost if loser == self._foe else -lost / 2
            case verbs.AddStartDice():
                return DIE * self._number(verb.number)
            case verbs.SearchCamp():
                return CARD
            case verbs.LookAtHand():
                return SEEN if self.sight.in_hand(self._foe) else 0.0
            case verbs.BurnDice():
                burnt = min(self._number(verb.number), len(left(self.sight.state)))
                return DIE * burnt if self.sight.state.active == self._foe else 0.0
            case _:
                return self._on(step, verb.targets)

    def target(self, step: EffectStep, slot: SlotId) -> float:
        """Return what a sentence is worth when it is applied to one card of the field."""
        verb, sight = step.verb, self.sight
        enemy = 1 if sight.controller(slot) != self.source.seat else -1
        whole = worth_of(sight, slot)
        match verb:
            case verbs.DealDamage():
                left = sight.life(slot) - sight.borne(slot).damage
                dealt = self._amount(verb.amount)
                return enemy * whole * (1 if dealt >= left else HURT * dealt / max(1, left))
            case verbs.HealDamage():
                damage = sight.borne(slot).damage
                healed = damage if verb.amount is None else min(damage, self._amount(verb.amount))
                return -enemy * healed
            case verbs.DestroyCards():
                return enemy * whole
            case verbs.ReturnToHand():
                return enemy * ON_THE_WAY * (whole - LIFE)
            case verbs.TakeControl():
                return enemy * 2 * whole if summon_cells(sight, self.source.seat) else 0.0
            case verbs.ChangeStat():
                return -enemy * self._change(verb, slot)
            case verbs.GrantKeyword():
                return float(enemy if verb.keyword == "sluggish" else -enemy)
            case _:
                return float(enemy)

    @property
    def _foe(self) -> SeatKey:
        return self.sight.state.other(self.source.seat)

    def _number(self, number: int) -> int:
        return self.source.x if number == X else number

    def _amount(self, amount: Amount) -> float:
        number = self._number(amount.number)
        if amount.how == "dice":
            return 3.5 * number
        return number * count(self.sight, amount.each, self.source) if amount.each is not None else number

    def _change(self, verb: verbs.ChangeStat, slot: SlotId) -> float:
        """Return what a change until the end of the turn is worth to a creature's controller: it may turn the attack under way.

        Life is worth nothing: at the end of the turn it goes, and the damage stays.
        """
        sight, attack = self.sight, self.sight.state.attack
        if verb.stat == "life":
            return 0.0
        if attack is not None and attack.target is not None and slot == attack.slot:
            left = sight.life(attack.target) - sight.borne(attack.target).damage
            force = sight.attack(slot)
            if (force + verb.amount >= left) != (force >= left):
                return float(worth_of(sight, attack.target))
        able = sight.controller(slot) == sight.state.active and may_act(sight, slot)
        return verb.amount * (READY if able else IDLE)

    def _on(self, step: EffectStep, targets: Targets) -> float:
        if targets.cards is None:
            slots = (self.source.slot,) if targets.pick == "this" and self.source.slot is not None else self.that
            return sum(self.target(step, slot) for slot in slots if self.sight.there(slot))
        if targets.cards.place != "field":
            return self._off_field(step, targets, targets.cards)
        there = [slot for slot in self.sight.those(targets.cards, self.source) if slot != self.source.slot]
        found = self._picked(targets, sorted((self.target(step, slot) for slot in there), reverse=True))
        return found * BY_DICE if targets.cards.dice else found

    def _picked(self, targets: Targets, worths: list[float]) -> float:
        """Return what cards are worth together of which so many are picked; ``worths`` stand in order, the best first."""
        if targets.pick == "all" or not worths:
            return sum(worths)
        least, most = min(self._number(targets.least), len(worths)), min(self._number(targets.most), len(worths))
        if targets.pick == "random":
            return sum(worths) / len(worths) * most
        return sum(worths[:least]) + sum(max(0.0, one) for one in worths[least:most])

    def _off_field(self, step: EffectStep, targets: Targets, cards: CardFilter) -> float:
        sight, seat = self.sight, self.source.seat
        match step.verb:
            case verbs.ReviveCreatures():
                seats = {"yours": (seat,), "theirs": (self._foe,)}.get(cards.side, (seat, self._foe))
                faces = [str(face) for whose in seats for face in sight.in_hell(whose) if self._fits(str(face), cards)]
                return self._entering(targets, [LIFE + sight.state.cards[name].cost for name in faces])
            case verbs.RecoverCards():
                return CARD * min(self._number(targets.most) or len(sight.in_hell(seat)), len(sight.in_hell(seat)))
            case verbs.SummonCreatures() if cards.place == "hand":
                return self._entering(targets, [sight.state.cards[name].cost for name in held(sight, seat) if self._fits(name, cards)])
            case verbs.DestroyCards():
                loser = seat if cards.side == "yours" else self._foe
                there = sight.in_hand(loser) if cards.place == "hand" else sight.in_camp(loser)
                lost = LOST_CARD * (there if targets.pick == "all" else min(self._number(targets.most), there))
                return lost if loser == self._foe else -lost
            case _:
                return CARD if summon_cells(sight, seat) else 0.0

    def _fits(self, name: str, cards: CardFilter) -> bool:
        return name in self.sight.state.cards and off_field(self.sight.state, name, cards, self.source.x)

    def _entering(self, targets: Targets, worths: Sequence[float]) -> float:
        places = len(summon_cells(self.sight, self.source.seat))
        most = len(worths) if targets.pick == "all" else self._number(targets.most)
        return float(sum(sorted(worths, reverse=True)[: min(most, places)]))


def worth_of(sight: Sight, slot: SlotId) -> float:
    """Return what a card on the field is worth to its controller."""
    return LIFE + (sight.card(slot).cost if sight.up(slot) else 2 * sight.borne(slot).paid)
