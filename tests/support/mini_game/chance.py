"""The table's answers in HOLLOW, from the world and a seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from records.core.events import Event
from records.core.ids import DeckId, SeatKey, SlotId, slot_id
from records.core.position import Position
from records.core.secret import ALL, NOBODY, meet, ordered, secret
from support.laws.world import World
from support.mini_game import events as ev
from support.mini_game.cards import CARDS_OF, DRAW, NEST, SEATS, VALUES, row
from support.mini_game.decide import CLAIMS
from support.mini_game.evolve import HollowCounters

HollowPosition = Position[HollowCounters]


class SeededChance:
    """Answers for one batch. ``world`` moves along with the batch that is being written."""

    def __init__(self, world: World, random: Random) -> None:
        self._world, self._random = world, random
        self._drawn = 0

    def ask(self, position: HollowPosition, *classes: type[Event]) -> Event:
        """Return what truly happens."""
        return _ANSWERS[classes[0]](self, position, position.state.doing)

    def _top(self, number: int, deck: DeckId = DRAW) -> list[str]:
        return self._world.faces(self._world.decks[deck][:number])

    def _dealt(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        seat = next(seat for seat in SEATS if not self._world.hands.get(seat))
        return ev.HandDealt(rule="1.1", seat=seat, cards=secret(*self._top(3), to=(seat,), hint=CLAIMS["no raven"]))

    def _mixed_in(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        return ev.NestMixedIn(rule="1.2", cards=secret(*self._world.faces(self._world.decks[NEST]), to=ALL))

    def _drawn_card(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        self._drawn += 1
        seat, partner = SeatKey(doing[0]), doing[1]
        who = (seat, partner) if partner and self._drawn > 1 else (seat,)
        return ev.CardDrawn(rule="2.1", seat=seat, card=secret(*self._top(1), to=tuple(sorted(who))))

    def _blind(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        (name,) = self._world.faces([self._random.choice(self._world.hands[doing[0]])])
        return ev.BlindLaid(rule="2.3", seat=SeatKey(doing[0]), slot=slot_id(position.version + 1), card=secret(name))

    def _dealt_top(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        up = doing[1] == "True"
        card = secret(*self._top(1), to=ALL if up else NOBODY)
        return ev.TopDealt(rule="2.4", seat=SeatKey(doing[0]), slot=slot_id(position.version + 1), card=card, up=up)

    def _peeked(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        slot = SlotId(doing[1])
        return ev.SlotPeeked(rule="2.5", slot=slot, card=secret(self._world.names[self._world.slots[slot]], to=(doing[0],)))

    def _revealed(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        slot = SlotId(doing[1])
        name = self._world.names[self._world.slots[slot]]
        return ev.SlotRevealed(rule="2.6", slot=slot, card=name, value=VALUES[name])

    def _mixed(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        pile = row(doing[0])
        old = position.table.piles[pile]
        new = tuple(slot_id(position.version + 1, nth) for nth in range(1, len(old) + 1))
        names = self._world.faces(self._world.slots[slot] for slot in old)
        known_to = ALL
        for slot in old:
            known_to = meet(known_to, position.table.slots[slot].known_to)
        self._random.shuffle(names)
        faces = secret(*names, to=known_to) if known_to else ordered(*names)
        return ev.RowMixed(rule="2.9", pile=pile, old=old, new=new, faces=faces)

    def _milled(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        return ev.TopMilled(rule="3", cards=tuple(self._top(min(2, position.table.decks[DRAW][0].count))))

    def _told(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        of, kind = SeatKey(doing[2]), doing[3]
        holds = any(name in CARDS_OF[kind] for name in self._world.faces(self._world.hands[of]))
        return ev.HandTold(rule="3", seat=of, kind=kind, holds=holds)

    def _weighed(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        worth = sum(VALUES[name] for name in self._world.faces(self._world.hands[doing[2]]))
        return ev.HandWeighed(rule="3", seat=SeatKey(doing[2]), below=5 * (worth // 5 + 1))

    def _counted(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        least = sum(name in CARDS_OF[doing[3]] for name in self._world.faces(self._world.decks.get(doing[2], [])))
        return ev.DeckTold(rule="3", deck=DeckId(doing[2]), kind=doing[3], least=least)

    def _seen(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        effect, seat, of = doing[0], SeatKey(doing[1]), SeatKey(doing[2])
        hand = self._world.faces(self._world.hands[of])
        if effect == "glimpse":
            return ev.HandSeen(rule="3", seat=of, by=seat, cards=secret(self._random.choice(hand), to=(seat,)), blind=True)
        return ev.HandSeen(rule="3", seat=of, by=seat, cards=secret(*hand, to=tuple(sorted((seat, of)))))

    def _spied(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        index = int(doing[5])
        (name,) = self._world.faces(self._world.decks[DRAW][index : index + 1])
        return ev.TopSeen(rule="3", index=index, card=secret(name, to=tuple(sorted((doing[1], doing[4])))))

    def _cut(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        names = self._top(min(2, position.table.decks[DRAW][0].count))
        return ev.DeckCut(rule="3", cards=secret(*names, to=(doing[1],) if doing[3] == "own" else NOBODY))

    def _searched(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        deck, seat = DeckId(doing[2]), SeatKey(doing[1])
        return ev.DeckSearched(rule="3", seat=seat, deck=deck, cards=secret(*self._world.faces(self._world.decks[deck]), to=(seat,)))

    def _shuffled(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        return ev.DeckShuffled(rule="3.1", deck=DeckId(doing[0]))

    def _returned(self, position: HollowPosition, doing: tuple[str, ...]) -> Event:
        return ev.DiscardsReturned(rule="2.1")


_ANSWERS: dict[type[Event], Callable[[SeededChance, Any, tuple[str, ...]], Event]] = {
    ev.HandDealt: SeededChance._dealt,
    ev.NestMixedIn: SeededChance._mixed_in,
    ev.CardDrawn: SeededChance._drawn_card,
    ev.DiscardsReturned: SeededChance._returned,
    ev.BlindLaid: SeededChance._blind,
    ev.TopDealt: SeededChance._dealt_top,
    ev.SlotPeeked: SeededChance._peeked,
    ev.SlotRevealed: SeededChance._revealed,
    ev.RowMixed: SeededChance._mixed,
    ev.TopMilled: SeededChance._milled,
    ev.HandTold: SeededChance._told,
    ev.HandWeighed: SeededChance._weighed,
    ev.DeckTold: SeededChance._counted,
    ev.HandSeen: SeededChance._seen,
    ev.TopSeen: SeededChance._spied,
    ev.DeckCut: SeededChance._cut,
    ev.DeckSearched: SeededChance._searched,
    ev.DeckShuffled: SeededChance._shuffled,
}
