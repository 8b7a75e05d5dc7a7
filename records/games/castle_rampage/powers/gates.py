"""Cards of Gates and Castles that are moved unseen, or fall without an attack (§ 10.5 to 10.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from records.core.ids import PileId, SeatKey, SlotId
from records.games.castle_rampage.cards import Power
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.powers.hooks import Act, Hooks


def steals_gate_cards(act: Act, power: Power) -> None:
    """Cards of the enemy Gate go to the bottom of the own."""
    slots, pile = _end_of(act, ev.gate(act.enemy), power, power.numbers["cards"]), ev.gate(act.seat)
    if slots:
        act.script.write(ee.GateCardsStolen(rule="10.5", seat=act.seat, slots=slots, pile=pile, index=len(_pile(act, pile))))
        _mix(act, pile, slots)


def swaps_gate_cards(act: Act, power: Power) -> None:
    """As many cards of both Gates as both have go to the bottom of the other."""
    gates = (ev.gate(act.seat), ev.gate(act.enemy))
    number = min(power.numbers["cards"], *(len(_pile(act, gate)) for gate in gates))
    if not number:
        return
    given = [_end_of(act, gate, power, number) for gate in gates]
    to = (gates[1], gates[0])
    moves: list[ee.Moved] = []
    lengths = {gate: len(_pile(act, gate)) for gate in gates}
    for slots, source, pile in zip(given, gates, to, strict=True):
        for slot in slots:
            moves.append(ee.Moved(slot=slot, pile=pile, index=lengths[pile]))
            lengths[pile] += 1
            lengths[source] -= 1
    act.script.write(ee.GatesSwapped(rule="10.6", seat=act.seat, moves=tuple(moves)))
    for slots, pile in zip(given, to, strict=True):
        _mix(act, pile, slots)


def brings_in(act: Act, power: Power) -> None:
    """Cards of the own Gate go to the bottom of the own Castle."""
    pile = ev.castle(act.seat)
    slots = _end_of(act, ev.gate(act.seat), power, power.numbers["cards"])
    for slot in slots:
        act.script.write(ee.CardBroughtIn(rule="10.12", seat=act.seat, slot=slot, pile=pile, index=len(_pile(act, pile))))
    _mix(act, pile, slots)


def destroys_top(act: Act, power: Power) -> None:
    """The top cards of Gate and Castle fall, of one side or of both; a reading lets the displays fall too."""
    both = power.words["whose"] == "both"
    seats = (act.enemy, act.seat) if both else (act.enemy,)
    for seat in seats:
        for pile in (ev.gate(seat), ev.castle(seat)):
            for slot in _pile(act, pile)[:1]:
                act.ask_table(pe.TopDiscarded, slots=(slot,), rule="10.10" if both else "10.9")
    if act.state.rules["permanents_fall_to"] == "destroyed top cards too":
        for seat in seats:
            destroy_permanents(act.script, seat, "9.10", _pile(act, ev.display(seat)))


def destroy_permanents(script: CastleScript, seat: SeatKey, rule: str, slots: Sequence[SlotId]) -> None:
    """Cards of the display of ``seat`` are discarded."""
    for slot in slots:
        if slot in script.table.piles.get(ev.display(seat), ()):
            script.write(pe.PermanentDestroyed(rule=rule, slot=slot))


def _pile(act: Act, pile: PileId) -> tuple[SlotId, ...]:
    return act.script.table.piles.get(pile, ())


def _end_of(act: Act, pile: PileId, power: Power, number: int) -> tuple[SlotId, ...]:
    """So many cards of a pile, or all of fewer, from the end that the power names; from the top down."""
    slots = _pile(act, pile)
    return slots[:number] if power.words["end"] == "top" else slots[max(len(slots) - number, 0) :]


def _mix(act: Act, pile: PileId, slots: tuple[SlotId, ...]) -> None:
    if len(slots) > 1 and act.state.rules["moved_order"] == "mixed":
        act.ask_table(ee.GateMixed, pile=pile, slots=slots, number=len(slots), rule="10.7")


GATES: Mapping[str, Hooks] = {
    "steals-gate-cards": Hooks(rule="10.5", before=steals_gate_cards),
    "swaps-gate-cards": Hooks(rule="10.6", before=swaps_gate_cards),
    "brings-in": Hooks(rule="10.12", before=brings_in),
    "destroys-top": Hooks(rule="10.9", before=destroys_top),
}
