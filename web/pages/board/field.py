"""Cards that lie face to face as values for a board: dice, the stack of effects, what goes on. It knows no game."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from web.words.texts import _, tag
from web.words.wording import say, seat_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from markupsafe import Markup

    from records.core.board import DiceRoll, Field, StackedEffect
    from records.core.ids import SeatKey
    from records.service import RecordView
    from web.pages.board.cards import DrawnCard
    from web.pages.board.enemy import DrawOpen


class DiceOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """Dice before a seat."""

    words: str
    """All of them for screen readers."""
    dice: tuple[tuple[int, bool], ...]
    """Pips, and whether it is used up."""


class EffectOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """An effect of the stack."""

    seat: SeatKey
    name: str
    card: DrawnCard
    title: str
    text: str
    """"" where the card is not known."""
    state: str
    now: bool


class FieldOnTable(msgspec.Struct, frozen=True, kw_only=True):
    """What the macros of ``macros/field.html`` take."""

    dice: Mapping[SeatKey, DiceOnTable]
    stack: tuple[EffectOnTable, ...]
    lines: tuple[Markup, ...]


def field_on_table(view: RecordView, field: Field, draw: DrawOpen) -> FieldOnTable:
    """Return it in the reader's words."""
    return FieldOnTable(
        dice={roll.seat: _dice(roll, view) for roll in field.dice},
        stack=tuple(_effect(effect, view, draw) for effect in field.stack),
        lines=tuple(say(line, view.names, view.faces) for line in field.lines),
    )


def _dice(roll: DiceRoll, view: RecordView) -> DiceOnTable:
    shown = ", ".join(_("%(n)s, used", n=pips) if used else str(pips) for pips, used in roll.dice)
    words = _("%(title)s of %(name)s: %(dice)s", title=_(roll.title), name=seat_name(roll.seat, view.names), dice=shown)
    return DiceOnTable(words=words, dice=roll.dice)


def _effect(effect: StackedEffect, view: RecordView, draw: DrawOpen) -> EffectOnTable:
    card = draw(effect.card, _("Stack of effects"), small=True)
    return EffectOnTable(
        seat=effect.seat,
        name=seat_name(effect.seat, view.names),
        card=card,
        title=card.shows[0].name if card.shows else _("face-down card"),
        text=effect.text.get(tag()) or effect.text.get("en", ""),
        state=_(effect.state),
        now=effect.now,
    )
