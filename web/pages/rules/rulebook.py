"""A game's rules as values for a page: chapters, each with its summary and its numbered paragraphs.

The text is Markdown of this form: ``# title``, an introduction, then chapters ``## 1. Set-up``, each with a summary in a
quotation (``> **In short:** ...``) and paragraphs that begin with their number (``**1.1** ...``). What stands between two numbers
belongs to the first. A paragraph on which readings differ ends with ``*Switch* `name`: `value`, `value`.``
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import msgspec
from markupsafe import Markup

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_CHAPTER = re.compile(r"(?P<number>\d+)\.\s+(?P<title>.+)")
_NUMBER = re.compile(r"\d+(\.\d+)+[a-z]?")
SWITCH = ("Switch", "Schalter")
"""The word before the name of a switch, in each language."""
_EMPHASIS = 2
"""Tokens of an opened strong text before its words end: it opens, it says, it closes."""


class Paragraph(msgspec.Struct, frozen=True):
    """One numbered paragraph."""

    number: str
    """``5.6``; an event's ``rule`` is one of these."""
    html: Markup
    """Its words; what it says of switches is left out, for a page shows these by their titles."""
    switches: tuple[str, ...]
    """Names of the switches that it names."""

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return f"p{self.number}"


class Chapter(msgspec.Struct, frozen=True):
    """A chapter; its summary is empty where the text has none."""

    number: str
    title: str
    summary: Markup
    lead: Markup
    """What stands before its first number, the summary apart."""
    paragraphs: tuple[Paragraph, ...]

    @property
    def anchor(self) -> str:
        """Its place on the page."""
        return f"c{self.number}"


class Rulebook(msgspec.Struct, frozen=True):
    """A rules text."""

    title: str
    intro: Markup
    chapters: tuple[Chapter, ...]

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers of all paragraphs, in order."""
        return tuple(paragraph.number for chapter in self.chapters for paragraph in chapter.paragraphs)


@cache
def read_rules(text: str) -> Rulebook:
    """Return a rules text as values. HTML in it is left out, comments too; a relative link becomes its words."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 -- sixty modules that a start does not need

    writer = MarkdownIt("commonmark", {"html": True}).enable("table")
    for raw in ("html_block", "html_inline"):
        writer.add_render_rule(raw, _nothing)
    blocks = [list(block) for block in _blocks(writer.parse(text))]
    title, begin = "", 0
    if blocks and blocks[0][0].tag == "h1":
        title, begin = blocks[0][1].content, 1
    heads = [nth for nth, block in enumerate(blocks) if block[0].tag == "h2"]
    return Rulebook(
        title=title,
        intro=_html(writer, blocks[begin : heads[0] if heads else len(blocks)]),
        chapters=tuple(_chapter(writer, blocks[head:end]) for head, end in pairwise([*heads, len(blocks)])),
    )


def _blocks(tokens: Sequence[Token]) -> Iterator[list[Token]]:
    """Yield the blocks of the uppermost level, each with all its tokens; raw HTML between them is dropped."""
    block: list[Token] = []
    depth = 0
    for token in tokens:
        if token.type == "html_block" and not depth:
            continue
        block.append(token)
        depth += token.nesting
        if not depth:
            yield block
            block = []


def _chapter(writer: MarkdownIt, blocks: Sequence[list[Token]]) -> Chapter:
    heading = blocks[0][1].content
    told = _CHAPTER.fullmatch(heading)
    rest = blocks[1:]
    starts = [nth for nth, block in enumerate(rest) if _number_of(block)]
    before = rest[: starts[0] if starts else len(rest)]
    return Chapter(
        number=told["number"] if told else "",
        title=told["title"] if told else heading,
        summary=_html(writer, [block[1:-1] for block in before if block[0].type == "blockquote_open"]),
        lead=_html(writer, [block for block in before if block[0].type != "blockquote_open"]),
        paragraphs=tuple(_paragraph(writer, rest[start:end]) for start, end in pairwise([*starts, len(rest)])),
    )


def _number_of(block: Sequence[Token]) -> str:
    """Return the number with which a block begins, "" for none."""
    if block[0].type != "paragraph_open":
        return ""
    inner = [child for child in block[1].children or () if child.type != "text" or child.content]
    if len(inner) <= _EMPHASIS or inner[0].type != "strong_open" or not _NUMBER.fullmatch(inner[1].content):
        return ""
    return inner[1].content


def _paragraph(writer: MarkdownIt, blocks: Sequence[list[Token]]) -> Paragraph:
    number = _number_of(blocks[0])
    inline = blocks[0][1]
    children = inline.children or []
    closing = next(nth for nth, child in enumerate(children) if child.type == "strong_close")
    inline.children = children[closing + 1 :]
    if inline.children and inline.children[0].type == "text":
        inline.children[0].content = inline.children[0].content.lstrip()
    inline.children, switches = _without_switches(inline.children)
    return Paragraph(number, _html(writer, blocks), switches)


def _without_switches(children: list[Token]) -> tuple[list[Token], tuple[str, ...]]:
    """Return a paragraph's words up to its first switch, and the names of its switches."""
    marks = [nth for nth, child in enumerate(children) if child.content in SWITCH and nth and children[nth - 1].type == "em_open"]
    named = [next(child.content for child in children[mark:] if child.type == "code_inline") for mark in marks]
    return children[: marks[0] - 1] if marks else children, tuple(named)


def _html(writer: MarkdownIt, blocks: Sequence[Sequence[Token]]) -> Markup:
    tokens = [token for block in blocks for token in block]
    for token in tokens:
        token.children = [child for child in token.children or () if not _leads_nowhere(child)] if token.children else token.children
    return Markup(writer.renderer.render(tokens, writer.options, {}))  # noqa: S704 -- a text of ours, its raw HTML left out


def _leads_nowhere(token: Token) -> bool:
    """Whether it opens or closes a link: the texts link each other as files, which a page cannot."""
    return token.type in {"link_open", "link_close"}


def _nothing(*_args: Any, **_kwargs: Any) -> str:
    return ""
