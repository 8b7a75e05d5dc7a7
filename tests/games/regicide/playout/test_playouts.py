"""Play-outs by the kernel: for which rules and positions it stands in, and what it answers."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.errors import MalformedCommand
from records.games.regicide.game import REGICIDE
from records.games.regicide.model.commands import Resign
from records.games.regicide.playout import places
from records.games.regicide.playout.deciding import decide, play_on
from records.games.regicide.playout.packing import Packing
from records.games.regicide.playout.playouts import KernelPlayouts, playouts
from records.games.regicide.playout.readings import MADE_FOR
from records.games.regicide.playout.tables import tables
from records.games.regicide.rulesets import RULESETS, SHEET_2021, SWITCHES
from support.playouts import Beside, world_of
from support.regicide import A, given, play, reading, says

if TYPE_CHECKING:
    from collections.abc import Sequence


class Told:
    """Play-outs that only say that they were asked."""

    fast = False

    def play(self, *_asked: Any, **_how: Any) -> Sequence[Sequence[int]]:
        """Return what no play-out comes to in Regicide."""
        return ((3,),)


OTHERWISE = Told()
KERNEL = KernelPlayouts(None, OTHERWISE)


def results(of: Any, commands: Sequence[Any], *, worlds: int = 4, seat: str = "A", graded: bool = False) -> Sequence[Sequence[int]]:
    """What commands come to in some worlds of a laid-out position."""
    position = of.playing.position
    drawn = [world_of(position, Random(nth)) for nth in range(worlds)]  # noqa: S311 -- a test
    return KERNEL.play(position, seat, drawn, commands, range(worlds), graded=graded)  # type: ignore[arg-type]  # a seat


@pytest.mark.parametrize("rules", RULESETS.values(), ids=lambda rules: rules.name)
def test_the_sheets_are_played(rules: Any) -> None:
    """The three sheets are what the kernel was made for."""
    assert isinstance(playouts(rules, None, OTHERWISE), KernelPlayouts)


@pytest.mark.parametrize(("name", "value"), [(switch.name, value) for switch in SWITCHES for value in switch.values])
def test_any_other_reading_is_left_to_the_rules(name: str, value: str) -> None:
    """Each value of each switch is named as one that the kernel plays, or by it there are no such play-outs."""
    assert (playouts(SHEET_2021.with_settings({name: value}), None, OTHERWISE) is None) == (value not in MADE_FOR[name])


def test_a_new_switch_is_left_to_the_rules() -> None:
    """The kernel plays by no rules with a switch that it does not know."""
    more = msgspec.structs.replace(SWITCHES[0], name="weather")
    assert playouts(replace(SHEET_2021, switches=(*SWITCHES, more)), None, OTHERWISE) is None


def test_a_reading_of_the_record_counts() -> None:
    """Where the game itself was begun by another reading, its positions are played by the rules."""
    game = reading(defeat="health exceeded")
    assert results(given(game=game, A="c2", B="c3"), [None], worlds=1) == ((3,),)


@pytest.mark.parametrize("told", [{"A": "c2 d2 h2 s2 c3 d3 h3 s3 c4"}, {"A": "c2", "discard": "?"}], ids=["too many", "unnoted"])
def test_positions_beyond_a_game_are_left_to_the_rules(told: dict[str, str]) -> None:
    """A hand beyond its limit, or a card that nobody noted, is not what the kernel was made for."""
    assert results(given(**{"B": "c9", **told}), [None], worlds=1) == ((3,),)


def test_results_are_by_command_and_world() -> None:
    """The last King falls by one command in every world and not by the other, which gives all up."""
    of = given(royal="cK", damage=30, castle="", A="d10 c2", B="h9", tavern="c3 c4")
    assert results(of, [play("d10"), None, Resign(seat=A)]) == [[6] * 4, [6] * 4, [0] * 4]


def test_a_lone_player_is_graded_on_request() -> None:
    """By grade a win with one Jester is worth four sixths and with two two; without, six."""
    for flipped, aside, worth in (("", "J J", 6), ("J", "J", 4), ("J J", "", 2)):
        of = given(royal="cK", damage=30, castle="", A="d10 c2", flipped=flipped, aside=aside, tavern="c3 c4")
        assert results(of, [play("d10")], graded=True) == [[worth] * 4]
        assert results(of, [play("d10")]) == [[6] * 4]


def test_a_play_out_follows_from_its_seed() -> None:
    """The same world, command and seed give the same end, alone or among others."""
    beside = Beside.dealt("regicide/2021", 3, 2)
    position, seat = beside.live.at_rest, beside.live.state.active
    worlds = [world_of(position, Random(nth)) for nth in range(6)]  # noqa: S311 -- a test
    commands = REGICIDE.play.legal(position)[:2]  # type: ignore[union-attr]  # Regicide has rules
    whole = KERNEL.play(position, seat, worlds, commands, range(6))
    assert {result for row in whole for result in row} == {0, 6}
    for nth in (1, 4):
        assert KERNEL.play(position, seat, worlds[nth : nth + 1], commands[1:], [nth]) == [[whole[1][nth]]]


@pytest.mark.parametrize("alone", [True, False])
def test_no_card_costs_less_than_nought(alone: bool) -> None:
    """So the search for the cheapest discard may leave out what costs as much as the best so far."""
    assert min(tables(alone=alone)[places.KEPT : places.LIKELY]) >= 0


def test_what_is_said_is_no_move() -> None:
    """A statement is not played on from."""
    with pytest.raises(MalformedCommand, match="Say"):
        results(given(A="c2", B="c3"), [says("public-fact")])


def test_told_or_decided_the_same_follows() -> None:
    """A command comes to the same whether it is told or the players choose it, also after a Jester, where they pick by lot."""
    of = given(royal="cJ", A="J s3 h4", B="c9 d2 d8 h2 h7", C="h9 d7 s5 s6 c4", tavern="c5 c6 c7 c8 c10 d3 d4 d5 d6 h5", castle="sJ hQ sK")
    table, position = tables(alone=False), of.when(play("J")).playing.position
    ends = set()
    for seed in range(12):
        world = world_of(position, Random(seed))  # noqa: S311 -- a test
        s = [*Packing(position).filled(world, seed), *[0] * (places.SPACE - places.STATE)]
        chosen = decide(s.copy(), table)
        decided = play_on(s.copy(), table, places.POLICY)
        assert decided == play_on(s, table, chosen)
        ends.add((chosen, decided))
    assert len(ends) > 2
