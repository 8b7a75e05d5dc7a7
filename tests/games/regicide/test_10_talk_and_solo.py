"""§ 10 to 12: table talk, the lone player, the discard pile."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from records.core.asking.chance import ScriptedChance
from records.core.faces import known
from records.core.shared import Asked
from records.core.viewers import OPEN, PUBLIC
from records.errors import MalformedCommand
from records.games.regicide.deciding.talk import judged, true_of_hand
from records.games.regicide.model import events as ev
from records.service.writing.playing import dealer
from support.regicide import (
    OLD,
    ONLINE,
    REGICIDE,
    A,
    cards,
    did,
    discard,
    falls,
    flip,
    given,
    names,
    play,
    reading,
    says,
    seated,
    start,
    stuck,
)


def test_10_1_what_everybody_can_see_may_be_said() -> None:
    """Counts of hands, Tavern and castle are allowed, a wrong one is told as such; nothing else changes."""
    table = given(A="h2 h3", B="c5", tavern="s2 s3 s4", castle="hQ")
    for statement, number in (("hand-count", 2), ("tavern-count", 3), ("castle-count", 1)):
        said = table.when(says(statement, number=number))
        said.then(did(ev.TableTalk, "10.1", number=number), did(ev.TalkJudged, "10.1", verdict="allowed"))
        assert said.legal == table.legal
        table.when(says(statement, number=number + 1)).wrote(ev.TalkJudged, verdict="untrue")
    table.when(says("public-fact", text="The Jack is nearly down")).wrote(ev.TalkJudged, verdict="allowed")
    table.when(says("hand-count", "B", number=1)).wrote(ev.TalkJudged, seat="B", verdict="allowed")
    given(A="h2").refuses(says("public-fact"), "talk", "10.1")
    for wrong in (says("hand-count"), says("public-fact", number=3), says("holds", about=["queens"]), says("plans", text="x" * 201)):
        with pytest.raises(MalformedCommand):
            table.when(wrong)


@pytest.mark.parametrize("statement", ["holds", "lacks", "wishes", "plans", "claims-royal"])
def test_10_2_nothing_may_be_said_of_a_hand(statement: Any) -> None:
    """It is written down, for it was said; the rule forbids it, whether it is so or not."""
    for about in (["clubs-10"], ["hearts"], []):
        table = given(A="h2 h3", B="c5").when(says(statement, about=about, text="I've got a 10 of clubs"))
        table.then(did(ev.TableTalk, "10.2"), did(ev.TalkJudged, "10.2", verdict="forbidden"))


def test_10_2_what_is_said_is_held_against_the_hand_where_it_is_seen() -> None:
    """The verdict never depends on a hidden card; who sees the hand sees whether it is so, others do not."""
    table = given(A="h2 h3", B="c5")
    for about, true in ((("hearts", "2"), True), (("hearts", "5"), False), (("clubs",), False), (("hearts-3",), True)):
        said = ev.TableTalk(rule="10.2", seat=A, statement="holds", about=about)
        assert true_of_hand(table.playing.seen(A).table, said) is true
        assert true_of_hand(table.playing.seen(OPEN).table, ev.TableTalk(rule="10.2", seat=A, statement="lacks", about=about)) is not true
        assert true_of_hand(table.playing.seen(PUBLIC).table, said) is None
        assert judged(table.state, table.playing.seen(PUBLIC).table, said) == judged(table.state, table.playing.position.table, said)
    assert true_of_hand(table.playing.seen(A).table, ev.TableTalk(rule="10.2", seat=A, statement="wishes", about=("hearts",))) is None


def test_10_3_wishes_after_a_jester() -> None:
    """Until the next turn begins anyone may say whether to go next; before and after it is too late."""
    table = given(A="J h3", B="c5", C="d5")
    table.when(says("wants-next")).wrote(ev.TalkJudged, rule="10.3", verdict="too-late").has(wishes=())
    after = table.when(play("J")).when(says("wants-next", "B")).wrote(ev.TalkJudged, verdict="allowed")
    after = after.when(says("avoids-next", "C")).has(wishes=(("B", True), ("C", False)))
    (asked,) = after.state.pending
    after.when(names("A", "B", asked.id)).has(wishes=()).when(says("wants-next", "C")).wrote(ev.TalkJudged, verdict="too-late")


def test_11_1_two_jesters_may_be_flipped() -> None:
    """Each once, in the sheet of 2021; in the older one and in that of Board Game Arena none, and never in company."""
    table = given(royal="hJ", A="s2 s3", aside="J J", tavern="c2 c3 c4 c5 c6 c7 c8 c9 c10 d2 d3 d4 d5 d6 d7 d8 d9")
    once = table.when(flip("s2 s3")).lies(A="c2 c3 c4 c5 c6 c7 c8 c9", discard="s2 s3", aside="J", flipped="J")
    once.wrote(ev.JesterFlipped, rule="11.1", step=1).wrote(ev.CardDrawn, rule="11.3")
    twice = once.when(flip("c2 c3 c4 c5 c6 c7 c8 c9")).lies(aside="", flipped="J J")
    twice.refuses(flip("c10 d2 d3 d4 d5 d6 d7 d8"), "flip", "11.1")
    seated(1).when(start(1)).lies(aside="J J")
    for rules in (OLD, ONLINE):
        assert "aside" not in seated(1, rules=rules).when(start(1)).playing.position.table.decks
    with pytest.raises(MalformedCommand, match="take regicide/2021"):
        seated(1, rules=OLD).when(msgspec.structs.replace(start(1), switches=(("solo_flips", "two"),)))
    none = given(royal="hJ", A="s2", aside="J", game=reading(solo_flips="none"))
    none.refuses(flip("s2"), "flip", "11.1")
    assert "aside" not in seated(2).when(start(2)).playing.position.table.decks
    given(royal="hJ", A="s2", B="s3", aside="J").refuses(flip("s2"), "flip", "11.1")


def test_11_2_before_playing_or_before_discarding() -> None:
    """At the start of Step 1 or 4, also when the hand could not meet the attack; the whole hand, and the step that it is."""
    table = given(royal="hJ", A="s2 d3", aside="J", tavern="c2 c3 c4").when(play("s2"))
    (asked,) = table.state.pending
    table.refuses(falls(8, answers=asked.id), "fall", "6.4").refuses(flip("d3", 1, asked.id), "flip", "11.2")
    flipped = table.when(flip("d3", 4, asked.id)).lies(A="c2 c3 c4", discard="d3")
    flipped.wrote(Asked, what="discard", most=3).has(need=8)
    (again,) = flipped.state.pending
    flipped.when(discard("c2 c3 c4", answers=again.id))
    empty = given(royal="hJ", A="s2", aside="J", tavern="c2 c3 c4").when(play("s2"))
    assert empty.legal == (flip("", 4),)
    with pytest.raises(MalformedCommand, match="whole hand"):
        given(A="s2 s3", aside="J").when(flip("s2"))


def test_11_3_eight_cards_or_as_many_as_there_are() -> None:
    """No card that is discarded comes back, no immunity hinders it, and none is cancelled."""
    table = given(royal="dJ", A="s2 s3 s4", aside="J", tavern="c2 c3").when(flip("s2 s3 s4"))
    table.lies(A="c2 c3", tavern="", discard="s2 s3 s4").has(cancelled=False)
    given(royal="dJ", A="", aside="J", tavern="").when(flip("")).lies(A="")
    given(royal="dJ", A="", aside="J", tavern="").when(stuck()).wrote(ev.GameEnded, won=False)


@pytest.mark.parametrize(("aside", "flipped", "grade"), [("J J", "", "gold"), ("J", "J", "silver"), ("", "J J", "bronze")])
def test_11_4_grades_by_jesters_used(aside: str, flipped: str, grade: str) -> None:
    """Gold without, Silver with one, Bronze with two; a team has none, nor has who plays without these Jesters."""
    table = given(royal="hK", damage=38, A="s2", castle="", aside=aside, flipped=flipped).when(play("s2"))
    table.wrote(ev.GameEnded, won=True, grade=grade)
    assert table.playing.outcome is not None
    assert grade in str(table.playing.outcome.why).lower()
    given(royal="hK", damage=38, A="s2", B="", castle="").when(play("s2")).wrote(ev.GameEnded, grade="")
    given(rules=OLD, royal="hK", damage=38, A="s2", castle="").when(play("s2")).wrote(ev.GameEnded, grade="")


def test_12_1_all_that_comes_into_the_pile_is_seen() -> None:
    """In its order, by everybody."""
    table = given(royal="hQ", need=5, A="d2 d3", B="c5").when(discard("d3 d2"))
    table.lies(PUBLIC, discard="d3 d2").lies("B", discard="d3 d2")


def test_12_2_a_heart_makes_the_pile_uncertain() -> None:
    """Nobody knows which cards went, but for the top one that stays; who may look through the pile knows it; all of them are known."""
    order = ScriptedChance(cards("c9 c7 c8 c6"))
    closed = given(royal="cK", A="h2 d9", B="c5", tavern="", discard="c6 c7 c8 c9").when(play("h2"), chance=dealer(REGICIDE, order))
    closed.lies(OPEN, discard="c8", heap="c6").lies(PUBLIC, discard="c8", heap="?", tavern="? ?")
    (healed,) = [event for event in closed.playing.batch if isinstance(event, ev.Healed)]
    assert healed.unseen is not None
    assert (sorted(healed.unseen.faces), healed.unseen.known_to, healed.top) == (sorted(cards("c9 c7")), (), tuple(cards("c8")))
    looked = reading(discard_pile="looked through")
    opened = given(royal="cK", A="h2 d9", B="c5", tavern="", discard="c6 c7 c8 c9", game=looked).when(play("h2"))
    (healed,) = [event for event in opened.playing.batch if isinstance(event, ev.Healed)]
    assert healed.unseen is None
    assert all(map(known, healed.moved))
    assert "?" not in str(opened.playing.seen(PUBLIC).table.decks["tavern"][0].faces)
    given(royal="cK", A="h4 d9", B="c5", tavern="", discard="c6 c7").when(play("h4")).wrote(ev.Healed, moved=tuple(cards("c6 c7")))
