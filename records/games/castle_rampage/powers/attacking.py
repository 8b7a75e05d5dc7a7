"""How the attacks of a card go (§ 8, 12)."""

from __future__ import annotations

from collections.abc import Mapping

from records.games.castle_rampage.cards import Card, Cost, Power, Unit
from records.games.castle_rampage.powers.hooks import Act, Hooks, Option, Strike, Target
from records.values import replace

Strikes = tuple[Strike, ...]


def two_attacks(strikes: Strikes, act: Act, power: Power) -> Strikes:  # noqa: ARG001 -- the shape of all
    """First the Gate, what is left is lost; then the Castle with the second value."""
    second = act.card.second_attack or 0
    gates = (replace(strike, target="gate", spills=False) for strike in strikes)
    castles = (replace(strike, target="castle", value=second, second=True) for strike in strikes)
    return (*gates, *castles)


def both_sides(strikes: Strikes, act: Act, power: Power) -> Strikes:  # noqa: ARG001 -- the same
    """Each attack hits the own side too."""
    found: list[Strike] = []
    for strike in strikes:
        parts = [replace(strike, part=True), replace(strike, part=True, side="own")]
        if act.state.rules["both_sides_order"] == "own side first":
            parts.reverse()
        found += [replace(parts[0], last=False), parts[1]]
    return tuple(found)


def ignores_gate(strikes: Strikes, act: Act, power: Power) -> Strikes:  # noqa: ARG001 -- the same
    """Attacks on the opponent go to the Castle, or where their player says."""
    target: Target = "castle" if act.state.rules["ignores_gate"] == "always" else "either"
    return tuple(replace(strike, target=target) if strike.side == "enemy" and strike.target != "castle" else strike for strike in strikes)


def keeps_destroyed(strikes: Strikes, act: Act, power: Power) -> Strikes:  # noqa: ARG001 -- the same
    """What falls goes to the hand."""
    return tuple(replace(strike, takes=True) for strike in strikes)


def all_or_nothing(strikes: Strikes, act: Act, power: Power) -> Strikes:  # noqa: ARG001 -- the same
    """One attack on the Castle with the values of all cards that were played along."""
    cards = [card for card in map(act.state.card, act.playing.with_cards) if card is not None]
    both = act.state.rules["jester_two_values"] == "both values"
    return (Strike(value=sum(jester_value(card, both=both) for card in cards), target="castle", decides=True),)


def jester_value(card: Card, *, both: bool) -> int:
    """Return what a card that is played along adds."""
    return (card.attack or 0) + (card.second_attack or 0) * both


def _discard(card: Card, power: Power) -> Option:  # noqa: ARG001 -- the same
    return Option(Cost(pays="hand-cards", cards=power.numbers["cards"]), power.numbers["amount"], "8.7")


def _unit(card: Card, power: Power) -> Option:
    rule = "8.9" if card.kind == "fight-plan" else "8.8"
    unit: Unit = power.words["unit"]  # type: ignore[assignment]  # the catalogue takes no other word
    return Option(Cost(pays="units", units=(unit,)), power.numbers["amount"], rule, several="fight_plan_more")


ATTACKING: Mapping[str, Hooks] = {
    "all-or-nothing": Hooks(rule="12.1", strikes=all_or_nothing, with_attacks=True),
    "two-attacks": Hooks(rule="8.4", strikes=two_attacks),
    "both-sides": Hooks(rule="8.11", strikes=both_sides),
    "ignores-gate": Hooks(rule="8.1", strikes=ignores_gate),
    "keeps-destroyed": Hooks(rule="8.15", strikes=keeps_destroyed),
    "optional-discard-bonus": Hooks(rule="8.7", option=_discard),
    "optional-unit-bonus": Hooks(rule="8.9", option=_unit),
}
"""In the order in which they change an attack: what ignores the Gate ignores it in each part that others have made."""
