"""Chance as it lay: the cards, dice and picks of the record, for a line that has left it.

Faces are those of the line's own position. Draws follow the order in which the record drew the same block, for any seat. What chance
picked (a card of a hand, dice, an order) is what it picked in the same play, if it picks among the same now. All else was never recorded.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from records.core.asking.chance import FromRecord
from records.core.asking.typed import TableQuestion
from records.core.events import Event, Recorded, Sort, name_of
from records.core.faces import bag, known
from records.core.ids import SlotId
from records.core.position import Draft
from records.core.secret import Sealed, Secret
from records.core.tables.hands import Hand
from records.errors import RecordsError
from records.rulings.redoing.naming import EventKey, GoneError, LineNames, renamed
from records.rulings.redoing.order_table import OrderedState, OrderTable
from records.rulings.redoing.stops import CHANCE, MISFIT, UNNOTED

if TYPE_CHECKING:
    from datetime import datetime

    from records.core.faces import Face
    from records.core.game import Game
    from records.core.ids import SeatKey
    from records.core.position import Position
    from records.core.requests import ChanceRequest
    from records.rulings.redoing.order_table import Departure, RestOfBlock
    from records.rulings.redoing.plays import RecordedPlay, RecordedPlays

_NO_TIME: datetime = None  # type: ignore[assignment]  # evolve never looks at the clock


class NoChanceError(Exception):
    """The record does not show what chance would have brought; ``stop`` says why."""

    def __init__(self, stop: str) -> None:
        super().__init__(stop)
        self.stop = stop


class NothingCame:
    """Gives no answers: a rule mostly forbids a command before chance is asked."""

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:  # noqa: ARG002 -- any question has no answer
        """Raise ``NoChanceError``."""
        raise NoChanceError(CHANCE)


class AsItLay:
    """Answers the requests of one batch of a line."""

    def __init__(self, record: RecordedPlays, play: RecordedPlay, names: LineNames) -> None:
        self._record, self._play = record, play
        self._names = names.copy()
        """With the answers that were given; what follows from them in the same batch has no names here yet."""

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the event that the record tells; raises ``NoChanceError`` where it tells none."""
        event = self._answer(position, request)
        self._names.add(self._play.number, position.version + 1, event)
        return event

    def _answer(self, position: Position[Any], request: ChanceRequest) -> Event:
        recording = self._record.game.recording
        if recording is None:
            raise NoChanceError(CHANCE)
        found = recording.table(position, request)
        trial = tried(self._record.game, position, found)
        picked = self._picked(position, request, found, trial)
        if picked is not None:
            return picked
        if trial.drawn:
            return self._with_faces(found, [face for lot, number in trial.drawn for face in self._next(lot, number)])
        if isinstance(found, TableQuestion):
            if found.slot is None:
                raise NoChanceError(CHANCE)
            return self._turned(found)
        return found

    # -- draws ---------------------------------------------------------------------------------------------------------

    def _next(self, lot: RestOfBlock, number: int) -> tuple[Face, ...]:
        recorded = self._record.left.get(lot.birth, {})
        faces: list[Face] = []
        while len(faces) < number:
            one = recorded.get(lot.gone + len(faces))
            if one is None or not one.faces:
                return self._rest(lot, number, recorded)
            faces += one.faces
        if len(faces) > number:
            raise NoChanceError(MISFIT)
        return tuple(faces)

    def _rest(self, lot: RestOfBlock, number: int, recorded: dict[int, Departure]) -> tuple[Face, ...]:
        """What is left of a block when all of it is taken."""
        if number != lot.left or not isinstance(lot.birth.bag, tuple):
            raise NoChanceError(CHANCE)
        gone = [face for first, one in recorded.items() if first < lot.gone for face in one.faces]
        if len(gone) != lot.gone or not all(map(known, gone)):
            raise NoChanceError(CHANCE)
        left = Counter(lot.birth.bag) - Counter(map(str, gone))
        return bag(left.elements())

    def _with_faces(self, found: Event | TableQuestion, faces: list[Face]) -> Event:
        if isinstance(found, TableQuestion):
            found = found.build(tuple(str(face) if known(face) else "?" for face in faces))
        elif all(map(known, _faces(self._record, found))):
            return found

        def put(_path: str, part: Secret | Sealed) -> Secret | Sealed:
            if not isinstance(part, Secret) or len(part.faces) != len(faces):
                return part
            return msgspec.structs.replace(part, faces=tuple(faces) if part.ordered else bag(faces))

        return self._record.game.parts.map(found, put)

    # -- faces ---------------------------------------------------------------------------------------------------------

    def _turned(self, question: TableQuestion) -> Event:
        """A card whose face the line does not show yet, but the record showed later while it lay there."""
        try:
            slot = renamed(str(question.slot), self._names, self._record.names)
        except (GoneError, KeyError):
            raise NoChanceError(UNNOTED) from None
        face = self._record.faces.get(SlotId(slot))
        if face is None or all(option.key != face for option in question.options):
            raise NoChanceError(UNNOTED)
        return question.build((face,))

    # -- picks ---------------------------------------------------------------------------------------------------------

    def _picked(self, position: Position[Any], request: ChanceRequest, found: Event | TableQuestion, trial: Trial) -> Event | None:
        """What chance brought in the same play, if it picks among the same now; None where there is nothing of the kind."""
        for cls in request.classes:
            name = name_of(cls)
            key = EventKey(self._play.number, name, self._names.counted[self._play.number, name] + 1)
            version = self._record.names.versions.get(key)
            if version is None:
                continue
            then = self._asked_then(version)
            if then is None or then.told != _asked(position, request, found, self._names_with(position, found), trial):
                continue
            if isinstance(found, TableQuestion) and found.slot is not None:
                return found.build((then.key,)) if then.key is not None else None
            names = self._names.copy()
            names.versions[key] = position.version + 1
            try:
                return renamed(self._recorded(version), self._record.names, names)  # type: ignore[no-any-return]  # of an event
            except GoneError:
                continue
        return None

    def _names_with(self, position: Position[Any], found: Event | TableQuestion) -> LineNames:
        """The line's names, with those that the answer itself would make."""
        if not isinstance(found, Event):
            return self._names
        names = self._names.copy()
        names.add(self._play.number, position.version + 1, found)
        return names

    def _recorded(self, version: int) -> Event:
        return next(recorded.event for batch in self._play.batches for recorded in batch if recorded.v == version)  # type: ignore[no-any-return]

    def _asked_then(self, version: int) -> AskedThen | None:
        """The options of the record's own position when it picked; None if its rules did not ask."""
        game, record = self._record.game, self._record
        batch = next(batch for batch in self._play.batches if batch[0].v <= version <= batch[-1].v)
        watching = _Watching(record, batch)
        if game.play is None or batch[0].event.sort is not Sort.DECISION:
            return None
        with suppress(RecordsError):
            game.play.decide(record.before[batch[0].v], game.play.command_of(batch[0].event), watching, batch[0].v)
        return watching.asked.get(version)


