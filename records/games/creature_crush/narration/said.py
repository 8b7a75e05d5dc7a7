"""How a step is told: in the second person to who did it, cards by their names, places by zone and column."""

from __future__ import annotations

from typing import TypeAlias

from records.core.faces import Face, known
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import Secret
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence, Word
from records.core.wording.narration import Moment, Narration, PrivateLine
from records.games.creature_crush.model.position import CrushCounters

CrushMoment: TypeAlias = Moment[CrushCounters]


def said(moment: CrushMoment, seat: SeatKey, icon: str, you: str, they: str, /, *tells: PrivateLine, **args: Arg) -> Narration:
    """Return a step that ``seat`` did: told in the second person where the viewer sits there."""
    sentence = Sentence(you, args) if moment.viewer == seat else Sentence(they, {"seat": SeatRef(seat), **args})
    return Narration(lines=(sentence,), tells=tells, seat=seat, icon=icon)


def told(icon: str, text: str, /, **args: Arg) -> Narration:
    """Return a step that nobody did."""
    return Narration(lines=(Sentence(text, args),), icon=icon)


def quiet(seat: SeatKey | None = None, icon: str = "s-note") -> Narration:
    """Return a step that is folded out of the timeline."""
    return Narration(seat=seat, icon=icon, quiet=True)


def name(face: Face) -> CardRef | Word:
    """Return a card by its name, or that nobody noted it."""
    return CardRef(str(face)) if known(face) else Word(N_("a card that nobody noted"))


def names(cards: Secret) -> tuple[CardRef, ...] | None:
    """Return the cards of a secret as this log shows them, None if one of them is not known."""
    return tuple(CardRef(str(face)) for face in cards.faces) if cards.faces and all(map(known, cards.faces)) else None


def lying(moment: CrushMoment, slot: SlotId) -> CardRef | Word:
    """Return a card of the field by its name, as this log shows it."""
    there = getattr(moment.after.table, "slots", {}).get(slot)
    face = there.face if there is not None else "?"
    return CardRef(str(face)) if known(face) else Word(N_("a face-down card"))


def place(cell: PileId) -> str:
    """Return a cell by zone and column: ``B2``."""
    return cell[:2].upper()
