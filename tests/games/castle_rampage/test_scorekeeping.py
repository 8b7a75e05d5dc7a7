"""Writing down a real game: what is asked, what may be answered, what may stay unknown."""

from __future__ import annotations

import pytest

from records.core.asking.typed import TableQuestion, Typed
from records.core.shared import GameStarted, GameWon
from records.errors import AnswerNeeded, MalformedCommand
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from support.castle import CASTLE, ONLINE, A, B, Table, did, end, given, header, place, play, seated, strengthen


def asked(table: Table, command: cmd.CastleCommand, *answers: str) -> TableQuestion:
    """Return the question that is open after these answers."""
    assert CASTLE.play is not None
    assert CASTLE.recording is not None
    with pytest.raises(AnswerNeeded) as needed:
        CASTLE.play.decide(
            table.position(), command, Typed(CASTLE.recording.table, [answer.split() for answer in answers]), len(table.log) + 1
        )
    question = needed.value.question
    assert isinstance(question, TableQuestion)
    assert [answer for _question, answer in needed.value.answered] == [tuple(answer.split()) for answer in answers]
    return question


START = cmd.Start(seats=(A, B), begins=B)


def test_a_deal_asks_for_five_cards_that_are_still_there() -> None:
    """The question names event and seat, wants five, offers what the draw pile holds as often as it does, and lets faces be unknown."""
    question = asked(Table(header()), START)
    assert (question.event, question.seat, question.slot) == ("castle-rampage.hand-dealt/1", B, None)
    assert (question.least, question.most, question.unknown) == (5, 5, True)
    most = {option.key: option.most for option in question.options}
    assert (most["ogre"], most["knight"], most["fight-plan-3"]) == (2, 5, 1)
    after = {option.key: option.most for option in asked(Table(header()), START, "knight knight ogre ? ?", "ogre", "medic", "").options}
    assert after["knight"] == 3
    assert after["ogre"] == 1


def test_where_purple_is_never_dealt_it_is_not_offered() -> None:
    """The options are all cards that are not purple."""
    online, usual = ({option.key for option in asked(Table(about), START).options} for about in (header(ONLINE), header()))
    assert usual - online == {"ogre", "spy", "bomber", "saboteur"}
    assert online < usual


def test_purple_cards_in_a_known_hand_are_not_asked_for() -> None:
    """Where the whole hand is written down, what is shown follows from it; the cards that come for them are asked."""
    question = asked(Table(header()), START, "archer cook giant ogre spy")
    assert (question.event, question.least) == ("castle-rampage.purple-replaced/1", 2)
    assert asked(Table(header()), START, "archer cook giant knight medic").seat == A


def test_purple_cards_of_an_unknown_hand_are_asked_for() -> None:
    """Between those that are known to be there and all that may be; none is an answer."""
    question = asked(Table(header()), START, "? ? ? ogre ?")
    assert (question.event, question.least, question.most, question.unknown) == ("castle-rampage.purple-shown/1", 1, 5, False)
    table = seated("? ? ? ? ?", "", "? ? ? ? ?", "spy spy", "archer ?", "", begins=B)
    table.then(
        did(GameStarted, chance=""),
        did(ev.HandDealt, seat=B),
        did(ev.NoPurpleHeld, seat=B),
        did(ev.HandDealt, seat=A),
        did(ev.PurpleShown, seat=A, cards=("spy", "spy")),
        did(ev.PurpleReplaced, seat=A),
        did(ev.NoPurpleHeld, seat=A),
    )
    table.lies(hand_A="archer ? ? ? ?", hand_B="? ? ? ? ?", aside="spy spy")


def test_a_defender_that_is_known_is_not_asked_for() -> None:
    """The log has it, so it is turned over as it is."""
    table = given(hand_A="giant", gate_B="knight")
    assert CASTLE.play is not None
    assert CASTLE.recording is not None
    events = CASTLE.play.decide(table.position(), play("giant"), Typed(CASTLE.recording.table, ()), 2)
    assert ev.DefenderDestroyed in map(type, events)


def test_an_unknown_defender_is_asked_for() -> None:
    """By slot and strength; a card that lies elsewhere is not offered, and a face that nobody noted at least has a value."""
    table = given(hand_A="giant fight-plan-1", gate_B="? knight", castle_B="? medic")
    question = asked(table, play("giant"))
    top = table.position().table.piles[ev.gate(B)][0]
    assert (question.event, question.slot, question.seat) == ("castle-rampage.defender-revealed/1", top, B)
    keys = {option.key for option in question.options}
    assert "giant" in keys
    assert "fight-plan-1" not in keys
    assert {"?1", "?6"} < keys
    assert "?" not in keys
    assert str(question.asks) == "Which card is turned over in the Gate of B? The attack has 4."
    table.when(play("giant"), ["ogre"]).lies(gate_B="ogre knight")
    table.when(play("giant"), ["?4"]).lies(gate_B="knight", discard="? giant")
    more = table.when(play("fight-plan-1"), ["?3"], ["?6"])
    more.lies(gate_B="", castle_B="? medic", discard="? knight fight-plan-1")


