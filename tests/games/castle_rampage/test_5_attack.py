"""The attack, by the paragraphs of the rules text (rules/en.md). Values: robber attacks with 3, giant 4, knight 5, a Fight Plan with 9."""

from __future__ import annotations

import pytest

from records.errors import Contradiction
from records.games.castle_rampage.deciding.decide import decide
from records.games.castle_rampage.model import events as ev
from support.castle import A, Table, did, given, play

DECLARED, SETTLED = did(ev.AttackDeclared), did(ev.CardSettled)


def attacked(**places: str) -> Table:
    """A attacks B with a Fight Plan of 9."""
    return given(hand_A="fight-plan-1", **places).when(play("fight-plan-1"))


def test_5_1_a_card_attacks_with_its_value() -> None:
    """The strength is the card's, and the event says what it is made of and which decision brought it."""
    table = given(hand_A="giant", gate_B="ogre").when(play("giant"))
    declared = did(ev.AttackDeclared, "5.1", seat=A, by=2, strength=4, parts=(("giant", 4),), target="gate:B")
    table.then(did(ev.CardPlayed), declared, did(ev.DefenderRevealed), did(ev.DefenderHeld), did(ev.AttackEnded), SETTLED)


@pytest.mark.parametrize(("places", "target"), [({"gate_B": "ogre"}, "gate:B"), ({"gate_B": ""}, "castle:B"), ({}, "castle:B")])
def test_5_2_the_gate_is_hit_first(places: dict[str, str], target: str) -> None:
    """Where the Gate has a card it is hit, else the Castle."""
    declared = given(hand_A="house-scout", castle_B="ogre", **places).when(play("house-scout")).batch[1]
    assert isinstance(declared, ev.AttackDeclared)
    assert declared.target == target


def test_5_3_the_top_card_is_turned_over_with_its_value_there() -> None:
    """The same card defends a Gate with another value than a Castle."""
    for places, value in (({"gate_B": "axe-man-draw ogre", "castle_B": "ogre"}, 2), ({"castle_B": "axe-man-draw ogre"}, 1)):
        table = given(hand_A="robber", **places).when(play("robber"))
        did(ev.DefenderRevealed, "5.3", card="axe-man-draw", value=value, strength=3).check(table.batch[2])


def test_5_4_a_higher_defence_holds() -> None:
    """The defender is turned back and stays on top, both sides and the public know it now, and the attacker's card is discarded."""
    table = given(hand_A="robber", gate_B="knight cook").when(play("robber"))
    table.then(
        did(ev.CardPlayed),
        DECLARED,
        did(ev.DefenderRevealed, card="knight", value=4, strength=3),
        did(ev.DefenderHeld, "5.4", strength=3),
        did(ev.AttackEnded, "5.7", seat=A, destroyed=0, left=3),
        SETTLED,
    )
    table.lies(gate_B="knight cook", discard="robber").shows("A", gate_B="knight ?").shows("public", gate_B="knight ?")
    slot = table.position().table.slots[table.position().table.piles[ev.gate("B")][0]]  # type: ignore[arg-type]
    assert (slot.up, slot.known_to) == (False, ("*",))


def test_5_4_no_damage_is_remembered() -> None:
    """A second attack meets the whole defence again."""
    table = given(hand_A="robber robber", gate_B="knight").when(play("robber")).when(play("robber"))
    did(ev.DefenderRevealed, card="knight", value=4, strength=3).check(table.batch[2])
    table.lies(gate_B="knight")


def test_5_5_equal_strength_destroys_and_ends() -> None:
    """Both cards go, and no further card is turned over."""
    table = given(hand_A="giant", gate_B="knight cook").when(play("giant"))
    table.then(
        did(ev.CardPlayed),
        DECLARED,
        did(ev.DefenderRevealed, value=4, strength=4),
        did(ev.DefenderDestroyed, "5.5", before=4, left=0, to="discard"),
        did(ev.AttackEnded, "5.7", destroyed=1, left=0),
        SETTLED,
    )
    table.lies(gate_B="cook", discard="knight giant").shows("A", gate_B="?")


def test_5_6_what_is_left_meets_the_next_card() -> None:
    """Each defender takes its value off the attack."""
    table = attacked(gate_B="axe-man-bonus knight ogre archer")
    table.then(
        did(ev.CardPlayed),
        DECLARED,
        did(ev.DefenderRevealed, card="axe-man-bonus", value=3, strength=9),
        did(ev.DefenderDestroyed, "5.6", before=9, left=6),
        did(ev.DefenderRevealed, card="knight", value=4, strength=6),
        did(ev.DefenderDestroyed, "5.6", before=6, left=2),
        did(ev.DefenderRevealed, card="ogre", value=6, strength=2),
        did(ev.DefenderHeld, "5.4", strength=2),
        did(ev.AttackEnded, "5.7", destroyed=2, left=2),
        SETTLED,
    )
    table.lies(gate_B="ogre archer", discard="axe-man-bonus knight fight-plan-1")


def test_5_6_it_goes_on_from_the_last_gate_card_to_the_castle() -> None:
    """With the value for the Castle there."""
    table = attacked(gate_B="knight", castle_B="axe-man-draw ogre medic")
    revealed = [(event.card, event.value, event.strength) for event in table.batch if isinstance(event, ev.DefenderRevealed)]
    assert revealed == [("knight", 4, 9), ("axe-man-draw", 1, 5), ("ogre", 6, 4)]
    table.lies(gate_B="", castle_B="ogre medic")


def test_5_7_an_attack_ends_with_the_castle() -> None:
    """Strength that finds nothing more to fight is told, and ends nothing else."""
    table = attacked(castle_B="medic")
    did(ev.AttackEnded, "5.7", destroyed=1, left=6).check(table.batch[-3])


def test_a_table_that_turns_over_the_wrong_card_is_refused() -> None:
    """What is turned over is the top card of what is hit, with its value and the strength that meets it."""
    table = given(hand_A="giant", gate_B="knight cook")
    piles = table.position().table.piles[ev.gate("B")]  # type: ignore[arg-type]

    class Wrong:
        """Answers with one event, whatever is asked."""

        def __init__(self, event: ev.DefenderRevealed) -> None:
            self._event = event

        def ask(self, *_asked: object) -> ev.DefenderRevealed:
            """Answer."""
            return self._event

    def answer(slot: str, card: str, value: int, strength: int) -> None:
        chance = Wrong(ev.DefenderRevealed(slot=slot, card=card, value=value, strength=strength))  # type: ignore[arg-type]
        decide(table.position(), play("giant"), chance, 2)  # type: ignore[arg-type]

    for wrong, why in (
        ((piles[1], "cook", 1, 4), "the attack hits"),
        ((piles[0], "knight", 4, 3), "the attack has 4 left"),
        ((piles[0], "knight", 5, 4), "defends gate:B with 4, not 5"),
        ((piles[0], "cook", 1, 4), "cannot be"),
    ):
        with pytest.raises(Contradiction, match=why):
            answer(*wrong)
