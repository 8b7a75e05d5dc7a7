"""The turning points of Castle Rampage: a hand that lies open, an attack that fells much, one that hardly fails."""

from __future__ import annotations

from records.core.logs.fold import Folder
from records.core.shared import TakenBack
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.knowledge.door import veil
from records.service.seen_log import SeenLog
from support.castle import A, B, Table, given, play
from support.castle_powers import use, weaken, whole


def told(table: Table, viewer: Viewer = PUBLIC) -> list[tuple[str, str]]:
    """Kind and words of each turning point, as a viewer is told them."""
    seen = SeenLog(table.game, Folder(table.game), table.header, viewer, veil(table.game.parts, table.log, viewer))
    return [(point.kind, str(point.says)) for point in seen.turning_points(len(seen.events)).values()]


def test_a_narrow_failure_is_an_escape() -> None:
    """An attack that lacks one or two is a turning point for everybody; one that lacks more is none."""
    table = given(hand_A="robber", gate_B="knight cook").when(play("robber"))
    assert told(table) == [("escape", "The attack of A fails by 1.")]
    assert told(table, A) == [("escape", "Your attack fails by 1.")]
    assert not told(given(hand_A="robber", gate_B="ogre").when(play("robber")))


def test_the_last_card_of_a_castle_counts_for_more() -> None:
    """Where only one card of the Castle is left it is said, and weighs more."""
    last = given(hand_A="robber", gate_B="", castle_B="giant").when(play("robber"))
    assert told(last) == [("escape", "Only the last card of the Castle holds: A lacks 1.")]
    more = given(hand_A="robber", gate_B="", castle_B="giant ogre").when(play("robber"))
    assert told(more) == [("escape", "The attack of A fails by 1.")]


def test_an_attack_that_fells_several_is_a_great_one() -> None:
    """Of one attack the last card that fell is listed, with how many there were."""
    table = given(hand_A="fight-plan-1", gate_B="cook cook knight", castle_B="ogre").when(play("fight-plan-1"))
    attacks = [words for kind, words in told(table, B) if kind == "attack"]
    assert attacks == ["A fells 3 cards with one attack."]


def test_a_hand_that_is_looked_at_tells_only_who_sees_it() -> None:
    """It is a turning point for the seat that looks; its owner, who watches and who sees everything anyway learn nothing."""
    table = whole(hand_A="house-scout", hand_B="cook medic", gate_B="ogre").when(use("house-scout"))
    assert ("told", "The hand of B is open to you: 2 cards.") in told(table, A)
    for viewer in (B, PUBLIC, OPEN):
        assert "told" not in {kind for kind, _ in told(table, viewer)}


def test_an_attack_that_is_stopped_is_an_escape() -> None:
    """The defender weakens it until nothing is left."""
    table = weaken(whole(hand_A="house-scout", hand_B="last-resort", gate_B="cook").when(use("house-scout")))
    assert ("escape", "The attack of A is stopped before it begins.") in told(table)


def test_what_was_taken_back_is_no_turning_point() -> None:
    """It is one at its own step still, but not after it was taken back."""
    table = given(hand_A="robber", gate_B="knight cook").when(play("robber"))
    after = table.add(TakenBack(to=1, why=""))
    assert told(table)
    assert not told(after)
