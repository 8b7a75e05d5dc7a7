"""Moves that are imagined after a step, as lines of notation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.blocks import LineBlock, Variant, blocks_of
from importers.notation.cards import CardNames
from importers.notation.items import GameLine, items
from importers.notation.line_table import LineTable
from importers.notation.problems import LineRefused, Places
from importers.notation.reading import vocabulary_of
from importers.notation.remarks import RemarkWords
from importers.notation.variations import Variations
from records.core.logs.fill import Filler
from records.service.layers.line_texts import LineStep, LineText

if TYPE_CHECKING:
    from records.errors import Problem
    from records.service.viewing import RecordView


class NotPlayed(Exception):
    """Lines that cannot be played; ``problem`` says where in their text."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(str(problem))


def played_on(view: RecordView, at: int, text: str) -> LineText:
    """Return the moves of a text as a variation of what ``view`` shows, begun after step ``at``; raises ``NotPlayed``."""
    try:
        return _read(view, at, text)
    except LineRefused as error:
        raise NotPlayed(Places(text).problem(error)) from None


def _read(view: RecordView, at: int, text: str) -> LineText:
    table = LineTable(view.game, view.header, vocabulary_of(view.game), CardNames(view.game, view.header))
    filler: Any = Filler(view.game, view.header)
    log = [msgspec.structs.replace(recorded, event=filler.add(recorded)) for recorded in view.events[:at]]
    table.filler.follow(log)
    table.position = table.filler.mark()
    body = []
    for one in items(text):
        if isinstance(one, LineRefused):
            raise one
        if not isinstance(one, GameLine) or one.remarks:
            raise LineRefused("malformed", "moves and their answers stand here, no notes and no brackets", one.at)
        body.append(one)

    def continues(block: LineBlock, line: GameLine) -> bool:
        first = block.group.lines[0]
        if first.event and not first.sign:
            return False
        return line.turn is not None or bool(line.event) or not line.words or line.words[0].text in table.vocabulary.signs

    steps, _loose = blocks_of(body, continues, [])
    if not steps:
        raise LineRefused("malformed", "no move stands here", 0)
    found = Variations(table, RemarkWords({}, view.header.seats, table.places)).read(Variant(0, steps), at)
    made = tuple(LineStep(command=one.command, parent=one.parent, events=one.events) for one in found.steps)
    return LineText(base=at, viewer=view.viewer, steps=made)
