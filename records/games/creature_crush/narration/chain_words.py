"""What happens in the chain, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.sentences import N_, Sentence
from records.core.wording.acting import Acting, acting
from records.core.wording.narration import Narration, PrivateLine, said
from records.core.wording.narrator import Narrates, by_seat, cards_seen, unsaid
from records.games.creature_crush.model import chain_events as ev
from records.games.creature_crush.model.position import CrushCounters
from records.games.creature_crush.narration.said import CrushMoment, card_named, lying, name, pips, place, quiet, told


def _began_acts(before: CrushCounters, event: ev.EffectBegan) -> Acting:
    return None, all(one.id != event.id for one in before.chain)


@acting(_began_acts)
def _began(moment: CrushMoment, event: ev.EffectBegan) -> Narration:
    effect = next((one for one in moment.before.chain if one.id == event.id), None)
    return told("s-play", N_("%(card)s takes effect."), card=name(effect.card)) if effect is not None else quiet()


@acting(lambda _before, event: (event.seat, not (event.slots or event.cards or event.cells)))
def _answered(moment: CrushMoment, event: ev.EffectAnswered) -> Narration:
    if event.slots:
        chosen = tuple(lying(moment, slot) for slot in event.slots)
        return said(moment, event.seat, "s-ask", N_("You choose %(cards)s."), N_("%(seat)s chooses %(cards)s."), cards=chosen)
    if event.cards:
        chosen = tuple(map(name, event.cards))
        return said(moment, event.seat, "s-ask", N_("You choose %(cards)s."), N_("%(seat)s chooses %(cards)s."), cards=chosen)
    if event.cells:
        where = ", ".join(map(place, event.cells))
        return said(moment, event.seat, "s-ask", N_("You choose %(cell)s."), N_("%(seat)s chooses %(cell)s."), cell=where)
    return quiet(event.seat, "s-ask")


def _fetched(moment: CrushMoment, event: ev.CardFetched) -> Narration:
    seen = cards_seen(event.card)
    if seen is None:
        return said(moment, event.seat, "s-draw", N_("You take a card from your camp."), N_("%(seat)s takes a card from the camp."))
    tells: tuple[PrivateLine, ...] = ()
    if not event.card.open and moment.viewer == event.seat:
        tells = (PrivateLine(sentence=Sentence(N_("nobody else sees it")), mine=True),)
    texts = (N_("You take %(card)s from your camp."), N_("%(seat)s takes %(card)s from the camp."))
    return said(moment, event.seat, "s-draw", *texts, *tells, card=seen)


@acting(lambda _before, event: (None, not event.fizzled))
def _step_ended(_moment: CrushMoment, event: ev.StepEnded) -> Narration:
    return told("s-note", N_("It has no effect.")) if event.fizzled else quiet()


@acting(lambda _before, event: (event.seat, True) if event.struck else (None, False))
def _attack_ended(_moment: CrushMoment, event: ev.AttackEnded) -> Narration:
    return quiet(event.seat) if event.struck else told("s-held", N_("The attack comes to nothing."))


CHAIN_WORDS: Mapping[type, Narrates] = {
    ev.EffectTriggered: by_seat(
        "s-note",
        N_("Your effect of %(card)s is triggered."),
        N_("The effect of %(card)s is triggered, for %(seat)s."),
        card=card_named,
    ),
    ev.EffectsQueued: unsaid(seat=None),
    ev.ChainOrdered: by_seat(
        "s-note",
        N_("You say in which order the effects are carried out."),
        N_("%(seat)s says in which order the effects are carried out."),
    ),
    ev.EffectBegan: _began,
    ev.EffectAnswered: _answered,
    ev.HandDiscarded: by_seat(
        "s-discard",
        N_("You discard %(cards)s."),
        N_("%(seat)s discards %(cards)s."),
        cards=lambda _, event: tuple(map(name, event.cards)),
    ),
    ev.CardFetched: _fetched,
    ev.SearchFailed: by_seat("s-draw", N_("You take nothing from your camp."), N_("%(seat)s takes nothing from the camp.")),
    ev.DiceBurned: by_seat(
        "s-discard",
        N_("You burn dice of the other side: %(dice)s."),
        N_("%(seat)s burns dice of the other side: %(dice)s."),
        dice=lambda moment, event: pips(moment, event.dice),
    ),
    ev.StepEnded: _step_ended,
    ev.EffectEnded: unsaid(seat=None),
    ev.AttackEnded: _attack_ended,
}
