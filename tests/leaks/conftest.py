"""Two worlds that differ only in what Ben alone was told: how much, how often, and in which words."""

from __future__ import annotations

import json
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import combinations
from shutil import copy
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from importers import read_file
from importers.base import ImportOptions
from records.core.hidden import HiddenParts
from records.core.secret import Sealed, Secret, secret
from records.core.viewers import LOCAL
from records.games.regicide.cards import tavern
from records.service import GameBook, NewGame
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
from support import thinking

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

no_route_thinks_unbounded = thinking.no_route_thinks_unbounded

TABLE, ANNA, BEN = "500000001", 90000001, 90000002
ANNAS, BENS = "quillfeather", "moonpebble"
"""Words that only Anna's and only Ben's channel carry."""
OTHER_BENS = "a-rather-longer-thing-than-before"
LONG_ENOUGH = 70
"""Events of a game of Regicide in which something has happened."""


def packet(number: int, move: int, seat: int | None, *lines: tuple[str, str, dict[str, Any]]) -> dict[str, Any]:
    """Return a packet of the archive, on the table's channel or on one player's.

    Ids hold the time of sending. On the table's channel and on Anna's they are the same in both worlds, since Anna is sent them.
    """
    stamp = 0x200 + number if seat == BEN else 0x100 + move if seat == ANNA else move
    return {
        "channel": f"/table/t{TABLE}" if seat is None else f"/player/p{seat}",
        "table_id": TABLE,
        "packet_id": str(number),
        "packet_type": "resend",
        "move_id": str(move),
        "time": str(1_700_000_000 + 20 * move),
        "data": [
            {"uid": f"{1_700_000_000 + 20 * move:08x}{stamp:03x}{nth:02x}", "type": kind, "log": log, "args": args}
            for nth, (kind, log, args) in enumerate(lines)
        ],
    }


def archive(bens: dict[int, list[str]]) -> bytes:
    """Return an archive of eight moves; ``bens`` says what Ben is told at which move, a packet for each word."""
    packets: list[dict[str, Any]] = []
    for move in range(1, 9):
        name, player = ("Anna", ANNA) if move % 2 else ("Ben", BEN)
        said = ("drawCards", "${player_name} draws a card", {"player_name": name, "player_id": player})
        packets.append(packet(len(packets) + 1, move, None, said))
        if move % 2:
            told = ("pDrawCards", "You draw ${card}", {"card": f"{ANNAS} {move}", "player_id": ANNA})
            packets.append(packet(len(packets) + 1, move, ANNA, told))
        for word in bens.get(move, ()):
            packets.append(packet(len(packets) + 1, move, BEN, ("pDrawCards", "You draw ${card}", {"card": word, "player_id": BEN})))
    players = [{"id": ANNA, "color": "#1863a5", "name": "Anna"}, {"id": BEN, "color": "#ffffff", "name": "Ben"}]
    return json.dumps({"status": 1, "data": {"logs": packets, "players": players}}).encode()


@dataclass(frozen=True)
class World:
    """A store with one record."""

    book: GameBook
    url: str
    record: str


@dataclass(frozen=True)
class Made:
    """The files of two stores, each with one record of the same id: made once, as it takes longer than most tests on them."""

    files: tuple[Path, Path]
    record: str


def _made(folder: Path, first: NewGame, second: NewGame) -> Made:
    files = (folder / "one.db", folder / "two.db")
    with GameBook.open(f"sqlite:///{files[0]}") as book:
        record = book.writing.add(LOCAL, first)[0].id
    with GameBook.open(f"sqlite:///{files[1]}") as book:
        stored = book.writing.add(LOCAL, second)[0].id
        twin = book.records.export(LOCAL, stored, "open")
        book.records.trash(LOCAL, stored)
        book.records.purge(LOCAL, stored)
        book.writing.take_in(LOCAL, replace(twin, header=msgspec.structs.replace(twin.header, record=record)))
    return Made(files, record)


@contextmanager
def _worlds(made: Made, folder: Path) -> Iterator[tuple[World, World]]:
    """Open copies of two stores."""
    urls = [f"sqlite:///{copy(file, folder / f'{made.files[0].parent.name}-{file.name}')}" for file in made.files]
    with GameBook.open(urls[0]) as first, GameBook.open(urls[1]) as second:
        yield World(first, urls[0], made.record), World(second, urls[1], made.record)


