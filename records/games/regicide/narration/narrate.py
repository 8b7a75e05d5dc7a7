"""Each event in one sentence, for the viewer whose log it comes from."""

from __future__ import annotations

from typing import Any, TypeAlias

from records.core.faces import UNKNOWN, Face
from records.core.secret import ALL
from records.core.sentences import N_, Arg, CardRef, Quoted, SeatRef, Sentence, Word
from records.core.shared import Asked, GameStarted
from records.core.wording.acting import acting, nobody, on_turn, own_seat, who_begins
from records.core.wording.narration import Moment, Narration, PrivateLine, drawn_unseen, said
from records.core.wording.narrator import Narrator, by_cards, by_nobody, by_seat, by_table, cards_seen, unsaid
from records.games.regicide.cards import Card
from records.games.regicide.deciding.talk import true_of_hand
from records.games.regicide.evolve import WHY
from records.games.regicide.model import events as ev
from records.games.regicide.model.position import DISCARD, TAVERN, RegicideCounters, standing
from records.games.regicide.narration.wording import IMMUNE, SPOKEN, refs, the

RegicideMoment: TypeAlias = Moment[RegicideCounters]


def _table(moment: RegicideMoment, icon: str, text: str, /, **args: Arg) -> Narration:
    return Narration(lines=(Sentence(text, args),), seat=moment.before.active, icon=icon)


def royal_at(moment: RegicideMoment) -> Card | None:
    """Return the royal that stands after the step, None where none does or nobody noted which."""
    table: Any = moment.after.table
    return standing(table)


def _royal(moment: RegicideMoment) -> CardRef | Word:
    card = royal_at(moment)
    return the(UNKNOWN if card is None else card.name)


@acting(who_begins)
def _started(moment: RegicideMoment, event: GameStarted) -> Narration:
    if event.begins is None:
        return Narration(lines=(Sentence(N_("The game begins.")),), icon="m-hand")
    return said(moment, event.begins, "m-hand", N_("You begin."), N_("%(seat)s begins."))


@acting(on_turn)
def _power(moment: RegicideMoment, event: ev.PowerUsed) -> Narration:
    match event.suit:
        case "hearts":
            one, many = (
                N_("Hearts: a card of the discard pile goes under the Tavern."),
                N_("Hearts: up to %(n)s cards of the discard pile go under the Tavern."),
            )
            return _table(moment, "suit-hearts", one if event.amount == 1 else many, n=event.amount)
        case "diamonds":
            one, many = N_("Diamonds: a card is drawn."), N_("Diamonds: up to %(n)s cards are drawn.")
            return _table(moment, "suit-diamonds", one if event.amount == 1 else many, n=event.amount)
        case _:
            return _table(moment, "suit-clubs", N_("Clubs: the damage of %(n)s is doubled."), n=event.amount)


@acting(on_turn)
def _healed(moment: RegicideMoment, event: ev.Healed) -> Narration:
    seen = refs(event.moved) if event.unseen is None else cards_seen(event.unseen)
    if seen is not None:
        told = _table(moment, "s-shuffle", N_("Shuffled under the Tavern: %(cards)s."), cards=seen)
    else:
        one, many = N_("One card goes unseen under the Tavern."), N_("%(n)s cards go unseen under the Tavern.")
        told = _table(moment, "s-shuffle", one if event.count == 1 else many, n=event.count)
    if not event.top:
        return told
    top = Sentence(N_("The %(card)s lies on top of the discard pile now."), {"card": the(event.top[0])})
    return Narration(lines=(*told.lines, top), seat=told.seat, icon=told.icon)


def _drawn(moment: RegicideMoment, event: ev.CardDrawn) -> Narration:
    seen = cards_seen(event.card)
    if seen is None:
        return drawn_unseen(moment, event.seat)
    tells: tuple[PrivateLine, ...] = ()
    if event.card.known_to == ALL and not moment.after.state.alone:
        tells = (PrivateLine(sentence=Sentence(N_("everybody knew that it lay on top")), mine=moment.viewer != event.seat),)
    return said(moment, event.seat, "s-draw", N_("You draw %(cards)s."), N_("%(seat)s draws %(cards)s."), *tells, cards=seen)


