"""Cards by every name that people write: code, title in any language of the catalogue, the game's short name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import partial
from typing import TYPE_CHECKING

from importers.notation.items import LineWord
from importers.notation.problems import LONGEST_TOLD, LineRefused, short
from records.core.faces import UNKNOWN, Face, Some, among, none_of

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.header import Header

MOST_TIMES = 999
_SPELT = str.maketrans(
    {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "\u00ad": None, " ": None, "-": None, "_": None, "\u2019": None, "'": None}
)
_CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_TIMES = re.compile(r"(.+)\*([0-9]{1,3})")
_PLAIN = re.compile(r"[^\s{}()\[\]\">+=~/$%;|!?^@*,.]+")


def spelt(name: str) -> str:
    """Return a name as it is compared: case, spaces, hyphens and ``ä`` for ``ae`` do not matter."""
    return name.casefold().translate(_SPELT)


class CardNames:
    """The names of the cards of one catalogue; ``language`` is the one that titles are written in, "" for codes."""

    def __init__(self, game: Game, header: Header, language: str = "") -> None:
        faces = game.board.faces(header) if game.board.faces is not None else {}
        self.codes: tuple[str, ...] = tuple(faces)
        self._found: dict[str, tuple[str, ...]] = {}
        self._written: dict[str, str] = {}
        notation = game.notation
        for code, card in faces.items():
            self._add(code, code)
            for title in card.title.values():
                self._add(title, code)
        for code, word in notation.short.items():
            self._add(word, code)
            self._written[code] = word
        if language:
            for code, card in faces.items():
                title = card.title.get(language, "").replace("\u00ad", "")
                if title and self._found[spelt(title)] == (code,):
                    self._written[code] = title if _PLAIN.fullmatch(title) else f'"{title}"'

    def _add(self, name: str, code: str) -> None:
        found = self._found.get(spelt(name), ())
        if code not in found:
            self._found[spelt(name)] = (*found, code)

    def has(self, word: str) -> bool:
        """Whether a word names a card."""
        return spelt(word) in self._found

    def named(self, word: LineWord | str) -> tuple[str, ...]:
        """Return the codes of the cards of this name; none for a name that no card has."""
        text = word.text if isinstance(word, LineWord) else word
        found = self._found.get(spelt(text), ())
        if not found and not self.codes and _CODE.fullmatch(text):
            return (text,)  # of a game without a catalogue every name may be one
        return found

    def faces(self, word: LineWord) -> tuple[Face, ...]:
        """Return what a word may say of one card: ``knight``, ``?``, ``spy|saboteur``, ``!ogre|spy``; several where its title has several.

        Raises ``LineRefused`` for a name that no card has.
        """
        text = word.text
        if word.kind == "STRING":
            return self._one(text, word)
        if text == UNKNOWN:
            return (UNKNOWN,)
        if text.startswith("!"):
            return (none_of(name for part in text[1:].split("|") for name in self._one(part, word)),)
        if "|" in text:
            return (among(name for part in text.split("|") for name in self._one(part, word)),)
        return self._one(text, word)

    def _one(self, text: str, word: LineWord) -> tuple[str, ...]:
        found = self.named(text)
        if not found:
            raise LineRefused("malformed", f"no card is called {short(text)}", word.at, partial(self.like, text))
        return found

    def like(self, text: str) -> tuple[str, ...]:
        """Return the words for cards whose names are spelt nearly so."""
        near = get_close_matches(spelt(text)[:LONGEST_TOLD], self._found, n=4)
        return tuple(dict.fromkeys(self.write(code) for name in near for code in self._found[name]))

    def write(self, face: Face) -> str:
        """Return the word for a face."""
        if isinstance(face, Some):
            return ("!" if face.none_of else "") + "|".join(face.none_of or face.among)
        return self._written.get(face, face)

    def write_all(self, faces: Iterable[Face]) -> tuple[str, ...]:
        """Return the words for some faces; equal ones that follow each other as one with their number."""
        words: list[tuple[str, int]] = []
        for face in faces:
            word = self.write(face)
            if words and words[-1][0] == word and not word.startswith('"') and not word.isdigit():
                words[-1] = word, words[-1][1] + 1
            else:
                words.append((word, 1))
        return tuple(f"{word}*{times}" if times > 1 else word for word, times in words)


def one_by_one(words: Sequence[LineWord]) -> list[LineWord]:
    """Return words with ``knight*2`` as two; raises ``LineRefused`` for a number that cannot be."""
    single: list[LineWord] = []
    for word in words:
        times = _TIMES.fullmatch(word.text) if word.kind == "WORD" and "*" in word.text else None
        if times is None:
            single.append(word)
        else:
            single += [word._replace(text=times[1])] * int(times[2])
    if len(single) > MOST_TIMES:
        raise LineRefused("malformed", f"{len(single)} cards in one line; {MOST_TIMES} at most", words[0].at)
    return single


def titles(names: CardNames, faces: Mapping[str, object]) -> tuple[str, ...]:
    """Return the words for cards by code, for a list of what is possible."""
    return tuple(names.write(code) for code in faces)
