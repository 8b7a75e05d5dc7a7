"""Where creatures may be put (§ 5.2, 6.1) and whom they may attack (§ 5.5)."""

from __future__ import annotations

from functools import lru_cache

from records.core.ids import PileId, SeatKey, SlotId
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model.places import BACK, COLUMNS, CREATURE_ZONES, FRONT, cell, cells, column, zone


def summon_cells(sight: Sight, seat: SeatKey) -> tuple[PileId, ...]:
    """Return where a seat may summon a creature to: B, and A where B is taken."""
    return sight.field.once(_summon_cells, sight, seat)


def _summon_cells(sight: Sight, seat: SeatKey) -> tuple[PileId, ...]:
    back = _free_cells(sight, (seat, BACK))
    if sight.state.rules["summon_front"] == "all of B is taken" and back:
        return back
    return (*back, *[one for one in _free_cells(sight, (seat, FRONT)) if _backed(sight, seat, one)])


def summon_room(sight: Sight, seat: SeatKey) -> int:
    """Return how many creatures a seat can summon one after the other: first to zone B, and when that is full to all of A."""
    return sum(sight.free(one) for one in cells(seat, *CREATURE_ZONES)) if summon_cells(sight, seat) else 0


def _backed(sight: Sight, seat: SeatKey, front: PileId) -> bool:
    """Whether a cell of zone A adjoins a taken one of zone B."""
    if sight.state.rules["front_column"] == "same column":
        return not sight.free(cell(BACK, column(front), seat))
    return any(not sight.free(one) for one in _near(front, seat))


@lru_cache(maxsize=256)
def _near(front: PileId, seat: SeatKey) -> tuple[PileId, ...]:
    """Return the cells of zone B that stand aslant behind one of zone A."""
    return tuple(cell(BACK, one, seat) for one in COLUMNS if abs(int(one) - int(column(front))) == 1)


def crush_cells(sight: Sight, seat: SeatKey) -> tuple[PileId, ...]:
    """Return where a seat may lay a crush card."""
    return sight.crush.free[seat]


def _free_cells(sight: Sight, place: tuple[SeatKey, *tuple[str, ...]]) -> tuple[PileId, ...]:
    """Return the free cells of zones (all but the first) of a seat (the first)."""
    taken = sight.field.piles
    return tuple([one for one in cells(*place) if not taken.get(one)])


def move_cells(sight: Sight, slot: SlotId) -> tuple[PileId, ...]:
    """Return where a creature may be moved to: any free cell of zones A and B of its side."""
    return sight.field.once(_free_cells, sight, (sight.controller(slot), *CREATURE_ZONES))


def attack_targets(sight: Sight, slot: SlotId) -> tuple[SlotId | None, ...]:
    """Return what a creature may attack: enemies opposite it that can be attacked; None stands for the opponent."""
    return sight.field.once(_attack_targets, sight, slot)


def _attack_targets(sight: Sight, slot: SlotId) -> tuple[SlotId | None, ...]:
    here = sight.cell(slot)
    enemy = sight.state.other(sight.controller(slot))
    behind = sight.field.piles.get(cell(BACK, column(here), enemy), ())
    if zone(here) == FRONT:
        return tuple(one for one in behind if _assailable(sight, one)) if behind else (None,)
    there = (*sight.field.piles.get(cell(FRONT, column(here), enemy), ()), *behind)
    return tuple(one for one in there if _assailable(sight, one))


def _assailable(sight: Sight, slot: SlotId) -> bool:
    """Whether a creature can be attacked, as far as anybody noted what it is."""
    card = sight.state.card(sight.face(slot))
    return card is None or not card.has("unassailable")


def may_act(sight: Sight, slot: SlotId) -> bool:
    """Whether a creature has an action left in this turn (5.8, 8.4, 9.1)."""
    borne = sight.borne(slot)
    if borne.actions:
        return False
    match borne.entered:
        case "":
            return True
        case "control":
            return sight.state.rules["control_acts"] == "at once"
        case "revived":
            return sight.state.rules["lively_by_effect"] == "summoned and revived" and sight.has(slot, "lively")
        case _:
            return sight.has(slot, "lively")
