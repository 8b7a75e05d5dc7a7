"""The laws, over every game: a small share each time, a thousand logs of each game by `make soak`, each made once for all laws."""

from __future__ import annotations

import os
from ast import literal_eval
from collections import Counter
from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from random import SystemRandom
from time import process_time

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings

from records.core.events import name_of
from records.core.shared import CardReturned, Corrected, PositionSet
from records.core.viewers import Viewer
from records.games.creature_crush.model.field_events import CampLookedThrough, SummonedByEffect
from records.service.library import library
from support.laws import fold_laws, line_laws, rule_laws, take_back_law
from support.laws.every import PER_LOG, PER_VIEWER
from support.laws.games import GAMES_UNDER_LAW, creature_crush, hollow, regicide
from support.laws.sample import Sample, UnderLaw
from support.soaking import rest_soaked
from support.war import UNDER_LAW as WAR_UNDER_LAW

FULL = os.environ.get("KIEBITZ_SOAK") == "full"
MANY = 1000 if FULL else 100
FEW, PARTS = 3, 4
"""Logs of each game that are tried each time, and the parts of the many, each with a seed of its own, that can be tried at once."""
SEED = int(os.environ.get("KIEBITZ_SEED") or (SystemRandom().randrange(10**9) if FULL else 1))
"""One for all laws of a run, so that they are tried on the same logs, which are made once. Each soak has others, unless it is told;
the daily share has the same ones, so that a change is judged by what it changed."""

GAMES = {**GAMES_UNDER_LAW, "war": WAR_UNDER_LAW}
"""By name; the last is the one that docs/new-game.md builds."""

