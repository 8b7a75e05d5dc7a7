"""Attack cards, Last Resort and Jester (§ 8, 11, 12)."""

from __future__ import annotations

from records.core.rulesets import Switch

ATTACKS = (
    Switch(
        name="ignores_gate",
        values=("always", "by choice"),
        paragraph="8.1",
        reason="DE and EN: there is no choice, although the card seems to offer one; the printed card is read as it seems.",
    ),
    Switch(
        name="bonus_without_gate",
        values=("counts against the castle", "lapses"),
        paragraph="8.5",
        reason="No source says; the attack on the Castle is then the only one, and so the next.",
        house=True,
    ),
    Switch(
        name="fight_plan_more",
        values=("one unit", "any number"),
        paragraph="8.10",
        reason="No source says that several may be added; all of them speak of one further unit.",
        house=True,
    ),
    Switch(
        name="both_sides_order",
        values=("enemy first", "own side first"),
        paragraph="8.12",
        reason="No source says; the attack is turned against the enemy, as all attacks are.",
        house=True,
    ),
    Switch(
        name="both_sides_end",
        values=("both parts are done", "first fallen castle ends it"),
        paragraph="8.13",
        reason="No source says; both Castles can fall at the same time only if both parts are done.",
        house=True,
    ),
    Switch(
        name="robber_takes",
        values=("every card", "one card", "by choice"),
        paragraph="8.15",
        reason="No source says; the online text takes a destroyed Bomber without a choice.",
        house=True,
    ),
    Switch(
        name="last_resort",
        values=("asked", "table looks"),
        paragraph="11.4",
        reason="Printed: who is attacked may play it unasked; at the online table the question tells that one is held.",
    ),
    Switch(
        name="last_resort_on_veteran",
        values=("allowed", "not allowed"),
        paragraph="11.5",
        reason="No source says; an attack of a Veteran is an attack.",
        house=True,
    ),
    Switch(
        name="last_resort_on_second",
        values=("not allowed", "allowed"),
        paragraph="11.6",
        reason="DE and EN: the attack on the Castle takes place with its 3 all the same; read as if only the first could be weakened.",
        house=True,
    ),
    Switch(
        name="last_resort_on_both_sides",
        values=("weakens both parts", "weakens the part against its player"),
        paragraph="11.7",
        reason="No source says; what else changes the value counts for both parts.",
        house=True,
    ),
    Switch(
        name="jester_two_values",
        values=("both values", "first value"),
        paragraph="12.2",
        reason="No source says; all attack values are added.",
        house=True,
    ),
    Switch(
        name="jester_paid_bonus",
        values=("not allowed", "allowed"),
        paragraph="12.3",
        reason="No source says; paying more for more strength is an effect of the card, and effects do not count.",
        house=True,
    ),
    Switch(
        name="jester_display_bonus",
        values=("counts once", "does not count"),
        paragraph="12.4",
        reason="DE and EN name the Digger, who gives no bonus; read as a slip for the Squire.",
        house=True,
    ),
    Switch(
        name="jester_at_zero",
        values=("attacker loses", "nobody loses"),
        paragraph="12.6",
        reason="No source says it of a Jester weakened to nothing; the Castle was not destroyed, so the defender wins.",
        house=True,
    ),
    Switch(
        name="jester_under_diplomat",
        values=("with attack cards", "without attack cards"),
        paragraph="12.7",
        reason="DE and EN: a Jester may be played as usual; no source says whether its attack cards may.",
        house=True,
    ),
)
