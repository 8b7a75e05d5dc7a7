"""An attack that was declared strikes (§ 5.6, 5.7, 8.5)."""

from __future__ import annotations

from records.core.ids import SeatKey, SlotId
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.games.creature_crush.deciding.destroying import destroy
from records.games.creature_crush.deciding.sight import Sight, sight_of
from records.games.creature_crush.deciding.triggers import Cause, lost_unseen
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.chain import Attack
from records.games.creature_crush.model.places import camp
from records.games.creature_crush.model.position import CrushScript


def strike(script: CrushScript, chance: Chance, attack: Attack) -> None:
    """Carry an attack out, if attacker and target still stand where they may fight."""
    sight = sight_of(script)
    goes_on = _goes_on(sight, attack)
    if goes_on and attack.target is None:
        _strike_directly(script, chance, attack.seat)
    elif goes_on and attack.target is not None:
        _strike_creature(script, sight, attack.slot, attack.target)
    script.write(ch.AttackEnded(rule="5.6", seat=attack.seat, struck=goes_on))


def _goes_on(sight: Sight, attack: Attack) -> bool:
    state = sight.state
    if attack.moved and state.rules["attack_after_move"] == "ends":
        return False
    if attack.slot not in sight.standing(attack.seat):
        return False
    return attack.target is None or attack.target in sight.standing(state.other(attack.seat))


def _strike_creature(script: CrushScript, sight: Sight, attacker: SlotId, target: SlotId) -> None:
    """The target takes as much damage as the attacker's attack; a vengeful one strikes back at the same time (8.5)."""
    force, back = sight.attack(attacker), 0
    if sight.has(target, "vengeful"):
        dies = sight.borne(target).damage + force >= sight.life(target)
        back = 0 if dies and sight.state.rules["vengeful_dying"] == "does not" else sight.attack(target)
    for slot, amount, rule in ((target, force, "5.6"), (attacker, back, "8.5")):
        if amount:
            script.write(ev.Damaged(rule=rule, slot=slot, amount=amount, total=sight.borne(slot).damage + amount))


def _strike_directly(script: CrushScript, chance: Chance, seat: SeatKey) -> None:
    """Destroy the top card of the opponent's camp, else a random hand card, crush card, creature (5.7)."""
    sight = sight_of(script)
    foe = sight.state.other(seat)
    if sight.in_camp(foe):
        hit_camp(script, chance, foe, Cause(seat), "5.7")
    elif sight.in_hand(foe):
        hit_hand(script, chance, foe, Cause(seat), "5.7")
    elif there := sight.laid(foe) or sight.standing(foe):
        hit = there
        if len(there) > 1:
            event = script.ask(chance, ChanceRequest((ev.SlotHit,), seat=foe, slots=there, rule="5.7"))
            hit = event.slots if isinstance(event, ev.SlotHit) else there
        destroy(script, chance, hit, "5.7")


def hit_camp(script: CrushScript, chance: Chance, seat: SeatKey, cause: Cause, rule: str) -> None:
    """Destroy the top card of a camp; it may be a trap (8.2)."""
    event = script.ask(chance, ChanceRequest((ev.CampTopHit,), seat=seat, deck=camp(seat), rule=rule))
    if isinstance(event, ev.CampTopHit):
        lost_unseen(script, seat, event.card, cause)


def hit_hand(script: CrushScript, chance: Chance, seat: SeatKey, cause: Cause, rule: str) -> None:
    """Destroy a random hand card; it may be a trap (8.2)."""
    event = script.ask(chance, ChanceRequest((ev.HandCardHit,), seat=seat, rule=rule))
    if isinstance(event, ev.HandCardHit):
        lost_unseen(script, seat, event.card, cause)
