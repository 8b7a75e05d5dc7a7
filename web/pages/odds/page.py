"""The odds at a step, as one seat could compute them: the next defender of each pile, the next card of each deck.

For whom: the viewer; at the open table the seat to act, through that seat's own door. Made on demand, never in the page of a step.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from records import errors
from records.core.ids import PileId, SeatKey
from records.core.viewers import OPEN, Spectator, viewer_key
from records.service.views.odds import titles_of_sets
from web.looking import check_step, look
from web.pages.board.seat_colors import seat_color
from web.pages.odds.attack import attack_part
from web.pages.odds.forms import draw_part, question_parts, words
from web.pages.odds.rows import OddsRow, chance_row, place_named
from web.queries import read_number, read_query
from web.words.texts import _, number
from web.words.wording import seat_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from werkzeug.datastructures import MultiDict

    from records.core.viewers import Caller
    from records.knowledge.answers import Chances
    from records.service import GameBook, RecordView
    from web.pages.odds.attack import AttackPart
    from web.pages.odds.forms import FormPart

KNOWN = ("at", "as", "strength", "way", "cards", "card", "ask")
"""Parameters of the page, besides those of a game's questions."""
FEW_SETS = 8
"""Up to this many card words have a line each; for more there is a form."""


class OddsPart(msgspec.Struct, frozen=True):
    """Chances that belong together."""

    title: str
    rows: tuple[OddsRow, ...]
    address: str = ""
    """Of the full list."""


class OddsPage(msgspec.Struct, frozen=True, kw_only=True):
    """What the template takes."""

    who: str
    """Name of the seat whose odds they are."""
    color: int | None
    attack: AttackPart | None
    forms: tuple[FormPart, ...]
    parts: tuple[OddsPart, ...]
    remarks: tuple[str, ...]
    table: str
    """Address of the table at this step."""
    path: str
    """Address of this page; the form asks it again."""
    viewer: str
    at: int
    step: int
    """Number of the step after event ``at``, as the arrows count."""


def odds_page(book: GameBook, caller: Caller, record: str, args: MultiDict[str, str]) -> OddsPage:
    """Return the odds at step ``at`` for viewer ``as``, with what is asked besides.

    That is an attack of ``strength`` in one ``way``; that the next ``cards`` hold ``card``; one question of the game to ``ask``, with what
    is said for it.

    Raises Refused (404 for a record or a step that is not there, 422 for what cannot be read or names nobody), and NotYours.
    """
    at = read_number("at", args["at"]) if "at" in args else 0
    shown = look(book, caller, record, args.get("as"))
    check_step(shown, at)
    view = _as_seat_to_act(book, caller, shown, at)
    asked = read_query(args, *KNOWN, *words(view, at))
    attack = attack_part(view, at, asked)
    drawn = draw_part(view, at, asked)
    forms = (*question_parts(view, at, asked), *([drawn] if drawn else []))
    parts, exact = _parts(view, at)
    exact = exact and all(form.exact for form in forms)
    path = url_for("pages.replay", record=view.header.record)
    viewer = viewer_key(shown.viewer)
    sits = not isinstance(view.viewer, Spectator)
    return OddsPage(
        who=seat_name(SeatKey(viewer_key(view.viewer)), view.names)
        if sits
        else _("Spectator")
        if view.viewer is not OPEN
        else _("Open table"),
        color=seat_color(view.header.seats, SeatKey(viewer_key(view.viewer))) if sits else None,
        attack=attack,
        forms=forms,
        parts=parts,
        remarks=_remarks(view, exact=exact) if parts or attack or forms else (),
        table=f"{path}?at={at}&as={viewer}",
        path=f"{path}/odds",
        viewer=viewer,
        at=at,
        step=shown.timeline.step_number(at),
    )


def _as_seat_to_act(book: GameBook, caller: Caller, shown: RecordView, at: int) -> RecordView:
    """Return the record as the seat sees it whose odds are shown: at the open table the seat to act, if the caller may look as it."""
    seat = shown.position(at).state.active
    if shown.viewer is not OPEN or seat is None:
        return shown
    try:
        return book.record(caller, shown.header.record, seat)
    except errors.NotYours:
        return shown


