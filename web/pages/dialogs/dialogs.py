"""The dialogs over the table: one card with all that is known of it, or one place with all its cards."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, NamedTuple

import msgspec
from flask import url_for

from records.core.ids import SlotId, ZoneId
from records.core.viewers import viewer_key
from records.values import replace
from web.looking import check_hindsight, check_memory, look_at
from web.pages.board.board import Board
from web.pages.board.cards import CardState, DrawnCard
from web.pages.board.labels import spoken
from web.pages.board.prints import print_of
from web.pages.dialogs import knowledge
from web.pages.dialogs.way import way_of
from web.problems import Refused
from web.queries import FORGETFUL, HINDSIGHT
from web.suspense import in_suspense
from web.words.texts import _, ngettext, number, tag

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.board import CardFace
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView
    from web.pages.board.values import PlaceOnTable
    from web.pages.dialogs.knowledge import CardList
    from web.pages.dialogs.way import WayStop

MOST_CARDS = 24
"""The most candidates of a closed card that a dialog shows."""


class StatedFigure(NamedTuple):
    """A value of a card with its source."""

    label: str
    number: int
    star: bool
    stated: tuple[str, ...]
    note: str


class CardDialog(msgspec.Struct, frozen=True, kw_only=True):
    """One card, large."""

    card: DrawnCard
    title: str
    sort: str
    text: str
    own_words: bool
    figures: tuple[StatedFigure, ...]
    sources: tuple[tuple[str, str], ...]
    """Codes used on this dialog, and what they stand for."""


class Dialog(msgspec.Struct, frozen=True, kw_only=True):
    """What the template takes."""

    title: str
    table: str
    """Address of the table it lies over."""
    subtitle: str = ""
    remark: str = ""
    """Through which lens, "" for the usual one."""
    cards: tuple[CardDialog, ...] = ()
    place: PlaceOnTable | None = None
    lying: DrawnCard | None = None
    """The card that the dialog is about, as it lies on the table."""
    parts: tuple[str, ...] = ()
    """What was shown of a deck's parts, from top to bottom."""
    lists: tuple[CardList, ...] = ()
    record: str = ""
    """Address of the record; the pages of a list's cards are below it."""
    moment: str = ""
    """Step and viewer as they stand in an address."""
    at: int = 0
    other_time: str = ""
    """Address of the dialog with knowledge at that time, or in hindsight; "" if that is the same."""
    hindsight: bool = False
    way: tuple[WayStop, ...] = ()
    """Where the card was drawn, known, played and where it went, as far as it is shown here."""
    asks: str = ""
    """The place whose content can be explained; "" for none."""

    @property
    def rows(self) -> bool:
        """Whether the cards of the place are listed one by one: not if all of them are equally closed."""
        return self.place is not None and (not self.lists or any(lying.card.shows for lying in self.place.cards))


def card_dialog(book: GameBook, caller: Caller, record: str, names: str, asked: Mapping[str, str]) -> Dialog:
    """Return the dialog of the cards in ``names``, joined by ``+``. What is printed on cards is no secret; where they lie is not told.

    Raises Refused (404 for a card that the record's catalogue does not have).
    """
    view, at = look_at(book, caller, record, asked)
    wanted = names.split("+")
    faces = [view.faces[name] for name in wanted if name in view.faces]
    if len(faces) < len(wanted) or len(set(wanted)) < len(wanted) or len(wanted) > MOST_CARDS:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no such card in the catalogue of this record."), ("path", "names"))
    cards = tuple(_told(face) for face in faces)
    forgets, hindsight = _lens(view, asked)
    return Dialog(
        title=" / ".join(dict.fromkeys(card.title for card in cards)),
        table=_table(view, at) + _behind(forgets=forgets, hindsight=hindsight),
        cards=cards,
        way=() if forgets or len(faces) > 1 else way_of(view, at, card=faces[0].name, slot=asked.get("slot", ""), hindsight=hindsight),
        at=at,
    )


