"""What a player answers to an effect; each has one decision event and the other way round."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias, assert_never

from records.core.faces import UNKNOWN, Face, face_key, known
from records.core.ids import SeatKey, SlotId
from records.core.position import Command
from records.core.shared import Asked
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastlePosition


class Recover(Command, frozen=True, kw_only=True, tag="recover"):
    """Take a card of the discard pile into the hand."""

    answers: str
    seat: SeatKey
    card: Face


class ChoosePermanents(Command, frozen=True, kw_only=True, tag="choose-permanents"):
    """Say which permanent cards of the opponent are destroyed."""

    answers: str
    seat: SeatKey
    slots: tuple[SlotId, ...]


EffectCommand: TypeAlias = Recover | ChoosePermanents


def effect_command_of(event: ee.CardRecovered | ee.PermanentChosen) -> EffectCommand:
    """Return the command that a decision of an effect records."""
    match event:
        case ee.CardRecovered():
            return Recover(answers=event.answers, seat=event.seat, card=event.card)
        case ee.PermanentChosen():
            return ChoosePermanents(answers=event.answers, seat=event.seat, slots=event.slots)
        case _:
            assert_never(event)


def effect_choices(position: CastlePosition, asked: Asked) -> Iterator[EffectCommand]:
    """Yield every answer to a question of an effect: each card of the discard pile once, each set of displayed cards.

    ``?`` stands for all cards of the pile that nobody noted.
    """
    if asked.what == "recover":
        for card in sorted({face if known(face) else UNKNOWN for face in position.table.zones.get(ev.DISCARD, ())}, key=face_key):
            yield Recover(answers=asked.id, seat=asked.seat, card=card)
    elif asked.what == "permanent":
        lying = position.table.piles.get(ev.display(position.state.other(asked.seat)), ())
        for slots in combinations(lying, asked.most):
            yield ChoosePermanents(answers=asked.id, seat=asked.seat, slots=slots)
