"""``kiebitz why``: how VIEWER knows a card at a step, or what it can still be, and which events told it."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

import click

from records.core.ids import DeckId, SeatKey, SlotId
from records.core.sentences import N_
from records.core.table import HAND
from web.cli.completion import with_record
from web.cli.languages import with_language
from web.cli.output import plain, print_json, with_json
from web.cli.places import StoreChoice, with_store
from web.cli.steps import NamedStep, number_of, version_at, with_at
from web.cli.viewers import with_viewer
from web.schemas.base import Looked
from web.schemas.why import WhySchema
from web.words.phrases import Locale, Printed, Words, say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.knowledge.why.explain import Why
    from records.service import RecordView

_CAN, _MUST, _NOTHING = (
    N_("It can hold: %(cards)s."),
    N_("It holds for certain: %(cards)s."),
    N_("Nothing that was said or shown narrows it down."),
)
_WITHOUT, _UNSURE = N_("otherwise also: %(cards)s"), N_("otherwise not certain: %(cards)s")
_LOOSE = N_("Some of these may be impossible.")
_UNTRIED = N_("Not everything could be tried out: some of these events may not be needed.")
_CAN_LATER, _MUST_LATER = N_("In hindsight it could hold: %(cards)s."), N_("In hindsight it held for certain: %(cards)s.")


class Later(NamedTuple):
    """What a place could hold, as is known by the end of the record."""

    candidates: tuple[str, ...]
    certain: tuple[str, ...]
    """A card as often as it must be there."""
    exact: bool


@click.command()
@with_store
@with_viewer
@with_language
@with_at()
@click.option(
    "--slot", "where", metavar="PLACE", required=True, help="A slot (s31), a hand that is not VIEWER's (hand:B), or a deck (draw)."
)
@click.option("--hindsight", is_flag=True, help="Also show what VIEWER knows about it by the end of the record.")
@with_json
@with_record
@click.pass_obj
def why(  # noqa: PLR0917 -- one parameter for each option
    place: StoreChoice, record: str, viewer: str, at: NamedStep | None, where: str, locale: Locale, *, hindsight: bool, as_json: bool
) -> None:
    """Tell what a place can hold for VIEWER, and the events without which it could hold more."""
    with place.open() as book:
        view = book.record(book.keeper, book.records.resolve(book.keeper, record), viewer)
        step = version_at(view, at)
        found = view.why(step, where)
        later = _by_the_end(view, step, where) if hindsight else None
    locale = Printed(locale, view.faces)
    if as_json:
        print_json(
            WhySchema.data(Looked(view, found, step), Words(locale, view.names)) | ({} if later is None else {"hindsight": later._asdict()})
        )
    else:
        click.echo("\n".join(map(plain, [*_lines(view, found, locale), *([] if later is None else _later_lines(later, locale))])))


def _lines(view: RecordView, found: Why, locale: Locale) -> Iterator[str]:
    if found.certain:
        yield locale.translated(_MUST) % {"cards": _listed(found.certain, locale)}
    if set(found.candidates) != set(found.certain):
        yield locale.translated(_CAN) % {"cards": _listed(found.candidates, locale)}
    if not found.exact:
        yield locale.translated(_LOOSE)
    if not found.reasons:
        yield locale.translated(_NOTHING)
    if found.reasons and not found.complete:
        yield locale.translated(_UNTRIED)
    width = len(str(len(view.timeline.told)))
    for reason in found.reasons:
        asides = [
            locale.translated(text) % {"cards": _listed(cards, locale)}
            for text, cards in ((_WITHOUT, reason.without), (_UNSURE, reason.unsure))
            if cards
        ]
        aside = f" ({'; '.join(asides)})" if asides else ""
        yield f"{number_of(view, reason.version):>{width}}  {say_plainly(reason.sentence, view.names, locale)}{aside}"


def _by_the_end(view: RecordView, step: int, where: str) -> Later:
    known = view.knowledge(step, hindsight=True)
    if (slot := SlotId(where)) in known.slots:
        chances = known.slots[slot]
        return Later(chances.candidates, tuple(filter(None, [chances.certain])), chances.exact)
    if where.startswith(HAND):
        hand = known.hands[SeatKey(where.removeprefix(HAND))]
        return Later(tuple(hand.most), tuple(Counter(hand.least).elements()), hand.exact)
    deck = known.decks[DeckId(where)]
    return Later(tuple(deck.most), (), deck.exact)


def _later_lines(later: Later, locale: Locale) -> Iterator[str]:
    if later.certain:
        yield locale.translated(_MUST_LATER) % {"cards": _listed(later.certain, locale)}
    if set(later.candidates) != set(later.certain):
        yield locale.translated(_CAN_LATER) % {"cards": _listed(later.candidates, locale)}
    if not later.exact:
        yield locale.translated(_LOOSE)


def _listed(cards: tuple[str, ...], locale: Locale) -> str:
    return ", ".join(dict.fromkeys(map(locale.card, cards)))
