"""The lines of a pasted log: their times, who they are about, and who was told them."""

from __future__ import annotations

import re
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import msgspec

from importers.texts.head import parse_day, today_at
from records.errors import ImportRefused, Problem

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importers.texts.head import TextHead
    from records.core.ids import SeatKey

MOST_LINES = 50_000
LONGEST_LINE = 4_000
"""Characters."""
_WHOLE = re.compile(r"\[?(?P<day>\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4})[ T,]\s*(?P<time>\d{1,2}:\d{2}(?::\d{2})?)\]?\s*[-:]?\s+")
_CLOCK = re.compile(r"\[?(?P<h>\d{1,2}):(?P<m>\d{2})(?::(?P<s>\d{2}))?\]?\s*[-:]?\s+")
_STAR = re.compile(r"\*\s+")
_YUCATA = re.compile(r"History(?P<sort>Move|Status)\[(?P<number>\d{1,6})\]\s*=\s*'(?P<text>(?:[^'\\\n]|\\.)*)(?P<end>')?")
"""Matches what is not closed too, so that no text is looked through twice."""
_ESCAPE = re.compile(r"\\(?:u(?P<u>[0-9a-fA-F]{4})|x(?P<x>[0-9a-fA-F]{2})|(?P<sign>.))", re.DOTALL)


class TextLine(msgspec.Struct, frozen=True, kw_only=True):
    """One line of a log."""

    number: int
    """In the file, from 1."""
    at: datetime
    words: str
    """Without its time."""
    told: SeatKey | None = None
    """The one seat that was told it; None for everybody."""
    code: str = ""
    """The site's own code of the move, "" where there is none."""


def text_lines(lines: Sequence[str], head: TextHead, name: str) -> list[TextLine]:
    """Return the lines below the head; raises ``ImportRefused`` for times that run backwards, too much text, and a log without a day."""
    made: list[TextLine] = []
    before = head.day
    for number, line in enumerate(lines[head.length :], head.length + 1):
        text = line.strip()
        if not text:
            continue
        if len(text) > LONGEST_LINE:
            raise ImportRefused(name, Problem(reason=f"the line has {len(text)} characters; at most {LONGEST_LINE} are read", line=number))
        if len(made) == MOST_LINES:
            raise ImportRefused(name, Problem(reason=f"more than {MOST_LINES} lines", line=number))
        at, rest = _time(text, before)
        if at is None:
            reason = "when was this? write a line “Date: 2024-07-15” above the log, or give --date"
            raise ImportRefused(name, Problem(reason=reason, line=number))
        if before is not None and at < before:
            raise ImportRefused(name, Problem(reason="this line was before the one above it", line=number))
        before = at
        star = _STAR.match(rest) if head.seen_by is not None else None
        made.append(TextLine(number=number, at=at, words=rest[star.end() :] if star else rest, told=head.seen_by if star else None))
    if not made:
        raise ImportRefused(name, Problem(reason="there is no line below the head", line=len(lines) or 1))
    if all(line.told is not None for line in made):
        raise ImportRefused(name, Problem(reason="every line is a star's: nothing is told to everybody", line=made[0].number))
    return made


def _time(text: str, before: datetime | None) -> tuple[datetime | None, str]:
    whole = _WHOLE.match(text)
    if whole and (at := parse_day(f"{whole['day']} {whole['time']}")):
        return at, text[whole.end() :]
    clock = _CLOCK.match(text)
    if clock and before is not None:
        at = today_at(before.date(), int(clock["h"]), int(clock["m"]), int(clock["s"] or 0))
        if at is not None:
            return at if at >= before else at + timedelta(days=1), text[clock.end() :]
    return before, text


def is_yucata(text: str) -> bool:
    """Whether a text is, or holds, the history of a game page at Yucata."""
    return "HistoryStatus[" in text or "HistoryMove[" in text


def yucata_lines(text: str, head: TextHead, name: str) -> list[TextLine]:
    """Return the moves of a game page of Yucata: the words of each, and its code, whose meaning differs from game to game.

    Raises ``ImportRefused`` where there are none, or no day is said.
    """
    if head.day is None:
        raise ImportRefused(name, Problem(reason="the page does not say when it was: give --date 2024-07-15"))
    moves: dict[int, dict[str, tuple[int, str]]] = {}
    line, upto = 1, 0
    for found in _YUCATA.finditer(text):
        line, upto = line + text.count("\n", upto, found.start()), found.start()
        if found["end"] is None:
            raise ImportRefused(name, Problem(reason="the history of this page is cut: a text has no end", line=line))
        moves.setdefault(int(found["number"]), {})[found["sort"]] = (line, _plain(found["text"])[:LONGEST_LINE])
        if len(moves) > MOST_LINES:
            raise ImportRefused(name, Problem(reason=f"more than {MOST_LINES} moves"))
    if not moves:
        raise ImportRefused(name, Problem(reason="the history of this page is empty"))
    made = []
    for number in sorted(moves):
        move = moves[number]
        line, status = move.get("Status", (0, ""))
        other, code = move.get("Move", (line, ""))
        made.append(TextLine(number=line or other, at=head.day, words=status.strip() or code, code=code))
    return made


def _plain(text: str) -> str:
    """Return what a text of the page's script stands for."""

    def sign(found: re.Match[str]) -> str:
        code = found["u"] or found["x"]
        if code:
            letter = chr(int(code, 16))
            return "\ufffd" if "\ud800" <= letter <= "\udfff" else letter
        return " " if found["sign"] in "nrtbfv0" else found["sign"]

    return _ESCAPE.sub(sign, text)
