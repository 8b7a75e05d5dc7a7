"""Jester (§ 12)."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

JESTER = (
    Switch(
        name="jester_two_values",
        title=N_("Jester with Hail of Arrows"),
        says=N_("Which value does Hail of Arrows add to a Jester?"),
        choices=(
            SwitchValue("both values", N_("Both values"), N_("Both attack values are added to the sum.")),
            SwitchValue("first value", N_("The first value"), N_("Only the value against the Gate is added.")),
        ),
        paragraph="12.2",
        reason="No source says; all attack values are added.",
        house=True,
    ),
    Switch(
        name="jester_paid_bonus",
        title=N_("Jester and paid strength"),
        says=N_("May more be paid with a Jester to make Knight, Mercenary or Fight Plan stronger?"),
        choices=(
            SwitchValue("not allowed", N_("Not allowed"), N_("Each card counts with its plain value; only its cost is paid.")),
            SwitchValue("allowed", N_("Allowed"), N_("What may be paid for more strength may be paid here too.")),
        ),
        paragraph="12.3",
        reason="No source says; paying more for more strength is an effect of the card, and effects do not count.",
        house=True,
    ),
    Switch(
        name="jester_display_bonus",
        title=N_("Jester and the display"),
        says=N_("Does the bonus of the attacker's own display count for a Jester?"),
        choices=(
            SwitchValue("counts once", N_("Counts once"), N_("The bonus is added to the sum once, not for each card.")),
            SwitchValue("does not count", N_("Does not count"), N_("The display adds nothing to a Jester.")),
        ),
        paragraph="12.4",
        reason="DE and EN name the Digger, who gives no bonus; read as a slip for the Squire.",
        house=True,
    ),
    Switch(
        name="jester_at_zero",
        title=N_("Jester weakened to nothing"),
        says=N_("What happens when a Last Resort brings a Jester to 0 or less?"),
        choices=(
            SwitchValue("attacker loses", N_("The attacker loses"), N_("The Castle was not destroyed, so the defender has won.")),
            SwitchValue("nobody loses", N_("Nobody loses"), N_("The attack does not take place, and the game goes on.")),
        ),
        paragraph="12.6",
        reason="No source says it of a Jester weakened to nothing; the Castle was not destroyed, so the defender wins.",
        house=True,
    ),
    Switch(
        name="jester_under_diplomat",
        title=N_("Jester after a Diplomat"),
        says=N_("May attack cards be played with a Jester after the opponent's Diplomat?"),
        choices=(
            SwitchValue(
                "with attack cards", N_("With attack cards"), N_("The Jester is played as usual, with any number of attack cards.")
            ),
            SwitchValue("without attack cards", N_("Without attack cards"), N_("The Jester may be played, but no attack card with it.")),
        ),
        paragraph="12.7",
        reason="DE and EN: a Jester may be played as usual; no source says whether its attack cards may.",
        house=True,
    ),
)
