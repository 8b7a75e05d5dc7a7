"""BARE played by chance: every method of the card table on a few cards, with every sort of audience and hint."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

import msgspec

from records.core.events import Event, Recorded
from records.core.faces import Face, among, none_of
from records.core.header import Header
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.logs.fold import Folder
from records.core.secret import ALL, NOBODY, Audience, Secret, ordered, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.core.table import hand_place
from records.core.tables.fold_table import FoldTable
from support.knowledge import bare
from support.knowledge.bare import BARE, DRAW, NEST, SEATS, VALUES
from support.laws.world import World

DISCARD, PLAYED = ZoneId("discard"), ZoneId("played")
PILES = (PileId("row:A"), PileId("row:B"))
DECKS = (DRAW, NEST)
AUDIENCES: tuple[Audience, ...] = (NOBODY, ("A",), ("B",), ("A", "B"), ALL)
DEALS = ("aabbcc/", "abcdef/", "aaabbc/d", "aabbcd/e", "aabc/bcd", "aaabbcd/", "abbbcdd/", "aab/bccd", "aabbbb/c")

OFTEN = {"take": 4, "lay": 4, "deal": 2, "bury": 2, "drop": 2, "tell": 2}
"""What brings cards about."""


class Played:
    """A game so far: its complete log, and the true cards."""

    def __init__(self, seed: int, cards: str | None = None, *, partial: bool = False) -> None:
        self.random = Random(seed)
        self.header: Header = bare.header(cards or self.random.choice(DEALS))
        self.partial = partial
        """Whether the writer now and then did not see an open card."""
        self.log: list[Recorded[Any]] = []
        self.world = World(str(seed), VALUES)
        self._folder = Folder(BARE)
        self._true = self._folder.start(self.header, self.world)
        self._draft = self._folder.start(self.header)
        self.kinds = sorted(set(self.header.catalogue) - {"/"})

    @property
    def table(self) -> FoldTable:
        """Where how many cards lie."""
        table = self._draft.table
        assert isinstance(table, FoldTable)
        return table

    @property
    def version(self) -> int:
        """That of the next event."""
        return len(self.log) + 1

    def run(self, length: int, of: Sequence[str] = ()) -> Played:
        """Go on until the log has ``length`` events, with these methods only if some are named."""
        makers = [maker for name, maker in _MAKERS.items() if not of or name in of for _ in range(OFTEN.get(name, 1))]
        while len(self.log) < length:
            event = self.random.choice(makers)(self)
            if event is not None:
                self.add(event)
        return self

    def add(self, event: Event, written: Event | None = None) -> None:
        """Write an event down; ``written`` is what stands in the log of one that its writer did not quite see."""
        for draft, one in ((self._true, event), (self._draft, written or event)):
            recorded = Recorded(self.version, self.version, bare.NOON, "", one)
            self._folder.apply(draft, recorded)
        self.log.append(recorded)

    # -- choices -------------------------------------------------------------------------------------------------------

    def seat(self) -> SeatKey:
        """Return a seat."""
        return self.random.choice(SEATS)

    def holder(self) -> SeatKey | None:
        """Return a seat that holds cards."""
        able = [seat for seat in SEATS if self.world.hands.get(seat)]
        return self.random.choice(able) if able else None

    def deck(self) -> DeckId:
        """Return a deck, rather one with cards."""
        return DRAW if self.world.decks.get(DRAW) and self.random.random() < 0.8 else self.random.choice(DECKS)

    def slot(self) -> SlotId | None:
        """Return a slot with a card."""
        return SlotId(self.random.choice(sorted(self.world.slots))) if self.world.slots else None

    def zone(self) -> ZoneId:
        """Return a zone."""
        return self.random.choice((DISCARD, DISCARD, PLAYED))

    def end(self) -> str:
        """Return an end."""
        return self.random.choice(("top", "bottom"))

    def number(self, most: int) -> int:
        """Return how many cards, rather one, now and then none."""
        return min(self.random.choice((0, 1, 1, 1, 1, 1, 2, 2, 3)), most)

    def top_block(self, deck: DeckId) -> int:
        """Return how many cards may leave a deck at once."""
        blocks = self.table.decks.get(deck, ())
        return blocks[0].count if blocks else 0

    def hint(self, names: Iterable[str]) -> Face:
        """Return something that is true of all these cards."""
        others = [card for card in self.kinds if card not in set(names)]
        out = self.random.sample(others, self.random.randint(0, len(others)))
        if self.random.random() < 0.5 or not out:
            return "?"
        left = [card for card in self.kinds if card not in out]
        return none_of(out) if self.random.random() < 0.5 or len(left) < 2 else among(left)

    def seen(self, names: Sequence[str], *, in_order: bool = False) -> Secret:
        """Return cards as some saw them."""
        to = self.random.choice(AUDIENCES)
        hint = self.hint(names) if to != ALL else "?"
        return ordered(*names, to=to, hint=hint) if in_order else secret(*names, to=to, hint=hint)

    def names(self, cards: Iterable[int]) -> list[str]:
        """Return what is printed on cards."""
        return self.world.faces(cards)

    def held(self, seat: SeatKey, number: int) -> list[str]:
        """Return cards of a hand, picked blind."""
        return self.names(self.random.sample(self.world.hands.get(seat, []), number))

    def at(self, pile: PileId, *, less: int = 0) -> int | str:
        """Return where a card may come to lie in a pile that has lost ``less`` cards."""
        length = len(self.table.piles.get(pile, ())) - less
        return self.random.choice(("top", "bottom", self.random.randint(0, length)))

    # -- events --------------------------------------------------------------------------------------------------------

    def take(self) -> Event | None:
        deck = self.deck()
        number = self.number(self.top_block(deck))
        return bare.Take(deck=deck, seat=self.seat(), cards=self.seen(self.names(self.world.decks[deck][:number])))

    def pull(self) -> Event | None:
        deck = self.deck()
        if len(self.table.decks.get(deck, ())) != 1:
            return None
        card = self.random.choice(self.names(self.world.decks[deck]))
        return bare.Pull(deck=deck, seat=self.seat(), card=self.seen([card]))

    def lay(self) -> Event | None:
        seat, pile = self.holder(), self.random.choice(PILES)
        if seat is None:
            return None
        return bare.Lay(seat=seat, pile=pile, slot=SlotId(f"s{self.version}"), card=self.seen(self.held(seat, 1)), at=self.at(pile))

    def deal(self) -> Event | None:
        deck, pile = self.deck(), self.random.choice(PILES)
        if not self.top_block(deck):
            return None
        card = self.seen(self.names(self.world.decks[deck][:1]))
        return bare.Deal(deck=deck, pile=pile, slot=SlotId(f"s{self.version}"), card=card, at=self.at(pile), up=card.open)

    def drop(self) -> Event | None:
        seat, zone = self.seat(), self.zone()
        cards = tuple(self.held(seat, self.number(len(self.world.hands.get(seat, ())))))
        self._openly(bare.Drop(seat=seat, cards=cards, zone=zone))
        return None

    def mill(self) -> Event | None:
        deck = self.deck()
        cards = tuple(self.names(self.world.decks[deck][: self.number(self.top_block(deck))]))
        self._openly(bare.Mill(deck=deck, zone=self.zone(), cards=cards))
        return None

    def _openly(self, event: Any) -> None:
        unseen = self.partial and self.random.random() < 0.4
        self.add(event, msgspec.structs.replace(event, cards=("?",) * len(event.cards)) if unseen else None)

    def turn(self) -> Event | None:
        slot = self.slot()
        if slot is None:
            return None
        if self.random.random() < 0.2:
            return bare.Turn(slot=slot, card=Secret(()), up=False)
        return bare.Turn(slot=slot, card=self.seen([self.world.names[self.world.slots[slot]]]))

    def sweep(self) -> Event | None:
        slot = self.slot()
        return None if slot is None else bare.Sweep(slot=slot, zone=self.zone())

    def pick_up(self) -> Event | None:
        slot = self.slot()
        return None if slot is None else bare.PickUp(slot=slot, seat=self.seat())

    def on_deck(self) -> Event | None:
        slot = self.slot()
        return None if slot is None else bare.OnDeck(slot=slot, deck=self.deck(), end=self.end())

    def shift(self) -> Event | None:
        slot, pile = self.slot(), self.random.choice(PILES)
        if slot is None:
            return None
        return bare.Shift(slot=slot, pile=pile, at=self.at(pile, less=self.table.slots[slot].pile == pile))

    def mix(self) -> Event | None:
        pile = self.random.choice(PILES)
        slots = self.table.piles.get(pile, ())
        old = tuple(self.random.sample(slots, min(len(slots), self.random.choice((2, 3, 3, 1, 0)))))
        new = tuple(SlotId(f"s{self.version}.{nth}") for nth in range(1, len(old) + 1))
        names = self.names(self.world.slots[slot] for slot in old)
        self.random.shuffle(names)
        return bare.Mix(pile=pile, old=old, new=new, faces=self.seen(names, in_order=self.random.random() < 0.5))

    def raise_(self) -> Event | None:
        zone = self.zone()
        lying = self.world.zones.get(zone, ())
        if not lying:
            return None
        pile = self.random.choice(PILES)
        return bare.Raise(zone=zone, pile=pile, slot=SlotId(f"s{self.version}"), index=self.random.randrange(len(lying)))

    def noted(self, zone: ZoneId) -> list[str]:
        """Return the cards of a zone if the log shows all of them."""
        return [] if "?" in self.table.zones.get(zone, ()) else self.names(self.world.zones.get(zone, ()))

    def fetch(self) -> Event | None:
        zone = self.zone()
        cards = self.noted(zone)
        return bare.Fetch(zone=zone, seat=self.seat(), card=self.random.choice(cards)) if cards else None

    def gather(self) -> Event | None:
        return bare.Gather(zone=PLAYED, to=DISCARD)

    def bury(self) -> Event | None:
        seat, deck = self.seat(), self.deck()
        cards = self.held(seat, self.number(len(self.world.hands.get(seat, ()))))
        return bare.Bury(seat=seat, deck=deck, end=self.end(), cards=self.seen(cards, in_order=self.random.random() < 0.5))

    def split(self) -> Event | None:
        deck, to = self.random.sample(DECKS, 2)
        cards = self.names(self.world.decks.get(deck, [])[: self.number(self.top_block(deck))])
        return bare.Split(deck=deck, to=to, end=self.end(), cards=self.seen(cards))

    def return_all(self) -> Event | None:
        return bare.ReturnAll(zone=self.zone(), deck=self.deck())

    def return_some(self) -> Event | None:
        zone = self.zone()
        cards = self.noted(zone)
        some = tuple(self.random.sample(cards, self.number(len(cards))))
        return bare.ReturnSome(zone=zone, deck=self.deck(), cards=some, end=self.end())

    def look(self) -> Event | None:
        deck = self.deck()
        return bare.Look(deck=deck, cards=self.seen(self.names(self.world.decks.get(deck, []))))

    def shuffle(self) -> Event | None:
        return bare.Shuffle(deck=self.deck())

    def tell(self) -> Event | None:
        place = self.random.choice((hand_place(SEATS[0]), hand_place(SEATS[1]), DRAW, NEST))
        cards = self.world.hands.get(place[-1], []) if place.startswith("hand:") else self.world.decks.get(place, [])
        of = tuple(sorted(self.random.sample(self.kinds, self.random.randint(1, 2))))
        number = sum(card in of for card in self.names(cards))
        least = self.random.choice((0, number, min(number, 1)))
        most = self.random.choice((None, number, number + 1)) if least else number
        return bare.Tell(place=place, of=of, at_least=least, at_most=most)

    def tell_sum(self) -> Event | None:
        seat = self.seat()
        worth = sum(VALUES[card] for card in self.names(self.world.hands.get(seat, ())))
        return bare.TellSum(seat=seat, below=worth + self.random.randint(1, 3))

    def show(self) -> Event | None:
        slot, seat, deck = self.slot(), self.seat(), self.deck()
        which = self.random.choice(("hand", "hand", "slot", "deck"))
        if which == "hand":
            hand = self.world.hands.get(seat, [])
            return bare.Show(place=hand_place(seat), index=0, cards=self.seen(self.held(seat, self.number(len(hand)))))
        if which == "slot" and slot is not None:
            return bare.Show(place=slot, index=0, cards=self.seen([self.world.names[self.world.slots[slot]]]))
        blocks = self.table.decks.get(deck, ())
        if not blocks:
            return None
        nth = self.random.randrange(len(blocks))
        above, here = sum(block.count for block in blocks[:nth]), blocks[nth].count
        index = self.random.randrange(here)
        cards = self.names(self.world.decks[deck][above + index : above + index + self.number(here - index)])
        return bare.Show(place=deck, index=above + index, cards=self.seen(cards, in_order=self.random.random() < 0.5))

    def reset(self) -> Event | None:
        """Everything is laid out as it lies, but for a zone that goes into the box; not all of it may be noted."""
        if self.random.random() < 0.7:
            return None
        self.add(self._position(lambda cards: cards), self._position(self._noticed) if self.partial else None)
        return None

    def _noticed(self, cards: Secret) -> Secret:
        return msgspec.structs.replace(cards, faces=("?",) * len(cards.faces)) if self.random.random() < 0.3 else cards

    def _position(self, noticed: Callable[[Secret], Secret]) -> PositionSet:
        choices = Random(f"{self.world.seed}/{self.version}")

        def seen(cards: Iterable[int]) -> Secret:
            return noticed(secret(*self.names(cards), to=choices.choice(AUDIENCES)))

        slots = {slot: seen([card]) for slot, card in sorted(self.world.slots.items())}
        return PositionSet(
            hands=tuple(HandSet(seat=seat, cards=(seen(self.world.hands.get(seat, ())),)) for seat in SEATS),
            piles=tuple(
                PileSet(pile=pile, slots=tuple(SlotSet(slot=slot, card=slots[slot]) for slot in self.table.piles.get(pile, ())))
                for pile in PILES
            ),
            decks=tuple(DeckSet(deck=deck, blocks=(seen(self.world.decks.get(deck, ())),)) for deck in DECKS),
            zones=(ZoneSet(zone=DISCARD, faces=noticed(Secret(tuple(self.names(self.world.zones.get(DISCARD, ()))), ordered=True)).faces),),
        )


_MAKERS: dict[str, Callable[[Played], Event | None]] = {name: getattr(Played, name) for name in (*bare.MOVES, "reset")}
