"""What cards do from the display (§ 9)."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.sentences import N_
from records.games.castle_rampage.cards import Power
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.powers.hooks import Act, Hooks, Standing


def needs_own_gate(act: Act, power: Power) -> None:  # noqa: ARG001 -- the shape of all
    """Without a card in the own Gate it may not be played."""
    if not act.script.table.piles.get(ev.gate(act.seat)):
        raise act.refuse("gate", "9.2", N_("This card needs a card in the player's own Gate."))


PERMANENTS: Mapping[str, Hooks] = {
    "needs-own-gate": Hooks(rule="9.2", playable=needs_own_gate),
    "extra-draw": Hooks(rule="9.1", in_display=lambda power: Standing(draws=power.numbers["cards"])),
    "chooses-target": Hooks(rule="9.3", in_display=lambda power: Standing(targets=True)),  # noqa: ARG005 -- it has no numbers
    "standing-attack-bonus": Hooks(rule="9.5", in_display=lambda power: Standing(strengthens=power.numbers["amount"])),
    "permanent-attacker": Hooks(rule="9.6", in_display=lambda power: Standing(attacks=True)),  # noqa: ARG005 -- the same
}
