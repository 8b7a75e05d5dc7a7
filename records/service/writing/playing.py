"""A game played step by step outside of any book, for programs that run a deal of their own and compare.

``begun`` begins as a game begins, ``laid_out`` with hands, decks and piles as they are given. A ``PlayedTable`` lists what is legal and
applies one command; each gives a new value, the old one stays. Pure but for the chance that is handed in.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from records.core.events import Event, Recorded
from records.core.faces import UNKNOWN, Face
from records.core.header import Header
from records.core.ids import SEATS, DeckId, PileId, RecordId, SeatKey, ZoneId, slot_id
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.secret import ALL, audience, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.core.wording.player_counts import told_counts
from records.errors import MalformedCommand
from records.knowledge.door import veil

if TYPE_CHECKING:
    from records.core.asking.chance import Picker
    from records.core.game import Game
    from records.core.position import Chance, Command, Outcome, Position
    from records.core.viewers import Viewer

_STARTED = datetime(2026, 1, 1, tzinfo=UTC)
"""When such games are said to be played, so that equal games are equal."""


@dataclass(frozen=True)
class PlayedTable:
    """A game so far."""

    game: Game
    header: Header
    position: Position[Any]
    """The open table."""
    log: tuple[Recorded[Any], ...] = ()
    batch: tuple[Event, ...] = ()
    """What the last command led to."""
    folder: Folder = field(kw_only=True, compare=False, repr=False)

    @property
    def outcome(self) -> Outcome | None:
        """How it ended, None while it goes on."""
        outcome: Outcome | None = self.position.state.outcome
        return outcome

    def legal(self) -> tuple[Command, ...]:
        """Return every command that may be given now; raises ``MalformedCommand`` where the rules of the game are not known."""
        if self.game.play is None:
            raise MalformedCommand(f"the rules of {self.game.name} are not known here")
        return self.game.play.legal(self.position)

    def apply(self, command: Command, chance: Chance) -> PlayedTable:
        """Return the game after ``command``; ``chance`` answers for the table.

        Raises ``RuleViolation`` with its paragraph, ``MalformedCommand``, ``ImpossibleEvent`` or ``Contradiction`` for what cannot be.
        """
        if self.game.play is None:
            raise MalformedCommand(f"the rules of {self.game.name} are not known here")
        first = len(self.log) + 1
        return self.added(*self.game.play.decide(self.position, command, chance, first))

    def added(self, *events: Event) -> PlayedTable:
        """Return the game after a batch as it stands, whatever the rules say; raises ``ImpossibleEvent`` or ``Contradiction``.

        Of a position that is laid out everybody knows what the rules tell (``Game.written``), unless it says something else.
        """
        draft = self.position.thaw()
        first = len(self.log) + 1
        added = tuple(self.game.written(event, self.header) for event in events)
        batch = tuple(Recorded(version, first, _STARTED, "", event) for version, event in enumerate(added, first))
        for recorded in batch:
            self.folder.apply(draft, recorded)
        log = (*self.log, *batch)
        return PlayedTable(self.game, self.header, frozen(len(log), draft), log, added, folder=self.folder)

    def seen(self, viewer: Viewer) -> Position[Any]:
        """Return the position as ``viewer`` was shown it."""
        return self.folder.position(self.header, veil(self.game.parts, self.log, viewer))


def begun(game: Game, players: int, *, ruleset: str = "") -> PlayedTable:
    """Return a game before its first event, with the cards as they are before the deal; raises ``MalformedCommand`` for what cannot be."""
    if game.simulation is not None and players not in game.simulation.players:
        raise MalformedCommand(f"{game.name} is for {told_counts(game.simulation.players)}, not {players}")
    header = Header(record=RecordId("played"), game=game.name, seats=SEATS[:players], started=_STARTED, **game.rules.edition(ruleset))
    folder = Folder(game)
    return PlayedTable(game, header, frozen(0, folder.start(header)), folder=folder)


def laid_out(
    game: Game,
    players: int,
    *,
    ruleset: str = "",
    hands: Mapping[str, Sequence[str]] | None = None,
    decks: Mapping[str, Sequence[str]] | None = None,
    piles: Mapping[str, Sequence[str]] | None = None,
    zones: Mapping[str, Sequence[str]] | None = None,
    up: Collection[str] = (),
    counters: Mapping[str, int | str | bool] | None = None,
    hints: Mapping[str, Face] | None = None,
) -> PlayedTable:
    """Return a game that begins with a position laid out by hand.

    All cards are named as in the game's catalogue. A hand (by seat) is known to its holder. A deck lies in its order, top first; of it
    is known what the rules tell everybody (``Game.written``), unless ``hints`` say of a deck what everybody knows of each of its
    cards, ``among`` all cards of the game for nothing. A pile lies in its order, top first: face down and known to the seat that its name
    ends in (``gate:A``), or face up if it ends in none or is in ``up``. ``counters`` are the game's own, as its ``set_counters`` tells.
    Raises ``ImpossibleEvent``.
    """
    slots = iter(range(1, 1 + sum(map(len, (piles or {}).values()))))

    def slot(pile: str, card: str) -> SlotSet:
        owner = pile.partition(":")[2]
        opened = not owner or pile in up
        return SlotSet(slot=slot_id(1, next(slots)), card=secret(card, to=ALL if opened else audience(owner)), up=opened)

    position = PositionSet(
        hands=tuple(HandSet(seat=SeatKey(seat), cards=(secret(*cards, to=audience(seat)),)) for seat, cards in (hands or {}).items()),
        piles=tuple(PileSet(pile=PileId(pile), slots=tuple(slot(pile, card) for card in cards)) for pile, cards in (piles or {}).items()),
        decks=tuple(
            DeckSet(deck=DeckId(deck), blocks=tuple(secret(card, hint=(hints or {}).get(deck, UNKNOWN)) for card in cards))
            for deck, cards in (decks or {}).items()
        ),
        zones=tuple(ZoneSet(zone=ZoneId(zone), faces=tuple(cards)) for zone, cards in (zones or {}).items()),
        counters=tuple(sorted((counters or {}).items())),
    )
    return begun(game, players, ruleset=ruleset).added(position)


def dealer(game: Game, picker: Picker) -> Chance:
    """Return the game's own dealer, which picks with ``picker``: ``random.Random``, or ``ScriptedChance`` for cards in a given order.

    Raises ``MalformedCommand`` for a game that has none.
    """
    if game.simulation is None:
        raise MalformedCommand(f"{game.name} has no dealer; bring a chance that answers")
    return game.simulation.dealer(picker)