class AskedThen(NamedTuple):
    """The question of the record's own position at a pick of chance."""

    told: Any
    """What was asked and what chance picked among, as in every line."""
    key: str | None
    """The option that the card which was turned over is; None where none was, or none of them gives what was recorded."""


class _Watching(FromRecord):
    """Answers from the record, and notes what was asked at each event of chance."""

    def __init__(self, record: RecordedPlays, batch: tuple[Recorded[Any], ...]) -> None:
        super().__init__(recorded.event for recorded in batch)
        self._record = record
        self.asked: dict[int, AskedThen] = {}

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the recorded event."""
        recording, event = self._record.game.recording, super().ask(position, request)
        if recording is not None:
            found = recording.table(position, request)
            trial = tried(self._record.game, position, found)
            told = _asked(position, request, found, self._record.names, trial)
            self.asked[position.version + 1] = AskedThen(told, _turned_to(found, event))
        return event


class Trial(NamedTuple):
    """What an answer of the table would do to the cards."""

    drawn: tuple[tuple[RestOfBlock, int], ...] = ()
    """From which blocks it takes cards, and how many."""
    hands: frozenset[SeatKey] = frozenset()
    """Hands that it changes or makes a statement about."""


def tried(game: Game, position: Position[Any], found: Event | TableQuestion) -> Trial:
    """Try one answer of the table."""
    if not isinstance(position.table, OrderedState):
        raise TypeError("only the position of an order table can be asked about")
    event = found if isinstance(found, Event) else _some_answer(found)
    evolve = game.evolve.get(type(event)) if event is not None else None
    if evolve is None:
        return Trial()
    table = OrderTable.resumed(position.table)
    lots = {lot.birth: lot for deck in position.table.lots.values() for lot in deck}
    try:
        evolve(Draft(table, position.state.copy()), Recorded(position.version + 1, position.version + 1, _NO_TIME, "", event))
    except RecordsError:
        return Trial()
    drawn = tuple((lots[one.birth], len(one.faces)) for one in table.departed if one.birth in lots)
    return Trial(drawn, frozenset(table.touched))


def _asked(position: Position[Any], request: ChanceRequest, found: Event | TableQuestion, names: LineNames, trial: Trial) -> Any:
    """What is asked and what chance picks among, told as in every line."""
    about = names.told((request.seat, request.slots, request.pile, request.number, request.shown_to, request.purpose))
    if trial.drawn:
        return about, type(found).__name__, tuple((lot.birth, lot.gone, number) for lot, number in trial.drawn)
    held = tuple(_hand(position, seat) for seat in sorted(trial.hands))
    if isinstance(found, Event):
        return about, names.told(found), held
    options = sorted((names.told(option.key), option.most) for option in found.options)
    return about, tuple(options), found.least, found.most, held


def _hand(position: Position[Any], seat: SeatKey) -> Any:
    """A hand, or what came to it and went, where this log does not show all of it."""
    hand = position.table.hands.get(seat, Hand())
    if len(hand.faces) == hand.count or not isinstance(position.table, OrderedState):
        return hand.faces
    return position.table.paths.get(seat, ())


def _turned_to(found: Event | TableQuestion, event: Event) -> str | None:
    """The card alone is as it lay: what it meets is the line's own, so that it is asked for which option it stands."""
    if not isinstance(found, TableQuestion) or found.slot is None:
        return None
    return next((option.key for option in found.options if found.build((option.key,)) == event), None)


def _some_answer(question: TableQuestion) -> Event | None:
    keys = [option.key for option in question.options for _ in range(min(option.most, question.least))]
    keys.sort(key=lambda key: key != "?")
    if question.unknown:
        keys = ["?"] * question.least
    if len(keys) < question.least:
        return None
    return question.build(tuple(keys[: question.least]))


def _faces(record: RecordedPlays, event: Event) -> list[Face]:
    found: list[Face] = []

    def see(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Secret):
            found.extend(part.faces)
        return part

    record.game.parts.map(event, see)
    return found
