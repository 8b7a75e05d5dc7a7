"""Switches as the rules page shows them: titles, what each value means, and which of them is chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from records.core.editions.rulesets import Ruleset, Switch, SwitchValue
    from records.core.game import Game


class SwitchShown(msgspec.Struct, frozen=True):
    """A switch and what is chosen of it."""

    switch: Switch
    chosen: SwitchValue | None
    """None where the ruleset is not known."""
    usual: SwitchValue
    """What the game's usual ruleset chooses."""

    @property
    def departs(self) -> bool:
        """Whether something else than usual is chosen."""
        return self.chosen is not None and self.chosen != self.usual


def switches_shown(game: Game, ruleset: Ruleset | None) -> dict[str, SwitchShown]:
    """Return the switches of a game by name, as ``ruleset`` chooses them; nothing is chosen where that is not known."""
    usual = next(iter(game.rules.rulesets.values()), None)
    if usual is None:
        return {}
    return {
        one.name: SwitchShown(one, one.choice(ruleset[one.name]) if ruleset else None, one.choice(usual[one.name]))
        for one in usual.switches
    }
