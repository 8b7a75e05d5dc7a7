"""Points about effects, the chain and attacks. Paragraphs are those of rules/en.md."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

EFFECTS = (
    Switch(
        name="flip_window",
        title=N_("Answering"),
        says=N_("Is the other seat asked whether it answers?"),
        choices=(
            SwitchValue(
                "asked",
                N_("It is asked"),
                N_("After attacks, summonings and effects the other seat is asked if, judging by all that can be seen, it could answer."),
            ),
            SwitchValue(
                "never asked", N_("It is never asked"), N_("Nobody is asked; crush cards that wait for an event are then never turned up.")
            ),
        ),
        paragraph="7.4",
        reason="The rule page lets crush cards be turned up when their condition is met, in the enemy's turn too.",
    ),
    Switch(
        name="own_window",
        title=N_("Answering one's own actions"),
        says=N_("Is a seat asked whether it answers what it brought about itself?"),
        choices=(
            SwitchValue(
                "asked too",
                N_("It is asked too"),
                N_(
                    "The seat that attacks or summons is asked first, if a crush card that waits for this could lie on its "
                    "side; then the other seat."
                ),
            ),
            SwitchValue("not asked", N_("It is not asked"), N_("Only the other seat is asked.")),
        ),
        paragraph="7.4",
        reason="The rule page lets a crush card be turned up once what stands before its flip is met, whoever's turn it is.",
        before="not asked",
    ),
    Switch(
        name="conditioned_effects",
        title=N_("Effects with a condition"),
        says=N_("How often may a creature's effect with a condition be used?"),
        choices=(
            SwitchValue("once a turn, battle phase", N_("Once a turn"), N_("Once a turn, in one's own battle phase.")),
            SwitchValue(
                "any number of times", N_("Any number of times"), N_("In one's own battle phase, as often as its condition holds.")
            ),
        ),
        paragraph="7.1",
        reason="The rule page does not say how often; without a limit a game need not end.",
        house=True,
    ),
    Switch(
        name="death_check",
        title=N_("When creatures die"),
        says=N_("When are creatures with too much damage destroyed?"),
        choices=(
            SwitchValue("after each sentence", N_("After each sentence"), N_("After each sentence of an effect.")),
            SwitchValue("after the effect", N_("After the effect"), N_("When the whole effect is carried out.")),
        ),
        paragraph="7.3",
        reason="The rule page destroys a creature as soon as it has as much damage as life.",
    ),
    Switch(
        name="new_triggers",
        title=N_("Effects that come up meanwhile"),
        says=N_("When do effects that come up while another is carried out join the chain?"),
        choices=(
            SwitchValue("after the effect", N_("After the effect"), N_("When the whole effect that is under way has been carried out.")),
            SwitchValue("at once", N_("At once"), N_("After the sentence that brought them up, before the next one.")),
        ),
        paragraph="7.3",
        reason="The rule page resolves effects one after the other, the newest first.",
        house=True,
    ),
    Switch(
        name="attack_after_move",
        title=N_("An attack after a move"),
        says=N_("What becomes of an attack when an answer moves attacker or target?"),
        choices=(
            SwitchValue(
                "goes on while both stand on enemy fields",
                N_("It goes on"),
                N_("It goes on as long as both stand on fields that face each other."),
            ),
            SwitchValue("ends", N_("It ends"), N_("The attack is over.")),
        ),
        paragraph="5.4",
        reason="The rule page checks who may attack whom when the attack is declared.",
        house=True,
    ),
    Switch(
        name="vengeful_dying",
        title=N_("Vengeful to the end"),
        says=N_("Does a vengeful creature that the attack destroys strike back?"),
        choices=(
            SwitchValue("strikes back", N_("Yes"), N_("It strikes back at the same time.")),
            SwitchValue("does not", N_("No"), N_("It strikes back only if it survives.")),
        ),
        paragraph="8.5",
        reason="The rule page has it strike back when it is attacked, whatever becomes of it.",
    ),
    Switch(
        name="lively_by_effect",
        title=N_("Lively by an effect"),
        says=N_("Which lively creatures have another action in the turn in which they come?"),
        choices=(
            SwitchValue("summoned and revived", N_("Summoned and revived ones"), N_("Those that were summoned, including from the hell.")),
            SwitchValue("summoned", N_("Summoned ones"), N_("Those that were summoned, but not from the hell.")),
        ),
        paragraph="8.4",
        reason="The glossary calls reviving a summoning.",
    ),
    Switch(
        name="action_by_effect",
        title=N_("Action by an effect"),
        says=N_("Does an action line take effect when an effect summons the creature?"),
        choices=(
            SwitchValue(
                "from hand in the own turn",
                N_("From the hand in one's own turn"),
                N_("Also when an effect summons it from the hand in one's own turn."),
            ),
            SwitchValue("paid summons only", N_("Only when it is paid for"), N_("Only when its cost was paid with dice.")),
        ),
        paragraph="8.1",
        reason="The rule page asks for the hand and the own turn, not for a payment.",
    ),
    Switch(
        name="trap_cause",
        title=N_("What springs a trap"),
        says=N_("Who must send a trap to the hell for it to take effect?"),
        choices=(
            SwitchValue("any", N_("Anybody's"), N_("Whatever brings it there in the enemy's turn.")),
            SwitchValue("enemy's cards and attacks", N_("The enemy's"), N_("Only attacks and effects of the enemy.")),
        ),
        paragraph="8.2",
        reason="The rule page names the enemy's turn and no cause.",
    ),
    Switch(
        name="hell_of_crush",
        title=N_("Hell lines of crush cards"),
        says=N_("When does a hell line of a crush card take effect?"),
        choices=(
            SwitchValue("destroyed only", N_("When it is destroyed"), N_("When it is destroyed on the field.")),
            SwitchValue("spent too", N_("Also when it is spent"), N_("Also when it goes to the hell after its own effect.")),
            SwitchValue("never", N_("Never"), N_("Never; zone C does not count.")),
        ),
        paragraph="8.3",
        reason="The rule page says from the field to the hell; a spent card is laid there, not destroyed.",
        house=True,
    ),
    Switch(
        name="controlled_falls",
        title=N_("The end of a controlled creature"),
        says=N_("Into whose hell does a creature go that is under enemy control?"),
        choices=(
            SwitchValue("to its owner", N_("Its owner's"), N_("It goes to its owner's hell, and its owner has its hell line.")),
            SwitchValue(
                "to its controller",
                N_("Its controller's"),
                N_("It goes to its controller's hell, and its controller has its hell line too."),
            ),
        ),
        paragraph="9.1",
        reason="Only the hand is named: cards go back to their owners' hands.",
        house=True,
    ),
    Switch(
        name="control_acts",
        title=N_("A creature just taken over"),
        says=N_("When may a creature act after it was taken over?"),
        choices=(
            SwitchValue(
                "from the next turn", N_("From the next turn on"), N_("It has entered the field in this turn, like a summoned one.")
            ),
            SwitchValue("at once", N_("At once"), N_("It may act in the same turn.")),
        ),
        paragraph="9.1",
        reason="It is moved under the rules of summoning.",
        house=True,
    ),
    Switch(
        name="down_cost",
        title=N_("Dice against crush cards"),
        says=N_("What must dice show to hit a crush card?"),
        choices=(
            SwitchValue("dice paid", N_("The dice paid for it"), N_("The number of dice that were burned for it.")),
            SwitchValue("cannot be hit by dice", N_("It cannot be hit"), N_("A crush card cannot be hit by dice.")),
        ),
        paragraph="7.7",
        reason="A field card is any card of the field; the cost of a crush card is a number of dice.",
        house=True,
    ),
)
