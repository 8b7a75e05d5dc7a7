"""Purple cards (§ 13)."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

PURPLE = (
    Switch(
        name="ogre_seen_by",
        title=N_("An Ogre that strengthens"),
        says=N_("Who sees an Ogre that is put under Gate or Castle?"),
        choices=(
            SwitchValue(
                "its player",
                N_("Only its player"),
                N_("It lies face down like any strengthening, but its cost reveals to the others what it is."),
            ),
            SwitchValue("everybody", N_("Everybody"), N_("It is shown as it is paid for, so that everybody knows where it lies.")),
        ),
        paragraph="13.14",
        reason="PG, DE and EN take the Ogre out of what costs nothing, not out of what is laid face down; none has it shown.",
        before="everybody",
    ),
    Switch(
        name="slip_strengthens",
        title=N_("Slipping a card and strengthening"),
        says=N_("Is a card under the enemy Gate the one strengthening of the turn?"),
        choices=(
            SwitchValue("not counted", N_("Not counted"), N_("Gate or Castle may be strengthened in the same turn as well.")),
            SwitchValue("counted", N_("Counted"), N_("In one turn there is either a slipped card or a strengthening.")),
        ),
        paragraph="13.3",
        reason="No source says whether a card under the enemy Gate is the one strengthening of the turn; only of the Ogre they do.",
        house=True,
    ),
    Switch(
        name="saboteur_adds",
        title=N_("When a Saboteur strengthens"),
        says=N_("When is a destroyed Saboteur's bonus added to the attack?"),
        choices=(
            SwitchValue(
                "after its defence",
                N_("After its defence"),
                N_("It is added once its defence is taken off, even where nothing of the attack is left."),
            ),
            SwitchValue(
                "after its defence unless spent",
                N_("After its defence, if anything is left"),
                N_("It is added only where something of the attack is left after its defence."),
            ),
            SwitchValue("before its defence", N_("Before its defence"), N_("It counts already in the fight against the Saboteur itself.")),
        ),
        paragraph="13.5",
        reason="No source says; it must be destroyed before it gives anything, and effects go before rules (PG).",
        house=True,
    ),
    Switch(
        name="fallen_discards",
        title=N_("When Bomber and Spy cost cards"),
        says=N_("When are the cards that a destroyed Bomber or Spy costs discarded?"),
        choices=(
            SwitchValue(
                "after the attack",
                N_("After the attack"),
                N_("The whole attack is fought first; then the active player discards, then the opponent."),
            ),
            SwitchValue("at once", N_("At the moment they fall"), N_("They are discarded as the card falls, before the attack goes on.")),
        ),
        paragraph="13.8",
        reason="DE and EN: after the whole attack, unlike the original, where it happens as the card falls.",
    ),
    Switch(
        name="short_discard",
        title=N_("Too few cards to discard"),
        says=N_("What does a player with fewer cards than asked discard for Bomber or Spy?"),
        choices=(
            SwitchValue("what is there", N_("The whole hand"), N_("All cards of the hand are discarded.")),
            SwitchValue("nothing", N_("Nothing"), N_("Nothing is discarded from a hand that has too few cards.")),
        ),
        paragraph="13.10",
        reason="No source says; EN's may or must speaks of discarding what the hand has.",
        house=True,
    ),
    Switch(
        name="discard_chosen_by",
        title=N_("Who chooses the discarded cards"),
        says=N_("Who chooses the cards that Bomber and Spy cost?"),
        choices=(
            SwitchValue("owner", N_("The player who holds them"), N_("The player who discards chooses the cards.")),
            SwitchValue("chance", N_("By chance"), N_("The cards are drawn unseen from the hand.")),
        ),
        paragraph="13.11",
        reason="No source says; who discards from a hidden hand chooses.",
        house=True,
    ),
    Switch(
        name="robbed_bomber",
        title=N_("A robbed Bomber"),
        says=N_("May a Bomber that a Robber took be one of the cards discarded for it?"),
        choices=(
            SwitchValue("may be discarded", N_("May be discarded"), N_("It is in the hand already and may be discarded for itself.")),
            SwitchValue("spared", N_("Spared"), N_("It comes to the hand only after the discard, so other cards must go.")),
        ),
        paragraph="13.12",
        reason="DE and EN: the Bomber that a Robber took may be among what it makes discard; in the original it is not in the hand yet.",
    ),
    Switch(
        name="own_side_discards",
        title=N_("Bomber and Spy on the attacker's own side"),
        says=N_("Who discards when a Summoner destroys a Bomber or Spy on its own side?"),
        choices=(
            SwitchValue("as printed", N_("As printed"), N_("As always: the active player for a Bomber, the opponent for a Spy.")),
            SwitchValue("mirrored", N_("Mirrored"), N_("The other way round: the opponent for a Bomber, the active player for a Spy.")),
        ),
        paragraph="13.13",
        reason="No source says it of a card that falls on the own side; as printed, the Bomber hits who is on turn, the Spy the other.",
        house=True,
    ),
)
