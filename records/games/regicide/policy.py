"""A sensible player for simulated games.

It looks at its own hand and at what everybody knows, weighs every play by what it does to the royal, what it brings and what the answer of
the royal will cost, and meets an attack with the cards that are worth least to keep.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from records.core.chance import Picker
from records.core.ids import SeatKey
from records.errors import ImpossibleEvent
from records.games.regicide import commands as cmd
from records.games.regicide.answers import held, lying, size
from records.games.regicide.cards import CARDS, Card
from records.games.regicide.legal import legal
from records.games.regicide.position import CASTLE, TAVERN, RegicideCounters, RegicidePosition, royal_of
from records.games.regicide.powers import damage_of, immune
from records.games.regicide.suffering import flips_left

UNSEEN = 5.5
"""What a card that is still to be drawn is taken for."""
TALKS = 0.01
"""How often somebody says how many cards are left, and how often somebody speaks after a Jester."""
WISHES = 0.3
LOST = -1000.0


def start(seats: tuple[SeatKey, ...], picker: Picker) -> cmd.Start:
    """Return how a simulated game begins: any seat may start."""
    return cmd.Start(seats=seats, begins=picker.choice(seats))


def policy(position: RegicidePosition, picker: Picker) -> cmd.RegicideCommand:
    """Return what the seat to act does, or what somebody says; ``position`` may be that of the full log."""
    options, seat = legal(position), position.state.active
    if not options or seat is None:
        raise ImpossibleEvent("nobody is to act")
    if (talk := _talk(position, picker)) is not None:
        return talk
    if isinstance(options[0], cmd.ChooseNext):
        return _next(position, [option for option in options if isinstance(option, cmd.ChooseNext)], picker)
    sight = _Sight(position, seat)
    return max(options, key=lambda option: (sight.worth(option), picker.random()))


def _talk(position: RegicidePosition, picker: Picker) -> cmd.Say | None:
    state = position.state
    if state.alone or picker.random() > (WISHES if state.choosing else TALKS):
        return None
    silent = [seat for seat in state.seats if seat not in dict(state.wishes)]
    if not state.choosing:
        return cmd.Say(seat=picker.choice(state.seats), statement="tavern-count", number=size(position.table, TAVERN))
    if not silent:
        return None
    seat = picker.choice(silent)
    wants = sum(CARDS[card].value for card in held(position.table, seat).faces) > UNSEEN * state.hand
    return cmd.Say(seat=seat, statement="wants-next" if wants else "avoids-next")


def _next(position: RegicidePosition, options: Sequence[cmd.ChooseNext], picker: Picker) -> cmd.ChooseNext:
    """Name who wished it, else who holds most cards."""
    wishes = dict(position.state.wishes)

    def rank(option: cmd.ChooseNext) -> tuple[int, int, float]:
        wish = 0 if option.next not in wishes else 1 if wishes[option.next] else -1
        return wish, held(position.table, option.next).count, picker.random()

    return max(options, key=rank)


def keep(cards: Sequence[Card], royal: Card) -> float:
    """Return what a hand is worth to keep: what it can do and what it can meet."""
    total = 0.0
    for card in cards:
        if card.suit is None:
            total += 9.0
        elif card.companion:
            total += 4.5
        else:
            total += card.value + (2.0 if card.suit in ("hearts", "diamonds") and royal.suit != card.suit else 1.0)
    return total


@dataclass(frozen=True, slots=True)
class _Sight:
    """What a seat sees of a position."""

    position: RegicidePosition
    seat: SeatKey

    def worth(self, option: cmd.RegicideCommand) -> float:
        """Return how good an option looks."""
        match option:
            case cmd.Play():
                return self._play([CARDS[str(card)] for card in option.cards])
            case cmd.Yield():
                return self._after(self._hand(), self._state.shield, 0.0) - 3.0
            case cmd.Discard():
                return keep(self._without(option.cards), self._royal)
            case cmd.Flip():
                return self._flip(option)
            case _:
                return LOST

    @property
    def _state(self) -> RegicideCounters:
        return self.position.state

    @property
    def _royal(self) -> Card:
        return royal_of(self.position.table)

    def _hand(self) -> list[Card]:
        return [CARDS[card] for card in held(self.position.table, self.seat).faces]

    def _without(self, cards: Sequence[object]) -> list[Card]:
        rest = [*held(self.position.table, self.seat).faces]
        for card in cards:
            rest.remove(str(card))
        return [CARDS[card] for card in rest]

    def _play(self, cards: list[Card]) -> float:
        state, royal, table = self._state, self._royal, self.position.table
        rest = self._without([card.name for card in cards])
        if cards[0].suit is None:
            blocked = royal.health - state.damage
            return keep(rest, royal) + (6.0 if not state.cancelled else 0.0) + 0.1 * blocked
        amount = sum(card.value for card in cards)
        acts = {card.suit for card in cards if card.suit is not None and not immune(royal, card.suit, state)}
        damage = damage_of(cards, royal, state)
        total = state.damage + damage
        drawn, brought = 0.0, 0.0
        tavern, pile = size(table, TAVERN), lying(table)
        if "hearts" in acts:
            healed = min(amount, pile)
            brought = healed * (1.0 if tavern + healed < 12 else 0.5 if tavern < 20 else 0.25)  # noqa: PLR2004 -- cards left to draw
            tavern += healed
        own = 0.0
        if "diamonds" in acts:
            room = {seat: state.hand - held(table, seat).count for seat in state.seats}
            room[self.seat] += len(cards)
            drawn = min(amount, sum(room.values()), tavern)
            own = min(room[self.seat], -(-drawn // len(state.seats)))
        shield = state.shield + (amount if "spades" in acts else 0)
        gain = drawn * (UNSEEN - 1.5) + brought
        if total >= royal.health:
            exact = total == royal.health
            waste = min(total - royal.health, 10)
            return gain + keep(rest, royal) + 40.0 + (royal.value * 0.9 + 4.0 if exact else -0.3 * waste)
        left = royal.health - total
        value = gain + damage * (0.55 if left else 0.0)
        value += min(shield, royal.value) * 0.9 if "spades" in acts else 0.0
        return value + self._after(rest, shield, own)

    def _after(self, rest: list[Card], shield: float, drawn: float) -> float:
        """Return what is left of a hand after the royal's attack, far below nothing if it cannot be met."""
        royal = self._royal
        need = royal.value - shield
        whole = keep(rest, royal) + 0.0
        if need <= 0:
            return whole
        able = sum(card.value for card in rest) + drawn * UNSEEN
        if able < need:
            return LOST / 2 + able
        cost = cheapest(rest, need)
        return whole - (need + 2.0 if cost is None else cost)

    def _flip(self, option: cmd.Flip) -> float:
        state, royal, table = self._state, self._royal, self.position.table
        hand = self._hand()
        fresh = min(state.hand, size(table, TAVERN)) * (UNSEEN + 1.0)
        gain = fresh - keep(hand, royal)
        left = size(table, CASTLE) + 1
        if option.step == 4:  # noqa: PLR2004 -- Step 4
            able = sum(card.value for card in hand)
            return LOST / 4 if able < (state.need or 0) else gain - 45.0
        return gain - 25.0 - left * flips_left(table)


def cheapest(hand: Sequence[Card], need: float) -> float | None:
    """Return what the cheapest discard against ``need`` costs, None if there is none."""
    best: dict[int, float] = {0: 0.0}
    for card in hand:
        cost = 9.0 if card.suit is None else 4.5 if card.companion else card.value + 1.0
        for total, paid in list(best.items()):
            new = total + card.value
            if new not in best or best[new] > paid + cost:
                best[new] = paid + cost
    able = [paid for total, paid in best.items() if total >= need]
    return min(able, default=None)
