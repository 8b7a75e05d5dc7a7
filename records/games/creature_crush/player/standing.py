"""How well a creature stands in a cell: what it can attack from there, what can attack it, and what it shields."""

from __future__ import annotations

import msgspec

from records.core.ids import PileId, SeatKey, SlotId
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model.places import CREATURE_ZONES, FRONT, cell, column, zone

DIRECT, KILL, FACED, THREAT, SHIELD = 8, 5, 1, -6, 6
"""An attack on the opponent; an enemy that would fall, and one that would not; an enemy that would destroy it; a column held shut."""


class Fighter(msgspec.Struct, frozen=True):
    """What a creature brings to a cell: attack, and the life it has left."""

    attack: int
    life: int


def fighter(sight: Sight, slot: SlotId) -> Fighter:
    """Return a creature of the field as it is now."""
    found: Fighter | None = sight.kept.get(slot)
    if found is None:
        found = sight.kept[slot] = Fighter(sight.attack(slot), sight.life(slot) - sight.borne(slot).damage)
    return found


def standing(sight: Sight, seat: SeatKey, place: PileId, who: Fighter) -> int:
    """Return how well a creature of ``seat`` stands in a cell, whatever lies there now; the higher, the better."""
    found: int | None = sight.kept.get((seat, place, who))
    if found is None:
        found = sight.kept[seat, place, who] = _standing(sight, seat, place, who)
    return found


def _standing(sight: Sight, seat: SeatKey, place: PileId, who: Fighter) -> int:
    enemy = sight.state.other(seat)
    front, back = (sight.field.piles.get(cell(one, column(place), enemy), ()) for one in CREATURE_ZONES)
    found = 0
    if zone(place) == FRONT:
        reached, threats = back, back
        found += DIRECT if who.attack and not back else 0
    else:
        reached = threats = (*front, *back)
        found += SHIELD if front else 0
    found += sum(_reached(fighter(sight, slot), who) for slot in reached[:1])
    return found + sum(THREAT for slot in threats if fighter(sight, slot).attack >= who.life)


def _reached(enemy: Fighter, who: Fighter) -> int:
    return KILL if who.attack >= enemy.life else FACED * bool(who.attack)
