"""The headers above the lines of a game: ``[Key "text" ...]``."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec

from importers.notation.items import HeaderLine
from importers.notation.notes import LayerNamed
from importers.notation.problems import LineRefused, short
from importers.notation.remarks import layers_named
from records.core.asking.typed import DEALT, TYPED
from records.core.header import Header
from records.core.ids import RecordId, SeatKey, is_record_id, is_seat_key
from records.errors import MalformedCommand
from records.service.incoming import LONGEST_NAME, checked_name, is_line

if TYPE_CHECKING:
    from records.core.game import Game

KEYS = (
    "Game",
    "Ruleset",
    "Switches",
    "Catalogue",
    "Seats",
    "Begins",
    "Variant",
    "Chance",
    "Date",
    "Place",
    "Event",
    "Round",
    "Result",
    "Recorder",
    "Played",
    "Record",
    "Head",
    "Source",
    "Reading",
    "Expect",
    "Layer",
)
OUTSIDE = ("Place", "Event", "Round")
"""Headers without a field in a record; a message says that they are left out."""
BY_THE_RULES, AS_PLAYED = "by the rules", "as played"
_HEX = re.compile(r"[0-9a-f]{8,32}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
HASH = 32
NEW = RecordId("new")


@dataclass
class Headers:
    """The headers of one game."""

    at: int
    game: Game
    header: Header
    names: Mapping[str, str]
    texts: Mapping[str, tuple[str, ...]]
    switches: tuple[tuple[str, str], ...] = ()
    readings: Sequence[HeaderLine] = ()
    expects: Sequence[HeaderLine] = ()
    layers: Mapping[str, LayerNamed] = field(default_factory=dict)
    """The layers that notes can belong to, by their keys."""
    dated: bool = True
    extra: Mapping[str, str] = field(default_factory=dict)
    """Headers ``X-...``, and those that a record has no field for."""
    places: Mapping[str, int] = field(default_factory=dict)
    """Where each key stands."""

    def text(self, key: str) -> str:
        """Return the first text of a key, "" where it is not there."""
        return (self.texts.get(key) or ("",))[0]

    @property
    def begins(self) -> str:
        """Who begins, "" where nobody said."""
        return self.text("Begins")


def read_headers(games: Mapping[str, Game], lines: Sequence[HeaderLine], now: datetime) -> Headers:
    """Return the headers of a game; raises ``LineRefused`` for a key that is unknown, twice, or says what cannot be."""
    at = lines[0].at if lines else 0
    texts: dict[str, tuple[str, ...]] = {}
    places: dict[str, int] = {}
    several: dict[str, list[HeaderLine]] = {"Reading": [], "Expect": [], "Layer": []}
    for line in lines:
        if line.key in several:
            several[line.key].append(line)
            continue
        if line.key in texts:
            raise LineRefused("malformed", f"the header {line.key} appears here twice", line.at)
        if line.key not in KEYS and not line.key.startswith("X-") and not is_seat_key(line.key):
            raise LineRefused("malformed", f"no header is called {short(line.key)}", line.at, KEYS)
        if not line.texts:
            raise LineRefused("malformed", f'{line.key} is followed by a text in quotes: [{line.key} "..."]', line.at)
        texts[line.key], places[line.key] = line.texts, line.at
    return _HeaderReading(games, texts, places, at).headers(several, now)


class _HeaderReading:
    def __init__(self, games: Mapping[str, Game], texts: Mapping[str, tuple[str, ...]], places: Mapping[str, int], at: int) -> None:
        self._games, self._texts, self._places, self._at = games, texts, places, at

    def _text(self, key: str) -> str:
        return (self._texts.get(key) or ("",))[0]

    def _refused(self, key: str, reason: str, possible: Sequence[str] = ()) -> LineRefused:
        return LineRefused("malformed", reason, self._places.get(key, self._at), possible)

    def headers(self, several: Mapping[str, Sequence[HeaderLine]], now: datetime) -> Headers:
        game = self._games.get(self._text("Game"))
        able = sorted(name for name, one in self._games.items() if one.play is not None and one.recording is not None)
        if game is None or game.play is None or game.recording is None:
            told = short(self._text("Game")) if "Game" in self._texts else "nothing"
            raise self._refused("Game", f"[Game ...] says which game it is; {told} cannot be read from lines", able)
        seats = self._seats()
        started, dated = self._date(now)
        try:
            edition = game.rules.edition(self._text("Ruleset"))
        except MalformedCommand as error:
            raise self._refused("Ruleset", str(error)) from None
        ruleset_hash = self._hash("Ruleset", edition["ruleset_hash"], [*getattr(game.rules.rulesets, "published", ())])
        catalogue_hash = self._hash("Catalogue", edition["catalogue_hash"], [])
        try:
            header = Header(
                record=NEW,
                game=game.name,
                ruleset=edition["ruleset"],
                ruleset_hash=ruleset_hash,
                catalogue=self._text("Catalogue") or edition["catalogue"],
                catalogue_hash=catalogue_hash,
                seats=seats,
                started=started,
            )
            game.initial(header)
        except (ValueError, MalformedCommand) as error:
            raise self._refused("Seats", str(error)) from None
        for key in ("Catalogue", "Variant", *OUTSIDE, "Recorder"):
            if not is_line(self._text(key), LONGEST_NAME):
                raise self._refused(key, f"{key} is a line of up to {LONGEST_NAME} characters")
        self._check_words(header)
        return Headers(
            at=self._at,
            game=game,
            header=header,
            names=self._names(seats),
            texts=self._texts,
            switches=self._switches(game),
            readings=several["Reading"],
            expects=several["Expect"],
            layers=layers_named(several["Layer"], seats),
            dated=dated,
            extra={key: texts[0] for key, texts in self._texts.items() if key.startswith("X-") or key in OUTSIDE},
            places=self._places,
        )

    def _seats(self) -> tuple[SeatKey, ...]:
        seats = self._text("Seats").split()
        if not seats or len({*seats}) < len(seats) or not all(map(is_seat_key, seats)):
            raise self._refused("Seats", '[Seats "A B"] names the seats: one or two capitals or digits each, none twice')
        return tuple(map(SeatKey, seats))

    def _names(self, seats: tuple[SeatKey, ...]) -> dict[str, str]:
        for key in self._texts:
            if is_seat_key(key) and key not in seats:
                raise self._refused(key, f"nobody sits at {key}; the seats are {', '.join(seats)}")
        names: dict[str, str] = {}
        for seat in seats:
            name = self._text(seat)
            try:
                names[seat] = checked_name(name) if name else ""
            except MalformedCommand as error:
                raise self._refused(seat, str(error)) from None
        return names

    def _check_words(self, header: Header) -> None:
        if self._text("Begins") not in ("", *header.seats):
            raise self._refused("Begins", f"nobody sits at {short(self._text('Begins'))}", header.seats)
        if self._text("Chance") not in {"", DEALT, TYPED}:
            raise self._refused("Chance", "the table's answers are dealt or typed", (DEALT, TYPED))
        if self._text("Played") not in {"", BY_THE_RULES, AS_PLAYED}:
            raise self._refused("Played", f"{short(self._text('Played'))} is not a way to record a game", (BY_THE_RULES, AS_PLAYED))
        if self._text("Recorder") not in ("", "open", "public", *header.seats):
            raise self._refused("Recorder", "whose view is it?", ("open", "public", *header.seats))
        if "Source" in self._texts and not is_record_id(self._text("Source")):
            raise self._refused("Source", f"{short(self._text('Source'))} is not a record's id: 16 digits and small letters")
        result = self._text("Result")
        if result not in ("", "draw", "lost", "*") and not {*result.split()} <= {*header.seats}:
            raise self._refused("Result", "a result names the seats that won, or is draw, lost or *", ("draw", "lost", "*"))

    def _switches(self, game: Game) -> tuple[tuple[str, str], ...]:
        return read_switches(game, self._text("Ruleset"), self._text("Switches"), self._places.get("Switches", self._at))

    def _hash(self, key: str, today: str, published: Sequence[str]) -> str:
        texts = self._texts.get(key, ())
        if len(texts) < 2:  # noqa: PLR2004 -- a name and a hash
            return today
        given = texts[1]
        if not _HEX.fullmatch(given):
            raise self._refused(key, f"{short(given)} is not a hash: 8 to {HASH} digits 0-9a-f")
        fitting = [one for one in dict.fromkeys((today, *published)) if one.startswith(given)]
        if len(fitting) == 1:
            return fitting[0]
        if len(given) < HASH:
            raise self._refused(key, f"no {key.lower()} that is known here has the hash {given}; all {HASH} digits are needed")
        return given

    def _date(self, now: datetime) -> tuple[datetime, bool]:
        text = self._text("Date")
        if not text:
            return now, False
        try:
            if _DAY.fullmatch(text):
                return datetime.fromisoformat(text).replace(tzinfo=UTC), True
            moment = datetime.fromisoformat(text)
        except ValueError:
            moment = None
        if moment is None or moment.utcoffset() is None or moment.utcoffset():
            raise self._refused("Date", f"{short(text)} is neither a day (2026-03-14) nor a time in UTC (2026-03-14T18:30:00Z)")
        return moment.astimezone(UTC), True


def read_switches(game: Game, ruleset: str, text: str, at: int) -> tuple[tuple[str, str], ...]:
    """Return the readings of ``a=b; c=d`` in the order of their names; raises ``LineRefused`` for what is none of the game's."""
    found: dict[str, str] = {}
    for part in filter(None, (one.strip() for one in text.split(";"))):
        name, equals, value = part.partition("=")
        if not equals or name.strip() in found:
            raise LineRefused("malformed", f"{short(part)} is not a switch with its value: a=b; c=d, each once", at)
        found[name.strip()] = value.strip()
    if found:
        try:
            game.rules.rulesets.named(ruleset).with_settings(found)
        except MalformedCommand as error:
            raise LineRefused("malformed", str(error), at) from None
    return tuple(sorted(found.items()))


def written(key: str, *texts: str) -> str:
    """Return a header line."""
    return f"[{' '.join((key, *(msgspec.json.encode(text).decode() for text in texts)))}]"
