"""What cards forbid, and displays that they break (§ 10.3, 10.14, 10.18)."""

from __future__ import annotations

from collections.abc import Mapping

from records.games.castle_rampage.cards import Power
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.powers.gates import destroy_permanents
from records.games.castle_rampage.powers.hooks import Act, Hooks


def forbids_attacks(act: Act, power: Power) -> None:
    """The opponent plays no attack cards in so many turns of the opponent's, the next one first."""
    until = act.state.turn + 2 * power.numbers["turns"] - 1
    act.script.write(ee.AttacksForbidden(rule="10.3", seat=act.enemy, until=until))


def limits_plays(act: Act, power: Power) -> None:  # noqa: ARG001 -- the shape of all
    """The second such card of a turn is the last card of it."""
    number = act.state.limiting + 1
    act.script.write(ee.PlaysLimited(rule="10.14", seat=act.seat, number=number, left=0 if number > 1 else act.state.plays_left))


def destroys_permanent(act: Act, power: Power) -> None:
    """Cards of the opponent's display are discarded; where it has more, the player says which."""
    lying = act.script.table.piles.get(ev.display(act.enemy), ())
    number = power.numbers["cards"]
    if act.answered:
        return
    if len(lying) > number:
        act.ask("10.18", act.seat, "permanent", number, number)
    else:
        destroy_permanents(act.script, act.enemy, "10.18", lying)


TURNS: Mapping[str, Hooks] = {
    "forbids-attacks": Hooks(rule="10.3", before=forbids_attacks),
    "limits-plays": Hooks(rule="10.14", before=limits_plays),
    "destroys-permanent": Hooks(rule="10.18", before=destroys_permanent),
}
