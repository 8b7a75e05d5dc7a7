"""Lines of text into phrases by a grammar (docs/catalogues.md); the one module of the catalogues that knows the parser."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from contextlib import suppress
from functools import cache

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from records.core.editions.placed import Placed
from records.core.wording.phrase import Phrase, PhraseReader, PhraseWord
from records.errors import ImportRefused, Problem

LONGEST_LINE = 1000
"""Characters of a text that is read."""
LONGEST_WORD = 40
"""Characters of a word that are quoted."""
MOST_OPTIONS = 12
"""So many words that could stand instead are listed."""
_WORD = re.compile(r"\w[\w-]*|\S")
END = "$END"
"""Lark's name for the end of the text."""


def read_phrase(grammar: str, at: Placed, name: str) -> Phrase:
    """Return the text ``at`` a place of the file ``name`` as the phrase that an LALR grammar of lark, from ``start`` on, finds in it.

    Words whose names begin with ``_`` are left out. Raises ``ImportRefused`` with line and column of the first word that does not fit.
    """
    text = at.value
    if not isinstance(text, str) or not text.strip() or len(text) > LONGEST_LINE:
        raise ImportRefused(name, Problem(reason=f"a line of 1 to {LONGEST_LINE} characters stands here", line=at.line, column=at.column))
    try:
        tree = _parser(grammar).parse(text)
    except UnexpectedInput as error:
        raise _misfit(grammar, text, error, at, name) from None
    return _phrase(tree, at)


def phrase_reader(grammars: Mapping[str, str], name: str, languages: tuple[str, ...] = ()) -> PhraseReader:
    """Return what reads texts of the file ``name`` by the grammars of some languages; ``languages`` are those of ``PhraseReader``."""

    def read_text(language: str, at: Placed) -> Phrase:
        if language not in grammars:
            known = ", ".join(sorted(grammars)) or "nothing"
            raise ImportRefused(name, Problem(reason=f"no words are known in {language!r}; known: {known}", line=at.line, column=at.column))
        return read_phrase(grammars[language], at, name)

    return PhraseReader(read_text, languages)


@cache
def _parser(grammar: str) -> Lark:
    return Lark(grammar, parser="lalr", propagate_positions=True, maybe_placeholders=False)


def _phrase(tree: Tree[Token], at: Placed) -> Phrase:
    parts = tuple(_phrase(part, at) if isinstance(part, Tree) else _word(part, at) for part in tree.children)
    return Phrase(str(tree.data), parts, at.line, _column(at, 0 if tree.meta.empty else tree.meta.start_pos))


def _word(token: Token, at: Placed) -> PhraseWord:
    return PhraseWord(token.type, str(token), at.line, _column(at, token.start_pos or 0))


def _column(at: Placed, position: int) -> int:
    return at.column if at.text_column is None else at.text_column + position


def _refused(at: Placed, position: int, name: str, reason: str) -> ImportRefused:
    return ImportRefused(name, Problem(reason=reason, line=at.line, column=_column(at, position)))


def _misfit(grammar: str, text: str, error: UnexpectedInput, at: Placed, name: str) -> ImportRefused:
    """Return the refusal of a text, with what could stand where it goes wrong."""
    trial = _parser(grammar).parse_interactive(text)
    with suppress(UnexpectedInput):
        trial.exhaust_lexer()
    accepted: Collection[str] = trial.accepts()  # type: ignore[no-untyped-call]
    options = _options(accepted)
    position = len(text) if isinstance(error, UnexpectedToken) and error.token.type == END else error.pos_in_stream or 0
    rest = _WORD.search(text, position)
    what = f"{rest[0][:LONGEST_WORD]!r} cannot stand here" if rest else "the line ends too early"
    return _refused(at, position, name, f"{what}; here may stand: {options}")


def _options(names: Collection[str]) -> str:
    told = sorted({name.strip("_").lower().replace("_", " ") for name in names if name != END})
    return ", ".join(told[:MOST_OPTIONS]) + (" ..." if len(told) > MOST_OPTIONS else "") if told else "nothing more"
