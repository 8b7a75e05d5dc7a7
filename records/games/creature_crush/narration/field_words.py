"""What effects and attacks do to cards, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.asking.answering import Narrates
from records.core.sentences import N_, SeatRef
from records.core.wording.narration import Narration
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.places import side
from records.games.creature_crush.narration.said import CrushMoment, lying, name, place, quiet, said, told


def _damaged(moment: CrushMoment, event: ev.Damaged) -> Narration:
    text = N_("%(card)s takes %(n)s damage and has %(total)s now.")
    return told("s-attack", text, card=lying(moment, event.slot), n=event.amount, total=event.total)


def _mended(moment: CrushMoment, event: ev.Mended) -> Narration:
    text = N_("%(n)s damage is taken off %(card)s, which has %(total)s now.")
    return told("s-strengthen", text, card=lying(moment, event.slot), n=event.amount, total=event.total)


def _changed(moment: CrushMoment, event: ev.Changed) -> Narration:
    attack, life = N_("%(card)s has %(n)s attack until the end of the turn."), N_("%(card)s has %(n)s life until the end of the turn.")
    return told("s-strengthen", attack if event.stat == "attack" else life, card=lying(moment, event.slot), n=f"{event.amount:+}")


def _dice_gained(moment: CrushMoment, event: ev.DiceGained) -> Narration:
    texts = (
        N_("Start dice that you get more in your next turn: %(n)s."),
        N_("Start dice that %(seat)s gets more in the next turn: %(n)s."),
    )
    return said(moment, event.seat, "s-note", *texts, n=event.total)


def _destroyed(_moment: CrushMoment, event: ev.Destroyed) -> Narration:
    return told("s-fell", N_("%(card)s is destroyed and goes to the hell of %(seat)s."), card=name(event.card), seat=SeatRef(event.to))


def _crush_spent(_moment: CrushMoment, event: ev.CrushSpent) -> Narration:
    return quiet(event.to, "s-discard")


def _slot_hit(moment: CrushMoment, event: ev.SlotHit) -> Narration:
    if not event.slots:
        return quiet()
    return told("s-note", N_("Chance picks %(cards)s."), cards=tuple(lying(moment, slot) for slot in event.slots))


def _card_revealed(_moment: CrushMoment, event: ev.CardRevealed) -> Narration:
    return told("s-turned", N_("%(card)s is turned up."), card=name(event.card))


def _hand_card_hit(moment: CrushMoment, event: ev.HandCardHit) -> Narration:
    texts = (N_("You lose %(card)s from your hand."), N_("%(seat)s loses %(card)s from the hand."))
    return said(moment, event.seat, "s-fell", *texts, card=name(event.card))


def _camp_top_hit(moment: CrushMoment, event: ev.CampTopHit) -> Narration:
    texts = (N_("You lose %(card)s from the top of your camp."), N_("%(seat)s loses %(card)s from the top of the camp."))
    return said(moment, event.seat, "s-fell", *texts, card=name(event.card))


def _shifted(moment: CrushMoment, event: ev.ShiftedByEffect) -> Narration:
    return told("s-swap", N_("%(card)s is moved to %(cell)s."), card=lying(moment, event.slot), cell=place(event.cell))


def _control_taken(moment: CrushMoment, event: ev.ControlTaken) -> Narration:
    seat = side(event.cell)
    texts = (N_("You take control of %(card)s."), N_("%(seat)s takes control of %(card)s."))
    return said(moment, seat, "s-swap", *texts, card=lying(moment, event.slot))


def _returned(moment: CrushMoment, event: ev.ReturnedToHand) -> Narration:
    texts = (N_("A card of the field goes back to your hand."), N_("A card of the field goes back to the hand of %(seat)s."))
    return said(moment, event.owner, "s-draw", *texts)


def _revived(moment: CrushMoment, event: ev.Revived) -> Narration:
    texts = (N_("You revive %(card)s to %(cell)s."), N_("%(seat)s revives %(card)s to %(cell)s."))
    return said(moment, side(event.cell), "s-play", *texts, card=lying(moment, event.slot), cell=place(event.cell))


def _summoned(moment: CrushMoment, event: ev.SummonedByEffect) -> Narration:
    texts = (N_("You summon %(card)s to %(cell)s without paying."), N_("%(seat)s summons %(card)s to %(cell)s without paying."))
    return said(moment, event.seat, "s-play", *texts, card=name(event.card), cell=place(event.cell))


def _looked_through(moment: CrushMoment, event: ev.CampLookedThrough) -> Narration:
    return said(moment, event.seat, "eye", N_("You look through your camp."), N_("%(seat)s looks through the camp."))


FIELD_WORDS: Mapping[type, Narrates] = {
    ev.Damaged: _damaged,
    ev.Mended: _mended,
    ev.Changed: _changed,
    ev.DiceGained: _dice_gained,
    ev.Destroyed: _destroyed,
    ev.CrushSpent: _crush_spent,
    ev.SlotHit: _slot_hit,
    ev.CardRevealed: _card_revealed,
    ev.HandCardHit: _hand_card_hit,
    ev.CampTopHit: _camp_top_hit,
    ev.ShiftedByEffect: _shifted,
    ev.ControlTaken: _control_taken,
    ev.ReturnedToHand: _returned,
    ev.Revived: _revived,
    ev.SummonedByEffect: _summoned,
    ev.CampLookedThrough: _looked_through,
}
