"""How a step is narrated: in the second person to its actor, cards by their names, places by zone and column."""

from __future__ import annotations

from typing import Any, TypeAlias

from records.core.faces import Face, known
from records.core.ids import PileId, SeatKey, SlotId
from records.core.sentences import N_, Arg, CardRef, Sentence, Word
from records.core.wording.narration import Moment, Narration
from records.games.creature_crush.model.position import CrushCounters
from records.games.creature_crush.model.turn_events import Dice

CrushMoment: TypeAlias = Moment[CrushCounters]


def told(icon: str, text: str, /, **args: Arg) -> Narration:
    """Return a step that nobody did."""
    return Narration(lines=(Sentence(text, args),), icon=icon)


def quiet(seat: SeatKey | None = None, icon: str = "s-note") -> Narration:
    """Return a step that is folded out of the timeline."""
    return Narration(seat=seat, icon=icon, quiet=True)


def name(face: Face) -> CardRef | Word:
    """Return a card by its name, or that nobody noted it."""
    return CardRef(str(face)) if known(face) else Word(N_("a card that nobody noted"))


def lying(moment: CrushMoment, slot: SlotId) -> CardRef | Word:
    """Return a card of the field by its name, as this log shows it."""
    there = getattr(moment.after.table, "slots", {}).get(slot)
    face = there.face if there is not None else "?"
    return CardRef(str(face)) if known(face) else Word(N_("a face-down card"))


def pips(moment: CrushMoment, dice: Dice) -> str:
    """Return what some start dice show."""
    there = moment.before.dice
    return " + ".join(str(there[nth]) for nth in dice if 0 <= nth < len(there))


def place(cell: PileId) -> str:
    """Return a cell by zone and column: ``B2``."""
    return cell[:2].upper()


def card_named(_moment: CrushMoment, event: Any) -> CardRef | Word:
    """Return the card of an event's field ``card`` by its name."""
    return name(event.card)


def card_lying(moment: CrushMoment, event: Any) -> CardRef | Word:
    """Return the card at an event's field ``slot`` by its name."""
    return lying(moment, event.slot)


def cell_named(_moment: CrushMoment, event: Any) -> str:
    """Return an event's field ``cell`` by zone and column."""
    return place(event.cell)
