"""Groups lines with everything that belongs to them: continuation lines, notes, and variations."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from importers.notation.items import Bracket, GameLine, LineRemark
from importers.notation.lines.groups import LineGroup
from importers.notation.problems import LineRefused
from importers.notation.remarks import AFTER


@dataclass(slots=True)
class LineBlock:
    """A line of the game with its continuations, and its variations."""

    group: LineGroup
    instead: list[Variant] = field(default_factory=list)
    remarks: list[LineRemark] = field(default_factory=list)
    """The notes on it."""

    @property
    def at(self) -> int:
        """Where it begins."""
        return self.group.at


@dataclass(slots=True)
class Variant:
    """The content of one pair of brackets."""

    at: int
    steps: list[LineBlock] = field(default_factory=list)
    head: list[LineRemark] = field(default_factory=list)
    """Remarks in ``{...}`` before its first line: its name, and notes on the moment at which it begins."""

    @property
    def group(self) -> LineGroup:
        """Its first line; raises ``LineRefused`` where there is none."""
        if not self.steps:
            raise LineRefused("malformed", "there is no line in these brackets", self.at)
        return self.steps[0].group

    @property
    def loose(self) -> bool:
        """Whether it says itself after which step it begins."""
        return bool(self.head) and AFTER in self.head[0].text.partition("]")[0]


def blocks_of(
    body: Sequence[GameLine | Bracket], continues: Callable[[LineBlock, GameLine], bool], refused: list[LineRefused]
) -> tuple[list[LineBlock], list[Variant]]:
    """Return the blocks of a game, and the variations that belong to none of them; a bracket that has no other costs itself."""
    stack: list[Variant] = [Variant(0)]
    loose: list[Variant] = []
    for one in body:
        if isinstance(one, GameLine):
            _add(stack[-1], one, continues, inside=len(stack) > 1)
        elif one.sign == "(":
            stack.append(Variant(one.at))
        elif len(stack) == 1:
            refused.append(LineRefused("malformed", "this bracket was not opened", one.at))
        else:
            inner, outer = stack.pop(), stack[-1]
            if not inner.steps and not inner.head:
                refused.append(LineRefused("malformed", "these brackets are empty", inner.at))
            elif len(stack) == 1 and inner.loose:
                loose.append(inner)
            elif outer.steps:
                outer.steps[-1].instead.append(inner)
            else:
                told = "brackets hold an alternative to a line before them"
                refused.append(LineRefused("malformed", told, inner.at))
    while len(stack) > 1:
        inner = stack.pop()
        refused.append(LineRefused("malformed", "this bracket is not closed", inner.at))
        stack[-1].steps += inner.steps
    return stack[0].steps, loose


def _add(variant: Variant, line: GameLine, continues: Callable[[LineBlock, GameLine], bool], *, inside: bool) -> None:
    blocks = variant.steps
    remarks = line.remarks
    if inside and not blocks and remarks:
        first = line.words[0].at if line.words else line.at + (0 if line.turn is not None or line.event else len(remarks[0].text) + 1)
        variant.head += [one for one in remarks if line.only_remarks or one.at < first]
        remarks = [one for one in remarks if one not in variant.head]
        if line.only_remarks:
            return
    last = blocks[-1] if blocks else None
    if line.only_remarks and last is not None:
        last.remarks += remarks
        return
    if line.event and not line.sign:
        if last is None or not _is_event(last) or last.instead or last.remarks:
            blocks.append(LineBlock(LineGroup([line])))
        else:
            last.group.lines.append(line)
        return
    if last is not None and not last.instead and continues(last, line):
        last.group.lines.append(line)
        last.remarks += remarks
        return
    blocks.append(LineBlock(LineGroup([line]), remarks=list(remarks)))


def _is_event(block: LineBlock) -> bool:
    first = block.group.lines[0]
    return bool(first.event) and not first.sign
