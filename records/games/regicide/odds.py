"""What may be asked about chances: whether a hand can meet the coming attack (§ 6), now or after a play (§ 4) or after drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

import msgspec

from records.core.asking.questions import AnswerChance, Choice, Number, OddsAnswer, OddsQuestion, Parameter
from records.core.faces import UNKNOWN, known
from records.core.requests import ChanceRequest
from records.core.script import Script
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.games.regicide.cards import CARDS, JESTER, NUMBERS, SUITS, WORTH, Card
from records.games.regicide.deciding.powers import immune
from records.games.regicide.deciding.solo import FIRST, LAST, flip
from records.games.regicide.deciding.suffering import can_flip, due
from records.games.regicide.deciding.turn import play
from records.games.regicide.evolve import WRITTEN
from records.games.regicide.model import answers
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import held, lying, size
from records.games.regicide.model.commands import Flip, Play
from records.games.regicide.model.plays import plays
from records.games.regicide.model.position import ROYAL, TAVERN, RegicidePosition, royal_of
from records.games.regicide.model.refusals import RegicideScript

if TYPE_CHECKING:
    from records.core.asking.questions import OddsContext, Values
    from records.core.events import Event
    from records.core.ids import SeatKey
    from records.core.viewers import Viewer

NOTHING = "nothing"


_WORDS = (
    *SUITS,
    *(N_("jack"), N_("queen"), N_("king"), "royal", "ace"),
    *map(str, NUMBERS),
)
SETS: Mapping[str, tuple[str, ...]] = {
    word: tuple(card.name for card in CARDS.values() if word in (card.suit, card.rank, "royal" if card.royal else "")) for word in _WORDS
}
"""Cards by their suit, their rank, or that they are royals."""


def parameters(position: RegicidePosition, viewer: Viewer) -> tuple[Parameter, ...]:
    """Return whose hand is to meet the attack, what is played before, and what is drawn before; nothing where no royal attacks."""
    state, table = position.state, position.table
    if not _attacked(position) or state.active is None:
        return ()
    first = viewer if viewer in state.seats and state.need is None else state.active
    seats = {str(seat): Sentence("%(seat)s", {"seat": SeatRef(seat)}) for seat in sorted(state.seats, key=lambda seat: seat != first)}
    found: list[Parameter] = [Choice(name="seat", title=N_("Whose hand"), options=seats)]
    hand, reach = held(table, state.active), size(table, TAVERN)
    if state.need is None and not state.choosing and hand.count and len(hand.faces) == hand.count:
        able = {",".join(cards): Sentence("%(cards)s", {"cards": tuple(map(CardRef, cards))}) for cards in plays(hand.faces)}
        title = N_("played before")
        found.append(Choice(name="play", title=title, options={NOTHING: Sentence(N_("nothing")), **able}))
        if any(CARDS[card].suit == "hearts" for card in hand.faces) and not immune(royal_of(table), "hearts", state):
            reach += lying(table)
    if reach:
        found.append(Number(name="draw", title=N_("cards drawn before"), least=0, most=min(state.hand, reach), usual=0))
    return tuple(found)


def _attacked(position: RegicidePosition) -> bool:
    state, table = position.state, position.table
    slots = table.piles.get(ROYAL, ())
    stands = bool(slots) and known(table.slots[slots[0]].face)
    return stands and state.outcome is None and state.turn > 0 and not state.missing


class _Unseen(msgspec.Struct, frozen=True):
    """A table whose answers nobody sees: the rules go on as they will, whatever the cards are."""

    def ask(self, position: RegicidePosition, request: ChanceRequest) -> Event:
        """Return the event that the rules ask for, with cards that nobody knows."""
        match request.classes[0]:
            case ev.Healed:
                left = lying(position.table) - request.number
                return answers.healed(position, (UNKNOWN,) * request.number, (UNKNOWN,) if left else ())
            case ev.RoyalRevealed:
                return answers.royal_revealed(request, UNKNOWN)
            case _:
                return answers.card_drawn(position, request, UNKNOWN)


_UNSEEN = _Unseen()


def survive(context: OddsContext, values: Values) -> OddsAnswer:
    """Return how likely a hand can meet the coming attack, by the reading of the record's ruleset.

    What comes before it is played by the code that plays the game, and the worlds of the viewer go through the events of that.
    """
    position: RegicidePosition = context.position
    seat, active, royal = values["seat"], position.state.active, royal_of(position.table)
    course: RegicideScript = Script(WRITTEN, position, position.version + 1)
    lines: list[Sentence] = []
    played = values.get("play", NOTHING)
    if played != NOTHING and active is not None:
        play(course, Play(seat=active, cards=tuple(played.split(","))), _UNSEEN)
        if any(isinstance(event, ev.RoyalDefeated) for event in course.events):
            return OddsAnswer(chances=(AnswerChance(Sentence(N_("The royal falls, and does not attack.")), Fraction(1)),))
        if played == JESTER:
            lines.append(Sentence(N_("After a Jester the royal does not attack at once; this is its next attack.")))
    lines += _draw_more(course, seat, values.get("draw", 0))
    need = _due(course, seat, royal)
    worths = context.worths(seat, WORTH, course.events)
    met = worths.at_least(need)
    chances = [AnswerChance(Sentence(N_("The hand is enough: %(n)s or more."), {"n": need}), met)]
    exact = worths.exact
    about = Sentence(
        N_("The royal attacks with %(attack)s, the shield takes off %(shield)s: cards worth %(n)s must be discarded."),
        {"attack": royal.value, "shield": min(royal.value, course.state.shield), "n": need},
    )
    if met < 1 and can_flip(course.state, course.table):
        _flip(course, seat)
        after = context.worths(seat, WORTH, course.events)
        chances.append(AnswerChance(Sentence(N_("A Jester is flipped first, and the new hand is enough.")), after.at_least(need)))
        exact = exact and after.exact
    return OddsAnswer(lines=(about, *lines, *_worth(worths.of)), chances=tuple(chances), exact=exact)


def _due(course: RegicideScript, seat: SeatKey, royal: Card) -> int:
    """What the attack takes: from a seat already under attack what was announced, from all others what it would be."""
    state = course.state
    return state.need if state.need is not None and state.active == seat else due(royal, state)


def _draw_more(course: RegicideScript, seat: SeatKey, wished: int) -> list[Sentence]:
    """Draw cards beyond what the rules ask for, one by one; return why there are fewer, where there are."""
    for _ in range(wished):
        if not size(course.table, TAVERN):
            return [Sentence(N_("The Tavern runs out: no more cards are drawn."))]
        if held(course.table, seat).count >= course.state.hand:
            return [Sentence(N_("The hand is full: no more cards are drawn."))]
        course.ask(_UNSEEN, ChanceRequest((ev.CardDrawn,), seat=seat))
    return []


def _flip(course: RegicideScript, seat: SeatKey) -> None:
    """Flip a Jester before the attack (11.2)."""
    hand, state = held(course.table, seat), course.state
    whole = (*hand.faces, *(UNKNOWN,) * (hand.count - len(hand.faces)))
    asked = next((asked.id for asked in state.pending), "")
    flip(course, Flip(seat=seat, step=FIRST if state.need is None else LAST, cards=whole, answers=asked), _UNSEEN)


def _worth(of: Mapping[int, Fraction]) -> Iterator[Sentence]:
    least, most = min(of), max(of)
    if least == most:
        yield Sentence(N_("The hand is worth %(n)s."), {"n": least})
        return
    mean = sum((worth * chance for worth, chance in of.items()), Fraction(0))
    text = N_("The hand is worth %(least)s to %(most)s, about %(mean)s in the mean.")
    yield Sentence(text, {"least": least, "most": most, "mean": round(mean)})


QUESTIONS = (OddsQuestion(name="survive", title=N_("The coming attack can be met"), parameters=parameters, answer=survive),)
