"""Purple cards, and what weakens an attack as a reaction (§ 11, 13)."""

from __future__ import annotations

from collections.abc import Mapping

from records.games.castle_rampage.powers.hooks import Fallen, Hooks

PURPLE: Mapping[str, Hooks] = {
    "pays-to-strengthen": Hooks(rule="13.1", paid_to_strengthen=True),
    "slips-under": Hooks(rule="13.2", slips=True),
    "fallen-strengthens": Hooks(rule="13.5", fallen=lambda power: Fallen(strengthens=power.numbers["amount"])),
    "fallen-attacker-discards": Hooks(rule="13.6", fallen=lambda power: Fallen(attacker_owes=power.numbers["cards"])),
    "fallen-opponent-discards": Hooks(rule="13.7", fallen=lambda power: Fallen(opponent_owes=power.numbers["cards"])),
    "weakens-attack": Hooks(rule="11.1", weakens=lambda power: power.numbers["amount"]),
}
