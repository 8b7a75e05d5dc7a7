"""Lines that take effect by themselves: they wait to join the chain (§ 7.2, 8.1 to 8.3)."""

from __future__ import annotations

import msgspec

from records.core.faces import Face
from records.core.ids import SeatKey, SlotId
from records.games.creature_crush.cards import Card
from records.games.creature_crush.deciding.conditions import abilities, all_hold, meets
from records.games.creature_crush.deciding.sight import Sight, Source, noted, sight_of
from records.games.creature_crush.model import chain_events as ev
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.model.position import CrushScript

PARAGRAPHS = {"action": "8.1", "trap": "8.2", "hell": "8.3", "": "7.1", "flip": "5.3"}


class Cause(msgspec.Struct, frozen=True):
    """Who is behind what happens to a card."""

    seat: SeatKey | None


class Triggered(msgspec.Struct, frozen=True):
    """A line that is to take effect."""

    seat: SeatKey
    card: Face
    line: int
    rule: str
    slot: SlotId | None = None
    that: tuple[SlotId, ...] = ()
    x: int = 0


def trigger(script: CrushScript, *lines: Triggered) -> None:
    """Write that lines take effect, in their order."""
    for line in lines:
        script.write(
            ev.EffectTriggered(
                rule=line.rule,
                id=f"e{script.next}",
                seat=line.seat,
                card=line.card,
                line=line.line,
                slot=line.slot,
                that=line.that,
                x=line.x,
            )
        )


def by_keyword(sight: Sight, keyword: str, seat: SeatKey, face: Face, slot: SlotId | None = None) -> list[Triggered]:
    """Return the lines of a card with a keyword whose conditions hold."""
    numbered = abilities(noted(sight.state.cards, face), keyword)
    if not numbered:
        return []
    source = Source(seat, slot)
    return [Triggered(seat, face, nth, PARAGRAPHS[keyword], slot) for nth, ability in numbered if all_hold(sight, ability, source)]


def watching(sight: Sight, moment: Happened) -> list[Triggered]:
    """Return the lines of creatures in the field that wait for what happens, those of the seat on turn first."""
    waits = f"{moment.what} "
    able = sight.field.waiting.get(waits)
    if able is None:
        return []
    found = list[Triggered]()
    for slot in sight.creatures:
        if slot not in able:
            continue
        card = sight.field.printed[slot]
        for nth, ability, condition in card.waiting[waits]:
            source = Source(sight.controller(slot), slot)
            if meets(sight, moment, condition, source) and all_hold(sight, ability, source):
                found.append(Triggered(source.seat, card.name, nth, "7.1", slot, (moment.slot,) if moment.slot else ()))
    return found


def lost_unseen(script: CrushScript, seat: SeatKey, face: Face, cause: Cause) -> None:
    """A card of a seat has gone from hand or camp to the hell: in the enemy's turn its trap takes effect (8.2)."""
    state = script.state
    if state.active in (seat, None):
        return
    if state.rules["trap_cause"] == "enemy's cards and attacks" and cause.seat == seat:
        return
    trigger(script, *by_keyword(sight_of(script), "trap", seat, face))


def spent(script: CrushScript, seat: SeatKey, card: Card) -> None:
    """A crush card has had its effect: under one reading its hell line takes effect (8.3)."""
    if script.state.rules["hell_of_crush"] == "spent too":
        trigger(script, *by_keyword(sight_of(script), "hell", seat, card.name))
