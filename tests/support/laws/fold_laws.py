"""Laws of the fold: what a viewer's log shows, against what the full log shows and against the truth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import msgspec

from records.core.faces import Face, fits, known
from records.core.position import frozen
from records.core.shared import PositionSet
from records.core.table import hand_place
from records.core.tables import mask
from records.core.tables.fold_table import FoldTable
from records.core.tables.table_state import TableState
from records.core.viewers import OPEN, Viewer
from support.laws.count_table import CountTable
from support.laws.sample import Sample, Truth, copied, drafts, seen_positions


def square(sample: Sample, viewer: Viewer) -> None:
    """Folding a viewer's log equals masking the full fold, at every version. ``faces`` of others' hands are left to *truth*."""
    for full, own in zip(seen_positions(sample, None), seen_positions(sample, viewer), strict=True):
        expected, found = mask.mask(full.table, viewer), _comparable(own.table, viewer)
        assert found == expected, f"version {full.version}, viewer {viewer}: {_difference(expected, found)}"
        assert own.state == full.state, f"version {full.version}, viewer {viewer}: the counters tell more or less"


def truth(sample: Sample, viewer: Viewer) -> None:
    """What a viewer's fold calls known is true. An among holds the true face, and nothing is certain of a hand that is not in it."""
    for position in seen_positions(sample, viewer):
        true = sample.truth(position.version)
        if true is not None:
            _check_true(position.table, true, breached=sample.breached(position.version), where=f"version {position.version}, {viewer}")


def openness(sample: Sample) -> None:
    """The open table of a complete record shows every card."""
    if not sample.complete or sample.breaches:
        return
    for position in seen_positions(sample, None):
        true, table = sample.truth(position.version), position.table
        assert true is not None
        for seat, hand in table.hands.items():
            assert list(hand.faces) == sorted(true.hands[seat]), f"version {position.version}: hand of {seat}"
        for slot, lying in table.slots.items():
            assert lying.seen == true.slots[slot], f"version {position.version}: {slot}"


def purity(sample: Sample) -> None:
    """A frozen position does not change when folding continues. One folded by steps is the one folded at once."""
    taken = []
    for version, draft in enumerate(drafts(sample, sample.log)):
        position = frozen(version, draft)
        taken.append((position, copied(position.table), position.state.copy()))
        position.thaw().table.reset(PositionSet())
    for position, table, state in taken:
        assert (position.table, position.state) == (table, state), f"version {position.version} changed afterwards"
    for position, _table, _state in taken[:: max(1, len(taken) // 4)]:
        assert sample.folder.position(sample.header, sample.log[: position.version]) == position


class _Dealt(CountTable):
    """Counts, and remembers how many cards were laid out."""

    def __init__(self) -> None:
        super().__init__({})
        self.dealt = 0

    def reset(self, position: PositionSet) -> None:
        super().reset(position)
        self.dealt = self.total


def conservation(sample: Sample) -> None:
    """Only ``PositionSet`` can add or remove cards. The fold has as many in each place."""
    counted = drafts(sample, sample.log, _Dealt)
    for version, (count, fold) in enumerate(zip(counted, drafts(sample, sample.log), strict=True)):
        table: Any = count.table
        assert table.total == table.dealt, f"version {version}: {table.total} cards of {table.dealt}"
        assert isinstance(fold.table, FoldTable)
        here = _counts(fold.table.freeze())
        assert +table.counts == +here, f"version {version}: {+table.counts} counted, {+here} folded"
        true = sample.truth(version)
        if true is not None:
            assert +here == _true_counts(true), f"version {version}: the fold has other cards than the world"


def _comparable(table: TableState, viewer: Viewer) -> TableState:
    if viewer is OPEN:
        return table
    hands = {seat: hand if seat == viewer else msgspec.structs.replace(hand, faces=(), own=()) for seat, hand in table.hands.items()}
    return TableState(table.slots, table.piles, hands, table.decks, table.zones)


def _difference(expected: TableState, found: TableState) -> str:
    told = []
    for part in ("slots", "piles", "hands", "decks", "zones"):
        ours, theirs = getattr(expected, part), getattr(found, part)
        told += [
            f"{place}: {theirs.get(place)} for {ours.get(place)}" for place in {**ours, **theirs} if ours.get(place) != theirs.get(place)
        ]
    return "; ".join(told)


def _check_true(table: TableState, true: Truth, *, breached: bool, where: str) -> None:
    for slot, lying in table.slots.items():
        face = lying.seen if breached else lying.face
        assert fits(true.slots[slot], face), f"{where}: {slot} is a {true.slots[slot]}, not {face}"
    for zone, faces in table.zones.items():
        for name, face in zip(true.zones.get(zone, []), faces, strict=True):
            assert fits(name, face), f"{where}: {zone} holds {true.zones[zone]}, not {faces}"
    for deck, blocks in table.decks.items():
        start = 0
        for block in blocks:
            lying_here = true.decks.get(deck, [])[start : start + block.count]
            start += block.count
            if block.faces is not None:
                assert sorted(lying_here) == sorted(map(str, block.faces)), f"{where}: {deck} has {lying_here}, not {block.faces}"
    if breached:
        return  # a hint was false: what it left certain of a hand may have gone
    for seat, hand in table.hands.items():
        assert hand.count == len(true.hands[seat])
        for claim in (hand.faces, hand.own, *(entry[1] for entry in hand.shown)):
            assert _within(claim, true.hands[seat]), f"{where}: {seat} holds {true.hands[seat]}, not {claim}"


def _within(claim: Iterable[Face], hand: Iterable[str]) -> bool:
    return not Counter(str(face) for face in claim if known(face)) - Counter(hand)


def _counts(table: TableState) -> Counter[str]:
    counts: Counter[str] = Counter(dict.fromkeys(table.slots, 1))
    counts.update({hand_place(seat): hand.count for seat, hand in table.hands.items()})
    counts.update({deck: sum(block.count for block in blocks) for deck, blocks in table.decks.items()})
    counts.update({zone: len(faces) for zone, faces in table.zones.items()})
    return counts


def _true_counts(true: Truth) -> Counter[str]:
    counts: Counter[str] = Counter(dict.fromkeys(true.slots, 1))
    counts.update({f"hand:{seat}": len(hand) for seat, hand in true.hands.items()})
    counts.update({deck: len(cards) for deck, cards in true.decks.items()})
    counts.update({zone: len(cards) for zone, cards in true.zones.items()})
    return +counts
