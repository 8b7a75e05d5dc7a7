"""Strength for attacks to come (§ 8.3, 10.1)."""

from __future__ import annotations

from collections.abc import Mapping

from records.games.castle_rampage.cards import Power
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.powers.hooks import Act, Hooks


def _gain(act: Act, rule: str, power: Power, until: str) -> None:
    act.script.write(pe.BonusGained(rule=rule, seat=act.seat, source=act.card.name, amount=power.numbers["amount"], until=until))


def attack_bonus(act: Act, power: Power) -> None:
    """The next attack, or all attacks of this turn, are stronger; on an attack card its own attack too."""
    _gain(act, "10.1", power, "turn" if act.state.rules["cook_lasts"] == "whole turn" else "attack")


def next_attack_bonus(act: Act, power: Power) -> None:
    """The attack after this card's own is stronger."""
    _gain(act, "8.3", power, "attack")


BONUSES: Mapping[str, Hooks] = {
    "attack-bonus": Hooks(rule="10.1", before=attack_bonus),
    "next-attack-bonus": Hooks(rule="8.3", after=next_attack_bonus),
}
