"""Describes a card in words, for readers who do not see the drawing: place, face, figures, who knows it, its part in the fight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.core.ids import SeatKey
from web.pages.board.cards import CardState
from web.words.phrases import SOFT_HYPHEN
from web.words.texts import _, listing, number, translated
from web.words.wording import seat_name, title_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.board import CardFace, PlaceName
    from records.core.viewers import Viewer
    from web.pages.board.cards import Print


class CardKnowledge(msgspec.Struct, frozen=True, kw_only=True):
    """What can be said about who knows a card."""

    lies: CardState
    to_viewer: bool
    """The viewer sits on a seat."""
    to_all: bool
    others: tuple[str, ...]
    """Names of the other side that were shown it."""
    hint: tuple[str, ...]
    """Cards that it is not."""


def place_title(place: str, name: PlaceName, viewer: Viewer, names: Mapping[SeatKey, str]) -> str:
    """Return how a place is called for its viewer: ``Your hand``, ``Hand of Ben``, ``Draw pile``."""
    owner = SeatKey(place.partition(":")[2])
    if not owner or not name.theirs:
        return _(name.title)
    return _(name.yours) if owner == viewer else translated(name.theirs) % {"seat": seat_name(owner, names)}


def in_cell(words: str, name: PlaceName) -> str:
    """Return what a place is called with the cell that tells it from others of its name."""
    return _("%(place)s (%(cell)s)", place=words, cell=name.cell) if name.cell else words


def card_place(words: str, name: PlaceName, nth: int) -> str:
    """Return where a card lies: in a place that is one of several cells alone, else as the ``nth`` from the top."""
    return in_cell(words, name) if name.cell else _("%(place)s, card %(n)s", place=words, n=number(nth))


def card_words(
    prints: Sequence[Print],
    told: CardKnowledge,
    faces: Mapping[str, CardFace],
    *,
    now: bool,
    fell: bool,
    times: int,
    candidates: Sequence[str],
) -> str:
    """Return a card in words, its place apart."""
    said = [_face(prints, told, faces, times, candidates)]
    if told.lies is CardState.KNOWN:
        said.append(_known(told))
    if told.others:
        said.append(_("known to %(names)s", names=listing(told.others)))
    if now:
        said.append(_("in the fight now"))
    if fell:
        said.append(_("fallen"))
    return "; ".join(said)


def _face(prints: Sequence[Print], told: CardKnowledge, faces: Mapping[str, CardFace], times: int, candidates: Sequence[str]) -> str:
    if told.lies is CardState.DOWN:
        return _("face down, not known, %(hint)s", hint=no_card(told.hint, faces)) if told.hint else _("face down, not known")
    if told.lies is CardState.AMONG:
        return _("face down, one of %(n)s cards", n=len(candidates))
    named = [spoken(shown) for shown in prints]
    if told.lies is CardState.ONE_OF:
        return _("face down, %(one)s or %(other)s", one=named[0], other=named[1])
    told_of = f"{named[0]}, {prints[0].told}" if prints[0].told else named[0]
    return _("%(n)s times %(card)s", n=times, card=told_of) if times > 1 else told_of


def _known(told: CardKnowledge) -> str:
    if told.to_viewer:
        return _("face down, known to you")
    return _("face down, known to all") if told.to_all else _("face down")


def no_card(names: Sequence[str], faces: Mapping[str, CardFace]) -> str:
    """Return in words what a card is not: all cards of a sort by the sort, ``no number card``, others one by one."""
    found = [faces[name] for name in names if name in faces]
    kinds = {face.kind for face in found}
    if len(found) == len(names) and len(kinds) == 1 and {face.name for face in faces.values() if face.kind in kinds} == set(names):
        return _("no %(sort)s", sort=_(found[0].sort))
    return _("none of %(cards)s", cards=listing([title_of(name, faces) for name in names]))


def spoken(print: Print) -> str:  # noqa: A002 -- the card's print
    """Return a card's title without its soft hyphens."""
    return print.name.replace(SOFT_HYPHEN, "")
