"""The odds of a draw: what the next cards of a deck hold, as one viewer can work it out."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from records.core.secret import Secret
from records.knowledge.odds.holding import holds
from records.knowledge.tracking.call_log import Call

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.ids import DeckId
    from records.knowledge.asking import Asking

_DRAWN = "drawn:"
"""A place of its own for cards that are looked at."""


class DrawOdds(msgspec.Struct, frozen=True, kw_only=True):
    """What the next cards of a deck hold."""

    deck: str
    cards: int
    """How many cards are looked at: as many as were asked for, or as the deck has."""
    of: tuple[str, ...]
    """Sorted."""
    holds: Fraction
    """Chance that at least one of them is among the cards."""
    exact: bool


def draw_odds(ask: Asking, deck: DeckId, number: int, of: Sequence[str]) -> DrawOdds:
    """Return the chance that the next ``number`` cards of ``deck`` hold at least one of ``of``.

    What a game does when the deck runs out (shuffle the discards) is not in it. Raises ``Contradiction`` where the log leaves no world.
    """
    table, chance = ask.table(), Fraction(0)
    cards = min(number, table.number_in(deck))
    if cards:
        table = ask.table([Call(ask.version, "split", (deck, _DRAWN, "top", Secret(("?",) * cards)), {})])
        chance = holds(table, table.decks[_DRAWN], of)
    return DrawOdds(deck=deck, cards=cards, of=tuple(sorted(of)), holds=chance, exact=ask.sure(table) and table.counts.together().exact)
