"""Strengthening, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

import msgspec
import pytest

from records.games.castle_rampage.model import events as ev
from support.castle import A, did, end, given, play, strengthen


def test_3_1_one_card_a_turn_before_between_or_after_others() -> None:
    """It may come at any moment of the turn, and once only; the next turn it may come again."""
    table = given(hand_A="giant cook squire medic", hand_B="jester")
    table = table.when(play("cook")).when(strengthen("giant", "gate:A")).then(did(ev.Strengthened, "3.1", seat=A, pile="gate:A"))
    table = table.when(play("squire")).refuses(strengthen("medic", "castle:A"), "strengthened", "3.1")
    table = table.when(end()).when(strengthen("jester", "castle:B")).when(end("B"))
    table.when(strengthen("medic", "castle:A")).lies(castle_A="medic medic", gate_A="giant", castle_B="medic jester")


def test_3_1_it_lies_face_down_and_its_owner_alone_knows_it() -> None:
    """The other side sees that a card was laid, not which."""
    table = given(hand_A="giant").when(strengthen("giant", "gate:A"))
    table.lies(gate_A="giant", hand_A="").shows("A", gate_A="giant").shows("B", gate_A="?", hand_A="").shows("public", gate_A="?")


@pytest.mark.parametrize("pile", ["gate:A", "castle:A"])
def test_3_2_it_goes_to_the_bottom(pile: str) -> None:
    """What lies there stays above it."""
    table = given(hand_A="giant", gate_A="cook", castle_A="cook").when(strengthen("giant", pile))
    table.lies(**{pile.replace(":", "_"): "cook giant"})


def test_3_2_a_fallen_gate_is_built_anew() -> None:
    """An empty Gate takes a card, and the next attack meets it."""
    table = given(hand_A="giant", hand_B="robber").when(strengthen("giant", "gate:A")).lies(gate_A="giant").when(end())
    table.when(play("robber", "B")).then(
        did(ev.CardPlayed),
        did(ev.AttackDeclared, target="gate:A"),
        did(ev.DefenderRevealed, card="giant"),
        did(ev.DefenderHeld),
        did(ev.AttackEnded),
        did(ev.CardSettled),
    )


def test_3_2_only_the_own_gate_and_castle_are_strengthened() -> None:
    """No card goes under the other side's piles or into a display."""
    table = given(hand_A="giant")
    for pile in ("gate:B", "castle:B", "display:A"):
        table.refuses(strengthen("giant", pile, "A"), "pile", "3.2")
    table.refuses(strengthen("cook", "gate:A"), "hand", "2.3")


@pytest.mark.parametrize("card", ["knight", "ogre", "fight-plan-1", "dragon", "advisor"])
def test_3_3_its_text_is_not_read_and_it_costs_nothing(card: str) -> None:
    """A card with a cost or a text is laid like any other, and nothing else happens."""
    given(hand_A=f"{card} cook").when(strengthen(card, "castle:A")).then(did(ev.Strengthened, "3.1", pays=())).lies(hand_A="cook")


def test_3_3_paying_is_refused() -> None:
    """Who brings a payment has mistaken the rule."""
    command = msgspec.structs.replace(strengthen("ogre", "gate:A"), pays=(("cost", ("cook",)),))
    given(hand_A="ogre cook").refuses(command, "cost", "3.3")
