"""A score sheet as games to be recorded."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from importers.scores.columns import find_columns, is_sheet
from importers.texts.head import parse_day
from records.core.ids import SEATS
from records.core.secret import Sealed
from records.core.shared import GameStarted
from records.errors import ImportRefused, Problem
from records.games.observed.counters import GAME_END
from records.games.observed.events import Envelope, Line, Noted, Opened
from records.service import GameLabel
from records.service.incoming import LONGEST_NAME, Entry, NewGame, is_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from importers.base import ImportedRecord, ImportOptions
    from importers.scores.columns import Columns

MOST_GAMES = 20_000
LARGEST = 20_000_000
"""Bytes."""
MOST_PROBLEMS = 20
_HEAD = 4_096
_DELIMITERS = ",;\t"
_encode = msgspec.json.Encoder().encode


@dataclass(slots=True)
class _ScoredPlayer:
    name: str
    score: str
    rank: str


@dataclass(slots=True)
class _Sheet:
    """One game of the sheet."""

    line: int
    at: datetime
    game: str
    table: str
    players: list[_ScoredPlayer]


def sniff(data: bytes, name: str) -> bool:  # noqa: ARG001 -- the protocol's shape
    """Whether this is CSV whose first line has the usual headings of a score sheet."""
    first = data[:_HEAD].decode("utf-8-sig", errors="replace").split("\n", 1)[0].strip("\r")
    return any(is_sheet(_cells(first, delimiter)) for delimiter in _DELIMITERS)


def read(data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:
    """Return the games of a sheet; raises ``ImportRefused`` with up to 20 problems, each with its line."""
    rows = _rows(data, name)
    headings = [heading.strip() for heading in next(rows, (1, []))[1]]
    columns = find_columns(headings, options.columns, name)
    problems: list[Problem] = []
    sheets: list[_Sheet] = []
    by_table: dict[tuple[str, str], _Sheet] = {}
    for line, row in rows:
        if not any(cell.strip() for cell in row):
            continue
        try:
            sheet = _sheet(line, [*row, *[""] * (len(headings) - len(row))], columns)
            known = by_table.get((sheet.table, sheet.game)) if columns.long else None
            if known is not None:
                known.players += sheet.players
            else:
                sheets.append(sheet)
                by_table[sheet.table, sheet.game] = sheet
        except _WrongRow as wrong:
            problems.append(Problem(reason=str(wrong), line=line))
        if len(problems) == MOST_PROBLEMS or len(sheets) > MOST_GAMES:
            break
    if len(sheets) > MOST_GAMES:
        problems.append(Problem(reason=f"more than {MOST_GAMES} games"))
    if not sheets and not problems:
        problems.append(Problem(reason="there is no row below the headings", line=1))
    times: Counter[bytes] = Counter()
    games: list[ImportedRecord] = []
    for sheet in sheets if not problems else ():
        try:
            games.append(_game(sheet, columns, times, options))
        except _WrongRow as wrong:
            problems.append(Problem(reason=str(wrong), line=sheet.line))
    if problems:
        raise ImportRefused(name, *problems[:MOST_PROBLEMS])
    return games


class _WrongRow(Exception):
    """What is wrong with a row; never leaves this module."""


def _rows(data: bytes, name: str) -> Iterator[tuple[int, list[str]]]:
    if len(data) > LARGEST:
        raise ImportRefused(name, Problem(reason=f"a score sheet has at most {LARGEST} bytes"))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ImportRefused(name, Problem(reason="the sheet is not UTF-8; save it as CSV UTF-8", line=line)) from None
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(_DELIMITERS, key=first.count), strict=True)
    while True:
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise ImportRefused(name, Problem(reason=f"this is no CSV: {error}", line=reader.line_num)) from None
        yield reader.line_num, row


def _cells(line: str, delimiter: str) -> list[str]:
    try:
        return next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        return []


def _sheet(line: int, row: Sequence[str], columns: Columns) -> _Sheet:
    def cell(at: int | None) -> str:
        text = row[at].strip() if at is not None else ""
        if not is_line(text, LONGEST_NAME):
            raise _WrongRow(f"{text[:40]!r} is no line of up to {LONGEST_NAME} characters")
        return text

    at = parse_day(cell(columns.date))
    if at is None:
        raise _WrongRow(f"{cell(columns.date)!r} is no day: write 2024-07-15 or 15.07.2024, with a time behind it (UTC) if it is known")
    if columns.long and not cell(columns.table):
        raise _WrongRow("no cell says of which game this row is")
    players = []
    for number, place in enumerate(columns.players):
        if called := cell(place):
            score = cell(columns.scores[number]) if columns.scores else ""
            players.append(_ScoredPlayer(called, score, cell(columns.ranks[number]) if columns.ranks else ""))
    if not players:
        raise _WrongRow("nobody is named")
    return _Sheet(line, at, cell(columns.game), cell(columns.table), players)


def _game(sheet: _Sheet, columns: Columns, times: Counter[bytes], options: ImportOptions) -> NewGame:
    players = sheet.players
    if len(players) > len(SEATS):
        raise _WrongRow(f"{len(players)} players; at most {len(SEATS)} can sit at a table")
    if twice := [player for player, count in Counter(player.name for player in players).items() if count > 1]:
        raise _WrongRow(f"{twice[0]!r} plays twice")
    seats = SEATS[: len(players)]
    ranks = _ranks(players, columns)
    result: list[dict[str, Any]] = [
        {"player": f"⟦{seat}⟧", "score": player.score, "rank": rank, "tie": ranks.count(rank) > 1}
        for seat, player, rank in zip(seats, players, ranks, strict=True)
    ]
    args = _encode({"id": GAME_END, "type": "manager", "args": {"result": result}})
    told = [[player.name, player.score, player.rank] for player in players]
    what = _encode([sheet.at.isoformat(), sheet.game, sheet.table, told, columns.best])
    times[what] += 1
    digest = sha256(what + _encode([times[what], options.pseudonyms]))
    nothing = tuple(Sealed((seat,), msgspec.Raw(b"[]")) for seat in seats)
    opened = Opened(
        private=tuple(Sealed((seat,), msgspec.Raw(b"null")) for seat in seats),
        origin=Sealed((), msgspec.Raw(_encode(Envelope(form="scores", rest=msgspec.Raw(_encode({"line": sheet.line})))))),
    )
    line = Line(uid=str(sheet.line), time=int(sheet.at.timestamp()), type="gameStateChange", log="", args=msgspec.Raw(args))
    ended = Noted(move=1, lines=(line,), private=nothing, origin=Sealed((), msgspec.Raw(b"[]")))
    return NewGame(
        game="observed",
        seats=seats,
        names={seat: f"Player {seat}" if options.pseudonyms else player.name for seat, player in zip(seats, players, strict=True)},
        started=sheet.at,
        entries=[Entry(at=sheet.at, event=event) for event in (GameStarted(seats=seats), opened, ended)],
        origin=digest.hexdigest(),
        label=GameLabel(options.game_name.strip() or sheet.game, "", "" if options.pseudonyms else sheet.table),
    )


def _ranks(players: Sequence[_ScoredPlayer], columns: Columns) -> list[int]:
    """Return the place of each: as the sheet says, else by scores, where equal scores share the better place."""
    if columns.ranks:
        told = [player.rank.rstrip(".") for player in players]
        for rank in told:
            if not (rank.isascii() and rank.isdecimal() and 1 <= int(rank[:4]) <= len(SEATS)):
                raise _WrongRow(f"{rank[:20]!r} is no place: 1, 2, 3 ...")
        if "1" not in told:
            raise _WrongRow("nobody has place 1")
        return [int(rank) for rank in told]
    scores = [_score(player.score) for player in players]
    sign = 1 if columns.best == "highest" else -1
    return [1 + sum(other * sign > score * sign for other in scores) for score in scores]


def _score(text: str) -> Decimal:
    try:
        score = Decimal(text.replace(",", "."))
    except InvalidOperation:
        score = Decimal("NaN")
    if not score.is_finite():
        raise _WrongRow(f"{text[:20]!r} is no score")
    return score
