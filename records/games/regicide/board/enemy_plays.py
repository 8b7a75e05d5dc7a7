"""What was played against the royal, play by play, with what each did."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from records.core.board import EnemyPlay, Mark, PositionAt
from records.core.events import Recorded
from records.core.faces import UNKNOWN, Face
from records.core.ids import SeatKey
from records.core.sentences import N_, Sentence
from records.core.shared import PositionSet
from records.core.tables.table_state import TableState
from records.games.regicide.cards import WORTH
from records.games.regicide.model import events as ev
from records.games.regicide.model.position import FIGHT, ROYAL
from records.games.regicide.narration.wording import IMMUNE, the

_MOVED: Mapping[str, str] = {
    "hearts": N_("Hearts, up to %(most)s: %(n)s under the Tavern."),
    "diamonds": N_("Diamonds, up to %(most)s: %(n)s drawn."),
}


@dataclass(slots=True)
class _Play:
    """A play while the log is read on."""

    cards: tuple[Face, ...]
    seat: SeatKey | None = None
    royal: Face = UNKNOWN
    """What they were played against."""
    marks: dict[str, Mark] = field(default_factory=dict)
    most: dict[str, int] = field(default_factory=dict)
    """Cards that a power under way moves at most."""
    moved: dict[str, int] = field(default_factory=dict)

    def follow(self, event: Any) -> None:
        """Take in what the play did."""
        match event:
            case ev.PowerUsed(suit="clubs", amount=amount):
                self.marks["clubs"] = Mark(
                    icon="suit-clubs",
                    figure="\N{MULTIPLICATION SIGN}2",
                    said=Sentence(N_("Clubs: the damage of %(n)s is doubled."), {"n": amount}),
                )
            case ev.PowerUsed(suit=suit, amount=amount):
                self.most[suit] = amount
                self._moved(suit, 0)
            case ev.Healed(count=count):
                self._moved("hearts", count)
            case ev.CardDrawn():
                self._moved("diamonds", 1)
            case ev.ShieldRaised(amount=amount):
                text = N_("Spades: the attack falls by %(n)s.")
                self.marks["spades"] = Mark(icon="suit-spades", figure=f"\N{MINUS SIGN}{amount}", said=Sentence(text, {"n": amount}))
            case ev.PowerBlocked(suit=suit):
                self.marks[suit] = Mark(icon=f"suit-{suit}", said=Sentence(IMMUNE[suit], {"royal": the(self.royal)}), struck=True)
            case ev.ImmunityCancelled():
                self.marks["jester"] = Mark(icon="ch-cap", said=Sentence(N_("The immunity is gone.")))
            case ev.DamageDealt(amount=amount):
                text = N_("Damage: %(n)s.")
                self.marks["damage"] = Mark(icon="s-attack", figure=str(amount), said=Sentence(text, {"n": amount}))
            case _:
                pass

    def _moved(self, suit: str, number: int) -> None:
        if suit not in self.most:
            return  # cards are drawn by a flip, which is no play
        self.moved[suit] = self.moved.get(suit, 0) + number
        said = Sentence(_MOVED[suit], {"n": self.moved[suit], "most": self.most[suit]})
        self.marks[suit] = Mark(icon=f"suit-{suit}", figure=str(self.moved[suit]), said=said)

    def close(self) -> EnemyPlay:
        """Return the play as it is now."""
        return EnemyPlay(seat=self.seat, cards=self.cards, worth=worth_of(self.cards), marks=tuple(self.marks.values()))


def _royal(table: TableState) -> Face:
    slots = table.piles.get(ROYAL, ())
    return table.slots[slots[0]].face if slots else UNKNOWN


def worth_of(cards: Sequence[Face]) -> int | None:
    """Return what cards are worth together, None where one is not known."""
    names = [str(card) for card in cards]
    return sum(WORTH[name] for name in names) if all(name in WORTH for name in names) else None


def plays(log: Sequence[Recorded[Any]], at: PositionAt, here: TableState) -> tuple[EnemyPlay, ...]:
    """Return the plays against the royal; ``log`` begins where it came.

    What lay there in a position that was laid out is one play of nobody; so is everything where the log does not tell all of it.
    """
    found: list[_Play] = []
    for recorded in log:
        match recorded.event:
            case PositionSet():
                lying = at(recorded.v).table.zones.get(FIGHT, ())
                found = [_Play(lying)] if lying else []
            case ev.CardsPlayed(seat=seat, cards=cards):
                found.append(_Play(cards, seat, _royal(here)))
            case ev.FightCleared():
                found = []
            case ev.TurnBegan() | ev.JesterFlipped():
                if found:
                    found[-1].most.clear()
            case event if found:
                found[-1].follow(event)
            case _:
                pass
    zone = here.zones.get(FIGHT, ())
    if sum(len(play.cards) for play in found) != len(zone):
        found = [_Play(zone)] if zone else []
    return tuple(play.close() for play in found)
