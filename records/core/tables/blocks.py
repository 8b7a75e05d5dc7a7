"""Decks as blocks: cards whose order among themselves nobody knows (design/events: Decks).

Functions take and give tuples of frozen blocks, top first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from records.core.faces import UNKNOWN, Face, join, known, told
from records.core.secret import ALL, NOBODY, Audience, Secret, meet, widen
from records.errors import Contradiction, ImpossibleEvent

if TYPE_CHECKING:
    from collections.abc import Sequence


class Block(msgspec.Struct, frozen=True, gc=False):
    """Cards in a deck, their order unknown."""

    count: int
    faces: tuple[str, ...] | None = None
    """The block as a bag, sorted, as far as this log shows it; None where it does not."""
    known_to: Audience = NOBODY
    """Who knows the bag."""


_NO_CARDS = Block(0)


def made(faces: Sequence[Face], known_to: Audience) -> tuple[Block, ...]:
    """Return the block of ``faces``, or nothing for no cards."""
    if not faces:
        return ()
    return (Block(len(faces), _names(faces), known_to),)


def merged(deck: Sequence[Block]) -> tuple[Block, ...]:
    """Return one block of all: known to those who know every part, its faces if all are known."""
    if len(deck) <= 1:
        return tuple(deck)
    known_to: Audience = ALL
    faces: list[str] | None = []
    for block in deck:
        known_to = meet(known_to, block.known_to)
        faces = None if faces is None or block.faces is None else [*faces, *block.faces]
    return (Block(sum(block.count for block in deck), None if faces is None else tuple(sorted(faces)), known_to),)


def off_top(deck: Sequence[Block], cards: Secret, name: str) -> tuple[tuple[Block, ...], Secret]:
    """Return the deck without its top ``len(cards.faces)`` cards, and these with what their block told.

    A block of one card carries what was known of it. Raises ``ImpossibleEvent`` if the top block has too few, and ``Contradiction`` for a
    card that is not in it.
    """
    wanted = len(cards.faces)
    if not wanted:
        return tuple(deck), cards
    there = deck[0].count if deck else 0
    if there < wanted:
        raise ImpossibleEvent(f"{name}: {wanted} cards leave at once, {there} lie in its top block")
    if there > wanted:
        return (_less(deck[0], cards, name), *deck[1:]), cards
    if wanted == 1:
        return tuple(deck[1:]), _carried(deck[0], cards, name)
    _must_hold(deck[0].faces, cards.faces, name)
    return tuple(deck[1:]), cards


class Top:
    """The top block of a deck while a fold takes cards off it; ``close`` gives the block."""

    __slots__ = ("changed", "count", "faces", "known_to")

    def __init__(self, deck: Sequence[Block]) -> None:
        self.changed = False
        """Whether it is no longer the block that was closed last."""
        block = deck[0] if deck else _NO_CARDS
        self.count, self.known_to = block.count, block.known_to
        self.faces = None if block.faces is None else list(block.faces)

    def deal(self, cards: Sequence[Face], known_to: Audience, name: str) -> bool:
        """Take cards off it; return False, and change nothing, where that takes no card or all of it.

        A bag is not shown any longer once it is not known what left it. Raises ``Contradiction`` for a card that is not in it.
        """
        count = self.count
        left = count - len(cards)
        if left <= 0 or left == count:
            return False
        self.changed = True
        self.count = left
        knew = self.known_to
        if knew and knew != known_to:
            self.known_to = meet(knew, known_to)
        bag = self.faces
        if bag is not None:
            for face in cards:
                try:
                    index = bisect_left(bag, face)  # type: ignore[type-var]  # what is not a name cannot be compared
                    if bag[index] == face:
                        del bag[index]
                        continue
                except (IndexError, TypeError):
                    pass
                if known(face):
                    raise Contradiction(f"{name}: {told(face)} cannot come from {_listed(bag)}")
                _must_hold(bag, cards[cards.index(face) + 1 :], name)
                self.faces = None
                break
        return True

    def close(self) -> Block:
        """Return the block as it is now."""
        self.changed = False
        return Block(self.count, None if self.faces is None else tuple(self.faces), self.known_to)


def looked_through(deck: Sequence[Block], cards: Secret, name: str) -> tuple[Block, ...]:
    """Return the one block that a deck is after a look through all of it."""
    one = merged(deck)
    if not one:
        return ()
    block = one[0]
    if len(cards.faces) != block.count:
        raise ImpossibleEvent(f"{len(cards.faces)} cards were seen in {name}, which has {block.count}")
    return (_seen(block, cards, name),)


def shown(deck: Sequence[Block], index: int, cards: Secret, name: str) -> tuple[Block, ...]:
    """Return the deck with the cards from ``index`` on become known to some: one block, or a block each where the secret is ordered."""
    above: list[Block] = []
    rest = list(deck)
    left = index
    for faces in ((face,) for face in cards.faces) if cards.ordered else (cards.faces,) if cards.faces else ():
        while rest and left >= rest[0].count:
            left -= rest[0].count
            above.append(rest.pop(0))
        if not rest or left + len(faces) > rest[0].count:
            raise ImpossibleEvent(f"{name} has no {len(faces)} cards within one block at {index}")
        here, part = rest.pop(0), Secret(faces=faces, known_to=cards.known_to)
        if here.count == len(faces):
            above.append(_seen(here, part, name))
        else:
            over, under = _parted(_less(here, part, name), left)
            above += (*over, *made(part.faces, part.known_to))
            rest[:0] = under
        left = 0
    return (*above, *rest)


def _seen(block: Block, cards: Secret, name: str) -> Block:
    """All of a block was seen by some."""
    seen = _names(cards.faces)
    if seen is not None and block.faces is not None and seen != block.faces:
        raise Contradiction(f"{name}: {_listed(seen)} cannot be {_listed(block.faces)}")
    return Block(block.count, block.faces if seen is None else seen, widen(block.known_to, cards.known_to))


def _names(faces: Sequence[Face]) -> tuple[str, ...] | None:
    """Return a bag of known faces, None if one is not known."""
    names = [face for face in faces if isinstance(face, str) and face != UNKNOWN]
    return tuple(sorted(names)) if len(names) == len(faces) else None


def _parted(block: Block, over: int) -> tuple[list[Block], list[Block]]:
    """Cut a block at a place: what it holds is known of the whole only, so two parts know nothing."""
    if over == 0:
        return [], [block]
    if over == block.count:
        return [block], []
    return [Block(over)], [Block(block.count - over)]


def _listed(faces: Sequence[Face]) -> str:
    return ", ".join(map(told, faces))


def _must_hold(bag: Sequence[str] | None, cards: Sequence[Face], name: str) -> None:
    """The cards of which the name is known may all come from a bag, if it is known; raises ``Contradiction``."""
    if bag is not None and bag != cards and bag != _names(cards) and (strange := Counter(filter(known, cards)) - Counter[Face](bag)):
        raise Contradiction(f"{name}: {_listed(tuple(strange))} cannot come from {_listed(bag)}")


def _less(block: Block, cards: Secret, name: str) -> Block:
    """Take some cards of a block, not all."""
    top = Top((block,))
    top.deal(cards.faces, cards.known_to, name)
    return top.close()


def _carried(block: Block, card: Secret, name: str) -> Secret:
    face = card.faces[0]
    if block.faces is not None and block.faces[0] != face:
        try:
            face = join(block.faces[0], face)
        except Contradiction as error:
            raise Contradiction(f"{name}: {error}") from None
    known_to = widen(block.known_to, card.known_to)
    if face == card.faces[0] and known_to == card.known_to:
        return card
    return msgspec.structs.replace(card, faces=(face,), known_to=known_to)
