"""How many start dice a seat will roll: three, another for a triple and for a quadruple, and those of effects (§ 4.2)."""

from __future__ import annotations

from fractions import Fraction

from records.core.asking.questions import AnswerChance, Choice, OddsAnswer, OddsContext, Parameter, Values
from records.core.ids import SeatKey
from records.core.sentences import N_, SeatRef, Sentence
from records.core.viewers import Viewer
from records.games.creature_crush.deciding.turn import START_DICE
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.paying import MOST_START_DICE, start_rolls


def parameters(position: CrushPosition, _viewer: Viewer) -> tuple[Parameter, ...]:
    """Return the parameter for the seat whose next start dice are asked; nothing before the first roll and after the end."""
    state = position.state
    if state.outcome is not None or state.missing or state.phase not in ("battle", "tactics"):
        return ()
    first = state.other(state.active) if state.active is not None else state.seats[0]
    seats = sorted(state.seats, key=lambda seat: seat != first)
    return (Choice(name="of", title=N_("whose"), options={str(seat): Sentence("%(seat)s", {"seat": SeatRef(seat)}) for seat in seats}),)


def answer(context: OddsContext, values: Values) -> OddsAnswer:
    """Return how likely there are so many start dice, for each number that there can be, the most first."""
    position: CrushPosition = context.position
    seat = SeatKey(values["of"])
    extra = position.state.gained.get(seat, 0)
    found = dict[int, Fraction]()
    for faces, chance in start_rolls(START_DICE, extra).items():
        found[len(faces)] = found.get(len(faces), Fraction(0)) + chance
    text = N_("%(seat)s rolls %(n)s dice, one more each for a triple and a quadruple, and %(extra)s from effects; five at most.")
    line = Sentence(text, {"seat": SeatRef(seat), "n": START_DICE, "extra": extra})
    numbers = range(MOST_START_DICE, START_DICE - 1, -1)
    chances = tuple(
        AnswerChance(Sentence(N_("There are %(n)s start dice."), {"n": number}), found.get(number, Fraction(0))) for number in numbers
    )
    return OddsAnswer(lines=(line,), chances=chances)
