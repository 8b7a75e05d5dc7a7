"""Random games of ``skirmish``, the same for the same seed: about 0.27 secrets and 141 bytes an event, as measured on real ones."""

from __future__ import annotations

import random
from datetime import UTC, datetime, timedelta
from typing import Any

from bench import skirmish as s
from records.core.events import Event
from records.core.faces import none_of
from records.core.ids import PileId, SeatKey, slot_id
from records.core.secret import secret
from records.core.shared import Asked, GameStarted
from records.service import Entry, NewGame

SEATS = (SeatKey("A"), SeatKey("B"))
START = datetime(2026, 11, 21, 10, tzinfo=UTC)
EVENTS = 300


class _Play:
    """The true cards, and the log that they give."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)  # noqa: S311 -- a game to measure with, no secret
        self.entries: list[Entry] = []
        self.draw = list(s.CARDS)
        self.random.shuffle(self.draw)
        self.discard: list[str] = []
        self.hands: dict[SeatKey, list[str]] = {seat: [] for seat in SEATS}
        self.rows: dict[PileId, list[tuple[Any, str]]] = {PileId(f"{row}:{seat}"): [] for seat in SEATS for row in s.ROWS}
        self.now, self.cause = START, 1

    @property
    def next(self) -> int:
        return len(self.entries) + 1

    def add(self, event: Event, *, decision: bool = False) -> None:
        if decision:
            self.cause = self.next
        self.now += timedelta(microseconds=self.random.randrange(1, 4_000_000))
        self.entries.append(Entry(at=self.now, event=event, cause=self.cause))

    def play(self, length: int) -> list[Entry]:
        self.add(GameStarted(seats=SEATS, begins=SEATS[0]), decision=True)
        for seat in SEATS:
            cards, self.draw = self.draw[:5], self.draw[5:]
            self.hands[seat] = cards
            self.add(s.HandDealt(seat=seat, cards=secret(*cards, to=(seat,)), rule="2.1"))
        turn = 0
        while len(self.entries) < length:
            turn += 1
            self.turn(SEATS[turn % 2], SEATS[1 - turn % 2], turn)
        return self.entries[:length]

    def turn(self, seat: SeatKey, other: SeatKey, number: int) -> None:
        self.add(s.TurnBegan(seat=seat, number=number, rule="3.1"))
        for _ in range(2):
            self.card_drawn(seat)
        self.laid(seat)
        if len(self.hands[seat]) > 2:
            self.attack(seat, other)
        if self.random.random() < 0.1 and self.hands[other]:
            card = self.random.choice(self.hands[other])
            self.add(s.HandLookedAt(seat=other, by=seat, card=secret(card, to=SEATS), rule="6.2"))
        self.add(s.TurnEnded(seat=seat), decision=True)

    def card_drawn(self, seat: SeatKey) -> None:
        if not self.draw:
            self.random.shuffle(self.discard)
            self.draw, self.discard = self.discard, []
            self.add(s.DiscardsReshuffled(rule="3.2"))
        if self.draw:
            card = self.draw.pop(0)
            self.hands[seat].append(card)
            self.add(s.CardDrawn(seat=seat, card=secret(card, to=(seat,)), rule="3.2"))

    def laid(self, seat: SeatKey) -> None:
        fit = [card for card in self.hands[seat] if not card.startswith("ram")]
        if not fit or self.random.random() < 0.4:
            return
        card = self.random.choice(fit)
        pile = PileId(f"{self.random.choice(s.ROWS)}:{seat}")
        slot = slot_id(self.next)
        self.hands[seat].remove(card)
        self.rows[pile].append((slot, card))
        hidden = secret(card, to=(seat,), hint=none_of(["ram"]))
        self.add(s.CardLaid(seat=seat, pile=pile, slot=slot, card=hidden, rule="4.1"), decision=True)

    def dropped(self, seat: SeatKey) -> str:
        card = self.hands[seat].pop(self.random.randrange(len(self.hands[seat])))
        self.discard.append(card)
        return card

    def attack(self, seat: SeatKey, other: SeatKey) -> None:
        rows = [PileId(f"{row}:{other}") for row in s.ROWS]
        pile = max(rows, key=lambda row: len(self.rows[row]))
        strength = self.random.randrange(1, 20)
        self.add(s.CardPlayed(seat=seat, card=self.dropped(seat), target=pile), decision=True)
        self.add(s.CostPaid(seat=seat, purpose="attack", cards=(self.dropped(seat),), rule="5.1"))
        self.add(s.BonusGained(seat=seat, amount=2, rule="5.2"))
        self.add(s.AttackDeclared(seat=seat, target=pile, strength=strength, rule="5.3"))
        destroyed = 0
        for slot, card in list(self.rows[pile][:3]):
            self.add(s.DefenderRevealed(slot=slot, card=card, strength=strength, rule="5.4"))
            if (strength := strength - int(card.rpartition("-")[2])) < 0:
                self.add(s.DefenderHeld(slot=slot, rule="5.5"))
                break
            self.rows[pile].pop(0)
            self.discard.append(card)
            destroyed += 1
            self.add(s.DefenderDestroyed(slot=slot, left=strength, rule="5.6"))
        self.add(s.AttackEnded(seat=seat, destroyed=destroyed, rule="5.7"))
        if destroyed and self.hands[other]:
            question = f"q{self.next}"
            self.add(Asked(id=question, seat=other, what="discard", rule="5.8"))
            self.add(s.HandDiscarded(seat=other, cards=(self.dropped(other),), answers=question), decision=True)


def entries(seed: int, length: int = EVENTS) -> list[Entry]:
    """Return the first ``length`` events of the game of ``seed``."""
    return _Play(seed).play(length)


def new_game(played: list[Entry]) -> NewGame:
    """Return these events as a game to be recorded."""
    return NewGame(game="skirmish", seats=SEATS, names={"A": "Anna", "B": "Ben"}, started=START, entries=played)
