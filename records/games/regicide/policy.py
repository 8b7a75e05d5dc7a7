"""A sensible player for simulated games.

It looks at its own hand and at what everybody knows, weighs every play by what it does to the royal, what it brings and what the answer of
the royal will cost, and meets an attack with the cards that are worth least to keep.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from records.core.chance import Picker
from records.core.ids import SeatKey
from records.errors import ImpossibleEvent
from records.games.regicide import commands as cmd
from records.games.regicide.answers import held, lying, size
from records.games.regicide.cards import CARDS, Card
from records.games.regicide.legal import legal
from records.games.regicide.position import CASTLE, TAVERN, RegicidePosition, royal_of
from records.games.regicide.powers import damage_of, immune
from records.games.regicide.suffering import flips_left

UNSEEN = 5.5
"""What a card that is still to be drawn is taken for."""
TALKS = 0.01
"""How often somebody says how many cards are left, and how often somebody speaks after a Jester."""
WISHES = 0.3
LOST, DEFEAT, YIELD_COSTS = -1000.0, 40.0, 3.0
"""What a lost game, a defeated royal and a turn without a card are worth, in cards' worth."""
JESTER_KEPT, COMPANION_KEPT = 9.0, 4.5
FEW_LEFT, MANY_LEFT = 12, 20
"""Cards in the Tavern below which bringing some back is urgent, and above which it is not."""


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
    royal = royal_of(position.table)
    hand = held(position.table, seat).faces
    kept = {card: held_for(CARDS[card], royal) for card in hand}
    sight = _Sight(position, seat, royal, kept, sum(kept[card] for card in hand))
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


def held_for(card: Card, royal: Card) -> float:
    """Return what a card is worth to keep: what it can do and what it can meet."""
    if card.suit is None:
        return JESTER_KEPT
    if card.companion:
        return COMPANION_KEPT
    return card.value + (2.0 if card.suit in ("hearts", "diamonds") and royal.suit != card.suit else 1.0)


@dataclass(frozen=True, slots=True)
class _Sight:
    """What a seat sees of a position."""

    position: RegicidePosition
    seat: SeatKey
    royal: Card
    kept: Mapping[str, float]
    """What each card of the hand is worth to keep."""
    whole: float
    """What the hand is."""

    def keep(self, cards: Iterable[Card]) -> float:
        """Return what cards are worth to keep together."""
        return sum(self.kept[card.name] for card in cards)

    def worth(self, option: cmd.RegicideCommand) -> float:
        """Return how good an option looks."""
        match option:
            case cmd.Play():
                return self._play([CARDS[str(card)] for card in option.cards])
            case cmd.Yield():
                return self._after(self._hand(), self.position.state.shield, 0.0) - YIELD_COSTS
            case cmd.Discard():
                return self.whole - sum(self.kept[str(card)] for card in option.cards)
            case cmd.Flip():
                return self._flip()
            case _:
                return LOST

    def _hand(self) -> list[Card]:
        return [CARDS[card] for card in held(self.position.table, self.seat).faces]

    def _without(self, cards: Sequence[Card]) -> list[Card]:
        rest = self._hand()
        for card in cards:
            rest.remove(card)
        return rest

    def _play(self, cards: list[Card]) -> float:
        state, royal, table = self.position.state, self.royal, self.position.table
        rest = self._without(cards)
        if cards[0].suit is None:
            return self.keep(rest) + (6.0 if not state.cancelled else 0.0) + 0.1 * (royal.health - state.damage)
        amount = sum(card.value for card in cards)
        acts = {card.suit for card in cards if card.suit is not None and not immune(royal, card.suit, state)}
        damage = damage_of(cards, royal, state)
        total = state.damage + damage
        drawn, brought = 0.0, 0.0
        tavern, pile = size(table, TAVERN), lying(table)
        if "hearts" in acts:
            healed = min(amount, pile)
            brought = healed * (1.0 if tavern + healed < FEW_LEFT else 0.5 if tavern < MANY_LEFT else 0.25)
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
            return gain + self.keep(rest) + DEFEAT + (royal.value * 0.9 + 4.0 if exact else -0.3 * waste)
        value = gain + damage * 0.55
        value += min(shield, royal.value) * 0.9 if "spades" in acts else 0.0
        return value + self._after(rest, shield, own)

    def _after(self, rest: list[Card], shield: float, drawn: float) -> float:
        """Return what is left of a hand after the royal's attack, far below nothing if it cannot be met."""
        need = self.royal.value - shield
        whole = self.keep(rest)
        if need <= 0:
            return whole
        able = sum(card.value for card in rest) + drawn * UNSEEN
        if able < need:
            return LOST / 2 + able
        cost = cheapest(rest, need)
        return whole - (need + 2.0 if cost is None else cost)

    def _flip(self) -> float:
        state, table = self.position.state, self.position.table
        hand = self._hand()
        fresh = min(state.hand, size(table, TAVERN)) * (UNSEEN + 1.0)
        gain = fresh - self.keep(hand)
        if state.need is not None:
            able = sum(card.value for card in hand)
            return LOST / 4 if able < state.need else gain - 45.0
        return gain - 25.0 - (size(table, CASTLE) + 1) * flips_left(table)


def cheapest(hand: Sequence[Card], need: float) -> float | None:
    """Return what the cheapest discard against ``need`` costs, None if there is none."""
    best: dict[int, float] = {0: 0.0}
    for card in hand:
        cost = JESTER_KEPT if card.suit is None else COMPANION_KEPT if card.companion else card.value + 1.0
        for total, paid in list(best.items()):
            new = total + card.value
            if new not in best or best[new] > paid + cost:
                best[new] = paid + cost
    able = [paid for total, paid in best.items() if total >= need]
    return min(able, default=None)
