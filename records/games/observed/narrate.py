"""Narrate a move in the log's own words. The narration for a viewer depends only on what that viewer sees."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.ids import SeatKey
from records.core.sentences import N_, Quoted, SeatRef, Sentence, quote
from records.core.wording.narration import Moment, Narration, PrivateLine, narrate_shared
from records.games.observed.events import Line, Noted, Opened, SeatLine
from records.games.observed.tokens import seat_of
from records.games.observed.wording import words

if TYPE_CHECKING:
    from records.core.viewers import Viewer
    from records.games.observed.position import ObservedCounters

FRAMEWORK = frozenset(
    {
        "gameStateChange",
        "gameStateChangePrivateArg",
        "gameStateMultipleActiveUpdate",
        "updateReflexionTime",
        "wakeupPlayers",
        "newUndoableStep",
    }
)
"""Messages that the site sends in every game to keep the page going; kept, never told."""
ICONS = {
    "drew": "s-draw", "played": "s-play", "placed": "s-lay", "discarded": "s-discard", "took": "s-swap", "scored": "s-strengthen",
    "chose": "s-ask", "noted": "s-note", "ended": "crown",
}  # fmt: skip
"""Signs of what a mapping says that a line is about; other words have the sign of any move."""
_seat_lines = msgspec.json.Decoder(list[SeatLine]).decode
_object = msgspec.json.Decoder(dict[str, Any]).decode


def narrate(moment: Moment[ObservedCounters]) -> Narration:
    """Return what the step told its viewer."""
    match moment.recorded.event:
        case Noted() as event:
            return _move(event, moment)
        case Opened():
            return Narration(quiet=True)
        case _:
            return narrate_shared(moment)


def _move(event: Noted, moment: Moment[ObservedCounters]) -> Narration:
    state = moment.after.state
    told = [(line, said) for line in event.lines if (said := _said(line))]
    lines = tuple(quote(*said) for _, said in told)
    tells = tuple(_tells(event, moment.viewer))
    signs = (ICONS[line.type] for line, _ in told if line.type in ICONS)
    ended = state.outcome is not None and moment.before.outcome is None
    return Narration(
        lines=(*_gap(state, moment.before), *lines),
        tells=tells,
        seat=next(filter(None, (_actor(line) for line, _ in told)), moment.before.active),
        icon="crown" if ended else next(signs, "s-play") if lines or not tells else "eye",
        quiet=not (lines or tells or state.gap),
    )


def _gap(state: ObservedCounters, before: Any) -> tuple[Sentence, ...]:
    if state.gap is None:
        return ()
    first, last = state.gap
    if before.move is None:
        return (Sentence(N_("The log begins with move %(move)s."), {"move": last + 1}),)
    if first == last:
        return (Sentence(N_("The table's log has no move %(move)s: undone, or left out."), {"move": first}),)
    return (Sentence(N_("The table's log has no moves %(first)s to %(last)s: undone, or left out."), {"first": first, "last": last}),)


def _tells(event: Noted, viewer: Viewer) -> list[PrivateLine]:
    found: list[PrivateLine] = []
    for sealed in event.private:
        if isinstance(sealed.body, msgspec.UnsetType):
            continue
        mine = viewer in sealed.known_to
        try:
            lines = _seat_lines(sealed.body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            continue  # not written by our importer; the record holds it, nobody can read it
        said = filter(None, map(_said, lines))
        found += [PrivateLine(sentence=quote(*parts) if mine else _of_another(sealed.known_to, parts), mine=mine) for parts in said]
    return found


def _of_another(known_to: tuple[str, ...], said: tuple[str | SeatRef, ...]) -> Sentence:
    if len(known_to) != 1:
        return quote(*said)
    return Sentence(N_("Shown only to %(seat)s: %(words)s"), {"seat": SeatRef(SeatKey(known_to[0])), "words": Quoted(said)})


def _said(line: Line | SeatLine) -> tuple[str | SeatRef, ...]:
    return () if line.type in FRAMEWORK else words(line.log, line.args)


def _actor(line: Line) -> SeatKey | None:
    try:
        args = _object(line.args)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return seat_of(args.get("player_id")) or seat_of(args.get("player_name"))
