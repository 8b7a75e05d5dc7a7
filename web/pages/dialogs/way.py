"""The way of a card on its dialog: the steps at which it was drawn, first known, played and went away, each a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.sentences import N_
from records.core.table import HAND
from records.core.viewers import viewer_key
from web.pages.board.places import hand_title, place_title
from web.queries import HINDSIGHT
from web.words.texts import _
from web.words.wording import say_plainly

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.projections.journey import Station, StationKind
    from records.service import RecordView

WORDS: Mapping[StationKind, str] = {
    "known": N_("Known"),
    "drawn": N_("Taken into the hand"),
    "played": N_("Played"),
    "laid": N_("Laid down"),
    "turned": N_("Turned up"),
    "moved": N_("Moved"),
    "left": N_("Gone"),
}
"""Message ids."""


class WayStop(msgspec.Struct, frozen=True):
    """A step of a card's way."""

    step: int
    """Its number, as the arrows count."""
    what: str
    place: str
    """Its place from then on, "" if unknown."""
    says: str
    """The sentence of the step."""
    address: str
    here: bool
    """Whether it is the step from which the dialog was opened."""
    first: bool
    """Whether nothing was known of the card before."""


def way_of(view: RecordView, at: int, *, card: str, slot: str, hindsight: bool) -> tuple[WayStop, ...]:
    """Return the way of a card up to step ``at``, in hindsight to the end: what ``view``'s own log shows of it.

    By ``slot`` while it lies in a pile, and by its name before it came there; for equal cards only the slot's way is certain.
    """
    end = view.steps if hindsight else at
    named = view.journey(card=card, at=end) if card else ()
    lying = view.journey(slot=slot, at=end) if slot else ()
    stations = _joined(named, lying) if lying else named
    told = {step.version: step for step in view.timeline.told}
    path, behind = url_for("pages.replay", record=view.header.record), HINDSIGHT if hindsight else ""
    return tuple(
        WayStop(
            step=view.timeline.step_number(station.version),
            what=_(WORDS[station.kind]),
            place=_place(view, station.place),
            says=say_plainly(told[station.version].lines[0], view.names, view.faces)
            if station.version in told and told[station.version].lines
            else "",
            address=f"{path}?at={station.version}&as={viewer_key(view.viewer)}{behind}",
            here=station.version == at,
            first=bool(card) and named[:1] == (station,),
        )
        for station in stations
    )


def _joined(named: tuple[Station, ...], lying: tuple[Station, ...]) -> tuple[Station, ...]:
    """Return the way of the slot, with what its card's name adds: in the slot's time where it is the same step, else before it came there.

    Of equal cards the name tells the ways of all; then nothing but the slot's way is this card's.
    """
    begin, end = lying[0].version, lying[-1].version
    drawn = [station for station in named if station.version < begin]
    equal = len([station for station in drawn if station.kind in {"drawn", "known"}]) > 1 or any(station.version > end for station in named)
    there = {station.version: station for station in named if begin <= station.version <= end}
    during = [there.get(station.version, station) for station in lying]
    return tuple(during if equal else [*drawn, *during])


def _place(view: RecordView, place: str) -> str:
    if not place:
        return ""
    return hand_title(view, place.removeprefix(HAND)) if place.startswith(HAND) else place_title(view, place)
