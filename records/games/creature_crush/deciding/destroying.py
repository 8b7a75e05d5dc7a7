"""Cards of the field are destroyed, and what follows from it (§ 5.6, 7.3, 9.2)."""

from __future__ import annotations

from records.core.ids import SeatKey, SlotId
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.games.creature_crush.deciding.sight import Sight, sight_of
from records.games.creature_crush.deciding.triggers import Triggered, by_keyword, trigger, watching
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.model.places import CRUSH, zone
from records.games.creature_crush.model.position import CrushScript


def falls_to(sight: Sight, slot: SlotId) -> SeatKey:
    """Return into whose hell a card of the field goes (9.1)."""
    return sight.owner(slot) if sight.state.rules["controlled_falls"] == "to its owner" else sight.controller(slot)


def _says_hell_line(sight: Sight, slot: SlotId) -> SeatKey:
    """Return whose effect the hell line of a card of the field is (9.1)."""
    match sight.state.rules["controlled_line"]:
        case "its owner's":
            return sight.owner(slot)
        case "its controller's":
            return sight.controller(slot)
        case _:
            return falls_to(sight, slot)


def destroy(script: CrushScript, chance: Chance, slots: tuple[SlotId, ...], rule: str) -> None:
    """Destroy cards of the field at the same time; then their hell lines, and lines that wait for it, take effect."""
    for slot in slots:
        if not script.table.slots[slot].up:
            script.ask(chance, ChanceRequest((ev.CardRevealed,), slots=(slot,), rule=rule))
    sight, follow = sight_of(script), list[Triggered]()
    written: list[ev.Destroyed] = []
    for slot in slots:
        face, cell, to = sight.face(slot), sight.cell(slot), falls_to(sight, slot)
        written.append(ev.Destroyed(rule=rule, slot=slot, card=face, cell=cell, to=to))
        crush = zone(cell) == CRUSH
        if not crush or sight.state.rules["hell_of_crush"] != "never":
            follow += by_keyword(sight, "hell", _says_hell_line(sight, slot), face, slot)
        if not crush:
            follow += watching(sight, Happened("destroyed", slot))
    for event in written:
        script.write(event)
    trigger(script, *follow)


def bury_dead(script: CrushScript, chance: Chance, rule: str) -> Sight:
    """Destroy all creatures with as much damage as life, until there are none; return the field without them."""
    sight = sight_of(script)
    while sight.dead:
        destroy(script, chance, sight.dead, rule)
        sight = sight_of(script)
    return sight
