"""The points on which the rules of Regicide are read in several ways. Paragraphs are those of rules/en.md."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

SWITCHES = (
    Switch(
        name="immunity",
        title=N_("What a royal blocks"),
        says=N_("What is lost when a card has the suit of the royal?"),
        choices=(
            SwitchValue("power", N_("The power"), N_("The power of the suit does nothing; the number still counts as damage.")),
            SwitchValue("power and damage", N_("Power and damage"), N_("The power does nothing, and the card does no damage either.")),
        ),
        paragraph="2.2",
        reason="The publisher's sheet: only the power is blocked, the number still counts. Board Game Arena's first lines say that a royal "
        "blocks attacks of its suit, and take it back further down.",
    ),
    Switch(
        name="drawing",
        title=N_("Drawing for Diamonds"),
        says=N_("In which order do the players draw?"),
        choices=(
            SwitchValue("one each in turn", N_("One card each in turn"), N_("Each player draws one card, clockwise, again and again.")),
            SwitchValue(
                "one player after the other",
                N_("One player after the other"),
                N_("Each player fills up the hand before the next one draws."),
            ),
        ),
        paragraph="4.3",
        reason="The publisher's sheet lets the players draw one card each, clockwise. Board Game Arena's sheet can be read as one player "
        "filling up before the next.",
    ),
    Switch(
        name="defeat",
        title=N_("When a royal is defeated"),
        says=N_("How much damage defeats a royal?"),
        choices=(
            SwitchValue("health reached", N_("Health reached"), N_("Damage equal to its health is enough.")),
            SwitchValue("health exceeded", N_("Health exceeded"), N_("The damage must be greater than its health.")),
        ),
        paragraph="5.2",
        reason="The publisher's sheet: equal or greater. Board Game Arena's sheet says exceeds, against its own paragraph on exact damage.",
    ),
    Switch(
        name="fallen_first",
        title=N_("What is discarded first"),
        says=N_("In which order do a defeated royal and the cards played against it leave the table?"),
        choices=(
            SwitchValue("royal", N_("The royal"), N_("The royal goes first, the played cards come to lie above it.")),
            SwitchValue("played cards", N_("The played cards"), N_("The played cards go first, the royal comes to lie above them.")),
        ),
        paragraph="5.4",
        reason="The publisher's sheet discards the royal, then the cards played against it. It only matters for which card lies on top.",
    ),
    Switch(
        name="discards",
        title=N_("Discarding more than needed"),
        says=N_("May more cards be discarded than the attack demands?"),
        choices=(
            SwitchValue("any", N_("Allowed"), N_("Any cards that are worth enough may be discarded.")),
            SwitchValue("none in vain", N_("No card in vain"), N_("Discarding stops as soon as the attack is met.")),
        ),
        paragraph="6.2",
        reason="At least the attack, says the sheet, and it gives the Jester a worth of 0 in a discard, so cards beyond need are allowed. "
        "The stricter reading stops as soon as the attack is met.",
    ),
    Switch(
        name="shielded_step",
        title=N_("A fully shielded attack"),
        says=N_("Does the last step of the turn take place when the attack is 0?"),
        choices=(
            SwitchValue("skipped", N_("Skipped"), N_("The next player is on turn at once.")),
            SwitchValue("held", N_("Takes place"), N_("The step takes place, so a lone player may flip a Jester in it.")),
        ),
        paragraph="6.5",
        reason="Nothing is discarded against a royal that is wholly shielded, so the step is passed over; held, a lone player may flip a "
        "Jester in it.",
        house=True,
    ),
    Switch(
        name="yielding",
        title=N_("When yielding is forbidden"),
        says=N_("After which turns of the others may a player not yield?"),
        choices=(
            SwitchValue(
                "others' last turns",
                N_("All others yielded on their last turns"),
                N_(
                    "It is forbidden when every other player has yielded on their last turn; a Jester or a kill in between changes nothing."
                ),
            ),
            SwitchValue(
                "turns in a row",
                N_("All others yielded in a row"),
                N_("It is forbidden when all others have yielded one after the other just before; any card in between breaks the row."),
            ),
            SwitchValue(
                "everybody's last turns",
                N_("All players yielded on their last turns"),
                N_("It is forbidden only when all players, the one on turn included, have yielded on their last turn."),
            ),
        ),
        paragraph="7.2",
        reason="The publisher's sheet: not if every other player has yielded on their last turn; by the letter a Jester or a kill in "
        "between changes nothing. Some count yields in a row, which any card breaks. Board Game Arena's sheet says all players.",
    ),
    Switch(
        name="solo_yield",
        title=N_("Yielding alone"),
        says=N_("May a lone player yield?"),
        choices=(
            SwitchValue("forbidden", N_("Forbidden"), N_("A lone player must play a card.")),
            SwitchValue("allowed", N_("Allowed"), N_("A lone player may yield and suffer the attack.")),
        ),
        paragraph="7.3",
        reason="Board Game Arena's sheet says so, and it follows from the publisher's: every other player of none has yielded.",
    ),
    Switch(
        name="blocked_spades",
        title=N_("Spades blocked before a Jester"),
        says=N_("What do Spades that were blocked count for once a Jester has cancelled the immunity?"),
        choices=(
            SwitchValue("total of the play", N_("Total of the play"), N_("Each such play shields with the total of all its cards.")),
            SwitchValue(
                "the spades' own numbers", N_("Their own numbers"), N_("Each such play shields with the numbers of its Spades alone.")
            ),
            SwitchValue("lost", N_("Lost"), N_("What was blocked stays without effect.")),
        ),
        paragraph="8.3",
        reason="The total value of Spades, says the sheet, and all powers use the total of the play. It says nothing of own numbers.",
    ),
    Switch(
        name="jester_names",
        title=N_("Who goes next after a Jester"),
        says=N_("Whom may the player of a Jester choose?"),
        choices=(
            SwitchValue("any player", N_("Any player"), N_("Any player may be chosen, the one who chooses included.")),
            SwitchValue("another player", N_("Another player"), N_("Players may not choose themselves, unless they play alone.")),
        ),
        paragraph="8.4",
        reason="The sheet says any player, so oneself too.",
    ),
    Switch(
        name="solo_flips",
        title=N_("Jesters of a lone player"),
        says=N_("How many Jesters may a lone player flip?"),
        choices=(
            SwitchValue("two", N_("Two"), N_("Two Jesters lie aside, and each may be flipped once for a new hand.")),
            SwitchValue("none", N_("None"), N_("There are no Jesters to flip.")),
        ),
        paragraph="11.1",
        reason="The sheet of 2021 tells of two Jesters to flip; the older one and Board Game Arena's do not.",
    ),
    Switch(
        name="discard_pile",
        title=N_("Looking through the discard pile"),
        says=N_("May the cards of the discard pile be looked through?"),
        choices=(
            SwitchValue(
                "not looked through",
                N_("Not allowed"),
                N_("After a Heart nobody knows which cards are left below the top card, unless all of them went."),
            ),
            SwitchValue(
                "looked through", N_("Allowed"), N_("Everybody may look, and so knows after a Heart which cards went under the Tavern.")
            ),
        ),
        paragraph="12.2",
        reason="The sheet says only that the pile lies face up. Everything that came into it was seen; what a Heart took out of it is "
        "known only to who may look through the rest.",
        house=True,
    ),
)
