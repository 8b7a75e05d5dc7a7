"""A pasted log as a game to be recorded."""

from __future__ import annotations

import html
import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import msgspec

from importers.bga.naming import title_of
from importers.texts.head import head_lines, read_head
from importers.texts.lines import is_yucata, text_lines, yucata_lines
from importers.web_pages import is_page, text_of_page
from records.core.secret import Sealed
from records.core.shared import GameStarted
from records.errors import ImportRefused, Problem
from records.games.observed.events import Envelope, Line, Noted, Opened, PacketTrace, SeatLine
from records.games.observed.tokens import Tokeniser
from records.service import GameLabel
from records.service.incoming import Entry, NewGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importers.base import ImportedRecord, ImportOptions
    from importers.texts.head import TextHead
    from importers.texts.lines import TextLine
    from records.core.ids import SeatKey

FORM = "text"
TYPE = "line"
"""What a line is as a message."""
YUCATA = "yucata"
_HEAD = 8_192
_LARGEST = 20_000_000
"""Bytes of a text; pages of a game have less than one million."""
_SEEKS = re.compile(rb"History(?:Status|Move)\[")
_encode = msgspec.json.Encoder().encode


def sniff(data: bytes, name: str) -> bool:  # noqa: ARG001 -- the protocol's shape
    """Whether this is a text with a head that names players, or a web page: of a game, or one that shows a log."""
    if data[:1] in (b"{", b"["):
        return False
    head = data[:_HEAD].decode("utf-8-sig", errors="replace")
    return "players" in head_lines(head.splitlines()) or is_page(head) or _SEEKS.search(data) is not None


def read(data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:
    """Return the one game of a log; raises ``ImportRefused`` with line and reason."""
    text = _text(data, name)
    yucata = is_yucata(text)
    if not yucata and is_page(text):
        text = text_of_page(text, name)
    lines = text.splitlines()
    head = read_head(lines, name, options)
    found = yucata_lines(text, head, name) if yucata else text_lines(lines, head, name)
    tokeniser = Tokeniser(head.names, {}, pseudonyms=options.pseudonyms)
    seats = tuple(head.names)
    first = found[0].at
    label = GameLabel(options.game_name.strip() or head.game or (title_of(name, head.table) if head.table else ""))
    if not options.pseudonyms:
        label = label._replace(site=head.site or (YUCATA if yucata else ""), number=head.table)
    digest = sha256(data)
    digest.update(msgspec.json.encode([options.players, options.day, options.pseudonyms]))
    return [
        NewGame(
            game="observed",
            seats=seats,
            names={seat: f"Player {seat}" if options.pseudonyms else name for seat, name in head.names.items()},
            started=first,
            entries=[
                Entry(at=first, event=GameStarted(seats=seats)),
                Entry(at=first, event=_opened(head, tokeniser)),
                *(Entry(at=move[0].at, event=_noted(number, move, seats, tokeniser)) for number, move in enumerate(_moves(found), 1)),
            ],
            origin=digest.hexdigest(),
            label=label,
        )
    ]


def _text(data: bytes, name: str) -> str:
    if len(data) > _LARGEST:
        raise ImportRefused(name, Problem(reason=f"a text has at most {_LARGEST} bytes"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        reason = f"the text is not UTF-8: byte {error.start} is {data[error.start]:#04x}"
        raise ImportRefused(name, Problem(reason=reason, line=line)) from None


def _moves(lines: Sequence[TextLine]) -> list[list[TextLine]]:
    """Cut a log into moves: each line to everybody is one; what one seat alone was told belongs to the line before it."""
    made: list[list[TextLine]] = []
    early: list[TextLine] = []
    for line in lines:
        if line.told is None:
            made.append([line])
        elif made:
            made[-1].append(line)
        else:
            early.append(line)
    made[0] += early
    return made


def _opened(head: TextHead, tokeniser: Tokeniser) -> Opened:
    rest = msgspec.Raw(_encode(tokeniser.value(dict(head.words))))
    return Opened(
        private=tuple(Sealed((seat,), msgspec.Raw(b"null")) for seat in head.names),
        origin=Sealed((), msgspec.Raw(_encode(Envelope(form=FORM, rest=rest)))),
    )


def _noted(number: int, move: Sequence[TextLine], seats: Sequence[SeatKey], tokeniser: Tokeniser) -> Noted:
    shown, *own = move
    told = {seat: [_seat_line(line, shown, tokeniser) for line in own if line.told == seat] for seat in seats}
    traces = [
        PacketTrace(index=line.number, to=line.told, head=msgspec.Raw(_encode({"line": line.number})), count=int(line.told is not None))
        for line in move
    ]
    return Noted(
        move=number,
        lines=(Line(uid=str(shown.number), time=_seconds(shown), type=TYPE, log="${line}", args=msgspec.Raw(_args(shown, tokeniser))),),
        private=tuple(Sealed((seat,), msgspec.Raw(_encode(lines))) for seat, lines in told.items()),
        origin=Sealed((), msgspec.Raw(_encode(traces))),
    )


def _seat_line(line: TextLine, shown: TextLine, tokeniser: Tokeniser) -> SeatLine:
    after = int(line.number > shown.number)
    args = msgspec.Raw(_args(line, tokeniser))
    return SeatLine(after=after, uid=str(line.number), time=_seconds(line), type=TYPE, log="${line}", args=args)


def _args(line: TextLine, tokeniser: Tokeniser) -> bytes:
    words: str = tokeniser.text(line.words)
    args: dict[str, Any] = {"line": html.escape(words, quote=False)}
    if words.startswith("⟦") and "⟧" in words and not words.startswith("⟦⟦"):
        args["player_name"] = words[: words.index("⟧") + 1]
    if line.code:
        args["code"] = line.code
    return _encode(args)


def _seconds(line: TextLine) -> int:
    return int(line.at.timestamp())
