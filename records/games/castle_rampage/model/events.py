"""Everything that can happen in Castle Rampage. The table methods that each event uses stand in ``evolve``.

Places: deck ``draw``; piles ``gate:S``, ``castle:S``, ``display:S``; zones ``discard``, ``aside`` (set-up), ``played`` (a card being
resolved).
"""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar, TypeAlias

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.secret import Secret
from records.games.castle_rampage.model.effect_events import EffectEvent
from records.games.castle_rampage.model.power_events import PowerEvent

DRAW = DeckId("draw")
DISCARD, ASIDE, PLAYED = ZoneId("discard"), ZoneId("aside"), ZoneId("played")


@lru_cache(maxsize=256)
def gate(seat: SeatKey) -> PileId:
    """Return the Gate of ``seat``."""
    return PileId(f"gate:{seat}")


@lru_cache(maxsize=256)
def castle(seat: SeatKey) -> PileId:
    """Return the Castle of ``seat``."""
    return PileId(f"castle:{seat}")


@lru_cache(maxsize=256)
def display(seat: SeatKey) -> PileId:
    """Return the display of ``seat``."""
    return PileId(f"display:{seat}")


@lru_cache(maxsize=256)
def owner(pile: PileId) -> SeatKey:
    """Return whose pile it is."""
    return SeatKey(pile.rpartition(":")[2])


class HandDealt(Event, frozen=True, kw_only=True, tag="castle-rampage.hand-dealt/1"):
    """A seat gets its five cards of a set-up round."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: Secret


class PurpleShown(Event, frozen=True, kw_only=True, tag="castle-rampage.purple-shown/1"):
    """A seat shows the purple cards that it was dealt and lays them aside."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: tuple[Face, ...]


class PurpleReplaced(Event, frozen=True, kw_only=True, tag="castle-rampage.purple-replaced/1"):
    """A seat gets other cards for the purple ones."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: Secret


class NoPurpleHeld(Event, frozen=True, kw_only=True, tag="castle-rampage.no-purple-held/1"):
    """A seat has no purple card left to replace."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    purple: tuple[str, ...]
    """Names of the purple cards of the catalogue."""


class PurpleShuffledIn(Event, frozen=True, kw_only=True, tag="castle-rampage.purple-shuffled-in/1"):
    """The purple cards laid aside go back into the draw pile."""

    sort: ClassVar[Sort] = Sort.CHANCE


class CardPlaced(Event, frozen=True, kw_only=True, tag="castle-rampage.card-placed/1"):
    """Set-up: a card goes face down under the own Gate or Castle."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    pile: PileId
    slot: SlotId
    card: Secret


class TurnBegan(Event, frozen=True, kw_only=True, tag="castle-rampage.turn-began/1"):
    """A seat's turn begins."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    number: int
    """1, 2, 3 ... over both seats."""


class CardDrawn(Event, frozen=True, kw_only=True, tag="castle-rampage.card-drawn/1"):
    """A seat draws one card."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    card: Secret


class DiscardsReshuffled(Event, frozen=True, kw_only=True, tag="castle-rampage.discards-reshuffled/1"):
    """The draw pile is empty: the discard pile is shuffled and becomes it."""

    sort: ClassVar[Sort] = Sort.CHANCE


class DrawFailed(Event, frozen=True, kw_only=True, tag="castle-rampage.draw-failed/1"):
    """Both piles are empty, nothing is drawn."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey


class Strengthened(Event, frozen=True, kw_only=True, tag="castle-rampage.strengthened/1"):
    """Once a turn: a hand card goes face down under the own Gate or Castle."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    pile: PileId
    slot: SlotId
    card: Secret
    pays: tuple[tuple[str, tuple[Face, ...]], ...] = ()
    """What the Ogre's own cost takes: (purpose, cards)."""


class CardPlayed(Event, frozen=True, kw_only=True, tag="castle-rampage.card-played/1"):
    """A seat plays a card from the hand."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    card: Face
    with_cards: tuple[Face, ...] = ()
    pays: tuple[tuple[str, tuple[Face, ...]], ...] = ()
    """(purpose, cards) for each cost."""
    picks: tuple[str, ...] = ()
    """Further choices of the card's own: piles, slots."""


class CardDisplayed(Event, frozen=True, kw_only=True, tag="castle-rampage.card-displayed/1"):
    """A permanent card comes into the display."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    slot: SlotId


class CardSettled(Event, frozen=True, kw_only=True, tag="castle-rampage.card-settled/1"):
    """What was played goes to the discard pile, its effect done."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey


class AttackDeclared(Event, frozen=True, kw_only=True, tag="castle-rampage.attack-declared/1"):
    """An attack begins: target and strength stand."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    by: int
    """Version of the decision that brought it."""
    target: PileId
    strength: int
    parts: tuple[tuple[str, int], ...]
    """What the strength is made of: (card or effect, value)."""
    takes: bool = False
    """Destroyed cards go to the attacker's hand."""


class DefenderRevealed(Event, frozen=True, kw_only=True, tag="castle-rampage.defender-revealed/1"):
    """The next defending card is turned over."""

    sort: ClassVar[Sort] = Sort.CHANCE
    slot: SlotId
    card: Face
    value: int
    """Its defence where it lies."""
    strength: int
    """What the attack has left against it."""


class DefenderHeld(Event, frozen=True, kw_only=True, tag="castle-rampage.defender-held/1"):
    """A < D: the defender is turned back; the attack is over and no damage stays."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    strength: int


class DefenderDestroyed(Event, frozen=True, kw_only=True, tag="castle-rampage.defender-destroyed/2"):
    """A >= D: the defender is discarded."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    before: int
    """Strength that it met."""
    left: int
    """Strength after it; 0 ends the attack."""
    to: str = "discard"
    """``discard``, or ``hand:S`` of the seat that takes it."""
    owes: tuple[tuple[SeatKey, int], ...] = ()
    """What its fall demands: (seat, cards to discard)."""
    clears_owed: bool = False
    """Whether what was still owed for cards that fell before it is owed no more."""


class AttackEnded(Event, frozen=True, kw_only=True, tag="castle-rampage.attack-ended/1"):
    """The attack is over."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    destroyed: int
    left: int
    """Strength that found nothing more to fight."""


class TurnEnded(Event, frozen=True, kw_only=True, tag="castle-rampage.turn-ended/1"):
    """A seat ends its turn."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


CastleEvent: TypeAlias = (
    HandDealt
    | PurpleShown
    | PurpleReplaced
    | NoPurpleHeld
    | PurpleShuffledIn
    | CardPlaced
    | TurnBegan
    | CardDrawn
    | DiscardsReshuffled
    | DrawFailed
    | Strengthened
    | CardPlayed
    | CardDisplayed
    | CardSettled
    | AttackDeclared
    | DefenderRevealed
    | DefenderHeld
    | DefenderDestroyed
    | AttackEnded
    | TurnEnded
    | PowerEvent
    | EffectEvent
)
