"""How a step is told: in the second person to who did it."""

from __future__ import annotations

from typing import TypeAlias

from records.core.faces import known
from records.core.ids import SeatKey
from records.core.secret import Secret
from records.core.sentences import Arg, CardRef, SeatRef, Sentence
from records.core.wording.narration import Moment, Narration, PrivateLine
from records.games.castle_rampage.model.position import CastleCounters

CastleMoment: TypeAlias = Moment[CastleCounters]


def said(moment: CastleMoment, seat: SeatKey, icon: str, you: str, they: str, /, *tells: PrivateLine, **args: Arg) -> Narration:
    """Return a step that ``seat`` did: told in the second person where the viewer sits there."""
    sentence = Sentence(you, args) if moment.viewer == seat else Sentence(they, {"seat": SeatRef(seat), **args})
    return Narration(lines=(sentence,), tells=tells, seat=seat, icon=icon)


def cards_seen(cards: Secret) -> tuple[CardRef, ...] | None:
    """Return the cards of a secret as this log shows them, None if one of them is not known."""
    return tuple(CardRef(str(face)) for face in cards.faces) if cards.faces and all(map(known, cards.faces)) else None
