"""A game's words by event class, and the rows of such a table that one sentence or one choice of two fills."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from operator import attrgetter
from typing import Any, TypeAlias

import msgspec

from records.core.faces import known
from records.core.ids import SeatKey
from records.core.secret import Secret
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence
from records.core.wording.acting import SHARED_ACTS, Acting, Acts, acting, acts_of, nobody, on_turn, own_seat, untold
from records.core.wording.narration import Moment, Narration, PrivateLine, narrate_shared, said

Narrates: TypeAlias = Callable[[Any, Any], Narration]
"""A moment and its event in words."""
Reads: TypeAlias = Callable[[Any, Any], Arg]
"""What a moment and its event put into a sentence."""
Texts: TypeAlias = tuple[str, str]
"""Message ids for the player who acts, and for everybody else."""


class Narrator(msgspec.Struct, frozen=True):
    """A game's words by event class; the events that every game has need none."""

    words: Mapping[type, Narrates]
    plain: Acts | None = None
    """Who acts in the steps of rows that do not say it themselves (``acting``); None where only the words tell."""

    def __call__(self, moment: Moment[Any]) -> Narration:
        """Return the step of ``moment`` in words and signs."""
        event = moment.recorded.event
        told = self.words.get(type(event))
        return told(moment, event) if told is not None else narrate_shared(moment)

    def acts(self, events: Iterable[type]) -> Mapping[type, Acts] | None:
        """Return who acts in steps of each of these classes, without words; None where a row does not say."""
        rows = {cls: acts_of(row) or self.plain for cls, row in self.words.items()}
        found = {cls: rows.get(cls, SHARED_ACTS.get(cls, untold)) for cls in events}
        return None if None in found.values() else {cls: acts for cls, acts in found.items() if acts is not None}


def cards_seen(cards: Secret) -> tuple[CardRef, ...] | None:
    """Return the cards of a secret as this log shows them, None if one of them is not known."""
    return tuple(CardRef(str(face)) for face in cards.faces) if cards.faces and all(map(known, cards.faces)) else None


def by_seat(icon: str, you: str, they: str, /, whose: Callable[[Any], SeatKey] = attrgetter("seat"), **args: Reads) -> Narrates:
    """Return the row of an event that a player causes; ``whose`` reads the seat from the event."""

    def acts(_before: Any, event: Any) -> Acting:
        return whose(event), False

    @acting(acts)
    def told(moment: Any, event: Any) -> Narration:
        return said(moment, whose(event), icon, you, they, **_read(args, moment, event))

    return told


def by_cards(icon: str, cards: str, shown: Texts, hidden: Texts) -> Narrates:
    """Return the row of an event that moves the cards of its field ``cards``: %(cards)s where this log shows them, else %(n)s."""

    @acting(own_seat)
    def told(moment: Any, event: Any) -> Narration:
        secret: Secret = getattr(event, cards)
        seen = cards_seen(secret)
        if seen is None:
            return said(moment, event.seat, icon, *hidden, n=len(secret.faces))
        return said(moment, event.seat, icon, *shown, cards=seen)

    return told


def by_table(icon: str, text: str, /, *, quietly: bool = False, **args: Reads) -> Narrates:
    """Return the row of an event that nobody causes; it stands with the player on turn."""

    @acting(_quiet_on_turn if quietly else on_turn)
    def told(moment: Any, event: Any) -> Narration:
        return Narration(lines=(Sentence(text, _read(args, moment, event)),), seat=moment.before.active, icon=icon, quiet=quietly)

    return told


def by_nobody(icon: str, text: str, /, **args: Reads) -> Narrates:
    """Return the row of an event that nobody causes and that stands with no player."""

    @acting(nobody)
    def told(moment: Any, event: Any) -> Narration:
        return Narration(lines=(Sentence(text, _read(args, moment, event)),), icon=icon)

    return told


def unsaid(icon: str = "s-note", seat: str | None = "seat") -> Narrates:
    """Return the row of an event that the timeline folds away; ``seat`` is the field with its player."""
    if seat is None:
        return acting(untold)(lambda _moment, _event: Narration(icon=icon, quiet=True))
    whose = attrgetter(seat)

    def acts(_before: Any, event: Any) -> Acting:
        return whose(event), True

    return acting(acts)(lambda _moment, event: Narration(seat=whose(event), icon=icon, quiet=True))


@acting(lambda _before, event: (event.by, False))
def hand_looked_at(moment: Moment[Any], event: Any) -> Narration:
    """Return the row of an event that shows all of a hand, that of its field ``seat``, to its field ``by``."""
    seen = cards_seen(event.cards)
    mine = moment.viewer == event.by
    knows = Sentence(N_("you know this hand now")) if mine else Sentence(N_("%(seat)s knows this hand now"), {"seat": SeatRef(event.by)})
    tell = PrivateLine(sentence=knows, mine=mine)
    of = SeatRef(event.seat)
    if moment.viewer == event.seat and seen is not None:
        yours = N_("%(seat)s looks at your hand: %(cards)s.")
        return said(moment, event.by, "eye", yours, yours, tell, cards=seen)
    if seen is None:
        texts = (N_("You look at the hand of %(of)s."), N_("%(seat)s looks at the hand of %(of)s."))
        return said(moment, event.by, "eye", *texts, tell, of=of)
    texts = (N_("You look at the hand of %(of)s: %(cards)s."), N_("%(seat)s looks at the hand of %(of)s: %(cards)s."))
    return said(moment, event.by, "eye", *texts, tell, of=of, cards=seen)


def _quiet_on_turn(before: Any, _event: Any) -> Acting:
    return before.active, True


def _read(args: Mapping[str, Reads], moment: Any, event: Any) -> dict[str, Arg]:
    return {name: read(moment, event) for name, read in args.items()}
