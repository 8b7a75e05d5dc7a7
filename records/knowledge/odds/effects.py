"""What a card that is met does to an attack, in numbers that can be added up (``Assault.left``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from records.core.assault import Assault


class AttackEffect(NamedTuple):
    """What an attack needs and loses at a card."""

    value: int
    """What the card defends with."""
    net: int
    """What the attack has less afterwards; below 0 if it grows."""
    need: int
    """Strength with which it destroys the card and goes on to the next."""
    last: int
    """Strength with which it destroys the card."""

    @property
    def plain(self) -> bool:
        """Whether the attack only loses what it needs: then the order of such cards is the same to it."""
        return 1 <= self.net == self.need == self.last


def effect(assault: Assault, card: str, value: int) -> AttackEffect:
    """Return the effect of a card that defends with ``value``; one that gives less than nothing has none that could be added up."""
    gives = assault.gives.get(card, 0)
    net = value - gives
    if assault.gives_when == "before":
        return AttackEffect(value, net, max(1, net), max(1, net))
    spent = assault.gives_when == "unless spent" and gives != 0
    return AttackEffect(value, net, max(1, value + spent), max(1, value))