@pytest.fixture(scope="session")
def observed(tmp_path_factory: pytest.TempPathFactory) -> Made:
    """The two stores of ``worlds``, to read from."""
    told = ({2: [f"{BENS} 2"], 6: [f"{BENS} 6"]}, {3: [OTHER_BENS] * 4, 6: [f"{BENS} 6"] * 2, 8: [OTHER_BENS]})
    first, second = (read_file(library(), archive(bens), "archive.json", ImportOptions())[0] for bens in told)
    assert isinstance(first, NewGame)
    assert isinstance(second, NewGame)
    return _made(tmp_path_factory.mktemp("observed"), first, second)


@pytest.fixture
def worlds(observed: Made, tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two stores whose one record has the same id and differs in Ben's channel alone."""
    with _worlds(observed, tmp_path) as opened:
        yield opened


def _swapped(parts: HiddenParts, game: NewGame, one: str, other: str) -> NewGame:
    """Return the game with two faces changed for each other wherever Ben alone was shown them."""
    names = {one: other, other: one}

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if not isinstance(part, Secret) or part.known_to != ("B",):
            return part
        return secret(*(names.get(str(face), face) for face in part.faces), to=part.known_to, hint=part.hint)

    entries = []
    for entry in game.entries:
        rewrite = parts.rewrites[type(entry.event)]
        entries.append(replace(entry, event=rewrite(entry.event, "", visit)) if rewrite is not None else entry)
    return replace(game, entries=entries)


def _never_shown(parts: HiddenParts, game: NewGame, *, nobodys: bool = True) -> set[str]:
    """Return faces that Ben was dealt, and that neither Anna nor anybody else was ever shown.

    ``nobodys``: nor lie in a deck that nobody has seen, where the whole of a deck is dealt before anybody looks at it.
    """
    hidden: set[str] = set()
    others: set[str] = set()

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Secret) and (nobodys or part.known_to):
            (hidden if part.known_to == ("B",) else others).update(map(str, part.faces))
        return part

    for entry in game.entries:
        rewrite = parts.rewrites[type(entry.event)]
        if rewrite is not None:
            rewrite(entry.event, "", visit)
        for name in ("card", "cards"):
            open_faces = getattr(entry.event, name, ())
            others.update([open_faces] if isinstance(open_faces, str) else open_faces if isinstance(open_faces, tuple) else ())
    return hidden - others - {"?"}


@pytest.fixture(scope="session")
def _castle(tmp_path_factory: pytest.TempPathFactory) -> Made:
    castle = library()["castle-rampage"]
    (game,) = simulate(castle, seed=3, games=1, ruleset="castle-rampage/plain")
    one, other = sorted(_never_shown(castle.parts, game))[:2]
    return _made(tmp_path_factory.mktemp("castle"), game, _swapped(castle.parts, game, one, other))


@pytest.fixture
def castle_worlds(_castle: Made, tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two stores whose one game of Castle Rampage differs in two faces that only Ben was ever shown."""
    with _worlds(_castle, tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def _regicide(tmp_path_factory: pytest.TempPathFactory) -> Made:
    regicide = library()["regicide"]
    assert regicide.odds.values is not None
    for game in simulate(regicide, seed=1, games=40, players=3):
        held = _never_shown(regicide.parts, game)
        told = {word for entry in game.entries for word in msgspec.json.encode(entry.event).decode().split('"')}
        never = {card for card in tavern(3) if card not in told}
        if held and never and len(game.entries) > LONG_ENOUGH:
            break
    return _made(tmp_path_factory.mktemp("regicide"), game, _swapped(regicide.parts, game, min(held), min(never)))


@pytest.fixture
def regicide_worlds(_regicide: Made, tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two stores whose one game of Regicide differs in one card of Ben's hand that he alone was shown, and that was never played."""
    with _worlds(_regicide, tmp_path) as opened:
        yield opened


@pytest.fixture(scope="session")
def _crush(tmp_path_factory: pytest.TempPathFactory) -> Made:
    crush = library()["creature-crush"]
    (whole,) = simulate(crush, seed=1, games=1)
    ends = [nth for nth, entry in enumerate(whole.entries) if entry.cause in {None, nth + 1} and nth > LONG_ENOUGH]
    for end in ends:
        game = replace(whole, entries=whole.entries[:end])
        pairs = combinations(sorted(_never_shown(crush.parts, game, nobodys=False)), 2)
        swapped = next((other for pair in pairs if (other := _swapped(crush.parts, game, *pair)).entries != game.entries), None)
        if swapped is not None:
            break
    assert swapped is not None
    return _made(tmp_path_factory.mktemp("crush"), game, swapped)


@pytest.fixture
def crush_worlds(_crush: Made, tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two stores whose one game of CreatureCrush differs in two cards of Ben's camp that only he was ever shown: which came first."""
    with _worlds(_crush, tmp_path) as opened:
        yield opened
