"""What a seat can want in HOLLOW: a command for each decision."""

from __future__ import annotations

from records.core.events import Event
from records.core.faces import Face
from records.core.ids import DeckId, SeatKey, SlotId
from records.core.position import Command
from records.core.secret import Secret
from records.core.shared import DrawAgreed, DrawOffered, GameStarted, Resigned
from support.mini_game import events as ev


class Start(Command, frozen=True, kw_only=True):
    """Begin."""

    seats: tuple[SeatKey, ...]
    begins: SeatKey


class _Seated(Command, frozen=True, kw_only=True):
    seat: SeatKey


class Seek(_Seated, frozen=True, kw_only=True):
    """Draw two."""

    partner: SeatKey | None = None


class Lay(_Seated, frozen=True, kw_only=True):
    """Lay a hand card."""

    card: Secret
    at: int | str = "bottom"
    claim: str = ""
    up: bool = False


class OfferBlind(_Seated, frozen=True, kw_only=True):
    """Let a neighbour lay."""


class WantTop(_Seated, frozen=True, kw_only=True):
    """Deal the top card."""

    up: bool = False


class Choose(_Seated, frozen=True, kw_only=True):
    """Look at a lying card, or challenge it."""

    slot: SlotId
    why: str


class Shift(_Seated, frozen=True, kw_only=True):
    """Move an own card."""

    slot: SlotId
    at: int | str


class Recall(_Seated, frozen=True, kw_only=True):
    """Take an own card back."""

    slot: SlotId


class Stir(_Seated, frozen=True, kw_only=True):
    """Mix the own row."""


class PlayCard(_Seated, frozen=True, kw_only=True):
    """Play a card for an effect."""

    card: Face
    effect: str
    of: str = ""
    kind: str = ""
    partner: SeatKey | None = None
    number: int = 0


class Pull(_Seated, frozen=True, kw_only=True):
    """Take a bird out of the deck that was searched."""

    answers: str
    deck: DeckId
    card: Secret


class DeclinePull(_Seated, frozen=True, kw_only=True):
    """Take nothing."""

    answers: str
    deck: DeckId


class Drop(_Seated, frozen=True, kw_only=True):
    """Discard what was asked for."""

    answers: str
    cards: tuple[Face, ...]


class Raise(_Seated, frozen=True, kw_only=True):
    """Lay a discard in the own row."""

    index: int


class Fetch(_Seated, frozen=True, kw_only=True):
    """Take a discard."""

    card: Face


class Return(_Seated, frozen=True, kw_only=True):
    """Put discards back."""

    cards: tuple[Face, ...]
    end: str


class Bury(_Seated, frozen=True, kw_only=True):
    """Put hand cards away."""

    deck: DeckId
    end: str
    cards: Secret


class Show(_Seated, frozen=True, kw_only=True):
    """Show a hand card."""

    to: SeatKey
    card: Secret


class Resign(_Seated, frozen=True, kw_only=True):
    """Give up."""


class OfferDraw(_Seated, frozen=True, kw_only=True):
    """Offer a draw."""


class AgreeDraw(_Seated, frozen=True, kw_only=True):
    """Accept it."""


COMMANDS: dict[type[Event], type[Command]] = {
    GameStarted: Start,
    Resigned: Resign,
    DrawOffered: OfferDraw,
    DrawAgreed: AgreeDraw,
    ev.CardsSought: Seek,
    ev.CardLaid: Lay,
    ev.BlindOffered: OfferBlind,
    ev.TopWanted: WantTop,
    ev.SlotChosen: Choose,
    ev.SlotShifted: Shift,
    ev.SlotRecalled: Recall,
    ev.RowStirred: Stir,
    ev.CardPlayed: PlayCard,
    ev.CardPulled: Pull,
    ev.PullDeclined: DeclinePull,
    ev.CardsDropped: Drop,
    ev.CardRaised: Raise,
    ev.CardFetched: Fetch,
    ev.CardsReturned: Return,
    ev.HandBuried: Bury,
    ev.CardShown: Show,
}


def command_of(decision: Event) -> Command:
    """Return the command that led to a decision: all its choices are in it."""
    cls = COMMANDS[type(decision)]
    return cls(**{name: getattr(decision, name) for name in cls.__struct_fields__})
