"""How a batch that was recorded is said: its command in words, and which of its chance events the table must answer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.as_played.claimed import led_to
from importers.notation.said import keys_of, written_event
from importers.notation.values import Here
from records.core.asking.chance import FromRecord
from records.core.asking.typed import TableQuestion
from records.core.events import Event, Recorded
from records.core.faces import UNKNOWN, Face
from records.core.secret import Secret
from records.core.wording.notation import NotationWord
from records.errors import RecordsError

if TYPE_CHECKING:
    from importers.notation.line_table import LineTable
    from records.core.game import Game
    from records.core.ids import SeatKey
    from records.core.position import Command, Position
    from records.core.requests import ChanceRequest


class ToldAnswer(msgspec.Struct, frozen=True):
    """One answer in words."""

    sign: str
    text: str
    seat: SeatKey | None
    turn: int | None
    """The turn that began before it in its batch."""
    event: bool = False
    """It is a whole event."""


class Witness:
    """The recorded chance of a batch; notes what of it must be said."""

    def __init__(self, table: LineTable, here: Here, batch: Sequence[Recorded[Any]], later: Sequence[Recorded[Any]], *, led: bool) -> None:
        self._game: Game = table.game
        self._asks = table.game.recording.table if table.game.recording is not None else None
        self._names, self._places = table.names, table.places
        self._began = here.position.state.turn
        self._recorded = FromRecord([one.event for one in batch])
        self._after = (*batch, *later)
        self._led = led
        self.told: list[ToldAnswer] = []

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the recorded event, as ``FromRecord`` does, or what leads the rules to what followed from it, where that is asked for."""
        event = self._recorded.ask(position, request)
        claims = self._tell(self._asks(position, request), position, request, event) if self._asks is not None else None
        return led_to(self._game, event, claims) if self._led and claims is not None else event

    def _tell(self, found: Event | TableQuestion, position: Position[Any], request: ChanceRequest, event: Event) -> type[Event] | None:
        """Note what must be said of an event where the log answers or asks ``found``; return what its sign claims."""
        turn = position.state.turn if position.state.turn > self._began else None
        sign, claims = self._sign(event)
        text = self._known(found, event, claims=claims is not None) if isinstance(found, Event) else self._answered(found, event, position)
        if text is None:
            self.told.append(ToldAnswer(NotationWord.ANSWER, f"| {written_event(event)}", None, turn, event=True))
        elif text:
            bare = text.startswith(NotationWord.HIDDEN)
            self.told.append(ToldAnswer(NotationWord.ANSWER if bare else sign, text, request.seat, turn))
        return claims

    @property
    def left(self) -> bool:
        """Whether the batch holds chance that the rules did not ask for."""
        return bool(self._recorded.left)

    def _sign(self, event: Event) -> tuple[str, type[Event] | None]:
        signs = self._game.notation.signs.get(type(event), {})
        claimed = {cls: sign for sign, cls in signs.items() if cls is not None}
        if claimed:
            mine = False
            for one in self._after:
                if mine and (sign := claimed.get(type(one.event))):
                    return sign, type(one.event)
                if mine and type(one.event) is type(event):
                    break
                mine = mine or one.event is event
            return NotationWord.ANSWER, None
        return next(iter(signs), NotationWord.ANSWER), None

    def _known(self, found: Event, event: Event, *, claims: bool) -> str | None:
        """What the log answers by itself: nothing is said, but for what a sign claims, and for what nobody saw."""
        if _alike(found, event):
            if not claims:
                return ""
            return " ".join(self._words(next((keys for keys in keys_of(event) if keys), ())))
        hidden = _hidden(found, event)
        return None if hidden is None else f"{NotationWord.HIDDEN} {' '.join(self._names.write_all(hidden))}"

    def _answered(self, question: TableQuestion, event: Event, position: Position[Any]) -> str | None:
        for keys in _ways(question, event):
            try:
                built = question.build(keys)  # type: ignore[arg-type]  # faces of several names stand for cards
            except (RecordsError, ValueError, LookupError, TypeError):
                continue
            if _alike(built, event):
                return " ".join(self._words(keys, position)) or ("" if question.least == 0 else None)
            hidden = _hidden(built, event)
            if hidden is not None and keys:
                return f"{' '.join(self._words(keys, position))} {NotationWord.HIDDEN} {' '.join(self._names.write_all(hidden))}"
        return None

    def _words(self, keys: Sequence[Face], position: Position[Any] | None = None) -> tuple[str, ...]:
        slots = [self._places.write_slot(str(key), None, position) for key in keys] if position is not None else []
        return tuple(slots) if slots and all(slots) else self._names.write_all(keys)


def _ways(question: TableQuestion, event: Event) -> Iterator[tuple[Face, ...]]:
    there = {option.key for option in question.options}
    for keys in keys_of(event):
        if question.least <= len(keys) <= question.most and all(key in there for key in keys if isinstance(key, str)):
            yield keys
    for option in question.options:
        yield (option.key,)


def _alike(one: Event, other: Event) -> bool:
    """Whether two events are the same except for audiences, which are filled in from the log."""
    if one == other:
        return True
    if type(one) is not type(other):
        return False
    return all(_same(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__)


def _same(one: Any, other: Any) -> bool:
    if isinstance(one, Secret) and isinstance(other, Secret):
        return one.faces == other.faces and one.ordered == other.ordered
    return bool(one == other)


def _hidden(found: Event, event: Event) -> tuple[Face, ...] | None:
    """The faces that nobody was shown and that an event has more than what is built without them; None where more differs."""
    if type(found) is not type(event):
        return None
    hidden: tuple[Face, ...] | None = None
    for name in found.__struct_fields__:
        one, other = getattr(found, name), getattr(event, name)
        if one == other or _same(one, other):
            continue
        if hidden is not None or not isinstance(one, Secret) or not isinstance(other, Secret) or one.known_to:
            return None
        if len(one.faces) != len(other.faces) or any(face != UNKNOWN for face in one.faces):
            return None
        hidden = other.faces
    return hidden


def command_of(game: Game, event: Event) -> Command | None:
    """Return the command of a decision; None where it has none."""
    if game.play is None:
        return None
    try:
        return game.play.command_of(event)
    except RecordsError:
        return None
