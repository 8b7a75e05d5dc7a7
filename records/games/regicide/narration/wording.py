"""Commands in one sentence each, and what is said at the table (§ 10)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import assert_never

from records.core.faces import Face, known
from records.core.ids import SeatKey
from records.core.sentences import N_, Arg, CardRef, SeatRef, Sentence, Word
from records.games.regicide.model import commands as cmd

SPOKEN: Mapping[str, tuple[str, str]] = {
    "hand-count": (N_("You say how many cards you hold: %(n)s."), N_("%(seat)s says: “Cards in my hand: %(n)s.”")),
    "tavern-count": (N_("You say how many cards the Tavern has: %(n)s."), N_("%(seat)s says: “Cards in the Tavern: %(n)s.”")),
    "castle-count": (N_("You say how many cards the castle has: %(n)s."), N_("%(seat)s says: “Cards in the castle: %(n)s.”")),
    "public-fact": (N_("You state something that everybody can see."), N_("%(seat)s states something that everybody can see.")),
    "holds": (N_("You say what you hold."), N_("%(seat)s says what is in hand.")),
    "lacks": (N_("You say what you do not hold."), N_("%(seat)s says what is not in hand.")),
    "wishes": (N_("You say what others should play."), N_("%(seat)s says what others should play.")),
    "plans": (N_("You say what you would do if others did something."), N_("%(seat)s says what could be done if others did something.")),
    "claims-royal": (N_("You ask the others to leave you this royal."), N_("%(seat)s asks the others not to beat this royal.")),
    "wants-next": (N_("You would like to go next."), N_("%(seat)s would like to go next.")),
    "avoids-next": (N_("You would rather not go next."), N_("%(seat)s would rather not go next.")),
}
"""By its sense: told to the speaker, and to the others."""
IMMUNE: Mapping[str, str] = {
    "clubs": N_("The %(royal)s is immune to Clubs."),
    "diamonds": N_("The %(royal)s is immune to Diamonds."),
    "hearts": N_("The %(royal)s is immune to Hearts."),
    "spades": N_("The %(royal)s is immune to Spades."),
}
CANCELLED: Mapping[str, str] = {
    "clubs": N_("The %(royal)s is no longer immune to Clubs."),
    "diamonds": N_("The %(royal)s is no longer immune to Diamonds."),
    "hearts": N_("The %(royal)s is no longer immune to Hearts."),
    "spades": N_("The %(royal)s is no longer immune to Spades."),
}
"""After a Jester."""
_PLAYS = {
    1: N_("%(seat)s plays a card that nobody noted before."),
    2: N_("%(seat)s plays two cards that nobody noted before."),
    3: N_("%(seat)s plays three cards that nobody noted before."),
    4: N_("%(seat)s plays four cards that nobody noted before."),
}


def refs(cards: Sequence[Face]) -> tuple[CardRef, ...]:
    """Return cards as they are named; ``"?"`` for a face that is not one card."""
    return tuple(CardRef(str(card) if known(card) else "?") for card in cards)


def the(card: Face) -> CardRef | Word:
    """Return a card for a sentence whose English has the article: ``The %(royal)s``; one that nobody noted is worded to follow it."""
    return CardRef(str(card)) if known(card) else Word(N_("card that nobody noted"))


def tell(command: cmd.RegicideCommand) -> Sentence:
    """Return what a seat does in one sentence."""
    match command:
        case cmd.Start():
            return _one(N_("%(seat)s begins."), command.begins)
        case cmd.Play():
            if not all(map(known, command.cards)):
                return _one(_PLAYS[len(command.cards)], command.seat)
            return _one(N_("%(seat)s plays %(cards)s."), command.seat, cards=refs(command.cards))
        case cmd.Yield():
            return _one(N_("%(seat)s yields."), command.seat)
        case cmd.Discard():
            return _discard(command)
        case cmd.ChooseNext():
            if command.next == command.seat:
                return _one(N_("%(seat)s goes on."), command.seat)
            return _one(N_("%(seat)s lets %(next)s go next."), command.seat, next=SeatRef(command.next))
        case cmd.Flip():
            return _one(N_("%(seat)s flips a Jester."), command.seat)
        case cmd.Fall():
            if command.why == "cannot-act":
                return _one(N_("%(seat)s can neither play nor yield."), command.seat)
            return _one(N_("The hand of %(seat)s is worth less than %(n)s."), command.seat, n=command.below)
        case cmd.Say():
            number: dict[str, Arg] = {} if command.number is None else {"n": command.number}
            return _one(SPOKEN[command.statement][1], command.seat, **number)
        case cmd.Resign():
            return _one(N_("%(seat)s gives the game up for all."), command.seat)
        case _:
            assert_never(command)


def _discard(command: cmd.Discard) -> Sentence:
    if not command.cards:
        return _one(N_("%(seat)s discards nothing."), command.seat)
    unknown = [card for card in command.cards if not known(card)]
    if not unknown:
        return _one(N_("%(seat)s discards %(cards)s."), command.seat, cards=refs(command.cards))
    seen = [card for card in command.cards if known(card)]
    if not seen:
        return _one(N_("%(seat)s discards cards that nobody noted before: %(n)s."), command.seat, n=len(unknown))
    text = N_("%(seat)s discards %(cards)s and cards that nobody noted before: %(n)s.")
    return _one(text, command.seat, cards=refs(seen), n=len(unknown))


def _one(text: str, seat: SeatKey, **args: Arg) -> Sentence:
    return Sentence(text, {"seat": SeatRef(seat), **args})
