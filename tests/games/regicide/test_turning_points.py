"""The turning points of Regicide: royals that fall, great plays, attacks that are hardly survived, hands that are shown."""

from __future__ import annotations

import pytest

from records.core.logs.fold import Folder
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.knowledge.door import veil
from records.service.seen_log import SeenLog
from support.regicide import A, B, Table, discard, given, play


def told(table: Table, viewer: Viewer = PUBLIC) -> list[tuple[str, str]]:
    """Kind and words of each turning point, as a viewer is told them."""
    played = table.playing
    seen = SeenLog(played.game, Folder(played.game), played.header, viewer, veil(played.game.parts, played.log, viewer))
    return [(point.kind, str(point.says)) for point in seen.turning_points(len(seen.events)).values()]


def paid(table: Table, words: str) -> Table:
    """Go on with cards that are discarded against the attack."""
    return table.when(discard(words, answers=table.state.pending[0].id))


@pytest.mark.parametrize(("word", "says"), [("s5", "The hearts-jack falls to exactly enough damage."), ("s6", "The hearts-jack falls.")])
def test_a_royal_that_falls_is_a_turning_point(word: str, says: str) -> None:
    """It names the royal, and says where the damage was exactly enough."""
    assert ("fall", says) in told(given(royal="hJ", damage=15, A="s5 s6 s2", B="c5").when(play(word)))


def test_a_great_play_is_a_turning_point() -> None:
    """Its damage is said, in the second person to who played; a usual play is none."""
    table = given(royal="hK", A="c9 s2 s10 s9", B="c5").when(play("c9"))
    assert told(table) == [("attack", "A deals 18 damage with one play.")]
    assert told(table, A) == [("attack", "You deal 18 damage with one play.")]
    assert not told(given(royal="hK", A="s9 s2 s10 c10", B="c5").when(play("s9")))


@pytest.mark.parametrize(("hand", "says"), [("d2 s10", "an empty hand"), ("d2 s10 h3", "one card left")])
def test_an_attack_is_survived_by_the_cards_that_are_left(hand: str, says: str) -> None:
    """Everybody sees how many cards are left, and so everybody is told the same."""
    table = paid(given(royal="hJ", A=hand, B="c5", tavern="").when(play("d2")), "s10")
    for viewer, words in ((PUBLIC, "A survives"), (B, "A survives"), (A, "You survive")):
        assert ("escape", f"{words} an attack of 10 with {says}.") in told(table, viewer)


def test_many_cards_that_are_discarded_tell_the_others() -> None:
    """Four of another's hand at once; their owner, and who sees everything, knew them."""
    table = paid(given(royal="hJ", A="d2 h2 h3 h4 s2 c8 c9", B="c5", tavern="").when(play("d2")), "h2 h3 h4 s2")
    assert told(table, B) == told(table) == [("told", "4 cards from the hand of A are shown at once.")]
    assert told(table, A) == told(table, OPEN) == []
