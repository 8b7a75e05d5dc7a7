"""Permanent cards and cards with an effect once (§ 9, 10, 14)."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

EFFECTS = (
    Switch(
        name="veteran_when",
        title=N_("When a Veteran attacks"),
        says=N_("When in the turn may a Veteran attack from the display?"),
        choices=(
            SwitchValue("any time", N_("Any time in the turn"), N_("It attacks once, before, between or after other cards.")),
            SwitchValue(
                "before other cards", N_("Before other cards"), N_("It may only attack as long as no other card was played in the turn.")
            ),
        ),
        paragraph="9.6",
        reason="No source says when in the turn a Veteran attacks.",
        house=True,
    ),
    Switch(
        name="veteran_new",
        title=N_("First attack of a new Veteran"),
        says=N_("Does a Veteran attack in the turn in which it is played?"),
        choices=(
            SwitchValue("attacks at once", N_("At once"), N_("It may attack in the turn in which it is played.")),
            SwitchValue(
                "attacks from the next turn", N_("From the next turn"), N_("It attacks for the first time in its player's next turn.")
            ),
        ),
        paragraph="9.7",
        reason="No source says; a card with an attack value attacks when it is played.",
        house=True,
    ),
    Switch(
        name="veteran_stays",
        title=N_("Veteran after its attack"),
        says=N_("Does a Veteran stay in the display after an attack?"),
        choices=(
            SwitchValue("always", N_("It always stays"), N_("It stays, however the attack ends.")),
            SwitchValue(
                "only when it fails",
                N_("Only when a defender holds"),
                N_("It stays when a defender turns it back; when its strength is used up it is discarded."),
            ),
        ),
        paragraph="9.8",
        reason="All sources print the exception where the defence is higher; a permanent card stays until it is destroyed.",
        house=True,
    ),
    Switch(
        name="permanents_fall_to",
        title=N_("What destroys permanent cards"),
        says=N_("Which cards destroy what lies in a display?"),
        choices=(
            SwitchValue("cards that say so", N_("Cards that say so"), N_("Only cards whose text names permanent cards destroy them.")),
            SwitchValue(
                "destroyed top cards too",
                N_("Dragon and Earthquake too"),
                N_("Dragon and Earthquake destroy the permanent cards of every player whom they hit, too."),
            ),
        ),
        paragraph="9.10",
        reason="No source names what destroys permanent cards; only a card that says so does.",
        house=True,
    ),
    Switch(
        name="cook_lasts",
        title=N_("How long a Cook helps"),
        says=N_("For which attacks of the turn does a Cook's bonus count?"),
        choices=(
            SwitchValue("next attack", N_("The next attack"), N_("Only the next attack of the turn is stronger.")),
            SwitchValue("whole turn", N_("The whole turn"), N_("Every attack of the turn is stronger.")),
        ),
        paragraph="10.1",
        reason="No source says; the Axe Man's bonus counts for the next attack.",
        house=True,
    ),
    Switch(
        name="cook_on_two_attacks",
        title=N_("Cook and Hail of Arrows"),
        says=N_("Which attacks of Hail of Arrows does a Cook strengthen?"),
        choices=(
            SwitchValue("first attack", N_("The first attack"), N_("Only the first of the two attacks gets the bonus.")),
            SwitchValue("both attacks", N_("Both attacks"), N_("The attack on the Gate and the attack on the Castle both get the bonus.")),
        ),
        paragraph="10.2",
        reason="No source says it of the Cook; of the Axe Man they do, and there only the first attack gains.",
        house=True,
    ),
    Switch(
        name="moved_order",
        title=N_("Order of moved cards"),
        says=N_("In which order do cards lie after they were moved to another pile?"),
        choices=(
            SwitchValue("kept", N_("Kept"), N_("They keep their order, so anyone who knew a card still knows where it lies.")),
            SwitchValue("mixed", N_("Mixed"), N_("They are mixed unseen, so no one knows any more where each of them lies.")),
        ),
        paragraph="10.7",
        reason="No source says; a pile that is moved unseen keeps its order.",
        house=True,
    ),
    Switch(
        name="limit_and_strengthening",
        title=N_("Strengthening after Medic and Reinforcement"),
        says=N_("May Gate or Castle be strengthened once two of these cards have ended the playing?"),
        choices=(
            SwitchValue("still allowed", N_("Still allowed"), N_("The turn's strengthening may still be done.")),
            SwitchValue("not allowed", N_("Not allowed"), N_("No card may be laid as a strengthening either.")),
        ),
        paragraph="10.14",
        reason="No source says whether the strengthening is one of the cards that may no longer be played.",
        house=True,
    ),
    Switch(
        name="slip_forgets",
        title=N_("The online table's memory of hands"),
        says=N_("Does the online table forget a hand when its player slips a card under the enemy Gate?"),
        choices=(
            SwitchValue("no", N_("It remembers"), N_("Only a card laid under the player's own Gate or Castle makes the table forget.")),
            SwitchValue("yes", N_("It forgets"), N_("A slipped card makes the table forget the hand that it came from, too.")),
        ),
        paragraph="14.6",
        reason="No source says; DE speaks of cards that go under the own Gate or Castle.",
        house=True,
    ),
)
