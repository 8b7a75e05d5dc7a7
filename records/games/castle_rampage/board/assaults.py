"""In which ways a seat may attack, for computing the odds (§ 5)."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.assault import Assault, GivesWhen
from records.core.ids import SeatKey
from records.core.sentences import N_
from records.games.castle_rampage.deciding.reactions import weakening
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastleCounters
from records.games.castle_rampage.powers import hooks_of

_WHEN: Mapping[str, GivesWhen] = {
    "before its defence": "before",
    "after its defence": "after",
    "after its defence unless spent": "unless spent",
}


def assaults(state: CastleCounters, seat: SeatKey) -> tuple[Assault, ...]:
    """Return the attack on the other side's Gate that goes on to its Castle (5.8), that on the Gate alone, and that on the Castle.

    With the powers of cards on, a card that strengthens the attack which destroys it (13.5) and one that weakens an attack (§ 11) count.
    """
    enemy = state.other(seat)
    gate, castle = ev.gate(enemy), ev.castle(enemy)
    return tuple(
        Assault(
            name=name,
            title=title,
            seat=seat,
            piles=piles,
            ends=castle,
            gives=_gives(state),
            gives_when=_WHEN[state.rules["saboteur_adds"]],
            blocks=tuple(sorted(weakening(state))) if state.powers else (),
            blocked_by=enemy,
        )
        for name, title, piles in (
            ("usual", N_("Gate, then Castle"), (gate, castle)),
            ("gate", N_("Gate alone"), (gate,)),
            ("castle", N_("Castle alone"), (castle,)),
        )
    )


def _gives(state: CastleCounters) -> dict[str, int]:
    if not state.powers:
        return {}
    found = {
        name: sum(hooks.fallen(power).strengthens for power, hooks in hooks_of(card) if hooks.fallen is not None)
        for name, card in state.cards.items()
    }
    return {name: amount for name, amount in found.items() if amount}
