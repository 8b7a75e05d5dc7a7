"""Chance as it lay for an imagined line: the line's author answers what the record never showed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.asking.chance import batches
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.rulings.redoing.lay import AsItLay, NoChanceError
from records.rulings.redoing.naming import LineNames
from records.rulings.redoing.plays import RecordedPlay, numbering, ordered, started

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from records.core.asking.typed import Typed
    from records.core.events import Event, Recorded
    from records.core.position import Position
    from records.core.requests import ChanceRequest
    from records.rulings.redoing.order_table import OrderedPosition
    from records.rulings.redoing.plays import RecordedPlays


class LayOrAsked(AsItLay):
    """Answers by the cards as they lay if the record shows them; otherwise asks ``other``."""

    other: Typed

    def ask(self, position: Position[Any], request: ChanceRequest) -> Event:
        """Return the answer; raises what ``other`` raises."""
        try:
            return super().ask(position, request)
        except NoChanceError:
            event: Event = self.other.ask(position, request)
            self._names.add(self._play.number, position.version + 1, event)
            return event


def as_it_lay(record: RecordedPlays, log: Sequence[Recorded[Any]], base: int, other: Typed) -> tuple[OrderedPosition, LayOrAsked]:
    """Return the position after ``log``, which leaves ``record`` behind step ``base``, with its chance.

    A play that was under way at the base goes on as the record's. Plays behind it are none of the record's: cards come in the order in
    which the record drew them, picks are asked for.
    """
    fold, draft, names = Folder(record.game), started(record.game, record.header), LineNames()
    table = numbering(draft)
    number, whole = 0, True
    for batch in batches(effective(log)):
        if whole:
            number = number + 1 if batch[0].v <= base else max(number, len(record.plays)) + 1
            table.begin(number)
        fold.run(draft, batch)
        for recorded in batch:
            names.add(number, recorded.v, recorded.event)
        whole = not draft.state.pending
    if whole:
        number = max(number, len(record.plays)) + 1
        table.begin(number)
    under_way = next((play for play in record.plays if play.number == number), None)
    chance = LayOrAsked(record, under_way or RecordedPlay(number, (), open=False), names)
    chance.other = other
    return ordered(len(log), draft), chance
