"""What happens in HOLLOW."""

from __future__ import annotations

from typing import ClassVar

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId
from records.core.secret import Secret


class _Decision(Event, frozen=True, kw_only=True):
    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


class _Chance(Event, frozen=True, kw_only=True):
    sort: ClassVar[Sort] = Sort.CHANCE


class _Consequence(Event, frozen=True, kw_only=True):
    sort: ClassVar[Sort] = Sort.CONSEQUENCE


class HandDealt(_Chance, frozen=True, kw_only=True, tag="hollow.hand-dealt/1"):
    """A seat gets its first cards."""

    seat: SeatKey
    cards: Secret


class NestMixedIn(_Chance, frozen=True, kw_only=True, tag="hollow.nest-mixed-in/1"):
    """The ravens join the draw pile."""

    cards: Secret


class TurnBegan(_Consequence, frozen=True, kw_only=True, tag="hollow.turn-began/1"):
    """A seat is on turn."""

    seat: SeatKey
    number: int


class CardsSought(_Decision, frozen=True, kw_only=True, tag="hollow.cards-sought/1"):
    """A seat wants two cards."""

    partner: SeatKey | None = None


class CardDrawn(_Chance, frozen=True, kw_only=True, tag="hollow.card-drawn/1"):
    """A card comes to a hand."""

    seat: SeatKey
    card: Secret


class DiscardsReturned(_Chance, frozen=True, kw_only=True, tag="hollow.discards-returned/1"):
    """The discards are the draw pile now."""


class NothingCame(_Consequence, frozen=True, kw_only=True, tag="hollow.nothing-came/1"):
    """What was wanted is not there."""

    seat: SeatKey


class CardLaid(_Decision, frozen=True, kw_only=True, tag="hollow.card-laid/1"):
    """A hand card lies in the row now."""

    slot: SlotId
    card: Secret
    at: int | str = "bottom"
    claim: str = ""
    up: bool = False


class BlindOffered(_Decision, frozen=True, kw_only=True, tag="hollow.blind-offered/1"):
    """A neighbour may choose."""


class BlindLaid(_Chance, frozen=True, kw_only=True, tag="hollow.blind-laid/1"):
    """A hand card that nobody looked at lies in the row."""

    seat: SeatKey
    slot: SlotId
    card: Secret


class TopWanted(_Decision, frozen=True, kw_only=True, tag="hollow.top-wanted/1"):
    """The top card goes to the row."""

    up: bool = False


class TopDealt(_Chance, frozen=True, kw_only=True, tag="hollow.top-dealt/1"):
    """It lies there now."""

    seat: SeatKey
    slot: SlotId
    card: Secret
    up: bool = False


class SlotChosen(_Decision, frozen=True, kw_only=True, tag="hollow.slot-chosen/1"):
    """A lying card is looked at (``peek``) or turned up (``challenge``)."""

    slot: SlotId
    why: str


class SlotPeeked(_Chance, frozen=True, kw_only=True, tag="hollow.slot-peeked/1"):
    """One seat saw it."""

    slot: SlotId
    card: Secret


class SlotRevealed(_Chance, frozen=True, kw_only=True, tag="hollow.slot-revealed/1"):
    """Everybody saw it."""

    slot: SlotId
    card: Face
    value: int


class SlotHidden(_Consequence, frozen=True, kw_only=True, tag="hollow.slot-hidden/1"):
    """It lies face down again."""

    slot: SlotId


class SlotSwept(_Consequence, frozen=True, kw_only=True, tag="hollow.slot-swept/1"):
    """It is discarded."""

    slot: SlotId


class SlotTaken(_Consequence, frozen=True, kw_only=True, tag="hollow.slot-taken/1"):
    """It comes to a hand."""

    slot: SlotId
    seat: SeatKey


class SlotReturned(_Consequence, frozen=True, kw_only=True, tag="hollow.slot-returned/1"):
    """It goes on the draw pile."""

    slot: SlotId


class SlotShifted(_Decision, frozen=True, kw_only=True, tag="hollow.slot-shifted/1"):
    """It lies elsewhere in the row."""

    slot: SlotId
    at: int | str


class SlotRecalled(_Decision, frozen=True, kw_only=True, tag="hollow.slot-recalled/1"):
    """Its owner takes it back, without a look."""

    slot: SlotId


class RowStirred(_Decision, frozen=True, kw_only=True, tag="hollow.row-stirred/1"):
    """The own row changes places."""


class RowMixed(_Chance, frozen=True, kw_only=True, tag="hollow.row-mixed/1"):
    """Nobody saw how."""

    pile: PileId
    old: tuple[SlotId, ...]
    new: tuple[SlotId, ...]
    faces: Secret


