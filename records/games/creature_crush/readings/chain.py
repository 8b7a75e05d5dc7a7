"""Points about the chain that came later than the others. Paragraphs are those of rules/en.md."""

from __future__ import annotations

from records.core.editions.rulesets import Switch, SwitchValue
from records.core.sentences import N_

CHAIN = (
    Switch(
        name="enemy_turn_flips",
        title=N_("Turning up in the enemy's turn"),
        says=N_("In the enemy's turn, when may a crush card be turned up if its condition is not an event?"),
        choices=(
            SwitchValue("after events", N_("After events"), N_("When its seat is asked: after attacks, summonings, falls and effects.")),
            SwitchValue(
                "whenever the condition holds",
                N_("Whenever its condition holds"),
                N_("Also without being asked, between two actions of the seat on turn."),
            ),
        ),
        paragraph="7.4",
        reason="The rule page asks for a condition and names no moment; asked after events, nobody must be watched between two acts.",
        house=True,
        before="after events",
    ),
    Switch(
        name="own_link",
        title=N_("Answering one's own card"),
        says=N_("May a seat turn up another crush card on its own effect before the other seat is asked?"),
        choices=(
            SwitchValue("no", N_("No"), N_("The other seat answers first.")),
            SwitchValue("yes", N_("Yes"), N_("It is asked first; the newest of its effects is carried out first.")),
        ),
        paragraph="7.4",
        reason="The rule page speaks of effects that come up one after the other, and not of whose they are.",
        house=True,
        before="no",
    ),
    Switch(
        name="condition_again",
        title=N_("A condition that is lost again"),
        says=N_("Must the condition before the colon still hold when the effect is carried out?"),
        choices=(
            SwitchValue("no", N_("No"), N_("It is enough that it held when the effect came up.")),
            SwitchValue("yes", N_("Yes"), N_("Otherwise the effect does nothing.")),
        ),
        paragraph="7.1",
        reason="The rule page asks for a condition so that an effect can be activated, and says nothing of later.",
        house=True,
        before="no",
    ),
    Switch(
        name="source_gone",
        title=N_("An effect without its source"),
        says=N_("What becomes of an effect of the chain whose card has left the field?"),
        choices=(
            SwitchValue("resolves", N_("It is carried out"), N_("Once in the chain, it no longer needs its card.")),
            SwitchValue("lapses", N_("It lapses"), N_("It does nothing, unless it takes effect because its card goes.")),
        ),
        paragraph="7.3",
        reason="The rule page has effects of the chain carried out one after the other, and names no exception.",
        house=True,
        before="resolves",
    ),
    Switch(
        name="controlled_line",
        title=N_("The hell line of a controlled creature"),
        says=N_("Whose effect is the hell line of a creature that the enemy controls?"),
        choices=(
            SwitchValue("with the card", N_("The seat whose hell it enters"), N_("It goes with the card.")),
            SwitchValue("its owner's", N_("Its owner's"), N_("Wherever the card goes.")),
            SwitchValue("its controller's", N_("Its controller's"), N_("The seat that controlled it, wherever the card goes.")),
        ),
        paragraph="9.1",
        reason="The keyword says 'from your field into the hell' and does not say who is meant where field and hell are not of one seat.",
        house=True,
        before="with the card",
    ),
    Switch(
        name="dice_hit_source",
        title=N_("A crush card that chooses itself"),
        says=N_("May a crush card choose itself with dice?"),
        choices=(
            SwitchValue("yes", N_("Yes"), N_("As any other card on the field whose cost they show.")),
            SwitchValue("no", N_("No"), N_("Only other cards.")),
        ),
        paragraph="7.7",
        reason="A field card is any card of the field, and it lies there until its effect is carried out.",
        house=True,
        before="yes",
    ),
)
