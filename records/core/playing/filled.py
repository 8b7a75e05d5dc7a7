"""Fills in a partly seen position with one possible arrangement of the other cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import known
from records.core.position import Position
from records.core.tables.table_state import TableState

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from records.core.playing.dealt_world import DealtWorld
    from records.core.tables.blocks import Block

_put = msgspec.structs.replace


def filled(position: Position[Any], world: DealtWorld) -> Position[Any]:
    """Return ``position`` as its full log would have it if the cards lay so: the same but for faces.

    A block stays a block: the dealer decides which of its cards come first.
    """
    table = position.table
    cards = TableState(
        slots={
            slot: lying if known(lying.seen) or slot not in world.slots else _put(lying, seen=world.slots[slot])
            for slot, lying in table.slots.items()
        },
        piles=table.piles,
        hands={
            seat: hand if seat not in world.hands else _put(hand, faces=world.hands[seat], own=world.hands[seat])
            for seat, hand in table.hands.items()
        },
        decks={deck: tuple(_blocks(blocks, world.decks.get(deck, ()))) for deck, blocks in table.decks.items()},
        zones=table.zones,
    )
    return Position(position.version, cards, position.state)


def _blocks(blocks: Sequence[Block], cards: Sequence[str]) -> Iterator[Block]:
    first = 0
    for block in blocks:
        yield block if block.faces is not None else _put(block, faces=tuple(sorted(cards[first : first + block.count])))
        first += block.count
