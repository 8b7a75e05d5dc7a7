"""Games as they are played: one of each folded and filtered, and one of Castle Rampage frozen and asked for at the server."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any

from werkzeug.test import create_environ, run_wsgi_app

from bench.measure import Way, in_turns
from bench.report import Row, section
from bench.shelf import sqlite_url
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.viewers import LOCAL, OPEN
from records.knowledge.door import veil
from records.service import GameBook
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from web.app import create_app

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed.wsgi import WSGIEnvironment
    from flask import Flask

    from records.core.game import Game
    from records.service import NewGame
    from records.service.writing.ingest import Stored

GAME = "castle-rampage"
EVENTS = 300
ROUNDS = 20
"""Folds in one turn: a single one is over before the clock is warm."""
HERE = {"REMOTE_ADDR": "127.0.0.1"}
FOLDED, FILTERED = 0.6, 0.25
"""Microseconds an event."""
OTHERS = {"regicide": "", "creature-crush": "creature-crush/skirmish"}
"""Games that are folded and filtered beside it, each by a ruleset."""


def measure(folder: Path, *, turns: int, pages: int) -> None:
    """Print the section. ``pages`` random steps are asked for in one turn."""
    games = library()
    game = games[GAME]
    url = sqlite_url(folder / "castle.db")
    with ExitStack() as closing, GameBook(open_store(url), games=games) as book:
        added, *others = book.writing.add(
            LOCAL, _new(game, "castle-rampage/plain"), *(_new(games[name], ruleset) for name, ruleset in OTHERS.items())
        )
        view = book.record(LOCAL, added.id, OPEN)
        header, log, count = view.header, view.events, view.steps
        seat = header.seats[0]
        seen = veil(game.parts, log, seat)
        folder_of = Folder(game)

        def frozen_at_each() -> None:
            draft = folder_of.start(header)
            for recorded in log:
                folder_of.apply(draft, recorded)
                frozen(recorded.v, draft)

        def rounds(do: Callable[[], Any], count: int = count) -> Way:
            return Way(lambda _: [do() for _ in range(ROUNDS)], count * ROUNDS, clock=process_time)

        def other(one: Stored) -> dict[str, Way]:
            log = book.record(LOCAL, one.id, OPEN)
            game = log.game
            first = log.header.seats[0]
            return {
                f"fold {game.name}": rounds(lambda: Folder(game).fold(log.header, log.events), log.steps),
                f"door {game.name}": rounds(lambda: veil(game.parts, log.events, first), log.steps),
            }

        times = in_turns(
            {
                "fold": rounds(lambda: folder_of.fold(header, log)),
                "fold seat": rounds(lambda: folder_of.fold(header, seen)),
                "door": rounds(lambda: veil(game.parts, log, seat)),
                "frozen": rounds(frozen_at_each),
                **{name: way for one in others for name, way in other(one).items()},
            },
            turns,
        )
        app = create_app(book)
        steps = random.Random(1)  # noqa: S311 -- which pages, not a secret

        def opened() -> list[tuple[Flask, WSGIEnvironment]]:
            """A server that keeps nothing of any record yet."""
            fresh = create_app(closing.enter_context(GameBook(open_store(url), games=games)))
            _status(fresh, create_environ("/api/records", environ_base=HERE))
            return [(fresh, create_environ(f"/api/records/{added.id}/events?as={seat}", environ_base=HERE))]

        def asked(address: str) -> Way:
            wanted = [address.format(record=added.id, at=steps.randint(1, count), seat=seat) for _ in range(pages)]
            return Way(
                lambda requests: [_status(app, one) for one in requests],
                1000 * pages,
                prepare=lambda: [create_environ(one, environ_base=HERE) for one in wanted],
                check=lambda got: set(got) == {"200 OK"},
                clock=process_time,
            )

        shown = in_turns(
            {
                "page": asked("/records/{record}?at={at}&as={seat}"),
                "step": asked("/records/{record}/steps/{at}?as={seat}"),
                "table": asked("/records/{record}?at={at}&as=open"),
                "replay": Way(
                    lambda servers: [_status(app, one) for app, one in servers],
                    1000,
                    prepare=opened,
                    check=lambda got: got == ["200 OK"],
                    clock=process_time,
                ),
            },
            turns,
        )
    section(
        f"CASTLE RAMPAGE, a simulated record of {count} events; us of one core an event, ms a page",
        [
            Row("folded, all faces", times["fold"], aim=FOLDED),
            Row("folded, as a seat was shown it", times["fold seat"], aim=FOLDED),
            *(Row(f"folded, {name}", times[f"fold {name}"], aim=FOLDED) for name in OTHERS),
            Row("filtered for a seat: the door", times["door"], aim=FILTERED),
            *(Row(f"filtered for a seat, {name}", times[f"door {name}"], aim=FILTERED) for name in OTHERS),
            Row("folded and frozen at every step", times["frozen"]),
            Row("a page at a random step, as a seat", shown["page"], aim=4, unit="ms"),
            Row("a page at a random step, the open table", shown["table"], aim=4, unit="ms"),
            Row("what changes from step to step, as a seat", shown["step"], aim=2, unit="ms"),
            Row("all its events for a seat, from the database to bytes", shown["replay"], aim=5, unit="ms"),
        ],
        f"folded: {1e6 / times['fold'].median:,.0f} events a second; filtered: {1e6 / times['door'].median:,.0f}",
    )


def _new(game: Game, ruleset: str) -> NewGame:
    """Return the simulated game nearest to so many events."""
    return min(simulate(game, seed=7, games=24, ruleset=ruleset), key=lambda one: abs(len(list(one.entries)) - EVENTS))


def _status(app: Flask, environ: WSGIEnvironment) -> str:
    """Let the server answer a request, to the last byte."""
    _body, status, _headers = run_wsgi_app(app, environ, buffered=True)
    return status
