"""Every chance that Regicide tells, against random small positions played out: all deals, all shuffles, by the code that plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice, permutations, product
from math import factorial
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from records.core.ids import SeatKey
from records.core.logs.fold import Folder
from records.core.requests import ChanceRequest
from records.core.viewers import PUBLIC
from records.games.regicide.cards import CARDS, WORTH
from records.games.regicide.model import commands as cmd
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import held, size
from records.games.regicide.model.position import DISCARD, HEAP, TAVERN, royal_of
from records.games.regicide.odds import NOTHING, SETS
from records.games.regicide.readings import SWITCHES
from records.knowledge.door import veil
from records.service.seen_log import SeenLog
from records.service.viewing import RecordView
from records.service.views.odds import ask, draw, questions
from records.service.writing.playing import dealer
from support.regicide import given, reading, short
from support.soaking import one_in

if TYPE_CHECKING:
    from records.core.asking.questions import OddsAnswer
    from records.core.viewers import Viewer
    from records.service.writing.playing import PlayedTable

READ = ("drawing", "blocked_spades", "immunity", "defeat", "discard_pile", "solo_flips", "shielded_step")
"""Switches that say what comes before an attack."""
VALUES = {switch.name: [*switch.values] for switch in SWITCHES}
ROYALS = ("J", "Q", "K")
ASKED = 6
"""Answers that are compared for a position."""
FEW, MANY, CHUNK = range(40), range(40, 1840), 40


@dataclass
class Small:
    """A random position in which few cards are hidden; every other card lies open."""

    chance: Random
    most: int
    """Ways in which the hidden cards may lie, and be shuffled, at most."""
    told: dict[str, Any] = field(init=False)
    viewer: Viewer = field(init=False)

    def __post_init__(self) -> None:
        pick = self.chance
        seats = "ABC"[: pick.choice((1, 1, 2, 2, 3))]
        self.viewer = pick.choice((SeatKey("A"), SeatKey("A"), SeatKey("A"), SeatKey(seats[-1]), PUBLIC))
        jesters = {"A": 2, "AB": 0, "ABC": 1}[seats]
        deck = [short(name) for name in CARDS if name != "jester"] + ["J"] * (jesters if len(seats) > 1 else 0)
        pick.shuffle(deck)
        deck.sort(key=lambda word: word[0] not in "hd" or pick.random() > 0.4)
        royal = next(word for word in deck if word[1:] in ROYALS)
        deck.remove(royal)
        sizes = {"A": pick.randint(1, 3), **{seat: pick.randint(0, 2) for seat in seats[1:]}, "tavern": pick.choice((0, 1, 2, 2, 3))}
        sizes |= {"discard": pick.choice((0, 1, 2, 3, 3, 4)), "heap": pick.choice((0, 0, 0, 1))}
        self.told = {place: " ".join(deck.pop(0) for _ in range(number)) for place, number in sizes.items()}
        royals = sorted((word for word in deck if word[1:] in ROYALS), key=lambda word: ROYALS.index(word[1:]))
        castle = royals[len(royals) - pick.randint(0, 3) :]
        flipped = pick.randint(0, 2) if len(seats) == 1 else 0
        self.told |= {
            "royal": royal,
            "castle": " ".join(castle),
            "fight": " ".join(word for word in deck if word not in castle),
            "aside": " ".join(["J"] * (2 - flipped if len(seats) == 1 else 0)),
            "flipped": " ".join(["J"] * flipped),
            "damage": pick.randrange(0, 20, 3),
            "shield": pick.choice((0, 3, 6, 9, 12)),
            "blocked": pick.choice((0, 5)) if royal[0] == "s" else 0,
            "cancelled": pick.random() < 0.2,
            "game": reading(**{name: pick.choice(VALUES[name]) for name in pick.sample(READ, 2)}),
        }

    @property
    def hidden(self) -> list[str]:
        """The places that the viewer does not see."""
        return [place for place in ("A", "B", "C", "tavern", "heap") if place != self.viewer and self.told.get(place)]

    @property
    def ways(self) -> int:
        """In how many ways the cards can lie and be shuffled."""
        return factorial(sum(len(self.told[place].split()) for place in self.hidden)) * factorial(
            len(f"{self.told['discard']} {self.told['heap']}".split())
        )

    def table(self) -> PlayedTable:
        """The position."""
        return given(**self.told).playing

    def deals(self) -> Iterator[PlayedTable]:
        """Each position that the viewer cannot tell from this one."""
        hidden = self.hidden
        for order in permutations(word for place in hidden for word in self.told[place].split()):
            left = iter(order)
            lying = {place: " ".join(islice(left, len(self.told[place].split()))) for place in hidden}
            yield given(**self.told | lying).playing


@dataclass(frozen=True)
class InOrder:
    """A source of chance that takes cards in one order of all of them."""

    order: Sequence[str]

    def choice(self, seq: Sequence[Any]) -> Any:
        """Return the first of them."""
        return self.sample(seq, 1)[0]

    def sample(self, population: Sequence[Any], k: int) -> list[Any]:
        """Return the first ``k`` of them."""
        return sorted(population, key=lambda name: self.order.index(name) if name in self.order else -1)[:k]

    def random(self) -> float:
        """Return 0."""
        return 0.0


@dataclass(frozen=True)
class Met:
    """What happened in one world."""

    fell: bool = False
    own: bool = False
    """Whether the hand is enough."""
    flipped: bool | None = None
    """Whether the one that a flip brings is; None where none is open."""


def played_out(playing: PlayedTable, order: Sequence[str], said: dict[str, Any]) -> Met:
    """Play what comes before the attack, and look whether it can be met."""
    chance, seat = dealer(playing.game, InOrder(order)), SeatKey(said["seat"])
    active = playing.position.state.active
    if said.get("play", NOTHING) != NOTHING:
        playing = playing.apply(cmd.Play(seat=active, cards=tuple(said["play"].split(","))), chance)
        if any(isinstance(event, ev.RoyalDefeated) for event in playing.batch):
            return Met(fell=True)
    for _ in range(said.get("draw", 0)):
        position = playing.position
        if size(position.table, TAVERN) and held(position.table, seat).count < position.state.hand:
            playing = playing.added(chance.ask(position, ChanceRequest((ev.CardDrawn,), seat=seat)))
    flips = [command for command in playing.legal() if isinstance(command, cmd.Flip)]
    return Met(own=enough(playing, seat), flipped=enough(playing.apply(flips[0], chance), seat) if flips else None)


def enough(playing: PlayedTable, seat: SeatKey) -> bool:
    """Whether a hand meets the attack: in Step 4 the rules tell, else it is as if it came now."""
    position = playing.position
    if position.state.need is not None and position.state.active == seat:
        return not position.state.need or any(isinstance(command, cmd.Discard) for command in playing.legal())
    need = royal_of(position.table).value - position.state.shield
    return bool(sum(WORTH[name] for name in held(position.table, seat).faces) >= need)


def asked(record: RecordView, pick: Random) -> Iterator[dict[str, Any]]:
    """Some of what may be asked of the coming attack."""
    found = questions(record.seen, record.steps).get("survive")
    if found is None:
        return
    ranges = {one.name: [*one.options] if hasattr(one, "options") else [0, *range(one.least, one.most + 1)] for one in found[1]}
    every = [dict(zip(ranges, values, strict=True)) for values in product(*ranges.values())]
    yield from pick.sample(every, min(len(every), ASKED))


def orders(deal: PlayedTable, said: dict[str, Any]) -> Iterator[Sequence[str]]:
    """The orders in which a Heart may shuffle the discard pile; one where none is played."""
    table = deal.position.table
    pile = [*table.zones.get(DISCARD, ()), *(str(face) for block in table.decks.get(HEAP, ()) for face in block.faces or ())]
    return permutations(pile) if "hearts" in said.get("play", "") else iter([pile])


def holds(answer: OddsAnswer, worlds: Sequence[Met]) -> None:
    """An answer tells the share of worlds in which it is so."""
    assert answer.exact
    told = [chance.chance for chance in answer.chances]
    if any(world.fell for world in worlds):
        assert told == [1]
        assert all(world.fell for world in worlds)
        return
    own = Fraction(sum(world.own for world in worlds), len(worlds))
    flipped = [world.flipped for world in worlds if world.flipped is not None]
    assert told == ([own, Fraction(sum(flipped), len(worlds))] if flipped and own < 1 else [own])


def seen(playing: PlayedTable, viewer: Viewer) -> RecordView:
    """A position through somebody's eyes."""
    log = veil(playing.game.parts, playing.log, viewer)
    return RecordView(SeenLog(playing.game, Folder(playing.game), playing.header, viewer, log), {})


