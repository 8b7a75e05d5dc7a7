"""CreatureCrush under law: all three ways to build a camp, with its own dealer for the table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import cache
from itertools import cycle
from typing import Any

from hypothesis import strategies as st
from msgspec import structs

from records.core.asking.chance import FromRecord
from records.core.editions.catalogues import Catalogues
from records.core.events import Event
from records.core.game import Game
from records.core.header import Header
from records.core.ids import RecordId, SeatKey
from records.core.position import Command, Position
from records.core.secret import ALL, secret
from records.core.shared import CardReturned, PileSet, PositionSet, SlotSet
from records.errors import ImpossibleEvent
from records.games.creature_crush.evolving.evolve import named_counters
from records.games.creature_crush.game import CREATURE_CRUSH
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.places import CRUSH
from records.games.creature_crush.recording.dealer import Dealer
from records.games.creature_crush.rulesets import SWITCHES
from records.service.library import library
from records.values import replace
from support.crush import crush_line, house_catalogue, line
from support.laws.facts import DRAWN, Named, Pen
from support.laws.player import Play, Player
from support.laws.sample import Sample, UnderLaw, kept
from support.laws.variants import complete, miswritten, partly

CRUSHES = library()["creature-crush"]
SEATS = (SeatKey("A"), SeatKey("B"))
OPEN_FIELDS = ("card", "cards")
"""Fields that hold open faces, which nobody may have noted."""


TYPED_LINES = (
    "Action: Look at the opponent's hand.",
    "Trap: Burn a die of the opponent.",
    "An enemy attacks you directly: Burn 2 dice of the opponent.",
    "Hell: Return up to 2 cards from your hell to hand.",
    "Your turn begins: Shuffle a creature from your hell into your camp.",
    "An enemy is moved: A creature gets sluggish until end of turn.",
    "The opponent activates a crush card: Look at the opponent's hand.",
    "This creature cannot be attacked.",
)
"""What no card says that comes with the program."""


TYPED_FLIPS = ("Flip: Look at the opponent's hand.", "You have 1 or more allies: Flip: Burn 2 dice of the opponent.")


@cache
def typed_in() -> Game:
    """Return the game with cards of which each crush card, and every other creature, says something that is only typed in."""
    house, lines, flips = house_catalogue(), cycle(map(line, TYPED_LINES)), cycle(map(crush_line, TYPED_FLIPS))
    typed = {name: next(lines) for name in house.creatures[::2]} | {name: next(flips) for name in house.crush_cards}
    cards = {name: replace(card, lines=(typed[name],)) if name in typed else card for name, card in house.cards.items()}
    return CREATURE_CRUSH.game(Catalogues(replace(house, name="creature-crush/typed", hash="1" * 32, hashes=("1" * 32,), cards=cards)))


def header(ruleset: str, game: Game = CRUSHES) -> Header:
    """Return a header of two seats."""
    started = datetime(2026, 3, 14, 12, tzinfo=UTC)
    return Header(record=RecordId("0123456789abcdef"), game=game.name, seats=SEATS, started=started, **game.rules.edition(ruleset))


class CrushPen(Pen):
    """Writes of a table on which everybody sees the creatures, and the crush cards that are turned up."""

    def position(self, version: int) -> PositionSet:
        """Return the cards as they lie."""
        laid = super().position(version)
        piles, renamed = [], dict[str, str]()
        for pile in laid.piles:
            old = self.table.piles[pile.pile]
            renamed |= {str(was): str(slot.slot) for was, slot in zip(old, pile.slots, strict=True)}
            piles.append(pile if pile.pile.startswith(CRUSH) else _opened(pile))
        counters = tuple(sorted((_renamed(name, renamed), value) for name, value in laid.counters))
        return structs.replace(laid, piles=tuple(piles), counters=counters)

    def returned(self) -> list[Event]:
        """Return that a card went back from a hand to a camp."""
        return [fact for fact in super().returned() if isinstance(fact, CardReturned) and fact.deck.startswith("camp")]

    def from_decks(self) -> list[str]:
        """Return the camps."""
        return [deck for deck in super().from_decks() if deck.startswith("camp")]


def _renamed(name: str, renamed: dict[str, str]) -> str:
    what, dot, slot = name.partition(".")
    return f"{what}{dot}{renamed.get(slot, slot)}"


def _opened(pile: PileSet) -> PileSet:
    slots = tuple(SlotSet(slot=lying.slot, card=secret(*lying.card.faces, to=ALL), up=True) for lying in pile.slots)
    return PileSet(pile=pile.pile, slots=slots)


class CrushPlayer(Player):
    """Plays anything that is legal."""

    lazy = True
    readings = 0.1
    """How likely each switch is set apart."""
    leaves = 0.02
    """How likely a seat gives up or offers a draw, before a command."""

    @property
    def pen(self) -> Pen:
        """Who writes facts down now."""
        pen = super().pen
        return CrushPen(pen.world, pen.table, pen.random, pen.seats, pen.counters)

    def counters(self, state: Any) -> Named:
        """Return what a position names."""
        return named_counters(state)

    def can_lay(self) -> bool:
        """Return whether a battle is under way, and no effect or attack in it."""
        state = self.draft.state
        return bool(state.turn and state.phase != "set-up" and state.calm and state.outcome is None)

    def commands(self, position: Position[Any]) -> Sequence[Command]:
        """Return the commands of one kind."""
        assert CRUSHES.play is not None
        state = position.state
        if state.outcome is not None:
            return []
        if not state.turn and not state.pending:
            return [cmd.Start(seats=SEATS, begins=seat, switches=self.switches()) for seat in (*SEATS, None)]
        found = list(CRUSHES.play.legal(position))
        if found and self.random.random() < self.leaves:
            return [cmd.Resign(seat=seat) for seat in SEATS] + [cmd.OfferDraw(seat=seat) for seat in SEATS]
        if state.draw_offered is not None and self.random.random() < 0.3:
            return [cmd.AgreeDraw(seat=state.other(state.draw_offered))]
        kinds = sorted({type(command) for command in found}, key=lambda cls: cls.__name__)
        going_on = [kind for kind in kinds if kind not in (cmd.EndBattle, cmd.EndTurn)]
        kind = self.random.choice(going_on if going_on and self.random.random() < 0.7 else kinds) if kinds else None
        return [command for command in found if type(command) is kind]

    def switches(self) -> tuple[tuple[str, str], ...]:
        """Return some readings apart from those of the ruleset."""
        chosen = [switch for switch in SWITCHES if self.random.random() < self.readings]
        return tuple(sorted((switch.name, self.random.choice(switch.values)) for switch in chosen))

    def batch(self, position: Position[Any], command: Command, version: int) -> Sequence[Event]:
        """Return what a command leads to; where its dealer cannot tell what lies on top, the position is laid out or the game given up."""
        assert CRUSHES.play is not None
        try:
            return CRUSHES.play.decide(position, command, Dealer(self.random), version)
        except ImpossibleEvent:
            if self.can_lay():
                return [self.pen.position(version)]
            return CRUSHES.play.decide(position, cmd.Resign(seat=SEATS[0]), FromRecord(()), version)


def cards() -> list[str]:
    """Return the names of the catalogue."""
    return sorted(CRUSHES.counters(header("")).cards)  # type: ignore[attr-defined]  # it has them


def play(seed: int, length: int, *, facts: bool = True, of: Sequence[str] = Player.facts, game: Game = CRUSHES) -> Play:
    """Return a game of about ``length`` events, in one of the ways to build a camp."""
    player = CrushPlayer(game, header(game.rules.names[seed % len(game.rules.names)], game), seed, {})
    player.facts = of
    if not facts:
        player.facts_a_step = 0.0
    return player.run(length)


class PuttingBack(CrushPlayer):
    """Puts cards back from hands while a seat chooses what is summoned out of its camp, and where to."""

    facts = ("returned",)

    @property
    def facts_a_step(self) -> float:  # type: ignore[override]  # by what is asked
        """How likely a card is put back before the next command."""
        whats = {asked.what for asked in self.draft.state.pending}
        return 0.7 if whats & {"from-camp", "cell"} else 0.0

    def switches(self) -> tuple[tuple[str, str], ...]:
        """Return none, so that a new switch changes no game."""
        return ()


def put_back(seed: int, length: int) -> Sample:
    """Return a game in which cards are put back in the middle of such an effect."""
    return complete(PuttingBack(CRUSHES, header(CRUSHES.rules.names[seed % len(CRUSHES.rules.names)]), seed, {}).run(length))


def _eventful(seed: int, length: int) -> Sample:
    """A long game that nobody leaves."""
    game = (CRUSHES, typed_in())[seed % 2]
    player = CrushPlayer(game, header(game.rules.names[seed % len(game.rules.names)], game), seed, {})
    player.facts_a_step, player.leaves = 0.0, 0.0
    return complete(player.run(length))


def make(kind: str, seed: int, length: int) -> Sample:
    """Return a sample of a kind, always the same for the same numbers."""
    match kind:
        case "eventful":
            return _eventful(seed, length)
        case "plain":
            return complete(play(seed, length, facts=False))
        case "facts":
            return complete(play(seed, length))
        case "typed in":
            return complete(play(seed, length, of=DRAWN, game=typed_in()))
        case "drawn":
            return complete(play(seed, length, of=DRAWN))
        case "drawn, partial":
            return partly(seed, complete(play(seed, length, of=DRAWN)), cards(), OPEN_FIELDS)
        case "partial":
            return partly(seed, complete(play(seed, length)), cards(), OPEN_FIELDS)
        case _:
            return miswritten(seed, complete(play(seed, length)), cards())


KINDS = ("plain", "facts", "typed in", "drawn", "drawn, partial", "partial", "miswritten")
SAMPLES = st.builds(kept(make), st.sampled_from(KINDS), st.integers(0, 10**6), st.sampled_from((20, 60, 120)))
EVENTFUL = st.builds(kept(make), st.just("eventful"), st.integers(0, 30), st.just(500))
UNDER_LAW = UnderLaw(CRUSHES, SAMPLES, eventful=EVENTFUL)
