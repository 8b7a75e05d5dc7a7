"""BARE, a game of nothing but the card table: an event for each of its methods, with that method's parameters as fields.

Which cards there are stands in the header's catalogue: the draw deck, a slash and the cards that lie apart, a letter a card. Two seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, ClassVar

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.game import Evolver, Game, GameOdds
from records.core.header import Header
from records.core.ids import DeckId, PileId, RecordId, SeatKey, SlotId, ZoneId
from records.core.position import Counters
from records.core.secret import ALL, Secret, secret
from records.core.sentences import Sentence
from records.core.shared import DeckSet, HandSet, PositionSet
from records.core.wording.narration import Moment, Narration

SEATS = (SeatKey("A"), SeatKey("B"))
DRAW, NEST = DeckId("draw"), DeckId("nest")
NOON = datetime(2026, 3, 14, 12, 0, 0, tzinfo=UTC)
VALUES: Mapping[str, int] = {letter: number for number, letter in enumerate("abcdefghij", 1)}


class _Move(Event, frozen=True, kw_only=True):
    sort: ClassVar[Sort] = Sort.CHANCE


class Take(_Move, frozen=True, kw_only=True, tag="bare.take/1"):
    """See ``CardTable``, as for all of these."""

    deck: DeckId
    seat: SeatKey
    cards: Secret


class Pull(_Move, frozen=True, kw_only=True, tag="bare.pull/1"):
    """A card out of a deck."""

    deck: DeckId
    seat: SeatKey
    card: Secret


class Lay(_Move, frozen=True, kw_only=True, tag="bare.lay/1"):
    """A hand card to a slot."""

    seat: SeatKey
    pile: PileId
    slot: SlotId
    card: Secret
    at: int | str
    up: bool = False


class Deal(_Move, frozen=True, kw_only=True, tag="bare.deal/1"):
    """A deck's top to a slot."""

    deck: DeckId
    pile: PileId
    slot: SlotId
    card: Secret
    at: int | str
    up: bool = False


class Drop(_Move, frozen=True, kw_only=True, tag="bare.drop/1"):
    """Hand cards to a zone."""

    seat: SeatKey
    cards: tuple[Face, ...]
    zone: ZoneId


class Turn(_Move, frozen=True, kw_only=True, tag="bare.turn/1"):
    """A slot is looked at."""

    slot: SlotId
    card: Secret
    up: bool = False


class Sweep(_Move, frozen=True, kw_only=True, tag="bare.sweep/1"):
    """A slot to a zone."""

    slot: SlotId
    zone: ZoneId


class PickUp(_Move, frozen=True, kw_only=True, tag="bare.pick-up/1"):
    """A slot to a hand."""

    slot: SlotId
    seat: SeatKey


class OnDeck(_Move, frozen=True, kw_only=True, tag="bare.on-deck/1"):
    """A slot to a deck."""

    slot: SlotId
    deck: DeckId
    end: str


class Shift(_Move, frozen=True, kw_only=True, tag="bare.shift/1"):
    """A slot elsewhere."""

    slot: SlotId
    pile: PileId
    at: int | str


class Mix(_Move, frozen=True, kw_only=True, tag="bare.mix/1"):
    """Slots change places."""

    pile: PileId
    old: tuple[SlotId, ...]
    new: tuple[SlotId, ...]
    faces: Secret


class Raise(_Move, frozen=True, kw_only=True, tag="bare.raise/1"):
    """A zone's card to a slot."""

    zone: ZoneId
    pile: PileId
    slot: SlotId
    index: int


class Fetch(_Move, frozen=True, kw_only=True, tag="bare.fetch/1"):
    """A zone's card to a hand."""

    zone: ZoneId
    seat: SeatKey
    card: Face


class Gather(_Move, frozen=True, kw_only=True, tag="bare.gather/1"):
    """A zone onto another."""

    zone: ZoneId
    to: ZoneId


class Mill(_Move, frozen=True, kw_only=True, tag="bare.mill/1"):
    """A deck's top to a zone."""

    deck: DeckId
    zone: ZoneId
    cards: tuple[Face, ...]


