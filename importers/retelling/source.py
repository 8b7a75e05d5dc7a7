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


class LogLine(msgspec.Struct, frozen=True):
    """A line of an observed table's log."""

    place: str
    """Number of its event, and its place among what this sent to everybody or to one seat: ``14.0``, ``14.A.0``. The same for all eyes."""
    text: str


_seat_lines = msgspec.json.Decoder(list[SeatLine]).decode


def source_of(view: RecordView) -> SourceLog:
    """Return the log of an observed table; raises ``MalformedCommand`` for a game whose rules are known here."""
    if not view.game.nameless:
        raise MalformedCommand(f"this is a record of {view.game.name} already: an observed table can be told again")
    names = {seat: view.names.get(seat, "") for seat in view.header.seats}
    lines = [line.text for line in log_lines(view)]
    return SourceLog(names=names, started=view.header.started, lines=lines, source=view.header.record)


def log_lines(view: RecordView) -> list[LogLine]:
    """Return the lines of an observed table's log that ``view`` shows, in their order; none of a game whose rules are known here."""
    names = {seat: view.names.get(seat, "") for seat in view.header.seats}
    noted = ((recorded.v, recorded.event) for recorded in view.events)
    return [line for version, event in noted if isinstance(event, Noted) for line in _lines(version, event, names)]


def _lines(version: int, event: Noted, names: dict[SeatKey, str]) -> Iterator[LogLine]:
    """Yield what everybody was sent, and what single seats were as far as it is there: "You" is then the seat's name."""
    for nth, line in enumerate(event.lines):
        if said := _said(line, names):
            yield LogLine(f"{version}.{nth}", said)
    for sealed in event.private:
        if isinstance(sealed.body, msgspec.UnsetType):
            continue
        seat = SeatKey(sealed.known_to[0])
        for nth, told in enumerate(_seat_lines(sealed.body)):
            if said := _said(told, names):
                yield LogLine(f"{version}.{seat}.{nth}", names[seat] + said[3:] if _YOU.match(said) else said)


def _said(line: Line | SeatLine, names: dict[SeatKey, str]) -> str:
    if line.type in FRAMEWORK:
        return ""
    return "".join(part if isinstance(part, str) else names.get(part.seat, part.seat) for part in words(line.log, line.args))
