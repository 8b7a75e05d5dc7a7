"""A record cut into plays: a play runs from a decision without open questions until none is open again; a fact between plays is one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import msgspec

from records.core.asking.chance import batches
from records.core.events import Event, Recorded, Sort
from records.core.game import Game
from records.core.header import Header
from records.core.ids import SlotId
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.position import Draft, frozen
from records.core.shared import Asked, PositionSet
from records.rulings.late import begins_late
from records.rulings.redoing.naming import LineNames
from records.rulings.redoing.order_table import Departure, OrderedPosition, OrderTable

Batch = tuple[Recorded[Any], ...]


class RecordedPlay(msgspec.Struct, frozen=True):
    """One play as it was recorded."""

    number: int
    """From 1."""
    batches: tuple[Batch, ...]
    """Decisions with what followed, and facts, in their order."""
    open: bool
    """Whether a question is still open after it, because the record ends there."""

    @property
    def first(self) -> int:
        """Version of its first event."""
        return self.batches[0][0].v

    @property
    def last(self) -> int:
        """Version of its last event."""
        return self.batches[-1][-1].v


class RecordedPlays(msgspec.Struct, frozen=True, dict=True):
    """All plays of a log, with the position before each batch, and what is known of cards only later."""

    game: Game
    header: Header
    plays: tuple[RecordedPlay, ...]
    names: LineNames
    before: dict[int, OrderedPosition]
    """By the version of a batch's first event."""
    departures: tuple[Departure, ...]
    """Cards that left decks, in their order."""
    faces: Mapping[SlotId, str]
    """For each slot, the face seen of its card while it lay there."""
    asked: dict[str, Asked]
    """Questions by their ids."""
    fold: Folder
    """What folds logs of the game."""

    @cached_property
    def events(self) -> Mapping[int, Event]:
        """All events that count, by version."""
        return {recorded.v: recorded.event for play in self.plays for batch in play.batches for recorded in batch}

    @cached_property
    def could_be_forbidden(self) -> dict[tuple[int, str, str, bool], tuple[bool, frozenset[str]]]:
        """What was found of decisions whose card the log lacks, from the record's own position, and which switches were read for it.

        By the version of the decision, name and hash of the reading, and whether it is watched: else no switch is noted.
        """
        return {}

    @cached_property
    def redone(self) -> dict[tuple[int, str, str, bool], tuple[Any, frozenset[str]]]:
        """What a comparison made of plays before which it stood as the record (``Redone`` or ``Stop``), and which switches it read there.

        By the number of the play, and the reading as above.
        """
        return {}

    @cached_property
    def begins_late(self) -> bool:
        """Whether it begins with a position, so that nobody decided its start."""
        return begins_late(self.events.values())

    @cached_property
    def _told(self) -> dict[int, Any]:
        return {}

    def told_at(self, version: int) -> Any:
        """Return an event as in every line (``LineNames.told``), worked out once."""
        if version not in self._told:
            self._told[version] = self.names.told(self.events[version])
        return self._told[version]

    @cached_property
    def left(self) -> dict[Any, dict[int, Departure]]:
        """Departures by the birth of their block, and by how many cards had left it before."""
        found: dict[Any, dict[int, Departure]] = {}
        for one in self.departures:
            found.setdefault(one.birth, {})[one.first] = one
        return found


def recorded_plays(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> RecordedPlays:
    """Cut a log into plays; what was taken back does not count. Raises ``ImpossibleEvent`` for a log that cannot be folded."""
    fold = Folder(game)
    draft = started(game, header)
    table = numbering(draft)
    names, before, faces, asked = LineNames(), {}, {}, {}
    plays: list[RecordedPlay] = []
    open_: list[Batch] = []
    for batch in batches(effective(log)):
        if not open_:
            table.begin(len(plays) + 1)
        version = batch[0].v - 1
        before[batch[0].v] = ordered(version, draft)
        fold.run(draft, batch)
        for recorded in batch:
            names.add(len(plays) + 1, recorded.v, recorded.event)
            if isinstance(recorded.event, Asked):
                asked[recorded.event.id] = recorded.event
        faces.update({slot: lying.face for slot, lying in table.slots.items() if isinstance(lying.face, str) and lying.face != "?"})
        open_.append(batch)
        if not draft.state.pending:
            plays.append(RecordedPlay(len(plays) + 1, tuple(open_), open=False))
            open_ = []
    if open_:
        plays.append(RecordedPlay(len(plays) + 1, tuple(open_), open=True))
    return RecordedPlays(game, header, tuple(plays), names, before, tuple(table.departed), faces, asked, fold)


def started(game: Game, header: Header) -> Draft[Any]:
    """Return the draft before the first event, on a table that numbers cards."""
    return Folder(game).start(header, OrderTable())


def numbering(draft: Draft[Any]) -> OrderTable:
    """Return the table of a draft that numbers cards; raises ``TypeError`` for another."""
    if not isinstance(draft.table, OrderTable):
        raise TypeError("this draft is folded on a table that does not number cards")
    return draft.table


def ordered(version: int, draft: Draft[Any]) -> OrderedPosition:
    """Return the position that a draft is in now."""
    plain = frozen(version, draft)
    return OrderedPosition(plain.version, plain.table, plain.state)


def is_fact(batch: Batch) -> bool:
    """Whether a person wrote it down outside the rules."""
    return batch[0].event.sort is Sort.FACT


def lays_out(play: RecordedPlay) -> bool:
    """Whether a position is laid out in it."""
    return any(isinstance(batch[0].event, PositionSet) for batch in play.batches)
