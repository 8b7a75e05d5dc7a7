"""What two lines of a log have in common: the line with its people, cards and numbers taken out."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from importers.notation.cards import CardNames
    from records.core.board import CardFace
    from records.core.ids import SeatKey

FIELD = re.compile(r"\{(seat|cards|n)(\d*)\}")
"""``{seat}``, ``{cards2}`` ...: the second and later ones of a sort have numbers."""
_JOINED = re.compile(r"\s*(?:,|&|\band\b|\bund\b)+\s*")
_NUMBER = r"\d+"


class LineShape(msgspec.Struct, frozen=True):
    """A line of a log."""

    says: str
    """With fields in place of people, cards and numbers: ``{seat} plays {cards}.``"""
    values: Mapping[str, tuple[str, ...]]
    """What stood there, by field: a seat's key, names of cards as the log writes them, a number."""


class Shaper:
    """Takes people, cards and numbers out of lines; ``faces`` are the cards of the game, by code."""

    def __init__(self, names: Mapping[SeatKey, str], faces: Mapping[str, CardFace]) -> None:
        self._seats = {name: seat for seat, name in names.items() if name}
        titles = {title.replace("\u00ad", "") for face in faces.values() for title in face.title.values()} - {""}
        self._titles = frozenset(titles)
        words = sorted({*self._seats, *titles}, key=len, reverse=True)
        known = "|".join(map(re.escape, words)) or r"(?!)"
        self._find = re.compile(rf"(?<!\w)(?:{known}|{_NUMBER})(?!\w)")

    def shape(self, line: str) -> LineShape:
        """Return a line's shape; cards that stand in a row, with commas or "and", are one field."""
        line = " ".join(line.split())
        made: list[str] = []
        values: dict[str, tuple[str, ...]] = {}
        counts = {"seat": 0, "cards": 0, "n": 0}
        end, last = 0, ""
        for found in self._find.finditer(line):
            between, word = line[end : found.start()], found[0]
            sort = "seat" if word in self._seats else "cards" if word in self._titles else "n"
            if sort == "cards" and last.startswith("cards") and _JOINED.fullmatch(between):
                values[last] += (word,)
            else:
                counts[sort] += 1
                last = sort if counts[sort] == 1 else f"{sort}{counts[sort]}"
                values[last] = (str(self._seats[word]) if sort == "seat" else word,)
                made += [_plain(between), "{", last, "}"]
            end = found.end()
        return LineShape("".join((*made, _plain(line[end:]))), values)


def _plain(text: str) -> str:
    """Return words that cannot be taken for a field."""
    return text.replace("{", "(").replace("}", ")")


def filled(means: str, shape: LineShape, names: CardNames) -> str | None:
    """Return the line of notation that ``means`` gives for a line of this shape; None where the line lacks a field of it."""
    if any(field[0].strip("{}") not in shape.values for field in FIELD.finditer(means)):
        return None

    def value(field: re.Match[str]) -> str:
        words = shape.values[field[1] + field[2]]
        return " ".join(_card(word, names) for word in words) if field[1] == "cards" else words[0]

    return FIELD.sub(value, means)


def _card(title: str, names: CardNames) -> str:
    """Return the word for a card; of a title that several cards have the title, so that the table says which is meant."""
    codes = names.named(title)
    return names.write(codes[0]) if len(codes) == 1 else f'"{title}"'


def emptied(words: Sequence[str], shape: LineShape, names: CardNames, seats: Collection[str]) -> str | None:
    """Return what a line of notation means for every line of this shape: its words, with fields for what the log's line says too.

    None where a card or one of the ``seats`` in it is not in the log's line: then only a person knew it.
    """
    left = [*words]
    for name, value in shape.values.items():
        if name.startswith("seat"):
            left = ["{" + name + "}" + word[len(value[0]) :] if word in {value[0], f"{value[0]}:"} else word for word in left]
            continue
        wanted = [frozenset(names.named(one)) for one in value] if name.startswith("cards") else []
        for at in range(len(left) - len(value) + 1):
            here = left[at : at + len(value)]
            same = [*here] == [*value] if not wanted else all(_same(word, codes, names) for word, codes in zip(here, wanted, strict=True))
            if same:
                left[at : at + len(value)] = ["{" + name + "}"]
                break
    rest = [word for word in left if not word.startswith("{")]
    return None if any(names.named(word.strip('"')) or word.rstrip(":") in seats for word in rest) else " ".join(left)


def _same(word: str, codes: frozenset[str], names: CardNames) -> bool:
    return bool(codes.intersection(names.named(word.strip('"'))))