counts = pytest.mark.parametrize(
    ("count", "part"),
    [
        pytest.param(FEW, 0, id="few"),
        *(pytest.param(MANY // PARTS, part, id=f"many-{part}", marks=pytest.mark.soak) for part in range(PARTS)),
    ],
)
games = pytest.mark.parametrize("game", [pytest.param(under, id=name) for name, under in GAMES.items()])
QUICK = {"observed", "war"}
"""Games whose rarest event a few logs have: that all are among the logs of the others is looked up in the soak."""
seen_games = pytest.mark.parametrize(
    "game", [pytest.param(under, id=name, marks=() if name in QUICK else pytest.mark.soak) for name, under in GAMES.items()]
)


def for_all(law: Callable[[Sample, Viewer], None]) -> Callable[[Sample], None]:
    """Return a law of what is seen as one of each seat, the public and the open table."""

    @wraps(law)
    def holds(sample: Sample) -> None:
        for viewer in sample.viewers:
            law(sample, viewer)

    return holds


LAWS: tuple[Callable[[Sample], None], ...] = (*map(for_all, PER_VIEWER), *PER_LOG)


def hold(
    game: UnderLaw, count: int, *laws: Callable[[Sample], None], part: int = 0, phases: Sequence[Phase] = tuple(Phase)
) -> tuple[Counter[str], dict[str, float]]:
    """Try laws on ``count`` logs of a game; a failure names the law, the log and the seed.

    Returns the logs of each ruleset, and the seconds of each law.
    """
    spent = dict.fromkeys((law.__name__ for law in laws), 0.0)
    of_rulesets = Counter[str]()

    def told(sample: Sample) -> None:
        of_rulesets[sample.header.ruleset] += 1
        for law in laws:
            start = process_time()
            try:
                law(sample)
            except Exception as error:
                error.add_note(f"{law.__name__}: {sample!r}; KIEBITZ_SEED={SEED}")
                raise
            spent[law.__name__] += process_time() - start

    tried = settings(max_examples=count, deadline=None, phases=phases, suppress_health_check=list(HealthCheck))(given(game.samples)(told))
    seed(SEED + part)(tried)()
    return of_rulesets, spent


@games
@counts
def test_every_law_holds(game: UnderLaw, count: int, part: int, record_property: Callable[[str, object], None]) -> None:
    """All laws hold for the logs of every game, and for each who may look at them."""
    start = process_time()
    of_rulesets, spent = hold(game, count, *LAWS, part=part)
    if FULL:
        logs = ", ".join(f"{number} of {ruleset}" for ruleset, number in sorted(of_rulesets.items()))
        laws = ", ".join(f"{law} {seconds:.1f}" for law, seconds in spent.items())
        record_property("measured", f"logs: {logs}; KIEBITZ_SEED={SEED}: {process_time() - start:.0f} s of one core, of these {laws}")


@pytest.mark.soak
@seen_games
def test_laws_see_every_event(game: UnderLaw) -> None:
    """Every event of the game's union occurs in its logs, but for those that its rules have no use for."""
    used = set(game.game.event_names) - game.unused
    found: set[str] = set()

    def note(sample: Sample) -> None:
        found.update(name_of(recorded.event) for recorded in sample.log)

    few = settings(max_examples=50, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    looked = few(given(game.samples)(note))
    eventful = looked if game.eventful is None else few(given(game.eventful)(note))
    for number in range(400):  # until all are there; the rarest may take some thousand logs
        if not found >= used:
            seed(number)((eventful, looked)[number % 2])()
    assert found == used


def test_two_seats_may_have_been_shown_different_cards_of_a_hand_that_is_taken_back() -> None:
    """A partial record in which A was shown a moth of C's hand and B an owl: what each is shown again is another card."""
    sample = hollow.make("partial", 208861, 50)
    for viewer in sample.viewers:
        take_back_law.takes_back(sample, viewer)


@pytest.mark.parametrize(("number", "length"), rest_soaked([(365, 50), (5549, 90)]))
def test_what_a_take_back_notes_first_is_shown_to_who_saw_the_card(number: int, length: int) -> None:
    """Two partial records in which a card was seen on two ways that were given up, and its face was noted on one of them alone."""
    sample = hollow.make("partial", number, length)
    for viewer in sample.viewers:
        take_back_law.takes_back(sample, viewer)


def test_a_face_that_is_corrected_stands_in_each_event_that_showed_the_card() -> None:
    """A partial record that notes a face by a correction, of a card that a seat had been shown without its face."""
    sample = hollow.make("partial", 722, 20)
    for viewer in sample.viewers:
        fold_laws.square(sample, viewer)
    (correction,) = [recorded.event for recorded in sample.log if isinstance(recorded.event, Corrected)]
    assert [replacement.version for replacement in correction.of] == [7, 14]


def test_a_position_is_logged_as_it_is_read_so_that_other_worlds_can_be_made_of_it() -> None:
    """A lone player's game with its cards laid out again: the law finds each closed part in the log with the cards that it means."""
    sample = regicide.make("facts", 0, 40)
    laid = [recorded.event for recorded in sample.log if isinstance(recorded.event, PositionSet)]
    assert laid
    assert all(sample.game.written(position, sample.header) is position for position in laid)
    for viewer in sample.viewers:
        rule_laws.rename(sample, viewer)


def test_a_camp_is_looked_through_again_where_a_card_was_put_back_on_it_meanwhile() -> None:
    """A game in which a card comes onto the camp between a look through it and the creature that is summoned out of it."""
    sample = creature_crush.put_back(136, 120)
    for viewer in sample.viewers:
        fold_laws.square(sample, viewer)
        rule_laws.audit(sample, viewer)
    back, summoned = (next(r.v for r in sample.log if isinstance(r.event, kind)) for kind in (CardReturned, SummonedByEffect))
    looks = [recorded.v for recorded in sample.log if isinstance(recorded.event, CampLookedThrough)]
    assert looks[0] < back < looks[1] < summoned


def test_a_card_that_is_turned_up_and_not_noted_in_full_has_no_way_by_name() -> None:
    """A partial record in which a place is turned up of which only is noted what it may be."""
    sample = creature_crush.make("partial", 68, 20)
    for viewer in sample.viewers:
        line_laws.ways_end_where_they_are_asked(sample, viewer)


@games
def test_a_law_that_fails_says_so_with_its_log_and_seed(game: UnderLaw) -> None:
    """No warning of the length of a log takes the place of the failure, and the log can be made again."""

    def no_law(sample: Sample) -> None:
        assert not sample.log

    with pytest.raises(AssertionError) as failed:
        hold(game, 5, no_law, phases=(Phase.generate,))
    (note,) = [note for note in failed.value.__notes__ if note.startswith("no_law: ")]
    assert f"KIEBITZ_SEED={SEED}" in note
    assert len(note) < 200
    if game is not GAMES_UNDER_LAW["observed"]:
        kind, number, length = literal_eval(note[note.index("(") : note.index(")") + 1])
        made = import_module(note.split(": ")[1].split(".make(")[0]).make(kind, number, length)
        assert made.log


def test_every_game_is_under_the_laws() -> None:
    """A game that the program offers is in the list of games under law, with the very value that is offered."""
    assert {name: game for name, game in library().items() if GAMES_UNDER_LAW[name].game is not game} == {}
