"""What cards do to hands (§ 10.13 to 10.17)."""

from __future__ import annotations

from collections.abc import Mapping

from records.games.castle_rampage.cards import Power
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.powers.hooks import Act, Hooks


def makes_discard(act: Act, power: Power) -> None:
    """The opponent discards, by choice or by chance; with fewer cards, all."""
    number = min(power.numbers["cards"], act.held(act.enemy))
    if power.words["chosen-by"] == "chance":
        if number:
            act.ask_table(pe.HandCardHit, seat=act.enemy, number=number)
    elif number and not act.answered:
        act.ask("10.16", act.enemy, "discard", number, number)


def looks_at_hand(act: Act, power: Power) -> None:  # noqa: ARG001 -- the shape of all
    """The player sees the opponent's hand."""
    if act.held(act.enemy):
        act.ask_table(ee.HandLookedAt, seat=act.enemy)


def discards_units(act: Act, power: Power) -> None:  # noqa: ARG001 -- the same
    """Both discard all units of their hands, the player of the card first."""
    for seat in (act.seat, act.enemy):
        if act.held(seat):
            act.ask_table(ee.UnitsDiscarded, seat=seat)


def recovers(act: Act, power: Power) -> None:
    """Cards of the discard pile go to the hand, one after the other, as long as there are any."""
    if act.answered < power.numbers["cards"] and act.script.table.zones.get(ev.DISCARD):
        act.ask("10.13", act.seat, "recover")


HANDS: Mapping[str, Hooks] = {
    "makes-discard": Hooks(rule="10.16", before=makes_discard),
    "looks-at-hand": Hooks(rule="10.17", before=looks_at_hand),
    "discards-units": Hooks(rule="10.15", before=discards_units),
    "recovers": Hooks(rule="10.13", before=recovers),
}
