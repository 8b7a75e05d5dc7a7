"""What a power may do, and what it is given."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from records.core.events import Event
from records.core.ids import PileId, SeatKey, SlotId
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.core.sentences import Arg
from records.core.shared import Asked
from records.core.tables.hands import NO_CARDS
from records.errors import RuleViolation
from records.games.castle_rampage.cards import Card, Cost, Power
from records.games.castle_rampage.model.position import CardInPlay, CastleCounters
from records.games.castle_rampage.model.refusals import CastleScript, refuse
from records.games.castle_rampage.powers.checks import HELD, must_fit

Side: TypeAlias = Literal["enemy", "own"]
Target: TypeAlias = Literal["usual", "gate", "castle", "either"]
"""``usual``: the Gate, or the Castle where it is empty, or what a Digger chooses; ``either``: the attacker chooses without one."""


class Strike(msgspec.Struct, frozen=True, kw_only=True):
    """One attack of a card."""

    value: int
    side: Side = "enemy"
    target: Target = "usual"
    spills: bool = True
    """Whether what is left at the Gate goes on to the Castle."""
    takes: bool = False
    """Whether destroyed cards go to the attacker's hand."""
    second: bool = False
    """The later of two separate attacks."""
    part: bool = False
    """One of two parts of one attack, with the same strength."""
    last: bool = True
    """Whether no further part of the same attack follows."""
    decides: bool = False
    """Whether the attacker loses if the Castle stands."""


class Option(msgspec.Struct, frozen=True):
    """What may be paid beyond the cost for a stronger attack."""

    cost: Cost
    amount: int
    rule: str
    """Paragraph that offers it."""
    several: str = ""
    """Name of the switch that says whether it may be paid more than once, "" for once."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """What a card does from the display."""

    draws: int = 0
    strengthens: int = 0
    targets: bool = False
    """Whether its owner chooses the target of own attacks."""
    attacks: bool = False
    """Whether it may be sent to attack."""


class Fallen(msgspec.Struct, frozen=True, kw_only=True):
    """What a card does that is destroyed in an attack."""

    strengthens: int = 0
    attacker_owes: int = 0
    opponent_owes: int = 0


class Act(msgspec.Struct, frozen=True):
    """A card being played, as its powers see it. Written events take effect at once, so that ``state`` and ``table`` are always current."""

    script: CastleScript
    chance: Chance
    seat: SeatKey
    card: Card
    """The card whose power acts."""
    step: str = ""
    """Name of the step: the power's."""
    rule: str = ""
    """Paragraph of the power."""
    answered: int = 0
    """How many questions of this step are answered: 0 at first."""

    @property
    def state(self) -> CastleCounters:
        """The counters as they are now."""
        return self.script.state

    @property
    def enemy(self) -> SeatKey:
        """The opponent of the acting seat."""
        return self.state.other(self.seat)

    @property
    def playing(self) -> CardInPlay:
        """What the player decided: payments and picks."""
        playing = self.state.playing
        if playing is None:
            raise ValueError("no card is being played")
        return playing

    def held(self, seat: SeatKey) -> int:
        """Return how many cards a hand has."""
        return self.script.table.in_hand(seat)

    def ask_table(
        self,
        cls: type[Event],
        *,
        seat: SeatKey | None = None,
        slots: tuple[SlotId, ...] = (),
        pile: PileId | None = None,
        number: int = 1,
        rule: str = "",
    ) -> Event:
        """Ask the table about cards of a seat or in slots; ``rule`` is the power's own unless another is named."""
        request = ChanceRequest((cls,), seat=seat, slots=slots, pile=pile, number=number, purpose=self.step, rule=rule or self.rule)
        return ask_table(self.script, self.chance, request)

    def ask(self, rule: str, seat: SeatKey, what: str, least: int = 1, most: int = 1) -> None:
        """Ask a person; the batch ends, and the power is called again when the answer is there."""
        ask_seat(self.script, rule, seat, what, self.step, least, most)

    def refuse(self, code: str, paragraph: str, why: str, /, **args: Arg) -> RuleViolation:
        """Return the refusal of this play."""
        return refuse(code, self.seat, paragraph, why, **args)


def ask_table(script: CastleScript, chance: Chance, request: ChanceRequest) -> Event:
    """Ask the table; raises ``Contradiction`` where the answer does not fit the request."""
    hand = script.table.hand(request.seat) if request.seat is not None and not HELD.isdisjoint(request.classes) else NO_CARDS
    event = script.ask(chance, request)
    must_fit(request, hand, event)
    return event


def ask_seat(script: CastleScript, rule: str, seat: SeatKey, what: str, step: str, least: int = 1, most: int = 1) -> None:  # noqa: PLR0917 -- the fields of the event
    """Write the question that ends the batch; ``step`` is where the play goes on."""
    script.write(Asked(rule=rule, id=f"q{script.next}", seat=seat, what=what, least=least, most=most, why=step))


Effect: TypeAlias = Callable[[Act, Power], None]
Strikes: TypeAlias = Callable[[tuple[Strike, ...], Act, Power], tuple[Strike, ...]]


class Hooks(msgspec.Struct, frozen=True, kw_only=True):
    """What a power does, at each point at which one may. What it does not say it does not do."""

    rule: str
    """Paragraph of the rules."""
    playable: Effect | None = None
    """Raises ``RuleViolation`` where the card may not be played; called with the played card, before anything is written."""
    before: Effect | None = None
    """Once, on being played, before the card's attack; called again after each answer to a question of its own."""
    after: Effect | None = None
    """The same, after the card's attack."""
    strikes: Strikes | None = None
    """How the card's attacks go: from those that it would have without this power."""
    option: Callable[[Card, Power], Option] | None = None
    """What may be paid beyond the cost of the card."""
    in_display: Callable[[Power], Standing] | None = None
    fallen: Callable[[Power], Fallen] | None = None
    weakens: Callable[[Power], int] | None = None
    """As a reaction: what it takes from an attack."""
    picks: bool = False
    """Whether the command's ``picks`` are its; ``playable`` checks them."""
    slips: bool = False
    """Whether it is played face down under the enemy Gate."""
    paid_to_strengthen: bool = False
    """Whether its cost is paid also when it strengthens."""
    with_attacks: bool = False
    """Whether attack cards are played along with it."""
