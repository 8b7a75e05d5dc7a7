"""Streams of a running game: from two worlds that differ in Ben's cards alone the same bytes at the same moments, and none too early."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from leaks.conftest import _made, _worlds
from leaks.test_callers import ROLES, answer, peopled, token_of
from leaks.test_delay import link_to
from leaks.test_players_write import game_of
from records.accounts.tokens import stored_form
from records.core.viewers import LOCAL, NO_DELAY, OPEN, Caller, CallerKind, Delay
from records.service import Entry
from records.store import Listed, Onlookers, Release
from records.values import replace
from support.listening import Listener, Rounds
from support.soaking import rest_soaked, soaked
from web.app import create_app
from web.live import wire
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from flask import Flask

    from leaks.conftest import Made, World

START = 40
"""Events that are there when somebody begins to listen."""
DELAYS = {"link": NO_DELAY, "behind steps": Delay(steps=3), "behind minutes": Delay(minutes=30), "behind both": Delay(1, 10)}
TOKENS = dict(zip(DELAYS, ("p" * 32, "q" * 32, "r" * 32, "s" * 32), strict=True))
WHO = {
    "anonymous": ("", {}),
    "anna": ("?as=A", {"Cookie": f"kiebitz={token_of('anna')}"}),
    "anna's program": ("", {"Authorization": f"Bearer {token_of('anna', 'kbz_')}"}),
    "eve": ("", {"Cookie": f"kiebitz={token_of('eve')}"}),
    **{name: ("", {"below": f"/s/{token}"}) for name, token in TOKENS.items()},
}
"""Of each listener the query and the headers; none of them has Ben's eyes."""
KEEPER = Caller("Tea", CallerKind.ACCOUNT, account="keytea", roles=frozenset(ROLES["tea"]), via="s")
LAST_HEARD = ("", "0", "7", "99999999999999999999", "-1", "x", "é", "7\t", "0x10", "null", "1,2")
"""What may stand in ``Last-Event-ID``."""


class Side:
    """One of the two worlds, with those who listen there."""

    def __init__(self, world: World, entries: list[Entry], start: datetime) -> None:
        self.book, self.record, self.entries = world.book, world.record, entries
        self.now, self.written = start, [start - timedelta(hours=5)] * START
        store = self.book._office.store
        peopled(store, self.record)
        self.book._office.policy.expect_accounts()
        self.book._office.gate.now = lambda: self.now
        store.access.own(self.record, KEEPER.account)
        store.access.release(self.record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC))
        store.access.reopen(self.record)
        for name, delay in DELAYS.items():
            store.sign_ins.put_link(replace(link_to(self.record, delay), digest=stored_form(TOKENS[name]), id=name, maker=KEEPER.account))
        self.app: Flask = create_app(self.book, Settings(metrics=True))
        self.rounds = self.app.extensions["kiebitz-watch"] = Rounds()
        self.listeners: list[tuple[str, Listener]] = []

    def listen(self, who: str, last: str) -> Listener:
        """Let somebody listen, who says that they heard ``last``; "" for nothing."""
        query, headers = WHO[who]
        sent = {name: value for name, value in headers.items() if name != "below"} | ({"Last-Event-ID": last} if last else {})
        one = Listener(self.app, f"{headers.get('below', '')}/records/{self.record}/follow{query}", sent)
        self.listeners.append((who, one))
        return one

    def write(self, number: int) -> None:
        """Write some events down."""
        done = len(self.written)
        batch = [replace(entry, at=self.now) for entry in self.entries[done : done + number]]
        if batch:
            self.book.writing.append(KEEPER, self.record, batch, expected=done)
            self.written += [self.now] * len(batch)

    def told(self) -> list[tuple[str, object, bytes]]:
        """Let everybody look once; returns what each heard."""
        self.rounds.next()
        self.rounds.settle([one for _who, one in self.listeners])
        return [(who, one.sent, one.heard()) for who, one in self.listeners]

    def due(self, delay: Delay) -> int:
        """Return how many events somebody behind may know of."""
        narrated = self.book.record(KEEPER, self.record, "public").timeline.versions
        passed = [
            (not delay.minutes or self.now - at >= timedelta(minutes=delay.minutes))
            and sum(one > version for one in narrated) >= delay.steps
            for version, at in enumerate(self.written, start=1)
        ]
        return passed.index(False) if False in passed else len(passed)

    def sights(self, callers: Sequence[str], paths: Sequence[str]) -> list[object]:
        """Return what pages say of the game beside its streams, to some callers."""
        found: list[object] = [answer(self.app, "/", {}), answer(self.app, f"/api/records/{self.record}", {})]
        return found + [answer(self.app, f"/records/{self.record}{path}", WHO[who][1]) for who in callers for path in paths]


