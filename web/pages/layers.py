"""A deck in parts, from top to bottom: within one the order is not known, and of some their cards are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.texts import _, listing, ngettext, number
from web.wording import title_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.blocks import Block
    from records.core.board import CardFace

MOST_NAMED = 10
"""Cards of a part that are named one by one; of more their number is told, and the place's own list has them."""


def layers(deck: Sequence[Block], faces: Mapping[str, CardFace]) -> tuple[str, ...]:
    """Return each part in words; none for a deck that is one part of which no card is known."""
    told: list[tuple[int, str]] = []
    for block in deck:
        named = _named(block, faces)
        if told and not named and not told[-1][1]:
            told[-1] = (told[-1][0] + block.count, "")  # two parts of which nothing is known say no more than one
        else:
            told.append((block.count, named))
    if len(told) <= 1 and not any(named for _count, named in told):
        return ()
    return tuple(named or ngettext("%(n)s card, not known", "%(n)s cards, not known", count, n=number(count)) for count, named in told)


def _named(block: Block, faces: Mapping[str, CardFace]) -> str:
    if block.faces is None:
        return ""
    if block.count > MOST_NAMED:
        return ngettext("%(n)s known card", "%(n)s known cards in any order", block.count, n=number(block.count))
    cards = listing([title_of(name, faces) for name in block.faces])
    return cards if block.count == 1 else _("in any order %(cards)s", cards=cards)
