"""Drawing, by a card that is played."""

from __future__ import annotations

from collections.abc import Mapping

from records.games.castle_rampage.cards import Power
from records.games.castle_rampage.powers.drawing import draw
from records.games.castle_rampage.powers.hooks import Act, Hooks


def _draws(rule: str) -> Hooks:
    def before(act: Act, power: Power) -> None:
        for _ in range(power.numbers["cards"]):
            draw(act.script, act.chance, act.seat, rule)

    return Hooks(rule=rule, before=before)


DRAWING: Mapping[str, Hooks] = {"draws-first": _draws("8.2"), "draws": _draws("10.13")}
