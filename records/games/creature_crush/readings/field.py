"""Points about summoning and crush cards. Paragraphs are those of rules/en.md."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

FIELD = (
    Switch(
        name="summon_front",
        title=N_("Summoning to zone A"),
        says=N_("When may a creature be summoned to zone A?"),
        choices=(
            SwitchValue(
                "cell behind is taken",
                N_("The place behind is taken"),
                N_("A place of zone A is open as soon as the place of zone B behind it is taken."),
            ),
            SwitchValue(
                "all of B is taken", N_("All of zone B is taken"), N_("Zone A is open only when all three places of zone B are taken.")
            ),
        ),
        paragraph="5.2",
        reason="The rule page asks for a taken place of zone B next to it, not for all of them.",
    ),
    Switch(
        name="front_column",
        title=N_("Which place lies behind"),
        says=N_("Which places of zones A and B belong together?"),
        choices=(
            SwitchValue("same column", N_("The same column"), N_("A place of zone A belongs to the place of zone B in its column.")),
            SwitchValue(
                "neighbouring column",
                N_("A neighbouring column"),
                N_("A place of zone A belongs to the places of zone B in the columns beside its own."),
            ),
        ),
        paragraph="5.2",
        reason="The rule page calls the two places horizontally adjacent, although zones are rows; in the column they touch.",
    ),
    Switch(
        name="crush_x",
        title=N_("X on a crush card"),
        says=N_("How many dice may X be?"),
        choices=(
            SwitchValue("1 to 4 dice", N_("1 to 4 dice"), N_("At least one die is burned for X.")),
            SwitchValue("0 to 4 dice", N_("0 to 4 dice"), N_("X may be 0, so that the card is laid for free.")),
        ),
        paragraph="5.3",
        reason="The rule page says any number, up to four. Whether none is a number is not told.",
        house=True,
    ),
    Switch(
        name="flip_same_turn",
        title=N_("Turning up in the same turn"),
        says=N_("May a crush card be turned up in the turn in which it was laid?"),
        choices=(
            SwitchValue("yes", N_("Yes"), N_("It may be turned up as soon as it lies.")),
            SwitchValue("no", N_("No"), N_("It may be turned up from the next turn on.")),
        ),
        paragraph="5.3",
        reason="The rule page names no delay.",
        house=True,
    ),
    Switch(
        name="own_flips",
        title=N_("Turning up in one's own turn"),
        says=N_("When may crush cards be turned up in one's own turn?"),
        choices=(
            SwitchValue(
                "battle phase and windows",
                N_("In the battle phase and in answer"),
                N_("In one's own battle phase, and in answer to what the opponent does."),
            ),
            SwitchValue("any time in the own turn", N_("At any time"), N_("In the tactics phase too.")),
            SwitchValue(
                "with a condition any time in the own turn",
                N_("With a condition at any time"),
                N_("Those with something before their colon in the tactics phase too, the others in the battle phase."),
            ),
        ),
        paragraph="5.3",
        reason="The rule page has them turned up in the battle phase.",
    ),
)
