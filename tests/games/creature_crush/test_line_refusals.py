"""What a line of a card is refused for, each with the place where it goes wrong; and what may be written in more than one way."""

from __future__ import annotations

import pytest

from records.errors import ImportRefused
from records.games.creature_crush.effects.card_filter import CardFilter, Targets
from records.games.creature_crush.effects.conditions import Happens, Holds
from records.games.creature_crush.effects.lines import Ability, EffectStep, Flag, Lasting
from records.games.creature_crush.effects.numbers import Amount
from records.games.creature_crush.effects.verbs import DealDamage, DestroyCards, DrawCards, MoveCreatures
from support.crush import crush_line, line

ON_CREATURES = [
    # (line, words from where it is refused, why)
    ("Draw a card.", "Draw", "a creature's line without keyword and condition is lasting"),
    ("Flip: Draw a card.", "Flip", "only crush cards are flipped"),
    ("Action: Trap: Draw a card.", "Trap", "an ability has one keyword"),
    ("Action: An ally attacks: Draw a card.", "An ally", "'action' says already what must happen"),
    ("An ally attacks: An enemy is summoned: Draw a card.", "An enemy", "one thing happens at a time"),
    ("Two enemies attacks: Draw a card.", "Two", "it happens to one creature"),
    ("A crush card is destroyed: Draw a card.", "A crush", "it happens to a creature on the field"),
    ("Action: Deal X damage to any target.", "X", "X stands only on a crush card whose cost is X"),
    ("Action: Deal 10 damage to any target.", "10", "10 cannot stand here, but 1 to 9"),
    ("Action: Deal 0 damage to any target.", "0", "0 cannot stand here, but 1 to 9"),
    ("Action: Deal 6 dice damage to any target.", "6", "6 cannot stand here, but 1 to 5"),
    ("Action: Deal 2 dice damage to an enemy with 2 dice.", "Deal", "a sentence rolls dice once at most"),
    ("Action: Deal 2 dice damage for each ally to an enemy.", "for each", "either dice are rolled or cards are counted"),
    ("Action: Deal 2 damage for each ally with 2 dice to an enemy.", "ally", "nothing is counted by dice"),
    ("Action: Deal 2 damage for each target to an enemy.", "target", "targets are chosen, and creatures counted"),
    ("Action: Deal 2 damage to a crush card.", "a crush", "this is done to creatures on the field"),
    ("Action: Deal 2 damage to a creature from your hell.", "a creature", "this is done to creatures on the field"),
    ("Action: Deal 2 damage to it.", "Deal", "nothing on the field was told of before that 'it' could be"),
    ("Action: Destroy an enemy. Heal 2 damage from it.", "Heal", "nothing on the field was told of before that 'it' could be"),
    ("An ally is destroyed: Heal 2 damage from it.", "Heal", "nothing on the field was told of before that 'it' could be"),
    ("Hell: Move this creature.", "Move", "the creature has left the field"),
    ("Trap: Deal 1 damage to an adjacent ally.", "Deal", "the creature has left the field"),
    ("This creature is destroyed: Deal 1 damage to all opposing enemies.", "Deal", "the creature has left the field"),
    ("Action: Swap an ally.", "an ally", "two creatures are swapped"),
    ("Action: Take control of an ally.", "an ally", "control is taken of enemies"),
    ("Action: Take control of this creature.", "this", "control is taken of enemies"),
    ("Action: Return a creature from your hand to hand.", "a creature", "cards are returned from the field"),
    ("Action: Revive an ally.", "an ally", "creatures are revived from a hell"),
    ("Action: Revive a crush card from your hell.", "a crush", "creatures are revived from a hell"),
    ("Action: Summon a random creature from your hand.", "a random", "creatures of one's own choice are summoned"),
    ("Action: Summon a creature from the opponent's hand.", "a creature", "creatures of one's own choice are summoned"),
    ("Action: Search your camp for an ally.", "ally", "in the own camp a camp card, creature or crush card is searched for"),
    ("Action: Destroy a hand card.", "a hand card", "hand cards are destroyed all, or random ones"),
    ("Action: Destroy up to 2 camp cards.", "up to", "of a camp all cards are destroyed, or a number from the top"),
    ("Action: Destroy a random creature from your hand.", "a random", "nobody sees which of these cards fit"),
    ("Action: Destroy a card from your hell.", "a card", "what lies in the hell is destroyed already"),
    ("Action: Start dice + 6.", "6", "6 cannot stand here, but 1 to 5"),
    ("Action: Draw 10 cards.", "10", "10 cannot stand here, but 1 to 9"),
    ("Action: Move 10 enemies.", "10", "10 cannot stand here, but 1 to 9"),
    ("Action: Move an enemy with cost 31.", "31", "31 cannot stand here, but 1 to 30"),
    ("Action: Move an enemy with cost 3 with cost 4.", "with cost 4", "cost is bounded twice"),
    ("Action: Move an enemy of yours.", "of yours", "the side is told already by what stands before"),
    ("Action: Move an adjacent enemy.", "adjacent", "adjacent creatures are on the own side, opposing ones on the other"),
    ("Action: Move an adjacent opposing creature.", "adjacent", "adjacent creatures are on the own side"),
    ("Action: Move any opposing target.", "opposing", "adjacent creatures are allies, opposing ones enemies"),
    ("Action: Destroy a damaged crush card.", "damaged", "this is told of creatures only"),
    ("Action: Destroy a crush card with life 3.", "crush", "only creatures have attack and life"),
    ("Action: Revive a damaged creature from your hell.", "damaged", "this is told of creatures on the field only"),
    ("Action: Revive a creature from your hell with 2 dice.", "creature", "with dice a card on the field is chosen"),
    ("You have 2 or more enemies: Draw a card.", "enemies", "what somebody has is on the own side"),
    ("The opponent has 2 or more adjacent allies: Draw a card.", "adjacent", "what somebody has is on the own side"),
    ("You have 2 or more cards in the opponent's hell: Draw a card.", "cards", "what somebody has is on the own side"),
    ("You have 1 or more creatures in your hand: Draw a card.", "creatures", "only public numbers are counted"),
    ("You have 1 or more hand cards with cost 3: Draw a card.", "hand", "only public numbers are counted"),
    ("You have 1 or more crush cards with cost 3: Draw a card.", "crush", "only public numbers are counted"),
    ("You have 41 or more hand cards: Draw a card.", "41", "41 cannot stand here, but 1 to 40"),
    ("2 allies have +1 attack.", "2", "what lasts is for this creature or for all that fit"),
    ("Field cards have +1 attack.", "Field", "what lasts is for creatures on the field, and rolls no dice"),
    ("All allies with 2 dice have +1 attack.", "All", "what lasts is for creatures on the field, and rolls no dice"),
    ("Allies with attack 1 or less have +1 attack.", "Allies", "what lasts asks for no attack and life, because it changes them"),
    ("This creature has +1 cost.", "cost", "attack and life are changed, and costs are not"),
    ("This creature has +0 life.", "+0", "0 cannot stand here, but 1 to 9"),
]
ON_CRUSH_CARDS = [
    ("Lively.", "Lively", "this keyword is for creatures"),
    ("Allies have +1 attack.", "Allies", "a crush card changes nothing for good"),
    ("Action: Draw a card.", "Action", "crush cards are not summoned"),
    ("Flip: Destroy this creature.", "this", "a crush card is no creature"),
    ("Flip: Move an adjacent ally.", "adjacent", "a crush card lies in no column of creatures"),
    ("Flip: Move another ally.", "other", "a crush card lies in no column of creatures"),
    ("You have X or more allies: Flip: Draw a card.", "X", "X is not told in a condition"),
    ("An ally with cost X attacks: Flip: Draw a card.", "An ally", "X is not told in a condition"),
    ("You have 2 or more allies with cost X: Flip: Draw a card.", "allies", "X is not told in a condition"),
]
NO_LINES = [
    ("Action: Deal 3 damage to any target", "", "the line ends too early"),
    ("Action Draw a card.", "Draw", "'Draw' cannot stand here; here may stand: colon"),
    ("Action: Draw a card. Munter.", "Munter", "'Munter' cannot stand here"),
]


