"""A mapping file as a value; described in docs/maps.md."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from records.errors import ImportRefused, Problem
from records.games.observed.numbers import LONGEST_FIELD

FOLDER: Final = Path(__file__).parent
SUFFIX = ".toml"
OBSERVED: Final = "observed"
"""The game of a mapping that gives no events: it says what the lines of an observed table are about."""
LARGEST = 1_000_000
"""Bytes of a mapping file."""
_UNNAMED = "a message is known by its type or its log: fill in what kiebitz map --explain shows"
_PLACE = re.compile(r" - at `\$\.?(?P<path>[^`]*)`")
_TOML = re.compile(r"(?P<reason>.*) \(at line (?P<line>\d+), column (?P<column>\d+)\)", re.DOTALL)


class MessageRule(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to make of one sort of message: it is known by its type, its template, or both."""

    type: str | None = None
    log: str | None = None
    to: Literal["table", "seat"] = "table"
    """Whether it went to everybody or to one seat."""
    when: dict[str, Any] = {}
    """Paths of arguments, and the values that they must have."""
    ignore: bool = False
    """Whether it means no event."""
    events: list[dict[str, Any]] = []
    """Templates of events, in order."""
    keep: dict[str, Any] = {}
    """Templates of values for later messages, by templates of names."""
    means: str = ""
    """At an observed table: what the line is about, in a word: ``drew``; "" leaves the site's word."""
    says: str | None = None
    """At an observed table: its template, as the site writes one, ``${player_name} draws ${n} cards``; None leaves the site's."""
    count: dict[str, Any] = {}
    """At an observed table: by title, templates of numbers that are added up for the seat that the message is about."""

    @property
    def names_a_line(self) -> bool:
        """Whether it says something of the line of an observed table."""
        return bool(self.means or self.says or self.count)


class ArchiveMap(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The meanings of a table's messages."""

    game: str
    """Key of the game: ``regicide``."""
    ruleset: str = ""
    """Name of its ruleset, "" for the usual one."""
    start: list[dict[str, Any]] = msgspec.field(default_factory=lambda: [{"e": "table.game-started/1", "seats": "{@seats}"}])
    """Templates of the events before the first message."""
    tables: dict[str, dict[str, Any]] = {}
    """Tables of words, by name: what the log calls something, what the game calls it."""
    rest: Literal["refuse", "ignore"] = "refuse"
    """What to do with a message for which there is no rule."""
    message: list[MessageRule] = []


@dataclass(frozen=True, slots=True)
class MapFile:
    """A mapping with where it came from."""

    name: str
    data: bytes = field(repr=False)
    mapping: ArchiveMap


def shipped() -> dict[str, Path]:
    """Return the mapping files that come with the program, by the name of their game."""
    return {path.stem: path for path in sorted(FOLDER.glob(f"*{SUFFIX}"))}


def load_map(name: str) -> MapFile:
    """Return the mapping in a file, or the one that ships under ``name``; raises ``ImportRefused`` with line or path and reason."""
    path = shipped().get(name, Path(name))
    try:
        data = path.read_bytes()
    except OSError as error:
        there = ", ".join(shipped())
        raise ImportRefused(name, Problem(reason=f"cannot be read: {error.strerror or error}; maps that ship: {there}")) from None
    return MapFile(name, data, parse_map(data, name))


def parse_map(data: bytes, name: str) -> ArchiveMap:
    """Return the mapping in ``data``; raises ``ImportRefused``."""
    if len(data) > LARGEST:
        raise ImportRefused(name, Problem(reason=f"a mapping file has at most {LARGEST} bytes"))
    try:
        mapping = msgspec.convert(tomllib.loads(data.decode()), ArchiveMap)
    except UnicodeDecodeError:
        raise ImportRefused(name, Problem(reason="the file is not UTF-8")) from None
    except tomllib.TOMLDecodeError as error:
        told = _TOML.fullmatch(str(error))
        line, column = (int(told["line"]), int(told["column"])) if told else (None, None)
        reason = f"this is no TOML: {told['reason'] if told else error}"
        raise ImportRefused(name, Problem(reason=reason, line=line, column=column)) from None
    except msgspec.ValidationError as error:
        found = _PLACE.search(str(error))
        raise ImportRefused(name, Problem(reason=_PLACE.sub("", str(error)), place=found["path"] if found else "")) from None
    except RecursionError:
        raise ImportRefused(name, Problem(reason="nested too deeply")) from None
    check = _problems_of_line if mapping.game == OBSERVED else _problems
    problems = [problem for number, rule in enumerate(mapping.message) for problem in check(number, rule)]
    if problems:
        raise ImportRefused(name, *problems[:20])
    return mapping


def _problems(number: int, rule: MessageRule) -> list[Problem]:
    place = f"message[{number}]"
    if not (rule.type or rule.log):
        return [Problem(reason=_UNNAMED, place=place)]
    if rule.names_a_line:
        return [Problem(reason="means, says and count are of an observed table; a message of a known game gives events", place=place)]
    if rule.ignore and (rule.events or rule.keep):
        return [Problem(reason="a message that is ignored gives no events and keeps nothing", place=place)]
    if not (rule.ignore or rule.events or rule.keep):
        return [Problem(reason="a message gives events, keeps something, or is ignored", place=place)]
    return []


def _problems_of_line(number: int, rule: MessageRule) -> list[Problem]:
    place = f"message[{number}]"
    if not (rule.type or rule.log):
        return [Problem(reason=_UNNAMED, place=place)]
    if rule.events or rule.keep:
        return [Problem(reason="a message of an observed table has no events and keeps nothing: say what it means", place=place)]
    if rule.ignore == rule.names_a_line:
        return [Problem(reason="a line has means, says or count, or is ignored", place=place)]
    if any(len(title) > LONGEST_FIELD for title in rule.count):
        return [Problem(reason=f"the title of a count has at most {LONGEST_FIELD} characters", place=place)]
    if rule.count and rule.to == "seat":
        return [Problem(reason="only what everybody was told is counted", place=place)]
    return []
