"""Typed lines that look at the opponent's hand or burn its start dice (§ 9.5, 9.6)."""

from __future__ import annotations

import pytest

from records.core.asking.chance import FromRecord
from records.core.secret import secret
from records.errors import Contradiction, ImportRefused, RuleViolation
from records.games.creature_crush.deciding.decide import decide
from records.games.creature_crush.effects.conditions import Holds
from records.games.creature_crush.effects.verbs import BurnDice, LookAtHand
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model import field_events as fe
from support.crush import crush_line
from support.crush_cards import ALLY, card, does
from support.crush_table import A, B, CrushTable, at

LINES = {
    "Flip: Look at the opponent's hand.": "Flipp: Sieh dir die Hand des Gegners an.",
    "Flip: If you like, look at the opponent's hand.": "Flipp: Wenn du magst, sieh dir die Hand des Gegners an.",
    "Flip: Burn a die of the opponent.": "Flipp: Verbrenne einen Würfel des Gegners.",
    "Flip: Burn 2 start dice of the opponent.": "Flipp: Verbrenne 2 Startwürfel des Gegners.",
}


@pytest.mark.parametrize("text", LINES)
def test_looks_and_burns_can_be_typed_in(text: str) -> None:
    """In both languages, as one value."""
    said = crush_line(text)
    assert said == crush_line(LINES[text], "de")
    (step,) = said.steps  # type: ignore[union-attr]  # an ability
    assert step.verb == (LookAtHand() if "hand" in text else BurnDice(2 if "2" in text else 1))


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("Flip: Look at your hand.", "en", "column 15: 'your' cannot stand here; here may stand: the opponents hand"),
        ("Flip: Look at 2 hand cards of the opponent.", "en", "column 15: '2' cannot stand here; here may stand: the opponents hand"),
        ("Flipp: Sieh dir deine Hand an.", "de", "column 17: 'deine' cannot stand here; here may stand: the opponents hand"),
        ("Flip: Burn all dice of the opponent.", "en", "column 12: 'all' cannot stand here; here may stand: a, five, four"),
        ("Flip: Burn a die of an enemy.", "en", "column 18: 'of' cannot stand here; here may stand: of the opponent"),
    ],
)
def test_number_8_a_look_or_a_burn_that_is_not_there_is_refused_at_the_word(text: str, language: str, told: str) -> None:
    """Where the sentence departs from what an effect can do, with what could stand there."""
    with pytest.raises(ImportRefused) as refused:
        crush_line(text, language)
    assert told in str(refused.value)


LOOK = card("spyglass", 1, 0, 0, does(LookAtHand(), on="flip"))


def test_9_5_who_looks_at_a_hand_sees_all_of_it() -> None:
    """Both seats know these cards, and nobody else: what the table keeps of the hand says so."""
    on = CrushTable({"c1:A": "spyglass"}, hands={"B": ["hound", "toad"]}, cards=[LOOK])
    on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="spyglass"))
    (looked,) = on.what(fe.HandLookedAt)
    assert (looked.seat, looked.by, looked.cards) == (B, A, secret("hound", "toad", to=(A, B)))
    assert on.position.table.hands[B].shown == (((A, B), ("hound", "toad")),)


def test_an_empty_hand_shows_nothing() -> None:
    """Nothing comes of it."""
    on = CrushTable({"c1:A": "spyglass"}, hands={"B": []}, cards=[LOOK])
    on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="spyglass"))
    assert (on.what(fe.HandLookedAt), [ended.fizzled for ended in on.what(ch.StepEnded)]) == ([], [True])


def test_a_look_at_a_hand_shows_as_many_cards_as_it_has() -> None:
    """A table that shows one card of two is contradicted."""
    on = CrushTable({"c1:A": "spyglass"}, hands={"B": ["hound", "toad"]}, cards=[LOOK])
    event = fe.HandLookedAt(rule="9.5", seat=B, by=A, cards=secret("hound", to=(A, B)))
    with pytest.raises(Contradiction, match="1 cards of B were looked at, the hand has 2"):
        decide(on.position, cmd.Flip(seat=A, slot=at("c1:A"), card="spyglass"), FromRecord([event]), 9)


QUENCH = card("quench", 1, 0, 0, does(BurnDice(2), on="flip", when=(Holds(ALLY, least=1),)))


def attacked(dice: str, burned: str = "") -> CrushTable:
    """A table on which A attacks and B answers with what burns two dice."""
    field = {"b1:A": "hound", "b1:B": "medic", "c1:B": "quench"}
    on = CrushTable(field, dice=dice, cards=[QUENCH], named={"burned": burned, "paid.c1B": 1})
    on.do(cmd.AttackWith(seat=A, slot=at("b1:A"), target=at("b1:B"), dice=(0,)))
    on.do(cmd.Flip(seat=B, slot=at("c1:B"), card="quench"))
    return on


def test_9_6_dice_of_the_opponent_are_burned_by_choice() -> None:
    """B chooses two of the three that A has left; they pay for nothing more."""
    on = attacked("1456")
    assert on.asked == ("B dice",)
    assert {found.dice for found in on.may(cmd.Burn)} == {(1, 2), (1, 3), (2, 3)}
    with pytest.raises(RuleViolation, match="2 dice, not 1"):
        on.do(cmd.Burn(seat=B, dice=(1,)))
    with pytest.raises(RuleViolation, match="burned die"):
        on.do(cmd.Burn(seat=B, dice=(0, 1)))
    on.do(cmd.Burn(seat=B, dice=(1, 3)))
    assert (on.state.burned, on.asked) == ((0, 1, 3), ())


def test_no_more_dice_burn_than_are_left() -> None:
    """Of one that is left one burns; of none nothing comes, and no seat is asked."""
    on = attacked("14")
    on.do(cmd.Burn(seat=B, dice=(1,)))
    assert on.state.burned == (0, 1)
    on = attacked("1")
    assert (on.asked, [ended.fizzled for ended in on.what(ch.StepEnded)]) == ((), [True])


def test_in_the_own_turn_the_opponent_has_no_dice() -> None:
    """A's own are not meant."""
    on = CrushTable({"b1:A": "hound", "c1:A": "quench"}, dice="456", cards=[QUENCH])
    on.do(cmd.Flip(seat=A, slot=at("c1:A"), card="quench"))
    assert (on.asked, on.state.burned) == ((), ())