def refused(text: str, *, creature: bool, any_dice: bool) -> str:
    """What an English line is refused for."""
    with pytest.raises(ImportRefused) as told:
        line(text, creature=creature, any_dice=any_dice)
    (problem,) = told.value.problems
    return str(problem)


@pytest.mark.parametrize(("text", "at", "why"), [*ON_CREATURES, *NO_LINES], ids=lambda value: value)
def test_a_line_of_a_creature_is_refused_where_it_goes_wrong(text: str, at: str, why: str) -> None:
    """With line, column and reason."""
    column = text.index(at) + 1 if at else len(text) + 1
    assert refused(text, creature=True, any_dice=False).startswith(f"line 1, column {column}: {why}")


@pytest.mark.parametrize(("text", "at", "why"), ON_CRUSH_CARDS, ids=lambda value: value)
def test_a_line_of_a_crush_card_is_refused_where_it_goes_wrong(text: str, at: str, why: str) -> None:
    """With line, column and reason."""
    assert refused(text, creature=False, any_dice=True).startswith(f"line 1, column {text.index(at) + 1}: {why}")


def test_the_published_lines_are_read_as_they_stand() -> None:
    """The four texts that the rules quote."""
    published = line("Du hast 7 oder mehr Handkarten: Verursache 3 Schaden an einem beliebigen Ziel.", "de")
    hand = CardFilter(kind="card", place="hand", side="yours")
    deal = DealDamage(Amount(3), Targets("choose", CardFilter(kind="target"), 1, 1))
    assert published == Ability("", (Holds(hand, least=7),), (EffectStep(deal),))
    destroy = DestroyCards(Targets("choose", CardFilter(kind="card", dice=2), 1, 1))
    assert crush_line("Zerstöre eine Feldkarte mit 2 Würfeln.", "de") == Ability("flip", (), (EffectStep(destroy),))
    move = MoveCreatures(Targets("choose", CardFilter(kind="creature"), 1, 1))
    assert crush_line("Verschiebe eine Creature.", "de") == Ability("flip", (), (EffectStep(move),))
    assert crush_line("Startwürfel + 2.", "de") == crush_line("Flip: Start dice + 2.")


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "Action: Draw 1 card.", "action: draw a card."),
        ("en", "Action: Swap two allies.", "Action: Swap 2 allies."),
        ("en", "Action: Move a creature.", "Action: Move any creature."),
        ("en", "All other allies have +1 life.", "Other allies have + 1 life."),
        ("en", "Action: Revive a creature.", "Action: Revive a creature from your hell."),
        ("en", "Action: Summon a creature.", "Action: Summon a creature from your hand."),
        ("en", "Action: Move an adjacent creature.", "Action: Move an adjacent ally."),
        ("en", "Action: Return an enemy to hand.", "Action: Return an enemy to its owner's hand."),
        ("en", "You have 2 creatures or more: Draw a card.", ""),
        ("en", "The opponent has 2 or more allies: Draw a card.", "The opponent has 2 or more creatures: Draw a card."),
        ("en", "Action: You have no allies: Draw a card.", "You have no allies: Action: Draw a card."),
        ("de", "Diese Creature hat -1 Angriff.", "Diese Kreatur hat \u22121 Angriff."),
        ("de", "Aktion: Vertausche zwei Verbündete.", "Aktion: Vertausche 2 Verbündete."),
        ("de", "Aktion: Zerstöre eine C-Karte.", "Aktion: Zerstöre eine Crushkarte."),
        ("de", "Aktion: Du wirfst 1 Handkarte ab.", "Aktion: Wirfst du eine Handkarte ab."),
    ],
)
def test_what_may_be_written_in_two_ways_means_the_same(language: str, one: str, other: str) -> None:
    """Small words, capitals, spelt numbers, what is meant where nothing is said; and what sounds alike and is no line is refused."""
    if other:
        assert line(one, language) == line(other, language)
    else:
        with pytest.raises(ImportRefused):
            line(one, language)


def test_the_condition_is_told_of_the_seat_whose_effect_it_is() -> None:
    """An ally of the opponent's is a creature on his side; "it" is what the condition told of."""
    assert line("Vengeful.") == Flag("vengeful")
    assert line("This creature has -2 life.") == Lasting(Targets("this"), "life", -2)
    theirs = CardFilter(kind="creature", side="theirs")
    assert line("The opponent has no allies: Draw 2 cards.") == Ability("", (Holds(theirs, most=0),), (EffectStep(DrawCards(2)),))
    hit = EffectStep(DealDamage(Amount(1), Targets("that")))
    assert line("An enemy is summoned: Deal 1 damage to it.") == Ability("", (Happens("summoned", theirs),), (hit,))
