"""Why the rules give a step, beside what its narration tells: what dice pay, what strikes, in which order the chain is carried out."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.faces import known
from records.core.ids import SlotId
from records.core.sentences import N_, SeatRef, Sentence
from records.core.shared import Asked
from records.core.wording.reasons import Reasoning, Reasons, Sentences, StepsBefore
from records.games.creature_crush.model import chain_events as ch
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model import turn_events as tn
from records.games.creature_crush.narration.narrate import narrate
from records.games.creature_crush.narration.said import CrushMoment, lying, name

_ASKED: Mapping[str, str] = {
    "respond": N_("After an attack, an arrival, a fall, and after effects that have joined the chain crush cards may answer."),
    "order": N_("When effects come up at the same time, the seat on turn says which is carried out first."),
}
_ROLLS: Mapping[str, str] = {
    "start": N_("A turn begins with three start dice, the first turn of the game with two."),
    "triple": N_("All three dice are alike, so a fourth is rolled."),
    "quadruple": N_("All four dice are alike, so a fifth is rolled."),
    "extra": N_("An effect gave more start dice for this turn."),
}
_DAMAGE: Mapping[str, str] = {
    "8.5": N_("A vengeful creature strikes back with its own attack, at the same time."),
    "8.6": N_("A sluggish creature takes damage when it is moved or swapped in the tactics phase."),
}
_DESTROYED: Mapping[str, str] = {
    "5.7": N_("A direct attack finds no card in camp and hand, so it takes one of the field."),
    "7.5": N_("An effect destroys it."),
}


def _told(text: str) -> Reasoning:
    """Return what a step's narration says, with a sentence that gives the reason."""

    def reasons(moment: CrushMoment, _event: object, _before: StepsBefore) -> Sentences:
        return (*narrate(moment).lines, Sentence(text))

    return reasons


def _asked(moment: CrushMoment, event: Asked, _before: StepsBefore) -> Sentences:
    text = _ASKED.get(event.what)
    return (*narrate(moment).lines, *((Sentence(text),) if text else ()))


def _rolled(moment: CrushMoment, event: tn.DiceRolled, _before: StepsBefore) -> Sentences:
    text = _ROLLS.get(event.why)
    return (*narrate(moment).lines, *((Sentence(text),) if text else ()))


def _drawn(moment: CrushMoment, event: tn.CardDrawn, _before: StepsBefore) -> Sentences:
    turn = (Sentence(N_("A turn begins with drawing the top card of one's own camp.")),) if event.rule == "4.1" else ()
    return (*narrate(moment).lines, *turn)


def _shown(moment: CrushMoment, dice: tn.Dice) -> tuple[str, int]:
    """Return what paying dice show, added up in words and as a number."""
    there = [moment.before.dice[nth] for nth in dice if 0 <= nth < len(moment.before.dice)]
    return " + ".join(map(str, there)), sum(there)


def _summoned(moment: CrushMoment, event: tn.CreatureSummoned, _before: StepsBefore) -> Sentences:
    dice, cost = _shown(moment, event.dice)
    return (
        *narrate(moment).lines,
        Sentence(N_("The dice %(dice)s pay its cost of %(n)s, neither more nor less."), {"dice": dice, "n": cost}),
    )


def _attack(moment: CrushMoment, event: tn.AttackMade, _before: StepsBefore) -> Sentences:
    dice, cost = _shown(moment, event.dice)
    paid = Sentence(N_("For an attack the creature's cost is paid again: %(dice)s for %(n)s."), {"dice": dice, "n": cost})
    where = (
        N_("No enemy stands in zone B of its column, so it attacks directly.")
        if event.target is None
        else N_("It attacks an enemy of its own column.")
    )
    return (*narrate(moment).lines, paid, Sentence(where))


def _laid(moment: CrushMoment, event: tn.CrushLaid, _before: StepsBefore) -> Sentences:
    text = N_("A crush card costs a number of dice, whatever they show: %(n)s.")
    return (*narrate(moment).lines, Sentence(text, {"n": len(event.dice)}))


