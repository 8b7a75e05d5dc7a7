"""Each event in one sentence, for the viewer whose log it comes from."""

from __future__ import annotations

from records.core.faces import known
from records.core.ids import PileId, SeatKey
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence
from records.core.shared import GameStarted, GameWon
from records.core.wording.acting import Acting, acting, own_seat, who_begins
from records.core.wording.narration import Narration, PrivateLine, drawn_unseen, said
from records.core.wording.narrator import Narrator, by_nobody, by_seat, cards_seen, unsaid
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastleCounters
from records.games.castle_rampage.narration.effect_narrate import EFFECT_WORDS
from records.games.castle_rampage.narration.power_narrate import POWER_WORDS, pays, refs, taken
from records.games.castle_rampage.narration.said import CastleMoment
from records.values import replace


@acting(who_begins)
def _started(moment: CastleMoment, event: GameStarted) -> Narration:
    if event.begins is None:
        return Narration(lines=(Sentence(N_("The game begins.")),), icon="m-hand")
    return said(moment, event.begins, "m-hand", N_("You begin."), N_("%(seat)s begins."))


def _dealt(moment: CastleMoment, event: ev.HandDealt | ev.PurpleReplaced) -> Narration:
    seen, number = cards_seen(event.cards), len(event.cards.faces)
    if seen is not None:
        return said(moment, event.seat, "s-draw", N_("You are dealt %(cards)s."), N_("%(seat)s is dealt %(cards)s."), cards=seen)
    if number == 1:
        return said(moment, event.seat, "s-draw", N_("You are dealt a card."), N_("%(seat)s is dealt a card, face down."))
    return said(moment, event.seat, "s-draw", N_("You are dealt %(n)s cards."), N_("%(seat)s is dealt %(n)s cards, face down."), n=number)


def _under(pile: PileId) -> bool:
    return pile.startswith("gate:")


def _placed(moment: CastleMoment, event: ev.CardPlaced | ev.Strengthened) -> Narration:
    seen = cards_seen(event.card)
    strengthens = isinstance(event, ev.Strengthened)
    icon = "s-strengthen" if strengthens else "s-lay"
    gate = _under(event.pile)
    if seen is None:
        hidden = (
            (N_("You put a card under your Gate."), N_("%(seat)s puts a card face down under the Gate."))
            if gate
            else (N_("You put a card under your Castle."), N_("%(seat)s puts a card face down under the Castle."))
        )
        told = said(moment, event.seat, icon, *hidden)
    elif strengthens:
        texts = (
            (N_("You strengthen your Gate with %(card)s."), N_("%(seat)s strengthens the Gate with %(card)s."))
            if gate
            else (N_("You strengthen your Castle with %(card)s."), N_("%(seat)s strengthens the Castle with %(card)s."))
        )
        told = said(moment, event.seat, icon, *texts, card=seen[0])
    else:
        texts = (
            (N_("You put %(card)s under your Gate."), N_("%(seat)s puts %(card)s under the Gate."))
            if gate
            else (N_("You put %(card)s under your Castle."), N_("%(seat)s puts %(card)s under the Castle."))
        )
        told = said(moment, event.seat, icon, *texts, card=seen[0])
    spent = event.pays if isinstance(event, ev.Strengthened) else ()
    paid = tuple(face for _purpose, cards in spent for face in cards)
    return replace(told, lines=(*told.lines, *pays(moment, event.seat, paid).lines)) if paid else told


def _drawn(moment: CastleMoment, event: ev.CardDrawn) -> Narration:
    seen = cards_seen(event.card)
    if seen is None:
        return drawn_unseen(moment, event.seat)
    return said(moment, event.seat, "s-draw", N_("You draw %(card)s."), N_("%(seat)s draws %(card)s."), card=seen[0])


def _played(moment: CastleMoment, event: ev.CardPlayed) -> Narration:
    card = CardRef(str(event.card))
    if event.with_cards:
        texts = (N_("You play %(card)s with %(along)s."), N_("%(seat)s plays %(card)s with %(along)s."))
        return said(moment, event.seat, "s-play", *texts, card=card, along=refs(event.with_cards))
    return said(moment, event.seat, "s-play", N_("You play %(card)s."), N_("%(seat)s plays %(card)s."), card=card)


