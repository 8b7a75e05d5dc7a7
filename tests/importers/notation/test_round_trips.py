"""Record, notation, record: equal in every event, cause and order, for whoever may look. A share each time, all by ``make soak``."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from records.core.game import Game
from records.core.ids import SeatKey
from records.core.viewers import OPEN, PUBLIC
from records.core.wording.notation import Notation
from records.knowledge.door import veil
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support.laws.games import GAMES_UNDER_LAW
from support.laws.sample import Sample, UnderLaw
from support.notation import goes_round, plain_words, recorded_of, unsealed
from support.soaking import one_in, rest_soaked

FULL = os.environ.get("KIEBITZ_SOAK") == "full"
MANY, CHUNKS = 2_000, 10
"""Games of each ruleset, and in how many parts they are tried."""
SHARE = 2
"""Games of each ruleset that are tried each time, spread over the numbers of players: one as it is, one as a seat saw it."""
ABLE = {name: game for name, game in library().items() if game.recording is not None and game.simulation is not None}


def rulesets() -> Iterator[Any]:
    """Every ruleset of every game that is written down."""
    for game in ABLE.values():
        for nth, ruleset in enumerate(game.rules.names):
            players = game.simulation.players if game.simulation else ()
            share = game, ruleset, players[nth % len(players) :] + players[: nth % len(players)], 0, SHARE
            yield pytest.param(*share, id=f"{ruleset}-share", marks=[pytest.mark.soak] if nth else [])
            for chunk in range(CHUNKS):
                yield pytest.param(game, ruleset, players, chunk + 1, MANY // CHUNKS, id=f"{ruleset}-{chunk}", marks=pytest.mark.soak)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "ruleset", "players", "chunk", "count"), list(rulesets()))
def test_simulated_games_go_round_for_everybody_without_event_lines(  # noqa: PLR0917 -- a case and what is measured
    game: Game, ruleset: str, players: tuple[int, ...], chunk: int, count: int, record_property: Callable[[str, object], None]
) -> None:
    """The open log, each seat's and the public's; what was played by the rules needs no event line."""
    lines = as_events = size = told = 0
    for number in range(count):
        (new,) = simulate(game, seed=1000 * chunk + number, games=1, ruleset=ruleset, players=players[number % len(players)])
        header, log = recorded_of(game, new)
        viewers = (OPEN, PUBLIC, *header.seats)
        for viewer in viewers if FULL else (viewers[2 * number % len(viewers)],):
            written = goes_round(game, header, veil(game.parts, log, viewer), viewer)
            lines, as_events = lines + written.lines, as_events + written.as_events
            size, told = size + len(written.text), told + len(log)
    record_property("measured", f"{ruleset}: {as_events} of {lines} batches as event lines, {300 * size / told:.0f} bytes for 300 events")
    assert as_events == 0
    assert 300 * size / told <= 3_000


@pytest.mark.parametrize("game", rest_soaked([pytest.param(game, id=name) for name, game in ABLE.items()]))
def test_titles_times_and_generated_forms_go_round(game: Game) -> None:
    """The same games in other words; a game that names places and turns alone needs no forms of its own."""
    (new,) = simulate(game, seed=3, games=1)
    header, log = recorded_of(game, new)
    assert goes_round(game, header, log, OPEN, language="de").as_events == 0
    assert goes_round(game, header, log, OPEN, times=True).as_events == 0
    assert goes_round(plain_words(game), header, log, OPEN).as_events == 0


def test_a_game_that_registers_nothing_goes_round() -> None:
    """Without places lines that name them are event lines; the rest has generated forms."""
    bare = replace(ABLE["regicide"], notation=Notation())
    (new,) = simulate(bare, seed=3, games=1)
    header, log = recorded_of(bare, new)
    assert goes_round(bare, header, log, OPEN).as_events == 0
    castle = replace(ABLE["castle-rampage"], notation=Notation())
    (new,) = simulate(castle, seed=3, games=1)
    header, log = recorded_of(castle, new)
    assert 0 < goes_round(castle, header, log, OPEN).as_events < len(log)


UNDER_LAW = {name: under for name, under in GAMES_UNDER_LAW.items() if name in ABLE}


@pytest.mark.parametrize("under", UNDER_LAW.values(), ids=UNDER_LAW)
@pytest.mark.parametrize("examples", [pytest.param(4, id="few"), pytest.param(600, id="many", marks=pytest.mark.soak)])
def test_logs_with_facts_slips_and_broken_rules_go_round(under: UnderLaw, examples: int) -> None:
    """Take-backs, corrections, exposed and returned cards, gaps, positions, partial records, and decisions that a rule forbids."""

    def law(sample: Sample, nth: int) -> None:
        viewer = sample.viewers[nth % len(sample.viewers)]
        goes_round(sample.game, sample.header, unsealed(sample.game, sample.seen(viewer)), viewer)

    tried = settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck))(
        given(under.samples, st.integers(min_value=0, max_value=4))(law)
    )
    tried()


@pytest.mark.parametrize(("seed", "viewer"), one_in(2, [(2077, "B"), (5101, "public")]))
def test_a_known_and_an_unknown_card_of_one_name_pay_together(seed: int, viewer: str) -> None:
    """What the log tells already is not written, but for what was hit: the name that stands there is the unknown card's."""
    game = library()["castle-rampage"]
    (new,) = simulate(game, seed=seed, games=1, ruleset="castle-rampage/yucata")
    header, log = recorded_of(game, new)
    eyes = PUBLIC if viewer == "public" else SeatKey(viewer)
    assert goes_round(game, header, veil(game.parts, log, eyes), eyes).as_events == 0
