"""Results of events that depend on readings: ``decide`` writes them into the event, so that ``evolve`` reads no rules."""

from __future__ import annotations

from records.core.editions.rulesets import Ruleset


def slip_counts(rules: Ruleset) -> bool:
    """Whether a slipped card uses up the one strengthening of the turn (§ 13.3)."""
    return rules["slip_strengthens"] == "counted"


def owed_at_once(rules: Ruleset) -> bool:
    """Whether a fallen card's demand is discarded before the attack continues; then cards that the hand lacked for it lapse (§ 13.8)."""
    return rules["fallen_discards"] == "at once"
