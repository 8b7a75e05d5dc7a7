"""Points about turns, dice, the end and camps. Paragraphs are those of rules/en.md."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

TURNS = (
    Switch(
        name="empty_camp",
        title=N_("Drawing from an empty camp"),
        says=N_("What happens when there is no card to draw?"),
        choices=(
            SwitchValue("nothing drawn", N_("Nothing"), N_("No card is drawn, and the turn goes on.")),
            SwitchValue("loses", N_("The game is lost"), N_("A seat that cannot draw at the beginning of a turn loses.")),
        ),
        paragraph="4.1",
        reason="The rule page names two ways to win, and this is none of them.",
        house=True,
    ),
    Switch(
        name="extra_dice",
        title=N_("Several effects give start dice"),
        says=N_("What happens when several effects give start dice for the same turn?"),
        choices=(
            SwitchValue("add up", N_("They add up"), N_("All of them are rolled, up to five dice in all.")),
            SwitchValue("the largest counts", N_("The largest counts"), N_("Only the largest of these effects counts.")),
        ),
        paragraph="4.2",
        reason="Each card gives its dice; nothing takes them away but the limit of five.",
        house=True,
    ),
    Switch(
        name="win_test",
        title=N_("When a battle is won"),
        says=N_("When does a seat have no card left?"),
        choices=(
            SwitchValue(
                "no card but in the hell or held by the enemy",
                N_("No card outside the hell"),
                N_("Cards that the enemy has taken control of no longer count."),
            ),
            SwitchValue(
                "all owned cards in the hell",
                N_("All one's own cards in the hell"),
                N_("Every card of one's own must lie in the hell, also those that the enemy has taken control of."),
            ),
        ),
        paragraph="10.1",
        reason="Read literally, one's own card under enemy control would keep a seat without any card in the game.",
        house=True,
    ),
    Switch(
        name="both_lost",
        title=N_("Both lose their last card"),
        says=N_("What if both have no card left at the same time?"),
        choices=(
            SwitchValue("draw", N_("Nobody wins"), N_("The battle is drawn.")),
            SwitchValue("active seat wins", N_("The seat on turn wins"), N_("The seat on turn wins.")),
            SwitchValue("seat not on turn wins", N_("The seat not on turn wins"), N_("The seat that is not on turn wins.")),
        ),
        paragraph="10.1",
        reason="The rule page does not tell; neither is first.",
        house=True,
    ),
    Switch(
        name="stalemate",
        title=N_("Stalemate"),
        says=N_("After how many turns without any event is the battle drawn?"),
        choices=(
            SwitchValue(
                "20 quiet turns",
                N_("20 turns"),
                N_("Twenty turns in a row in which nothing is drawn, damaged or mended, and no card enters or leaves the field."),
            ),
            SwitchValue("40 quiet turns", N_("40 turns"), N_("Forty such turns in a row.")),
            SwitchValue("agreed only", N_("Only when agreed"), N_("Only when both agree.")),
        ),
        paragraph="10.2",
        reason="The rule page names a stalemate and does not say what it is.",
        house=True,
    ),
    Switch(
        name="camp_seen",
        title=N_("One's own camp"),
        says=N_("Who has seen the cards of a camp that was dealt?"),
        choices=(
            SwitchValue("by nobody", N_("Nobody"), N_("Camps are dealt face down, and nobody looks at them.")),
            SwitchValue("by its owner", N_("Its owner"), N_("Each seat looks through its own camp before it is shuffled.")),
        ),
        paragraph="11.1",
        reason="The rule page has the camp placed face down as a stack.",
    ),
    Switch(
        name="draft_shuffle",
        title=N_("Shuffling in the draft"),
        says=N_("When is the stack of the draft shuffled?"),
        choices=(
            SwitchValue("once", N_("Once"), N_("It is shuffled once; cards that are not kept go under it.")),
            SwitchValue("each round", N_("Before each round"), N_("It is shuffled before each round.")),
        ),
        paragraph="11.2",
        reason="The rule page puts the cards that are not kept under the stack, which means nothing if it is shuffled again.",
    ),
)
