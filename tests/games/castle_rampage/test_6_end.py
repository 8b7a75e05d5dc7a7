"""The end, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

import pytest

from records.core.shared import DrawAgreed, DrawOffered, GameDrawn, GameWon, Resigned
from records.games.castle_rampage.deciding.legal import legal
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from support.castle import A, B, did, end, given, play, seated, strengthen


def test_6_1_who_loses_the_last_castle_card_has_lost() -> None:
    """The game is won in the same batch, after the attacking card is discarded, and nothing more can be done."""
    table = given(hand_A="fight-plan-1 cook", castle_B="medic").when(play("fight-plan-1"))
    table.then(
        did(ev.CardPlayed),
        did(ev.AttackDeclared),
        did(ev.DefenderRevealed),
        did(ev.DefenderDestroyed),
        did(ev.AttackEnded),
        did(ev.CardSettled),
        did(GameWon, "6.1", seat=A),
    )
    outcome = table.position().state.outcome
    assert outcome.winners == (A,)
    assert legal(table.position()) == ()
    for command in (play("cook"), end(), strengthen("cook", "gate:A"), cmd.Resign(seat=B), cmd.OfferDraw(seat=A), cmd.AgreeDraw(seat=B)):
        table.refuses(command, "over", "6.1")


def test_6_1_cards_in_the_gate_do_not_help() -> None:
    """A Castle without cards has lost whatever lies in the Gate: an attack that hits the Gate does not end the game, the Castle does."""
    table = given(hand_A="giant robber", gate_B="knight cook", castle_B="medic").when(play("giant"))
    assert table.position().state.outcome is None
    table = table.when(play("robber"))
    assert table.position().state.outcome is None
    table.lies(gate_B="", castle_B="medic")


def test_6_1_the_last_card_of_the_gate_alone_loses_nothing() -> None:
    """A fallen Gate leaves the game open."""
    table = given(hand_A="giant", gate_B="knight").when(play("giant")).lies(gate_B="")
    assert table.position().state.outcome is None


@pytest.mark.parametrize(("who", "winner"), [(A, B), (B, A)])
def test_6_2_a_player_may_give_up_at_any_time(who: str, winner: str) -> None:
    """On turn or not, also before the first turn; the other wins."""
    command = cmd.Resign(seat=who)  # type: ignore[arg-type]
    for table in (given(), seated("archer cook giant knight worker", "advisor dragon priest squire veteran")):
        after = table.when(command).then(did(Resigned, "6.2", seat=who), did(GameWon, "6.2", seat=winner))
        assert after.position().state.outcome.winners == (winner,)


def test_6_3_a_draw_is_offered_and_accepted() -> None:
    """The other side accepts; the game is drawn."""
    table = given().when(cmd.OfferDraw(seat=B)).then(did(DrawOffered, "6.3", seat=B))
    table = table.when(cmd.AgreeDraw(seat=A)).then(did(DrawAgreed, "6.3", seat=A), did(GameDrawn, "6.3"))
    assert table.position().state.outcome.drawn


def test_6_3_an_offer_stands_until_the_turn_ends() -> None:
    """Without an offer, on the own offer, and after the turn, nothing can be accepted."""
    given().refuses(cmd.AgreeDraw(seat=A), "draw", "6.3")
    table = given().when(cmd.OfferDraw(seat=A)).refuses(cmd.AgreeDraw(seat=A), "draw", "6.3")
    table.when(end()).refuses(cmd.AgreeDraw(seat=B), "draw", "6.3")
    table.when(end()).when(cmd.OfferDraw(seat=A)).when(cmd.AgreeDraw(seat=B))
