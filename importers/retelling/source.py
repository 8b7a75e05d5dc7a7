"""The words of an observed table, as one viewer was sent them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

from importers.retelling.drafting import SourceLog
from records.core.ids import SeatKey
from records.errors import MalformedCommand
from records.games.observed.events import Line, Noted, SeatLine
from records.games.observed.narrate import FRAMEWORK
from records.games.observed.wording import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.service import RecordView

_YOU = re.compile(r"You\b")
_seat_lines = msgspec.json.Decoder(list[SeatLine]).decode


def source_of(view: RecordView) -> SourceLog:
    """Return the log of an observed table; raises ``MalformedCommand`` for a game whose rules are known here."""
    if not view.game.nameless:
        raise MalformedCommand(f"this is a record of {view.game.name} already: an observed table can be told again")
    names = {seat: view.names.get(seat, "") for seat in view.header.seats}
    lines = [line for recorded in view.events if isinstance(recorded.event, Noted) for line in _lines(recorded.event, names)]
    return SourceLog(names=names, started=view.header.started, lines=lines, source=view.header.record)


def _lines(event: Noted, names: dict[SeatKey, str]) -> Iterator[str]:
    """Yield what everybody was sent, and what single seats were as far as it is there: "You" is then the seat's name."""
    yield from filter(None, (_said(line, names) for line in event.lines))
    for sealed in event.private:
        if isinstance(sealed.body, msgspec.UnsetType):
            continue
        name = names[SeatKey(sealed.known_to[0])]
        for line in _seat_lines(sealed.body):
            if said := _said(line, names):
                yield name + said[3:] if _YOU.match(said) else said


def _said(line: Line | SeatLine, names: dict[SeatKey, str]) -> str:
    if line.type in FRAMEWORK:
        return ""
    return "".join(part if isinstance(part, str) else names.get(part.seat, part.seat) for part in words(line.log, line.args))
