"""Split results over many records, from existing rows: reading never starts any work, and no log is read."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

import msgspec

from records.core.folding import folded
from records.core.ids import SeatKey
from records.core.viewers import OPEN
from records.review.many_games import parts_of, player_parts
from records.review.reasons import Apart
from records.review.rows import Decision, OpenDecision, OpenReview
from records.review.splitting import split
from records.review.tally import PlayoutTally
from records.review.whole import key_of
from records.service.reviews.keys import key_text
from records.service.reviews.terms import terms
from records.service.reviews.work import KIND
from records.store import DONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import RecordId
    from records.core.viewers import Viewer
    from records.review.many_games import GameParts, PlayerParts
    from records.review.rows import Split
    from records.store import Head, JobRows


class ManyGames(msgspec.Struct, frozen=True, kw_only=True):
    """The players of some records, and which of the records are counted."""

    players: tuple[PlayerParts, ...] = ()
    """The most games first, then by name."""
    counted: int = 0
    waiting: tuple[RecordId, ...] = ()
    """Records that are not reviewed, or not all of it, or in another way than today's."""
    refused: int = 0
    """Records with reviews whose results cannot be split, because something is missing in them."""
    unending: int = 0
    """Records without a result."""
    unplayed: int = 0
    """Records of games without a simulated player."""
    closed: int = 0
    """Records whose open table the caller may not see, or of which somebody has closed a review."""


class _StoredRow(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of a decision's row needed here: the tried moves are most of a row, and are not read."""

    version: int
    seat: SeatKey
    apart: Apart = ""
    skill: PlayoutTally = PlayoutTally()
    passed: int = 0

    @property
    def decision(self) -> Decision:
        return Decision(version=self.version, seat=self.seat, played="", apart=self.apart, skill=self.skill)


class _StoredRows(msgspec.Struct, frozen=True, kw_only=True):
    decisions: tuple[_StoredRow, ...] = ()
    open: tuple[OpenDecision, ...] = ()
    start: PlayoutTally | None = None
    result: int = 0


class SeatParts(msgspec.Struct, frozen=True):
    """A game for one of its players."""

    name: str
    parts: GameParts


def kept_splits(jobs: JobRows, game: Game, header: Header, head: Head) -> tuple[Split, ...] | None:
    """Return a record's result taken apart, by seat, or one where all win and lose together; () where it cannot be, None if not yet."""
    for fast in (True, False):
        eyes: tuple[Viewer, ...] = (OPEN, *header.seats)
        keys = [_key(game, header, head, one, fast=fast) for one in eyes]
        if all((job := jobs.of_key(KIND, key)) is not None and job.state == DONE for key in keys):
            return _split(jobs, game, header, head, keys)
    return None


def by_player(seats: Sequence[SeatParts]) -> tuple[PlayerParts, ...]:
    """Return the players by name; names that differ only in case are one person."""
    games: defaultdict[str, list[SeatParts]] = defaultdict(list)
    for one in seats:
        games[folded(one.name)].append(one)
    found = [player_parts(of[0].name, [one.parts for one in of]) for of in games.values()]
    return tuple(sorted(found, key=lambda one: (-one.games, folded(one.name))))


def seat_parts(splits: Sequence[Split], header: Header, names: Mapping[SeatKey, str]) -> list[SeatParts]:
    """Return a game for each of its players whose name is known."""
    by_seat = {one.seat: one for one in splits}
    whole = splits[0]
    return [SeatParts(names[seat], parts_of(by_seat.get(seat, whole), seat)) for seat in header.seats if names.get(seat)]


def _rows(jobs: JobRows, key: str) -> list[_StoredRows]:
    return [msgspec.json.decode(value, type=_StoredRows) for value in jobs.rows(KIND, key).values()]


def _key(game: Game, header: Header, head: Head, eyes: Viewer, *, fast: bool) -> str:
    seat = None if eyes is OPEN else SeatKey(str(eyes))
    return key_text(header, key_of(game, header, head.hash.hex(), seat, terms()), fast=fast)


def _split(jobs: JobRows, game: Game, header: Header, head: Head, keys: Sequence[str]) -> tuple[Split, ...]:
    there = jobs.keys(KIND, header.record)
    opened, *seats = ([row for one in there if one == key or one.startswith(f"{key} ") for row in _rows(jobs, one)] for key in keys)
    begun = next((one for one in opened if one.start is not None), None)
    if begun is None or begun.start is None:
        return ()
    by_version = {one.version: one for part in opened for one in part.open}
    decisions = tuple(by_version[version] for version in sorted(by_version))
    key = key_of(game, header, head.hash.hex(), None, terms())
    review = OpenReview(key=key, result=begun.result, start=begun.start, decisions=decisions)
    last = sorted((row for seat in seats for part in seat for row in part.decisions), key=lambda row: row.passed)
    rows = [row.decision for row in {row.version: row for row in last}.values()]
    told = header.seats[:1] if game.together else header.seats
    return tuple(split(review, rows, header.seats[0], seat, together=game.together) for seat in told)
