"""How well a creature stands in a cell: what it can attack from there, what can attack it, and what it shields."""

from __future__ import annotations

import msgspec

from records.core.ids import PileId, SeatKey, SlotId
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model.places import BACK, FRONT, cell, column, zone

DIRECT, KILL, FACED, THREAT, SHIELD = 8, 5, 1, -6, 6
"""An attack on the opponent; an enemy that would fall, and one that would not; an enemy that would destroy it; a column held shut."""


class Fighter(msgspec.Struct, frozen=True, gc=False):
    """What a creature brings to a cell: attack, and the life it has left."""

    attack: int
    life: int


class Around(msgspec.Struct, frozen=True):
    """The properties of a cell before a creature is there."""

    facing: tuple[Fighter, ...]
    """The enemies that attack who stands there; it attacks the first of them."""
    direct: int
    """The value of attacking the opponent from there, 0 if that is impossible."""
    shields: int
    """What it is worth to hold the column shut."""


def fighter(sight: Sight, slot: SlotId) -> Fighter:
    """Return a creature of the field as it is now."""
    found: Fighter | None = sight.kept.get(slot)
    if found is None:
        found = sight.kept[slot] = Fighter(sight.attack(slot), sight.life(slot) - sight.borne(slot).damage)
    return found


def standing(sight: Sight, seat: SeatKey, place: PileId, who: Fighter) -> int:
    """Return how well a creature of ``seat`` stands in a cell, whatever lies there now; the higher, the better."""
    around: Around | None = sight.kept.get(place)
    if around is None:
        around = sight.kept[place] = _around(sight, seat, place)
    found = around.shields + around.direct if who.attack else around.shields
    if around.facing:
        found += _reached(around.facing[0], who)
        for enemy in around.facing:
            if enemy.attack >= who.life:
                found += THREAT
    return found


def _around(sight: Sight, seat: SeatKey, place: PileId) -> Around:
    enemy, piles = sight.state.other(seat), sight.field.piles
    here = column(place)
    back = piles.get(cell(BACK, here, enemy), ())
    if zone(place) == FRONT:
        return Around(tuple([fighter(sight, slot) for slot in back]), 0 if back else DIRECT, 0)
    front = piles.get(cell(FRONT, here, enemy), ())
    return Around(tuple([fighter(sight, slot) for slot in (*front, *back)]), 0, SHIELD if front else 0)


def _reached(enemy: Fighter, who: Fighter) -> int:
    return KILL if who.attack >= enemy.life else FACED * bool(who.attack)
