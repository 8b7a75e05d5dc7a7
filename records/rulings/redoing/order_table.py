"""A fold that numbers the cards of each block of a deck as they leave it, so that two lines of one record meet the same cards.

No order is known inside a block; as cards leave it, an order appears. A block is known again by its birth: the play that made it, its deck,
and which of the blocks it was that the play made there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from records.core.faces import Face
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.position import Draft, Position
from records.core.script import AskedDraft
from records.core.secret import Secret
from records.core.table import At, End
from records.core.tables.fold_table import FoldTable
from records.core.tables.table_state import TableState

if TYPE_CHECKING:
    from records.core.position import Counters
    from records.core.shared import PositionSet
    from records.core.tables.blocks import Block
    from records.core.tables.hands import OpenHand


class Birth(NamedTuple):
    """What tells a block from all others of its deck."""

    play: int
    deck: DeckId
    nth: int
    bag: tuple[str, ...] | int
    """Its cards as they were then, sorted; where they were not all known, their number."""


class RestOfBlock(NamedTuple):
    """A block with the number of cards that left it."""

    birth: Birth
    left: int
    gone: int = 0


class Departure(NamedTuple):
    """Cards that left the top of a block at once; no order among them is known."""

    birth: Birth
    first: int
    """How many had left it before."""
    faces: tuple[Face, ...]


HandPath = tuple[object, ...]
"""What came to a hand and went from it, in its order; equal for equal hands."""


class OrderedState(TableState, frozen=True):
    """Frozen cards, with the lots of each deck and the path of each hand."""

    lots: dict[DeckId, tuple[RestOfBlock, ...]]
    paths: dict[SeatKey, HandPath]
    play: int
    made: dict[DeckId, int]


class OrderedPosition(Position["Counters"]):
    """A position whose draft goes on numbering."""

    __slots__ = ()

    def thaw(self) -> Draft[Counters]:
        """Return a draft of this position, on a table that numbers on."""
        table = self.table
        if not isinstance(table, OrderedState):
            raise TypeError("only the position of an order table can be gone on with here")
        return Draft(OrderTable.resumed(table), self.state.copy())


class AskedPosition(OrderedPosition):
    """A position for asking which of many commands its rules forbid: all on one draft, since none of them changes it."""

    __slots__ = ("_draft",)

    @classmethod
    def of(cls, position: Position[Any]) -> AskedPosition:
        """Return the same position, to be asked."""
        asked = cls(position.version, position.table, position.state)
        draft = position.thaw()
        object.__setattr__(asked, "_draft", AskedDraft(draft.table, draft.state))
        return asked

    def thaw(self) -> Draft[Counters]:
        """Return its one draft."""
        return self._draft  # type: ignore[attr-defined,no-any-return]  # a slot of a frozen class


class OrderTable(FoldTable):
    """The numbering table; set ``play`` before the events of each play."""

    __slots__ = ("_lots", "_made", "_paths", "departed", "gave", "play", "touched")

    def __init__(self, *args: dict, **kwargs: dict) -> None:  # type: ignore[type-arg]  # what the fold takes, handed on
        super().__init__(*args, **kwargs)
        self.play = 0
        self.departed: list[Departure] = []
        """What left the top of a deck since somebody asked."""
        self.gave: set[SeatKey] = set()
        """Seats whose hand has lost a card since somebody asked."""
        self.touched: set[SeatKey] = set()
        """Seats whose hand was changed or told of, as far as they were not before."""
        self._lots: dict[DeckId, tuple[RestOfBlock, ...]] = {}
        self._made: dict[DeckId, int] = {}
        self._paths: dict[SeatKey, HandPath] = {}

    @classmethod
    def resumed(cls, state: OrderedState) -> Self:
        """Return a table that can be changed, with the cards and numbers of one that stays."""
        table = cls.thawed(state)
        table.go_on(state)
        return table

    def go_on(self, state: OrderedState) -> None:
        """Take over the numbers of a frozen table."""
        self.play, self._lots, self._made, self._paths = state.play, dict(state.lots), dict(state.made), dict(state.paths)

    def freeze(self) -> OrderedState:
        """Return the cards as they are now, with their numbers."""
        plain = super().freeze()
        return OrderedState(
            slots=plain.slots,
            piles=plain.piles,
            hands=plain.hands,
            decks=plain.decks,
            zones=plain.zones,
            lots=dict(self._lots),
            paths=dict(self._paths),
            play=self.play,
            made=dict(self._made),
        )

    def begin(self, play: int) -> None:
        """Let the blocks that are made from now on be those of ``play``."""
        self.play = play
        self._made.clear()

    # -- decks ---------------------------------------------------------------------------------------------------------

    def shuffle(self, deck: DeckId) -> None:
        super().shuffle(deck)
        self._born(deck)

    def look(self, deck: DeckId, cards: Secret) -> None:
        super().look(deck, cards)
        self._born(deck)

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        here = len(self.departed)
        super().pull(deck, seat, card)
        del self.departed[here:]
        self._born(deck)
        self._walk(seat, "pulled", card.faces)

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        super().return_all(zone, deck)
        self._born(deck)

    def show(self, place: str, index: int, cards: Secret) -> None:
        super().show(place, index, cards)
        if place in self.decks:
            deck = DeckId(place)
            if len(self.decks[deck]) != len(self._lots.get(deck, ())):
                self._born(deck)

    def reset(self, position: PositionSet) -> None:
        self._lots, self._paths = {}, {}
        super().reset(position)
        for deck in self.decks:
            self._born(deck)

    def _off_top(self, deck: DeckId, cards: Secret) -> Secret:
        moved = super()._off_top(deck, cards)
        number = len(cards.faces)
        if number:
            top, *rest = self._lots[deck]
            self.departed.append(Departure(top.birth, top.gone, moved.faces))
            if top.left > number:
                rest.insert(0, RestOfBlock(top.birth, top.left - number, top.gone + number))
            self._lots[deck] = tuple(rest)
        return moved

    def _on(self, deck: DeckId, end: End, added: tuple[Block, ...]) -> None:
        super()._on(deck, end, added)
        here, new = self._lots.get(deck, ()), tuple(self._lot(deck, block) for block in added)
        self._lots[deck] = (*new, *here) if end == "top" else (*here, *new)

    def _born(self, deck: DeckId) -> None:
        self._lots[deck] = tuple(self._lot(deck, block) for block in self.decks.get(deck, ()))

    def _lot(self, deck: DeckId, block: Block) -> RestOfBlock:
        nth = self._made[deck] = self._made.get(deck, 0) + 1
        return RestOfBlock(Birth(self.play, deck, nth, block.count if block.faces is None else block.faces), block.count)

    @property
    def paths(self) -> Mapping[SeatKey, HandPath]:
        """The path of each hand as it is now."""
        return self._paths

    # -- hands ---------------------------------------------------------------------------------------------------------

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        super().take(deck, seat, cards)
        if cards.faces:
            self._walk(seat, *self.departed[-1][:2], len(cards.faces))

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        super().drop(seat, cards, zone)
        self._leave(seat, tuple(cards))

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        super().bury(seat, deck, end, cards)
        self._leave(seat, cards.faces)

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        super().lay(seat, pile, slot, card, at, up=up)
        self._leave(seat, card.faces)

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        # A slot is called otherwise in another line; where it lay is the same in lines that have not parted.
        old = self.slots.get(slot)
        lay = None if old is None else (old.pile, self.piles[old.pile].index(slot), old.seen)
        super().pick_up(slot, seat)
        self._walk(seat, "picked up", lay)

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        super().fetch(zone, seat, card)
        self._walk(seat, "fetched", card)

    def _hold(self, seat: SeatKey) -> OpenHand:
        self.touched.add(seat)
        return super()._hold(seat)

    def _leave(self, seat: SeatKey, faces: tuple[Face, ...]) -> None:
        self.gave.add(seat)
        self._walk(seat, "left", faces)

    def _walk(self, seat: SeatKey, *step: object) -> None:
        self._paths[seat] = (hash(self._paths.get(seat, ())), *step)
