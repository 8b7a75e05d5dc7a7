"""How effects come to be carried out: they are triggered, join the chain, ask, and end."""

from __future__ import annotations

from typing import ClassVar, TypeAlias

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import Secret
from records.games.creature_crush.model.turn_events import Dice


class EffectTriggered(Event, frozen=True, kw_only=True, tag="creature-crush.effect-triggered/1"):
    """A line of a card takes effect; it waits to join the chain."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    id: str
    """``e`` and the event's version."""
    seat: SeatKey
    """Who decides for it."""
    card: Face
    line: int
    """Which of the card's lines, from 0."""
    slot: SlotId | None = None
    """Where the card lies, None for one that lies nowhere in the field."""
    that: tuple[SlotId, ...] = ()
    """What the text calls "it" at its beginning."""
    x: int = 0
    """What X stands for."""


class EffectsQueued(Event, frozen=True, kw_only=True, tag="creature-crush.effects-queued/1"):
    """Waiting effects join the chain; the last is resolved first."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    ids: tuple[str, ...]


class ChainOrdered(Event, frozen=True, kw_only=True, tag="creature-crush.chain-ordered/2"):
    """The active seat says in which order simultaneous effects are carried out: the first of ``ids`` first, which joins the chain last."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str
    ids: tuple[str, ...]


class EffectBegan(Event, frozen=True, kw_only=True, tag="creature-crush.effect-began/1"):
    """The newest effect of the chain is carried out; nobody can answer it any more."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    id: str


class EffectAnswered(Event, frozen=True, kw_only=True, tag="creature-crush.effect-answered/1"):
    """A seat chooses what an effect leaves open."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str
    slots: tuple[SlotId, ...] = ()
    cells: tuple[PileId, ...] = ()
    indices: tuple[int, ...] = ()
    """Cards of a hell, counted from 0, oldest first; where both hells are meant, the own one comes first and the count goes on."""
    cards: tuple[Face, ...] = ()
    """Hand cards."""


class HandDiscarded(Event, frozen=True, kw_only=True, tag="creature-crush.hand-discarded/1"):
    """A seat discards hand cards of its choice."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str
    cards: tuple[Face, ...]


class CardFetched(Event, frozen=True, kw_only=True, tag="creature-crush.card-fetched/1"):
    """A seat takes a card out of the camp that it looked through."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str
    card: Secret


class SearchFailed(Event, frozen=True, kw_only=True, tag="creature-crush.search-failed/1"):
    """A seat takes nothing out of the camp that it looked through."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str


class DiceBurned(Event, frozen=True, kw_only=True, tag="creature-crush.dice-burned/1"):
    """A seat chooses which start dice of the opponent, who is on turn, an effect burns."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    answers: str
    dice: Dice


class StepEnded(Event, frozen=True, kw_only=True, tag="creature-crush.step-ended/1"):
    """A sentence of an effect is carried out."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    id: str
    step: int
    fizzled: bool = False
    """It found nothing to do, or was declined."""
    that: tuple[SlotId, ...] = ()
    """What the next sentence calls "it"."""


class EffectEnded(Event, frozen=True, kw_only=True, tag="creature-crush.effect-ended/1"):
    """An effect is carried out and leaves the chain."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    id: str


class AttackEnded(Event, frozen=True, kw_only=True, tag="creature-crush.attack-ended/1"):
    """An attack has struck, or found nothing more to strike."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    struck: bool = True


ChainEvent: TypeAlias = (
    EffectTriggered
    | EffectsQueued
    | ChainOrdered
    | EffectBegan
    | EffectAnswered
    | HandDiscarded
    | CardFetched
    | SearchFailed
    | DiceBurned
    | StepEnded
    | EffectEnded
    | AttackEnded
)
