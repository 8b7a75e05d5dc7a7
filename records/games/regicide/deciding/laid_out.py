"""What the rules tell everybody of a position that is laid out (§ 1.2, 2.1, 11.1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from records.core.faces import UNKNOWN, Face, known, one_of
from records.core.secret import ALL, Secret
from records.games.regicide.cards import CARDS, JESTER, Card
from records.games.regicide.model.position import ASIDE, CASTLE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.core.shared import PositionSet

ROYALS: tuple[Face, ...] = tuple(card.name for card in CARDS.values() if card.royal)


def told_by_rule(position: PositionSet) -> PositionSet:
    """Return a position with hints of what everybody knows of its closed cards: the Castle holds these royals, a Jester lies aside.

    Every royal that left the Castle was seen, so it is known which are left of each rank; their order is not. Of a castle that this log
    does not show it is only known that it holds royals. What is open already, or has a hint of its own however wide, stays as it is.
    """
    return _with_blocks(position, {CASTLE: _castle, ASIDE: lambda blocks: tuple(map(_aside, blocks))})


def open_by_rule(position: PositionSet) -> PositionSet:
    """Return a position with its Jesters open that lie aside, in which nobody was shown them or told of them.

    Only who writes the position can say so: a log that does not show a card cannot tell a Jester from a card laid there by mistake.
    """
    return _with_blocks(position, {ASIDE: lambda blocks: tuple(map(_opened, blocks))})


def _with_blocks(position: PositionSet, of: Mapping[str, Callable[[Sequence[Secret]], tuple[Secret, ...]]]) -> PositionSet:
    """The position with the blocks of some decks changed; the very same where that changes nothing."""
    decks = tuple(msgspec.structs.replace(deck, blocks=of[deck.deck](deck.blocks)) if deck.deck in of else deck for deck in position.decks)
    return position if decks == position.decks else msgspec.structs.replace(position, decks=decks)


def _castle(blocks: Sequence[Secret]) -> tuple[Secret, ...]:
    faces = [face for block in blocks for face in block.faces]
    lying = [card for face in faces if (card := CARDS.get(str(face))) is not None and card.royal]
    shown = len(lying) == len(faces)
    if not shown and any(known(face) and not (str(face) in CARDS and CARDS[str(face)].royal) for face in faces):
        return tuple(blocks)  # what lies here is not a castle of this game
    return tuple(_hinted(block, _of_rank(block, lying) if shown else ROYALS) for block in blocks)


def _of_rank(block: Secret, lying: Sequence[Card]) -> list[Face]:
    """The royals of the castle that are of a rank of this block."""
    ranks = {CARDS[str(face)].rank for face in block.faces}
    return [card.name for card in lying if card.rank in ranks]


def _aside(block: Secret) -> Secret:
    return _hinted(block, [JESTER]) if _untold_jesters(block) else block


def _opened(block: Secret) -> Secret:
    return Secret((JESTER,) * len(block.faces), known_to=ALL) if _untold_jesters(block) else block


def _untold_jesters(block: Secret) -> bool:
    return not block.known_to and block.hint == UNKNOWN and all(face in (JESTER, UNKNOWN) for face in block.faces)


def _hinted(block: Secret, faces: Sequence[Face]) -> Secret:
    if block.open or block.hint != UNKNOWN or not block.faces:
        return block
    return msgspec.structs.replace(block, hint=one_of(faces))