@pytest.fixture(scope="session")
def halves(_castle: Made, tmp_path_factory: pytest.TempPathFactory) -> tuple[Made, list[list[Entry]]]:
    """The beginning of the game in two stores, and the whole of it from each world."""
    with _worlds(_castle, tmp_path_factory.mktemp("whole")) as whole:
        games = [game_of(world.book.record(LOCAL, world.record, OPEN)) for world in whole]
    first, second = (replace(game, entries=game.entries[:START], origin=None) for game in games)
    return _made(tmp_path_factory.mktemp("halves"), first, second), [list(game.entries) for game in games]


@pytest.fixture(autouse=True)
def no_word_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long a round takes, no word is sent by which a dead line is found."""
    monkeypatch.setattr(wire, "ASKED", 1e9)


def steps_in(heard: bytes) -> list[int]:
    """Return the numbers of steps that were sent."""
    return [json.loads(data)["steps"] for data in re.findall(rb"event: steps\ndata: (.*)\n", heard)]


def sides(halves: tuple[Made, list[list[Entry]]], folder: Path) -> Iterator[tuple[Side, Side]]:
    """Open both worlds."""
    made, entries = halves
    with _worlds(made, folder) as worlds:
        start = datetime.now(UTC)
        pair = Side(worlds[0], entries[0], start), Side(worlds[1], entries[1], start)
        yield pair
        for side in pair:
            side.rounds.hear_out([one for _who, one in side.listeners])


ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("write"), st.integers(1, 5)),
        st.tuples(st.just("wait"), st.sampled_from([60, 700, 2000])),
        st.tuples(st.just("back"), st.sampled_from([60, 3600])),
        st.tuples(st.sampled_from(sorted(WHO)), st.sampled_from(LAST_HEARD)),
    ),
    min_size=3,
    max_size=10,
)


EVERYDAY = 0, ("anonymous", "behind both"), ("", "/steps/41")
WHOLE = 25, ("anonymous", *TOKENS), ("", "/picture.png", "/sheet", "/steps/41")


@pytest.mark.parametrize(("examples", "callers", "paths"), [EVERYDAY, soaked(WHOLE)])
def test_twins_over_streams(
    halves: tuple[Made, list[list[Entry]]],
    tmp_path_factory: pytest.TempPathFactory,
    examples: int,
    callers: Sequence[str],
    paths: Sequence[str],
) -> None:
    """Whatever is written, whoever comes again, whatever they say that they heard: both worlds tell the same, and nobody reads ahead."""
    phases = [Phase.explicit, *([Phase.generate, Phase.shrink] if examples else [])]

    @settings(max_examples=examples or 1, phases=phases, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @example([("write", 4), ("behind both", "7"), ("wait", 700), ("write", 2), ("back", 3600), ("write", 1), ("anonymous", "x")])
    @given(ACTS)
    def tried(acts: list[tuple[str, int | str]]) -> None:
        for first, second in sides(halves, tmp_path_factory.mktemp("sides")):
            for side in (first, second):
                for who in WHO:
                    side.listen(who, "")
            _play(first, second, acts)
            assert first.sights(callers, paths) == second.sights(callers, paths)

    tried()


def _play(first: Side, second: Side, acts: list[tuple[str, int | str]]) -> None:
    last = dict[int, int]()
    for act, more in [("wait", 1), *acts]:
        for side in (first, second):
            match act:
                case "write":
                    side.write(int(more))
                case "wait":
                    side.now += timedelta(seconds=int(more))
                case "back":
                    side.now -= timedelta(seconds=int(more))
                case who:
                    side.listen(who, str(more))
        heard = first.told()
        assert heard == second.told(), (act, more)
        for nth, (who, _sent, body) in enumerate(heard):
            for steps in steps_in(body):
                assert steps <= first.due(DELAYS.get(who, NO_DELAY)), (who, act, more)
                last[nth] = steps
    assert last  # they were told at least once how far the game is


@pytest.mark.parametrize("who", rest_soaked(("behind steps", "anonymous", "behind minutes", "anna", "link"), 2))
def test_whatever_a_listener_says_that_they_heard_they_are_told_the_same(
    halves: tuple[Made, list[list[Entry]]], tmp_path: Path, who: str
) -> None:
    """Whose-ever, forged, negative, huge, or no number: each is told at once how far the game is for them, and no more."""
    for side, _other in sides(halves, tmp_path):
        side.write(6)
        told = []
        for last in LAST_HEARD[:4] if who == "anna" else LAST_HEARD:
            one = side.listen(who, last.encode().decode("latin-1"))
            side.rounds.settle([one])
            told.append((one.sent, one.heard()))
        assert all(before == after for before, after in pairwise(told))
        assert steps_in(told[0][1]) == [side.due(DELAYS.get(who, NO_DELAY))]
        assert side.due(DELAYS["behind steps"]) < len(side.written)


def test_a_stream_tells_when_the_game_is_over_and_ends_with_the_right_to_look(
    halves: tuple[Made, list[list[Entry]]], tmp_path: Path
) -> None:
    """A link that is revoked is told nothing more; a game that is closed says so, to who is minutes behind only when these have passed."""
    for side, _other in sides(halves, tmp_path):
        told = {who: side.listen(who, "") for who in ("anonymous", "link", "behind minutes")}
        side.told()
        store = side.book._office.store
        store.sign_ins.end_link("link", side.record)
        side.write(2)
        heard = {who: body for who, _sent, body in side.told()}
        assert heard["link"] == b""
        assert steps_in(heard["anonymous"]) == [START + 2]
        assert heard["behind minutes"] == b""
        store.access.close(side.record)
        closed = store.access.of(side.record)
        assert closed is not None
        assert closed.closed_at is not None
        heard = {who: body for who, _sent, body in side.told()}
        assert b"event: over" in heard["anonymous"]
        assert heard["behind minutes"] == b""
        side.now = closed.closed_at + timedelta(minutes=30)
        heard = {who: body for who, _sent, body in side.told()}
        assert steps_in(heard["behind minutes"]) == [START + 2]
        assert b"event: over" in heard["behind minutes"]
        assert all(not one.is_alive() for one in told.values()) or side.told()


def test_metrics_tell_nothing_of_who_follows_what(halves: tuple[Made, list[list[Entry]]], tmp_path: Path) -> None:
    """Both worlds show the same figures, apart from times and what is kept; they name no record."""
    for pair in sides(halves, tmp_path):
        figures = []
        for side in pair:
            for who in WHO:
                side.listen(who, "")
            side.write(3)
            side.told()
            text = side.app.test_client().get("/metrics").text
            assert side.record not in text
            figures.append([line for line in text.splitlines() if not re.search(r"seconds|bytes|created|cache", line)])
        assert figures[0] == figures[1]
        assert f"kiebitz_streams {len(WHO)}.0" in figures[0]


def test_the_shelf_shows_what_is_being_played_to_who_finds_it(halves: tuple[Made, list[list[Entry]]], tmp_path: Path) -> None:
    """With its steps so far, in both worlds alike; not once it is closed or is listed to nobody, and below no link."""
    for pair in sides(halves, tmp_path):
        for side in pair:
            side.write(3)
        shown = [answer(side.app, path, WHO["eve"][1]) for path in ("/playing", "/") for side in pair]
        assert (shown[0], shown[2]) == (shown[1], shown[3])
        steps = len(pair[0].book.record(KEEPER, pair[0].record, "public").timeline.versions)
        assert f"{steps} steps so far" in shown[0][2]
        assert f"/records/{pair[0].record}?at={len(pair[0].written)}" in shown[0][2]
        hidden = {"Cookie": f"{WHO['eve'][1]['Cookie']}; suspense=on"}
        assert "so far" not in answer(pair[0].app, "/playing", hidden)[2]
        store = pair[0].book._office.store.access
        for who in TOKENS:
            assert answer(pair[0].app, "/playing", WHO[who][1])[0] == 404
        store.release(pair[0].record, Release(listed=Listed.PLAYERS))
        assert pair[0].record not in answer(pair[0].app, "/playing", WHO["eve"][1])[2]
        store.release(pair[0].record, Release(listed=Listed.EVERYBODY, after=Onlookers.PUBLIC))
        assert pair[0].record in answer(pair[0].app, "/playing", {})[2]
        store.close(pair[0].record)
        assert pair[0].record not in answer(pair[0].app, "/playing", {})[2]
