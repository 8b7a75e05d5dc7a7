"""Play-outs by the rules themselves."""

from __future__ import annotations

from typing import Any

import pytest

from core.test_filled import as_it_lies
from records.core.logs.fold import Folder
from records.core.playing.live_playouts import LivePlayouts
from records.core.playing.stream import Stream
from records.knowledge.door import veil
from records.review.moments import moments
from support.review.records import played
from support.soaking import one_in, shares

SETS = [
    ("regicide", "regicide/2021", 3),
    ("castle-rampage", "castle-rampage/plain", 2),
    ("creature-crush", "creature-crush/skirmish", 2),
    ("regicide", "regicide/2021", 1),
    ("castle-rampage", "castle-rampage/house", 2),
]


@pytest.mark.parametrize("every", shares(30, 6))
@pytest.mark.parametrize(("name", "rules", "players"), one_in(5, SETS))
def test_a_world_played_on_goes_as_the_full_log_does(name: str, rules: str, players: int, every: int) -> None:
    """Where the cards lie as they did, the same chance brings the same end; what the policy does is the same told or not."""
    game, header, log = played(name, rules, players, seed=4)
    assert game.play is not None
    assert game.simulation is not None
    playouts, folder = LivePlayouts(game.play, game.simulation), Folder(game)
    checked = 0
    for moment in list(moments(game, header, log))[1::every]:
        if moment.apart:
            continue
        whole = folder.position(header, log[: moment.version - 1])
        seen = folder.position(header, veil(game.parts, log[: moment.version - 1], moment.seat))
        seed, worth = 1000 + moment.version, game.simulation.value
        for command in (None, moment.played):
            end = playouts.end(whole, command, seed)
            assert end.state.outcome is not None
            assert playouts.play(seen, moment.seat, [as_it_lies(whole)], [command], [seed]) == [[worth(end.state.outcome, moment.seat)]]
        picks = Stream(seed)
        picks.begin(0)
        own = game.simulation.policy(whole, picks)
        if not isinstance(own, game.simulation.aside):
            assert playouts.end(whole, own, seed).state == playouts.end(whole, None, seed).state
        checked += 1
    assert checked


class _Counted(LivePlayouts):
    """Counts the games that it plays out."""

    ends = 0

    def end(self, *args: Any, **kwargs: Any) -> Any:
        self.ends += 1
        return super().end(*args, **kwargs)


@pytest.mark.parametrize(("name", "rules", "players"), one_in(5, SETS))
def test_what_the_policy_does_is_played_out_once_where_it_is_also_told(name: str, rules: str, players: int) -> None:
    """The results are those of each command alone, in every world."""
    game, header, log = played(name, rules, players, seed=4)
    assert game.play is not None
    assert game.simulation is not None
    moment = [moment for moment in moments(game, header, log) if not moment.apart][-4]
    folder, playouts = Folder(game), _Counted(game.play, game.simulation)
    whole = folder.position(header, log[: moment.version - 1])
    seen = folder.position(header, veil(game.parts, log[: moment.version - 1], moment.seat))
    worlds, seeds, commands = [as_it_lies(whole)] * 6, range(6), (moment.played, None)
    alone = [playouts.play(seen, moment.seat, worlds, [command], seeds)[0] for command in commands]
    apart, playouts.ends = playouts.ends, 0
    assert playouts.play(seen, moment.seat, worlds, commands, seeds) == alone
    assert playouts.ends < apart
