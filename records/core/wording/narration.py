"""How a game narrates its steps, and the narration of the events that every game has; a game hands those here."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, NamedTuple

import msgspec

from records.core.events import Recorded
from records.core.faces import known
from records.core.ids import SeatKey
from records.core.position import C, Draft
from records.core.sentences import N_, Arg, CardRef, Quoted, SeatRef, Sentence
from records.core.shared import (
    Asked,
    CardExposed,
    CardReturned,
    CardTaken,
    Corrected,
    DrawAgreed,
    DrawOffered,
    GameDrawn,
    GameStarted,
    GameWon,
    GapNoted,
    IrregularityNoted,
    PositionSet,
    Resigned,
    TakenBack,
)
from records.core.table import HAND
from records.core.viewers import OPEN, Viewer


class PrivateLine(msgspec.Struct, frozen=True, kw_only=True):
    """Information that a step revealed to some people beyond the board: a line in italics with an eye."""

    sentence: Sentence
    mine: bool = False
    """Whether it is the viewer who learned something (else the other side did)."""


class Narration(msgspec.Struct, frozen=True, kw_only=True):
    """A step in words and signs, for the viewer whose log it comes from."""

    lines: tuple[Sentence, ...] = ()
    tells: tuple[PrivateLine, ...] = ()
    seat: SeatKey | None = None
    icon: str = "s-note"
    """Symbol of the page's sprite."""
    quiet: bool = False
    """Kept, but folded out of the timeline."""


class Moment(msgspec.Struct, Generic[C], frozen=True):
    """What ``narrate`` may use: an event as the viewer got it, and the position before and after it in the viewer's log."""

    recorded: Recorded[Any]
    before: C
    after: Draft[C]
    viewer: Viewer
    told: Callable[[], Sequence[int]] = tuple
    """Returns the versions of the steps that were narrated before it: hardly any event names one."""

    def nth(self, version: int) -> int:
        """Return the number under which its viewer knows the step after an earlier event."""
        return bisect_right(self.told(), version)


class Mistake(NamedTuple):
    """Something that may go wrong at a table, as message ids."""

    title: str
    """In a list of choices: ``"a card was shown"``."""
    line: str
    """In the narration, as a sentence."""


MISTAKES: Mapping[str, Mistake] = {
    "exposed": Mistake(N_("a card was shown"), N_("Something went wrong: a card was shown.")),
    "wrong-draw": Mistake(N_("a wrong number of cards was drawn"), N_("Something went wrong: a wrong number of cards was drawn.")),
    "out-of-turn": Mistake(N_("somebody acted out of turn"), N_("Something went wrong: somebody acted out of turn.")),
    "missed-effect": Mistake(N_("an effect was forgotten"), N_("Something went wrong: an effect was forgotten.")),
    "misdeal": Mistake(N_("the cards were dealt wrongly"), N_("Something went wrong: the cards were dealt wrongly.")),
    "other": Mistake(N_("something else"), N_("Something went wrong.")),
}
"""What may go wrong, by the word of ``IrregularityNoted``."""


def said(moment: Moment[Any], seat: SeatKey, icon: str, you: str, they: str, /, *tells: PrivateLine, **args: Arg) -> Narration:
    """Return a step that ``seat`` did: in the second person where the viewer sits there."""
    sentence = Sentence(you, args) if moment.viewer == seat else Sentence(they, {"seat": SeatRef(seat), **args})
    return Narration(lines=(sentence,), tells=tells, seat=seat, icon=icon)


def narrate_shared(moment: Moment[Any]) -> Narration:
    """Return the step of a shared event; an event that nobody tells is a quiet step."""
    match moment.recorded.event:
        case GameStarted():
            return _table("m-hand", N_("The game begins."))
        case Asked() as event:
            return said(moment, event.seat, "s-ask", N_("You are asked: %(what)s."), N_("%(seat)s is asked: %(what)s."), what=event.what)
        case PositionSet() as event:
            return _table("m-knot", N_("The position is laid out."), event.why)
        case GapNoted() as event:
            return _table("m-knot", N_("Something is missing here."), event.why)
        case TakenBack() as event:
            return _table("c-back", N_("The game goes back to step %(to)s."), event.why, to=moment.nth(event.to))
        case Corrected() as event:
            steps = ", ".join(map(str, dict.fromkeys(moment.nth(replacement.version) for replacement in event.of)))
            return _table("m-note", N_("Corrected: step %(steps)s."), event.why, steps=steps)
        case IrregularityNoted() as event:
            if event.what in MISTAKES:
                return _table("m-finding", MISTAKES[event.what].line, event.words)
            return _table("m-finding", N_("Something went wrong: %(what)s."), event.words, what=event.what)
        case CardExposed() as event:
            return _exposed(event)
        case CardReturned() as event:
            return said(moment, event.seat, "s-draw", N_("You put a card back."), N_("%(seat)s puts a card back."))
        case CardTaken() as event:
            return said(moment, event.seat, "s-draw", N_("You draw one card too many."), N_("%(seat)s draws one card too many."))
        case Resigned() as event:
            return said(moment, event.seat, "c-cross", N_("You resign."), N_("%(seat)s resigns."))
        case DrawOffered() as event:
            return said(moment, event.seat, "s-ask", N_("You offer a draw."), N_("%(seat)s offers a draw."))
        case DrawAgreed() as event:
            return said(moment, event.seat, "c-check", N_("You accept the draw."), N_("%(seat)s accepts the draw."))
        case GameWon() as event:
            return said(moment, event.seat, "m-moment", N_("You win."), N_("%(seat)s wins."))
        case GameDrawn():
            return _table("m-moment", N_("The game is drawn."))
        case _:
            return Narration(quiet=True)


def _exposed(event: CardExposed) -> Narration:
    args: dict[str, Arg] = {"card": tuple(CardRef(str(face)) for face in event.card.faces)} if all(map(known, event.card.faces)) else {}
    if event.place.startswith(HAND):
        args["seat"] = SeatRef(SeatKey(event.place.removeprefix(HAND)))
        shown, hidden = (
            N_("In the hand of %(seat)s %(card)s was seen by mistake."),
            N_("In the hand of %(seat)s a card was seen by mistake."),
        )
    else:
        shown, hidden = N_("On the table %(card)s was seen by mistake."), N_("On the table a card was seen by mistake.")
    return Narration(lines=(Sentence(shown if "card" in args else hidden, args),), icon="eye-other")


def _table(icon: str, text: str, words: str = "", **args: Arg) -> Narration:
    quoted = (Sentence("%(words)s", {"words": Quoted((words,))}),) if words else ()
    return Narration(lines=(Sentence(text, args), *quoted), icon=icon)


def drawn_unseen(moment: Moment[Any], seat: SeatKey) -> Narration:
    """Return that a seat draws a card that the viewer is not shown; who reads a log without a seat is not addressed."""
    hidden = N_("%(seat)s draws a card that is not shown.") if moment.viewer is OPEN else N_("%(seat)s draws a card that you do not see.")
    return said(moment, seat, "s-draw", N_("You draw a card."), hidden)
