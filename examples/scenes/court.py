"""A scene of Regicide, played by hand from positions that are laid out, one command after the other.

Cards are short and apart by spaces: suit and rank, ``h5``, ``s10``, ``cA``, ``dJ``, ``hQ``, ``sK``; ``J`` is a Jester.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import TYPE_CHECKING, Any

from records.core.ids import SEATS, SeatKey, slot_id
from records.core.secret import ALL, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.games.regicide.cards import CARDS, JESTER, JESTERS, ROYAL_RANKS, royals, tavern
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.position import ASIDE, CASTLE, DISCARD, FIGHT, FLIPPED, ROYAL, TAVERN
from records.games.regicide.recording.dealer import Dealer
from scenes.log import Log

if TYPE_CHECKING:
    from collections.abc import Sequence

A, B, C = SEATS[:3]
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}


def card(word: str) -> str:
    """Return a card by its short name."""
    return JESTER if word == "J" else f"{SUITS[word[0]]}-{RANKS.get(word[1:], word[1:])}"


def cards(words: str) -> tuple[str, ...]:
    """Return cards by their short names, sorted."""
    return tuple(sorted(map(card, words.split())))


class Picker:
    """Picks what was told as long as it can be picked, then by a seed."""

    def __init__(self, told: Sequence[str], seed: int) -> None:
        self.told, self._random = list(told), random.Random(seed)  # noqa: S311 -- a game, not a secret

    def choice(self, seq: Sequence[Any]) -> Any:
        """Return the next thing told, or any."""
        return self.told.pop(0) if self.told and self.told[0] in seq else self._random.choice(seq)

    def sample(self, population: Sequence[Any], k: int) -> list[Any]:
        """Return ``k`` of them; what is only shuffled is not told."""
        if k == len(population) or not self.told:
            return self._random.sample(population, k)
        picked, self.told = self.told[:k], self.told[k:]
        return picked

    def random(self) -> float:
        """Return a number below 1."""
        return self._random.random()


class Court(Log):
    """A game as it is played on."""

    def lay_out(
        self, why: str, *, royal: str, castle: str | None = None, discard: str = "", fight: str = "", lying: str | None = None, **more: Any
    ) -> None:
        """Lay out a position; ``more`` are hands by seat, ``aside`` (a lone player's Jesters) and counters.

        Number cards that are not named lie in the Tavern, or where ``lying`` names what lies there in the discard pile. Royals that are not
        named stand in the castle, but those below the one that fights have been discarded, as have all if ``castle`` names the others.
        """
        seats = self.header.seats
        hands = {seat: cards(more.pop(seat, "")) for seat in seats}
        aside = more.pop("aside", 0)
        piled = {"discard": cards(discard), "fight": tuple(map(card, fight.split()))}
        left = Counter(tavern(len(seats))) + Counter(str(name) for rank in ROYAL_RANKS for name in royals(rank))
        named = [card(royal), *(name for hand in hands.values() for name in hand), *piled["discard"], *piled["fight"]]
        named += [*cards(castle or ""), *cards(lying or "")]
        left.subtract(named)
        if short := [name for name, number in left.items() if number < 0]:
            raise SystemExit(f"there are not so many of {', '.join(short)}")
        rest = sorted(left.elements())
        standing = [*cards(castle or ""), *(name for name in rest if castle is None and _waits(name, royal))]
        drawn = [*cards(lying or ""), *(name for name in rest if lying is None and not CARDS[name].royal)]
        thrown = [name for name in rest if name not in standing and name not in drawn]
        below = [[name for name in standing if CARDS[name].rank == rank] for rank in ROYAL_RANKS]
        decks = [
            DeckSet(deck=CASTLE, blocks=tuple(secret(*names, to=ALL) for names in below if names)),
            DeckSet(deck=TAVERN, blocks=(secret(*drawn),) if drawn else ()),
        ]
        zones = {DISCARD: (*thrown, *piled["discard"]), FIGHT: piled["fight"]}
        if len(seats) == 1 and self.position.state.rules["solo_flips"] == "two":
            decks.append(DeckSet(deck=ASIDE, blocks=(secret(*(JESTER,) * aside, to=ALL),) if aside else ()))
            zones[FLIPPED] = (JESTER,) * (JESTERS - aside)
        slot = SlotSet(slot=slot_id(self.version + 1), card=secret(card(royal), to=ALL), up=True)
        counters = {"active": "A", "turn": self.position.state.turn + 1, **more}
        self.note(
            PositionSet(
                hands=tuple(HandSet(seat=seat, cards=(secret(*hand, to=(seat,)),)) for seat, hand in hands.items()),
                piles=(PileSet(pile=ROYAL, slots=(slot,)),),
                decks=tuple(decks),
                zones=tuple(ZoneSet(zone=zone, faces=faces) for zone, faces in zones.items() if faces),
                counters=tuple(sorted(counters.items())),
                why=why,
            )
        )

    def do(self, command: cmd.RegicideCommand, told: str = "") -> None:
        """Decide a command; ``told`` is what comes out of the decks for it. Raises ``SystemExit`` if not all of it does."""
        picker = Picker([card(word) for word in told.split()], seed=self.version)
        self.decide(command, Dealer(picker))
        if picker.told:
            raise SystemExit(f"{picker.told} was told and not asked for")

    @property
    def _active(self) -> SeatKey:
        seat: SeatKey = self.position.state.active
        return seat

    @property
    def _answers(self) -> str:
        return next((asked.id for asked in self.position.state.pending), "")

    def start(self, begins: SeatKey, told: str) -> None:
        """Sit down; ``told`` are the hands from the one who begins, and the first royal."""
        self.do(cmd.Start(seats=self.header.seats, begins=begins), told)

    def play(self, words: str, told: str = "") -> None:
        """Play cards."""
        self.do(cmd.Play(seat=self._active, cards=cards(words)), told)

    def yields(self) -> None:
        """Play nothing."""
        self.do(cmd.Yield(seat=self._active))

    def discard(self, words: str) -> None:
        """Meet the attack."""
        self.do(cmd.Discard(seat=self._active, cards=cards(words), answers=self._answers))

    def lets(self, seat: SeatKey) -> None:
        """After a Jester, say who goes next."""
        self.do(cmd.ChooseNext(seat=self._active, next=seat, answers=self._answers))

    def flip(self, told: str) -> None:
        """Flip a Jester; ``told`` is what is drawn."""
        state, hand = self.position.state, self.position.table.hands[self._active].faces
        self.do(cmd.Flip(seat=self._active, step=1 if state.need is None else 4, cards=hand, answers=self._answers), told)

    def falls(self) -> None:
        """Say that one cannot go on."""
        need = self.position.state.need
        why = "cannot-act" if need is None else "cannot-defend"
        self.do(cmd.Fall(seat=self._active, why=why, below=need or 0, answers=self._answers))


def _waits(name: str, royal: str) -> bool:
    """Whether a royal is still to come while another stands."""
    rank = CARDS[name].rank
    return CARDS[name].royal and ROYAL_RANKS.index(rank) >= ROYAL_RANKS.index(CARDS[card(royal)].rank)
