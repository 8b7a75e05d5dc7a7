"""What effects do, in one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.faces import known
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.core.wording.acting import acting
from records.core.wording.narration import Narration, PrivateLine, said
from records.core.wording.narrator import Narrates, by_nobody, by_seat, hand_looked_at, unsaid
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.narration.said import CastleMoment


def _units(moment: CastleMoment, event: ee.UnitsDiscarded) -> Narration:
    mine = moment.viewer != event.seat
    empty = Sentence(N_("no unit is left in the hand of %(seat)s"), {"seat": SeatRef(event.seat)})
    tell = PrivateLine(sentence=empty if mine else Sentence(N_("no unit is left in your hand")), mine=mine)
    if not event.cards:
        return said(moment, event.seat, "s-discard", N_("You hold no unit."), N_("%(seat)s holds no unit."), tell)
    cards = tuple(CardRef(str(card)) if known(card) else CardRef("?") for card in event.cards)
    texts = (N_("You discard your units: %(cards)s."), N_("%(seat)s discards all units: %(cards)s."))
    return said(moment, event.seat, "s-discard", *texts, tell, cards=cards)


def _stolen(moment: CastleMoment, event: ee.GateCardsStolen) -> Narration:
    if len(event.slots) == 1:
        one = (
            N_("You put a card of the enemy Gate under your own, unseen."),
            N_("%(seat)s puts a card of the enemy Gate under their own, unseen."),
        )
        return said(moment, event.seat, "s-swap", *one)
    texts = (
        N_("You put %(n)s cards of the enemy Gate under your own, unseen."),
        N_("%(seat)s puts %(n)s cards of the enemy Gate under their own, unseen."),
    )
    return said(moment, event.seat, "s-swap", *texts, n=len(event.slots))


def _swapped(moment: CastleMoment, event: ee.GatesSwapped) -> Narration:
    if len(event.moves) == 2:  # noqa: PLR2004 -- one of each side
        one = (N_("You swap one card of each Gate, unseen."), N_("%(seat)s swaps one card of each Gate, unseen."))
        return said(moment, event.seat, "s-swap", *one)
    texts = (
        N_("You swap %(n)s cards of both Gates, unseen."),
        N_("%(seat)s swaps %(n)s cards of both Gates, unseen."),
    )
    return said(moment, event.seat, "s-swap", *texts, n=len(event.moves) // 2)


def _recovered(moment: CastleMoment, event: ee.CardRecovered) -> Narration:
    tell = PrivateLine(sentence=Sentence(N_("everybody knows that it is in this hand")), mine=moment.viewer != event.seat)
    texts = (N_("You take %(card)s from the discard pile."), N_("%(seat)s takes %(card)s from the discard pile."))
    return said(moment, event.seat, "s-draw", *texts, tell, card=CardRef(str(event.card)))


def _forbidden(moment: CastleMoment, event: ee.AttacksForbidden) -> Narration:
    texts = (N_("You may play no attack cards in your next turn."), N_("%(seat)s may play no attack cards in the next turn."))
    if event.until > moment.before.turn + 1:
        texts = (
            N_("You may play no attack cards up to turn %(n)s."),
            N_("%(seat)s may play no attack cards up to turn %(n)s."),
        )
    return said(moment, event.seat, "s-note", *texts, n=event.until)


@acting(lambda _before, event: (event.seat, event.left != 0))
def _limited(moment: CastleMoment, event: ee.PlaysLimited) -> Narration:
    if event.left != 0:
        return Narration(seat=event.seat, icon="s-note", quiet=True)
    texts = (N_("You may play no further card in this turn."), N_("%(seat)s may play no further card in this turn."))
    return said(moment, event.seat, "s-note", *texts)


EFFECT_WORDS: Mapping[type, Narrates] = {
    ee.HandLookedAt: hand_looked_at,
    ee.UnitsDiscarded: _units,
    ee.GateCardsStolen: _stolen,
    ee.GatesSwapped: _swapped,
    ee.GateMixed: by_nobody("s-shuffle", N_("%(n)s of these cards change places; nobody sees how."), n=lambda _, event: len(event.new)),
    ee.CardBroughtIn: by_seat(
        "s-swap",
        N_("You put a card of your Gate under your Castle, unseen."),
        N_("%(seat)s puts a card of the Gate under the Castle, unseen."),
    ),
    ee.CardRecovered: _recovered,
    ee.PermanentChosen: unsaid("permanent"),
    ee.AttacksForbidden: _forbidden,
    ee.PlaysLimited: _limited,
}