def test_an_answer_that_does_not_fit_is_asked_again() -> None:
    """Too few, too many, a card that is not there so often, a word that is no option."""
    for answer, why in (
        ("archer", "wanted: 5, answered: 1"),
        ("archer " * 6, "wanted: 5, answered: 6"),
        ("ogre ogre ogre cook cook", "'ogre' is there 2 times, not 3"),
        ("archer cook giant knight dwarf", "'dwarf' cannot be"),
    ):
        with pytest.raises(AnswerNeeded, match=why) as needed:
            seated(answer)
        assert needed.value.wrong == why


def test_more_answers_than_questions_are_refused() -> None:
    """What was typed and not asked for is a mistake."""
    assert CASTLE.recording is not None
    typed = Typed(CASTLE.recording.table, [["archer"]])
    with pytest.raises(MalformedCommand, match="1 answers were typed in, 0 were asked for"):
        typed.close()


def test_cards_are_drawn_unseen_from_a_pile_that_knows_nothing() -> None:
    """Where the log does not know the draw pile, any card may come that is not known to lie elsewhere."""
    table = given(draw="? ? ?", hand_A="ogre ogre")
    keys = {option.key for option in asked(table, end()).options}
    assert "ogre" not in keys
    assert "knight" in keys
    table.when(end(), ["?"], ["knight"]).lies(hand_B="knight ?", draw="1")


def test_actions_are_what_is_legal_and_what_is_always_open() -> None:
    """Each card in each way, the end of the turn, a draw, and giving up, each of which is accepted; after the end nothing."""
    assert CASTLE.recording is not None
    table = given(hand_A="cook medic")
    found = CASTLE.recording.actions(table.position())
    assert [str(CASTLE.recording.tell(table.position(), command)) for command in found] == [
        "A plays cook.",
        "A plays medic.",
        "A strengthens the Gate with cook.",
        "A strengthens the Castle with cook.",
        "A strengthens the Gate with medic.",
        "A strengthens the Castle with medic.",
        "A ends the turn.",
        "A offers a draw.",
        "B offers a draw.",
        "A resigns.",
        "B resigns.",
    ]
    for command in found:
        table.when(command)
    offered = table.when(cmd.OfferDraw(seat=A))
    assert cmd.AgreeDraw(seat=B) in CASTLE.recording.actions(offered.position())
    assert CASTLE.recording.actions(table.add(GameWon(seat=A)).position()) == ()


def test_a_card_that_nobody_noted_can_be_played_and_laid() -> None:
    """The hand's unknown part stands in the list as a card to be named; what is laid face down may stay unknown."""
    assert CASTLE.recording is not None
    table = given(hand_A="cook ?")
    found = CASTLE.recording.actions(table.position())
    assert found[0] == play("?")
    assert strengthen("?", "gate:A") in found
    table.when(play("squire")).lies(hand_A="cook", display_A="squire")
    table.when(strengthen("?", "gate:A")).lies(hand_A="?", gate_A="?")  # it may have been the cook
    told = [
        str(CASTLE.recording.tell(table.position(), command))
        for command in (play("?"), strengthen("?", "gate:A"), strengthen("?", "castle:A"))
    ]
    assert told == [
        "A plays a card that nobody noted.",
        "A puts a card that nobody noted under the Gate.",
        "A puts a card that nobody noted under the Castle.",
    ]


def test_in_the_set_up_both_sides_may_place() -> None:
    """In whichever order they really did."""
    assert CASTLE.recording is not None
    table = seated("archer cook giant knight worker", "advisor dragon priest squire veteran")
    found = CASTLE.recording.actions(table.position())
    assert {command.seat for command in found if isinstance(command, cmd.Place)} == {A, B}
    table.when(place("dragon", "castle:B")).when(place("archer", "gate:A")).when(place("squire", "gate:B"))


def test_what_lies_in_sight_is_not_unseen() -> None:
    """Of each card as many may lie where nothing is known as are not known to lie anywhere."""
    assert CASTLE.recording is not None
    table = given(hand_A="ogre ?", gate_A="spy ?", discard="spy", display_B="squire", castle_A="medic", castle_B="medic", draw="? ?")
    unseen = CASTLE.recording.unseen(table.position())
    counts = {card: unseen.count(card) for card in ("ogre", "spy", "squire", "medic", "knight")}
    assert counts == {"ogre": 1, "spy": 1, "squire": 1, "medic": 0, "knight": 5}
