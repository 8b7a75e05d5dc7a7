"""The law *exact* (design/knowledge: Tests): the engine says what every deal together says, and is exact wherever it claims so."""

from __future__ import annotations

from collections import Counter

import pytest

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.secret import secret
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.knowledge.door import veil
from records.knowledge.engine import Known, know
from records.service.library import library
from records.service.writing.simulation import simulate
from support.knowledge import bare
from support.knowledge.along import by_branches, by_deals
from support.knowledge.bare import BARE, DRAW, SEATS, VALUES
from support.knowledge.branches import Branches, TooWideError
from support.knowledge.random_games import Played
from support.knowledge.reading import differing
from support.soaking import rest_soaked

VIEWERS: tuple[Viewer, ...] = (*SEATS, PUBLIC, OPEN)
SEEDS = range(600, 640)
LENGTH = 18


def played(seed: int) -> Played:
    """Return a game of one of the law's numbers; of every fourth its writer missed some open cards."""
    return Played(seed, partial=seed % 4 == 3).run(LENGTH)


@pytest.mark.parametrize("seed", rest_soaked(SEEDS))
def test_candidates_and_weights_equal_every_deal(seed: int) -> None:
    """At every step of a tiny game, for every viewer, the engine claims to be exact and says what all deals together say."""
    play = played(seed)
    for viewer in VIEWERS:
        seen = veil(BARE.parts, play.log, viewer)
        known = Known(BARE, play.header, seen, viewer)
        for at, reference in enumerate(by_deals(BARE, play.header, seen, viewer, VALUES)):
            found = known.at(at)
            assert found.exact, f"step {at} as {viewer}"
            assert list(differing(reference(), found)) == [], f"step {at} as {viewer}"


def test_every_method_of_the_table_is_in_these_games() -> None:
    """The law's games use every method, each of them often enough to matter."""
    used = Counter(type(recorded.event).__name__ for seed in SEEDS for recorded in played(seed).log)
    assert {cls.__name__ for cls in bare.MOVES.values()} | {"PositionSet"} == set(used)
    assert min(used.values()) >= 5


@pytest.mark.soak
@pytest.mark.parametrize("viewer", [SEATS[0], PUBLIC])
def test_ten_unknown_cards_equal_every_deal(viewer: Viewer) -> None:
    """A fixed case of ten cards that nobody has seen: two drawn hidden, one of them laid, a word about the hand, a reshuffle, a look."""
    play = Played(7, "aaabbbccdd/")
    names = play.names(play.world.decks[DRAW])
    play.add(bare.Take(deck=DRAW, seat="B", cards=secret(*names[:3], to=("B",))))
    play.add(bare.Lay(seat="B", pile="row:B", slot="s2", card=secret(names[0], to=("B",)), at="top"))
    held = play.names(play.world.hands["B"])
    play.add(bare.Tell(place="hand:B", of=("a", "c"), at_least=min(1, sum(name in "ac" for name in held)), at_most=None))
    play.add(bare.Mill(deck=DRAW, zone="discard", cards=(names[3], names[4])))
    play.add(bare.Drop(seat="B", cards=(held[0],), zone="discard"))
    play.add(bare.ReturnAll(zone="discard", deck=DRAW))
    play.add(bare.Deal(deck=DRAW, pile="row:A", slot="s7", card=secret(*play.names(play.world.decks[DRAW][:1]), to=("A",)), at="top"))
    seen = veil(BARE.parts, play.log, viewer)
    *_before, last = by_deals(BARE, play.header, seen, viewer, VALUES)
    found = know(BARE, play.header, seen, viewer, len(seen))
    assert found.exact
    assert list(differing(last(), found)) == []


WHOLE = [("castle-rampage/plain-online", 1, "A"), ("castle-rampage/yucata", 4, "B"), ("castle-rampage/plain", 2, "public")]


@pytest.mark.soak
@pytest.mark.parametrize(("ruleset", "seed", "viewer"), WHOLE[:1])
def test_a_real_game_equals_the_branches(ruleset: str, seed: int, viewer: str) -> None:
    """In a game of Castle Rampage the engine says what the branch engine says."""
    assert _compared(ruleset, seed, viewer, steps=range(30, 80, 40)) == 2


@pytest.mark.soak
@pytest.mark.parametrize(("ruleset", "seed", "viewer"), WHOLE)
def test_whole_games_equal_the_branches(ruleset: str, seed: int, viewer: str) -> None:
    """The same in whole games, at every tenth step, as long as there are a few hundred branches."""
    for number in range(3):
        assert _compared(ruleset, seed + 10 * number, viewer, steps=range(10, 400, 10), limit=300) >= 5


def _compared(ruleset: str, seed: int, viewer_key: str, *, steps: range, limit: int = 40) -> int:
    """Compare a simulated game at some steps, as far as the branches go; return at how many."""
    game = library()["castle-rampage"]
    new = next(iter(simulate(game, seed=seed, games=1, ruleset=ruleset)))
    header = Header(record=RecordId("0123456789abcdef"), game=new.game, seats=new.seats, started=new.started, **game.rules.edition(ruleset))
    log = [Recorded(v, v, entry.at, "", entry.event) for v, entry in enumerate(new.entries[: steps[-1]], 1)]
    viewer: Viewer = PUBLIC if viewer_key == "public" else SeatKey(viewer_key)
    seen = veil(game.parts, log, viewer)
    known = Known(game, header, seen, viewer)
    compared = 0
    try:
        for at, reference in enumerate(by_branches(game, header, seen, viewer, Branches({}, limit=limit))):
            if at in steps and known.at(at).exact:
                assert list(differing(reference(), known.at(at))) == [], f"step {at}"
                compared += 1
    except TooWideError:
        pass
    return compared
