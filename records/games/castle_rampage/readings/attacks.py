"""Attack cards (§ 8)."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

ATTACKS = (
    Switch(
        name="ignores_gate",
        title=N_("Archer and Gate"),
        says=N_("Must an Archer attack past the Gate?"),
        choices=(
            SwitchValue("always", N_("Always past the Gate"), N_("The attack always goes to the Castle; there is no choice.")),
            SwitchValue("by choice", N_("By choice"), N_("The attacker chooses whether the attack goes to the Gate or to the Castle.")),
        ),
        paragraph="8.1",
        reason="DE and EN: there is no choice. That there is one no source says; it is how the card alone may be read.",
    ),
    Switch(
        name="bonus_without_gate",
        title=N_("Bonus for Hail of Arrows, Gate empty"),
        says=N_("Does a bonus count for Hail of Arrows when the enemy Gate is empty?"),
        choices=(
            SwitchValue(
                "counts against the castle",
                N_("Counts against the Castle"),
                N_("The attack on the Castle is then the first, and so it gets the bonus."),
            ),
            SwitchValue("lapses", N_("Lapses"), N_("Only the attack on the Gate could have had the bonus, so it is lost.")),
        ),
        paragraph="8.5",
        reason="No source says; the attack on the Castle is then the only one, and so the next.",
        house=True,
    ),
    Switch(
        name="fight_plan_more",
        title=N_("Further units for Fight Plan and Mercenary"),
        says=N_("How many further units may make the attack stronger?"),
        choices=(
            SwitchValue("one unit", N_("One unit"), N_("One further unit may be discarded, once.")),
            SwitchValue("any number", N_("Any number"), N_("Any number of them may be discarded, and each makes the attack stronger.")),
        ),
        paragraph="8.10",
        reason="No source says that several may be added; all of them speak of one further unit.",
        house=True,
    ),
    Switch(
        name="both_sides_order",
        title=N_("Summoner: order of the parts"),
        says=N_("Which part of a Summoner's attack comes first?"),
        choices=(
            SwitchValue("enemy first", N_("Enemy side first"), N_("The attack hits the opponent's piles first, then the attacker's own.")),
            SwitchValue("own side first", N_("Own side first"), N_("The attack hits the attacker's own piles first, then the opponent's.")),
        ),
        paragraph="8.12",
        reason="No source says; the attack is turned against the enemy, as all attacks are.",
        house=True,
    ),
    Switch(
        name="both_sides_end",
        title=N_("Summoner: a Castle falls in the first part"),
        says=N_("Does the second part still take place when a Castle has fallen in the first?"),
        choices=(
            SwitchValue(
                "both parts are done", N_("Both parts take place"), N_("The second part takes place anyway, so both Castles can fall.")
            ),
            SwitchValue(
                "first fallen castle ends it", N_("The first fallen Castle ends it"), N_("The game ends with the first Castle that falls.")
            ),
        ),
        paragraph="8.13",
        reason="No source says; both Castles can fall at the same time only if both parts are done.",
        house=True,
    ),
    Switch(
        name="robber_takes",
        title=N_("What a Robber takes"),
        says=N_("Which of the cards that a Robber destroys go to the hand?"),
        choices=(
            SwitchValue("every card", N_("Every card"), N_("All cards that the attack destroys go to the attacker's hand.")),
            SwitchValue("one card", N_("One card"), N_("Only the first destroyed card goes to the hand; the others are discarded.")),
            SwitchValue("by choice", N_("By choice"), N_("The attacker decides for each destroyed card whether to take it.")),
        ),
        paragraph="8.15",
        reason="No source says; the online text takes a destroyed Bomber without a choice.",
        house=True,
    ),
)
