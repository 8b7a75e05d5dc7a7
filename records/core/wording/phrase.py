"""A line of text as a tree: what a reader makes of it by a grammar, and a game makes values of, though it knows no parser."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

import msgspec

from records.core.editions.placed import Placed
from records.errors import ImportRefused, Problem


class PhraseWord(msgspec.Struct, frozen=True):
    """A word of the grammar as it was written."""

    type: str
    """Its name in the grammar: ``NUMBER``."""
    text: str
    line: int
    column: int
    """Of the file, from 1; those of the whole text where it is not written in one piece."""


class Phrase(msgspec.Struct, frozen=True):
    """A part of a line that one rule of the grammar took."""

    rule: str
    parts: tuple[Phrase | PhraseWord, ...]
    line: int
    column: int
    """Where it begins."""


class PhraseReader(msgspec.Struct, frozen=True):
    """Reads texts of a file."""

    read: Callable[[str, Placed], Phrase]
    """Reads a text by the grammar of a language (``en``); raises ``ImportRefused`` with line and column."""
    languages: tuple[str, ...] = ()
    """Those in which texts are read, () for all: a text that is known to mean the same in each needs to be read in one."""

    def __call__(self, language: str, at: Placed) -> Phrase:
        """Read a text as ``read`` does."""
        return self.read(language, at)

    def reads(self, language: str) -> bool:
        """Whether texts are read in a language."""
        return not self.languages or language in self.languages


class Unfit(ValueError):
    """Raised by a maker: these parts make no value. ``reason`` says why, ``part`` is the number of the part that does not fit, if one."""

    def __init__(self, reason: str, part: int | None = None) -> None:
        self.reason, self.part = reason, part
        super().__init__(reason)


Maker: TypeAlias = Callable[..., Any]
"""Makes a value from the values of a phrase's parts, in order; a word is passed unchanged. Raises ``Unfit``."""


def built(phrase: Phrase, makers: Mapping[str, Maker], name: str) -> Any:
    """Return the value of a phrase, made from the leaves up by the maker of each rule.

    Raises ``ImportRefused`` for the file ``name``, with the place of the phrase, or of its part, for which a maker raised ``Unfit``.
    """
    parts = [built(part, makers, name) if isinstance(part, Phrase) else part for part in phrase.parts]
    try:
        return makers[phrase.rule](*parts)
    except Unfit as unfit:
        at = phrase if unfit.part is None else phrase.parts[unfit.part]
        raise ImportRefused(name, Problem(reason=unfit.reason, line=at.line, column=at.column)) from None
