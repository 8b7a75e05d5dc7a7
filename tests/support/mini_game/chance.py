"""The table's answers in HOLLOW, from the world and a seed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from records.core.events import Event
from records.core.ids import DeckId, SeatKey, slot_id
from records.core.position import Position
from records.core.requests import ChanceRequest
from records.core.secret import ALL, meet, ordered, secret
from support.laws.world import World
from support.mini_game import events as ev
from support.mini_game.cards import CARDS_OF, DRAW, VALUES
from support.mini_game.decide import CLAIMS
from support.mini_game.evolve import HollowCounters

HollowPosition = Position[HollowCounters]


class SeededChance:
    """Answers for one batch. ``world`` moves along with the batch that is being written."""

    def __init__(self, world: World, random: Random) -> None:
        self._world, self._random = world, random

    def ask(self, position: HollowPosition, request: ChanceRequest) -> Event:
        """Return what truly happens."""
        return _ANSWERS[request.classes[0]](self, position, request)

    def _top(self, number: int, deck: DeckId = DRAW) -> list[str]:
        return self._world.faces(self._world.decks[deck][:number])

    def _hand(self, seat: SeatKey) -> list[str]:
        return self._world.faces(self._world.hands[seat])

    def _deck(self, deck: DeckId | None) -> list[str]:
        return self._world.faces(self._world.decks.get(deck, []) if deck is not None else [])

    def _dealt(self, position: HollowPosition, request: ChanceRequest) -> Event:
        cards = secret(*self._top(request.number), to=request.shown_to, hint=CLAIMS["no raven"])
        return ev.HandDealt(rule=request.rule, seat=request.whose, cards=cards)

    def _mixed_in(self, position: HollowPosition, request: ChanceRequest) -> Event:
        return ev.NestMixedIn(rule=request.rule, cards=secret(*self._deck(request.deck), to=request.shown_to))

    def _drawn_card(self, position: HollowPosition, request: ChanceRequest) -> Event:
        return ev.CardDrawn(rule=request.rule, seat=request.whose, card=secret(*self._top(1), to=request.shown_to))

    def _blind(self, position: HollowPosition, request: ChanceRequest) -> Event:
        (name,) = self._world.faces([self._random.choice(self._world.hands[request.whose])])
        return ev.BlindLaid(rule=request.rule, seat=request.whose, slot=request.slot, card=secret(name))

    def _dealt_top(self, position: HollowPosition, request: ChanceRequest) -> Event:
        card, up = secret(*self._top(1), to=request.shown_to), request.shown_to == ALL
        return ev.TopDealt(rule=request.rule, seat=request.whose, slot=request.slot, card=card, up=up)

    def _peeked(self, position: HollowPosition, request: ChanceRequest) -> Event:
        name = self._world.names[self._world.slots[request.slot]]
        return ev.SlotPeeked(rule=request.rule, slot=request.slot, card=secret(name, to=request.shown_to))

    def _revealed(self, position: HollowPosition, request: ChanceRequest) -> Event:
        name = self._world.names[self._world.slots[request.slot]]
        return ev.SlotRevealed(rule=request.rule, slot=request.slot, card=name, value=VALUES[name])

    def _mixed(self, position: HollowPosition, request: ChanceRequest) -> Event:
        assert request.pile is not None
        old = position.table.piles[request.pile]
        new = tuple(slot_id(position.version + 1, nth) for nth in range(1, len(old) + 1))
        names = self._world.faces(self._world.slots[slot] for slot in old)
        known_to = ALL
        for slot in old:
            known_to = meet(known_to, position.table.slots[slot].known_to)
        self._random.shuffle(names)
        faces = secret(*names, to=known_to) if known_to else ordered(*names)
        return ev.RowMixed(rule=request.rule, pile=request.pile, old=old, new=new, faces=faces)

    def _milled(self, position: HollowPosition, request: ChanceRequest) -> Event:
        return ev.TopMilled(rule=request.rule, cards=tuple(self._top(request.number)))

    def _told(self, position: HollowPosition, request: ChanceRequest) -> Event:
        holds = any(name in CARDS_OF[request.purpose] for name in self._hand(request.whose))
        return ev.HandTold(rule=request.rule, seat=request.whose, kind=request.purpose, holds=holds)

    def _weighed(self, position: HollowPosition, request: ChanceRequest) -> Event:
        worth = sum(VALUES[name] for name in self._hand(request.whose))
        return ev.HandWeighed(rule=request.rule, seat=request.whose, below=5 * (worth // 5 + 1))

    def _counted(self, position: HollowPosition, request: ChanceRequest) -> Event:
        assert request.deck is not None
        least = sum(name in CARDS_OF[request.purpose] for name in self._deck(request.deck))
        return ev.DeckTold(rule=request.rule, deck=request.deck, kind=request.purpose, least=least)

    def _seen(self, position: HollowPosition, request: ChanceRequest) -> Event:
        of, hand = request.whose, self._hand(request.whose)
        by = next((SeatKey(seat) for seat in request.shown_to if seat != of), of)
        if request.purpose == "glimpse":
            return ev.HandSeen(rule=request.rule, seat=of, by=by, cards=secret(self._random.choice(hand), to=request.shown_to), blind=True)
        return ev.HandSeen(rule=request.rule, seat=of, by=by, cards=secret(*hand, to=request.shown_to))

    def _spied(self, position: HollowPosition, request: ChanceRequest) -> Event:
        (name,) = self._world.faces(self._world.decks[DRAW][request.number : request.number + 1])
        return ev.TopSeen(rule=request.rule, index=request.number, card=secret(name, to=request.shown_to))

    def _cut(self, position: HollowPosition, request: ChanceRequest) -> Event:
        return ev.DeckCut(rule=request.rule, cards=secret(*self._top(request.number), to=request.shown_to))

    def _searched(self, position: HollowPosition, request: ChanceRequest) -> Event:
        assert request.deck is not None
        return ev.DeckSearched(
            rule=request.rule, seat=request.whose, deck=request.deck, cards=secret(*self._deck(request.deck), to=request.shown_to)
        )

    def _shuffled(self, position: HollowPosition, request: ChanceRequest) -> Event:
        assert request.deck is not None
        return ev.DeckShuffled(rule=request.rule, deck=request.deck)

    def _returned(self, position: HollowPosition, request: ChanceRequest) -> Event:
        return ev.DiscardsReturned(rule=request.rule)


_ANSWERS: dict[type[Event], Callable[[SeededChance, Any, ChanceRequest], Event]] = {
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
