"""For which readings of the rules the kernel was made; any other one is played by the rules themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.editions.rulesets import Ruleset

MADE_FOR: Mapping[str, tuple[str, ...]] = {
    "immunity": ("power",),
    "drawing": ("one each in turn",),
    "defeat": ("health reached",),
    "fallen_first": ("royal",),
    "discards": ("any",),
    "shielded_step": ("skipped",),
    "yielding": ("others' last turns", "everybody's last turns"),
    "solo_yield": ("forbidden",),
    "blocked_spades": ("total of the play",),
    "jester_names": ("any player",),
    "solo_flips": ("two", "none"),
    "discard_pile": ("not looked through",),
}
"""Values by switch: those of the three sheets."""


def made_for(rules: Ruleset) -> bool:
    """Whether the kernel plays by these rules; a switch that it does not know is none that it was made for."""
    return {switch.name for switch in rules.switches} == set(MADE_FOR) and all(rules[name] in values for name, values in MADE_FOR.items())
