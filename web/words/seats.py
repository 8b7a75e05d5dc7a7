"""The law of seats in words: why something is refused, and the changes in the trail."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.words.texts import _, listing
from web.words.wording import seat_name

if TYPE_CHECKING:
    from records.errors import SeatRefused
    from records.service import RecordView


def played_alone(view: RecordView) -> str:
    """Return who plays several seats, in words; "" where nobody does."""
    seats = [listing([seat_name(seat, view.names) for seat in held]) for held in view.alone]
    return " ".join(_("One account plays %(seats)s.", seats=one) for one in seats)


def why_not(error: SeatRefused) -> str:
    """Return why a change of seats, owner or state is refused, and what can be done instead."""
    return {
        "held": _("This seat is taken. Its holder can give it up; if the holder is away, the seat can be called free with a reason."),
        "sits elsewhere": _("An account that sits or sat at another seat of this game cannot sit here."),
        "keeps the record": _("The owner of the record cannot take the place of another player."),
        "saw hands": _("An account that has seen other hands of this game cannot sit down at it while it can go on."),
        "table saw hands": _(
            "Somebody at this table has seen other hands, so nobody else can sit down or write while the game can go "
            "on. If you want to play yourself, start a new game and choose your seat there."
        ),
        "fixed": _(
            "This game began before the law of seats and breaks it. Its seats, owner and release stay as they are until it is closed."
        ),
        "final": _(
            "This game was closed for good: other hands of it were opened. From each of its steps you can go on in a line (What if)."
        ),
    }.get(error.code, _("The law of seats forbids this."))


def not_final() -> str:
    """Return the question before somebody who sat at a game sees more of it."""
    return _("You played in this game, and it can still go on. Once you see other hands it cannot be continued.")


def changes() -> dict[str, str]:
    """Return the trail's text about each change: of a seat, the owner, the release, or the game's state."""
    return {
        "sits": _("sits down"),
        "leaves": _("gives up the seat"),
        "called free": _("seat called free"),
        "given": _("new owner"),
        "opened": _("release changed"),
        "closed": _("closed"),
        "reopened": _("reopened"),
        "final": _("closed for good"),
    }
