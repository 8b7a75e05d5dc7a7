"""The information that an event gave, as a sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.faces import UNKNOWN, Face, Some, known
from records.core.secret import ALL, Secret
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence
from records.core.table import HAND
from records.knowledge.why.masking import faces_of, hint_of, placed, tells

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.viewers import Viewer
    from records.knowledge.tracking.call_log import Call

_OWN: Mapping[str, str] = {
    "lay": N_("%(seat)s laid it here: %(cards)s."),
    "deal": N_("It was dealt here: %(cards)s."),
    "turn": N_("It was shown here: %(cards)s."),
    "show": N_("It was shown here: %(cards)s."),
    "mix": N_("It was seen as the cards changed places: %(cards)s."),
    "look": N_("It was looked through: %(cards)s."),
}
"""Of the place itself, where its cards were seen."""
_OTHER: Mapping[str, str] = {
    "take": N_("%(seat)s drew %(cards)s."),
    "pull": N_("%(seat)s took %(cards)s out of a pile."),
    "lay": N_("%(seat)s laid %(cards)s elsewhere."),
    "deal": N_("Dealt elsewhere: %(cards)s."),
    "drop": N_("Openly from the hand of %(seat)s: %(cards)s."),
    "turn": N_("Seen elsewhere: %(cards)s."),
    "mix": N_("Seen among cards that changed places: %(cards)s."),
    "mill": N_("Openly from a pile: %(cards)s."),
    "bury": N_("%(seat)s put %(cards)s back into a pile."),
    "split": N_("Seen as a pile was parted: %(cards)s."),
    "look": N_("Seen as a pile was looked through: %(cards)s."),
    "show": N_("Seen elsewhere: %(cards)s."),
}
_SEAT: Mapping[str, int] = {"take": 1, "pull": 1, "lay": 0, "drop": 0, "bury": 0}
_PLACES: Mapping[str, tuple[int, ...]] = {"lay": (2,), "deal": (2,), "turn": (0,), "show": (0,), "mix": (2,), "look": (0,)}
"""Where a method names the places that it is about."""
_ALLOWED, _RULED_OUT = N_("By the rules it is one of these: %(cards)s."), N_("By the rules it is none of these: %(cards)s.")
_HELD_NONE, _HELD_SOME = (
    N_("The hand of %(seat)s held none of these: %(cards)s."),
    N_("The hand of %(seat)s held %(n)s or more of these: %(cards)s."),
)
_HELD_FEW = N_("The hand of %(seat)s held %(n)s or fewer of these: %(cards)s.")
_LAY_NONE, _LAY_SOME = N_("A pile held none of these: %(cards)s."), N_("A pile held %(n)s or more of these: %(cards)s.")
_LAY_FEW = N_("A pile held %(n)s or fewer of these: %(cards)s.")
_SUM = N_("The hand of %(seat)s counted less than %(n)s.")
_SHOWN_HAND = N_("The hand of %(seat)s was seen to hold %(cards)s.")
_LAID_OUT = N_("The position was laid out like this.")
_EVERYBODY = N_("Everybody saw it here: %(cards)s.")


def described(calls: Sequence[Call], place: str, viewer: Viewer) -> Sentence:
    """Return what the calls of one event told of ``place``: what it told of the place itself, else what it told elsewhere."""
    telling = [call for call in calls if tells(call)]
    own = [call for call in telling if tells_of(call, place)]
    return _one((own or telling)[0], place, viewer)


def tells_of(call: Call, place: str) -> bool:
    """Whether a call names the place that it is about."""
    if call.method == "reset":
        return bool(call.version) and any(
            at == place and (part.hint != UNKNOWN or any(face != UNKNOWN for face in part.faces)) for at, part in placed(call.args[0])
        )
    return any(
        place == call.args[at] or place in call.args[at] for at in _PLACES.get(call.method, ()) if isinstance(call.args[at], str | tuple)
    )


def _one(call: Call, place: str, viewer: Viewer) -> Sentence:
    if call.method == "reset":
        return Sentence(_LAID_OUT)
    if call.method == "tell":
        return _said(call)
    if call.method == "tell_sum":
        return Sentence(_SUM, {"seat": SeatRef(call.args[0]), "n": call.args[1]})
    seen = tuple(str(face) for face in faces_of(call) if known(face))
    if not seen:
        return _ruled(_meant(call))
    args: dict[str, Arg] = {"cards": tuple(map(CardRef, seen))}
    if call.method in _SEAT:
        args["seat"] = SeatRef(call.args[_SEAT[call.method]])
    if call.method == "show" and str(call.args[0]).startswith(HAND):
        return Sentence(_SHOWN_HAND, {**args, "seat": SeatRef(call.args[0][len(HAND) :])})
    if not tells_of(call, place):
        return Sentence(_OTHER[call.method], args)
    return Sentence(
        _EVERYBODY if call.method == "turn" and _open(call) and viewer not in call.args[1].known_to else _OWN[call.method], args
    )


def _open(call: Call) -> bool:
    return isinstance(call.args[1], Secret) and call.args[1].known_to == ALL


def _meant(call: Call) -> Face:
    return next((face for face in faces_of(call) if face != "?"), hint_of(call))


def _ruled(face: Face) -> Sentence:
    if isinstance(face, Some) and face.none_of:
        return Sentence(_RULED_OUT, {"cards": tuple(map(CardRef, face.none_of))})
    cards = face.among if isinstance(face, Some) else (face,)
    return Sentence(_ALLOWED, {"cards": tuple(map(CardRef, cards))})


def _said(call: Call) -> Sentence:
    place, of, *numbers = call.args
    least = numbers[0] if numbers else 0
    most = numbers[1] if len(numbers) > 1 else None
    hand = str(place).startswith(HAND)
    args: dict[str, Arg] = {"cards": tuple(map(CardRef, of)), "n": least}
    if hand:
        args["seat"] = SeatRef(place[len(HAND) :])
    if most is None or least:
        return Sentence(_HELD_SOME if hand else _LAY_SOME, args)
    if most:
        return Sentence(_HELD_FEW if hand else _LAY_FEW, {**args, "n": most})
    return Sentence(_HELD_NONE if hand else _LAY_NONE, args)
