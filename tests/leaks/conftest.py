"""Two worlds that differ only in what Ben alone was told: how much, how often, and in which words."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from itertools import combinations
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


def _open(url: str, data: bytes, record: str | None) -> World:
    book = GameBook.open(url)
    (new,) = read_file(book.games, data, "archive.json", ImportOptions())
    return _stored(book, url, new, record)


def _stored(book: GameBook, url: str, new: NewGame, record: str | None) -> World:
    """Return the world of one record, under the id ``record`` if that is given."""
    stored = book.writing.add(LOCAL, new)[0].id
    if record is not None:
        twin = book.records.export(LOCAL, stored, "open")
        book.records.trash(LOCAL, stored)
        book.records.purge(LOCAL, stored)
        header = msgspec.structs.replace(twin.header, record=record)
        stored = book.writing.take_in(LOCAL, replace(twin, header=header)).id
    return World(book, url, stored)


@pytest.fixture
def worlds(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two stores whose one record has the same id and differs in Ben's channel alone."""
    first = _open(f"sqlite:///{tmp_path}/one.db", archive({2: [f"{BENS} 2"], 6: [f"{BENS} 6"]}), None)
    second = _open(f"sqlite:///{tmp_path}/two.db", archive({3: [OTHER_BENS] * 4, 6: [f"{BENS} 6"] * 2, 8: [OTHER_BENS]}), first.record)
    yield first, second
    first.book.close()
    second.book.close()


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


@pytest.fixture
def castle_worlds(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two stores whose one game of Castle Rampage differs in two faces that only Ben was ever shown."""
    castle = library()["castle-rampage"]
    (game,) = simulate(castle, seed=3, games=1, ruleset="castle-rampage/plain")
    one, other = sorted(_never_shown(castle.parts, game))[:2]
    books = [(GameBook.open(url), url) for url in (f"sqlite:///{tmp_path}/castle-one.db", f"sqlite:///{tmp_path}/castle-two.db")]
    first = _stored(*books[0], game, None)
    second = _stored(*books[1], _swapped(castle.parts, game, one, other), first.record)
    yield first, second
    for book, _url in books:
        book.close()


@pytest.fixture
def regicide_worlds(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two stores whose one game of Regicide differs in one card of Ben's hand that he alone was shown, and that was never played."""
    regicide = library()["regicide"]
    assert regicide.odds.values is not None
    for game in simulate(regicide, seed=1, games=40, players=3):
        held = _never_shown(regicide.parts, game)
        told = {word for entry in game.entries for word in msgspec.json.encode(entry.event).decode().split('"')}
        never = {card for card in tavern(3) if card not in told}
        if held and never and len(game.entries) > LONG_ENOUGH:
            break
    swapped = _swapped(regicide.parts, game, min(held), min(never))
    books = [(GameBook.open(url), url) for url in (f"sqlite:///{tmp_path}/regicide-one.db", f"sqlite:///{tmp_path}/regicide-two.db")]
    first = _stored(*books[0], game, None)
    second = _stored(*books[1], swapped, first.record)
    yield first, second
    for book, _url in books:
        book.close()


@pytest.fixture
def crush_worlds(tmp_path: Path) -> Iterator[tuple[World, World]]:
    """Two stores whose one game of CreatureCrush differs in two cards of Ben's camp that only he was ever shown: which came first."""
    crush = library()["creature-crush"]
    (whole,) = simulate(crush, seed=1, games=1)
    ends = [nth for nth, entry in enumerate(whole.entries) if entry.cause in {None, nth + 1} and nth > LONG_ENOUGH]
    for end in ends:
        game = replace(whole, entries=whole.entries[:end])
        pairs = combinations(sorted(_never_shown(crush.parts, game, nobodys=False)), 2)
        swapped = next((other for pair in pairs if (other := _swapped(crush.parts, game, *pair)).entries != game.entries), None)
        if swapped is not None:
            break
    books = [(GameBook.open(url), url) for url in (f"sqlite:///{tmp_path}/crush-one.db", f"sqlite:///{tmp_path}/crush-two.db")]
    first = _stored(*books[0], game, None)
    second = _stored(*books[1], swapped, first.record)
    yield first, second
    for book, _url in books:
        book.close()
