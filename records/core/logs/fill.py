"""Writing a face for all who were shown it, wherever the log holds it (design/events: Filling in).

A partial record may know a slot's card from one event and not from the next that shows it to somebody else, or from the one before.
Left so, a seat would be told less than the table says it was shown. So an event is written with the face wherever the full log has it
for that slot, that block of one, or that whole deck, in a secret or open for all; and an event that is the first to note a face is
shown to those too who saw the card before it was noted. A correction that notes a face first corrects each event with it that showed the
card after that. The *square* law needs all of it for partial records.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import UNKNOWN, Face, join, known
from records.core.logs.effective import CHANGING, changes_earlier, effective
from records.core.logs.fold import Folder
from records.core.logs.in_public import lacks_public_words, with_public_words
from records.core.position import Draft, frozen
from records.core.secret import Audience, Sealed, Secret, widen
from records.core.shared import Corrected, PositionSet, Replacement
from records.core.tables import blocks
from records.core.tables.blocks import Block
from records.core.tables.fold_table import FoldTable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Event, Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import DeckId, SlotId
    from records.core.position import Counters, Position

_LAID = frozenset({PositionSet, Corrected})
"""Classes of what may be written with what the rules tell everybody."""


class Filler:
    """Goes along a growing full log. Raises what the fold raises; then it is to be rewound, or used no more."""

    def __init__(self, game: Game, header: Header, log: Iterable[Recorded[Any]] = (), *, folder: Folder | None = None) -> None:
        self._game, self._folder, self._header = game, folder or Folder(game), header
        self._log = list(log)
        self._table, self._draft = self._folded()
        self._mark: Position[Any] | None = None

    @property
    def log(self) -> Sequence[Recorded[Any]]:
        """The events so far, not to be changed."""
        return self._log

    @property
    def state(self) -> Counters:
        """The counters after the events so far, not to be changed."""
        state: Counters = self._draft.state
        return state

    def mark(self) -> Position[Any]:
        """Return where the log stands now; ``rewind`` comes back here."""
        self._mark = frozen(len(self._log), self._draft)
        return self._mark

    def rewind(self, to: Position[Any] | None = None) -> None:
        """Forget the events since ``mark``, or since ``to``, which an earlier ``mark`` returned."""
        to = to or self._mark
        if to is not None:
            del self._log[to.version :]
            self._stand_at(to)

    def follow(self, log: Iterable[Recorded[Any]]) -> None:
        """Go on over events that stand already, which stay as they are."""
        new = tuple(log)
        self._log.extend(new)
        if changes_earlier(new):
            self._table, self._draft = self._folded()
            return
        for recorded in new:
            self._folder.apply(self._draft, recorded)

    def add(self, recorded: Recorded[Any]) -> Event:
        """Return the next event with every face that the log holds for what it shows, and go on over it.

        A position that is laid out is written with what the rules tell everybody of it (``Game.written``), as is a decision without a rule
        (design/events: Decisions that the rules refuse).
        """
        if type(recorded.event) in _LAID:
            written = self._game.written(recorded.event, self._header)
            if written is not recorded.event:
                recorded = msgspec.structs.replace(recorded, event=written)
        if lacks_public_words(recorded.event):
            recorded = with_public_words(self._game, self._folder, self._header, self._log, self._draft, recorded)
        self._log.append(recorded)
        table = self._table
        if type(recorded.event) in CHANGING:
            self._table, self._draft = self._folded()
            table = self._table
            if isinstance(recorded.event, Corrected):
                return self._corrected(recorded, recorded.event)
        else:
            if table.held or table.opened:
                table.held.clear()
                table.opened.clear()
            self._folder.apply(self._draft, recorded)
        event: Event = recorded.event
        if not table.held and not table.opened:
            return event
        event = _with_open_faces(self._game.parts.map(event, self._written), table.opened)
        self._log[-1] = msgspec.structs.replace(recorded, event=event)
        return event

    def _corrected(self, recorded: Recorded[Any], event: Corrected[Any]) -> Event:
        """Return a correction with the events besides that show less than the log holds with it; what these hold may fill others again."""
        parts = self._game.parts
        while self._table.held:
            named = {replacement.version for replacement in event.of}
            beside = [earlier for earlier in effective(self._log[:-1]) if earlier.v not in named and not changes_earlier([earlier])]
            written = [(earlier, parts.map(earlier.event, self._written)) for earlier in beside]
            more = [Replacement(version=earlier.v, event=filled) for earlier, filled in written if filled != earlier.event]
            own: Corrected[Any] = parts.map(event, self._written)
            if own == event and not more:
                break
            event = msgspec.structs.replace(own, of=(*own.of, *more))
            self._log[-1] = msgspec.structs.replace(recorded, event=event)
            self._table, self._draft = self._folded()
        return event

    def _folded(self) -> tuple[FillTable, Draft[Any]]:
        table = FillTable()
        return table, self._folder.fold(self._header, self._log, table)

    def _stand_at(self, position: Position[Any]) -> None:
        self._table = FillTable.thawed(position.table)
        self._draft = Draft(self._table, position.state.copy())

    def _written(self, _path: str, part: Secret | Sealed) -> Secret | Sealed:
        held = self._table.held.get(id(part))
        return part if held is None else held[1]


class FillTable(FoldTable):
    """A fold that notes, for each secret and each open face that shows somebody less than the log holds, what it holds."""

    __slots__ = ("held", "opened")

    def __init__(self, *places: Any) -> None:
        super().__init__(*places)
        self.held: dict[int, tuple[Secret, Secret]] = {}
        """By identity of a secret: that, kept so that no other gets its identity, and what is to stand there."""

        self.opened: list[tuple[Face, Face]] = []
        """Open faces as they were noted, and as they are to stand there."""

    def _note(self, cards: Secret, before: Sequence[Face] | None, known_to: Audience) -> None:
        """Some were shown cards of which the log held ``before`` and ``known_to`` had been shown them."""
        if cards.salt or cards.seal:
            return  # what came redacted stays as it came
        both = cards.faces
        if before is not None:
            both = tuple(map(join, before, both)) if len(both) == 1 else both if all(map(known, both)) else tuple(before)
        told = any(face != UNKNOWN for face in both) if before is None else both != tuple(before)
        faces = both if cards.known_to else cards.faces
        to = widen(known_to, cards.known_to) if told else cards.known_to
        if faces != cards.faces or to != cards.known_to:
            self.held[id(cards)] = cards, msgspec.structs.replace(cards, faces=faces, known_to=to)

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        before = self.slots.get(slot)
        super().turn(slot, card, up=up)
        if before is not None and card.faces:
            self._note(card, (before.seen,), before.known_to)

    def reveal(self, slot: SlotId, card: Face) -> None:
        super().reveal(slot, card)
        seen = self.slots[slot].seen
        if seen != card:
            self.opened.append((card, seen))

    def look(self, deck: DeckId, cards: Secret) -> None:
        before = blocks.merged(self.decks.get(deck, ()))
        super().look(deck, cards)
        for block in before:
            self._note(cards, block.faces, block.known_to)

    def show(self, place: str, index: int, cards: Secret) -> None:
        if place in self.decks:
            deck: DeckId = place  # type: ignore[assignment]  # it is one
            lying = _within(self.decks[deck], index, len(cards.faces))
            if lying is not None:
                self._note(cards, lying.faces, lying.known_to)
        super().show(place, index, cards)

    def _off_top(self, deck: DeckId, cards: Secret) -> Secret:
        if len(cards.faces) != 1 or (self._tops.get(deck) or self._top(deck)).count != 1:
            return super()._off_top(deck, cards)
        top = self.decks[deck][0]
        moved = super()._off_top(deck, cards)
        self._note(cards, top.faces, top.known_to)
        return moved


def _with_open_faces(event: Event, opened: Iterable[tuple[Face, Face]]) -> Event:
    """Return an event with open faces as the log holds them, in the fields in which they were noted."""
    for noted, held in opened:
        fields = {name: held for name in event.__struct_fields__ if getattr(event, name) is noted}
        event = msgspec.structs.replace(event, **fields)
    return event


def _within(deck: Sequence[Block], index: int, number: int) -> Block | None:
    """The block that ``number`` cards from ``index`` on are, if they are one."""
    for block in deck:
        if index == 0 and block.count == number:
            return block
        index -= block.count
    return None
