"""An attack, card by card (§ 5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from records.core.faces import known
from records.core.ids import PileId, SeatKey
from records.errors import Contradiction
from records.games.castle_rampage.deciding.debts import collect, owes
from records.games.castle_rampage.deciding.reactions import ask_defence
from records.games.castle_rampage.deciding.strength import lent, may_choose, parts, target
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.outcomes import owed_at_once
from records.games.castle_rampage.model.position import Attack, CastleCounters
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.powers import hooks_of
from records.games.castle_rampage.powers.hooks import Act, Fallen, Strike

TARGET, ROB = "target", "rob"
Struck: TypeAlias = Literal["asked", "nothing", "cancelled", "held", "spent"]
"""How far an attack came: a person is asked first, there was none, it was weakened to nothing, a card held, or it went to its end."""


def carry_out(act: Act, strike: Strike) -> Struck:
    """Attack, or go on with the attack under way; each question to a person ends the batch, and the attack goes on here with the answer."""
    script = act.script
    if script.state.attack is None:
        if act.playing.target is None and may_choose(act, strike):
            act.ask("8.1" if strike.target == "either" else "9.3", act.seat, TARGET)
            return "asked"
        hit = target(act, strike)
        if hit is None:
            return "nothing"
        _declare(act, strike, hit)
    if script.state.powers:
        ask_defence(act, strike)
        if script.state.pending:
            return "asked"
        if _under_way(script).strength <= 0:
            script.write(pe.AttackCancelled(rule="5.9", seat=act.seat, strength=_under_way(script).strength))
            return "cancelled"
    return _fight(act, strike)


def _declare(act: Act, strike: Strike, hit: PileId) -> None:
    made = parts(act, strike)
    if strike.second and not act.playing.parts:
        counted = {(bonus.source, bonus.amount) for bonus in lent(act, strike)}
        for bonus in act.state.bonuses:
            if bonus.until == "attack" and (bonus.source, bonus.amount) not in counted:
                act.script.write(pe.BonusLapsed(rule="8.5", seat=act.seat, source=bonus.source, amount=bonus.amount))
    strength = sum(value for _source, value in made)
    act.script.write(
        ev.AttackDeclared(rule="5.1", seat=act.seat, by=act.playing.by, target=hit, strength=strength, parts=made, takes=strike.takes)
    )


def _fight(act: Act, strike: Strike) -> Struck:
    script, held = act.script, False
    while not held and _under_way(script).strength > 0:
        attack = _under_way(script)
        if attack.facing is None:
            pile = _next_pile(script, attack, strike)
            if pile is None:
                break
            _reveal(act, pile)
        answer = _meet(act)
        if answer == "asked":
            return "asked"
        held = answer == "held"
    left = _under_way(script)
    script.write(ev.AttackEnded(rule="5.7", seat=act.seat, destroyed=left.destroyed, left=left.strength))
    return "held" if held else "spent"


def _under_way(script: CastleScript) -> Attack:
    if script.state.attack is None:
        raise ValueError("no attack is under way")
    return script.state.attack


def _next_pile(script: CastleScript, attack: Attack, strike: Strike) -> PileId | None:
    """Return the pile whose top card comes next; None if a Castle has fallen, or if the strength left at a Gate is lost."""
    seat = ev.owner(attack.target)
    if not script.table.piles.get(ev.castle(seat)):
        return None
    if attack.target == ev.castle(seat):
        return attack.target
    if script.table.piles.get(attack.target):
        return attack.target
    return ev.castle(seat) if strike.spills else None


def _reveal(act: Act, pile: PileId) -> None:
    script, attack = act.script, _under_way(act.script)
    slot = script.table.piles[pile][0]
    revealed = act.ask_table(ev.DefenderRevealed, slots=(slot,), rule="5.3")
    if not isinstance(revealed, ev.DefenderRevealed):
        raise TypeError(revealed)
    if revealed.slot != slot:
        raise Contradiction(f"{revealed.slot} was revealed, the attack hits {slot} of {pile}")
    if revealed.strength != attack.strength:
        raise Contradiction(f"{revealed.slot} meets {revealed.strength}, the attack has {attack.strength} left")
    card = script.state.cards.get(str(revealed.card)) if known(revealed.card) else None
    if card is not None and revealed.value != card.defence(pile):
        raise Contradiction(f"{revealed.card} defends {pile} with {card.defence(pile)}, not {revealed.value}")


def _meet(act: Act) -> Literal["asked", "held", "fell"]:
    """Compare the attack with the card that it faces."""
    script, attack, rules = act.script, _under_way(act.script), act.state.rules
    if attack.facing is None:
        raise ValueError("the attack faces no card")
    slot, face, value = attack.facing
    pile, does = script.table.slots[slot].pile, fallen(act.state, face)
    early = does.strengthens if rules["saboteur_adds"] == "before its defence" else 0
    if value > attack.strength + early:
        script.write(ev.DefenderHeld(rule="5.4", slot=slot, strength=attack.strength))
        return "held"
    if attack.takes and attack.robs is None and rules["robber_takes"] == "by choice":
        act.ask("8.15", act.seat, ROB)
        return "asked"
    if early:
        script.write(pe.AttackStrengthened(rule="13.5", slot=slot, amount=early, left=attack.strength + early))
    before = attack.strength + early
    left = before - value
    rule = "5.5" if left == 0 else "5.6"
    to = f"hand:{act.seat}" if _takes(act, attack) else "discard"
    owed = owes(act, does, pile)
    clears = bool(owed) and owed_at_once(rules)
    script.write(ev.DefenderDestroyed(rule=rule, slot=slot, before=before, left=left, to=to, owes=owed, clears_owed=clears))
    if does.strengthens and not early and (left or rules["saboteur_adds"] == "after its defence"):
        script.write(pe.AttackStrengthened(rule="13.5", slot=slot, amount=does.strengthens, left=left + does.strengthens))
    castle_stands = bool(script.table.piles.get(ev.castle(ev.owner(attack.target))))
    if owed_at_once(rules) and castle_stands:
        collect(act)
    return "asked" if script.state.pending else "fell"


def _takes(act: Act, attack: Attack) -> bool:
    if not attack.takes:
        return False
    match act.state.rules["robber_takes"]:
        case "one card":
            return attack.destroyed == 0
        case "by choice":
            return attack.robs is True
        case _:
            return True


def strengthening(state: CastleCounters) -> Mapping[str, int]:
    """Return the cards that make the attack stronger that destroys them, with how much they give."""
    found = {name: fallen(state, name).strengthens for name in state.cards} if state.powers else {}
    return {name: amount for name, amount in found.items() if amount}


def fallen(state: CastleCounters, face: object) -> Fallen:
    """Return all that a card does when it falls in an attack."""
    card = state.cards.get(str(face)) if state.powers else None
    found = [hooks.fallen(power) for power, hooks in hooks_of(card) if hooks.fallen is not None] if card is not None else []
    return Fallen(
        strengthens=sum(does.strengthens for does in found),
        attacker_owes=sum(does.attacker_owes for does in found),
        opponent_owes=sum(does.opponent_owes for does in found),
    )


def fallen_castles(script: CastleScript) -> tuple[SeatKey, ...]:
    """Return whose Castle has no card left."""
    piles = script.table.piles
    return tuple([seat for seat in script.state.seats if not piles.get(ev.castle(seat))])
