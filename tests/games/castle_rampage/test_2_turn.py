"""The turn, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

import pytest

from records.core.shared import DeckSet, PositionSet
from records.errors import MalformedCommand
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from support.castle import A, B, did, end, first_turn, given, play, strengthen


def test_2_1_a_turn_begins_with_two_cards() -> None:
    """The other seat's turn begins when one ends; it draws two cards, which it alone sees, one event each."""
    table = given(hand_A="giant").when(end(), ["archer"], ["?"])
    table.then(
        did(ev.TurnEnded, seat=A),
        did(ev.TurnBegan, "2.1", seat=B, number=6),
        did(ev.CardDrawn, "2.1", seat=B),
        did(ev.CardDrawn, "2.1", seat=B),
    )
    table.lies(hand_B="archer ?", draw="4").shows("A", hand_B="? ?")


def test_2_1_only_the_seat_on_turn_acts() -> None:
    """Every act of the other seat is refused until the turn ends."""
    table = given(hand_A="giant", hand_B="giant")
    for command in (play("giant", "B"), strengthen("giant", "gate:B"), end("B")):
        table.refuses(command, "turn", "2.1")
    table.when(end()).when(play("giant", "B"))


def test_2_1_somebody_else_cannot_act() -> None:
    """Who sits nowhere at this table is no seat."""
    with pytest.raises(MalformedCommand, match="nobody sits at 'C'"):
        given().when(end("C"))


def test_2_2_the_first_turn_begins_with_one_card() -> None:
    """The starting player draws one card at first, the other two."""
    table = first_turn().then(did(ev.CardPlaced, seat=B), did(ev.TurnBegan, "2.1", seat=A, number=1), did(ev.CardDrawn, "2.2", seat=A))
    table = table.lies(hand_A="knight medic worker").when(end(), ["robber"], ["robber"])
    table.then(did(ev.TurnEnded), did(ev.TurnBegan, number=2), did(ev.CardDrawn, "2.1"), did(ev.CardDrawn, "2.1"))
    table.lies(hand_B="jester robber robber veteran")


def test_2_3_any_number_of_cards_is_played_one_after_the_other() -> None:
    """Each card is done before the next, also a second one of the same name."""
    table = given(hand_A="cook cook squire")
    for card in ("cook", "squire", "cook"):
        table = table.when(play(card))
    table.lies(hand_A="", discard="cook cook", display_A="squire", played="")


def test_2_3_only_cards_of_the_hand_are_played() -> None:
    """A card that is not there is refused; where nobody noted the hand, any card may have been in it."""
    given(hand_A="cook").refuses(play("giant"), "hand", "2.3")
    given(hand_A="").refuses(play("giant"), "hand", "2.3")
    given(hand_A="cook ?").when(play("squire")).lies(hand_A="cook", display_A="squire")
    with pytest.raises(MalformedCommand, match="no card is called 'gaint'"):
        given(hand_A="cook ?").when(play("gaint"))


def test_2_4_an_empty_draw_pile_is_made_anew_from_the_discards() -> None:
    """Where it is empty as a card is to be drawn; nobody knows the order then, and the discard pile is empty."""
    table = given(draw="", discard="giant knight worker").when(end(), ["giant"], ["knight"])
    table.then(did(ev.TurnEnded), did(ev.TurnBegan), did(ev.DiscardsReshuffled, "2.4"), did(ev.CardDrawn), did(ev.CardDrawn))
    table.lies(draw="1", discard="", hand_B="giant knight").shows("A", draw="1")


def test_2_9_the_draw_pile_is_made_anew_as_it_runs_out() -> None:
    """In the middle of a draw too, and after the last draw of a turn; where nothing is discarded, at the next draw."""
    table = given(draw="archer", discard="giant knight worker").when(end(), ["archer"], ["knight"])
    table.then(did(ev.TurnEnded), did(ev.TurnBegan), did(ev.CardDrawn), did(ev.DiscardsReshuffled, "2.9"), did(ev.CardDrawn))
    table.lies(draw="2", discard="", hand_B="archer knight").shows("A", draw="2")
    table = table.when(end("B"), ["giant"], ["worker"])
    table.then(did(ev.TurnEnded), did(ev.TurnBegan), did(ev.CardDrawn), did(ev.CardDrawn)).lies(draw="0", discard="")


def test_2_5_nothing_is_drawn_where_nothing_is_left() -> None:
    """With both piles empty the turn begins all the same, each card that is missing told."""
    table = given(draw="archer", discard="").when(end(), ["archer"])
    table.then(did(ev.TurnEnded), did(ev.TurnBegan), did(ev.CardDrawn), did(ev.DrawFailed, "2.5", seat=B))
    given(draw="", discard="").when(end()).then(did(ev.TurnEnded), did(ev.TurnBegan), did(ev.DrawFailed), did(ev.DrawFailed, "2.5"))


def test_2_6_the_turn_ends_when_its_player_says_so() -> None:
    """Without a card played and with cards in hand, a turn may end; it does not end by itself."""
    table = (
        given(hand_A="giant cook")
        .when(end())
        .then(did(ev.TurnEnded, "2.6", seat=A), did(ev.TurnBegan), did(ev.CardDrawn), did(ev.CardDrawn))
    )
    assert table.position().state.active == B
    assert given(hand_A="cook").when(play("cook")).position().state.active == A


def test_a_command_is_what_its_event_says() -> None:
    """Each decision gives back the command that made it, and no other event does."""
    table = given(hand_A="giant cook squire")
    commands = [strengthen("giant", "gate:A"), play("squire"), end(), cmd.Resign(seat=A), cmd.OfferDraw(seat=A)]
    assert [cmd.command_of(table.when(command).batch[0]) for command in commands] == commands
    agree = cmd.AgreeDraw(seat=B)
    assert cmd.command_of(table.when(cmd.OfferDraw(seat=A)).when(agree).batch[0]) == agree
    with pytest.raises(MalformedCommand, match="PositionSet is not a decision"):
        cmd.command_of(PositionSet(decks=(DeckSet(deck=ev.DRAW),)))
