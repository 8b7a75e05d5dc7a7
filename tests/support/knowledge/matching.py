"""What a viewer's log says of cards: faces beside the hint, and whether cards can be what it says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from records.core.faces import Face, fits, join, known
from records.core.secret import Secret
from records.errors import Contradiction


def said(cards: Secret) -> tuple[Face, ...]:
    """Return what is said of each card: what was seen, else what follows from the hint too."""
    return tuple(face if known(face) else _hinted(face, cards.hint) for face in cards.faces)


def _hinted(face: Face, hint: Face) -> Face:
    try:
        return join(face, hint)
    except Contradiction:
        return face


def in_order(cards: Sequence[str], faces: Sequence[Face]) -> bool:
    """Whether each card can be what is said of it."""
    return len(cards) == len(faces) and all(map(fits, cards, faces))


def as_bag(cards: Sequence[str], faces: Sequence[Face]) -> bool:
    """Whether faces can be dealt to cards of no order; some cards may be left over."""
    if not faces:
        return True
    first, rest = faces[0], faces[1:]
    return any(fits(card, first) and as_bag((*cards[:at], *cards[at + 1 :]), rest) for at, card in enumerate(cards))


def picks(cards: Sequence[str], faces: Sequence[Face]) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield every way to pick cards one after the other as ``faces`` says: the picked and the rest."""
    if not faces:
        yield (), tuple(cards)
        return
    for at, card in enumerate(cards):
        if fits(card, faces[0]):
            for picked, rest in picks((*cards[:at], *cards[at + 1 :]), faces[1:]):
                yield (card, *picked), rest
