"""Castle Rampage's events as older versions wrote them, and how each is brought up to its present shape. None of it ever changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar

from records.core.editions.rulesets import Ruleset
from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.header import Header
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import Secret
from records.core.upcasts import Origin, Upcast
from records.games.castle_rampage.model.events import DefenderDestroyed
from records.games.castle_rampage.model.outcomes import owed_at_once, slip_counts
from records.games.castle_rampage.model.power_events import CardSlipped


class CardSlipped1(Event, frozen=True, kw_only=True, tag="castle-rampage.card-slipped/1"):
    """A card is played face down under the opponent's Gate; whether that is the strengthening of the turn stood in the rules."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    pile: PileId
    slot: SlotId
    card: Secret
    pays: tuple[tuple[str, tuple[Face, ...]], ...] = ()


class DefenderDestroyed1(Event, frozen=True, kw_only=True, tag="castle-rampage.defender-destroyed/1"):
    """A >= D: the defender is discarded; what becomes of what was owed before stood in the rules."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    before: int
    left: int
    to: str = "discard"
    owes: tuple[tuple[SeatKey, int], ...] = ()


def upcasts(rules_of: Callable[[Header], Ruleset]) -> Mapping[type[Event], Upcast]:
    """Return the upcasts by older class; ``rules_of`` gives the ruleset that a header names."""

    def slipped(old: CardSlipped1, origin: Origin) -> CardSlipped:
        counts = slip_counts(_rules(rules_of, origin))
        return CardSlipped(rule=old.rule, seat=old.seat, pile=old.pile, slot=old.slot, card=old.card, pays=old.pays, strengthens=counts)

    def destroyed(old: DefenderDestroyed1, origin: Origin) -> DefenderDestroyed:
        clears = bool(old.owes) and owed_at_once(_rules(rules_of, origin))
        return DefenderDestroyed(
            rule=old.rule, slot=old.slot, before=old.before, left=old.left, to=old.to, owes=old.owes, clears_owed=clears
        )

    return {CardSlipped1: slipped, DefenderDestroyed1: destroyed}


def _rules(rules_of: Callable[[Header], Ruleset], origin: Origin) -> Ruleset:
    """Return the rules that the record is played by."""
    rules = rules_of(origin.header)
    return rules.with_known(dict(origin.started.switches)) if origin.started is not None and origin.started.switches else rules
