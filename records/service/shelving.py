"""The shelf: what the public may know of each record at a glance, kept as a read model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.ids import RecordId, SeatKey
from records.core.position import Outcome
from records.core.sentences import CardRef, Quoted, SeatRef, Sentence
from records.store.rows import NO_LABEL
from records.store.shelf.query import MOST_COUNTED, ShelfOrder, ShelfQuery, Trash
from records.store.shelf_rows import ShelfRow

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from records.core.game import Game
    from records.core.header import Header
    from records.projections.turn_count import TurnCount
    from records.service.seen_log import SeenLog
    from records.store.rows import GameLabel
    from records.store.shelf.query import ShelfHit

__all__ = ["MOST_COUNTED", "ShelfEntry", "ShelfOrder", "ShelfPage", "ShelfQuery", "Trash", "counted_row", "entry_of", "row_of"]

MOST_BLOCKS = 240
"""Of a game on the shelf: more would be narrower than a pixel, and a line of 60,000 steps a page of megabytes."""


class ShelfEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A record on the shelf."""

    id: RecordId
    game: str
    ruleset: str
    seats: tuple[SeatKey, ...]
    names: Mapping[SeatKey, str]
    started: datetime | None
    ended: datetime | None
    steps: int
    """Number of events."""
    turns: int
    outcome: Outcome | None
    spine: tuple[tuple[SeatKey | None, int], ...]
    """Its turns as blocks, at most ``MOST_BLOCKS``: who acted, how many told steps."""
    added: datetime | None
    """None in a damaged entry."""
    trashed: datetime | None
    label: GameLabel = NO_LABEL
    """What the game is called and which table it is, as somebody said."""
    damaged: str = ""
    """``table.column`` of the shelf that cannot be read; then only id and, mostly, game are there. Else ""."""


class ShelfPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the shelf."""

    entries: tuple[ShelfEntry, ...]
    total: int
    """Records found, on all pages, exact up to ``MOST_COUNTED``; one more says that there are more."""
    games: Mapping[str, int]
    """Found records of each game, as if none had been asked for; counted as the total is."""
    more: bool = False
    """Whether anything comes after the entries; where a page before a record was asked for, before them."""


def row_of(seen: SeenLog) -> ShelfRow:
    """Return the shelf's row of a record; ``seen`` is the public's view of it."""
    line = seen.timeline
    turns = [(turn.number, turn.seat, len(turn.told)) for turn in line.turns if turn.told]
    return _row(seen.game, seen.header, turns, line.outcome, len(seen.events), seen.events[-1].at if seen.events else None)


def counted_row(game: Game, header: Header, count: TurnCount, last: datetime) -> ShelfRow:
    """Return the same row of a log that was counted while it was folded, ``last`` being the time of its last event."""
    return _row(game, header, count.told_turns, count.outcome, count.steps, last)


def _row(  # noqa: PLR0917 -- what a row is made of
    game: Game, header: Header, turns: list[tuple[int, SeatKey | None, int]], outcome: Outcome | None, steps: int, last: datetime | None
) -> ShelfRow:
    flags = {"seats": list(header.seats)}
    return ShelfRow(
        id=header.record,
        game=header.game,
        ruleset=header.ruleset,
        seats=len(header.seats),
        started=header.started,
        ended=last if outcome is not None else None,
        steps=steps,
        turns=len({number for number, _, _ in turns if number > 0}),
        result=msgspec.json.encode(_plain(outcome)).decode(),
        spine=msgspec.json.encode(_spine([(seat, told) for _, seat, told in turns])).decode(),
        flags=msgspec.json.encode(flags).decode(),
        words=f"{game.title} {header.started:%Y-%m-%d} {header.started:%d.%m.%Y}",
    )


def _spine(turns: list[tuple[SeatKey | None, int]]) -> list[tuple[SeatKey | None, int]]:
    """Return the turns as up to ``MOST_BLOCKS`` blocks: of a longer game several turns are one, of the seat that did most in them."""
    at_once = -(-len(turns) // MOST_BLOCKS)
    if at_once <= 1:
        return turns
    blocks = []
    for start in range(0, len(turns), at_once):
        part: Counter[SeatKey | None] = Counter()
        for seat, steps in turns[start : start + at_once]:
            part[seat] += steps
        blocks.append((part.most_common(1)[0][0], part.total()))
    return blocks


def entry_of(hit: ShelfHit) -> ShelfEntry:
    """Return what the shelf shows of a stored row, one that is damaged included."""
    if hit.damaged:
        return _damaged(hit, hit.damaged)
    parts: dict[str, Any] = {}
    for column, read in _PARTS.items():
        try:
            parts |= read(getattr(hit.row, column))
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError, TypeError, LookupError, AttributeError):
            return _damaged(hit, f"shelf.{column}")
    row = hit.row
    return ShelfEntry(
        id=RecordId(row.id),
        game=row.game,
        ruleset=row.ruleset,
        names={SeatKey(seat): name for seat, name in hit.names.items() if name},
        started=row.started,
        ended=row.ended,
        steps=row.steps,
        turns=row.turns,
        added=hit.added,
        trashed=hit.trashed,
        label=hit.label,
        **parts,
    )


def _damaged(hit: ShelfHit, column: str) -> ShelfEntry:
    return ShelfEntry(
        id=RecordId(hit.row.id),
        game=hit.row.game,
        ruleset="none",
        seats=(),
        names={},
        started=None,
        ended=None,
        steps=0,
        turns=0,
        outcome=None,
        spine=(),
        added=hit.added,
        trashed=hit.trashed,
        damaged=column,
    )


class _Flags(msgspec.Struct):
    seats: tuple[SeatKey, ...]


_PARTS: dict[str, Callable[[str], dict[str, Any]]] = {
    "flags": lambda text: {"seats": msgspec.json.decode(text, type=_Flags).seats},
    "spine": lambda text: {"spine": msgspec.json.decode(text, type=tuple[tuple[SeatKey | None, int], ...])},
    "result": lambda text: {"outcome": _outcome(msgspec.json.decode(text))},
}


def _plain(outcome: Outcome | None) -> Any:
    if outcome is None:
        return None
    why = None if outcome.why is None else [outcome.why.text, {key: _plain_arg(arg) for key, arg in outcome.why.args.items()}]
    plain = {"winners": outcome.winners, "drawn": outcome.drawn, "why": why, "scores": outcome.scores}
    return plain | ({"grade": outcome.grade} if outcome.grade else {})


def _plain_arg(arg: object) -> Any:
    match arg:
        case SeatRef():
            return {"seat": arg.seat}
        case CardRef():
            return {"card": arg.card}
        case Quoted():
            return {"quoted": [part if isinstance(part, str) else {"seat": part.seat} for part in arg.parts]}
        case tuple():
            return [_plain_arg(part) for part in arg]
        case _:
            return arg


def _outcome(plain: Any) -> Outcome | None:
    if plain is None:
        return None
    why = plain["why"]
    return Outcome(
        winners=tuple(plain["winners"]),
        drawn=plain["drawn"],
        why=None if why is None else Sentence(why[0], {key: _arg(arg) for key, arg in why[1].items()}),
        scores=tuple((SeatKey(seat), score) for seat, score in plain["scores"]),
        grade=plain.get("grade", ""),
    )


def _arg(plain: Any) -> Any:
    match plain:
        case {"seat": seat}:
            return SeatRef(SeatKey(seat))
        case {"card": card}:
            return CardRef(card)
        case {"quoted": parts}:
            return Quoted(tuple(part if isinstance(part, str) else SeatRef(SeatKey(part["seat"])) for part in parts))
        case list():
            return tuple(_arg(part) for part in plain)
        case _:
            return plain
