"""What stands above a pasted log: who played, what, where and when, each as a line ``Players: Anna, Ben``."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Final

import msgspec

from records.core.ids import SEATS, SeatKey
from records.errors import ImportRefused, Problem
from records.service.incoming import LONGEST_NAME, is_line

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from importers.base import ImportOptions

KEYS: Final = {
    "players": "players", "spieler": "players", "game": "game", "spiel": "game", "site": "site", "seite": "site", "table": "table",
    "tisch": "table", "date": "date", "datum": "date", "seen by": "seen_by", "gesehen von": "seen_by",
}  # fmt: skip
MOST_HEAD = 30
"""Lines that a head has at most."""
_LINE = re.compile(r"\s*(?P<key>[^\W\d][\w ]{2,20}?)\s*:\s*(?P<text>\S.*?)\s*")
_DAYS = ("%Y-%m-%d", "%d.%m.%Y", "%Y-%m-%d %H:%M", "%d.%m.%Y %H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%dT%H:%M:%SZ")
_FIRST, _LAST = datetime(1970, 1, 2, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


class TextHead(msgspec.Struct, frozen=True, kw_only=True):
    """A log's head."""

    names: Mapping[SeatKey, str]
    game: str = ""
    site: str = ""
    table: str = ""
    day: datetime | None = None
    seen_by: SeatKey | None = None
    """Whose screen the log was taken from: lines that begin with a star were told to this seat alone."""
    length: int = 0
    """Lines that belong to it."""
    words: Mapping[str, str] = msgspec.field(default_factory=dict)
    """As they stand there."""


def head_lines(lines: Sequence[str]) -> dict[str, tuple[int, str]]:
    """Return what the first lines say, by key, with line numbers from 1; the head ends at the first line that is none of it."""
    found: dict[str, tuple[int, str]] = {}
    for number, line in enumerate(lines[:MOST_HEAD], 1):
        if not line.strip() and not found:
            continue
        told = _LINE.fullmatch(line)
        key = KEYS.get(" ".join(told["key"].casefold().split())) if told else None
        if told is None or key is None or key in found:
            break
        found[key] = (number, told["text"])
    return found


def read_head(lines: Sequence[str], name: str, options: ImportOptions) -> TextHead:
    """Return the head of a log, with what the options say instead; raises ``ImportRefused`` with line and reason."""
    found = head_lines(lines)

    def wrong(key: str, reason: str) -> ImportRefused:
        return ImportRefused(name, Problem(reason=reason, line=found[key][0] if key in found else None))

    told = options.players or tuple(part.strip() for part in found.get("players", (0, ""))[1].split(","))
    if not any(told):
        raise wrong("players", "nobody is named: write a line “Players: Anna, Ben” above the log, or give --players")
    if len(told) > len(SEATS):
        raise wrong("players", f"{len(told)} players; at most {len(SEATS)} can sit at a table")
    for player in told:
        if not player or not is_line(player, LONGEST_NAME):
            raise wrong("players", f"{player[:40]!r} is no name: one line of 1 to {LONGEST_NAME} characters")
    if len(set(told)) < len(told):
        raise wrong("players", "two players have the same name, so that no line says who is meant")
    names = dict(zip(SEATS, told, strict=False))
    seen_by = found.get("seen_by", (0, ""))[1]
    seat = next((seat for seat, player in names.items() if player == seen_by), None)
    if seen_by and seat is None:
        raise wrong("seen_by", f"{seen_by[:40]!r} does not play; the players are {', '.join(told)}")
    day = options.day or found.get("date", (0, ""))[1]
    parsed = parse_day(day)
    if day and parsed is None:
        raise wrong("date", f"{day[:40]!r} is no day: write 2024-07-15 or 15.07.2024, with a time behind it (UTC) if it is known")
    texts = {key: text for key, (_, text) in found.items()}
    if not all(is_line(texts.get(key, ""), LONGEST_NAME) for key in ("game", "site", "table")):
        raise ImportRefused(name, Problem(reason=f"game, site and table are lines of up to {LONGEST_NAME} characters", line=1))
    return TextHead(
        names=names,
        game=texts.get("game", ""),
        site=texts.get("site", "").casefold(),
        table=texts.get("table", ""),
        day=parsed,
        seen_by=seat,
        length=max((number for number, _ in found.values()), default=0),
        words=texts,
    )


def parse_day(text: str) -> datetime | None:
    """Return a day or time as people write it, in UTC; None for what is none."""
    for form in _DAYS:
        try:
            found = datetime.strptime(text.strip(), form).replace(tzinfo=UTC)
        except (ValueError, OverflowError):
            continue
        return found if _FIRST <= found <= _LAST else None
    return None


def today_at(day: date, hour: int, minute: int, second: int) -> datetime | None:
    """Return a time of a day in UTC; None for an hour that is none."""
    try:
        return datetime(day.year, day.month, day.day, hour, minute, second, tzinfo=UTC)
    except ValueError:
        return None
