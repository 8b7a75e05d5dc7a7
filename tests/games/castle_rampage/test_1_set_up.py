"""Set-up, by the paragraphs of the rules text (records/games/castle_rampage/rules/en.md)."""

from __future__ import annotations

from collections import Counter

import pytest

from records.core.secret import secret
from records.core.shared import CardTaken, GameStarted
from records.errors import AnswerNeeded, Contradiction, MalformedCommand
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from support.castle import (
    CASTLE,
    FIVE,
    ONLINE,
    OTHER,
    A,
    B,
    Table,
    did,
    end,
    first_turn,
    header,
    place,
    placed,
    reading,
    seated,
    second_round,
)

DEALT = (did(ev.HandDealt), did(ev.NoPurpleHeld))


def test_1_1_two_sit_down_and_all_cards_are_the_draw_pile() -> None:
    """Before the deal all 118 cards are in the draw pile; the start names both seats and who begins."""
    table = Table(header())
    table.lies(draw="118")
    start = seated(FIVE, OTHER).batch[0]
    assert start == GameStarted(rule="1.1", seats=(A, B), begins=A)


@pytest.mark.parametrize("seats", [(A,), (A, B, "C"), (B, "C")])
def test_1_1_only_two_can_play(seats: tuple[str, ...]) -> None:
    """With another number of seats, or without the one who begins, there is no game."""
    with pytest.raises(MalformedCommand, match="two seats play"):
        Table(header()).when(cmd.Start(seats=seats, begins=A))  # type: ignore[arg-type]


def test_1_2_each_is_dealt_five_cards() -> None:
    """Who begins is dealt first; each hand has five cards, which its seat alone knows."""
    table = seated(FIVE, OTHER, begins=B).then(
        did(GameStarted, "1.1"), did(ev.HandDealt, "1.2", seat=B), *DEALT[1:], did(ev.HandDealt, seat=A), *DEALT[1:]
    )
    table.lies(hand_B=FIVE, hand_A=OTHER, draw="108")
    table.shows("A", hand_B="? ? ? ? ?").shows("B", hand_A="? ? ? ? ?").shows("public", hand_A="? ? ? ? ?")


def test_1_3_redealt_shows_purple_cards_and_deals_others() -> None:
    """Purple cards are shown to all, lie aside, and are replaced until none is left."""
    table = seated("archer giant knight ogre spy", "bomber cook", "medic", OTHER)
    table.then(
        did(GameStarted),
        did(ev.HandDealt),
        did(ev.PurpleShown, "1.3", seat=A, cards=("ogre", "spy")),
        did(ev.PurpleReplaced, "1.3", seat=A),
        did(ev.PurpleShown, "1.3", cards=("bomber",)),
        did(ev.PurpleReplaced, "1.3"),
        did(ev.NoPurpleHeld, "1.3", seat=A),
        *DEALT,
    )
    table.lies(hand_A="archer cook giant knight medic", aside="ogre spy bomber", draw="105")


def test_1_3_who_holds_too_many_cards_by_mistake_is_dealt_none_for_a_purple_one() -> None:
    """A hand that has all its cards without the purple one is not filled, however many more it holds."""
    table = placed(seated(FIVE, OTHER), "A", "archer cook giant knight")
    for card in ("medic", "jester"):
        table = table.add(CardTaken(seat=A, deck=ev.DRAW, card=secret(card, to=(A,))))
    table = placed(table, "B", "advisor dragon priest squire", "archer archer giant giant ogre", "", FIVE.replace("worker", "medic"))
    table.then(
        did(ev.CardPlaced), did(ev.HandDealt), did(ev.PurpleShown, cards=("ogre",)), did(ev.PurpleReplaced), did(ev.NoPurpleHeld), *DEALT
    )
    table.lies(hand_A="archer archer giant giant jester medic worker", aside="ogre")


def test_1_3_never_dealt_deals_no_purple_card() -> None:
    """At the online table a purple card cannot be dealt, nothing is shown, and everybody knows that none is there."""
    table = seated(FIVE, OTHER, rules=ONLINE).then(did(GameStarted), did(ev.HandDealt, "1.3"), did(ev.HandDealt, "1.3"))
    hint = table.batch[1].cards.hint  # type: ignore[attr-defined]
    assert set(hint.none_of) == {"bomber", "ogre", "saboteur", "spy"}
    with pytest.raises(AnswerNeeded, match="'ogre' cannot be"):
        seated("archer cook giant knight ogre", rules=ONLINE)


def test_1_3_a_purple_card_drawn_by_mistake_goes_under_no_gate() -> None:
    """Everybody takes a card under a Gate for none of the purple ones, so that one which came to a hand against the rules stays there."""
    table = seated(FIVE, OTHER).add(CardTaken(seat=A, deck=ev.DRAW, card=secret("spy", to=(A,))))
    table.refuses(place("spy", "gate:A"), "placed", "1.3").refuses(place("spy", "castle:A"), "placed", "1.3")
    assert CASTLE.play is not None
    offered = {
        str(face) for command in CASTLE.play.legal(table.position()) if isinstance(command, cmd.Place) for face in command.card.faces
    }
    assert offered == {*FIVE.split(), *OTHER.split()}
    table.when(place("archer", "gate:A")).then(did(ev.CardPlaced, "1.5"))