def _parts(view: RecordView, at: int) -> tuple[tuple[OddsPart, ...], bool]:
    """Return the parts, and whether every figure in them is exact."""
    if not view.game.board.faces:
        return (), True
    knowledge, table = view.knowledge(at), view.position(at).table
    parts, exact = [], True
    for pile, worth in _against(view):
        slots = table.piles.get(pile, ())
        chances = knowledge.slots[slots[0]] if slots else None
        if chances is not None and all(card in worth for card in chances.of):
            exact = exact and chances.exact
            parts.append(OddsPart(_("%(place)s: the first card defends", place=place_named(view, pile)), tuple(_at_least(chances, worth))))
    for deck, held in knowledge.decks.items():
        if held.count and held.top.of:
            exact = exact and held.top.exact
            address = f"{url_for('pages.replay', record=view.header.record)}/places/{deck}?at={at}&as={viewer_key(view.viewer)}"
            rows = tuple(_sorts(view, held.top))
            parts += [OddsPart(_("%(place)s: the next card is", place=place_named(view, deck)), rows, address)] if rows else []
    return tuple(parts), exact


def _against(view: RecordView) -> Iterator[tuple[PileId, Mapping[str, int]]]:
    """Yield the piles that others defend, with what each card counts there."""
    worth = view.game.board.worth(view.header) if view.game.board.worth is not None else {}
    for seat in view.header.seats:
        if seat != view.viewer:
            yield from ((PileId(f"{kind}:{seat}"), values) for kind, values in worth.items())


def _at_least(chances: Chances, worth: Mapping[str, int]) -> Iterator[OddsRow]:
    for least in sorted({worth[card] for card in chances.of}):
        chance = sum((part for card, part in chances.of.items() if worth[card] >= least), Fraction(0))
        yield chance_row(_("at least %(n)s", n=number(least)), chance)


def _sorts(view: RecordView, top: Chances) -> Iterator[OddsRow]:
    """Yield the sorts of the catalogue, the likeliest first, then the groups of a hand, then what people ask for by one word.

    What tells nothing is left out: the only sort that there is, and of many words those that divide what the sorts divide already.
    """
    found: dict[str, Fraction] = {}
    for card, chance in top.of.items():
        sort = view.faces[card].sort if card in view.faces else card
        found[sort] = found.get(sort, Fraction(0)) + chance
    for sort, chance in sorted(found.items(), key=lambda entry: -entry[1]) if len(found) > 1 else ():
        yield chance_row(_(sort), chance)
    groups = view.game.odds.groups(view.header) if view.game.odds.groups is not None else ()
    for group in groups:
        if chance := _within(top, group.cards):
            yield chance_row(_(group.title), chance)
    sets = view.game.odds.sets(view.header) if view.game.odds.sets is not None else {}
    titles = titles_of_sets(view.seen)
    told = {frozenset(name for name, face in view.faces.items() if face.sort == sort) for sort in found} | {group.cards for group in groups}
    few = len(sets) <= FEW_SETS
    for word, names in sets.items():
        chance = _within(top, names)
        if frozenset(names) not in told and (few or (len(found) == 1 and 0 < chance < 1)):
            yield chance_row(_("of these: %(word)s", word=_(titles[word])), chance)


def _within(top: Chances, names: Iterable[str]) -> Fraction:
    return sum((top.of.get(name, Fraction(0)) for name in names), Fraction(0))


def _remarks(view: RecordView, *, exact: bool) -> tuple[str, ...]:
    house = any(figure.house for face in view.faces.values() for figure in face.figures if figure.icon)
    return tuple(
        filter(
            None,
            (
                _("Every card that left a hand by choice counts as picked blind."),
                _("Exact, by counting.") if exact else _("Some of it is an approximation."),
                _("House values count as given.") if house else "",
            ),
        )
    )