def place_dialog(book: GameBook, caller: Caller, record: str, place: str, asked: Mapping[str, str]) -> Dialog:
    """Return the dialog of a place with all its cards, as far as the viewer knows them.

    Raises Refused (404 for a place that the table does not have at this step).
    """
    view, at = look_at(book, caller, record, asked)
    path = url_for("pages.replay", record=view.header.record)
    forgets = check_memory(view, asked.get("memory"))
    board = Board(view, at, path, forgetful=view.remembered(at) if forgets else None)
    found, parts = board.place(place), board.layers(place, brief=False)
    if found is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no such place on the table at this step."), ("path", "place"))
    counted = ngettext("%(n)s card", "%(n)s cards", found.count, n=number(found.count))
    zone = view.position(at).table.zones.get(ZoneId(place), ())
    thinks = not forgets and not view.other_cards  # the online table's memory does not, nor a reader who does not know the cards
    hindsight = check_hindsight(asked.get("knows"), forgets=forgets)
    thought = knowledge.place_list(view, at, place, hindsight=hindsight) if thinks else None
    lists = (thought, knowledge.sorted_list(view, zone) if len(zone) > 1 else None)
    return Dialog(
        title=found.whose,
        subtitle=_("%(cards)s at step %(at)s", cards=counted, at=number(view.timeline.step_number(at))),
        table=_table(view, at) + _behind(forgets=forgets, hindsight=hindsight),
        remark=_("By the online table's memory.") if forgets else _in_hindsight(hindsight=hindsight),
        other_time=_other_time(f"{path}/places/{place}", _moment(view, at), hindsight=hindsight) if thought is not None else "",
        hindsight=hindsight,
        place=found,
        parts=parts if len(parts) > 1 else (),
        lists=tuple(filter(None, lists)),
        record=path,
        moment=_moment(view, at),
        at=at,
        asks=place if thought is not None else "",
    )


def slot_dialog(book: GameBook, caller: Caller, record: str, slot: str, asked: Mapping[str, str]) -> Dialog:
    """Return the dialog of one card on the table: what it is, or what it can be for its viewer.

    Raises Refused (404 for a slot that the table does not have at this step).
    """
    view, at = look_at(book, caller, record, asked)
    path = url_for("pages.replay", record=view.header.record)
    board = Board(view, at, path)
    lying = view.position(at).table.slots.get(SlotId(slot))
    if lying is None:
        raise Refused(HTTPStatus.NOT_FOUND, _("There is no such place on the table at this step."), ("path", "slot"))
    place = board.pile(lying.pile)
    card = next(found.card for found in place.cards if found.card.slot == slot and not found.card.fell)
    thinks = not view.other_cards
    forgets, hindsight = _lens(view, asked)
    name = knowledge.certain(view, at, SlotId(slot), hindsight=hindsight) if thinks else ""
    found = knowledge.slot_list(view, at, SlotId(slot), hindsight=hindsight) if thinks else None
    return Dialog(
        title=card.label.removesuffix(f": {card.words}"),
        subtitle=_("%(card)s, at step %(at)s", card=card.words, at=number(view.timeline.step_number(at))),
        table=_table(view, at) + _behind(forgets=forgets, hindsight=hindsight),
        remark=_in_hindsight(hindsight=hindsight),
        other_time=_other_time(f"{path}/slots/{slot}", _moment(view, at), hindsight=hindsight) if found is not None or hindsight else "",
        way=() if forgets else way_of(view, at, card=name, slot=slot, hindsight=hindsight),
        hindsight=hindsight,
        lying=None if name in view.faces else replace(card, address="", slot=""),
        cards=(_told(view.faces[name]),) if name in view.faces else (),
        lists=() if found is None else (found,),
        record=path,
        moment=_moment(view, at),
        at=at,
        asks=slot if thinks else "",
    )


def _lens(view: RecordView, asked: Mapping[str, str]) -> tuple[bool, bool]:
    forgets = check_memory(view, asked.get("memory"))
    return forgets, check_hindsight(asked.get("knows"), forgets=forgets)


def _behind(*, forgets: bool, hindsight: bool) -> str:
    return FORGETFUL if forgets else HINDSIGHT if hindsight else ""


def _moment(view: RecordView, at: int) -> str:
    return f"at={at}&as={viewer_key(view.viewer)}"


def _in_hindsight(*, hindsight: bool) -> str:
    return _("In hindsight: with everything shown by the end of the record.") if hindsight else ""


def _other_time(path: str, moment: str, *, hindsight: bool) -> str:
    return "" if in_suspense() else f"{path}?{moment}{'' if hindsight else HINDSIGHT}"


def _table(view: RecordView, at: int) -> str:
    return f"{url_for('pages.replay', record=view.header.record)}?{_moment(view, at)}"


def _told(face: CardFace) -> CardDialog:
    language = tag()
    shown = print_of(face, face.name, language)
    figures = tuple(StatedFigure(_(figure.label), figure.number, figure.star, figure.stated, figure.note) for figure in face.figures)
    codes = dict.fromkeys(code for figure in figures for code in figure.stated)
    title = spoken(shown)
    return CardDialog(
        card=DrawnCard(label=f"{title}, {shown.told}" if shown.told else title, face=CardState.UP, shows=(shown,)),
        title=title,
        sort=_(face.sort),
        text=face.text.get(language) or face.text.get("en", ""),
        own_words=not face.text_stated,
        figures=figures,
        sources=tuple((code, face.sources.get(code, code)) for code in codes),
    )
