"""Verbs that put damage on creatures, take it off, change numbers or destroy."""

from __future__ import annotations

from records.games.creature_crush.deciding.destroying import destroy
from records.games.creature_crush.deciding.striking import hit_camp, hit_hand
from records.games.creature_crush.deciding.triggers import Cause, trigger, watching
from records.games.creature_crush.effects.card_filter import CardFilter
from records.games.creature_crush.effects.verbs import ChangeStat, DealDamage, DestroyCards, GrantKeyword, HealDamage
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.resolving.frame import Frame


def deal_damage(frame: Frame, verb: DealDamage) -> bool:
    """Put damage on each target."""
    slots = frame.chosen(verb.targets)
    if slots is None:
        return False
    amount = frame.amount(verb.amount)
    for slot in slots if amount > 0 else ():
        total = frame.script.state.lying(slot).damage + amount
        frame.script.write(ev.Damaged(rule="7.5", slot=slot, amount=amount, total=total))
    frame.that, frame.fizzled = slots, not slots
    return True


def heal_damage(frame: Frame, verb: HealDamage) -> bool:
    """Take damage off each target, not more than there is."""
    slots = frame.chosen(verb.targets)
    if slots is None:
        return False
    amount = None if verb.amount is None else frame.amount(verb.amount)
    for slot in slots:
        there = frame.script.state.lying(slot).damage
        off = there if amount is None else min(amount, there)
        if off > 0:
            frame.script.write(ev.Mended(rule="7.5", slot=slot, amount=off, total=there - off))
            trigger(frame.script, *watching(frame.sight, Happened("healed", slot)))
    frame.that, frame.fizzled = slots, not slots
    return True


def change_stat(frame: Frame, verb: ChangeStat) -> bool:
    """Change a number of each target until the end of the turn."""
    slots = frame.chosen(verb.targets)
    if slots is None:
        return False
    for slot in slots:
        frame.script.write(ev.Changed(rule="7.6", slot=slot, stat=verb.stat, amount=verb.amount))
    frame.that, frame.fizzled = slots, not slots
    return True


def grant_keyword(frame: Frame, verb: GrantKeyword) -> bool:
    """Give each target a keyword until the end of the turn."""
    slots = frame.chosen(verb.targets)
    if slots is None:
        return False
    for slot in slots:
        frame.script.write(ev.Changed(rule="7.6", slot=slot, stat=verb.keyword, amount=1))
    frame.that, frame.fizzled = slots, not slots
    return True


def destroy_cards(frame: Frame, verb: DestroyCards) -> bool:
    """Destroy cards of the field; or of hands and camps, where nobody chooses."""
    cards = verb.targets.cards
    if cards is not None and cards.place in ("hand", "camp"):
        _destroy_unseen(frame, verb, cards)
        return True
    slots = frame.chosen(verb.targets)
    if slots is None:
        return False
    destroy(frame.script, frame.chance, slots, "7.5")
    frame.that, frame.fizzled = (), not slots
    return True


def _destroy_unseen(frame: Frame, verb: DestroyCards, cards: CardFilter) -> None:
    hit = hit_camp if cards.place == "camp" else hit_hand
    before = len(frame.script.events)
    for seat in frame.seats(cards.side):
        there = frame.sight.in_camp(seat) if cards.place == "camp" else frame.sight.in_hand(seat)
        number = there if verb.targets.pick == "all" else min(there, frame.number(verb.targets.most))
        for _ in range(number):
            hit(frame.script, frame.chance, seat, Cause(frame.seat), "7.5")
    frame.fizzled = len(frame.script.events) == before
