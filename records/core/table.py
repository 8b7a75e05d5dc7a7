"""The card table: the one way in which cards move (design/events: The card table).

A game's ``evolve`` calls these methods and never reads the table. Three machines implement the protocol, so that every game gets
all from one ``evolve``: the fold (``fold_table``), the knowledge engine, and the count of cards that the laws keep.

Places: a pile has slots with public ids; a hand and a deck have none; a zone lies open; the box holds what is not in play.
Every method takes zero cards and empty places.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.faces import Face
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
    from records.core.secret import Secret
    from records.core.shared import PositionSet

End: TypeAlias = Literal["top", "bottom"]
At: TypeAlias = int | End
"""Where in a pile: an index from the top, or an end."""


class CardTable(Protocol):
    """What an event may do to the cards. All raise ``ImpossibleEvent`` where a place or card is not there."""

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        """Top of a deck to a hand; several cards lie within one block."""

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        """A card from anywhere in a deck that was looked through, to a hand."""

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        """A hand card to a new slot."""

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        """Top of a deck to a new slot."""

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        """Hand cards openly to a zone."""

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        """A card is looked at, revealed or turned down; who knows it only grows."""

    def reveal(self, slot: SlotId, card: Face) -> None:
        """A card is turned face up for everybody."""

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        """A slot's card to a zone; a reveal, if any, was a ``turn``."""

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        """A slot's card to a hand; who knew it still does."""

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        """A slot's card onto or under a deck; who knew it still does."""

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        """A slot to another place; its id and what is known of it travel along."""

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:
        """Lying cards change places unseen; new slots at the place of the first old one."""

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:
        """The card at ``index`` of a zone to a new slot at the bottom of a pile, face up."""

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        """A card of a zone openly to a hand."""

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        """All of a zone onto another."""

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        """Top of a deck openly to a zone; several cards lie within one block."""

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        """Hand cards onto or under a deck: one block, or a block each where the secret is ordered (first card outermost at that end)."""

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        """Top cards of a deck to an end of another: one block, within one block."""

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        """All of a zone shuffled into a deck."""

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        """Some cards of a zone as a block to an end of a deck; the order of the rest tells nothing but which card an index means."""

    def look(self, deck: DeckId, cards: Secret) -> None:
        """A whole deck is looked through; its order is lost to everybody else (a ``shuffle`` follows)."""

    def shuffle(self, deck: DeckId) -> None:
        """A deck's blocks become one."""

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        """A public fact: a hand or deck holds so many cards of a set."""

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        """A public fact: the values of a hand sum to less than ``below``."""

    def show(self, place: str, index: int, cards: Secret) -> None:
        """Cards of ``hand:SEAT``, a slot, or a deck counted from the top become known to some."""

    def reset(self, position: PositionSet) -> None:
        """Everything is laid out anew."""


HAND = "hand:"


def hand_place(seat: SeatKey) -> str:
    """Return a hand as a place: ``hand:A``."""
    return HAND + seat
