"""Simulated records done again: under their own reading they are themselves, and no seat is told what the open log does not say.

A share each time; a thousand records a game, and two hundred with every switch, by ``make soak``.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.core.logs.seals import Sealer
from records.core.viewers import PUBLIC
from records.knowledge.door import redact, veil
from records.rulings.redoing.compare import UNCLEAR, compare, reading_of
from records.rulings.redoing.stops import REFUSED, UNNOTED
from records.service.library import library
from records.service.writing.simulation import simulate
from support.soaking import rest_soaked

GAMES = [name for name, game in library().items() if game.simulation is not None]
SAME_AGAIN, JUDGED, CHUNK = 1_000, 200, 20
"""Records of a game that are done again under their own reading, and under every other; and so many in one test."""
SHARE, SHARE_JUDGED, SHARE_OF_READINGS = 1, 1, 15


def chunks(number: int, share: int) -> Iterator[Any]:
    """Seeds and numbers of records for each game: a share, and what only the soak does."""
    for game in GAMES:
        yield pytest.param(game, 0, share, id=f"{game}-share")
        for first in range(0, number, CHUNK):
            yield pytest.param(game, first + 1, CHUNK, id=f"{game}-{first}", marks=pytest.mark.soak)


def logs(name: str, seed: int, number: int) -> Iterator[tuple[Header, tuple[Recorded[Any], ...]]]:
    """Simulated records of a game, by its rulesets and numbers of players in turn."""
    game = library()[name]
    assert game.simulation is not None
    sorts = [(ruleset, players) for ruleset in game.rules.names for players in game.simulation.players]
    for nth in range(number):
        ruleset, players = sorts[(seed + nth) % len(sorts)]
        (new,) = simulate(game, seed=seed + nth, games=1, ruleset=ruleset, players=players)
        header = Header(record=RecordId("0" * 16), game=name, seats=new.seats, started=new.started, **game.rules.edition(ruleset))
        yield header, tuple(Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1))


@pytest.mark.parametrize(("name", "seed", "number"), [*chunks(SAME_AGAIN, SHARE)])
def test_a_record_gives_itself_again_with_chance_as_it_lay_from_the_first_play(name: str, seed: int, number: int) -> None:
    """Every event of it, in its order, and the same end."""
    game = library()[name]
    for header, log in logs(name, seed, number):
        own = reading_of(game, header, log)
        found = compare(game, header, log, own, own, lay_from=1)
        assert [event for play in found.a.plays for _, _, event in play.events] == [recorded.event for recorded in log]
        assert (found.a.leaves, found.parts, found.other_result) == (None, None, "no")


@pytest.mark.soak
@pytest.mark.parametrize(("name", "seed", "number"), [*chunks(JUDGED, SHARE_JUDGED)])
def test_a_verdict_from_a_seats_log_is_the_open_logs_or_none(name: str, seed: int, number: int, capsys: pytest.CaptureFixture[str]) -> None:
    """Of every switch; seats and the public take turns. The shares of what they could judge are printed."""
    game = library()[name]
    shares: Counter[str] = Counter()
    for nth, (header, log) in enumerate(logs(name, seed, number)):
        viewers = (*header.seats, PUBLIC)
        viewer = viewers[(seed + nth) % len(viewers)]
        own, seen = reading_of(game, header, log), veil(game.parts, log, viewer)
        readings = [own.with_settings({one.name: value}) for one in own.switches for value in one.values if value != own[one.name]]
        for other in readings[nth::SHARE_OF_READINGS] if number == SHARE_JUDGED else readings:
            full = compare(game, header, log, own, other).other_result
            told = compare(game, header, seen, own, other).other_result
            assert told in (UNCLEAR, full), (header.ruleset, seed + nth, other.settings, viewer)
            shares[f"{full}, told {'the same' if told == full else 'nothing'}"] += 1
    with capsys.disabled():
        told = "; ".join(f"{what}: {n}" for what, n in sorted(shares.items()))
        sys.stdout.write(f"\n{name}, seeds {seed} to {seed + number - 1}: {told}\n")


@pytest.mark.parametrize("viewer", rest_soaked(["A", "B", PUBLIC]))
def test_a_closed_card_that_the_other_reading_may_forbid_is_not_judged(viewer: Any) -> None:
    """A Spy was laid under the own Gate: who did not see it cannot say that "no Spy or Saboteur" would have changed nothing."""
    game = library()["castle-rampage"]
    ((header, log),) = logs(game.name, 16, 1)
    own = reading_of(game, header, log)
    other = own.with_settings({"purple_strengthens": "no spy or saboteur"})
    full = compare(game, header, log, own, other)
    assert (full.b.stop.kind, full.b.stop.paragraph) == (REFUSED, "3.4")
    for seen in (veil(game.parts, log, viewer), redact(Sealer(game.parts, bytes(32)), log, viewer)):
        told = compare(game, header, seen, own, other)
        assert (told.other_result, told.b.stop.kind) == (UNCLEAR, UNNOTED)


def test_a_play_that_stops_halfway_has_no_result() -> None:
    """Under "one card" the Robber's second card goes elsewhere, and its owner's log cannot tell what the winning play then costs."""
    game = library()["castle-rampage"]
    ((header, log),) = logs(game.name, 97, 1)
    own = reading_of(game, header, log)
    other = own.with_settings({"robber_takes": "one card"})
    full, told = (compare(game, header, seen, own, other) for seen in (log, veil(game.parts, log, "B")))
    assert (full.b.stop.kind, told.b.stop.kind) == (REFUSED, UNNOTED)
    assert (full.b.outcome, told.b.outcome) == (None, None)
    assert (full.other_result, told.other_result) == (UNCLEAR, UNCLEAR)


@pytest.mark.soak
def test_a_second_copy_that_nobody_saw_in_a_hand_is_not_taken_for_granted() -> None:
    """Where a robbed Bomber is spared, only who holds another one can discard one; whoever does not see that hand cannot judge it."""
    game = library()["castle-rampage"]
    ((header, log),) = logs(game.name, 9175, 1)
    own = reading_of(game, header, log)
    other = own.with_settings({"robbed_bomber": "spared"})
    stops = [compare(game, header, seen, own, other).b.stop.kind for seen in (log, veil(game.parts, log, "A"), veil(game.parts, log, "B"))]
    assert stops == [REFUSED, REFUSED, UNNOTED]
