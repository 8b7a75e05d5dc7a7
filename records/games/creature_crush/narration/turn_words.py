"""What happens in a turn, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.sentences import N_
from records.core.wording.acting import acting
from records.core.wording.narration import Narration, said
from records.core.wording.narrator import Narrates, by_seat, cards_seen, unsaid
from records.games.creature_crush.model import turn_events as ev
from records.games.creature_crush.narration.said import CrushMoment, card_lying, card_named, cell_named, lying, pips, quiet

ROLLS: Mapping[str, tuple[str, str]] = {
    "start": (N_("You roll the start dice: %(dice)s."), N_("%(seat)s rolls the start dice: %(dice)s.")),
    "triple": (N_("A triple: you roll one die more: %(dice)s."), N_("A triple: %(seat)s rolls one die more: %(dice)s.")),
    "quadruple": (N_("Four alike: you roll one die more: %(dice)s."), N_("Four alike: %(seat)s rolls one die more: %(dice)s.")),
    "extra": (N_("You roll your extra start dice: %(dice)s."), N_("%(seat)s rolls the extra start dice: %(dice)s.")),
    "effect": (N_("You roll for the effect: %(dice)s."), N_("%(seat)s rolls for the effect: %(dice)s.")),
}
"""By what the dice are for."""


def _card_drawn(moment: CrushMoment, event: ev.CardDrawn) -> Narration:
    seen = cards_seen(event.card)
    if seen is None:
        return said(moment, event.seat, "s-draw", N_("You draw a card."), N_("%(seat)s draws a card."))
    return said(moment, event.seat, "s-draw", N_("You draw %(card)s."), N_("%(seat)s draws %(card)s."), card=seen)


@acting(lambda _before, event: (event.seat, event.why not in ROLLS or not event.faces))
def _dice_rolled(moment: CrushMoment, event: ev.DiceRolled) -> Narration:
    texts = ROLLS.get(event.why)
    if texts is None or not event.faces:
        return quiet(event.seat)
    return said(moment, event.seat, "s-note", *texts, dice=", ".join(map(str, event.faces)))


def _crush_laid(moment: CrushMoment, event: ev.CrushLaid) -> Narration:
    seen, number = cards_seen(event.card), len(event.dice)
    if seen is None:
        texts = (N_("You lay a crush card for dice: %(n)s."), N_("%(seat)s lays a crush card face down; dice for it: %(n)s."))
        return said(moment, event.seat, "s-lay", *texts, n=number)
    texts = (N_("You lay %(card)s face down; dice for it: %(n)s."), N_("%(seat)s lays %(card)s face down; dice for it: %(n)s."))
    return said(moment, event.seat, "s-lay", *texts, card=seen, n=number)


def _attack_made(moment: CrushMoment, event: ev.AttackMade) -> Narration:
    card, dice = lying(moment, event.slot), pips(moment, event.dice)
    if event.target is None:
        texts = (
            N_("You attack directly with %(card)s, for %(dice)s."),
            N_("%(seat)s attacks directly with %(card)s, for %(dice)s."),
        )
        return said(moment, event.seat, "s-attack", *texts, card=card, dice=dice)
    texts = (
        N_("You attack %(target)s with %(card)s, for %(dice)s."),
        N_("%(seat)s attacks %(target)s with %(card)s, for %(dice)s."),
    )
    return said(moment, event.seat, "s-attack", *texts, card=card, dice=dice, target=lying(moment, event.target))


TURN_WORDS: Mapping[type, Narrates] = {
    ev.TurnBegan: by_seat(
        "c-play", N_("Turn %(n)s: it is your turn."), N_("Turn %(n)s: it is the turn of %(seat)s."), n=lambda _, event: event.number
    ),
    ev.CardDrawn: _card_drawn,
    ev.NothingDrawn: by_seat("s-draw", N_("Your camp is empty, you draw nothing."), N_("The camp of %(seat)s is empty, nothing is drawn.")),
    ev.DiceRolled: _dice_rolled,
    ev.PhaseBegan: unsaid(),
    ev.BattleEnded: by_seat("c-fwd", N_("You end your battle phase."), N_("%(seat)s ends the battle phase.")),
    ev.TurnEnded: by_seat("c-fwd-turn", N_("You end your turn."), N_("%(seat)s ends the turn.")),
    ev.CreatureSummoned: by_seat(
        "s-play",
        N_("You summon %(card)s to %(cell)s for %(dice)s."),
        N_("%(seat)s summons %(card)s to %(cell)s for %(dice)s."),
        card=card_named,
        cell=cell_named,
        dice=lambda moment, event: pips(moment, event.dice),
    ),
    ev.CrushLaid: _crush_laid,
    ev.AttackMade: _attack_made,
    ev.CreatureMoved: by_seat(
        "s-swap",
        N_("You move %(card)s to %(cell)s."),
        N_("%(seat)s moves %(card)s to %(cell)s."),
        card=card_lying,
        cell=cell_named,
    ),
    ev.CreaturesSwapped: by_seat(
        "s-swap",
        N_("You swap %(one)s and %(other)s."),
        N_("%(seat)s swaps %(one)s and %(other)s."),
        one=lambda moment, event: lying(moment, event.slots[0]),
        other=lambda moment, event: lying(moment, event.slots[1]),
    ),
    ev.CrushFlipped: by_seat("s-turned", N_("You turn up %(card)s."), N_("%(seat)s turns up %(card)s."), card=card_named),
    ev.EffectUsed: by_seat("s-play", N_("You use the effect of %(card)s."), N_("%(seat)s uses the effect of %(card)s."), card=card_lying),
    ev.Passed: by_seat("c-fwd", N_("You pass."), N_("%(seat)s passes.")),
}
