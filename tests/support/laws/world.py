"""The cards as they truly lie, each with a number of its own: what no log and no viewer has.

A ``World`` implements the card table, so that the one ``evolve`` moves its cards too. It refuses a log that is not of this world: a face
that is not there, a false word about a hand.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

from records.core.faces import Face, fits
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.position import Draft, Position
from records.core.secret import ALL, Secret
from records.core.shared import PositionSet
from records.core.table import HAND, At, End
from records.core.tables.fold_table import FoldTable
from records.core.tables.table_state import TableState


class NotThisWorldError(Exception):
    """The log says what is not so."""


class World:
    """Numbers of cards by place; ``names`` says what is printed on them. Decks have their top first."""

    def __init__(self, seed: str, values: Mapping[str, int], names: dict[int, str] | None = None) -> None:
        self.seed, self.values, self.names = seed, values, names or {}
        self.shuffles = 0
        self.hands: dict[str, list[int]] = {}
        self.slots: dict[str, int] = {}
        self.decks: dict[str, list[int]] = {}
        self.zones: dict[str, list[int]] = {}
        self.secrets: dict[int, tuple[Secret, tuple[int, ...]]] = {}
        """By identity, the cards that each secret of the log meant."""
        self.opened: set[int] = set()
        """Cards whose faces stood openly in the log."""
        self.said: list[tuple[tuple[int, ...], Callable[[list[str]], bool]]] = []
        """Of which cards something was said, and what the names on them must be for it to be so."""

    def copy(self) -> World:
        """Return the same cards in the same places, which move apart from now on; what the log means is noted in common."""
        world = World(self.seed, self.values, self.names)
        world.shuffles, world.slots = self.shuffles, dict(self.slots)
        world.secrets, world.opened, world.said = self.secrets, self.opened, self.said
        world.hands, world.decks, world.zones = ({k: list(v) for k, v in d.items()} for d in (self.hands, self.decks, self.zones))
        return world

    def faces(self, cards: Iterable[int]) -> list[str]:
        """Return what is printed on cards."""
        return [self.names[card] for card in cards]

    def shuffled(self, cards: Iterable[int]) -> list[int]:
        """Return cards in a new order, the same whenever this world is run again."""
        self.shuffles += 1
        mixed = list(cards)
        Random(f"{self.seed}/{self.shuffles}").shuffle(mixed)
        return mixed

    def arrange(self, table: TableState) -> None:
        """Order decks as a fold shows them: for a game whose chance finds out what lies on top only when it is asked."""
        for deck, blocks in table.decks.items():
            left, known = list(self.decks[deck]), []
            for block in blocks:
                known.append(None if block.faces is None else self._meant(left, Secret(block.faces, ALL)))
                left = [card for card in left if card not in (known[-1] or ())]
            order: list[int] = []
            for block, cards in zip(blocks, known, strict=True):
                order += left[: block.count] if cards is None else cards
                left = left[block.count :] if cards is None else left
            self.decks[deck] = order

    # -- the card table ------------------------------------------------------------------------------------------------

    def take(self, deck: DeckId, seat: SeatKey, cards: Secret) -> None:
        self.hands.setdefault(seat, []).extend(self._top(deck, cards))

    def pull(self, deck: DeckId, seat: SeatKey, card: Secret) -> None:
        (found,) = self._meant(self.decks[deck], card)
        self.decks[deck].remove(found)
        self.hands[seat].append(found)

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        (self.slots[slot],) = self._from_hand(seat, card)

    def deal(self, deck: DeckId, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        (self.slots[slot],) = self._top(deck, card)

    def drop(self, seat: SeatKey, cards: Sequence[Face], zone: ZoneId) -> None:
        self.zones.setdefault(zone, []).extend(self._from_hand(seat, self._open(cards)))

    def turn(self, slot: SlotId, card: Secret, *, up: bool) -> None:
        self._seen([self.slots[slot]], card)

    def reveal(self, slot: SlotId, card: Face) -> None:
        self._seen([self.slots[slot]], self._open((card,)))

    def sweep(self, slot: SlotId, zone: ZoneId) -> None:
        self.zones.setdefault(zone, []).append(self.slots.pop(slot))

    def pick_up(self, slot: SlotId, seat: SeatKey) -> None:
        self.hands[seat].append(self.slots.pop(slot))

    def on_deck(self, slot: SlotId, deck: DeckId, end: End) -> None:
        self._on(deck, end, [self.slots.pop(slot)])

    def shift(self, slot: SlotId, pile: PileId, at: At) -> None:
        """It is the same card."""

    def mix(self, pile: PileId, old: Sequence[SlotId], new: Sequence[SlotId], faces: Secret) -> None:
        cards = self._meant([self.slots.pop(slot) for slot in old], faces)
        self.slots.update(zip(new, cards if faces.ordered else self.shuffled(cards), strict=True))

    def raise_(self, zone: ZoneId, pile: PileId, slot: SlotId, index: int) -> None:
        self.slots[slot] = self.zones[zone].pop(index)

    def fetch(self, zone: ZoneId, seat: SeatKey, card: Face) -> None:
        (found,) = self._seen(self.zones[zone], self._open((card,)))
        self.zones[zone].remove(found)
        self.hands[seat].append(found)

    def gather(self, zone: ZoneId, to: ZoneId) -> None:
        self.zones.setdefault(to, []).extend(self.zones.pop(zone, []))

    def mill(self, deck: DeckId, zone: ZoneId, cards: Sequence[Face]) -> None:
        self.zones.setdefault(zone, []).extend(self._top(deck, self._open(cards)))

    def bury(self, seat: SeatKey, deck: DeckId, end: End, cards: Secret) -> None:
        buried = self._from_hand(seat, cards)
        if not cards.ordered:
            buried = self.shuffled(buried)
        self._on(deck, end, buried if end == "top" else buried[::-1])

    def split(self, deck: DeckId, to: DeckId, end: End, cards: Secret) -> None:
        here, number = self.decks.get(deck, []), len(cards.faces)
        try:
            self._meant(here[:number], cards)
            moved = here[:number]
        except NotThisWorldError:  # as in ``_top``: its order is only now found out
            moved = self._meant(here, cards)
        self.decks[deck] = [card for card in here if card not in moved]
        self._on(to, end, moved)

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        self.decks[deck] = self.shuffled([*self.decks.get(deck, []), *self.zones.pop(zone, [])])

    def return_some(self, zone: ZoneId, deck: DeckId, cards: Sequence[Face], end: End) -> None:
        lying = self.zones.setdefault(zone, [])
        found = self._seen(lying, self._open(cards))
        self.zones[zone] = [card for card in lying if card not in found]
        self._on(deck, end, self.shuffled(found))

    def look(self, deck: DeckId, cards: Secret) -> None:
        if len(self._meant(self.decks[deck], cards)) != len(self.decks[deck]):
            raise NotThisWorldError(f"{deck} has {len(self.decks[deck])} cards")

    def shuffle(self, deck: DeckId) -> None:
        self.decks[deck] = self.shuffled(self.decks.get(deck, []))

    def tell(self, place: str, of: Sequence[str], at_least: int = 0, at_most: int | None = None) -> None:
        cards = self.hands[place[len(HAND) :]] if place.startswith(HAND) else self.decks.get(place, [])

        def so(names: list[str]) -> bool:
            number = sum(name in of for name in names)
            return number >= at_least and (at_most is None or number <= at_most)

        self._say(place, cards, so)

    def tell_sum(self, seat: SeatKey, below: int) -> None:
        self._say(f"hand:{seat}", self.hands[seat], lambda names: sum(self.values[name] for name in names) < below)

    def show(self, place: str, index: int, cards: Secret) -> None:
        if place.startswith(HAND):
            self._seen(self.hands[place[len(HAND) :]], cards)
        elif place in self.slots:
            self._seen([self.slots[place]], cards)
        else:
            self._seen(self.decks[place][index : index + len(cards.faces)], cards)

    def reset(self, position: PositionSet) -> None:
        if not self.names:
            self.names.update(enumerate(face for deck in position.decks for block in deck.blocks for face in block.faces))
        box = [card for card in self.names if card not in self.opened] + [card for card in self.names if card in self.opened]
        self.hands, self.slots, self.decks, self.zones = {}, {}, {}, {}

        def found(cards: Secret) -> list[int]:
            meant = self._meant(box, cards)
            for card in meant:
                box.remove(card)
            return meant

        for hand in position.hands:
            self.hands[hand.seat] = [card for part in hand.cards for card in found(part)]
        for pile in position.piles:
            self.slots.update((slot.slot, found(slot.card)[0]) for slot in pile.slots)
        for zone in position.zones:
            self.zones[zone.zone] = found(self._open(zone.faces))
            self.opened.update(self.zones[zone.zone])
        for deck in position.decks:
            self.decks[deck.deck] = [card for block in deck.blocks for card in self.shuffled(self._bag(found(block), block))]

    # -- parts ---------------------------------------------------------------------------------------------------------

    def _meant(self, among: Sequence[int], cards: Secret) -> list[int]:
        """Which of some cards a secret means: of equal ones the first."""
        left, meant = list(among), []
        for face in cards.faces:
            found = next((card for card in left if face != "?" and fits(self.names[card], face)), None)
            if found is None:
                raise NotThisWorldError(f"no {face} among {self.faces(among)}")
            left.remove(found)
            meant.append(found)
        self.secrets[id(cards)] = cards, tuple(meant)
        return meant

    def _seen(self, among: Sequence[int], cards: Secret) -> list[int]:
        """The same; what everybody saw is open."""
        meant = self._meant(among, cards)
        if cards.open:
            self.opened.update(meant)
        return meant

    def _say(self, place: str, cards: Sequence[int], so: Callable[[list[str]], bool]) -> None:
        self.said.append((tuple(cards), so))
        if not so(self.faces(cards)):
            raise NotThisWorldError(f"what is said of {place} is not so: {self.faces(cards)}")

    def _bag(self, cards: list[int], block: Secret) -> list[int]:
        """What everybody knows of a block holds in every world."""
        if block.open:
            bag = sorted(map(str, block.faces))
            self.said.append((tuple(cards), lambda names: sorted(names) == bag))
        return cards

    def _open(self, cards: Sequence[Face]) -> Secret:
        return Secret(faces=tuple(cards), known_to=ALL, ordered=True)

    def _top(self, deck: DeckId, cards: Secret) -> list[int]:
        """What comes off a deck; where chance has not asked this world, its order is only now found out."""
        here, number = self.decks[deck], len(cards.faces)
        try:
            meant = self._seen(here[:number], cards)
        except NotThisWorldError:
            meant = self._seen(here, cards)
        self.decks[deck] = [card for card in here if card not in meant]
        return meant

    def _from_hand(self, seat: SeatKey, cards: Secret) -> list[int]:
        meant = self._seen(self.hands[seat], cards)
        self.hands[seat] = [card for card in self.hands[seat] if card not in meant]
        return meant

    def _on(self, deck: DeckId, end: End, cards: list[int]) -> None:
        here = self.decks.get(deck, [])
        self.decks[deck] = [*cards, *here] if end == "top" else [*here, *cards]


MOVES = tuple(name for name in vars(World) if not name.startswith("_") and name not in {"copy", "faces", "shuffled", "arrange"})
"""Every method of the card table."""


class WatchedPosition(Position[Any]):
    """A position whose draft moves a world's cards too."""

    world: World

    def thaw(self) -> Draft[Any]:
        """Return the fold's draft, and the world beside its table."""
        table = _BothTables.thawed(self.table)
        table.world, table.inside = self.world, False
        return Draft(table, self.state.copy())


def watched(position: Position[Any], world: World) -> WatchedPosition:
    """Return ``position`` as one whose drafts move the cards of ``world``."""
    both = WatchedPosition(position.version, position.table, position.state)
    object.__setattr__(both, "world", world)
    return both


class _BothTables(FoldTable):
    world: World
    inside: bool


def _both(name: str) -> Any:
    fold = getattr(FoldTable, name)

    def move(self: _BothTables, *args: Any, **named: Any) -> None:
        inside, self.inside = self.inside, True
        fold(self, *args, **named)
        self.inside = inside
        if not inside:
            getattr(self.world, name)(*args, **named)

    return move


for _name in MOVES:
    setattr(_BothTables, _name, _both(_name))
