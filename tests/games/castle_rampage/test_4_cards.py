"""Cards, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

import msgspec
import pytest

from records.games.castle_rampage.model import events as ev
from support.castle import CASTLE, A, did, given, header, play

CARDS = CASTLE.counters(header()).cards  # type: ignore[attr-defined]
PERMANENT = [name for name, card in CARDS.items() if card.permanent]
QUIET = [name for name, card in CARDS.items() if not card.permanent and not card.attack]


@pytest.mark.parametrize("card", PERMANENT)
def test_4_1_a_permanent_card_comes_into_the_display(card: str) -> None:
    """It lies open before its player, and a second one beside it."""
    table = given(hand_A=f"{card} {card}").when(play(card))
    table.then(did(ev.CardPlayed, "2.3", seat=A, card=card), did(ev.CardDisplayed, "4.1", seat=A)).when(play(card))
    table.when(play(card)).lies(display_A=f"{card} {card}", discard="", played="").shows("public", display_A=f"{card} {card}")


@pytest.mark.parametrize("card", QUIET)
def test_4_2_every_other_card_is_discarded_once_it_is_done(card: str) -> None:
    """A card without an attack value does nothing in the plain game and goes to the open discard pile."""
    table = given(hand_A=card, discard="giant").when(play(card))
    table.then(did(ev.CardPlayed), did(ev.CardSettled, "4.2")).lies(discard=f"giant {card}", played="").shows(
        "public", discard=f"giant {card}"
    )


def test_4_7_an_asterisk_stands_where_more_may_be_paid_for_strength() -> None:
    """Beside the attack values that a card's own effect may raise, and nowhere else."""
    raised = {name for name, card in CARDS.items() if card.power("optional-discard-bonus") or card.power("optional-unit-bonus")}
    assert {name for name, card in CARDS.items() if card.asterisk} == raised


@pytest.mark.parametrize("card", [name for name, card in CARDS.items() if card.attack and not card.permanent])
def test_4_3_the_effect_of_a_card_is_its_attack_value(card: str) -> None:
    """Every card with an attack value attacks with it, and nothing else; then it is discarded."""
    table = given(hand_A=card, gate_B="ogre ogre ogre").when(play(card))
    declared = table.batch[1]
    assert isinstance(declared, ev.AttackDeclared)
    assert (declared.strength, declared.parts) == (CARDS[card].attack, ((card, CARDS[card].attack),))
    assert type(table.batch[-1]) is ev.CardSettled
    table.lies(hand_A="", display_A="")


@pytest.mark.parametrize("more", [{"with_cards": ("cook",)}, {"pays": (("cost", ("cook",)),)}, {"picks": ("gate:B",)}])
def test_4_3_a_card_is_played_alone(more: dict[str, object]) -> None:
    """Further cards, payments and choices are of the whole game."""
    given(hand_A="knight cook").refuses(msgspec.structs.replace(play("knight"), **more), "powers", "4.3")
