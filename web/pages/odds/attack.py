"""What an attack would destroy, in rows: as a seat could work it out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.errors import MalformedCommand
from records.service.views.odds import STRONGEST, ways_to_attack
from web.pages.odds.rows import OddsRow, chance_row, place_named
from web.queries import read_choice, read_number
from web.words.texts import _, number, percent

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.assault import Assault
    from records.knowledge.odds.attack import AttackOdds
    from records.service import RecordView

USUAL = 5
"""The strength that is assumed when none is asked for and no fight is under way."""


class AttackPart(msgspec.Struct, frozen=True, kw_only=True):
    """The odds of one attack, and what may be asked instead."""

    strength: int
    strongest: int
    ways: tuple[tuple[str, str, bool], ...]
    """Name, words, and whether it is the one that is computed."""
    rows: tuple[OddsRow, ...]
    """None before it is asked."""
    remark: str
    """How good they are, "" where they are exact."""


def attack_part(view: RecordView, at: int, asked: Mapping[str, str]) -> AttackPart | None:
    """Return the odds of an attack of ``strength``, in the ``way`` that is asked; without a strength only what may be asked.

    It can take half a second, so it is not computed unasked. None where nobody can attack anything.

    Raises Refused (422 for a strength or a way that cannot be).
    """
    wished = read_number("strength", asked["strength"]) if "strength" in asked else None
    try:
        ways = ways_to_attack(view.seen, at)
    except MalformedCommand:
        return None
    piles = view.position(at).table.piles
    able = {way.name: way for way in ways if any(piles.get(pile) for pile in way.piles)}
    if not able:
        return None
    fight = view.fight(at)
    strength = min(wished if wished is not None else fight.strength if fight else USUAL, STRONGEST)
    name = read_choice("way", asked["way"], tuple(able)) if "way" in asked else next(iter(able))
    odds = None if wished is None else view.odds(at, strength, way=name)
    return AttackPart(
        strength=strength,
        strongest=STRONGEST,
        ways=tuple((way.name, _(way.title), way.name == name) for way in able.values()),
        rows=() if odds is None else tuple(_rows(view, odds)),
        remark="" if odds is None or odds.how == "exact" else _how(odds),
    )


def _rows(view: RecordView, odds: AttackOdds) -> Iterator[OddsRow]:
    about = odds.how != "exact"
    for fallen, chance in sorted(odds.destroys.items()):
        yield chance_row(_fallen(view, odds.assault, fallen), chance, about=about)
    if odds.decides:
        yield chance_row(
            _("the last card of it falls: %(place)s", place=place_named(view, odds.assault.ends or "")), odds.decides, about=about
        )
    if odds.blocked:
        yield chance_row(_("not counted above: the hand holds a card against it"), odds.blocked, about=about)


def _fallen(view: RecordView, assault: Assault, fallen: tuple[int, ...]) -> str:
    told = [
        _("%(place)s: %(n)s", place=place_named(view, pile, short=True), n=number(count))
        for pile, count in zip(assault.piles, fallen, strict=True)
        if count
    ]
    return ", ".join(told) or _("nothing falls")


def _how(odds: AttackOdds) -> str:
    if odds.how == "estimate":
        return _("≈ is an estimate from samples, with a standard error of at most %(error)s.", error=percent(odds.error))
    return _("≈ is an approximation whose error is not known.")
