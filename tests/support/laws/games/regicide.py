"""Regicide under law: one to four players who mostly play well, with its own dealer for the table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from hypothesis import strategies as st

from records.core.asking.chance import FromRecord
from records.core.events import Event
from records.core.header import Header
from records.core.ids import SEATS, RecordId
from records.core.position import Command, Position
from records.core.secret import ALL, secret
from records.core.shared import CardReturned, SlotSet
from records.errors import ImpossibleEvent
from records.games.regicide.cards import CARDS, WORTH
from records.games.regicide.deciding.talk import SENSES
from records.games.regicide.game import REGICIDE
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.position import ROYAL, TAVERN
from records.games.regicide.recording.dealer import Dealer
from support.laws.facts import DRAWN, Named, Pen
from support.laws.player import Play, Player
from support.laws.sample import Sample, UnderLaw, kept
from support.laws.variants import complete, miswritten, partly


def header(ruleset: str, players: int) -> Header:
    """Return a header of so many seats."""
    started = datetime(2026, 3, 14, 12, tzinfo=UTC)
    return Header(
        record=RecordId("0123456789abcdef"), game=REGICIDE.name, seats=SEATS[:players], started=started, **REGICIDE.rules.edition(ruleset)
    )


class RoyalPen(Pen):
    """Writes of a table whose royal everybody sees; a card goes back to the Tavern, never to the castle."""

    def returned(self) -> list[Event]:
        """Return that a card went back from a hand to the Tavern."""
        return [fact for fact in super().returned() if isinstance(fact, CardReturned) and fact.deck == TAVERN]

    def from_decks(self) -> list[str]:
        """Return the Tavern: a royal of the castle is no card for a hand."""
        return [TAVERN]

    def _slot(self, version: int, nth: int, slot: str) -> SlotSet:
        laid = super()._slot(version, nth, slot)
        return SlotSet(slot=laid.slot, card=secret(*laid.card.faces, to=ALL), up=True)


class RegicidePlayer(Player):
    """Plays well most of the time, else anything that is legal; says all sorts of things."""

    lazy = True
    well = 0.8
    """How often a decision is the policy's."""
    lays = True
    """Whether positions are laid out anew."""

    @property
    def pen(self) -> Pen:
        """Who writes facts down now."""
        pen = super().pen
        return RoyalPen(pen.world, pen.table, pen.random, pen.seats, pen.counters)

    def counters(self, state: Any) -> Named:
        """Return what a position names."""
        named: dict[str, int | str | bool] = {
            "active": state.active or state.seats[0],
            "blocked": state.blocked,
            "cancelled": state.cancelled,
            "damage": state.damage,
            "in_a_row": state.in_a_row,
            "shield": state.shield,
            "turn": max(state.turn, 1),
            "yielded": " ".join(state.yielded),
        }
        if state.need is not None:
            named["need"] = state.need
        return tuple(sorted(named.items()))

    def can_lay(self) -> bool:
        """Return whether a position may be laid out and the game is under way."""
        return self.lays and bool(self.draft.state.turn and self.pen.table.piles.get(ROYAL) and self.draft.state.outcome is None)

    def commands(self, position: Position[Any]) -> Sequence[Command]:
        """Return what the policy does, or the commands of one kind."""
        assert REGICIDE.play is not None
        assert REGICIDE.simulation is not None
        state = position.state
        if state.outcome is not None:
            return []
        if not state.turn:
            return [cmd.Start(seats=state.seats, begins=seat) for seat in state.seats]
        found = list(REGICIDE.play.legal(position))
        if self.random.random() < 0.01:
            return [cmd.Resign(seat=seat) for seat in state.seats]
        if len(state.seats) > 1 and self.random.random() < 0.06:
            return [self.said(seat) for seat in state.seats]
        if found and self.random.random() < self.well:
            try:
                return [REGICIDE.simulation.policy(position, self.random)]
            except ImpossibleEvent:
                return found
        kinds = sorted({type(command) for command in found}, key=lambda cls: cls.__name__)
        kind = self.random.choice(kinds) if kinds else None
        return [command for command in found if type(command) is kind]

    def said(self, seat: Any) -> Command:
        """Return something that somebody says."""
        statement: Any = self.random.choice(sorted(SENSES))
        number = self.random.randint(0, 12) if SENSES[statement].counts else None
        about = (self.random.choice(sorted(CARDS)),) if statement == "holds" else ()
        return cmd.Say(seat=seat, statement=statement, number=number, about=about, text=self.random.choice(["", "listen"]))

    def batch(self, position: Position[Any], command: Command, version: int) -> Sequence[Event]:
        """Return what a command leads to; where its dealer cannot tell what lies on top, the position is laid out or the game given up."""
        assert REGICIDE.play is not None
        try:
            return REGICIDE.play.decide(position, command, Dealer(self.random), version)
        except ImpossibleEvent:
            if self.can_lay():
                return [self.pen.position(version)]
            return REGICIDE.play.decide(position, cmd.Resign(seat=SEATS[0]), FromRecord(()), version)


def play(
    seed: int, length: int, *, facts: bool = True, lays: bool = True, players: int | None = None, of: Sequence[str] = Player.facts
) -> Play:
    """Return a game of about ``length`` events, by one of the rulesets and with some number of players."""
    number = players or 1 + seed % 4
    player = RegicidePlayer(REGICIDE, header(REGICIDE.rules.names[seed // 4 % len(REGICIDE.rules.names)], number), seed, WORTH)
    player.lays, player.facts = lays, of
    if not facts:
        player.facts_a_step = 0.0
    return player.run(length)


def make(kind: str, seed: int, length: int) -> Sample:
    """Return a sample of a kind, always the same for the same numbers."""
    match kind:
        case "plain":
            return complete(play(seed, length, facts=False))
        case "facts":
            return complete(play(seed, length))
        case "solo":
            return complete(play(seed, length, facts=False, players=1))
        case "drawn":
            return complete(play(seed, length, of=DRAWN))
        case "drawn, partial":
            return partly(seed, complete(play(seed, length, of=DRAWN, lays=False)), sorted(CARDS))
        case "partial":
            # Without a position laid out: a royal that its writer did not note leaves nothing to judge.
            return partly(seed, complete(play(seed, length, lays=False)), sorted(CARDS))
        case _:
            return miswritten(seed, complete(play(seed, length)), sorted(CARDS))


KINDS = ("plain", "facts", "drawn", "drawn, partial", "solo", "partial", "miswritten")
SAMPLES = st.builds(kept(make), st.sampled_from(KINDS), st.integers(0, 10**6), st.sampled_from((10, 40, 80, 120)))
UNDER_LAW = UnderLaw(REGICIDE, SAMPLES)
