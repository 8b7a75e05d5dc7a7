"""Why the rules give a step, beside what its narration tells: what a play is worth, how damage and attack come about, why a turn begins."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.faces import known
from records.core.sentences import N_, SeatRef, Sentence
from records.core.shared import Asked
from records.core.wording.reasons import Reasons, Sentences, StepsBefore
from records.games.regicide.cards import CARDS
from records.games.regicide.model import events as ev
from records.games.regicide.narration.narrate import RegicideMoment, narrate, royal_at
from records.games.regicide.narration.wording import the

_TURNS: Mapping[str, str] = {
    "5.6": N_("The player who has defeated a royal skips the attack and begins a new turn: %(seat)s."),
    "6.6": N_("The next player clockwise is on turn: %(seat)s."),
    "8.4": N_("After a Jester the player who was named is on turn: %(seat)s."),
}
_ASKED: Mapping[str, str] = {
    "discard": N_("The attack is met with hand cards worth at least that much."),
    "next": N_("The player of a Jester names who goes next."),
}


def _worth(before: StepsBefore) -> int | None:
    """Return what the play of the chain is worth, None where none of it is there or a card was not noted."""
    played = next((one for one in reversed(before.events) if isinstance(one, ev.CardsPlayed)), None)
    if played is None or not all(map(known, played.cards)):
        return None
    return sum(CARDS[str(card)].value for card in played.cards)


def _doubled(before: StepsBefore) -> bool:
    return any(isinstance(one, ev.PowerUsed) and one.suit == "clubs" for one in before.events)


def _turn_began(_moment: RegicideMoment, event: ev.TurnBegan, _before: StepsBefore) -> Sentences:
    return (Sentence(_TURNS.get(event.rule, N_("It is the turn of %(seat)s.")), {"seat": SeatRef(event.seat)}),)


def _asked(_moment: RegicideMoment, event: Asked, _before: StepsBefore) -> Sentences:
    return (Sentence(_ASKED[event.what]),) if event.what in _ASKED else ()


def _power(moment: RegicideMoment, event: ev.PowerUsed | ev.ShieldRaised, _before: StepsBefore) -> Sentences:
    amount = Sentence(N_("A power counts with the worth of the whole play: %(n)s."), {"n": event.amount})
    return (*narrate(moment).lines, amount)


def _drawn(moment: RegicideMoment, event: ev.CardDrawn, _before: StepsBefore) -> Sentences:
    if event.rule != "4.3":
        return narrate(moment).lines
    return (*narrate(moment).lines, Sentence(N_("Diamonds draw from the Tavern, and nobody draws above the limit of a hand.")))


def _blocked(moment: RegicideMoment, _event: ev.PowerBlocked, _before: StepsBefore) -> Sentences:
    return (
        *narrate(moment).lines,
        Sentence(N_("A royal is immune to the power of its own suit, as long as no Jester has cancelled that.")),
    )


def _cancelled(moment: RegicideMoment, _event: ev.ImmunityCancelled, _before: StepsBefore) -> Sentences:
    return (*narrate(moment).lines, Sentence(N_("A Jester cancels the immunity for all later plays against this royal.")))


def _damage(moment: RegicideMoment, event: ev.DamageDealt, before: StepsBefore) -> Sentences:
    worth, royal = _worth(before), royal_at(moment)
    told = []
    if worth is not None and event.amount == worth:
        told.append(Sentence(N_("The play is worth %(worth)s: so much damage."), {"worth": worth}))
    elif worth is not None and _doubled(before) and event.amount == 2 * worth:
        told.append(Sentence(N_("The play is worth %(worth)s, and Clubs double it: %(n)s damage."), {"worth": worth, "n": event.amount}))
    elif worth is not None:
        text = N_("The play is worth %(worth)s, of which %(n)s count as damage.")
        told.append(Sentence(text, {"worth": worth, "n": event.amount}))
    if royal is None:
        return (*told, *narrate(moment).lines)
    numbers = {"before": event.total - event.amount, "n": event.amount, "total": event.total, "health": royal.health}
    told.append(Sentence(N_("Damage %(before)s and %(n)s are %(total)s of %(health)s health."), numbers))
    return tuple(told)


def _defeated(moment: RegicideMoment, event: ev.RoyalDefeated, _before: StepsBefore) -> Sentences:
    text = N_("The damage is exactly its health.") if event.exact else N_("The damage reaches its health.")
    return (*narrate(moment).lines, Sentence(text))


def _suffered(moment: RegicideMoment, event: ev.AttackSuffered, _before: StepsBefore) -> Sentences:
    royal, shield = royal_at(moment), moment.before.shield
    if royal is None:
        return narrate(moment).lines
    numbers = {"royal": the(royal.name), "n": royal.value, "shield": shield, "need": event.need}
    return (*narrate(moment).lines, Sentence(N_("The %(royal)s attacks with %(n)s, the shield takes off %(shield)s: %(need)s."), numbers))


def _discarded(moment: RegicideMoment, event: ev.Discarded, _before: StepsBefore) -> Sentences:
    if not event.cards or not all(map(known, event.cards)):
        return narrate(moment).lines
    worth = sum(CARDS[str(card)].value for card in event.cards)
    need = moment.before.need or 0
    return (*narrate(moment).lines, Sentence(N_("That is worth %(n)s, and %(need)s were to be discarded."), {"n": worth, "need": need}))


def _fell(moment: RegicideMoment, _event: ev.SeatFell, _before: StepsBefore) -> Sentences:
    return (*narrate(moment).lines, Sentence(N_("A player who cannot go on loses the game for all.")))


REGICIDE_REASONS = Reasons(
    {
        Asked: _asked,
        ev.TurnBegan: _turn_began,
        ev.PowerUsed: _power,
        ev.ShieldRaised: _power,
        ev.PowerBlocked: _blocked,
        ev.CardDrawn: _drawn,
        ev.ImmunityCancelled: _cancelled,
        ev.DamageDealt: _damage,
        ev.RoyalDefeated: _defeated,
        ev.AttackSuffered: _suffered,
        ev.Discarded: _discarded,
        ev.SeatFell: _fell,
    }
)
