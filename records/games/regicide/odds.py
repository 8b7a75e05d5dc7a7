"""What may be asked about chances: whether a hand can meet the coming attack (§ 6), now or after a play (§ 4) or after drawing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from records.core.faces import UNKNOWN, known
from records.core.questions import AnswerChance, Choice, Number, OddsAnswer, OddsQuestion, Parameter
from records.core.secret import secret
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.games.regicide.answers import heal_count, held, next_drawer, size
from records.games.regicide.cards import CARDS, NUMBERS, SUITS, WORTH, Card
from records.games.regicide.plays import plays
from records.games.regicide.position import DISCARD, FIGHT, HEAP, ROYAL, TAVERN, RegicideCounters, RegicidePosition, royal_of
from records.games.regicide.powers import damage_of, immune
from records.games.regicide.suffering import can_flip

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.core.position import Draft
    from records.core.questions import CardMove, OddsContext, Values
    from records.core.table import CardTable
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
    hand = held(table, state.active)
    if state.need is None and not state.choosing and hand.count and len(hand.faces) == hand.count:
        able = {",".join(cards): Sentence("%(cards)s", {"cards": tuple(map(CardRef, cards))}) for cards in plays(hand.faces)}
        title = N_("played before")
        found.append(Choice(name="play", title=title, options={NOTHING: Sentence(N_("nothing")), **able}))
    if size(table, TAVERN):
        found.append(Number(name="draw", title=N_("cards drawn before"), least=0, most=min(state.hand, size(table, TAVERN)), usual=0))
    return tuple(found)


def _attacked(position: RegicidePosition) -> bool:
    state, table = position.state, position.table
    slots = table.piles.get(ROYAL, ())
    stands = bool(slots) and known(table.slots[slots[0]].face)
    return stands and state.outcome is None and state.turn > 0 and not state.missing


@dataclass
class _Course:
    """What would happen, step by step, as far as it needs no card that nobody sees."""

    draft: Draft[RegicideCounters]
    moves: list[CardMove] = field(default_factory=list)
    lines: list[Sentence] = field(default_factory=list)
    drawn: int = 0
    fallen: bool = False

    @property
    def state(self) -> RegicideCounters:
        return self.draft.state

    @property
    def table(self) -> Any:
        return self.draft.table

    def do(self, move: CardMove) -> None:
        """Move cards, here and wherever it is thought through."""
        move(self.draft.table)
        self.moves.append(move)

    def play(self, seat: SeatKey, cards: list[Card], royal: Card) -> None:
        """Play cards: their powers, and whether the royal falls (§ 4, 5, 8)."""
        state = self.state
        names = tuple(card.name for card in cards)
        self.do(lambda table: table.drop(seat, names, FIGHT))
        if cards[0].suit is None:
            if royal.suit == "spades" and not state.cancelled:
                state.shield += state.blocked
            state.cancelled = True
            self.lines.append(Sentence(N_("After a Jester the royal does not attack at once; this is its next attack.")))
            return
        amount = sum(card.value for card in cards)
        works = {card.suit for card in cards if card.suit is not None and not immune(royal, card.suit, state)}
        over = state.rules["defeat"] == "health exceeded"
        self.fallen = state.damage + damage_of(cards, royal, state) >= royal.health + over
        if "hearts" in works:
            state.heals = amount
        if "diamonds" in works:
            self._draw_all(amount)
        if "spades" in works:
            state.shield += amount

    def _draw_all(self, amount: int) -> None:
        """Diamonds; what Hearts brought back lies at the bottom, so it matters only where the Tavern would run out."""
        state = self.state
        if amount > size(self.table, TAVERN):
            self._heal()
        state.draws, state.drew = amount, None
        while (seat := next_drawer(state, self.table)) is not None:
            self.draw(seat)
            state.draws, state.drew = state.draws - 1, seat

    def _heal(self) -> None:
        number = heal_count(self.state, self.table)
        if not number:
            return

        def mixed(table: CardTable) -> None:
            table.return_all(DISCARD, HEAP)
            table.split(HEAP, TAVERN, "bottom", secret(*(UNKNOWN,) * number))

        self.do(mixed)

    def draw(self, seat: SeatKey) -> None:
        """Draw a card that nobody is shown."""
        self.do(lambda table: table.take(TAVERN, seat, secret(UNKNOWN)))
        self.drawn += 1

    def discard_all(self, seat: SeatKey) -> None:
        """Discard a known hand."""
        faces = held(self.table, seat).faces
        self.do(lambda table: table.drop(seat, faces, DISCARD))


def survive(context: OddsContext, values: Values) -> OddsAnswer:
    """Return how likely a hand can meet the coming attack, by the reading of the record's ruleset."""
    position: RegicidePosition = context.position
    seat, active, royal = values["seat"], position.state.active, royal_of(position.table)
    course = _Course(position.thaw())
    played = values.get("play", NOTHING)
    if played != NOTHING and active is not None:
        course.play(active, [CARDS[name] for name in played.split(",")], royal)
    if course.fallen:
        return OddsAnswer(chances=(AnswerChance(Sentence(N_("The royal falls, and does not attack.")), Fraction(1)),))
    _draw_more(course, seat, values.get("draw", 0))
    need = max(0, royal.value - course.state.shield)
    worths = context.worths(seat, WORTH, course.moves)
    met = worths.at_least(need)
    chances = [AnswerChance(Sentence(N_("The hand is enough: %(n)s or more."), {"n": need}), met)]
    exact = worths.exact
    if flipped := _flipped(course, seat, met):
        after = context.worths(seat, WORTH, flipped.moves)
        chances.append(AnswerChance(Sentence(N_("A Jester is flipped first, and the new hand is enough.")), after.at_least(need)))
        exact = exact and after.exact
    about = Sentence(
        N_("The royal attacks with %(attack)s, the shield takes off %(shield)s: cards worth %(n)s must be discarded."),
        {"attack": royal.value, "shield": min(royal.value, course.state.shield), "n": need},
    )
    return OddsAnswer(lines=(about, *course.lines, *_worth(worths.of)), chances=tuple(chances), exact=exact)


def _draw_more(course: _Course, seat: SeatKey, wished: int) -> None:
    for _ in range(wished):
        if not size(course.table, TAVERN):
            course.lines.append(Sentence(N_("The Tavern runs out: no more cards are drawn.")))
            return
        if held(course.table, seat).count >= course.state.hand:
            course.lines.append(Sentence(N_("The hand is full: no more cards are drawn.")))
            return
        course.draw(seat)


def _flipped(course: _Course, seat: SeatKey, met: Fraction) -> _Course | None:
    """What a flip would do in Step 4 (11.2) for a hand that is known and may not be enough; None where none is open."""
    hand = held(course.table, seat)
    if met == 1 or course.drawn or len(hand.faces) < hand.count or not can_flip(course.state, course.table):
        return None
    course.discard_all(seat)
    for _ in range(min(course.state.hand, size(course.table, TAVERN))):
        course.draw(seat)
    return course


def _worth(of: Mapping[int, Fraction]) -> Iterator[Sentence]:
    least, most = min(of), max(of)
    if least == most:
        yield Sentence(N_("The hand is worth %(n)s."), {"n": least})
        return
    mean = sum((worth * chance for worth, chance in of.items()), Fraction(0))
    text = N_("The hand is worth %(least)s to %(most)s, about %(mean)s in the mean.")
    yield Sentence(text, {"least": least, "most": most, "mean": round(mean)})


QUESTIONS = (OddsQuestion(name="survive", title=N_("The coming attack can be met"), parameters=parameters, answer=survive),)