@acting(on_turn)
def _shield(moment: RegicideMoment, event: ev.ShieldRaised) -> Narration:
    card = royal_at(moment)
    if card is None:
        return _table(moment, "suit-spades", N_("Spades: the attack falls by %(n)s."), n=event.amount)
    if event.total - event.amount >= card.value:
        text = N_("Spades: the shield against the %(royal)s grows by %(n)s to %(total)s.")
        return _table(moment, "suit-spades", text, royal=the(card.name), n=event.amount, total=event.total)
    text = N_("Spades: the attack of the %(royal)s falls by %(n)s to %(left)s.")
    return _table(moment, "suit-spades", text, royal=the(card.name), n=event.amount, left=max(0, card.value - event.total))


@acting(on_turn)
def _blocked(moment: RegicideMoment, event: ev.PowerBlocked) -> Narration:
    royal, icon = _royal(moment), f"suit-{event.suit}"
    if event.suit == "spades" and event.total:
        text = N_("The %(royal)s is immune to Spades; after a Jester they count, %(total)s in all.")
        return _table(moment, icon, text, royal=royal, total=event.total)
    return _table(moment, icon, IMMUNE[event.suit], royal=royal)


@acting(on_turn)
def _cancelled(moment: RegicideMoment, event: ev.ImmunityCancelled) -> Narration:
    gained = event.shield - moment.before.shield
    if gained > 0:
        text = N_("The %(royal)s is no longer immune, and the Spades played before count: the attack falls by %(n)s.")
        return _table(moment, "ch-cap", text, royal=_royal(moment), n=gained)
    return _table(moment, "ch-cap", N_("The %(royal)s is no longer immune."), royal=_royal(moment))


@acting(on_turn)
def _damaged(moment: RegicideMoment, event: ev.DamageDealt) -> Narration:
    card, royal = royal_at(moment), _royal(moment)
    if card is None or event.total >= card.health:
        text = N_("The %(royal)s takes %(n)s damage, %(total)s in all.")
        return _table(moment, "s-attack", text, royal=royal, n=event.amount, total=event.total)
    text = N_("The %(royal)s takes %(n)s damage and has %(left)s health left.")
    return _table(moment, "s-attack", text, royal=royal, n=event.amount, left=card.health - event.total)


def fallen_royal(moment: RegicideMoment, event: ev.RoyalDefeated) -> Face:
    """Return the royal that has just been defeated, as this log shows it."""
    table: Any = moment.after.table
    if event.exact:
        top = table.decks.get(TAVERN, ())[:1]
        face: Face = top[0].faces[0] if top and top[0].count == 1 and top[0].faces else UNKNOWN
        return face
    last: Face = (table.zones.get(DISCARD) or (UNKNOWN,))[-1]
    return last


@acting(on_turn)
def _defeated(moment: RegicideMoment, event: ev.RoyalDefeated) -> Narration:
    royal = the(fallen_royal(moment, event))
    if event.exact:
        return _table(moment, "s-fell", N_("Exactly enough: the %(royal)s goes face down on top of the Tavern."), royal=royal)
    return _table(moment, "s-fell", N_("The %(royal)s is defeated."), royal=royal)


def _suffered(moment: RegicideMoment, event: ev.AttackSuffered) -> Narration:
    royal = _royal(moment)
    if not event.need:
        return _table(moment, "shield", N_("The attack of the %(royal)s is completely shielded."), royal=royal)
    text = (
        N_("The %(royal)s attacks you: you must discard cards worth %(n)s at least."),
        N_("The %(royal)s attacks %(seat)s, who must discard cards worth %(n)s at least."),
    )
    return said(moment, event.seat, "s-attack", *text, royal=royal, n=event.need)


def _discarded(moment: RegicideMoment, event: ev.Discarded) -> Narration:
    if not event.cards:
        return said(moment, event.seat, "s-discard", N_("You discard nothing."), N_("%(seat)s discards nothing."))
    text = N_("You discard %(cards)s."), N_("%(seat)s discards %(cards)s.")
    return said(moment, event.seat, "s-discard", *text, cards=refs(event.cards))


def _next(moment: RegicideMoment, event: ev.NextChosen) -> Narration:
    if event.next == event.seat:
        return said(moment, event.seat, "m-hand", N_("You go on yourself."), N_("%(seat)s goes on."))
    text = N_("You let %(next)s go next."), N_("%(seat)s lets %(next)s go next.")
    return said(moment, event.seat, "m-hand", *text, next=SeatRef(event.next))


def _flipped(moment: RegicideMoment, event: ev.JesterFlipped) -> Narration:
    if not event.cards:
        return said(moment, event.seat, "ch-cap", N_("You flip a Jester."), N_("%(seat)s flips a Jester."))
    text = N_("You flip a Jester and discard %(cards)s."), N_("%(seat)s flips a Jester and discards %(cards)s.")
    return said(moment, event.seat, "ch-cap", *text, cards=refs(event.cards))


