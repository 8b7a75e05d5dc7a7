"""Variations of a line: played at a separate table, with nested variations of their lines."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.line_table import LineTable
from importers.notation.notes import TextComment, TextStep, TextVariation
from importers.notation.problems import LineRefused
from importers.notation.remarks import AFTER, FROM, STEP, RemarkHead, RemarkWords
from importers.notation.witness import command_of
from records.core.asking.chance import batches
from records.core.logs.fill import Filler
from records.core.viewers import OPEN
from records.knowledge.door import veil
from records.studies.layers.viewpoints import viewer_from

if TYPE_CHECKING:
    from collections.abc import Sequence

    from importers.notation.blocks import LineBlock, Variant
    from records.core.events import Recorded
    from records.core.ids import SeatKey

MOST_NESTED = 20
MOST_STEPS = 500
"""Of one variation with all in it."""


class Variations:
    """Reads the variations of one game."""

    def __init__(self, table: LineTable, remarks: RemarkWords) -> None:
        self._table, self._remarks = table, remarks

    def read(self, variant: Variant, before: int | None) -> TextVariation:
        """Return what stands in brackets behind a line that begins after step ``before``; None where they say themselves where they begin.

        Raises ``LineRefused`` for a line that cannot be played there, and for what does not belong into brackets.
        """
        heads = [self._remarks.split(one) for one in variant.head]
        name = heads[0] if heads else RemarkHead(variant.at, "", "")
        if name.places or name.glyph or name.audience is not None or {STEP, FROM} & {*name.numbers}:
            raise LineRefused("malformed", "brackets begin with the name of what follows: ( {a safe way} castle robber )", name.at)
        base = name.numbers.get(AFTER, before)
        if base is None or base > self._table.position.version:
            raise LineRefused("malformed", f"after= names a step from 0 to {self._table.position.version}", variant.at)
        eyes = name.eyes or OPEN.value
        apart = self._apart(base, eyes)
        steps: list[TextStep] = []
        comments = [self._comment(one, 0, apart, name.layer) for one in heads[1:]]
        self._grow(apart, variant.steps, 0, _Growing(steps, comments, name.layer), 0)
        return TextVariation(base=base, name=name.text, eyes=eyes, layer=name.layer, steps=tuple(steps), comments=tuple(comments))

    def _apart(self, base: int, eyes: str) -> LineTable:
        table = self._table
        log = veil(table.game.parts, table.log[:base], viewer_from(eyes))
        if eyes != OPEN.value:
            filler = Filler(table.game, table.header)
            log = tuple(msgspec.structs.replace(recorded, event=filler.add(recorded)) for recorded in log)
        return _table_after(table, log)

    def _grow(self, table: LineTable, blocks: Sequence[LineBlock], parent: int, growing: _Growing, depth: int) -> None:
        if depth > MOST_NESTED:
            raise LineRefused("malformed", "brackets are nested too deeply", blocks[0].at if blocks else 0)
        for block in blocks:
            before, stands_after = table.position.version, parent
            if block.group.lines[0].event:
                table.play_events(block.group.lines)
            else:
                table.play(block.group)
            for batch in batches(table.log[before:]):
                command = command_of(table.game, batch[0].event)
                if command is None:
                    raise LineRefused("illegal", "only decisions can go in brackets", block.at)
                growing.steps.append(TextStep(parent=parent, command=command, events=tuple(one.event for one in batch)))
                parent = len(growing.steps)
            if len(growing.steps) > MOST_STEPS:
                raise LineRefused("malformed", f"a variation has {MOST_STEPS} steps at most", block.at)
            growing.comments += [self._comment(self._remarks.split(one), parent, table, growing.layer) for one in block.remarks]
            for inner in block.instead:
                if inner.head:
                    raise LineRefused("malformed", "brackets in brackets have no name of their own", inner.at)
                self._grow(_table_after(table, table.log[:before]), inner.steps, stands_after, growing, depth + 1)

    def _comment(self, head: RemarkHead, node: int, table: LineTable, layer: str) -> TextComment:
        actor: SeatKey | None = table.position.state.active
        return self._remarks.comment(head, node, lambda _node: table.position, actor, layer=layer)


@dataclass(slots=True)
class _Growing:
    """A variation as far as it was read."""

    steps: list[TextStep]
    comments: list[TextComment]
    layer: str


def _table_after(table: LineTable, log: Sequence[Recorded[Any]]) -> LineTable:
    """Return a separate table at the position after a log."""
    apart = LineTable(table.game, table.header, table.vocabulary, table.names, table.start)
    apart.filler.follow(log)
    apart.position = apart.filler.mark()
    return apart
