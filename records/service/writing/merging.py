"""Merges several people's own logs of one game into one record that names them all."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec

from records.core.events import Recorded
from records.core.folding import folded
from records.core.logs.merging import Disagreement, merge_logs
from records.core.logs.present import present
from records.core.secret import Sealed, Secret
from records.errors import MalformedCommand
from records.service.incoming import Entry, Exchanged, NewGame
from records.service.writing.record_builder import header_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.game import Game
    from records.core.header import Header
    from records.core.logs.merging import OwnLog
    from records.service.writing.ingest import Stored

__all__ = ["Disagreement", "Merged", "merged_game"]

_SAME = ("game", "ruleset", "ruleset_hash", "catalogue", "catalogue_hash", "seats")


class Merged(msgspec.Struct, frozen=True, kw_only=True):
    """The result of merging several logs."""

    stored: Stored | None
    """The new record; None where the logs disagree and none of them is trusted."""
    base: int
    """Number of the log that gave order and times, from 0."""
    disagreements: tuple[Disagreement, ...]
    """Every place where two logs say different things, in the order of the game."""


def merged_game(
    games: Mapping[str, Game], logs: Sequence[Exchanged | NewGame], trust: int | None = None
) -> tuple[NewGame | None, int, tuple[Disagreement, ...]]:
    """Return the game that several logs tell together, the number of the one that gave the order, and where they disagree.

    ``logs`` are two records or more, from files of whatever format, each with what its writer saw. Where they disagree no game is returned,
    unless ``trust`` is the number of the log (from 0) that is to be believed in these places.

    Raises ``MalformedCommand`` if they are not of one game, and if no log can open a sealed text.
    """
    if len(logs) < 2:  # noqa: PLR2004 -- a pair
        raise MalformedCommand("two logs or more can be brought together")
    if trust is not None and not 0 <= trust < len(logs):
        raise MalformedCommand(f"there is no log {trust + 1} to be trusted; there are {len(logs)}")
    headers = [one.header if isinstance(one, Exchanged) else header_of(one) for one in logs]
    _check_one_game(games, headers)
    game = games[headers[0].game]
    merged = merge_logs([present(game, header, _log(one)) for header, one in zip(headers, logs, strict=True)], trust)
    base = headers[merged.base]
    names, found = _names(logs, base, trust)
    found = (*found, *merged.disagreements)
    if found and trust is None:
        return None, merged.base, found
    _refuse_sealed(game, merged.log)
    new = NewGame(
        game=base.game,
        seats=base.seats,
        names=names,
        started=base.started,
        entries=[Entry(at=recorded.at, event=recorded.event, cause=recorded.cause) for recorded in merged.log],
        ruleset=base.ruleset,
        ruleset_hash=base.ruleset_hash,
        catalogue=base.catalogue,
        catalogue_hash=base.catalogue_hash,
        foreign_ids={seat: ids for one in reversed(logs) for seat, ids in one.foreign_ids.items() if ids},
        origin=_origin(logs, trust),
    )
    return new, merged.base, found


def _check_one_game(games: Mapping[str, Game], headers: Sequence[Header]) -> None:
    first = headers[0]
    if first.game not in games:
        raise MalformedCommand(f"no game is called {first.game!r} here")
    for number, header in enumerate(headers[1:], 2):
        for name in _SAME:
            ours, theirs = getattr(first, name), getattr(header, name)
            if ours != theirs:
                raise MalformedCommand(
                    f"log 1 and log {number} are not of one game: the {name} is {ours!r} in the one, {theirs!r} in the other"
                )


def _log(one: Exchanged | NewGame) -> OwnLog:
    if isinstance(one, Exchanged):
        return one.log
    return [
        Recorded(version, version if entry.cause is None else entry.cause, entry.at, "", entry.event)
        for version, entry in enumerate(one.entries, 1)
    ]


def _names(logs: Sequence[Exchanged | NewGame], base: Header, trust: int | None) -> tuple[dict[str, str], tuple[Disagreement, ...]]:
    """Return the names by seat from all logs, and the seats for which two logs have different names."""
    names: dict[str, str] = {}
    found = []
    for seat in base.seats:
        said = [(number, one.names[seat]) for number, one in enumerate(logs) if one.names.get(seat)]
        said.sort(key=lambda one: one[0] != trust)
        names[seat] = said[0][1] if said else ""
        for number, name in said[1:]:
            if folded(name) != folded(names[seat]):
                place, both = f"name of seat {seat}", (said[0][0], number)
                found.append(Disagreement(version=0, place=place, logs=both, says=(names[seat], name)))
    return names, tuple(found)


def _refuse_sealed(game: Game, log: OwnLog) -> None:
    def visit(path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Sealed) and isinstance(part.body, msgspec.UnsetType):
            told = ", ".join(part.known_to) or "the open table alone"
            raise MalformedCommand(
                f"version {version}: {path}, known to {told}, is sealed in every log; add the log of somebody who can read it"
            )
        return part

    for recorded in log:
        version = recorded.v
        game.parts.map(recorded.event, visit)


def _origin(logs: Sequence[Exchanged | NewGame], trust: int | None) -> str | None:
    """Return the origin by which the record is recognised if the same files are merged again."""
    origins = [one.head.hex() if isinstance(one, Exchanged) else one.origin for one in logs]
    readers = [sha256(msgspec.json.encode([recorded.event for recorded in _log(one)])).hexdigest() for one in logs]
    if None in origins:
        return None
    return sha256(msgspec.json.encode(["merged", *sorted(map(str, origins)), *sorted(readers), trust])).hexdigest()