def _damaged(moment: CrushMoment, event: ev.Damaged, before: StepsBefore) -> Sentences:
    numbers = {"before": event.total - event.amount, "n": event.amount, "total": event.total}
    total = Sentence(N_("Damage %(before)s and %(n)s are %(total)s."), numbers)
    attacker = _attacker(moment, before)
    if event.rule == "5.6" and attacker is not None:
        why = Sentence(N_("It takes as much damage as %(card)s has attack: %(n)s."), {"card": lying(moment, attacker), "n": event.amount})
    else:
        why = Sentence(_DAMAGE.get(event.rule, N_("An effect deals %(n)s damage.")), {"n": event.amount})
    return (*narrate(moment).lines, why, total)


def _attacker(moment: CrushMoment, before: StepsBefore) -> SlotId | None:
    if moment.before.attack is not None:
        return moment.before.attack.slot
    return next((one.slot for one in reversed(before.events) if isinstance(one, tn.AttackMade)), None)


def _destroyed(moment: CrushMoment, event: ev.Destroyed, _before: StepsBefore) -> Sentences:
    return (*narrate(moment).lines, Sentence(_DESTROYED.get(event.rule, N_("It has as much damage as life."))))


def _queued(_moment: CrushMoment, event: ch.EffectsQueued, _before: StepsBefore) -> Sentences:
    return (Sentence(N_("Effects that join the chain: %(n)s. The newest is carried out first."), {"n": len(event.ids)}),)


def _began(moment: CrushMoment, _event: ch.EffectBegan, _before: StepsBefore) -> Sentences:
    below = len(moment.before.chain) - 1
    if below < 1:
        return (*narrate(moment).lines, Sentence(N_("It is the only effect of the chain.")))
    return (*narrate(moment).lines, Sentence(N_("It is the newest effect of the chain; %(n)s wait below it."), {"n": below}))


def _effect_ended(moment: CrushMoment, event: ch.EffectEnded, _before: StepsBefore) -> Sentences:
    card = next((one.card for one in moment.before.chain if one.id == event.id), None)
    if card is None or not known(card):
        return ()
    return (Sentence(N_("%(card)s has been carried out, sentence by sentence, and leaves the chain."), {"card": name(card)}),)


def _attack_ended(moment: CrushMoment, event: ch.AttackEnded, _before: StepsBefore) -> Sentences:
    if event.struck:
        return (Sentence(N_("The attack has struck.")),)
    return (*narrate(moment).lines, Sentence(N_("Attacker or target stand no longer where they may fight.")))


def _phase(_moment: CrushMoment, event: tn.PhaseBegan, _before: StepsBefore) -> Sentences:
    return (Sentence(N_("The battle phase begins.") if event.phase == "battle" else N_("The tactics phase begins.")),)


def _spent(_moment: CrushMoment, event: ev.CrushSpent, _before: StepsBefore) -> Sentences:
    text = N_("A crush card that has had its effect goes to the hell of %(seat)s.")
    return (Sentence(text, {"seat": SeatRef(event.to)}),)


CRUSH_REASONS = Reasons(
    {
        Asked: _asked,
        tn.DiceRolled: _rolled,
        tn.CardDrawn: _drawn,
        tn.CreatureSummoned: _summoned,
        tn.CrushLaid: _laid,
        tn.AttackMade: _attack,
        tn.PhaseBegan: _phase,
        tn.CreatureMoved: _told(N_("A move in the tactics phase costs one die, whatever it shows.")),
        tn.CreaturesSwapped: _told(N_("A swap in the tactics phase costs two dice, whatever they show.")),
        tn.CrushFlipped: _told(N_("Turned up, its line takes effect.")),
        ev.Damaged: _damaged,
        ev.Destroyed: _destroyed,
        ev.CrushSpent: _spent,
        ev.CampTopHit: _told(N_("A card that is destroyed in the camp goes to the hell unplayed; a trap takes effect from there.")),
        ch.EffectTriggered: _told(N_("What its line asks for is met, so it takes effect.")),
        ch.EffectsQueued: _queued,
        ch.EffectBegan: _began,
        ch.EffectEnded: _effect_ended,
        ch.AttackEnded: _attack_ended,
    }
)
