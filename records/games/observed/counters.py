"""What the table's own channel says about the game, folded. Nothing here ever comes from a seat's channel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.ids import SeatKey
from records.core.position import Draft
from records.games.observed.numbers import add_told, may_tell, whole
from records.games.observed.position import ObservedCounters
from records.games.observed.results import outcome_of, statistics_of
from records.games.observed.tokens import seat_of

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.header import Header
    from records.games.observed.events import Line, Noted, Opened

GAME_END = 99
"""Id of the state in which every game at Board Game Arena ends."""


class _Reflexion(msgspec.Struct):
    total: Any = None


class _StateChange(msgspec.Struct):
    id: Any = None
    type: Any = None
    active_player: Any = None
    reflexion: _Reflexion | list[Any] | None = None
    progress: Any = msgspec.field(default=None, name="updateGameProgression")
    args: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


class _Named(msgspec.Struct):
    player_id: Any = None


_state_change = msgspec.json.Decoder(_StateChange).decode
_named = msgspec.json.Decoder(_Named).decode
_list = msgspec.json.Decoder(list[Any]).decode


def counters(_header: Header) -> ObservedCounters:
    """Return the counters before the first event."""
    return ObservedCounters()


def opened(_draft: Draft[ObservedCounters], _recorded: Recorded[Opened]) -> None:
    """Nothing has happened yet."""


def noted(draft: Draft[ObservedCounters], recorded: Recorded[Noted]) -> None:
    """Count one move in."""
    event, state = recorded.event, draft.state
    state.gap = None
    if event.move is not None:
        last = state.move or 0
        if event.move > last + 1:
            state.gap = (last + 1, event.move - 1)
            state.time = None
        state.move = state.turn = event.move
    for line in event.lines:
        _think(state, line.time)
        _count(state, line)
        if may_tell(line):
            add_told(state, line)


def _think(state: ObservedCounters, time: int) -> None:
    if state.time is not None and state.active is not None and time > state.time:
        state.thought = _with(state.thought, state.active, dict(state.thought).get(state.active, 0) + time - state.time)
    state.time = time if state.time is None else max(time, state.time)


def _count(state: ObservedCounters, line: Line) -> None:
    try:
        match line.type:
            case "gameStateChange":
                _change(state, _state_change(line.args))
            case "gameStateMultipleActiveUpdate" if not state.ended:
                asked = [seat_of(player) for player in _list(line.args)]
                state.active = asked[0] if len(asked) == 1 else None
            case "playerConcedeGame":
                seat = seat_of(_named(line.args).player_id)
                if seat is not None and seat not in state.conceded:
                    state.conceded = (*state.conceded, seat)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return  # a message of another shape tells nothing here; its words are shown all the same


def _change(state: ObservedCounters, change: _StateChange) -> None:
    if isinstance(change.reflexion, _Reflexion) and isinstance(change.reflexion.total, dict):
        for player, left in change.reflexion.total.items():
            seat, seconds = seat_of(player), whole(left)
            if seat is not None and seconds is not None:
                state.clock = _with(state.clock, seat, seconds)
    progress = whole(change.progress)
    if progress is not None:
        state.progress = min(100, max(0, progress))
    if state.ended:
        return
    state.active = None if change.type == "multipleactiveplayer" else seat_of(change.active_player)
    if whole(change.id) == GAME_END:
        state.active, state.ended = None, True
        if not isinstance(change.args, msgspec.UnsetType):
            state.outcome = outcome_of(change.args, state.conceded)
            state.statistics = statistics_of(change.args)


def _with(pairs: tuple[tuple[SeatKey, int], ...], seat: SeatKey, number: int) -> tuple[tuple[SeatKey, int], ...]:
    return tuple(sorted({**dict(pairs), seat: number}.items()))
