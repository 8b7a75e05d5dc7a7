"""CreatureCrush's events as older versions wrote them, and how each is brought up to its present shape. None of it ever changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from records.core.events import Event, Sort
from records.core.ids import SeatKey
from records.core.upcasts import Origin, Upcast
from records.games.creature_crush.model.chain_events import ChainOrdered


class ChainOrdered1(Event, frozen=True, kw_only=True, tag="creature-crush.chain-ordered/1"):
    """The active seat says in which order simultaneous effects join the chain; the last is resolved first."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str
    ids: tuple[str, ...]


def _ordered(old: ChainOrdered1, _origin: Origin) -> ChainOrdered:
    return ChainOrdered(rule=old.rule, seat=old.seat, answers=old.answers, ids=old.ids[::-1])


UPCASTS: Mapping[type[Event], Upcast] = {ChainOrdered1: _ordered}
"""By older class."""
