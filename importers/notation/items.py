"""From text to items: headers, lines, event lines and brackets, each read by itself, so that a stray bracket costs one line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any, Literal, NamedTuple, TypeAlias

import msgspec
from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput

from importers.notation.problems import LineRefused, short

LONGEST_LINE = 10_000
"""Characters of one line of the file."""
_RUN = re.compile(r'[^\s{}()\[\]"|;]+')
_PIECES = re.compile(
    r"""
    (?P<end>\n) | (?P<space>[ \t\f\r]+) | (?P<rest>;[^\n]*)
  | (?P<event>(?:[>~][ \t]*)?\|\|?[ \t]*\{[^\n]*)
  | (?P<string>"(?:\\.|[^"\\\n])*") | (?P<comment>\{(?:\\.|[^{}\\])*\})
  | (?P<group>[^\s{}()\[\]"|;]+\((?:[^(){}"\n]|"(?:\\.|[^"\\\n])*"|\([^(){}\n]*\))*\))
  | (?P<open>\() | (?P<close>\)) | (?P<word>[^\s{}()\[\]";]+)
    """,
    re.VERBOSE,
)


class LineWord(NamedTuple):
    """One word of a line, or a sign."""

    text: str
    at: int
    """In characters from the beginning of the text."""
    kind: str = "WORD"
    """``WORD``, ``STRING``, ``SIGN`` or ``GROUP``; of a group the text is its purpose."""
    inside: tuple[LineWord, ...] = ()


class LineRemark(NamedTuple):
    """The text in ``{...}`` with the signs before it; or only signs."""

    text: str
    """As it is written, without its braces."""
    at: int
    glyphs: tuple[str, ...] = ()


@dataclass(slots=True)
class GameLine:
    """A line of a game: a decision, a turn, answers, or, if its first word begins with ``@``, a fact."""

    at: int
    turn: int | None = None
    words: list[LineWord] = field(default_factory=list)
    remarks: list[LineRemark] = field(default_factory=list)
    seconds: float | None = None
    event: str = ""
    """JSON of an event line."""
    sign: str = ""
    """Before the bar of an event line: ``>`` for one answer."""
    alone: bool = False
    """The event of an event line begins a batch of its own, whatever its sort."""

    @property
    def only_remarks(self) -> bool:
        """Whether nothing stands in it but notes."""
        return bool(self.remarks) and not self.words and not self.event and self.turn is None and self.seconds is None


class HeaderLine(msgspec.Struct, frozen=True):
    """``[Key "text" ...]``."""

    at: int
    key: str
    texts: tuple[str, ...]


class Bracket(msgspec.Struct, frozen=True):
    """``(`` or ``)`` around a variation."""

    at: int
    sign: Literal["(", ")"]


Item: TypeAlias = GameLine | HeaderLine | Bracket


def items(text: str) -> Iterator[Item | LineRefused]:
    """Yield what a text holds, in its order; in place of a line that cannot be read, why."""
    for at, piece in _cut(text):
        if isinstance(piece, LineRefused):
            yield piece
        elif piece in {"(", ")"}:
            yield Bracket(at, piece)  # type: ignore[arg-type]  # one of the two
        else:
            try:
                yield _read(piece, at)
            except LineRefused as error:
                yield error


def _cut(text: str) -> Iterator[tuple[int, str | LineRefused]]:
    start: int | None = None
    at, size, match = 0, len(text), _PIECES.match
    line_start = 0
    while at < size:
        if start is None and text[at] == "[":
            end = _line_end(text, at)
            yield at, text[at:end]
            at = end
            continue
        piece = match(text, at)
        kind = piece.lastgroup if piece is not None else None
        if piece is None or (kind == "event" and start is not None):
            if kind == "event" and piece is not None:
                at = piece.end()
                continue
            end = _line_end(text, at)
            told = {'"': "a string has no end", "{": "a comment has no end, or holds a { without \\ before it"}
            reason = told.get(text[at], f"{text[at]!r} does not belong to anything")
            yield at, LineRefused("malformed", reason, at)
            start, at = None, end
            continue
        if kind == "end":
            if start is not None:
                yield start, text[start:at]
                start = None
            if at - line_start > LONGEST_LINE:
                yield at, LineRefused("malformed", f"a line has {LONGEST_LINE} characters at most", line_start)
            line_start = at + 1
        elif kind in {"open", "close"}:
            if start is not None:
                yield start, text[start:at]
                start = None
            yield at, piece.group()
        elif kind == "rest":
            if start is not None:
                yield start, text[start:at]
                start = None
        else:
            if kind == "comment":
                line_start += piece.end() - at
            if kind != "space" and start is None:
                start = at
        at = piece.end()
    if start is not None:
        yield start, text[start:]


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end


@cache
def _parser() -> Lark:
    grammar = resources.files(__package__).joinpath("grammar.lark").read_text(encoding="utf-8")
    return Lark(grammar, parser="lalr", propagate_positions=False, maybe_placeholders=False)


def _read(text: str, at: int) -> Item:
    try:
        tree = _parser().parse(text.rstrip())
    except UnexpectedInput as error:
        where = min(int(error.pos_in_stream or 0) % (1 << 31), len(text.rstrip()))  # -1 is the end
        found = _RUN.match(text, where)
        told = short(found.group() if found else text[where : where + 1]) if where < len(text.rstrip()) else "the end of the line"
        raise LineRefused("malformed", f"{told} does not fit here", at + where) from None
    part: Any = tree.children[0]
    match part.data:
        case "header":
            return _header(part, at)
        case "event":
            return _event(part, at)
        case _:
            return _line(part, at)


def _header(tree: Tree[Token], at: int) -> HeaderLine:
    key, *texts = (str(child) for child in tree.children)
    try:
        return HeaderLine(at, key, tuple(map(_string, texts)))
    except msgspec.DecodeError:
        raise LineRefused("malformed", "a text of a header is a JSON string", at) from None


def _event(tree: Tree[Token], at: int) -> GameLine:
    line = GameLine(at)
    for child in tree.children:
        if getattr(child, "type", "") == "JSON":
            line.event = str(child).strip()
        elif str(child).startswith("|"):
            line.alone = str(child) == "||"
        else:
            line.sign = str(child)
    return line


def _line(tree: Tree[Token], at: int) -> GameLine:
    line = GameLine(at)
    glyphs: list[str] = []
    child: Any
    for child in tree.children:
        if isinstance(child, Tree):
            line.words.append(_group(child, at))
            continue
        match child.type:
            case "TURN":
                line.turn = int(child[:-1]) if len(child) < 8 else -1  # noqa: PLR2004 -- no game has ten million turns
            case "COMMENT":
                line.remarks.append(LineRemark(str(child[1:-1]), at + (child.start_pos or 0), tuple(glyphs)))
                glyphs.clear()
            case "GLYPH":
                glyphs.append(str(child))
            case "TIME":
                line.seconds = float(child[1:])
            case _:
                line.words.append(_word(child, at))
    if glyphs:
        _signed(line, tuple(glyphs))
    return line


def _signed(line: GameLine, glyphs: tuple[str, ...]) -> None:
    """Signs without a following note belong to the note before, or form a remark of their own."""
    if line.remarks and not line.remarks[-1].glyphs:
        line.remarks[-1] = line.remarks[-1]._replace(glyphs=glyphs)
    else:
        line.remarks.append(LineRemark("", line.at, glyphs))


def _word(token: Any, at: int) -> LineWord:
    where = at + (token.start_pos or 0)
    if token.type == "STRING":
        try:
            return LineWord(_string(str(token)), where, "STRING")
        except msgspec.DecodeError:
            raise LineRefused("malformed", "a text in quotes is a JSON string", where) from None
    if token.type != "WORD":
        return LineWord(str(token), where, "SIGN")
    return LineWord(str(token).removesuffix(",") or ",", where)


def _group(tree: Tree[Token], at: int) -> LineWord:
    head, *rest = tree.children
    inside = tuple(_group(child, at) if isinstance(child, Tree) else _word(child, at) for child in rest[:-1])
    where = at + (getattr(head, "start_pos", 0) or 0)
    return LineWord(str(head)[:-1], where, "GROUP", inside)


def _string(text: str) -> str:
    return msgspec.json.decode(text, type=str)
