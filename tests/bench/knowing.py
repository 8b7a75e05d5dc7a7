"""What a seat could know, asked from scratch at steps of simulated Castle Rampage games: the aims are those of the design."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

from bench.measure import Samples
from bench.report import Row, section
from bench.shelf import sqlite_url
from records.core.viewers import LOCAL, Spectator
from records.knowledge.engine import Known, know
from records.knowledge.odds.attack import AttackOdds, attack_odds
from records.service import GameBook, RecordView
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store

GAME = "castle-rampage"
READINGS = {"castle-rampage/pegasus": "printed", "castle-rampage/yucata": "online"}
STRENGTHS = (3, 5, 8)
T = TypeVar("T")


def measure(folder: Path, *, games: int, steps: int) -> None:
    """Print the section: ``games`` of each reading, ``steps`` random steps of each game, asked as both seats."""
    pick = random.Random(1)  # noqa: S311 -- which steps, not a secret
    for ruleset, reading in READINGS.items():
        with GameBook(open_store(sqlite_url(folder / f"{reading}.db")), games=library()) as book:
            ids = [one.id for one in book.writing.add(LOCAL, *simulate(book.games[GAME], seed=21, games=games, ruleset=ruleset))]
            views = [book.record(LOCAL, record, seat) for record in ids for seat in ("A", "B")]
            asked = [(view, at) for view in views for at in pick.sample(range(view.steps + 1), min(steps, view.steps))]
            known, all_known = _timed(asked, _known)
            playing = [(view, at) for view, at in asked if view.position(at).state.phase == "play"]
            odds, found = _timed([(*one, pick.choice(STRENGTHS)) for one in playing], _odds)
        sure, exact = sum(all_known) / len(asked), sum(one.how == "exact" for one in found) / max(1, len(playing))
        section(
            f"WHAT A SEAT COULD KNOW, {reading} reading, {games} games; ms of one core a question, asked from scratch",
            [
                *_rows("all slots, the other hand, the draw pile", known, 10, 250),
                *_rows("odds of an attack", odds, 50, 500),
                Row(
                    "odds of an attack: largest standard error",
                    Samples((max((one.error for one in found), default=0.0) * 100,)),
                    aim=1.6,
                    unit="%",
                ),
            ],
            f"exact: {sure:.1%} of {len(asked)} (aim all), odds {exact:.1%} of {len(playing)} (aim 95 %)",
        )


def _known(view: RecordView, at: int) -> bool:
    return know(view.game, view.header, view.events, view.viewer, at).exact


def _odds(view: RecordView, at: int, strength: int) -> AttackOdds:
    way, worth = view.game.odds.assaults, view.game.board.worth
    if way is None or worth is None or isinstance(view.viewer, Spectator):
        raise TypeError(view.game)
    position = view.position(at)
    ask = Known(view.game, view.header, view.events, view.viewer).asking(at)
    (assault, *_others) = way(position.state, view.viewer)
    return attack_odds(ask, assault, strength, position.table.piles, worth(view.header))


def _timed(questions: Sequence[Any], answer: Callable[..., T]) -> tuple[list[float], list[T]]:
    """Return milliseconds for each question, sorted, and the answers."""
    taken, found = [], []
    for question in questions:
        start = process_time()
        found.append(answer(*question))
        taken.append((process_time() - start) * 1000)
    return sorted(taken), found


def _rows(what: str, taken: Sequence[float], median: float, most: float) -> list[Row]:
    def at(share: float) -> Samples:
        return Samples((taken[min(len(taken) - 1, int(share * len(taken)))],))

    return [
        Row(f"{what}: median", at(0.5), aim=median, unit="ms"),
        Row(f"{what}: p99", at(0.99), aim=most, unit="ms"),
        Row(f"{what}: the longest", at(1), unit="ms"),
    ]
