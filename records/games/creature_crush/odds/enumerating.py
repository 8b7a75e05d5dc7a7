"""Every way in which chance can answer a command, each with its probability, by the code that plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb
from typing import TypeAlias

from records.core.events import Event
from records.core.faces import UNKNOWN, known
from records.core.position import Command
from records.core.requests import ChanceRequest
from records.errors import ImpossibleEvent
from records.games.creature_crush.deciding.decide import decided
from records.games.creature_crush.model import field_events as fe
from records.games.creature_crush.model import set_up_events as su
from records.games.creature_crush.model import turn_events as tu
from records.games.creature_crush.model.position import CrushPosition, CrushScript
from records.games.creature_crush.paying import rolls
from records.games.creature_crush.recording import answers

Ways: TypeAlias = tuple[tuple[Event, Fraction], ...]


class Open(Exception):
    """Chance is asked for more than was told."""

    def __init__(self, position: CrushPosition, request: ChanceRequest) -> None:
        super().__init__(request.wanted)
        self.position, self.request = position, request

    @property
    def ways(self) -> Ways:
        """The answers that it can give, with their chances; raises ``ImpossibleEvent`` where cards decide that nobody sees here."""
        found = WAYS.get(self.request.classes[0])
        if found is None:
            raise ImpossibleEvent(f"nobody sees here what {self.request.wanted} would show")
        return tuple(found(self.position, self.request))


class Told:
    """A table that answers what it was told, and then opens every way."""

    def __init__(self, told: Sequence[Event]) -> None:
        self._left = list(told)

    def ask(self, position: CrushPosition, request: ChanceRequest) -> Event:
        """Return the next answer; raises ``Open`` after the last."""
        if self._left:
            return self._left.pop(0)
        raise Open(position, request)


def _rolled(_position: CrushPosition, request: ChanceRequest) -> Iterator[tuple[Event, Fraction]]:
    yield from ((answers.dice_rolled(request, faces), chance) for faces, chance in rolls(request.number).items())


def _hit(_position: CrushPosition, request: ChanceRequest) -> Iterator[tuple[Event, Fraction]]:
    if request.slots:
        share = Fraction(1, comb(len(request.slots), request.number))
        yield from ((answers.slots_hit(request, slots), share) for slots in combinations(request.slots, request.number))
        return
    numbers = [int(word) for word in request.purpose.split()]
    share = Fraction(1, comb(len(numbers), request.number))
    yield from ((answers.indices_hit(request, chosen), share) for chosen in combinations(numbers, request.number))


def _revealed(position: CrushPosition, request: ChanceRequest) -> Iterator[tuple[Event, Fraction]]:
    face = position.table.slots[request.slot].face
    if not known(face):
        raise ImpossibleEvent(f"nobody sees here what lies in {request.slot}")
    yield answers.card_revealed(request, face), Fraction(1)


def _hand_hit(position: CrushPosition, request: ChanceRequest) -> Iterator[tuple[Event, Fraction]]:
    hand = position.table.hand(request.whose)
    if len(hand.faces) < hand.count or not all(map(known, hand.faces)):
        raise ImpossibleEvent(f"nobody sees here what {request.whose} holds")
    yield from ((answers.hand_card_hit(request, face), Fraction(1, hand.count)) for face in hand.faces)


def _drawn(_position: CrushPosition, request: ChanceRequest) -> Iterator[tuple[Event, Fraction]]:
    """Model a draw as one arbitrary card added to a hand."""
    yield answers.card_drawn(request, UNKNOWN), Fraction(1)


def _shuffled(_position: CrushPosition, request: ChanceRequest) -> Iterator[tuple[Event, Fraction]]:
    yield answers.camp_shuffled(request), Fraction(1)


WAYS: Mapping[type[Event], Callable[[CrushPosition, ChanceRequest], Iterator[tuple[Event, Fraction]]]] = {
    tu.DiceRolled: _rolled,
    fe.SlotHit: _hit,
    fe.CardRevealed: _revealed,
    fe.HandCardHit: _hand_hit,
    tu.CardDrawn: _drawn,
    su.CampShuffled: _shuffled,
}


def outcomes(
    position: CrushPosition, command: Command, ends: Callable[[ChanceRequest], bool]
) -> Iterator[tuple[CrushScript | Open, Fraction]]:
    """Yield the batches that a command can lead to, with their chances, which sum to 1.

    A batch is not gone on with at a request for which ``ends`` holds; it is yielded in its place. Raises ``ImpossibleEvent`` where cards
    decide that nobody sees here.
    """
    waiting: list[tuple[tuple[Event, ...], Fraction]] = [((), Fraction(1))]
    while waiting:
        told, chance = waiting.pop()
        try:
            yield decided(position, command, Told(told), position.version + 1), chance
        except Open as opened:
            if ends(opened.request):
                yield opened, chance
            else:
                waiting += [((*told, event), chance * share) for event, share in opened.ways]
