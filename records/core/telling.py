"""The events of every game in one sentence each; a game tells its own and hands the rest here."""

from __future__ import annotations

from typing import Any

from records.core.game import Moment, Telling
from records.core.ids import SeatKey
from records.core.sentences import N_, Arg, Quoted, SeatRef, Sentence
from records.core.shared import (
    Asked,
    CardExposed,
    CardReturned,
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


def tell_shared(moment: Moment[Any]) -> Telling:
    """Return the step of a shared event; an event that nobody tells is a quiet step."""
    match moment.recorded.event:
        case GameStarted():
            return _table("m-hand", N_("The game begins."))
        case Asked() as event:
            return _seat(moment, event.seat, "s-ask", N_("You are asked: %(what)s."), N_("%(seat)s is asked: %(what)s."), what=event.what)
        case PositionSet() as event:
            return _table("m-knot", N_("The position is laid out."), event.why)
        case GapNoted() as event:
            return _table("m-knot", N_("Something is missing here."), event.why)
        case TakenBack() as event:
            return _table("c-back", N_("The game goes back to step %(to)s."), event.why, to=event.to)
        case Corrected() as event:
            steps = ", ".join(str(replacement.version) for replacement in event.of)
            return _table("m-note", N_("Corrected: step %(steps)s."), event.why, steps=steps)
        case IrregularityNoted() as event:
            return _table("m-finding", N_("Something went wrong: %(what)s."), event.words, what=event.what)
        case CardExposed() as event:
            return _table("eye-other", N_("A card of %(place)s was shown by mistake."), place=event.place)
        case CardReturned() as event:
            return _seat(moment, event.seat, "s-draw", N_("You put a card back."), N_("%(seat)s puts a card back."))
        case Resigned() as event:
            return _seat(moment, event.seat, "c-cross", N_("You resign."), N_("%(seat)s resigns."))
        case DrawOffered() as event:
            return _seat(moment, event.seat, "s-ask", N_("You offer a draw."), N_("%(seat)s offers a draw."))
        case DrawAgreed() as event:
            return _seat(moment, event.seat, "c-check", N_("You accept the draw."), N_("%(seat)s accepts the draw."))
        case GameWon() as event:
            return _seat(moment, event.seat, "m-moment", N_("You win."), N_("%(seat)s wins."))
        case GameDrawn():
            return _table("m-moment", N_("The game is drawn."))
        case _:
            return Telling(quiet=True)


def _seat(moment: Moment[Any], seat: SeatKey, icon: str, you: str, they: str, **args: Arg) -> Telling:
    sentence = Sentence(you, args) if moment.viewer == seat else Sentence(they, {"seat": SeatRef(seat), **args})
    return Telling(lines=(sentence,), seat=seat, icon=icon)


def _table(icon: str, text: str, words: str = "", **args: Arg) -> Telling:
    said = (Sentence("%(words)s", {"words": Quoted((words,))}),) if words else ()
    return Telling(lines=(Sentence(text, args), *said), icon=icon)
