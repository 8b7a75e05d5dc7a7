"""Where an attack goes and how strong it is (§ 5.8, 8, 9, 10, 12)."""

from __future__ import annotations

from collections.abc import Iterator

from records.core.ids import PileId, SeatKey
from records.games.castle_rampage.cards import Card
from records.games.castle_rampage.deciding.costs import demands, times_paid
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import Bonus, CastlePosition
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.powers import hooks_of
from records.games.castle_rampage.powers.attacking import jester_value
from records.games.castle_rampage.powers.hooks import Act, Standing, Strike

Parts = tuple[tuple[str, int], ...]


def standing(at: CastleScript | CastlePosition, seat: SeatKey) -> Iterator[tuple[Card, Standing]]:
    """Yield the cards in a display that do something from there, with what each does; the plain game has none."""
    if not at.state.powers:
        return
    for slot in at.table.piles.get(ev.display(seat), ()):
        card = at.state.card(at.table.slots[slot].face)
        for power, hooks in hooks_of(card) if card is not None else ():
            if hooks.in_display is not None:
                yield card, hooks.in_display(power)  # type: ignore[misc]  # there is a card


def against(act: Act, strike: Strike) -> SeatKey:
    """Return whose structures an attack hits."""
    return act.enemy if strike.side == "enemy" else act.seat


def may_choose(act: Act, strike: Strike) -> bool:
    """Whether the attacker chooses the target: if there is a Gate to hit, and a Digger or the card gives the choice."""
    if strike.side != "enemy" or not act.script.table.piles.get(ev.gate(act.enemy)):
        return False
    return strike.target == "either" or (strike.target == "usual" and any(does.targets for _card, does in standing(act.script, act.seat)))


def target(act: Act, strike: Strike) -> PileId | None:
    """Return what an attack hits first; None for an attack on a Gate alone that is empty."""
    seat = against(act, strike)
    here = act.script.table.piles.get(ev.gate(seat))
    if strike.target == "castle" or (strike.target != "gate" and not here):
        return ev.castle(seat)
    if strike.target in ("usual", "either") and strike.side == "enemy" and act.playing.target is not None:
        return act.playing.target
    return ev.gate(seat) if here else None


def parts(act: Act, strike: Strike) -> Parts:
    """Return what an attack's strength is made of: (card or power, value)."""
    state, playing = act.state, act.playing
    if not state.powers:
        return ((str(playing.card), strike.value),)
    if strike.part and strike.last and playing.parts:
        both = state.rules["last_resort_on_both_sides"] == "weakens both parts" and playing.weakened
        return (*playing.parts, ("weakened", -playing.weakened)) if both else playing.parts
    return (
        *_base(act, strike),
        *_paid(act, strike),
        *_display(act, strike),
        *((bonus.source, bonus.amount) for bonus in lent(act, strike)),
    )


def _base(act: Act, strike: Strike) -> Iterator[tuple[str, int]]:
    if not strike.decides:
        yield act.card.name, strike.value
        return
    both = act.state.rules["jester_two_values"] == "both values"
    for card in map(act.state.card, act.playing.with_cards):
        if card is not None:
            yield card.name, jester_value(card, both=both)


def _paid(act: Act, strike: Strike) -> Iterator[tuple[str, int]]:
    if strike.second:
        return
    for demand in demands(act.state, act.card, act.playing.with_cards):
        times = times_paid(demand, act.playing.pays) if demand.amount else 0
        if times:
            yield demand.purpose.partition(":")[0], demand.amount * times


def _display(act: Act, strike: Strike) -> Iterator[tuple[str, int]]:
    if strike.decides and act.state.rules["jester_display_bonus"] == "does not count":
        return
    for card, does in standing(act.script, act.seat):
        if does.strengthens:
            yield card.name, does.strengthens


def lent(act: Act, strike: Strike) -> tuple[Bonus, ...]:
    """Return the bonuses of this turn that count for an attack."""
    state, earlier = act.state, act.playing.parts
    if not strike.second:
        return state.bonuses
    if not earlier:
        return state.bonuses if state.rules["bonus_without_gate"] == "counts against the castle" else ()
    if state.rules["cook_on_two_attacks"] == "first attack":
        return ()
    lasting = state.with_power("attack-bonus")
    return tuple(Bonus(name, value, "turn") for name, value in earlier if name in lasting and name != act.card.name)