class CardPlayed(_Decision, frozen=True, kw_only=True, tag="hollow.card-played/1"):
    """A card is played for an effect on a seat or deck."""

    card: Face
    effect: str
    of: str = ""
    kind: str = ""
    partner: SeatKey | None = None
    number: int = 0


class PlayedGathered(_Consequence, frozen=True, kw_only=True, tag="hollow.played-gathered/1"):
    """The played card is discarded."""


class TopMilled(_Chance, frozen=True, kw_only=True, tag="hollow.top-milled/1"):
    """Top cards are discarded openly."""

    cards: tuple[Face, ...]


class HandTold(_Chance, frozen=True, kw_only=True, tag="hollow.hand-told/1"):
    """A hand says whether it holds cards of a kind."""

    seat: SeatKey
    kind: str
    holds: bool


class HandWeighed(_Chance, frozen=True, kw_only=True, tag="hollow.hand-weighed/1"):
    """A hand says that it is worth less than this."""

    seat: SeatKey
    below: int


class DeckTold(_Chance, frozen=True, kw_only=True, tag="hollow.deck-told/1"):
    """Somebody who may look says how many cards of a kind a deck has at least."""

    deck: DeckId
    kind: str
    least: int


class HandSeen(_Chance, frozen=True, kw_only=True, tag="hollow.hand-seen/1"):
    """A seat saw cards of another hand; ``blind`` if their holder cannot tell which."""

    seat: SeatKey
    by: SeatKey
    cards: Secret
    blind: bool = False


class TopSeen(_Chance, frozen=True, kw_only=True, tag="hollow.top-seen/1"):
    """Two seats saw a card of the draw pile."""

    index: int
    card: Secret


class DeckCut(_Chance, frozen=True, kw_only=True, tag="hollow.deck-cut/1"):
    """Top cards lie apart now."""

    cards: Secret


class DeckSearched(_Chance, frozen=True, kw_only=True, tag="hollow.deck-searched/1"):
    """A seat looked through a deck."""

    seat: SeatKey
    deck: DeckId
    cards: Secret


class CardPulled(_Decision, frozen=True, kw_only=True, tag="hollow.card-pulled/1"):
    """It took a bird out of it."""

    answers: str
    deck: DeckId
    card: Secret


class PullDeclined(_Decision, frozen=True, kw_only=True, tag="hollow.pull-declined/1"):
    """It took nothing."""

    answers: str
    deck: DeckId


class DeckShuffled(_Chance, frozen=True, kw_only=True, tag="hollow.deck-shuffled/1"):
    """A deck has no order now."""

    deck: DeckId


class CardsDropped(_Decision, frozen=True, kw_only=True, tag="hollow.cards-dropped/1"):
    """Hand cards are discarded."""

    answers: str
    cards: tuple[Face, ...]


class CardRaised(_Decision, frozen=True, kw_only=True, tag="hollow.card-raised/1"):
    """A discard lies in the row."""

    slot: SlotId
    index: int


class CardFetched(_Decision, frozen=True, kw_only=True, tag="hollow.card-fetched/1"):
    """A discard comes to the hand."""

    card: Face


class CardsReturned(_Decision, frozen=True, kw_only=True, tag="hollow.cards-returned/1"):
    """Discards go to an end of the draw pile."""

    cards: tuple[Face, ...]
    end: str


class HandBuried(_Decision, frozen=True, kw_only=True, tag="hollow.hand-buried/1"):
    """Hand cards go to an end of a deck."""

    deck: DeckId
    end: str
    cards: Secret


class CardShown(_Decision, frozen=True, kw_only=True, tag="hollow.card-shown/1"):
    """A hand card is shown to another seat."""

    to: SeatKey
    card: Secret


OWN = (
    HandDealt,
    NestMixedIn,
    TurnBegan,
    CardsSought,
    CardDrawn,
    DiscardsReturned,
    NothingCame,
    CardLaid,
    BlindOffered,
    BlindLaid,
    TopWanted,
    TopDealt,
    SlotChosen,
    SlotPeeked,
    SlotRevealed,
    SlotHidden,
    SlotSwept,
    SlotTaken,
    SlotReturned,
    SlotShifted,
    SlotRecalled,
    RowStirred,
    RowMixed,
    CardPlayed,
    PlayedGathered,
    TopMilled,
    HandTold,
    HandWeighed,
    DeckTold,
    HandSeen,
    TopSeen,
    DeckCut,
    DeckSearched,
    CardPulled,
    PullDeclined,
    DeckShuffled,
    CardsDropped,
    CardRaised,
    CardFetched,
    CardsReturned,
    HandBuried,
    CardShown,
)
