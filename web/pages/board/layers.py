"""Describes a deck in parts, from top to bottom. The order within a part is not known; the cards of some parts are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.words.texts import _, listing, ngettext, number
from web.words.wording import title_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.board import CardFace
    from records.core.tables.blocks import Block

MOST_NAMED, MOST_PARTS = 3, 4
"""Limits on a board: how many cards of a part are named, and how many parts are listed. The dialog of the deck lists all of them."""


def layers(deck: Sequence[Block], faces: Mapping[str, CardFace], *, brief: bool) -> tuple[str, ...]:
    """Return each part in words, briefly on a board; none for a deck of one part whose cards are not named."""
    told: list[tuple[int, str]] = []
    for block in deck:
        named = _named(block, faces, brief=brief)
        if told and not named and not told[-1][1]:
            told[-1] = (told[-1][0] + block.count, "")  # two parts of which nothing is known say no more than one
        else:
            told.append((block.count, named))
    if len(told) == 1 and (not told[0][1] or (brief and told[0][0] > MOST_NAMED)):
        return ()
    parts = tuple(named or ngettext("%(n)s card, not known", "%(n)s cards, not known", count, n=number(count)) for count, named in told)
    if not brief or len(parts) <= MOST_PARTS:
        return parts
    rest = len(parts) - MOST_PARTS + 1
    return (*parts[: MOST_PARTS - 1], ngettext("%(n)s more part", "%(n)s more parts", rest, n=number(rest)))


def _named(block: Block, faces: Mapping[str, CardFace], *, brief: bool) -> str:
    if block.faces is None:
        return ""
    if brief and block.count > MOST_NAMED:
        return ngettext("%(n)s known card", "%(n)s known cards in any order", block.count, n=number(block.count))
    cards = listing([title_of(name, faces) for name in block.faces])
    return cards if block.count == 1 else _("in any order %(cards)s", cards=cards)
