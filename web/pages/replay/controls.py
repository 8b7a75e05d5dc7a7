"""Where the step controls lead, by event, turn and round, and what they count."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec

from records.core.sentences import N_
from records.core.viewers import viewer_key
from web.choices import STRIDES, Stride
from web.looking import check_hindsight, check_memory, look, look_at
from web.pages.replay.story import ways_from
from web.problems import Refused
from web.queries import COUNTED, FORGETFUL, HINDSIGHT, read_choice, read_number
from web.words.texts import _, number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from records.core.viewers import Caller
    from records.projections.timeline import Timeline
    from records.service import GameBook, RecordView
    from web.pages.replay.story import StepLinks


class Control(msgspec.Struct, frozen=True):
    """A step control. ``leads``: its address says only when it is followed where it leads."""

    address: str
    leads: bool = False


def controls(ways: StepLinks, by: Stride, to: Callable[[int], str], onward: Callable[[Stride], str]) -> dict[str, Control]:
    """Return the controls by name, with "" as the address of one that leads nowhere; ``on`` and ``back`` lead as far as ``by`` says.

    ``onward`` gives the address that leads on without telling here where: taken where there is a way on and its end is not in ``ways``.
    """

    def back(version: int | None) -> Control:
        return Control("" if version is None else to(version))

    def forth(version: int | None, far: Stride) -> Control:
        if version is None and ways.on is not None:
            return Control(onward(far), leads=True)
        return back(version)

    backwards = {"event": back(ways.back), "turn": back(ways.back_turn), "round": back(ways.back_round)}
    forwards = {"event": forth(ways.on, "event"), "turn": forth(ways.on_turn, "turn"), "round": forth(ways.on_round, "round")}
    return {
        "first": back(ways.first),
        "back-turn": backwards["turn"],
        "back": backwards[by],
        "on": forwards[by],
        "on-turn": forwards["turn"],
        "last": back(ways.last),
        "back-round": backwards["round"],
        "on-round": forwards["round"],
    }


def next_stride(by: Stride) -> Stride:
    """Return the stride that the switch leads to."""
    return STRIDES[(STRIDES.index(by) + 1) % len(STRIDES)]


def onward_address(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str], path: str) -> str:
    """Return the address of the next step, turn or round after step ``at``; of this step at the end.

    Raises Refused for the parameters as the replay page does, and NotYours.
    """
    view, at = look_at(book, caller, record, asked)
    by = read_choice("by", asked.get("by", "event"), STRIDES)
    ways = ways_from(view.timeline, view.steps, at)
    to = {"event": ways.on, "turn": ways.on_turn, "round": ways.on_round}[by]
    return _address(view, path, at if to is None else to, asked)


def counted_address(book: GameBook, caller: Caller, record: str, asked: Mapping[str, str], path: str) -> str:
    """Return the address of a ``step``, or of that at which a ``turn`` or ``round`` begins, by its number; 0 is the start of the record.

    Raises Refused (404 where there is none of this number, 422 for two numbers at once, that of an event included), and NotYours.
    """
    (what, *rest) = [name for name in ("at", *COUNTED) if name in asked][::-1]
    if rest:
        raise Refused(
            HTTPStatus.UNPROCESSABLE_ENTITY, _("Give one number for the step: its own, its turn's or its round's."), ("query", what)
        )
    wanted = read_number(what, asked[what])
    view = look(book, caller, record, asked.get("as"))
    found = _COUNTED_AT[what](view.timeline, wanted)
    if found is None:
        raise Refused(HTTPStatus.NOT_FOUND, _(_NONE[what], n=number(wanted)), ("query", what))
    return _address(view, path, found, asked)


def turn_start(timeline: Timeline, wanted: int) -> int | None:
    """Return the version at which a turn begins, None for a number that no narrated turn has."""
    if not wanted:
        return 0
    return next((turn.told[0].version for turn in timeline.told_turns if turn.number == wanted), None)


def round_start(timeline: Timeline, wanted: int) -> int | None:
    """Return the version at which a round begins, None where there is no such round."""
    if not wanted:
        return 0
    nth = wanted - timeline.first_round
    return timeline.round_starts[nth] if 0 <= nth < len(timeline.round_starts) else None


_NONE = {
    "step": N_("This record has no step %(n)s."),
    "turn": N_("This record has no turn %(n)s."),
    "round": N_("This record has no round %(n)s."),
}
_COUNTED_AT: Mapping[str, Callable[[Timeline, int], int | None]] = {
    "step": lambda timeline, wanted: timeline.version_of(wanted),
    "turn": turn_start,
    "round": round_start,
}


def _address(view: RecordView, path: str, to: int, asked: Mapping[str, str]) -> str:
    forgets = check_memory(view, asked.get("memory"))
    hindsight = check_hindsight(asked.get("knows"), forgets=forgets)
    return f"{path}?at={to}&as={viewer_key(view.viewer)}{FORGETFUL if forgets else HINDSIGHT if hindsight else ''}"
