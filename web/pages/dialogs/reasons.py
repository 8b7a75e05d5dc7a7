"""The reasons page: the events that narrowed what a place can hold, each with what would also be possible without it."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records.core.ids import SeatKey
from records.core.table import HAND
from records.core.viewers import viewer_key
from records.errors import Contradiction
from web.looking import look_at
from web.pages.board.board import Board
from web.problems import Refused
from web.words.texts import _, listing, number
from web.words.wording import say, title_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from markupsafe import Markup

    from records.core.viewers import Caller
    from records.service import GameBook, RecordView

MOST_NAMED = 8
"""A line names up to this many cards; for more it gives their number."""


class ReasonLine(msgspec.Struct, frozen=True):
    """One event that gave information."""

    step: int
    """Its number, as the arrows count."""
    words: Markup
    without: str
    """Cards that could also be there without its information; "" for none."""
    address: str
    """Of its step."""


class WhyPage(msgspec.Struct, frozen=True, kw_only=True):
    """What the template takes."""

    title: str
    step: int
    """Number of the step at which it is asked, as the arrows count."""
    lines: tuple[ReasonLine, ...]
    known: bool
    """False: it could not be worked out."""
    exact: bool
    complete: bool
    """False: some of the lines may not be needed."""
    table: str


def why_page(book: GameBook, caller: Caller, record: str, place: str, asked: Mapping[str, str]) -> WhyPage:
    """Return why a slot, a deck or a hand that is not the viewer's can hold what it can, at step ``at`` for viewer ``as``.

    Raises Refused (404 for a record, a step or a place that is not there or not asked about), and NotYours.
    """
    view, at = look_at(book, caller, record, asked)
    if view.other_cards:
        reason = _("This record was made with cards that are not known here, so nothing can be worked out from them.")
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, reason, ("path", "record"))
    path = url_for("pages.replay", record=view.header.record)
    title = _title(view, at, path, place)
    moment, count = f"as={viewer_key(view.viewer)}", view.timeline.step_number
    try:
        why = view.why(at, place)
    except Contradiction:
        return WhyPage(title=title, step=count(at), lines=(), known=False, exact=False, complete=True, table=f"{path}?at={at}&{moment}")
    lines = tuple(
        ReasonLine(
            count(reason.version),
            say(reason.sentence, view.names, view.faces),
            _without(view, reason.without, reason.unsure),
            f"{path}?at={reason.version}&{moment}",
        )
        for reason in why.reasons
    )
    return WhyPage(
        title=title, step=count(at), lines=lines, known=True, exact=why.exact, complete=why.complete, table=f"{path}?at={at}&{moment}"
    )


def _title(view: RecordView, at: int, path: str, place: str) -> str:
    """Return how the place is called; raises Refused (404) for one of which nothing can be asked."""
    table = view.position(at).table
    board = Board(view, at, path)
    for slot, lying in table.slots.items():
        if slot == place:
            cards = board.pile(lying.pile).cards
            card = next(found.card for found in cards if found.card.slot == place and not found.card.fell)
            return card.label.removesuffix(f": {card.words}")
    theirs = place.startswith(HAND) and SeatKey(place.removeprefix(HAND)) in view.knowledge(at).hands
    found = board.place(place) if theirs or place in table.decks else None
    if found is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no such place on the table at this step."), ("path", "place"))
    return found.whose


def _without(view: RecordView, more: Sequence[str], unsure: Sequence[str]) -> str:
    told = []
    if more:
        told.append(_("without it also: %(cards)s", cards=_cards(view, more)))
    if unsure:
        told.append(_("without it not certain: %(cards)s", cards=_cards(view, unsure)))
    return "; ".join(told)


def _cards(view: RecordView, names: Sequence[str]) -> str:
    titles = list(dict.fromkeys(title_of(name, view.faces) for name in names))
    if len(titles) > MOST_NAMED:
        return _("%(n)s different cards", n=number(len(titles)))
    return listing(titles)
