"""Last Resort (§ 11)."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

LAST_RESORT = (
    Switch(
        name="last_resort",
        title=N_("Asking for a Last Resort"),
        says=N_("What does the attacker learn before a fight?"),
        choices=(
            SwitchValue("asked", N_("Always asked"), N_("The attacked player may play it, and no one learns whether it is held.")),
            SwitchValue(
                "table looks",
                N_("The table looks"),
                N_("Only a player who holds one is asked, so the question reveals to the attacker that there is one."),
            ),
        ),
        paragraph="11.4",
        reason="Printed: who is attacked may play it unasked; at the online table the question tells that one is held.",
    ),
    Switch(
        name="last_resort_on_veteran",
        title=N_("Last Resort against a Veteran"),
        says=N_("May a Last Resort weaken the attack of a Veteran?"),
        choices=(
            SwitchValue("allowed", N_("Allowed"), N_("It may be played against a Veteran as against any attack.")),
            SwitchValue("not allowed", N_("Not allowed"), N_("Nobody may play it against the attack of a Veteran.")),
        ),
        paragraph="11.5",
        reason="No source says; an attack of a Veteran is an attack.",
        house=True,
    ),
    Switch(
        name="last_resort_on_second",
        title=N_("Last Resort against the second attack"),
        says=N_("May a Last Resort weaken the second attack of Hail of Arrows?"),
        choices=(
            SwitchValue("not allowed", N_("Not allowed"), N_("The attack on the Castle always takes place with its 3.")),
            SwitchValue("allowed", N_("Allowed"), N_("It may be played against the attack on the Castle too.")),
        ),
        paragraph="11.6",
        reason="DE and EN: the attack on the Castle takes place with its 3 all the same; read as if only the first could be weakened.",
        house=True,
    ),
    Switch(
        name="last_resort_on_both_sides",
        title=N_("Last Resort against a Summoner"),
        says=N_("Which part of a Summoner's attack does a Last Resort weaken?"),
        choices=(
            SwitchValue(
                "weakens both parts", N_("Both parts"), N_("The opponent plays it before the first part, and both parts are weaker.")
            ),
            SwitchValue(
                "weakens the part against its player",
                N_("Only the part against its player"),
                N_("Each player may weaken the part that hits their own side."),
            ),
        ),
        paragraph="11.7",
        reason="No source says; what else changes the value counts for both parts.",
        house=True,
    ),
)