def holds_for(seed: int, most: int) -> None:
    """What is told of a random position in which cards can lie in ``most`` ways is the share of all its worlds."""
    pick = Random(seed)  # noqa: S311 -- a test, not a secret
    small = Small(pick, most)
    while small.ways > most:
        small = Small(pick, most)
    record = seen(small.table(), small.viewer)
    deals = [*small.deals()]
    for said in asked(record, pick):
        worlds = [played_out(deal, order, said) for deal in deals for order in orders(deal, said)]
        holds(ask(record.seen, record.steps, "survive", {name: str(value) for name, value in said.items()}), worlds)
    tops = [[str(face) for block in deal.position.table.decks.get(TAVERN, ()) for face in block.faces] for deal in deals]
    for number in range(1, len(tops[0]) + 1):
        word = pick.choice([*SETS])
        found = draw(record.seen, record.steps, number, [word])
        assert found.exact
        assert found.holds == Fraction(sum(bool({*top[:number]} & {*SETS[word]}) for top in tops), len(tops))


@pytest.mark.parametrize("seed", one_in(5, FEW))
def test_every_chance_is_that_of_all_worlds(seed: int) -> None:
    """Whoever asks, whatever is played and drawn before, by every reading."""
    holds_for(seed, 120)


@pytest.mark.soak
@pytest.mark.parametrize("chunk", range(MANY.start, MANY.stop, CHUNK))
def test_every_chance_is_that_of_many_worlds(chunk: int) -> None:
    """The same with more cards hidden."""
    for seed in range(chunk, chunk + CHUNK):
        holds_for(seed, 720)
