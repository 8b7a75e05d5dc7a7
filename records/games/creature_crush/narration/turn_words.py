"""What happens in a turn, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.asking.answering import Narrates
from records.core.sentences import N_
from records.core.wording.narration import Narration
from records.games.creature_crush.model import turn_events as ev
from records.games.creature_crush.model.turn_events import Dice
from records.games.creature_crush.narration.said import CrushMoment, lying, name, names, place, quiet, said

ROLLS: Mapping[str, tuple[str, str]] = {
    "start": (N_("You roll the start dice: %(dice)s."), N_("%(seat)s rolls the start dice: %(dice)s.")),
    "triple": (N_("A triple: you roll one die more: %(dice)s."), N_("A triple: %(seat)s rolls one die more: %(dice)s.")),
    "quadruple": (N_("Four alike: you roll one die more: %(dice)s."), N_("Four alike: %(seat)s rolls one die more: %(dice)s.")),
    "extra": (N_("You roll your extra start dice: %(dice)s."), N_("%(seat)s rolls the extra start dice: %(dice)s.")),
    "effect": (N_("You roll for the effect: %(dice)s."), N_("%(seat)s rolls for the effect: %(dice)s.")),
}
"""By what the dice are for."""


def _shown(moment: CrushMoment, dice: Dice) -> str:
    """Return what some start dice show."""
    there = moment.before.dice
    return " + ".join(str(there[nth]) for nth in dice if 0 <= nth < len(there))


def _turn_began(moment: CrushMoment, event: ev.TurnBegan) -> Narration:
    return said(
        moment, event.seat, "c-play", N_("Turn %(n)s: it is your turn."), N_("Turn %(n)s: it is the turn of %(seat)s."), n=event.number
    )


def _card_drawn(moment: CrushMoment, event: ev.CardDrawn) -> Narration:
    seen = names(event.card)
    if seen is None:
        return said(moment, event.seat, "s-draw", N_("You draw a card."), N_("%(seat)s draws a card."))
    return said(moment, event.seat, "s-draw", N_("You draw %(card)s."), N_("%(seat)s draws %(card)s."), card=seen)


def _nothing_drawn(moment: CrushMoment, event: ev.NothingDrawn) -> Narration:
    return said(
        moment, event.seat, "s-draw", N_("Your camp is empty, you draw nothing."), N_("The camp of %(seat)s is empty, nothing is drawn.")
    )


def _dice_rolled(moment: CrushMoment, event: ev.DiceRolled) -> Narration:
    texts = ROLLS.get(event.why)
    if texts is None or not event.faces:
        return quiet(event.seat)
    return said(moment, event.seat, "s-note", *texts, dice=", ".join(map(str, event.faces)))


def _phase_began(_moment: CrushMoment, event: ev.PhaseBegan) -> Narration:
    return quiet(event.seat)


def _battle_ended(moment: CrushMoment, event: ev.BattleEnded) -> Narration:
    return said(moment, event.seat, "c-fwd", N_("You end your battle phase."), N_("%(seat)s ends the battle phase."))


def _turn_ended(moment: CrushMoment, event: ev.TurnEnded) -> Narration:
    return said(moment, event.seat, "c-fwd-turn", N_("You end your turn."), N_("%(seat)s ends the turn."))


def _creature_summoned(moment: CrushMoment, event: ev.CreatureSummoned) -> Narration:
    return said(
        moment,
        event.seat,
        "s-play",
        N_("You summon %(card)s to %(cell)s for %(dice)s."),
        N_("%(seat)s summons %(card)s to %(cell)s for %(dice)s."),
        card=name(event.card),
        cell=place(event.cell),
        dice=_shown(moment, event.dice),
    )


def _crush_laid(moment: CrushMoment, event: ev.CrushLaid) -> Narration:
    seen, number = names(event.card), len(event.dice)
    if seen is None:
        texts = (N_("You lay a crush card for dice: %(n)s."), N_("%(seat)s lays a crush card face down; dice for it: %(n)s."))
        return said(moment, event.seat, "s-lay", *texts, n=number)
    texts = (N_("You lay %(card)s face down; dice for it: %(n)s."), N_("%(seat)s lays %(card)s face down; dice for it: %(n)s."))
    return said(moment, event.seat, "s-lay", *texts, card=seen, n=number)


def _attack_made(moment: CrushMoment, event: ev.AttackMade) -> Narration:
    card, dice = lying(moment, event.slot), _shown(moment, event.dice)
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


def _creature_moved(moment: CrushMoment, event: ev.CreatureMoved) -> Narration:
    texts = (N_("You move %(card)s to %(cell)s."), N_("%(seat)s moves %(card)s to %(cell)s."))
    return said(moment, event.seat, "s-swap", *texts, card=lying(moment, event.slot), cell=place(event.cell))


def _creatures_swapped(moment: CrushMoment, event: ev.CreaturesSwapped) -> Narration:
    one, other = (lying(moment, slot) for slot in event.slots)
    return said(
        moment,
        event.seat,
        "s-swap",
        N_("You swap %(one)s and %(other)s."),
        N_("%(seat)s swaps %(one)s and %(other)s."),
        one=one,
        other=other,
    )


def _crush_flipped(moment: CrushMoment, event: ev.CrushFlipped) -> Narration:
    return said(moment, event.seat, "s-turned", N_("You turn up %(card)s."), N_("%(seat)s turns up %(card)s."), card=name(event.card))


def _effect_used(moment: CrushMoment, event: ev.EffectUsed) -> Narration:
    texts = (N_("You use the effect of %(card)s."), N_("%(seat)s uses the effect of %(card)s."))
    return said(moment, event.seat, "s-play", *texts, card=lying(moment, event.slot))


def _passed(moment: CrushMoment, event: ev.Passed) -> Narration:
    return said(moment, event.seat, "c-fwd", N_("You pass."), N_("%(seat)s passes."))


TURN_WORDS: Mapping[type, Narrates] = {
    ev.TurnBegan: _turn_began,
    ev.CardDrawn: _card_drawn,
    ev.NothingDrawn: _nothing_drawn,
    ev.DiceRolled: _dice_rolled,
    ev.PhaseBegan: _phase_began,
    ev.BattleEnded: _battle_ended,
    ev.TurnEnded: _turn_ended,
    ev.CreatureSummoned: _creature_summoned,
    ev.CrushLaid: _crush_laid,
    ev.AttackMade: _attack_made,
    ev.CreatureMoved: _creature_moved,
    ev.CreaturesSwapped: _creatures_swapped,
    ev.CrushFlipped: _crush_flipped,
    ev.EffectUsed: _effect_used,
    ev.Passed: _passed,
}
