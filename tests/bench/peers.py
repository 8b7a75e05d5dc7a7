"""Other libraries side by side: each in an environment of its own, its turns between ours, what came out checked each time."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from time import process_time
from typing import TYPE_CHECKING, Any

import msgspec

from bench.appending import added
from bench.at_random import batches, header_of
from bench.castle import EVENTS as CASTLE_EVENTS
from bench.castle import GAME as CASTLE
from bench.measure import Way, in_turns
from bench.peer_environment import NoPeersError, peers
from bench.play import EVENTS, entries, new_game
from bench.raw import RawSqlite, RowCount
from bench.reading import asked
from bench.report import Row, section
from bench.shelf import open_book, sqlite_url
from records.core.events import Recorded, name_of
from records.core.header import Header
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.viewers import LOCAL
from records.service.library import library
from records.service.writing.simulation import simulate

if TYPE_CHECKING:
    from pathlib import Path

    from bench.peer_environment import PeerProcess
    from records.core.game import Game
    from records.core.position import Position

TITLE = "PEERS"
ROUNDS = 20
"""Folds in one turn."""


def measure(folder: Path, *, turns: int, games: int) -> None:
    """Print the sections; ``games`` of ours are played at random in one turn."""
    log = entries(0)
    told = [[name_of(entry.event), msgspec.json.decode(msgspec.json.encode(entry.event))] for entry in log]
    file = folder / "events.json"
    file.write_bytes(msgspec.json.encode(told))
    try:
        with peers(folder, file) as process:
            _storing(folder, process, turns, told)
            _replaying(process, turns)
            _playing(process, turns, games)
    except NoPeersError as error:
        section(f"{TITLE}: not measured, their environment cannot be made: {error}", [])


def _theirs(process: PeerProcess, task: str, count: int, result: Any) -> Way:
    """Let the peers do a task, which comes to ``result`` each time."""
    return Way(lambda _: process.ask(task), count, check=lambda found: found == result, clock=lambda: process.seconds)


def _storing(folder: Path, process: PeerProcess, turns: int, told: list[list[Any]]) -> None:
    log, digest = entries(0), hashlib.sha256(_sorted(told)).hexdigest()
    with open_book(sqlite_url(folder / "peers.db")) as book:
        raw = RawSqlite(folder / "peers-raw.db", folder / "peers.db")
        written = in_turns(
            {
                "ours": replace(added(book, raw, RowCount(folder / "peers.db").count, [log])["ours"], clock=process_time),
                "library": _theirs(process, "library_append", EVENTS, EVENTS),
                "raw": _theirs(process, "raw_append", EVENTS, EVENTS),
            },
            turns,
        )
        record = book.writing.add(LOCAL, new_game(log))[0].id
        process.ask("library_append")
        read = {"library": _theirs(process, "library_read", EVENTS, digest)}
        ours = {"ours": replace(asked(book, [record], "cold"), clock=process_time)}
        first = in_turns(ours | read, turns)
        process.ask("raw_append")
        second = in_turns(ours | {"raw": _theirs(process, "raw_read", EVENTS, digest)}, turns)
    versions = ", ".join(f"{name} {version}" for name, version in process.versions.items())
    section(
        f"{TITLE}, the same {EVENTS} events stored in one transaction and read; us of one core an event",
        [
            Row("written: beside eventsourcing, an aggregate saved once", written["ours"], written["library"]),
            Row("eventsourcing, as its tutorial has it, SQLite", written["library"]),
            Row("written: beside sqlite3, rows of JSON", written["ours"], written["raw"]),
            Row("sqlite3, executemany", written["raw"]),
            Row("read, through the door: beside eventsourcing", first["ours"], first["library"]),
            Row("eventsourcing, repository.get", first["library"]),
            Row("read, through the door: beside sqlite3 and json", second["ours"], second["raw"]),
            Row("sqlite3, select and json.loads", second["raw"]),
        ],
        "eventsourcing and sqlite3 keep no chain, no seals, no header, no names and no shelf, and check no event",
        versions,
    )


def _replaying(process: PeerProcess, turns: int) -> None:
    games = library()
    castle = games[CASTLE]
    new = min(
        simulate(castle, seed=7, games=24, ruleset="castle-rampage/plain"), key=lambda one: abs(len(list(one.entries)) - CASTLE_EVENTS)
    )
    header = header_of(castle, new.seats, ruleset="castle-rampage/plain")
    folder, log = Folder(castle), _recorded(new)
    positions = _decided(castle, folder, header, log)
    legal = castle.play.legal if castle.play is not None else None
    if legal is None:
        raise AssertionError(f"{CASTLE} has rules")
    (plies, board), (boards, moves) = process.ask("chess_play"), process.ask("chess_legal")
    listed = sum(len(legal(position)) for position in positions)
    replayed = in_turns(
        {
            "ours": Way(lambda _: [folder.fold(header, log) for _ in range(ROUNDS)], len(log) * ROUNDS, clock=process_time),
            "chess": _theirs(process, "chess_replay", plies, [plies, board]),
        },
        turns,
    )
    process.ask("chess_play")
    found = in_turns(
        {
            "ours": Way(
                lambda _: sum(len(legal(one)) for one in positions), listed, check=lambda count: count == listed, clock=process_time
            ),
            "chess": _theirs(process, "chess_legal", moves, [boards, moves]),
        },
        turns,
    )
    section(
        f"{TITLE}, a game replayed, and what may be done at each of its decisions; each its own game; us of one core",
        [
            Row(f"Castle Rampage, {len(log)} events folded, an event", replayed["ours"], replayed["chess"]),
            Row(f"chess, {plies} plies pushed, a ply", replayed["chess"]),
            Row(f"Castle Rampage, {listed:,} legal commands, a command", found["ours"], found["chess"]),
            Row(f"chess, {moves:,} legal moves, a move", found["chess"]),
        ],
        f"legal: {1e6 / found['ours'].median:,.0f} commands a second at {len(positions)} decisions, "
        f"chess {1e6 / found['chess'].median:,.0f} moves at {boards}",
    )


def _playing(process: PeerProcess, turns: int, games: int) -> None:
    plies, board = process.ask("chess_play")
    actions, chips = process.ask("poker_play")
    ends, others = process.ask("regicide_play")
    if chips != [1200] or others:
        raise AssertionError(f"six players keep 1200 chips together, not {chips}; {others} games of {ends} have no end")
    ours = {name: [_random_game(game, seed) for seed in range(games)] for name, game in library().items() if game.simulation is not None}

    def played(name: str, *, by_game: bool = False) -> Way:
        game, expected = library()[name], ours[name]
        count = games if by_game else sum(decisions for decisions, _ in expected)
        return Way(
            lambda _: [_random_game(game, seed) for seed in range(games)], count, check=lambda found: found == expected, clock=process_time
        )

    taken = in_turns(
        {
            **{name: played(name) for name in ours},
            "chess": _theirs(process, "chess_play", plies, [plies, board]),
            "poker": _theirs(process, "poker_play", actions, [actions, chips]),
        },
        turns,
    )
    whole = in_turns({"ours": played("regicide", by_game=True), "theirs": _theirs(process, "regicide_play", ends, [ends, 0])}, turns)
    section(
        f"{TITLE}, games played at random, what may be done asked for each time; ours with all their events; us of one core a decision",
        [
            *(Row(f"{name}: beside chess", taken[name], taken["chess"]) for name in ours),
            *(Row(f"{name}: beside pokerkit", taken[name], taken["poker"]) for name in ours),
            Row("chess, a ply", taken["chess"]),
            Row("pokerkit, an action of six players at no-limit hold'em", taken["poker"]),
            Row("regicide, a game of two: beside the package regicide", whole["ours"], whole["theirs"]),
            Row("the package regicide, machine code from Rust, no events", whole["theirs"]),
        ],
        f"games of Regicide a second: {1e6 / whole['ours'].median:,.0f} with their events, {1e6 / whole['theirs'].median:,.0f} in Rust",
    )


def _random_game(game: Game, seed: int) -> tuple[int, int]:
    """Play a game of two at random and return how many decisions and events it had."""
    found = [len(batch) for batch in batches(game, seed)]
    return len(found), sum(found)


def _recorded(new: Any) -> list[Any]:
    return [Recorded(v, entry.cause, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1)]


def _decided(game: Game, folder: Folder, header: Header, log: list[Any]) -> list[Position[Any]]:
    """Return the position before each decision of a log at which something may be done."""
    draft, found = folder.start(header), []
    for recorded in log:
        if recorded.cause == recorded.v and recorded.v > 1:
            found.append(frozen(recorded.v - 1, draft))
        folder.apply(draft, recorded)
    return [position for position in found if game.play is not None and game.play.legal(position)]


def _sorted(told: Any) -> bytes:
    return json.dumps(told, sort_keys=True).encode()
