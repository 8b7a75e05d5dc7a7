"""What a log does not show, from which step to which: whose hands, which cards on the table, what was said to whom, what is missing.

It is made from the log that its viewer has, so it tells no difference between what others were shown and what nobody wrote down.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import known
from records.core.secret import Sealed, Secret
from records.core.shared import Corrected, GapNoted, PositionSet, TakenBack
from records.projections.replay import walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import PileId, SeatKey, SlotId
    from records.core.logs.fold import Folder
    from records.core.tables.table_state import Slot
    from records.core.viewers import Viewer


class UntoldHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand in which cards lay that the log does not show."""

    seat: SeatKey
    first: int
    """Step after which the first one was there."""
    last: int
    """The last step after which one was."""
    came: int
    """How many came unseen, those counted that were shown later."""
    most: int
    """Of them at once."""


class UntoldCards(msgspec.Struct, frozen=True, kw_only=True):
    """Cards of one pile that were not shown while they lay there, nor when they left."""

    pile: PileId
    first: int
    last: int
    slots: tuple[SlotId, ...]


class UntoldGap(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch of which nothing was written down."""

    first: int
    last: int | None
    """The step that begins again; None where nothing does."""
    why: str


class Untold(msgspec.Struct, frozen=True, kw_only=True):
    """All that a log does not show; each list is empty where there is nothing of its kind."""

    hands: tuple[UntoldHand, ...] = ()
    """In seating order."""
    cards: tuple[UntoldCards, ...] = ()
    gaps: tuple[UntoldGap, ...] = ()
    words: tuple[tuple[SeatKey, int], ...] = ()
    """Seats to whom something was said that the log does not tell, each with the first such step."""

    silent: tuple[SeatKey, ...] = ()
    """Seats to whom things can be said alone, and of which the log holds nothing: nobody kept it, or there was nothing."""

    def __bool__(self) -> bool:
        """Whether anything is not shown."""
        return bool(self.hands or self.cards or self.gaps or self.words or self.silent)


@dataclass(slots=True)
class _HandCount:
    first: int
    last: int
    came: int = 0
    most: int = 0


@dataclass(slots=True)
class _Counting:
    """What was counted up to a step."""

    hands: dict[SeatKey, _HandCount] = field(default_factory=dict)
    unseen: dict[SeatKey, int] = field(default_factory=dict)
    """Cards of each hand that are not shown now."""
    lying: dict[SlotId, tuple[PileId, int]] = field(default_factory=dict)
    """Cards not shown so far: where they lie, since when."""
    gone: dict[PileId, list[tuple[SlotId, int, int]]] = field(default_factory=dict)
    slots: dict[SlotId, Slot] = field(default_factory=dict)
    """As they lay at the step before: what is the same value still needs no second look."""
    blank: set[SlotId] = field(default_factory=set)
    """Open, and not shown all the same: each step counts them anew."""

    def hands_at(self, version: int, table: Any, *, moved: bool) -> None:
        for seat, hand in table.hands.items():
            unseen, was = hand.count - len(hand.faces), self.unseen.get(seat, 0)
            self.unseen[seat] = unseen
            if not unseen:
                continue
            count = self.hands.setdefault(seat, _HandCount(version, version))
            count.last, count.most = version, max(count.most, unseen)
            if moved:
                count.came += max(0, unseen - was)

    def cards_at(self, version: int, table: Any, *, shown: bool) -> None:
        slots = table.slots
        if slots == self.slots and not self.blank:
            return
        for slot in [slot for slot in self.lying if slot not in slots]:
            pile, since = self.lying.pop(slot)
            if not shown:
                self.gone.setdefault(pile, []).append((slot, since, version))
        self.blank &= slots.keys()
        for slot, lying in [(slot, lying) for slot, lying in slots.items() if self.slots.get(slot) is not lying or slot in self.blank]:
            unseen = not known(lying.face)
            if lying.up or not unseen:
                self.lying.pop(slot, None)
            if unseen:
                self.lying.setdefault(slot, (lying.pile, version))
            (self.blank.add if lying.up and unseen else self.blank.discard)(slot)
        self.slots = dict(slots)

    def cards(self, end: int) -> Iterator[UntoldCards]:
        found = {pile: list(gone) for pile, gone in self.gone.items()}
        for slot, (pile, since) in self.lying.items():
            found.setdefault(pile, []).append((slot, since, end))
        for pile in sorted(found):
            slots = sorted(found[pile], key=lambda one: (one[1], one[0]))
            yield UntoldCards(
                pile=pile, first=slots[0][1], last=max(last for _slot, _first, last in slots), slots=tuple(slot for slot, _f, _l in slots)
            )


def untold(game: Game, folder: Folder, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer) -> Untold:
    """Return what ``viewer``'s log does not show. ``log`` has been through the door."""
    counting = _Counting()
    gaps: list[UntoldGap] = []
    words: dict[SeatKey, int] = {}
    addressed: dict[SeatKey, None] = {}
    said: set[SeatKey] = set()
    for moment in walk(folder, header, log, viewer):
        recorded = moment.recorded
        version, event = recorded.v, recorded.event
        moved = not isinstance(event, TakenBack | Corrected)
        counting.hands_at(version, moment.after.table, moved=moved)
        counting.cards_at(version, moment.after.table, shown=_shows(game, event) or not moved)
        for seat, body in _said(game, event):
            addressed.setdefault(seat)
            if body is msgspec.UNSET:
                words.setdefault(seat, version)
            elif bytes(body) not in _EMPTY:
                said.add(seat)
        if isinstance(event, GapNoted):
            gaps.append(UntoldGap(first=version, last=None, why=event.why))
        elif isinstance(event, PositionSet) and gaps and gaps[-1].last is None:
            gaps[-1] = UntoldGap(first=gaps[-1].first, last=version, why=gaps[-1].why)
    return Untold(
        hands=tuple(
            UntoldHand(seat=seat, first=one.first, last=one.last, came=one.came, most=one.most)
            for seat in header.seats
            if (one := counting.hands.get(seat)) is not None
        ),
        cards=tuple(counting.cards(len(log))),
        gaps=tuple(gaps),
        words=tuple((seat, words[seat]) for seat in header.seats if seat in words),
        silent=tuple(seat for seat in header.seats if seat in addressed and seat not in words and seat not in said),
    )


def _shows(game: Game, event: Any) -> bool:
    """Whether an event names any card, hidden or open: a card that leaves the table with it may be the one."""
    faces: list[Any] = []

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Secret):
            faces.extend(part.faces)
        return part

    game.parts.map(event, visit)
    for name in ("card", "cards"):
        there = getattr(event, name, ())
        faces += [there] if isinstance(there, str) else there if isinstance(there, tuple) else []
    return any(isinstance(face, str) and known(face) for face in faces)


def _said(game: Game, event: Any) -> Iterator[tuple[SeatKey, msgspec.Raw | msgspec.UnsetType]]:
    """Yield to whom alone something can be said with an event, and what the log holds of it."""
    found: list[tuple[Any, msgspec.Raw | msgspec.UnsetType]] = []

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Sealed):
            found.extend((seat, part.body) for seat in part.known_to)
        return part

    game.parts.map(event, visit)
    yield from found


_EMPTY = (b"null", b"[]", b'""', b"{}")