def _declared(moment: CastleMoment, event: ev.AttackDeclared) -> Narration:
    enemy, gate = ev.owner(event.target), _under(event.target)
    if enemy == event.seat:
        texts = (
            (N_("You attack your own Gate with %(n)s."), N_("%(seat)s attacks their own Gate with %(n)s."))
            if gate
            else (N_("You attack your own Castle with %(n)s."), N_("%(seat)s attacks their own Castle with %(n)s."))
        )
        return said(moment, event.seat, "s-attack", *texts, n=event.strength)
    if enemy == moment.viewer:
        yours = N_("%(seat)s attacks your Gate with %(n)s.") if gate else N_("%(seat)s attacks your Castle with %(n)s.")
        return said(moment, event.seat, "s-attack", yours, yours, n=event.strength)
    texts = (
        (N_("You attack the Gate of %(enemy)s with %(n)s."), N_("%(seat)s attacks the Gate of %(enemy)s with %(n)s."))
        if gate
        else (N_("You attack the Castle of %(enemy)s with %(n)s."), N_("%(seat)s attacks the Castle of %(enemy)s with %(n)s."))
    )
    return said(moment, event.seat, "s-attack", *texts, enemy=SeatRef(enemy), n=event.strength)


def _attacker(before: CastleCounters) -> SeatKey | None:
    return before.attack.seat if before.attack is not None else before.active


def _attacker_acts(before: CastleCounters, _event: object) -> Acting:
    return _attacker(before), False


@acting(_attacker_acts)
def _revealed(moment: CastleMoment, event: ev.DefenderRevealed) -> Narration:
    card: Arg = CardRef(str(event.card)) if known(event.card) else event.value
    sentence = Sentence(N_("%(card)s (%(value)s) is turned over."), {"card": card, "value": event.value})
    return Narration(lines=(sentence,), seat=_attacker(moment.before), icon="s-turned")


@acting(_attacker_acts)
def _held(moment: CastleMoment, event: ev.DefenderHeld) -> Narration:
    sentence = Sentence(N_("It holds against %(n)s and is turned face down again."), {"n": event.strength})
    tell = PrivateLine(sentence=Sentence(N_("both sides know it now")), mine=True)
    return Narration(lines=(sentence,), tells=(tell,), seat=_attacker(moment.before), icon="s-held")


@acting(_attacker_acts)
def _destroyed(moment: CastleMoment, event: ev.DefenderDestroyed) -> Narration:
    if event.left:
        sentence = Sentence(N_("It falls, %(n)s left."), {"n": event.left})
    else:
        sentence = Sentence(N_("It falls, and nothing is left of the attack."))
    lines = (sentence,) if event.to == "discard" else (sentence, taken(moment, SeatKey(event.to.partition(":")[2])))
    return Narration(lines=lines, seat=_attacker(moment.before), icon="s-fell")


narrate = Narrator(
    {
        GameStarted: _started,
        GameWon: by_seat("m-moment", N_("You win."), N_("%(seat)s wins.")),
        ev.HandDealt: _dealt,
        ev.PurpleShown: by_seat(
            "purple",
            N_("You show and lay aside: %(cards)s. Purple cards do not start."),
            N_("%(seat)s shows and lays aside: %(cards)s. Purple cards do not start."),
            cards=lambda _, event: refs(event.cards),
        ),
        ev.PurpleReplaced: _dealt,
        ev.NoPurpleHeld: by_seat("purple", N_("You hold no purple card."), N_("%(seat)s holds no purple card.")),
        ev.PurpleShuffledIn: by_nobody("s-shuffle", N_("The purple cards are shuffled back into the draw pile.")),
        ev.CardPlaced: _placed,
        ev.TurnBegan: unsaid("m-hand"),
        ev.CardDrawn: _drawn,
        ev.DiscardsReshuffled: by_nobody("s-shuffle", N_("The discard pile is shuffled and becomes the draw pile.")),
        ev.DrawFailed: by_seat("s-draw", N_("There is no card to draw for you."), N_("There is no card to draw for %(seat)s.")),
        ev.Strengthened: _placed,
        ev.CardPlayed: _played,
        ev.CardDisplayed: by_seat("permanent", N_("It stays in your display."), N_("It stays in the display of %(seat)s.")),
        ev.CardSettled: unsaid("s-discard"),
        ev.AttackDeclared: _declared,
        ev.DefenderRevealed: _revealed,
        ev.DefenderHeld: _held,
        ev.DefenderDestroyed: _destroyed,
        ev.AttackEnded: unsaid("s-attack"),
        ev.TurnEnded: unsaid("m-hand"),
        **EFFECT_WORDS,
        **POWER_WORDS,
    },
    plain=own_seat,
)
"""By event class: each event in words and signs."""
