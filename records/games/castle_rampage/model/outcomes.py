"""What the rules make of an event where readings differ: ``decide`` writes it into the event, so that ``evolve`` reads no rules."""

from __future__ import annotations

from records.core.editions.rulesets import Ruleset


def slip_counts(rules: Ruleset) -> bool:
    """Whether a slipped card uses up the one strengthening of the turn (§ 13.3)."""
    return rules["slip_strengthens"] == "counted"


def owed_at_once(rules: Ruleset) -> bool:
    """Whether what a fallen card demands is discarded before the attack goes on; then what a hand lacked for it lapses (§ 13.8)."""
    return rules["fallen_discards"] == "at once"
