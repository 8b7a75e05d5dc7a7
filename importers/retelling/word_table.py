"""The table that is filled in while a log is told again: words of a site, and the line of notation that they stand for."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field

import msgspec

from importers.retelling.shapes import FIELD
from records.errors import ImportRefused, Problem

LARGEST = 1_000_000
"""Bytes of a table."""
_FIELDS = "{seat}, {cards}, {n}, and with numbers {seat2}"


class _WordLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    says: str
    means: str


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    game: str
    line: list[_WordLine] = []


@dataclass(slots=True)
class WordTable:
    """What the lines of a site's log mean in a game."""

    game: str
    means: dict[str, str] = field(default_factory=dict)
    """Lines of notation by shapes of lines of the log; "" for what only follows."""

    def write(self) -> bytes:
        """Return the table as a file, in the order in which it was filled in."""

        def text(value: str) -> str:
            return msgspec.json.encode(value).decode()

        lines = [f"game = {text(self.game)}"]
        for says, means in self.means.items():
            lines += ["", "[[line]]", f"says = {text(says)}", f"means = {text(means)}"]
        return ("\n".join(lines) + "\n").encode()


def read_words(data: bytes, name: str) -> WordTable:
    """Return the table in a file; raises ``ImportRefused`` with the place of what is wrong."""
    if len(data) > LARGEST:
        raise ImportRefused(name, Problem(reason=f"a table of words has at most {LARGEST} bytes"))
    try:
        plain = msgspec.convert(tomllib.loads(data.decode()), _Table)
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError, RecursionError) as error:
        raise ImportRefused(name, Problem(reason=f"this is no table of words: {error}")) from None
    found = WordTable(plain.game)
    for number, line in enumerate(plain.line):
        wrong = field_missing(line.says, line.means) or ("these words stand here twice" if line.says in found.means else "")
        if wrong:
            raise ImportRefused(name, Problem(reason=wrong, place=f"line[{number}]"))
        found.means[line.says] = line.means
    return found


def field_missing(says: str, means: str) -> str:
    """Return why words cannot mean that: a field of ``means`` is not in ``says``; "" where all are."""
    missing = [one[0] for one in FIELD.finditer(means) if one[0] not in says]
    return f"says has no {missing[0]}; fields are {_FIELDS}" if missing else ""
