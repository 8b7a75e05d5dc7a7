"""Whatever stands in a native file: it is taken and can be shown, or it is refused by an error of ours, and then nothing is stored."""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from importers import ImportOptions, native, read_file
from importers.storing import store_file
from records.core.logs.chain import Chain
from records.core.viewers import LOCAL
from records.errors import ImportRefused, RecordsError
from records.service import Exchanged, GameBook, NewGame
from records.service.library import library
from records.service.writing.simulation import simulate
from records.store import open_store
from records.values import replace
from support.archives import read as read_archive
from support.command_line import plain_archive
from support.mini_game import HOLLOW
from support.soaking import rest_soaked
from support.tiny import GAMES as TINY_GAMES
from support.tiny import new_game

GAMES = {**library(), **TINY_GAMES, "hollow": HOLLOW}
KEY = bytes(range(32))
SOURCES = ("tiny", "observed", "castle-rampage", "regicide")
unhurried = settings(max_examples=16, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


@cache
def whole(source: str) -> Exchanged:
    """A short record of a game, whole."""
    new: NewGame
    if source == "tiny":
        new = new_game()
    elif source == "observed":
        new = read_archive(plain_archive()).game
    else:
        (new,) = simulate(GAMES[source], seed=3, games=1)
        new = replace(new, entries=new.entries[:40])
    with shelf() as book:
        (stored,) = book.writing.add(LOCAL, new)
        return book.records.export(LOCAL, stored.id, "open")


def shelf() -> GameBook:
    """An empty book."""
    return GameBook(open_store("sqlite:///:memory:"), games=GAMES)


def taken_or_refused(data: bytes) -> None:
    """Import a file and look at all that it gives; a refusal leaves nothing behind."""
    try:
        read_file(GAMES, data, "game.jsonl", ImportOptions())
    except ImportRefused as refused:
        assert all(problem.line for problem in refused.problems)  # noqa: PT017 -- most files are refused, and some are not
        return  # before any store is opened
    with shelf() as book:
        try:
            (stored,) = store_file(book, LOCAL, data, "game.jsonl", ImportOptions())
        except RecordsError:
            assert (book.records.count(LOCAL), book.records.shelf(LOCAL).total) == ((0, 0), 0)
            return
        assert book.records.shelf(LOCAL).total == 1
        assert list(book.records.verify(LOCAL)) == []
        for viewer in ("open", "public", book.record(LOCAL, stored.id, "public").header.seats[0]):
            view = book.record(LOCAL, stored.id, viewer)
            assert view.timeline.steps is not None
            assert view.position(view.steps).table is not None
            again = native.write(book.games, book.records.export(LOCAL, stored.id, viewer), str(viewer))
            native.read(book.games, again, "again.jsonl")


odd = st.sampled_from(
    [None, True, 0, -1, 10**30, 1.5, "", "?", "A", "Z", "*", "s1", "s1.2", "draw", "hand:A", "gate:A", "\u0000", "\u2028", "x" * 300]
) | st.sampled_from([[], {}, [[]], ["A"], ["*"], ["?"], ["A", "A"], {"in": []}, {"not": ["x"]}, {"in": ["knight"], "not": []}])
numbers = st.integers(0, 10**6)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Paths of all values inside ``value``."""
    found = [path] if path else []
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        found += places(inner, (*path, key))
    return found


def changed(event: Any, path: tuple[Any, ...], how: Any) -> Any:
    """A copy of ``event`` with another value at ``path``; ``how`` is that, or a function of what stands there."""
    copy = json.loads(json.dumps(event))
    inner = copy
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = how(inner[path[-1]]) if callable(how) else how
    return copy


def rechained(source: Exchanged, bodies: list[Any]) -> bytes | None:
    """The file of these events with a chain that holds; None where one of them is no event."""
    game = GAMES[source.header.game]
    chain, log = Chain(game, source.header, KEY), []
    for body in bodies:
        line = {"v": 1, "cause": 1, "at": "2026-03-14T12:00:00Z", "prev": "", "event": body}
        try:
            event = game.codec.decode(msgspec.json.encode(line)).event
            log.append(chain.add(source.header.started, event)[0])
        except RecordsError:
            return None
    return native.write(GAMES, replace(source, key=KEY, log=log, head=chain.hash), "open")


@pytest.mark.parametrize("source", rest_soaked(SOURCES))
@unhurried
@given(data=st.data())
def test_events_of_another_content(source: str, data: st.DataObject) -> None:
    """Any value inside an event replaced by an odd one, or events left out, doubled or exchanged, in a file whose chain holds."""
    exchanged = whole(source)
    bodies = [json.loads(msgspec.json.encode(recorded.event)) for recorded in exchanged.log]
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(numbers) % len(bodies)
        match data.draw(st.sampled_from(["value", "value", "value", "lost", "twice", "exchanged"])):
            case "value":
                paths = places(bodies[at])
                bodies[at] = changed(bodies[at], paths[data.draw(numbers) % len(paths)], data.draw(odd))
            case "lost" if len(bodies) > 1:
                del bodies[at]
            case "twice":
                bodies.insert(at, bodies[at])
            case _:
                other = data.draw(numbers) % len(bodies)
                bodies[at], bodies[other] = bodies[other], bodies[at]
    file = rechained(exchanged, bodies)
    if file is not None:
        taken_or_refused(file)


@pytest.mark.parametrize("source", rest_soaked(SOURCES))
@unhurried
@given(data=st.data())
def test_bytes_of_another_kind(source: str, data: st.DataObject) -> None:
    """Any bytes of a file replaced, removed or put in."""
    file = native.write(GAMES, whole(source), "open")
    for _ in range(data.draw(st.integers(1, 3))):
        start, length = data.draw(numbers) % len(file), data.draw(st.integers(0, 12))
        put = data.draw(st.binary(max_size=6) | st.sampled_from([b'"', b"{", b"}", b"\n", b"[", b"\xff", b"0", b"\\ud800", b" "]))
        file = file[:start] + put + file[start + length :]
    taken_or_refused(file)


@unhurried
@given(
    st.lists(
        st.recursive(odd, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)), max_size=6
    )
)
def test_lines_of_any_json(lines: list[Any]) -> None:
    """Lines that are JSON and nothing of ours, behind a header that is."""
    head = native.write(GAMES, whole("tiny"), "open").split(b"\n")[:3]
    taken_or_refused(b"\n".join([*head, *(msgspec.json.encode(line) for line in lines)]) + b"\n")
