"""Set-up, turn, strengthening, costs and the end (§ 1, 2, 3, 6, 7)."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

TABLE = (
    Switch(
        name="purple_at_start",
        title=N_("Purple cards at the start"),
        says=N_("What happens to purple cards during set-up?"),
        choices=(
            SwitchValue(
                "redealt",
                N_("Replaced"),
                N_("A player shows the purple cards that were dealt, lays them aside and is dealt others, until none is left."),
            ),
            SwitchValue(
                "never dealt", N_("Never dealt"), N_("Only the other cards are dealt during set-up, so nobody sees a purple card.")
            ),
        ),
        paragraph="1.3",
        reason="The printed rules lay purple cards aside and deal others; the online table never deals them.",
    ),
    Switch(
        name="purple_returns",
        title=N_("Return of purple cards"),
        says=N_("When are the purple cards that were laid aside shuffled back into the draw pile?"),
        choices=(
            SwitchValue(
                "after the round",
                N_("After each round"),
                N_("They are shuffled back after each of the two rounds of dealing, before the next one."),
            ),
            SwitchValue(
                "after set-up",
                N_("After set-up"),
                N_("They stay aside during both rounds and are shuffled back once all cards are placed."),
            ),
        ),
        paragraph="1.4",
        reason="No source says when; the printed text tells of it before the cards are placed, so they return with their round.",
        house=True,
    ),
    Switch(
        name="draw_pile_empty",
        title=N_("Empty draw pile"),
        says=N_("What happens when a card is to be drawn and the draw pile is empty?"),
        choices=(
            SwitchValue(
                "discards are shuffled", N_("Discard pile is shuffled"), N_("The discard pile is shuffled and becomes the new draw pile.")
            ),
            SwitchValue("nothing is drawn", N_("Nothing is drawn"), N_("No card is drawn, and the turn goes on.")),
        ),
        paragraph="2.4",
        reason="DE and EN shuffle the discard pile; the readable text of the printed rules says nothing.",
    ),
    Switch(
        name="both_piles_empty",
        title=N_("Draw pile and discard pile empty"),
        says=N_("What happens when a card is to be drawn and neither pile has one?"),
        choices=(
            SwitchValue("nothing is drawn", N_("Nothing is drawn"), N_("No card is drawn, and the turn goes on.")),
            SwitchValue("the game is drawn", N_("The game is drawn"), N_("The game ends at once, and nobody has won.")),
        ),
        paragraph="2.5",
        reason="No source tells of it; a turn without a draw needs no further rule.",
        house=True,
    ),
    Switch(
        name="draw_pile_renewed",
        title=N_("When the draw pile is renewed"),
        says=N_("When is the discard pile shuffled to become the draw pile?"),
        choices=(
            SwitchValue(
                "when it runs out",
                N_("When it runs out"),
                N_("As soon as the last card of the draw pile is drawn; what is discarded after that lies in the next discard pile."),
            ),
            SwitchValue(
                "at the next draw",
                N_("At the next draw"),
                N_("Only when a card is to be drawn again; what was discarded in between is shuffled in too."),
            ),
        ),
        paragraph="2.9",
        reason="DE and EN: if the draw pile is exhausted, the discard pile is shuffled; the readable printed text says nothing.",
        before="at the next draw",
    ),
    Switch(
        name="strengthening_when",
        title=N_("When to strengthen"),
        says=N_("When in the turn may Gate or Castle be strengthened?"),
        choices=(
            SwitchValue("any time", N_("Any time in the turn"), N_("It may be done before, between or after other cards.")),
            SwitchValue(
                "before other cards", N_("Before other cards"), N_("It may only be done as long as no card was played in the turn.")
            ),
        ),
        paragraph="3.1",
        reason="PG, DE and EN say once in the turn; only the order of the printed chapters, and GOB, put it before the playing of cards.",
    ),
    Switch(
        name="fallen_gate",
        title=N_("A fallen Gate"),
        says=N_("May a Gate without cards be strengthened?"),
        choices=(
            SwitchValue(
                "may be rebuilt", N_("May be rebuilt"), N_("A card may be put there as a strengthening, and the Gate stands again.")
            ),
            SwitchValue("stays fallen", N_("Stays fallen"), N_("No strengthening may be put under a Gate that has no card left.")),
        ),
        paragraph="3.2",
        reason="DE and EN let an empty Gate be rebuilt; the readable text of the printed rules says nothing.",
    ),
    Switch(
        name="purple_strengthens",
        title=N_("Strengthening with Spy or Saboteur"),
        says=N_("Which hand cards may strengthen a player's own Gate or Castle?"),
        choices=(
            SwitchValue("any card", N_("Any card"), N_("Every hand card may strengthen, a Spy or Saboteur too.")),
            SwitchValue(
                "no spy or saboteur",
                N_("No Spy or Saboteur"),
                N_("A Spy or Saboteur may not be put under the player's own Gate or Castle."),
            ),
        ),
        paragraph="3.4",
        reason="No source says whether a card that slips under the enemy Gate may lie under the own; any hand card may strengthen.",
        house=True,
    ),
    Switch(
        name="powers",
        title=N_("Special powers"),
        says=N_("Are the texts of the cards read?"),
        choices=(
            SwitchValue(
                "off", N_("Without special powers"), N_("A card counts with its printed values alone: no texts, costs or choices.")
            ),
            SwitchValue("on", N_("With special powers"), N_("Costs are paid, choices are made, and each card does what it says.")),
        ),
        paragraph="4.3",
        reason="Off is the plain game: cards have their values, their texts are not read.",
    ),
    Switch(
        name="both_castles_fall",
        title=N_("Both Castles fall"),
        says=N_("Who has lost when both Castles fall at the same time?"),
        choices=(
            SwitchValue(
                "active player loses",
                N_("The active player loses"),
                N_("The player whose turn it is has lost, whatever made the Castles fall."),
            ),
            SwitchValue(
                "drawn unless by an attack",
                N_("A draw, unless by an attack"),
                N_("After an Earthquake the game is drawn; after a Summoner's attack the active player has lost."),
            ),
        ),
        paragraph="6.4",
        reason="DE and EN: who is on turn loses, by Summoner and Earthquake; PG and PGE speak of the Summoner alone.",
    ),
    Switch(
        name="unpayable_cost",
        title=N_("Costs that cannot be paid"),
        says=N_("May a card be played whose cost cannot be paid in full?"),
        choices=(
            SwitchValue("not playable", N_("Not playable"), N_("The card stays in the hand until its cost can be paid.")),
            SwitchValue(
                "pays what is there",
                N_("Pays as much as possible"),
                N_("The card is played, and its player pays as much of the cost as possible."),
            ),
        ),
        paragraph="7.2",
        reason="DE: a card whose cost cannot be paid may not be played; PG speaks only of what must be discarded to play it.",
    ),
    Switch(
        name="top_cost_without_gate",
        title=N_("Cost of top cards, Gate empty"),
        says=N_("May a player's own top cards be paid when the Gate has none?"),
        choices=(
            SwitchValue("castle card alone", N_("Castle card alone"), N_("Only the top card of the Castle is paid.")),
            SwitchValue(
                "not playable", N_("Not playable"), N_("A card with this cost cannot be played while the player's own Gate is empty.")
            ),
        ),
        paragraph="7.5",
        reason="No source says; Dragon and Earthquake take the Castle card alone where the Gate is empty.",
        house=True,
    ),
    Switch(
        name="top_cost_last_castle",
        title=N_("Cost of the last Castle card"),
        says=N_("May the last card of a player's own Castle be paid as a cost?"),
        choices=(
            SwitchValue(
                "not playable", N_("Not playable"), N_("A card that would cost the last card of the player's own Castle cannot be played.")
            ),
            SwitchValue(
                "playable and lost", N_("Playable, and the game is lost"), N_("It may be paid, and the player who does so has lost.")
            ),
        ),
        paragraph="7.6",
        reason="No source says; a cost that ends the game is paid by nobody, so the card cannot be played.",
        house=True,
    ),
)
