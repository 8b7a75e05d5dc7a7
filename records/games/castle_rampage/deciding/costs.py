"""What a card costs, and what may be paid beyond it (§ 7).

Payments stand in a command by purpose: ``cost`` for the card's own cost, the name of a power for what that offers to pay, and the same
with the number of a card that is played along: ``cost:2``. Own top cards are paid without being named.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

import msgspec

from records.core.faces import Face
from records.core.ids import SeatKey
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.core.sentences import N_, Word
from records.errors import MalformedCommand
from records.games.castle_rampage.cards import Card, Cost, Unit
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastleCounters, Pays
from records.games.castle_rampage.model.refusals import CastleScript, refuse
from records.games.castle_rampage.powers import hooks_of
from records.games.castle_rampage.powers.hooks import Act, ask_table

COST = "cost"


class Demand(msgspec.Struct, frozen=True):
    """Something to be paid for a card."""

    purpose: str
    cost: Cost
    rule: str
    amount: int = 0
    """Strength that it gives; 0 for what must be paid."""
    several: str = ""
    """Name of the switch that says whether it may be paid more than once, "" for once."""

    @property
    def number(self) -> int:
        """How many hand cards it takes."""
        return self.cost.cards if self.cost.pays == "hand-cards" else len(self.cost.units)


_RULES = {"hand-cards": "7.3", "units": "7.4", "own-top-cards": "7.5"}


def demands(state: CastleCounters, card: Card | None, with_cards: Sequence[Face] = ()) -> tuple[Demand, ...]:
    """Return what must and what may be paid for a card and those that are played along; of a card that nobody noted nothing is known."""
    if card is None:
        return ()
    found = _own_demands(card)
    if not with_cards:
        return found
    for nth, other in enumerate(map(state.card, with_cards), 1):
        if other is not None:
            found += tuple(_demands(other, f":{nth}", options=state.rules["jester_paid_bonus"] == "allowed"))
    return found


def owed_in_cards(state: CastleCounters, card: Card | None, with_cards: Sequence[Face] = ()) -> tuple[Sequence[Demand], Sequence[Demand]]:
    """Return of the demands what must and what may be paid with hand cards; a card alone keeps it."""
    if with_cards or card is None:
        return _in_cards(demands(state, card, with_cards))
    found: tuple[Sequence[Demand], Sequence[Demand]] | None = card.__dict__.get("owed")
    if found is None:
        found = card.__dict__["owed"] = _in_cards(_own_demands(card))
    return found


def _in_cards(asked: Sequence[Demand]) -> tuple[Sequence[Demand], Sequence[Demand]]:
    of_hand = [demand for demand in asked if demand.cost.pays != "own-top-cards"]
    return tuple(demand for demand in of_hand if not demand.amount), tuple(demand for demand in of_hand if demand.amount)


def _own_demands(card: Card) -> tuple[Demand, ...]:
    """Return what must and what may be paid for a card by itself; cached by the card."""
    found: tuple[Demand, ...] | None = card.__dict__.get("demands")
    if found is None:
        found = card.__dict__["demands"] = tuple(_demands(card, "", options=True))
    return found


def _demands(card: Card, mark: str, *, options: bool) -> Iterator[Demand]:
    if card.cost.pays != "none":
        yield Demand(COST + mark, card.cost, _RULES[card.cost.pays])
    for power, hooks in hooks_of(card) if options else ():
        if hooks.option is not None:
            option = hooks.option(card, power)
            yield Demand(power.name + mark, option.cost, option.rule, option.amount, option.several)


def must_pay(script: CastleScript, seat: SeatKey, asked: Sequence[Demand], pays: Pays, *, besides: int) -> None:
    """All that must be paid is paid, and nothing else; ``besides`` is the number of hand cards that are played themselves."""
    paid = dict(pays)
    if len(paid) != len(pays):
        raise MalformedCommand("each purpose stands once in what is paid")
    unknown = set(paid) - {demand.purpose for demand in asked}
    if unknown:
        raise refuse("cost", seat, "7.1", N_("Nothing is paid for %(purpose)s here."), purpose=min(unknown))
    lenient = script.state.rules["unpayable_cost"] == "pays what is there"
    left = script.table.in_hand(seat) - besides - sum(len(paid[demand.purpose]) for demand in asked if demand.purpose in paid)
    must_have_tops_for(script, seat, asked)
    for demand in asked:
        cards = paid.get(demand.purpose, ())
        if demand.cost.pays == "own-top-cards":
            continue
        if (cards or not demand.amount) and not _covers(script.state, demand, cards):
            short = lenient and not demand.amount and len(cards) < demand.number and _fits(script.state, demand, cards)
            if not short or (demand.cost.pays == "hand-cards" and left > 0):
                raise _unpaid(seat, demand)


_SYMBOLS: Mapping[Unit, str] = {"sword": N_("sword"), "horse": N_("horse"), "bow": N_("bow")}


def _unpaid(seat: SeatKey, demand: Demand) -> Exception:
    if demand.cost.pays == "units":
        units = tuple(Word(_SYMBOLS[unit]) for unit in demand.cost.units)
        return refuse("cost", seat, demand.rule, N_("This takes hand cards with these symbols: %(units)s."), units=units)
    return refuse("cost", seat, demand.rule, N_("This takes %(n)s hand cards."), n=demand.number)


def _covers(state: CastleCounters, demand: Demand, cards: Sequence[Face]) -> bool:
    number, times = demand.number, 1
    if demand.several and len(cards) > number and len(cards) % number == 0 and state.rules[demand.several] == "any number":
        times = len(cards) // number
    return len(cards) == number * times and (demand.cost.pays == "hand-cards" or _each_has(state, demand.cost.units * times, cards))


def _fits(state: CastleCounters, demand: Demand, cards: Sequence[Face]) -> bool:
    if demand.cost.pays == "hand-cards":
        return True
    return any(_each_has(state, some, cards) for some in set(permutations(demand.cost.units, len(cards))))


def _each_has(state: CastleCounters, units: Sequence[Unit], cards: Sequence[Face]) -> bool:
    """Whether each symbol is on a card of its own; a card that nobody noted may have any."""
    if not units:
        return True
    for nth, card in enumerate(cards):
        face = state.card(card)
        if (face is None or units[0] in face.units) and _each_has(state, units[1:], (*cards[:nth], *cards[nth + 1 :])):
            return True
    return False


def must_have_tops_for(script: CastleScript, seat: SeatKey, asked: Sequence[Demand]) -> None:
    """One play can pay so many top cards of both piles as are asked for: with a Jester go several cards that each take one."""
    number = len([demand for demand in asked if demand.cost.pays == "own-top-cards"])
    if not number:
        return
    rules, piles = script.state.rules, script.table.piles
    lenient = rules["unpayable_cost"] == "pays what is there"
    gate, castle = (len(piles.get(pile, ())) for pile in (ev.gate(seat), ev.castle(seat)))
    if gate < number and not lenient and rules["top_cost_without_gate"] == "not playable":
        if number > 1:
            raise refuse(
                "cost", seat, "7.5", N_("This takes %(n)s cards of the player's own Gate, which has %(count)s."), n=number, count=gate
            )
        raise refuse("cost", seat, "7.5", N_("This takes the top card of the player's own Gate, which has none."))
    if castle <= number and rules["top_cost_last_castle"] == "not playable":
        raise refuse("cost", seat, "7.6", N_("The last card of the Castle cannot be used to pay."))


def times_paid(demand: Demand, pays: Pays) -> int:
    """Return how often something that may be paid was."""
    cards = dict(pays).get(demand.purpose, ())
    return len(cards) // demand.number if demand.number else 0


def pay(script: CastleScript, chance: Chance, seat: SeatKey, asked: Sequence[Demand], pays: Pays) -> None:
    """Write the payments, in the order of the demands."""
    paid = dict(pays)
    for demand in asked:
        if demand.cost.pays == "own-top-cards":
            pay_tops(script, chance, seat)
        elif paid.get(demand.purpose):
            script.write(pe.CostPaid(rule=demand.rule, seat=seat, purpose=demand.purpose, cards=paid[demand.purpose]))


def pay_noted(act: Act) -> None:
    """Write the payments for a card that nobody noted, as stated in the command."""
    for purpose, cards in act.playing.pays:
        act.script.write(pe.CostPaid(rule="7.1", seat=act.seat, purpose=purpose, cards=cards))


def pay_tops(script: CastleScript, chance: Chance, seat: SeatKey) -> None:
    """The top card of the own Gate and of the own Castle are turned over and discarded."""
    for pile in (ev.gate(seat), ev.castle(seat)):
        for slot in script.table.piles.get(pile, ())[:1]:
            ask_table(script, chance, ChanceRequest((pe.TopDiscarded,), slots=(slot,), purpose=COST, rule="7.5"))
