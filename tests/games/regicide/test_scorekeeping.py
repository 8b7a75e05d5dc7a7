"""Writing a real game down: what the table is asked, what it answers itself, and what may be written."""

from __future__ import annotations

import pytest

from records.core.viewers import OPEN
from records.errors import AnswerNeeded, ImpossibleEvent
from records.games.regicide.game import REGICIDE
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from records.games.regicide.recording.scorekeeping import SCOREKEEPING, actions, unseen
from support.regicide import A, B, Table, discard, given, play, reading, seated, start, yields

FULL = "h2 h3 h4 h5 h6 h7 h8"


def asked(table: Table, command: cmd.RegicideCommand, *answers: str) -> str:
    """What the table is asked when some of its answers are typed in."""
    with pytest.raises(AnswerNeeded) as needed:
        table.typed(command, *answers)
    return str(needed.value.question.asks)


def test_a_deal_is_asked_hand_by_hand() -> None:
    """Each hand, known or not, then the royal, which must be a Jack."""
    table = seated(2)
    assert asked(table, start(2)) == "Which 7 cards is A dealt?"
    assert asked(table, start(2), FULL) == "Which 7 cards is B dealt?"
    assert asked(table, start(2), FULL, "? ? ? ? ? ? ?") == "Which royal comes out of the castle?"
    dealt = table.typed(start(2), FULL, "? ? ? ? ? ? ?", "sJ").lies(OPEN, A=FULL, B="? ? ? ? ? ? ?", royal="sJ")
    assert dealt.state.active == A
    with pytest.raises(AnswerNeeded, match="cannot be"):
        table.typed(start(2), FULL, "? ? ? ? ? ? ?", "sK")
    with pytest.raises(AnswerNeeded, match="cannot be"):
        table.typed(start(2), FULL, FULL, "sJ")


def test_the_table_answers_what_it_knows() -> None:
    """A royal that is known on top of the Tavern is drawn without a question, and so is the last card of a deck."""
    table = given(royal="hJ", damage=15, A="s5 d3", B="c5", tavern="? ?", castle="dQ").typed(play("s5"))
    table.wrote(ev.RoyalRevealed, card="diamonds-queen")
    drawn = given(royal="cJ", A="d2 c9", B="c5", tavern="hJ").typed(play("d2")).lies(OPEN, A="c9 hJ")
    drawn.never(ev.RoyalDefeated)


def test_draws_are_asked_one_by_one() -> None:
    """Of cards whose place the log does not show, or not known."""
    table = given(royal="cK", A="d2 c9", B="c5", tavern="? ?", discard="h9")
    assert asked(table, play("d2")) == "Which card does A draw?"
    assert asked(table, play("d2"), "s4") == "Which card does B draw?"
    table.typed(play("d2"), "s4", "?").lies(OPEN, A="c9 s4", B="c5 ?")
    with pytest.raises(AnswerNeeded, match="cannot be"):
        table.typed(play("d2"), "h9")


def test_a_heart_is_asked_as_far_as_it_can_be_seen() -> None:
    """The pile's top card where it may not be looked through, the cards that went where it may, nothing where all of them go."""
    told = {"royal": "cK", "A": "h2 d9", "B": "c5", "tavern": "?", "discard": "c6 c7 c8 c9"}
    table = given(**told)
    assert "Which card lies on top" in asked(table, play("h2"))
    table.typed(play("h2"), "c8").wrote(ev.Healed, count=2, top=("clubs-8",)).lies(OPEN, tavern="? ? ?", discard="c8")
    table.typed(play("h2"), "?").lies(OPEN, discard="?")
    looked = given(**told, game=reading(discard_pile="looked through"))
    assert "The rest of the discard pile shows it" in asked(looked, play("h2"))
    looked.typed(play("h2"), "c6 c9").wrote(ev.Healed, moved=("clubs-6", "clubs-9"), unseen=None).lies(OPEN, discard="c7 c8")
    given(**{**told, "discard": "c6 c7"}).typed(play("h2")).wrote(ev.Healed, moved=("clubs-6", "clubs-7"))
    given(**{**told, "discard": "c6 ?"}).typed(play("h2")).wrote(ev.Healed, moved=(), top=())


def test_what_may_be_written() -> None:
    """Plays of a hand that nobody noted, discards as far as they may be enough, talk, and giving up."""
    table = given(royal="hJ", A="? ? c3", B="h5")
    found = actions(table.playing.position)
    assert [command.cards for command in found if isinstance(command, cmd.Play)] == [("?",), ("?", "?"), ("clubs-3",)]
    assert {command.seat for command in found if isinstance(command, cmd.Resign)} == {A, B}
    assert yields() in found
    assert len({str(SCOREKEEPING.tell(table.playing.position, command)) for command in found}) == len(found)
    suffering = given(royal="hJ", need=10, A="? c9", B="h5")
    assert [command.cards for command in suffering.legal if isinstance(command, cmd.Discard)] == [("?",), ("clubs-9", "?")]
    suffering.when(discard("?"))
    assert [command for command in given(A="c3").legal if isinstance(command, cmd.Say)] == []


def test_cards_that_may_lie_unseen() -> None:
    """Those of the game without the ones whose place the log shows; the Jesters by the number of players."""
    left = unseen(given(royal="hJ", A="? c9", B="h5", discard="d4", fight="J").playing.position)
    assert {"clubs-9", "hearts-5", "diamonds-4", "hearts-jack"} & set(left) == set()
    assert "jester" not in left
    assert unseen(seated(4).when(start(4)).playing.position).count("jester") <= 2


def test_the_dealer_says_what_it_cannot_know() -> None:
    """A card that nobody noted cannot be dealt by the program."""
    with pytest.raises(ImpossibleEvent, match="nobody noted what lies in tavern"):
        given(royal="cK", A="d2 c9", B="c5", tavern="?").when(play("d2"))
    assert REGICIDE.recording is SCOREKEEPING
