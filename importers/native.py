"""The native file: JSON Lines that carry a record from shelf to shelf; described in docs/format.md.

A first line with the header, a line with the names of people, in a full export one with the record's key, one line an event, a last
line with count and head hash. Each value has one written form, so that what was read is written back byte for byte; what is cut, changed
or foreign is refused with line and reason.
"""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from marshmallow import RAISE, Schema, ValidationError, fields, validate

from importers.beside import holds_no_record
from importers.native_checks import Salts, check_header
from importers.native_lines import chained_event
from records.core.header import FORMAT, Header
from records.core.ids import SeatKey
from records.core.logs.chain import Chain
from records.core.viewers import OPEN, PUBLIC, Spectator, Viewer
from records.errors import ImportRefused, Problem, RecordsError
from records.service import GameLabel
from records.service.incoming import Exchanged, check_names, checked_label
from records.service.writing.checks import check_recorded
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from importers.base import ImportedRecord, ImportOptions
    from records.core.events import Recorded
    from records.core.game import Game

SUFFIX = ".jsonl"
_MARK = b'{"kiebitz":'
_encode = msgspec.json.encode
T = TypeVar("T")


class _Line(Schema):
    class Meta:
        unknown = RAISE


class _HeaderLine(_Line):
    kiebitz = fields.Integer(required=True, strict=True)
    seen_by = fields.String(required=True, data_key="as")
    header = fields.Raw(required=True)


class _PeopleLine(_Line):
    names = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    foreign_ids = fields.Dict(keys=fields.String(), values=fields.Dict(keys=fields.String()))
    game = fields.Dict(
        keys=fields.String(validate=validate.OneOf(GameLabel._fields)), values=fields.String(validate=validate.Length(min=1))
    )


class _KeyLine(_Line):
    key = fields.String(required=True, validate=validate.Regexp(r"[0-9a-f]{64}\Z"))


class _Footer(_Line):
    count = fields.Integer(required=True, strict=True, validate=validate.Range(min=1))
    head = fields.String(required=True, validate=validate.Regexp(r"[0-9a-f]{64}\Z"))


def write(games: Mapping[str, Game], exchanged: Exchanged, seen_by: str) -> bytes:
    """Return the file of a record; ``seen_by`` is the viewer that it was made for (``open``, ``public`` or a seat's key)."""
    encode = games[exchanged.header.game].codec.encode
    lines = [*_opening(exchanged, seen_by), *map(encode, exchanged.log)]
    lines.append(_encode({"count": len(exchanged.log), "head": exchanged.head.hex()}))
    return b"\n".join(lines) + b"\n"


def _opening(exchanged: Exchanged, seen_by: str) -> list[bytes]:
    header = exchanged.header
    people: dict[str, Any] = {"names": {seat: exchanged.names.get(seat, "") for seat in header.seats}}
    if foreign_ids := {seat: ids for seat, ids in exchanged.foreign_ids.items() if ids}:
        people["foreign_ids"] = foreign_ids
    if label := {field: text for field, text in exchanged.label._asdict().items() if text}:
        people["game"] = label
    lines = [_encode({"kiebitz": FORMAT, "as": seen_by, "header": header}), msgspec.json.encode(people, order="sorted")]
    if exchanged.key is not None:
        lines.append(_encode({"key": exchanged.key.hex()}))
    return lines


