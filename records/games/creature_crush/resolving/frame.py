"""A sentence being carried out: what it sees, rolls, counts and picks (§ 7.3 to 7.8)."""

from __future__ import annotations

from records.core.ids import SeatKey, SlotId
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.games.creature_crush.deciding.asking import ask_seat
from records.games.creature_crush.deciding.conditions import count
from records.games.creature_crush.deciding.sight import Sight, Source, sight_of
from records.games.creature_crush.effects.card_filter import Targets
from records.games.creature_crush.effects.numbers import Amount, X
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import turn_events as tu
from records.games.creature_crush.model.chain import Effect
from records.games.creature_crush.model.position import CrushScript
from records.games.creature_crush.resolving.options import fitting, number_of


class Frame:
    """The newest effect of the chain at one of its sentences."""

    def __init__(self, script: CrushScript, chance: Chance) -> None:
        self.script, self.chance = script, chance
        self.that: tuple[SlotId, ...] | None = None
        """What the sentence was applied to; None where it speaks of no cards of the field."""
        self.fizzled = False

    @property
    def effect(self) -> Effect:
        """The effect as it is now."""
        return self.script.state.chain[-1]

    @property
    def seat(self) -> SeatKey:
        """Whose effect it is."""
        return self.effect.seat

    @property
    def sight(self) -> Sight:
        """The field as it is now."""
        return sight_of(self.script)

    @property
    def source(self) -> Source:
        """The seat and card from which filters are seen."""
        return Source(self.seat, self.effect.slot, self.effect.x)

    def seats(self, side: str) -> tuple[SeatKey, ...]:
        """Return who is meant by a side: ``yours``, ``theirs`` or ``any``, the own one first."""
        own, foe = self.seat, self.script.state.other(self.seat)
        return {"yours": (own,), "theirs": (foe,)}.get(side, (own, foe))

    def number(self, number: int) -> int:
        """Return a number of the text, with what X stands for."""
        return self.effect.x if number == X else number

    def roll(self, number: int) -> tuple[int, ...]:
        """Return what the dice of this sentence show; they are rolled once."""
        if not self.effect.dice and number > 0:
            request = ChanceRequest((tu.DiceRolled,), seat=self.seat, number=number, purpose="effect", rule="7.7")
            self.script.ask(self.chance, request)
        return self.effect.dice

    def amount(self, amount: Amount) -> int:
        """Return how much damage is meant."""
        number = self.number(amount.number)
        match amount.how:
            case "dice":
                return sum(self.roll(number))
            case "each" if amount.each is not None:
                return number * count(self.sight, amount.each, self.source)
            case _:
                return number

    def ask(self, what: str, *, least: int = 1, most: int = 1, seat: SeatKey | None = None) -> None:
        """Ask a seat, whose effect it is if no other is named."""
        ask_seat(self.script, seat or self.seat, what, "7.5", least=least, most=most, why=self.effect.id)

    def chosen(self, targets: Targets) -> tuple[SlotId, ...] | None:
        """Return the cards of the field that a sentence is applied to; None where a seat was asked for them."""
        effect, sight = self.effect, self.sight
        match targets.pick:
            case "this":
                return (effect.slot,) if effect.slot is not None and sight.there(effect.slot) else ()
            case "that":
                return tuple(slot for slot in effect.that if sight.there(slot))
        if effect.slots or "target" in effect.answered:
            return tuple(slot for slot in effect.slots if sight.there(slot))
        if targets.cards is not None and targets.cards.dice:
            self.roll(self.number(targets.cards.dice))
        there = tuple(slot for slot in fitting(self.sight, self.effect, targets) if slot not in effect.did)
        match targets.pick:
            case "all":
                return there
            case "random":
                return self._picked(there, self.number(targets.most) - len(effect.did))
            case _:
                return self._asked(there, targets)

    def _picked(self, there: tuple[SlotId, ...], number: int) -> tuple[SlotId, ...]:
        if number <= 0 or len(there) <= number:
            return there if number > 0 else ()
        event = self.script.ask(self.chance, ChanceRequest((fe.SlotHit,), slots=there, number=number, rule="7.8"))
        return event.slots if isinstance(event, fe.SlotHit) else ()

    def _asked(self, there: tuple[SlotId, ...], targets: Targets) -> tuple[SlotId, ...] | None:
        """Return what must be taken; ask where there is a choice."""
        done = len(self.effect.did)
        least, most = (number_of(self.effect, number) - done for number in (targets.least, targets.most))
        if not there or most <= 0:
            return ()
        if len(there) <= least:
            return there
        self.ask("target", least=max(0, least), most=min(most, len(there)))
        return None
