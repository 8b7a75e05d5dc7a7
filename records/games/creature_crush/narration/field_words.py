"""What effects and attacks do to cards, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping
from operator import attrgetter

from records.core.ids import SeatKey
from records.core.sentences import N_, SeatRef
from records.core.wording.acting import acting, nobody
from records.core.wording.narration import Narration, said
from records.core.wording.narrator import Narrates, by_nobody, by_seat, hand_looked_at, unsaid
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.places import side
from records.games.creature_crush.narration.said import CrushMoment, card_lying, card_named, cell_named, lying, name, quiet, told


def _side(event: ev.ControlTaken | ev.Revived) -> SeatKey:
    return side(event.cell)


_KEYWORDS = {
    "lively": N_("%(card)s is lively until the end of the turn."),
    "vengeful": N_("%(card)s is vengeful until the end of the turn."),
    "sluggish": N_("%(card)s is sluggish until the end of the turn."),
}


@acting(nobody)
def _changed(moment: CrushMoment, event: ev.Changed) -> Narration:
    if keyword := _KEYWORDS.get(event.stat):
        return told("s-strengthen", keyword, card=lying(moment, event.slot))
    attack, life = N_("%(card)s has %(n)s attack until the end of the turn."), N_("%(card)s has %(n)s life until the end of the turn.")
    return told("s-strengthen", attack if event.stat == "attack" else life, card=lying(moment, event.slot), n=f"{event.amount:+}")


@acting(lambda _before, event: (None, not event.slots))
def _slot_hit(moment: CrushMoment, event: ev.SlotHit) -> Narration:
    if not event.slots:
        return quiet()
    return told("s-note", N_("Chance picks %(cards)s."), cards=tuple(lying(moment, slot) for slot in event.slots))


def _taken_from_hell(moment: CrushMoment, event: ev.TakenFromHell) -> Narration:
    own, other = (
        (N_("You take %(card)s from your hell."), N_("%(seat)s takes %(card)s from the hell."))
        if event.to == "hand"
        else (N_("You shuffle %(card)s from your hell into your camp."), N_("%(seat)s shuffles %(card)s from the hell into the camp."))
    )
    return said(moment, event.seat, "s-draw", own, other, card=name(event.card))


FIELD_WORDS: Mapping[type, Narrates] = {
    ev.Damaged: by_nobody(
        "s-attack",
        N_("%(card)s takes %(n)s damage, %(total)s in all."),
        card=card_lying,
        n=lambda _, event: event.amount,
        total=lambda _, event: event.total,
    ),
    ev.Mended: by_nobody(
        "s-strengthen",
        N_("%(card)s loses %(n)s damage, %(total)s left."),
        card=card_lying,
        n=lambda _, event: event.amount,
        total=lambda _, event: event.total,
    ),
    ev.Changed: _changed,
    ev.DiceGained: by_seat(
        "s-note",
        N_("Extra start dice in your next turn: %(n)s."),
        N_("Extra start dice for %(seat)s in the next turn: %(n)s."),
        n=lambda _, event: event.total,
    ),
    ev.Destroyed: by_nobody(
        "s-fell",
        N_("%(card)s is destroyed and goes to the hell of %(seat)s."),
        card=card_named,
        seat=lambda _, event: SeatRef(event.to),
    ),
    ev.CrushSpent: unsaid("s-discard", seat="to"),
    ev.SlotHit: _slot_hit,
    ev.CardRevealed: by_nobody("s-turned", N_("%(card)s is turned up."), card=card_named),
    ev.HandCardHit: by_seat(
        "s-fell", N_("You lose %(card)s from your hand."), N_("%(seat)s loses %(card)s from the hand."), card=card_named
    ),
    ev.CampTopHit: by_seat(
        "s-fell",
        N_("You lose %(card)s from the top of your camp."),
        N_("%(seat)s loses %(card)s from the top of the camp."),
        card=card_named,
    ),
    ev.ShiftedByEffect: by_nobody("s-swap", N_("%(card)s is moved to %(cell)s."), card=card_lying, cell=cell_named),
    ev.ControlTaken: by_seat(
        "s-swap", N_("You take control of %(card)s."), N_("%(seat)s takes control of %(card)s."), whose=_side, card=card_lying
    ),
    ev.ReturnedToHand: by_seat(
        "s-draw",
        N_("A card of the field goes back to your hand."),
        N_("A card of the field goes back to the hand of %(seat)s."),
        whose=attrgetter("owner"),
    ),
    ev.Revived: by_seat(
        "s-play",
        N_("You revive %(card)s to %(cell)s."),
        N_("%(seat)s revives %(card)s to %(cell)s."),
        whose=_side,
        card=card_lying,
        cell=cell_named,
    ),
    ev.TakenFromHell: _taken_from_hell,
    ev.SummonedByEffect: by_seat(
        "s-play",
        N_("You summon %(card)s to %(cell)s without paying."),
        N_("%(seat)s summons %(card)s to %(cell)s without paying."),
        card=card_named,
        cell=cell_named,
    ),
    ev.CampLookedThrough: by_seat("eye", N_("You look through your camp."), N_("%(seat)s looks through the camp.")),
    ev.HandLookedAt: hand_looked_at,
}
