"""Twins of a decision: two games that differ in one hidden card alone, of which the rules take the one and refuse the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from importers.notation.exporting import notation_of
from importers.notation.headers import Headers
from importers.notation.items import GameLine, items
from importers.notation.line_table import LineTable
from importers.notation.lines.groups import LineGroup
from importers.notation.problems import LineRefused
from importers.notation.reading import table_for
from importers.notation.writing import _Writing
from records.core.asking.chance import FromRecord, batches
from records.core.events import Event, Recorded, Sort
from records.core.faces import bag, fits
from records.core.game import Game
from records.core.header import Header
from records.core.ids import SeatKey
from records.core.logs.fold import Folder
from records.core.position import Position, frozen
from records.core.secret import NOBODY, Sealed, Secret
from records.core.tables.table_state import TableState
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.errors import RecordsError, RuleViolation
from records.games.castle_rampage.model.events import NoPurpleHeld
from records.knowledge.door import veil
from records.service.incoming import Entry, NewGame
from records.service.seen_log import SeenLog
from records.service.viewing import RecordView
from records.service.views.findings import findings
from records.service.writing.simulation import simulate
from support.notation import recorded_of

Log = Sequence[Recorded[Any]]


@dataclass(frozen=True)
class Twins:
    """A lawful log, and one that is the same but for a card that ``seat`` alone was shown, which the rules forbid to play so."""

    game: Game
    header: Header
    seat: SeatKey
    lawful: Log
    forbidden: Log
    swapped: tuple[str, str]

    @property
    def others(self) -> tuple[Viewer, ...]:
        """Who was shown neither card."""
        return (*(seat for seat in self.header.seats if seat != self.seat), PUBLIC)

    @property
    def decision(self) -> str:
        """The class of what was decided."""
        return next(type(one.event).__name__ for one in reversed(self.lawful) if one.cause == one.v)

    def new(self, log: Log) -> NewGame:
        """One of the two logs as a game that is to be recorded."""
        head = self.header
        return NewGame(
            game=head.game,
            seats=head.seats,
            names={},
            started=head.started,
            entries=[Entry(at=head.started, event=one.event, cause=one.cause) for one in log],
            ruleset=head.ruleset,
            ruleset_hash=head.ruleset_hash,
            catalogue=head.catalogue,
            catalogue_hash=head.catalogue_hash,
        )

    def __repr__(self) -> str:
        return f"{self.header.ruleset}: {self.seat}, {' for '.join(self.swapped)}, {self.decision}"


def twins(game: Game, seed: int, **how: Any) -> Iterator[Twins]:
    """Yield twins of the decisions of a simulated game, in its order; ``how`` as ``simulate`` takes it."""
    (new,) = simulate(game, seed=seed, games=1, **how)
    header, log = recorded_of(game, new)
    folder, names = Folder(game), _names(game, header)
    draft = folder.start(header)
    for batch in batches(log):
        first = batch[0]
        seat = getattr(first.event, "seat", None)
        position = frozen(first.v - 1, draft)
        folder.run(draft, batch)
        if first.event.sort is not Sort.DECISION or seat not in position.table.hands:
            continue
        mine = _mine(game, first.event, seat) or set(position.table.hands[seat].faces)
        for pair in _pairs(sorted(mine), names, game, log[: batch[-1].v], seat):
            if _refused(game, position, batch, seat, pair):
                found = _twin(game, folder, header, log[: first.v - 1], batch, seat, pair)
                if found is not None:
                    yield Twins(game, header, seat, (*log[: first.v - 1], *batch), found, pair)
                    break


def _names(game: Game, header: Header) -> list[str]:
    position = game.initial(header)
    blocks = [block for deck in position.decks for block in deck.blocks]
    return sorted({str(face) for block in blocks for face in block.faces} - {"?"})


def _mine(game: Game, event: Event, seat: SeatKey) -> set[str]:
    """The faces of a decision that its seat alone was shown."""
    return {str(face) for part in _secrets(game, event) if part.known_to == (seat,) for face in part.faces}


def _secrets(game: Game, event: Event) -> list[Secret]:
    found: list[Secret] = []

    def visit(_path: str, part: Any) -> Any:
        if isinstance(part, Secret):
            found.append(part)
        return part

    game.parts.map(event, visit)
    return found


def _pairs(mine: Sequence[str], names: Sequence[str], game: Game, log: Log, seat: SeatKey) -> Iterator[tuple[str, str]]:
    """Yield cards of a seat with others to stand in for them: neither was shown to anybody else, nor stands open in an event."""
    shown = {
        str(face) for one in log for part in _secrets(game, one.event) if part.known_to not in {(seat,), NOBODY} for face in part.faces
    }
    words = {word for one in log for word in _open_words(game, one.event)}
    free = [name for name in names if name not in shown and name not in words]
    yield from ((a, b) for a in mine if a in free for b in free if a != b)


def _open_words(game: Game, event: Event) -> list[str]:
    """Every text of an event outside its hidden parts and hints, but for a list of kinds of cards."""
    if isinstance(event, NoPurpleHeld):
        return []
    bare = game.parts.map(event, lambda _path, part: Secret(()) if isinstance(part, Secret) else Sealed())
    return msgspec.json.encode(bare).decode().split('"')[1::2]


def _refused(game: Game, position: Position[Any], batch: Log, seat: SeatKey, pair: tuple[str, str]) -> bool:
    """Whether the rules refuse the decision where its seat holds the other card."""
    hand, names = position.table.hands[seat], dict((pair, pair[::-1]))
    faces = tuple(sorted(names.get(face, face) for face in hand.faces))
    table = TableState(
        position.table.slots,
        position.table.piles,
        {**position.table.hands, seat: msgspec.structs.replace(hand, faces=faces)},
        position.table.decks,
        position.table.zones,
    )
    chance = FromRecord(_swapped(game, one, seat, pair).event for one in batch[1:])
    assert game.play is not None
    try:
        command = game.play.command_of(_swapped(game, batch[0], seat, pair).event)
        game.play.decide(Position(position.version, table, position.state), command, chance, batch[0].v)
    except RuleViolation:
        return True
    except RecordsError:
        return False
    return False


def _twin(game: Game, folder: Folder, header: Header, before: Log, batch: Log, seat: SeatKey, pair: tuple[str, str]) -> Log | None:  # noqa: PLR0917
    """Return the log in which the pair is swapped and the decision is recorded as played; None where there is none such."""
    other = [_swapped(game, one, seat, pair) for one in before]
    if not all(fits(face, part.hint) for one in other for part in _secrets(game, one.event) for face in part.faces):
        return None
    try:
        folder.position(header, other)
    except RecordsError:
        return None
    if not _lawful(game, header, other):
        return None
    assert game.play is not None
    command = game.play.command_of(_swapped(game, batch[0], seat, pair).event)
    return _as_played(game, header, other, command, _answers(game, header, before, batch), pair)


def _swapped(game: Game, recorded: Recorded[Any], seat: SeatKey, pair: tuple[str, str]) -> Recorded[Any]:
    names = dict((pair, pair[::-1]))

    def visit(_path: str, part: Any) -> Any:
        if not isinstance(part, Secret) or part.known_to not in {(seat,), NOBODY}:
            return part
        faces = tuple(names.get(str(face), face) for face in part.faces)
        return msgspec.structs.replace(part, faces=faces if part.ordered else bag(faces))

    return msgspec.structs.replace(recorded, event=game.parts.map(recorded.event, visit))


def _lawful(game: Game, header: Header, log: Log) -> bool:
    return not any(one.wrong for one in SeenLog(game, Folder(game), header, OPEN, tuple(log)).judged)


def _table(game: Game, header: Header, log: Log) -> LineTable:
    table = table_for(Headers(at=0, game=game, header=header, names={}, texts={}))
    table.as_played = True
    table.filler.follow(log)
    table.position = table.filler.mark()
    return table


def _answers(game: Game, header: Header, before: Log, batch: Log) -> tuple[str, str]:
    """Return the lawful line, and its command alone."""
    apart = _Writing(game, header, [*before, *batch], "", times=False)
    apart.stand_after(len(before))
    assert game.play is not None
    command = apart._table.told(game.play.command_of(batch[0].event))
    lines, _position = apart.one_batch()
    return "\n".join(lines), command


def _as_played(game: Game, header: Header, before: Log, command: Any, lawful: tuple[str, str], pair: tuple[str, str]) -> Log | None:  # noqa: PLR0917
    """Record a command that the rules refuse with the answers of the lawful one; None where it cannot be said in a line."""
    line, said = lawful
    table = _table(game, header, before)
    forbidden = table.told(command)
    rest = line.strip().removeprefix(said)
    if not said or not forbidden or rest == line.strip() or any(name in rest.split() for name in pair):
        return None
    read = [one for one in items(forbidden + rest) if isinstance(one, GameLine)]
    try:
        table.play(LineGroup(read))
    except LineRefused:
        return None
    return tuple(msgspec.structs.replace(one, at=before[-1].at) for one in table.log)


def shown(twins: Twins, log: Log, viewer: Viewer) -> Iterator[tuple[str, Any]]:
    """Yield what a viewer is shown of a log: events, table, words, judgement, and text."""
    log = [msgspec.structs.replace(one, at=twins.header.started, prev="") for one in log]
    game, header = twins.game, twins.header
    seen = SeenLog(game, Folder(game), header, viewer, veil(game.parts, log, viewer))
    yield "events", [msgspec.json.encode(one) for one in seen.events]
    yield "table", seen.position(len(seen.events))
    yield "timeline", seen.timeline
    yield "audit", findings(seen, seen.judged)
    yield "notation", notation_of(RecordView(seen=seen, names={seat: seat for seat in header.seats})).text
