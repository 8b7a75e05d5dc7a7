"""The events that every game has (design/events: Shared events)."""

from __future__ import annotations

from typing import ClassVar, Generic, TypeAlias, TypeVar

import msgspec

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.secret import Secret


class Part(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A value inside an event."""


class GameStarted(Event, frozen=True, kw_only=True, tag="table.game-started/1"):
    """The seats are taken and the game begins; the cause of the deal."""

    sort: ClassVar[Sort] = Sort.DECISION
    seats: tuple[SeatKey, ...]
    """In seating order."""
    begins: SeatKey | None = None
    variant: str = ""
    switches: tuple[tuple[str, str], ...] = ()
    """Rule switches set apart from the ruleset's defaults: (name, value), sorted."""
    chance: str = ""
    """Who answers for the table in a game that Kiebitz writes down: ``dealt`` by the program, ``typed`` in; "" if nobody said."""


class Asked(Event, frozen=True, kw_only=True, tag="table.asked/1"):
    """A seat must choose before the game goes on. Nothing else sets ``pending``."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    id: str
    """``q`` and the event's version."""
    seat: SeatKey
    what: str
    """What is asked: a word of the game, ``discard``."""
    least: int = 1
    most: int = 1
    why: str = ""


class HandSet(Part, frozen=True, kw_only=True):
    """A hand: parts that differ in who was shown them."""

    seat: SeatKey
    cards: tuple[Secret, ...] = ()


class SlotSet(Part, frozen=True, kw_only=True):
    """One slot of a pile with its card."""

    slot: SlotId
    card: Secret
    up: bool = False


class PileSet(Part, frozen=True, kw_only=True):
    """A pile, top slot first."""

    pile: PileId
    slots: tuple[SlotSet, ...] = ()


class DeckSet(Part, frozen=True, kw_only=True):
    """A deck: blocks from the top; no order inside a block is known."""

    deck: DeckId
    blocks: tuple[Secret, ...] = ()


class ZoneSet(Part, frozen=True, kw_only=True):
    """Open cards in their order."""

    zone: ZoneId
    faces: tuple[Face, ...] = ()


class PositionSet(Event, frozen=True, kw_only=True, tag="table.position-set/1"):
    """The whole position is laid out anew: start of a puzzle or dispute, or after a gap. Earlier knowledge ends."""

    sort: ClassVar[Sort] = Sort.FACT
    hands: tuple[HandSet, ...] = ()
    piles: tuple[PileSet, ...] = ()
    decks: tuple[DeckSet, ...] = ()
    zones: tuple[ZoneSet, ...] = ()
    counters: tuple[tuple[str, int | str | bool], ...] = ()
    """The game's own counters by name, sorted."""
    why: str = ""


class GapNoted(Event, frozen=True, kw_only=True, tag="table.gap-noted/1"):
    """Something is missing here; no card moves until a ``PositionSet``."""

    sort: ClassVar[Sort] = Sort.FACT
    why: str = ""


class Shown(Part, frozen=True, kw_only=True):
    """What one audience knows of a place after a take-back, from what it saw in the cut part."""

    place: str
    """A slot id, ``hand:A`` or a deck."""
    index: int = 0
    """Position from the top of a deck; 0 elsewhere."""
    card: Secret


class TakenBack(Event, frozen=True, kw_only=True, tag="table.taken-back/1"):
    """The game goes back to the position after ``to``, the last version of a batch. What was seen stays known."""

    sort: ClassVar[Sort] = Sort.FACT
    to: int
    agreed: tuple[SeatKey, ...] = ()
    shown: tuple[Shown, ...] = ()
    why: str = ""


E_co = TypeVar("E_co", bound=Event, covariant=True)


class Replacement(msgspec.Struct, Generic[E_co], frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An event as it should have been written: same class, seat and slots."""

    version: int
    event: E_co


class Corrected(Event, Generic[E_co], frozen=True, kw_only=True, tag="table.corrected/1"):
    """Earlier events were written down wrongly; parametrised with the game's other events."""

    sort: ClassVar[Sort] = Sort.FACT
    of: tuple[Replacement[E_co], ...]
    why: str = ""


class IrregularityNoted(Event, frozen=True, kw_only=True, tag="table.irregularity-noted/1"):
    """Something went wrong at the table."""

    sort: ClassVar[Sort] = Sort.FACT
    what: str
    """``exposed``, ``wrong-draw``, ``out-of-turn``, ``missed-effect``, ``misdeal`` or ``other``."""
    seat: SeatKey | None = None
    words: str = ""


class CardExposed(Event, frozen=True, kw_only=True, tag="table.card-exposed/1"):
    """A card was shown by mistake."""

    sort: ClassVar[Sort] = Sort.FACT
    place: str
    index: int = 0
    card: Secret


class CardReturned(Event, frozen=True, kw_only=True, tag="table.card-returned/1"):
    """A card goes back from a hand to a deck, outside the rules."""

    sort: ClassVar[Sort] = Sort.FACT
    seat: SeatKey
    deck: DeckId
    end: str
    """``top``, ``bottom`` or ``shuffled``."""
    card: Secret


class CardTaken(Event, frozen=True, kw_only=True, tag="table.card-taken/1"):
    """A card comes from the top of a deck to a hand, outside the rules: one too many was drawn."""

    sort: ClassVar[Sort] = Sort.FACT
    seat: SeatKey
    deck: DeckId
    card: Secret


class Resigned(Event, frozen=True, kw_only=True, tag="table.resigned/1"):
    """A seat gives up."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


class DrawOffered(Event, frozen=True, kw_only=True, tag="table.draw-offered/1"):
    """A seat offers a draw."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


class DrawAgreed(Event, frozen=True, kw_only=True, tag="table.draw-agreed/1"):
    """A seat accepts the draw."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


class GameWon(Event, frozen=True, kw_only=True, tag="table.game-won/1"):
    """The game is over and ``seat`` has won."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    why: str = ""


class GameDrawn(Event, frozen=True, kw_only=True, tag="table.game-drawn/1"):
    """The game is over and nobody has won."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    why: str = ""


SharedEvent: TypeAlias = (
    GameStarted
    | Asked
    | PositionSet
    | GapNoted
    | TakenBack
    | IrregularityNoted
    | CardExposed
    | CardReturned
    | CardTaken
    | Resigned
    | DrawOffered
    | DrawAgreed
    | GameWon
    | GameDrawn
)
"""All of them but ``Corrected``, which each game adds as ``Corrected[ItsEvents]``."""