def test_1_4_purple_cards_return_after_their_round() -> None:
    """As we read the printed rules they are shuffled in when the round's cards are placed, and the next deal may hold them."""
    table = seated("archer giant knight ogre spy", "cook worker", OTHER)
    table = placed(table, "A", "archer cook giant knight")
    table = placed(table, "B", "advisor dragon priest squire", "archer archer giant giant ogre", "medic", FIVE.replace("worker", "medic"))
    table.then(
        did(ev.CardPlaced),
        did(ev.PurpleShuffledIn, "1.4"),
        did(ev.HandDealt),
        did(ev.PurpleShown, cards=("ogre",)),
        did(ev.PurpleReplaced),
        did(ev.NoPurpleHeld),
        *DEALT,
    )
    table.lies(aside="ogre")


def test_1_4_purple_cards_return_after_set_up() -> None:
    """With the other reading they lie aside through both rounds and come back before the first turn."""
    table = seated("archer giant knight ogre spy", "cook worker", OTHER, game=reading(purple_returns="after set-up"))
    table = placed(table, "A", "archer cook giant knight")
    table = placed(table, "B", "advisor dragon priest squire", "archer archer giant giant knight", FIVE.replace("archer", "medic"))
    table.then(did(ev.CardPlaced), *DEALT, *DEALT).lies(aside="ogre spy")
    table = placed(table, "A", "archer archer giant giant")
    table = placed(table, "B", "cook knight medic giant", "ogre")
    table.then(did(ev.CardPlaced), did(ev.PurpleShuffledIn, "1.4"), did(ev.TurnBegan), did(ev.CardDrawn))
    table.lies(aside="", hand_A="knight ogre worker")


def test_1_5_four_and_four_and_two() -> None:
    """Two cards go under the Gate and two under the Castle, face down, the first on top; after two rounds the hand has two cards."""
    table = second_round(seated(FIVE, OTHER))
    table.lies(gate_A="archer cook", castle_A="giant knight", hand_A="archer archer giant giant knight worker")
    table = placed(table, "A", "archer giant knight worker")
    table = placed(table, "B", "cook dragon jester priest", "medic")
    table.lies(
        gate_A="archer cook archer giant", castle_A="giant knight knight worker", hand_A="archer giant medic", hand_B="jester veteran"
    )
    table.shows("B", gate_A="none of bomber, ogre, saboteur, spy" + " none of bomber, ogre, saboteur, spy" * 3)
    assert Counter(type(event) for event in table.batch) == {ev.CardPlaced: 1, ev.TurnBegan: 1, ev.CardDrawn: 1}


def test_1_5_no_third_card_goes_under_a_gate() -> None:
    """In one round no pile gets a third card, no strange pile any, and no card that is not in the hand."""
    table = seated(FIVE, OTHER).when(place("archer", "gate:A")).when(place("cook", "gate:A"))
    table.refuses(place("giant", "gate:A"), "placed", "1.5")
    table.refuses(cmd.Place(seat=A, pile=ev.castle(B), card=place("giant", "gate:A").card), "pile", "1.5")
    table.refuses(place("dragon", "castle:A"), "hand", "2.3")
    table.refuses(end(), "set-up", "1.5")


def test_1_5_nothing_is_placed_after_the_set_up() -> None:
    """Once the turns have begun nothing is placed."""
    table = first_turn()
    table.refuses(place("medic", "gate:A"), "set-up", "1.5")


def test_a_table_that_answers_with_an_impossible_card_is_refused() -> None:
    """A card that the draw pile does not hold any more cannot be dealt."""
    with pytest.raises(AnswerNeeded, match="'ogre' is there 2 times, not 3"):
        seated("archer knight ogre ogre ogre")
    with pytest.raises(Contradiction, match="no-such-card cannot come from"):
        Table(header()).add(GameStarted(seats=(A, B), begins=A), ev.HandDealt(seat=A, cards=place("no-such-card", "gate:A").card))


def test_1_1_a_game_may_choose_its_readings() -> None:
    """What is set apart from the ruleset stands in the first event and holds for the whole game."""
    table = Table(header()).when(cmd.Start(seats=(A, B), begins=A, switches=(("purple_at_start", "never dealt"),)))
    table.then(did(GameStarted, "1.1"), did(ev.HandDealt, "1.3"), did(ev.HandDealt, "1.3"))


@pytest.mark.parametrize(
    "switches",
    [
        (("purple_at_start", "sometimes"),),
        (("purple", "never dealt"),),
        (("purple_returns", "after set-up"), ("purple_at_start", "never dealt")),
        (("purple_at_start", "redealt"), ("purple_at_start", "never dealt")),
    ],
)
def test_1_1_unknown_readings_are_refused(switches: tuple[tuple[str, str], ...]) -> None:
    """A switch or value that is not there, one named twice, or switches out of their order."""
    with pytest.raises(MalformedCommand):
        Table(header()).when(cmd.Start(seats=(A, B), begins=A, switches=switches))


def test_1_1_a_log_with_an_unknown_reading_folds_with_those_that_are_known() -> None:
    """It may come from a newer program; what happened can be replayed all the same."""
    switches = (("purple", "never dealt"), ("purple_at_start", "never dealt"))
    table = Table(header()).add(GameStarted(rule="1.1", seats=(A, B), begins=A, switches=switches))
    assert table.position().state.rules["purple_at_start"] == "never dealt"
