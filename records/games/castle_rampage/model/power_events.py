"""What can happen when the cards' texts are read: costs, bonuses, reactions, and what purple cards do."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import Secret


class CardSlipped(Event, frozen=True, kw_only=True, tag="castle-rampage.card-slipped/2"):
    """A card is played face down under the opponent's Gate."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    pile: PileId
    slot: SlotId
    card: Secret
    pays: tuple[tuple[str, tuple[Face, ...]], ...] = ()
    strengthens: bool = False
    """Whether it uses up the one strengthening of the turn."""


class VeteranSent(Event, frozen=True, kw_only=True, tag="castle-rampage.veteran-sent/1"):
    """A permanent attacker attacks from the display."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    card: Face


class TargetChosen(Event, frozen=True, kw_only=True, tag="castle-rampage.target-chosen/1"):
    """The attacker says whether the attack to come hits Gate or Castle."""

    sort: ClassVar[Sort] = Sort.DECISION
    answers: str
    seat: SeatKey
    pile: PileId


class CostPaid(Event, frozen=True, kw_only=True, tag="castle-rampage.cost-paid/1"):
    """Hand cards are discarded for a cost."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    purpose: str
    """What is paid: ``cost``, ``cost:2`` of the second card played along, or the power that asks for it."""
    cards: tuple[Face, ...]


class TopDiscarded(Event, frozen=True, kw_only=True, tag="castle-rampage.top-discarded/1"):
    """The top card of a Gate or Castle is discarded outside an attack; no purple effect."""

    sort: ClassVar[Sort] = Sort.CHANCE
    slot: SlotId
    card: Face
    purpose: str
    """``cost``, or the power that does it."""


class BonusGained(Event, frozen=True, kw_only=True, tag="castle-rampage.bonus-gained/1"):
    """A coming attack gets stronger."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    source: str
    """The card that gives it."""
    amount: int
    until: str
    """``attack``: the next one uses it up; ``turn``: it counts for all of the turn."""


class BonusLapsed(Event, frozen=True, kw_only=True, tag="castle-rampage.bonus-lapsed/1"):
    """A bonus is lost without an attack that could use it."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    source: str
    amount: int


class DefenceChecked(Event, frozen=True, kw_only=True, tag="castle-rampage.defence-checked/1"):
    """The online table looks whether the defender holds a card that can weaken the attack, and tells."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: tuple[str, ...]
    """Names of the cards that can."""
    holds: bool


class LastResortPlayed(Event, frozen=True, kw_only=True, tag="castle-rampage.last-resort-played/1"):
    """The defender plays a card that weakens the attack."""

    sort: ClassVar[Sort] = Sort.DECISION
    answers: str
    seat: SeatKey
    card: Face


class DefenceDeclined(Event, frozen=True, kw_only=True, tag="castle-rampage.defence-declined/1"):
    """The defender plays nothing; whether there was anything to play is not told."""

    sort: ClassVar[Sort] = Sort.DECISION
    answers: str
    seat: SeatKey


class AttackWeakened(Event, frozen=True, kw_only=True, tag="castle-rampage.attack-weakened/1"):
    """The attack has lost strength before it began."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    amount: int
    strength: int
    """What is left; may be 0 or less."""


class AttackCancelled(Event, frozen=True, kw_only=True, tag="castle-rampage.attack-cancelled/1"):
    """The attack has no strength left and does not take place."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    strength: int


class AttackStrengthened(Event, frozen=True, kw_only=True, tag="castle-rampage.attack-strengthened/1"):
    """A fallen card makes the attack that felled it stronger."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    amount: int
    left: int
    """Strength with it."""


class RobberAnswered(Event, frozen=True, kw_only=True, tag="castle-rampage.robber-answered/1"):
    """The attacker takes the defeated card, or leaves it."""

    sort: ClassVar[Sort] = Sort.DECISION
    answers: str
    seat: SeatKey
    takes: bool


class HandDiscarded(Event, frozen=True, kw_only=True, tag="castle-rampage.hand-discarded/1"):
    """A seat discards hand cards of its choice because an effect demands it."""

    sort: ClassVar[Sort] = Sort.DECISION
    answers: str
    seat: SeatKey
    cards: tuple[Face, ...]
    """Sorted: the order tells nothing."""


class HandCardHit(Event, frozen=True, kw_only=True, tag="castle-rampage.hand-card-hit/1"):
    """Cards of a hand are discarded that nobody chose."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: tuple[Face, ...]
    """Sorted: the order tells nothing."""


class PermanentDestroyed(Event, frozen=True, kw_only=True, tag="castle-rampage.permanent-destroyed/1"):
    """A card leaves a display for the discard pile."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId


PowerEvent: TypeAlias = (
    CardSlipped
    | VeteranSent
    | TargetChosen
    | CostPaid
    | TopDiscarded
    | BonusGained
    | BonusLapsed
    | DefenceChecked
    | LastResortPlayed
    | DefenceDeclined
    | AttackWeakened
    | AttackCancelled
    | AttackStrengthened
    | RobberAnswered
    | HandDiscarded
    | HandCardHit
    | PermanentDestroyed
)
