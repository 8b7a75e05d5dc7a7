"""Castle Rampage under law: its own dealer answers for the table, and any legal command may come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec
from hypothesis import strategies as st

from records.core.asking.chance import FromRecord
from records.core.events import Event
from records.core.header import Header
from records.core.ids import RecordId, SeatKey, slot_id
from records.core.position import Command, Position
from records.core.secret import ALL, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet
from records.errors import ImpossibleEvent
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.recording.dealer import Dealer
from records.games.castle_rampage.rulesets import SWITCHES
from records.service.library import library
from support.laws.facts import DRAWN, Named, Pen
from support.laws.player import Play, Player
from support.laws.sample import Sample, UnderLaw, kept
from support.laws.variants import complete, miswritten, partly

CASTLE = library()["castle-rampage"]
SEATS = (SeatKey("A"), SeatKey("B"))


def header(ruleset: str) -> Header:
    """Return a header of two seats."""
    started = datetime(2026, 3, 14, 12, tzinfo=UTC)
    return Header(record=RecordId("0123456789abcdef"), game=CASTLE.name, seats=SEATS, started=started, **CASTLE.rules.edition(ruleset))


class CastlePen(Pen):
    """Writes of a table on which everybody sees the displays."""

    def position(self, version: int) -> PositionSet:
        """Return the cards as they lie."""
        laid = super().position(version)
        return msgspec.structs.replace(laid, piles=tuple(_opened(pile) if pile.pile.startswith("display") else pile for pile in laid.piles))


def _opened(pile: PileSet) -> PileSet:
    slots = tuple(SlotSet(slot=lying.slot, card=secret(*lying.card.faces, to=ALL), up=True) for lying in pile.slots)
    return PileSet(pile=pile.pile, slots=slots)


class CastlePlayer(Player):
    """Plays anything that is legal."""

    lazy = True
    readings = 0.1
    """How likely each switch is set apart."""

    @property
    def pen(self) -> Pen:
        """Who writes facts down now."""
        pen = super().pen
        return CastlePen(pen.world, pen.table, pen.random, pen.seats, pen.counters)

    def counters(self, state: Any) -> Named:
        """Return what a position names."""
        turn = ("active", state.active or SEATS[0]), ("phase", "play")
        return *turn, ("strengthened", state.strengthened), ("turn", max(state.turn, 1))

    def can_lay(self) -> bool:
        """Return whether each seat has a Castle to defend."""
        piles = self.pen.table.piles
        return all(piles.get(ev.castle(seat)) for seat in SEATS)

    def commands(self, position: Position[Any]) -> Sequence[Command]:
        """Return the commands of one kind."""
        assert CASTLE.play is not None
        state = position.state
        if not self.play.log or (state.phase == "setup" and not state.to_place and state.outcome is None):
            return [cmd.Start(seats=SEATS, begins=seat, switches=self.switches()) for seat in SEATS]
        found = list(CASTLE.play.legal(position))
        if found and self.random.random() < 0.04:
            found = [cmd.Resign(seat=seat) for seat in SEATS] + [cmd.OfferDraw(seat=seat) for seat in SEATS]
        if found and state.draw_offered is not None:
            found.append(cmd.AgreeDraw(seat=state.other(state.draw_offered)))
        kinds = sorted({type(command) for command in found}, key=lambda cls: cls.__name__)
        kind = self.random.choice([*kinds, *(cls for cls in kinds if cls is cmd.Play)]) if kinds else None
        found = [command for command in found if type(command) is kind]
        if kind is cmd.Play:  # a card that can be paid in many ways is not played more often
            card = self.random.choice(sorted({command.card for command in found}))
            found = [command for command in found if command.card == card]
        return found

    def switches(self) -> tuple[tuple[str, str], ...]:
        """Return some readings apart from those of the ruleset."""
        chosen = [switch for switch in SWITCHES if switch.name != "powers" and self.random.random() < self.readings]
        return tuple(sorted((switch.name, self.random.choice(switch.values)) for switch in chosen))

    def batch(self, position: Position[Any], command: Command, version: int) -> Sequence[Event]:
        """Return what a command leads to; where its dealer cannot tell what lies on top, the position is laid out or the game given up."""
        assert CASTLE.play is not None
        try:
            return CASTLE.play.decide(position, command, Dealer(self.random), version)
        except ImpossibleEvent:
            if self.can_lay():
                return [self.pen.position(version)]
            return CASTLE.play.decide(position, cmd.Resign(seat=SEATS[0]), FromRecord(()), version)


def cards() -> list[str]:
    """Return the names of the catalogue."""
    return sorted({str(face) for deck in CASTLE.initial(header("")).decks for block in deck.blocks for face in block.faces})


def play(seed: int, length: int, *, facts: bool = True, of: Sequence[str] = Player.facts) -> Play:
    """Return a game of about ``length`` events, by one of the rulesets."""
    player = CastlePlayer(CASTLE, header(CASTLE.rules.names[seed % len(CASTLE.rules.names)]), seed, {})
    player.facts = of
    if not facts:
        player.facts_a_step = 0.0
    return player.run(length)


def _thin(seed: int, length: int) -> Play:
    """A game in which the draw pile soon runs out: after the set-up most cards are put away."""
    player = CastlePlayer(CASTLE, header(CASTLE.rules.names[seed % len(CASTLE.rules.names)]), seed, {})
    player.facts_a_step = 0.0
    player.run(30)
    if player.can_lay() and player.draft.state.outcome is None:
        whole = player.pen.position(len(player.play.log) + 1)
        few = tuple(secret(*deck.blocks[0].faces[:3], to=()) for deck in whole.decks)
        player.add(msgspec.structs.replace(whole, decks=(DeckSet(deck=ev.DRAW, blocks=few),)))
    return player.run(30 + length)


def _rich(seed: int, length: int) -> Play:
    """A game with every power in the middle of it: displays and hands are full, the Gates are low."""
    powers = [name for name in CASTLE.rules.names if CASTLE.rules.rulesets[name]["powers"] == "on"]
    player = CastlePlayer(CASTLE, header(powers[seed % len(powers)]), seed, {})
    player.facts_a_step, player.readings = 0.0, 0.8
    player.run(30)
    if player.can_lay() and player.draft.state.outcome is None:
        player.add(_laid_out(player))
    return player.run(30 + length)


def _laid_out(player: CastlePlayer) -> PositionSet:
    version = len(player.play.log) + 1
    whole = player.pen.position(version)
    cards = player.draft.state.cards
    names = [str(face) for deck in whole.decks for block in deck.blocks for face in block.faces]
    player.random.shuffle(names)
    lasting = [name for name in names if cards[name].permanent]
    displays, rest = (lasting[:3], lasting[3:6]), [name for name in names if not cards[name].permanent]
    made = iter(range(1 + sum(len(pile.slots) for pile in whole.piles), 200))
    piles = [pile for pile in whole.piles if not pile.pile.startswith("display")]
    for seat, shown in zip(SEATS, displays, strict=True):
        slots = tuple(SlotSet(slot=slot_id(version, next(made)), card=secret(name, to=ALL), up=True) for name in shown)
        piles.append(PileSet(pile=ev.display(seat), slots=slots))
    hands = tuple(HandSet(seat=seat, cards=(secret(*rest[nth * 7 : nth * 7 + 7], to=(seat,)),)) for nth, seat in enumerate(SEATS))
    deck = DeckSet(deck=ev.DRAW, blocks=(secret(*rest[14:], *lasting[6:], to=()),))
    return msgspec.structs.replace(whole, piles=tuple(piles), hands=hands, decks=(deck,))


def make(kind: str, seed: int, length: int) -> Sample:
    """Return a sample of a kind, always the same for the same numbers."""
    match kind:
        case "plain":
            return complete(play(seed, length, facts=False))
        case "facts":
            return complete(play(seed, length))
        case "thin":
            return complete(_thin(seed, length))
        case "rich":
            return complete(_rich(seed, length))
        case "drawn":
            return complete(play(seed, length, of=DRAWN))
        case "drawn, partial":
            return partly(seed, complete(play(seed, length, of=DRAWN)), cards())
        case "partial":
            return partly(seed, complete(play(seed, length)), cards())
        case _:
            return miswritten(seed, complete(play(seed, length)), cards())


KINDS = ("plain", "facts", "drawn", "drawn, partial", "thin", "rich", "partial", "miswritten")
SAMPLES = st.builds(kept(make), st.sampled_from(KINDS), st.integers(0, 10**6), st.sampled_from((6, 30, 60, 90)))
EVENTFUL = st.builds(kept(make), st.just("rich"), st.integers(0, 10**6), st.just(90))
UNDER_LAW = UnderLaw(CASTLE, SAMPLES, eventful=EVENTFUL)
