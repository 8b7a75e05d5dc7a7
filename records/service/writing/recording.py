"""Writing a game down as it is played: commands through the rules, facts beside them. Chance is typed in, or dealt by the program."""

from __future__ import annotations

import random
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.typed import DEALT, TYPED, Typed
from records.core.events import Event, Sort
from records.core.game import Game
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.logs.fold import Folder
from records.core.logs.take_back import take_back
from records.core.position import frozen
from records.core.secret import Secret
from records.core.wording.player_counts import told_counts
from records.errors import MalformedCommand, NotYours
from records.service.commands import command_from, rules
from records.service.editions import unplayable
from records.service.incoming import Entry, NewGame, checked_name
from records.service.writing.record_filler import answering

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.core.game import Decide
    from records.core.ids import SeatKey
    from records.core.position import Chance, Command, Position
    from records.core.requests import ChanceRequest
    from records.service.log_reader import Log
    from records.service.writing.record_filler import RecordFiller


class NewTable(msgspec.Struct, frozen=True, kw_only=True):
    """A game that is about to be played and written down."""

    game: str
    names: tuple[str, ...]
    """Names of the people in seating order; they sit on A, B ..."""
    begins: SeatKey
    ruleset: str = ""
    """"" is the usual one."""
    switches: tuple[tuple[str, str], ...] = ()
    """Readings apart from the ruleset's: (name, value), in the order of the names."""
    dealt: bool = False
    """Whether the program deals; else what the table answers is typed in."""
    started: datetime | None = None
    """When it was played, in UTC; None for now."""
    sits: tuple[SeatKey, ...] = ()
    """Where the account that begins it sits from the start: then it is shown nothing else, and all players write what they do."""


def first_header(games: Mapping[str, Game], table: NewTable) -> Header:
    """Return the header of a game that is about to be played, without its id; raises ``MalformedCommand`` for what cannot be."""
    if table.game not in games:
        raise MalformedCommand(f"no game is called {table.game!r}; there are {', '.join(sorted(games))}")
    game = games[table.game]
    scorekeeping, _decide = rules(game)
    seats = SEATS[: len(table.names)]
    if len(seats) not in scorekeeping.players:
        raise MalformedCommand(f"{game.name} is for {told_counts(scorekeeping.players)}, not {len(table.names)}")
    if table.begins not in seats:
        raise MalformedCommand(f"one of {', '.join(seats)} begins, not {table.begins!r}")
    if not {*table.sits} <= {*seats} or len({*table.sits}) < len(table.sits):
        raise MalformedCommand(f"the account that begins sits at some of {', '.join(seats)}, not at {', '.join(table.sits)}")
    if table.sits and not table.dealt:
        raise MalformedCommand("who types the cards in sees all hands, so nobody sits down from the start where they are typed in")
    return Header(
        record=RecordId("new"), game=game.name, seats=seats, started=table.started or datetime.now(UTC), **game.rules.edition(table.ruleset)
    )


def first_batch(games: Mapping[str, Game], table: NewTable, answers: Iterable[Sequence[str]] = ()) -> NewGame:
    """Return the new game with its first batch.

    Raises ``AnswerNeeded`` as long as the table's answers do not reach, and ``MalformedCommand`` for what cannot be.
    """
    header = first_header(games, table)
    game, seats, now = games[header.game], header.seats, header.started
    scorekeeping, decide = rules(game)
    names: dict[str, str] = {seat: checked_name(name) for seat, name in zip(seats, table.names, strict=True)}
    said = DEALT if table.dealt else TYPED
    position = frozen(0, Folder(game).start(header))
    start = scorekeeping.start(seats, table.begins, said)
    if table.switches:
        if header.ruleset not in game.rules.rulesets:
            raise MalformedCommand(f"{game.name} has no switches")
        start = msgspec.structs.replace(start, switches=table.switches)
    events = _decided(game, decide, position, start, _chance(game, said, answers))
    entries = [Entry(at=now, event=event, cause=1) for event in events]
    return NewGame(game=game.name, seats=seats, names=names, started=now, entries=entries, **game.rules.edition(table.ruleset))