def sniff(data: bytes, name: str = "") -> bool:
    """Whether this claims to be a native file, of whatever version: by its first bytes or by its name."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_MARK) or name.lower().endswith(SUFFIX)


def viewer_in(data: bytes) -> str:
    """Return the viewer for whom a file states that it was made, as in an address; "" for other files."""
    first, _, _ = data.partition(b"\n")
    try:
        found: str = _HeaderLine().load(msgspec.json.decode(first))["seen_by"]
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, ValidationError):
        return ""
    return found


def read(games: Mapping[str, Game], data: bytes, name: str) -> Exchanged:
    """Return the record in a file; raises ``ImportRefused`` with line and reason, and then nothing of it may be kept."""
    if kind := holds_no_record(data):
        raise ImportRefused(name, Problem(reason=f"this file holds a {kind[:40]}, no record; kiebitz import takes it", line=1))
    return _FileReading(games, data, name).exchanged()


class NativeImporter:
    """The native format among the importers; ``games`` are those whose records it takes."""

    def __init__(self, games: Mapping[str, Game]) -> None:
        self._games = games

    def sniff(self, data: bytes, name: str) -> bool:
        """See ``sniff``."""
        return sniff(data, name)

    def read(self, data: bytes, name: str, options: ImportOptions) -> list[ImportedRecord]:
        """Return the one record of a file, its people called ``Player A`` ... if so chosen."""
        exchanged = read(self._games, data, name)
        if options.pseudonyms:
            names: dict[str, str] = {seat: f"Player {seat}" for seat in exchanged.header.seats}
            exchanged = replace(exchanged, names=names, foreign_ids={}, label=GameLabel(exchanged.label.title))
        return [exchanged]


class _FileReading:
    def __init__(self, games: Mapping[str, Game], data: bytes, name: str) -> None:
        self._games, self._name = games, name
        self._lines = data.split(b"\n")
        self._at = 0

    def exchanged(self) -> Exchanged:
        if self._lines[-1] != b"":
            self._at = len(self._lines)
            raise self._refused("the file is cut: its last line has no end")
        for number, line in enumerate(self._lines, 1):
            if not _is_utf8(line):
                self._at = number
                raise self._refused("the line is not UTF-8")
        self._lines.pop()
        first = self._next(_HeaderLine(), "the header")
        if first["kiebitz"] != FORMAT:
            raise self._refused(f"this is format {first['kiebitz']}; this program reads format {FORMAT}")
        header = self._header(first["header"])
        people = self._next(_PeopleLine(), "the line of names")
        self._checked(check_names, people["names"])
        text = self._next(_KeyLine(), "the key's line")["key"] if self._peek().startswith(b'{"key"') else None
        exchanged = Exchanged(
            header=header,
            names=people["names"],
            foreign_ids=people.get("foreign_ids", {}),
            label=GameLabel(**people.get("game", {})),
            key=bytes.fromhex(text) if text else None,
            log=[],
            head=b"",
        )
        self._checked(checked_label, exchanged.label)
        viewer = self._opening(exchanged, first["seen_by"])
        log, head = self._events(exchanged, viewer)
        return replace(exchanged, log=log, head=head)

    def _header(self, plain: Any) -> Header:
        try:
            header = msgspec.convert(plain, Header)
        except msgspec.ValidationError as error:
            raise self._refused(f"the header cannot be read: {error}") from None
        if header.format != FORMAT:
            raise self._refused(f"the header is of format {header.format}; this program reads format {FORMAT}")
        if header.game not in self._games:
            raise self._refused(f"no game is called {header.game[:40]!r} here; there are {', '.join(sorted(self._games))}")
        self._checked(check_header, header)
        return header

    def _opening(self, exchanged: Exchanged, seen_by: str) -> Viewer:
        """Return the viewer of the file, if the lines before the events are as ``write`` writes them."""
        seats = exchanged.header.seats
        for seat in {*exchanged.names, *exchanged.foreign_ids} - set(seats):
            raise self._refused(f"nobody sits at {seat[:40]!r}; the seats are {', '.join(seats)}", at=2)
        if seen_by not in (*seats, PUBLIC.value, OPEN.value):
            raise self._refused(f"no viewer is called {seen_by[:40]!r}; there are {', '.join(seats)}, public and open", at=1)
        viewer = Spectator(seen_by) if seen_by in (PUBLIC.value, OPEN.value) else SeatKey(seen_by)
        if (viewer is OPEN) != (exchanged.key is not None):
            raise self._refused("a file for the open table has the record's key in line 3, and no other file has one", at=3)
        for number, line in enumerate(_opening(exchanged, seen_by), 1):
            if self._lines[number - 1] != line:
                raise self._refused("the line is not in its written form (spaces, order of fields, line end, seats)", at=number)
        return viewer

    def _events(self, exchanged: Exchanged, viewer: Viewer) -> tuple[list[Recorded[Any]], bytes]:
        header = exchanged.header
        game = self._games[header.game]
        chain = Chain(game, header, exchanged.key)
        salts = Salts(game)
        log: list[Recorded[Any]] = []
        while self._peek().startswith(b'{"v":'):
            line = self._line()
            try:
                recorded = chained_event(line, chain, game, viewer, lambda one: check_recorded(game, header, one, new=False))
                if viewer is OPEN:
                    salts.check(recorded)
            except RecordsError as error:
                raise self._refused(str(error)) from None
            log.append(recorded)
        footer = self._next(_Footer(), "an event or the footer")
        if footer["count"] != len(log):
            raise self._refused(f"the footer counts {footer['count']} events, {len(log)} are there")
        if footer["head"] != chain.hash.hex():
            raise self._refused("the chain is broken: the head is not the hash of the last event; one of the two lines was changed")
        if self._at != len(self._lines):
            self._at += 1
            raise self._refused("nothing may follow the footer")
        return log, chain.hash

    def _checked(self, check: Callable[[T], object], value: T) -> None:
        try:
            check(value)
        except RecordsError as error:
            raise self._refused(str(error)) from None

    def _peek(self) -> bytes:
        return self._lines[self._at] if self._at < len(self._lines) else b""

    def _line(self) -> bytes:
        self._at += 1
        return self._lines[self._at - 1]

    def _next(self, schema: Schema, what: str) -> dict[str, Any]:
        if self._at >= len(self._lines):
            self._at += 1
            raise self._refused(f"the file is cut: {what} is missing")
        line = self._line()
        if line.startswith(codecs.BOM_UTF8):
            raise self._refused("the line begins with a byte order mark; the file is UTF-8 without one")
        try:
            plain = msgspec.json.decode(line)
            loaded: dict[str, Any] = schema.load(plain)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise self._refused(f"{what} was expected, but this is no JSON: {error}") from None
        except ValidationError as error:
            raise self._refused(f"{what} was expected: {_told(error.messages)}") from None
        if _encode(plain) != line:
            raise self._refused(f"{what} is not in its written form (spaces, line end)")
        return loaded

    def _refused(self, reason: str, at: int = 0) -> ImportRefused:
        return ImportRefused(self._name, Problem(reason=reason, line=at or self._at))


def _told(messages: Any) -> str:
    if isinstance(messages, dict):
        return "; ".join(f"{field}: {_told(inner)}" for field, inner in messages.items())
    return " ".join(map(str, messages)) if isinstance(messages, list) else str(messages)


def _is_utf8(line: bytes) -> bool:
    try:
        line.decode()
    except UnicodeDecodeError:
        return False
    return True
