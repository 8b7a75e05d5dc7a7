"""An attack, card by card (§ 5)."""

from __future__ import annotations

from records.core.faces import known
from records.core.game import Chance
from records.core.ids import PileId, SeatKey
from records.errors import Contradiction
from records.games.castle_rampage import events as ev
from records.games.castle_rampage.refusals import CastleScript


def attack(script: CastleScript, chance: Chance, seat: SeatKey, by: str, strength: int) -> bool:
    """Attack the other side with ``strength``; returns whether its Castle fell.

    The Gate first; when its last card falls, what is left goes on to the Castle.
    """
    enemy = script.state.other(seat)
    target = ev.gate(enemy) if script.table.piles.get(ev.gate(enemy)) else ev.castle(enemy)
    script.write(ev.AttackDeclared(rule="5.1", seat=seat, by=script.first, target=target, strength=strength, parts=((by, strength),)))
    destroyed, left, fallen = 0, strength, False
    while left and not fallen:
        pile = ev.gate(enemy) if script.table.piles.get(ev.gate(enemy)) else ev.castle(enemy)
        revealed = script.ask(chance, ev.DefenderRevealed)
        if not isinstance(revealed, ev.DefenderRevealed):
            raise TypeError(revealed)
        _check(script, revealed, pile, left)
        if revealed.value > left:
            script.write(ev.DefenderHeld(rule="5.4", slot=revealed.slot, strength=left))
            break
        rule = "5.5" if revealed.value == left else "5.6"
        script.write(ev.DefenderDestroyed(rule=rule, slot=revealed.slot, before=left, left=left - revealed.value))
        destroyed, left = destroyed + 1, left - revealed.value
        fallen = not script.table.piles.get(ev.castle(enemy))
    script.write(ev.AttackEnded(rule="5.7", seat=seat, destroyed=destroyed, left=left))
    return fallen


def _check(script: CastleScript, revealed: ev.DefenderRevealed, pile: PileId, strength: int) -> None:
    """What the table answered must be the top card of the pile that is attacked, with its printed value."""
    top = script.table.piles.get(pile, ())[:1]
    if (revealed.slot,) != top:
        raise Contradiction(f"{revealed.slot} was revealed, the attack hits {top[0] if top else 'nothing'} of {pile}")
    if revealed.strength != strength:
        raise Contradiction(f"{revealed.slot} meets {revealed.strength}, the attack has {strength} left")
    card = script.state.cards.get(str(revealed.card)) if known(revealed.card) else None
    if card is not None and revealed.value != card.defence(pile):
        raise Contradiction(f"{revealed.card} defends {pile} with {card.defence(pile)}, not {revealed.value}")