def next_batch(filler: RecordFiller, command: Command | str | bytes, answers: Iterable[Sequence[str]]) -> list[Entry]:
    """Return the batch of ``command``, a value of the game or its JSON object, at the end of a record.

    It is refused where cards or rules are others than the record's: what would follow from it nobody knows here.
    Raises ``RuleViolation``, ``AnswerNeeded``, and ``MalformedCommand``, ``Contradiction`` or ``ImpossibleEvent`` for what cannot be.
    """
    _scorekeeping, decide = rules(filler.game)
    if why := unplayable(filler.game, filler.header, filler.starts):
        raise MalformedCommand(why)
    read = command_from(filler.game, command) if isinstance(command, str | bytes) else command
    chance = _chance(filler.game, filler.answering, answers)
    return _batch(filler, _decided(filler.game, decide, filler.position, read, chance))


class _AskedTable(Exception):
    pass


class _NoTable:
    """Nobody answers: what a rule refuses shows before the table is asked."""

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:  # noqa: ARG002 -- the shape of every table
        raise _AskedTable


def check_own(game: Game, position: Position[Any], log: Log, command: Command, answers: Sequence[Sequence[str]] = ()) -> None:
    """Refuse a command by what the log of the seat that gives it shows, which stands at ``position``.

    Raises ``NotYours`` in a game whose cards are typed in: what may be typed depends on where all others are. Raises ``RuleViolation``,
    ``MalformedCommand``, ``Contradiction`` or ``ImpossibleEvent`` for what cannot be.
    """
    if answering(log) != DEALT:
        raise NotYours("here cards are typed in, by who sees the open table; players write where the program deals")
    if answers:
        raise MalformedCommand("in this game the program deals, nothing is typed in")
    check_by_rules(game, position, command)


def check_by_rules(game: Game, position: Position[Any], command: Command) -> None:
    """Refuse a command that the rules refuse before the table is asked. Raises ``RuleViolation``, and other ``RecordsError``."""
    _scorekeeping, decide = rules(game)
    with suppress(_AskedTable):
        _decided(game, decide, position, command, _NoTable())


def fact_batches(filler: RecordFiller, facts: Sequence[Event]) -> list[Entry]:
    """Return facts, each as a batch of its own; raises ``MalformedCommand`` for an event of another sort."""
    for fact in facts:
        if fact.sort is not Sort.FACT:
            raise MalformedCommand(f"{type(fact).__name__} is a {fact.sort.value}, which the rules write; only facts are noted")
    now, first = datetime.now(UTC), filler.position.version + 1
    return [Entry(at=now, event=fact, cause=version) for version, fact in enumerate(facts, first)]


def take_back_batch(filler: RecordFiller, log: Log, to: int, agreed: Sequence[SeatKey], why: str) -> list[Entry]:
    """Return the fact that the game of ``log`` goes back to step ``to``; raises ``ImpossibleEvent`` where it cannot."""
    return fact_batches(filler, (take_back(filler.game, filler.header, log, to, agreed=agreed, why=why),))


def _chance(game: Game, said: str, answers: Iterable[Sequence[str]]) -> Chance:
    if said == DEALT:
        if game.simulation is None:
            raise MalformedCommand(f"{game.name} cannot be dealt by the program")
        if tuple(answers):
            raise MalformedCommand("in this game the program deals, nothing is typed in")
        return game.simulation.dealer(random.SystemRandom())
    scorekeeping, _decide = rules(game)
    return Typed(scorekeeping.table, answers)


def _decided(game: Game, decide: Decide, position: Position[Any], command: Command, chance: Chance) -> tuple[Event, ...]:
    for value in msgspec.structs.asdict(command).values():
        if isinstance(value, Secret) and (value.salt or value.seal):
            raise MalformedCommand(f"{game.name}: a command brings no seals")
    events = decide(position, command, chance, position.version + 1)
    if isinstance(chance, Typed):
        chance.close()
    return events


def _batch(filler: RecordFiller, events: Iterable[Event]) -> list[Entry]:
    now, first = datetime.now(UTC), filler.position.version + 1
    return [Entry(at=now, event=event, cause=first) for event in events]
