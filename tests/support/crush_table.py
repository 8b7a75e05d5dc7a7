"""A table of CreatureCrush in the middle of a battle, laid out by hand, on which commands are given."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from records.core.asking.chance import Picker, ScriptedChance
from records.core.events import Event, Recorded
from records.core.ids import SeatKey, SlotId
from records.core.position import Command, Draft, Position, frozen
from records.core.secret import ALL, secret
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, SlotSet, ZoneSet
from records.core.shared_evolve import apply_event
from records.core.tables.fold_table import FoldTable
from records.games.creature_crush.cards import Card
from records.games.creature_crush.deciding.decide import decide
from records.games.creature_crush.deciding.legal import legal
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.evolving.evolve import WRITTEN, set_counters
from records.games.creature_crush.model.commands import CrushCommand
from records.games.creature_crush.model.places import CRUSH, camp, hell
from records.games.creature_crush.model.position import CrushCounters
from records.games.creature_crush.recording.dealer import Dealer
from records.games.creature_crush.rulesets import SKIRMISH
from support.crush_cards import CREATURES
from support.crush_cards import CRUSH as CRUSH_CARDS

A, B = SeatKey("A"), SeatKey("B")
_CARDS = {card.name: card for card in (*CREATURES, *CRUSH_CARDS)}


class CrushTable:
    """Seat A is on turn in the battle phase, with some dice; ``field`` says what lies in a cell, by ``b1:A``.

    Each creature's slot is named by its cell without the colon: ``b1A``.
    """

    def __init__(
        self,
        field: Mapping[str, str] | None = None,
        *,
        dice: str = "",
        hands: Mapping[str, Sequence[str]] | None = None,
        camps: Mapping[str, Sequence[str]] | None = None,
        hells: Mapping[str, Sequence[str]] | None = None,
        named: Mapping[str, Any] | None = None,
        rules: Mapping[str, str] | None = None,
        cards: Sequence[Card] = (),
    ) -> None:
        known = {**_CARDS, **{card.name: card for card in cards}}
        state = CrushCounters(seats=(A, B), rules=SKIRMISH.with_settings(dict(rules or {})), cards=known)
        self._draft: Draft[CrushCounters] = Draft(FoldTable(), state)
        self._version = 0
        self.said: list[Event] = []
        """What the last command led to."""
        self._write(
            PositionSet(
                hands=tuple(HandSet(seat=seat, cards=(secret(*(hands or {}).get(seat, ("hound",)), to=(seat,)),)) for seat in (A, B)),
                piles=tuple(_pile(cell, name) for cell, name in (field or {}).items()),
                decks=tuple(DeckSet(deck=camp(seat), blocks=(secret(*(camps or {}).get(seat, ("hound", "toad"))),)) for seat in (A, B)),
                zones=tuple(ZoneSet(zone=hell(SeatKey(seat)), faces=tuple(faces)) for seat, faces in (hells or {}).items()),
            )
        )
        set_counters(self._draft, {"active": "A", "turn": 3, "phase": "battle", "dice": " ".join(dice), **(named or {})})

    def _write(self, event: Event) -> None:
        self._version += 1
        if isinstance(event, PositionSet):
            self._draft.table.reset(event)
        else:
            apply_event(WRITTEN, self._draft, Recorded(self._version, self._version, None, "", event))  # type: ignore[arg-type]  # no clock

    @property
    def position(self) -> Position[CrushCounters]:
        """The position now."""
        return frozen(self._version, self._draft)

    def copy(self) -> CrushTable:
        """The same table once more, on which other commands can be given."""
        made = object.__new__(CrushTable)
        made._draft, made._version, made.said = self.position.thaw(), self._version, []
        return made

    @property
    def state(self) -> CrushCounters:
        """The counters now."""
        return self._draft.state

    @property
    def sight(self) -> Sight:
        """The field now."""
        return Sight(self.position)

    def do(self, command: Command, *chance: Any) -> list[Event]:
        """Give a command; chance brings what it is told, in that order. Return the events."""
        told = ScriptedChance(chance)
        self.take(command, told)
        assert told.left == ()
        return self.said

    def note(self, fact: Event) -> None:
        """Write a fact down."""
        self._write(fact)

    def take(self, command: Command, chance: Picker) -> list[Event]:
        """Give a command; ``chance`` picks. Return the events."""
        self.said = list(decide(self.position, command, Dealer(chance), self._version + 1))
        for event in self.said:
            self._write(event)
        return self.said

    def may(self, kind: type[CrushCommand]) -> list[Any]:
        """The commands of a kind that may be given."""
        return [command for command in legal(self.position) if type(command) is kind]

    @property
    def asked(self) -> tuple[str, ...]:
        """Who is asked what: ``B respond``."""
        return tuple(f"{one.seat} {one.what}" for one in self.state.pending)

    def what(self, kind: type[Event]) -> list[Any]:
        """The events of a kind that the last command led to."""
        return [event for event in self.said if type(event) is kind]

    def lies(self, cell: str) -> str:
        """The card in a cell, "" for none."""
        slots = self.position.table.piles.get(cell, ())  # type: ignore[call-overload]  # it is one
        return str(self.position.table.slots[slots[0]].face) if slots else ""

    def hell(self, seat: str) -> tuple[str, ...]:
        """The cards of a hell."""
        return tuple(map(str, self.position.table.zones.get(hell(SeatKey(seat)), ())))

    def hand(self, seat: str) -> tuple[str, ...]:
        """The cards of a hand."""
        return self.position.table.hands[SeatKey(seat)].faces


def at(cell: str) -> SlotId:
    """Return the slot that was laid out in a cell."""
    return SlotId(cell.replace(":", ""))


def _pile(cell: str, name: str) -> PileSet:
    seat, down = cell[-1], cell.startswith(CRUSH)
    return PileSet(pile=cell, slots=(SlotSet(slot=at(cell), card=secret(name, to=(seat,) if down else ALL), up=not down),))  # type: ignore[arg-type]
