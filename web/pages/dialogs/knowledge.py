"""Lists of what a viewer could know, for a dialog: what a hidden card can be, what a hand or a deck can hold, and how likely each is.

Every list bears its assumption, and says whether its figures are exact. Made on demand: none of it is in the page of a step.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from records.core.faces import known
from records.core.ids import DeckId, SeatKey, SlotId
from records.core.table import HAND
from records.service.pieces import CountedDict
from web.pages.board import cards
from web.pages.board.cache import cached_for
from web.pages.board.cards import DrawnCard
from web.pages.board.labels import spoken
from web.pages.board.prints import print_of
from web.pages.board.seat_colors import percent as length
from web.words.texts import _, ngettext, number, percent, tag
from web.words.wording import title_of, told_apart

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from records.core.faces import Face
    from records.knowledge.answers import Chances, DeckChances, HandChances
    from records.service import RecordView


class CandidateRow(msgspec.Struct, frozen=True, kw_only=True):
    """One card of a list."""

    card: DrawnCard
    """Its picture."""
    title: str
    note: str = ""
    """How many, in words."""
    chance: str = ""
    """In percent; "" in a list without odds."""
    bar: str = ""
    """The chance as an SVG length, ``77.8%``."""
    address: str = ""
    """Of the card's own dialog."""


class CardList(msgspec.Struct, frozen=True, kw_only=True):
    """Cards with a text about each."""

    title: str
    rows: tuple[CandidateRow, ...]
    head: str = ""
    """What the chances are of."""
    lead: str = ""
    remarks: tuple[str, ...] = ()
    """Assumption, and whether the figures are exact."""


def slot_list(view: RecordView, at: int, slot: SlotId, *, hindsight: bool = False) -> CardList | None:
    """Return what the card in a slot can be; None if it is certain."""
    chances = view.knowledge(at, hindsight=hindsight).slots[slot]
    if chances.certain is not None:
        return None
    return CardList(
        title=_("What it can be"),
        head=_("Chance"),
        lead=ngettext("%(n)s card can lie here.", "%(n)s different cards can lie here.", len(chances.of), n=number(len(chances.of))),
        rows=_by_chance(view, chances),
        remarks=_remarks(exact=chances.exact),
    )


def certain(view: RecordView, at: int, slot: SlotId, *, hindsight: bool = False) -> str:
    """Return the one card that lies in a slot, "" if it can be several."""
    return view.knowledge(at, hindsight=hindsight).slots[slot].certain or ""


def place_list(view: RecordView, at: int, place: str, *, hindsight: bool = False) -> CardList | None:
    """Return the possible content of a place that is not open: another's hand, or a deck. None for every other place."""
    table = view.position(at).table
    if place.startswith(HAND):
        hand = view.knowledge(at, hindsight=hindsight).hands.get(SeatKey(place.removeprefix(HAND)))
        return _hand(view, hand) if hand is not None and hand.count else None
    if place in table.decks:
        deck = view.knowledge(at, hindsight=hindsight).decks.get(DeckId(place))
        return _deck(view, deck) if deck is not None and deck.count else None
    return None


def sorted_list(view: RecordView, faces: Iterable[Face]) -> CardList:
    """Return open cards in the order of the catalogue, equal ones once with their number."""
    times = Counter(str(face) for face in faces if known(face))
    return CardList(title=_("Sorted"), rows=tuple(_row(view, name, note=_count(times[name])) for name in _in_order(view, times)))


def _hand(view: RecordView, hand: HandChances) -> CardList:
    most = max(hand.holds.values(), default=Fraction(0))
    rows = [_row(view, name, note=_held(hand, name), chance=hand.holds[name], most=most) for name in _in_order(view, hand.most, hand.holds)]
    return CardList(
        title=_("What the hand can hold"),
        head=_("Chance that one is there"),
        rows=tuple(rows),
        remarks=_remarks(exact=hand.exact),
    )


def _held(hand: HandChances, name: str) -> str:
    least, most = hand.least.get(name, 0), hand.most[name]
    if least == most:
        return _("certainly %(n)s", n=number(most))
    if least:
        return _("%(least)s to %(most)s", least=number(least), most=number(most))
    return _("at most %(n)s", n=number(most))


def _deck(view: RecordView, deck: DeckChances) -> CardList:
    most = max(deck.top.of.values(), default=Fraction(0))
    rows = [
        _row(view, name, note=_("at most %(n)s", n=number(deck.most[name])), chance=deck.top.of.get(name, Fraction(0)), most=most)
        for name in _in_order(view, deck.most)
    ]
    return CardList(
        title=_("What it can hold"),
        head=_("Chance to be the next card"),
        rows=tuple(rows),
        remarks=_remarks(exact=deck.exact),
    )


def _by_chance(view: RecordView, chances: Chances) -> tuple[CandidateRow, ...]:
    most = max(chances.of.values(), default=Fraction(0))
    return tuple(_row(view, name, chance=chances.of[name], most=most) for name in _in_order(view, chances.of, chances.of))


def _in_order(view: RecordView, names: Iterable[str], chances: Mapping[str, Fraction] | None = None) -> list[str]:
    """Return cards, the likeliest first where chances are given, else in the order of their catalogue; what it does not have last."""
    rank = {name: nth for nth, name in enumerate(view.faces)}
    return sorted(names, key=lambda name: (-chances[name] if chances else 0, rank.get(name, len(rank)), name))


def _row(view: RecordView, name: str, *, note: str = "", chance: Fraction | None = None, most: Fraction = Fraction(1)) -> CandidateRow:
    """Return a card with its chance; the bar of the likeliest, ``most``, is the longest, so that chances can be compared."""
    shown = print_of(view.faces.get(name), name, tag())
    title = _titles(view)[name] if name in view.faces else spoken(shown)
    return CandidateRow(
        card=DrawnCard(label=title, face=cards.CardState.UP, shows=(shown,), small=True),
        title=title,
        note=note,
        chance="" if chance is None else percent(float(chance)),
        bar="" if chance is None else length(float(chance), float(most)),
        address=name if name in view.faces else "",
    )


class _Titles(CountedDict[str, str]):
    """Titles of a log's cards by name, those apart that share one."""


def _titles(view: RecordView) -> dict[str, str]:
    titles = cached_for(view, _Titles)
    if not titles:
        for name, title in told_apart({name: title_of(name, view.faces) for name in view.faces}, view.faces).items():
            titles.put(name, title)
    return titles


def _count(times: int) -> str:
    return _("%(n)s\u00d7", n=number(times)) if times > 1 else ""


def _remarks(*, exact: bool) -> tuple[str, ...]:
    return (
        _("This is true for any way of playing; the chances count every card that left a hand by choice as picked blind."),
        _("Exact, by counting.")
        if exact
        else _("An approximation: nothing that is possible is missing, but some of it may be impossible."),
    )