def _fell(moment: RegicideMoment, event: ev.SeatFell) -> Narration:
    if event.why == "cannot-act":
        text = N_("You can neither play nor yield."), N_("%(seat)s can neither play nor yield.")
        return said(moment, event.seat, "c-cross", *text)
    text = N_("Your hand is worth less than %(n)s."), N_("The hand of %(seat)s is worth less than %(n)s.")
    return said(moment, event.seat, "c-cross", *text, n=event.below)


def _talked(moment: RegicideMoment, event: ev.TableTalk) -> Narration:
    you, they = SPOKEN[event.statement]
    args: dict[str, Arg] = {} if event.number is None else {"n": event.number}
    told = said(moment, event.seat, "s-note", you, they, *_truth(moment, event), **args)
    words = (Sentence("%(words)s", {"words": Quoted((event.text,))}),) if event.text else ()
    return Narration(lines=(*told.lines, *words), tells=told.tells, seat=event.seat, icon=told.icon)


def _truth(moment: RegicideMoment, event: ev.TableTalk) -> tuple[PrivateLine, ...]:
    """What the viewer can see of the speaker's hand shows whether it is so."""
    table: Any = moment.after.table
    true = true_of_hand(table, event)
    if true is None:
        return ()
    return (PrivateLine(sentence=Sentence(N_("that is true") if true else N_("that is not true")), mine=True),)


@acting(lambda before, event: (event.seat, event.verdict == "allowed" and before.choosing))
def _judged(moment: RegicideMoment, event: ev.TalkJudged) -> Narration:
    text = {
        "allowed": N_("By the rules that may be said."),
        "untrue": N_("By the rules that may be said, but the number is wrong."),
        "forbidden": N_("By the rules that may not be said."),
    }.get(event.verdict, N_("By the rules that may be said only between a Jester and the next turn."))
    return Narration(lines=(Sentence(text),), seat=event.seat, icon="s-note", quiet=event.verdict == "allowed" and moment.before.choosing)


@acting(nobody)
def _ended(moment: RegicideMoment, event: ev.GameEnded) -> Narration:
    if moment.after.state.alone:
        ended = N_("The kingdom is free: the game is won.") if event.won else N_("The royals stand: the game is lost.")
    else:
        ended = N_("The kingdom is free: all win.") if event.won else N_("The royals stand: all lose.")
    return Narration(lines=(Sentence(ended), Sentence(WHY.get((event.why, event.grade), WHY[event.why, ""]))), icon="m-moment")


narrate = Narrator(
    {
        GameStarted: _started,
        Asked: unsaid("s-ask"),
        ev.HandDealt: by_cards(
            "s-draw",
            "cards",
            shown=(N_("You are dealt %(cards)s."), N_("%(seat)s is dealt %(cards)s.")),
            hidden=(N_("You are dealt %(n)s cards."), N_("%(seat)s is dealt %(n)s cards, face down.")),
        ),
        ev.RoyalRevealed: by_nobody("s-turned", N_("The %(royal)s comes out of the castle."), royal=lambda _, event: the(event.card)),
        ev.TurnBegan: unsaid("m-hand"),
        ev.CardsPlayed: by_seat(
            "s-play", N_("You play %(cards)s."), N_("%(seat)s plays %(cards)s."), cards=lambda _, event: refs(event.cards)
        ),
        ev.Yielded: by_seat("s-held", N_("You yield."), N_("%(seat)s yields.")),
        ev.PowerUsed: _power,
        ev.Healed: _healed,
        ev.CardDrawn: _drawn,
        ev.ShieldRaised: _shield,
        ev.PowerBlocked: _blocked,
        ev.ImmunityCancelled: _cancelled,
        ev.DamageDealt: _damaged,
        ev.RoyalDefeated: _defeated,
        ev.FightCleared: by_table("s-discard", N_("The cards played against it go to the discard pile."), quietly=True),
        ev.AttackSuffered: _suffered,
        ev.Discarded: _discarded,
        ev.NextChosen: _next,
        ev.JesterFlipped: _flipped,
        ev.SeatFell: _fell,
        ev.TableTalk: _talked,
        ev.TalkJudged: _judged,
        ev.GameEnded: _ended,
    },
    plain=own_seat,
)
"""By event class: each event in words and signs."""