class Bury(_Move, frozen=True, kw_only=True, tag="bare.bury/1"):
    """Hand cards to a deck."""

    seat: SeatKey
    deck: DeckId
    end: str
    cards: Secret


class Split(_Move, frozen=True, kw_only=True, tag="bare.split/1"):
    """A deck's top to another deck."""

    deck: DeckId
    to: DeckId
    end: str
    cards: Secret


class ReturnAll(_Move, frozen=True, kw_only=True, tag="bare.return-all/1"):
    """A zone shuffled into a deck."""

    zone: ZoneId
    deck: DeckId


class ReturnSome(_Move, frozen=True, kw_only=True, tag="bare.return-some/1"):
    """Cards of a zone to a deck."""

    zone: ZoneId
    deck: DeckId
    cards: tuple[Face, ...]
    end: str


class Look(_Move, frozen=True, kw_only=True, tag="bare.look/1"):
    """A deck is looked through."""

    deck: DeckId
    cards: Secret


class Shuffle(_Move, frozen=True, kw_only=True, tag="bare.shuffle/1"):
    """A deck is shuffled."""

    deck: DeckId


class Tell(_Move, frozen=True, kw_only=True, tag="bare.tell/1"):
    """A hand or deck holds so many of a set."""

    place: str
    of: tuple[str, ...]
    at_least: int = 0
    at_most: int | None = None


class TellSum(_Move, frozen=True, kw_only=True, tag="bare.tell-sum/1"):
    """A hand is worth less."""

    seat: SeatKey
    below: int


class Show(_Move, frozen=True, kw_only=True, tag="bare.show/1"):
    """Cards are shown where they are."""

    place: str
    index: int
    cards: Secret


MOVES: Mapping[str, type[_Move]] = {
    "take": Take,
    "pull": Pull,
    "lay": Lay,
    "deal": Deal,
    "drop": Drop,
    "turn": Turn,
    "sweep": Sweep,
    "pick_up": PickUp,
    "on_deck": OnDeck,
    "shift": Shift,
    "mix": Mix,
    "raise_": Raise,
    "fetch": Fetch,
    "gather": Gather,
    "mill": Mill,
    "bury": Bury,
    "split": Split,
    "return_all": ReturnAll,
    "return_some": ReturnSome,
    "look": Look,
    "shuffle": Shuffle,
    "tell": Tell,
    "tell_sum": TellSum,
    "show": Show,
}
"""By the name of the method."""


def _does(method: str, cls: type[_Move]) -> Evolver:
    fields = [name for name in cls.__struct_fields__ if name != "rule"]

    def does(draft: Any, recorded: Any) -> None:
        getattr(draft.table, method)(**{name: getattr(recorded.event, name) for name in fields})

    return does


def header(cards: str) -> Header:
    """Return the header of a game with these cards: ``aabbc/de``."""
    return Header(
        record=RecordId("0123456789abcdef"),
        game="bare",
        ruleset="bare/none",
        ruleset_hash="00",
        catalogue=cards,
        catalogue_hash="00",
        seats=SEATS,
        started=NOON,
    )


def initial(of: Header) -> PositionSet:
    """Return the cards before the first event."""
    draw, _slash, nest = of.catalogue.partition("/")
    decks = ((DRAW, draw), (NEST, nest))
    return PositionSet(
        hands=tuple(HandSet(seat=seat) for seat in SEATS),
        decks=tuple(DeckSet(deck=deck, blocks=(secret(*cards, to=ALL),)) for deck, cards in decks),
    )


def _narrate(_moment: Moment[Any]) -> Narration:
    return Narration(lines=(Sentence("moved"),))


BARE = Game(
    name="bare",
    title="Bare",
    icon="s-play",
    own=tuple(MOVES.values()),
    evolve={cls: _does(method, cls) for method, cls in MOVES.items()},
    initial=initial,
    counters=lambda _header: Counters(),
    narrate=_narrate,
    odds=GameOdds(values=lambda _header: VALUES),
)
