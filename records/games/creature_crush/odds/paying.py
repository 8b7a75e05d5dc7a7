"""Whether costs can be paid: with the dice that lie now, with those of a start phase, with some number of dice (§ 2, 4.2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from records.core.asking.questions import AnswerChance, Choice, Number, OddsAnswer, OddsContext, Parameter, Values
from records.core.ids import SeatKey
from records.core.sentences import N_, SeatRef, Sentence
from records.core.viewers import Viewer
from records.games.creature_crush.catalogue import HIGHEST_COST, MOST_DICE_PAID
from records.games.creature_crush.deciding.paying import left
from records.games.creature_crush.deciding.turn import START_DICE
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.paying import MOST_COUNTED, Faces, pays_together, rolls, start_rolls

LEFT, ROLL = "left", "roll"
USUAL_COST = 7


def parameters(position: CrushPosition, _viewer: Viewer) -> tuple[Parameter, ...]:
    """Return the cost, another one besides, and with which dice; nothing before the first roll and after the end."""
    state = position.state
    if state.outcome is not None or state.missing or state.phase not in ("battle", "tactics"):
        return ()
    lying = {LEFT: Sentence(N_("the dice that lie there now"))} if left(state) else {}
    first = state.other(state.active) if state.active is not None else state.seats[0]
    starts = {
        str(seat): Sentence(N_("the next start dice of %(seat)s"), {"seat": SeatRef(seat)})
        for seat in sorted(state.seats, key=lambda seat: seat != first)
    }
    return (
        Number(name="cost", title=N_("cost"), least=1, most=HIGHEST_COST, usual=USUAL_COST),
        Number(name="besides", title=N_("another cost besides, 0 for none"), least=0, most=HIGHEST_COST, usual=0),
        Choice(name="with", title=N_("with"), options={**lying, **starts, ROLL: Sentence(N_("a roll of so many dice:"))}),
        Number(name="dice", title=N_("dice of such a roll"), least=1, most=MOST_COUNTED, usual=START_DICE),
    )


def answer(context: OddsContext, values: Values) -> OddsAnswer:
    """Return how likely these dice pay the costs of creatures, each exactly, and how likely there are enough for a crush card."""
    position: CrushPosition = context.position
    fell, line = _dice(position, values["with"], values["dice"])
    cost, besides = values["cost"], values["besides"]
    costs = tuple(filter(None, (cost, besides)))
    paid = sum((chance for faces, chance in fell.items() if pays_together(faces, costs)), Fraction(0))
    text = N_("They pay %(cost)s and %(besides)s together.") if besides else N_("They pay %(cost)s.")
    chances = [AnswerChance(Sentence(text, {"cost": cost, **({"besides": besides} if besides else {})}), paid)]
    if cost <= MOST_DICE_PAID and not besides:
        enough = sum((chance for faces, chance in fell.items() if len(faces) >= cost), Fraction(0))
        chances.append(AnswerChance(Sentence(N_("There are enough of them for a crush card of %(n)s dice."), {"n": cost}), enough))
    return OddsAnswer(lines=(line,), chances=tuple(chances))


def _dice(position: CrushPosition, chosen: str, number: int) -> tuple[Mapping[Faces, Fraction], Sentence]:
    """Return how dice can fall, with the chance of each, and a sentence that says which they are."""
    state = position.state
    if chosen == LEFT:
        faces = tuple(sorted(state.dice[nth] for nth in left(state)))
        return {faces: Fraction(1)}, Sentence(N_("The dice show %(faces)s."), {"faces": ", ".join(map(str, faces))})
    if chosen == ROLL:
        return rolls(number), Sentence(N_("A roll of %(n)s dice, without extra dice for triples."), {"n": number})
    seat = SeatKey(chosen)
    extra = state.gained.get(seat, 0)
    text = N_("%(seat)s rolls %(n)s dice, one more each for a triple and a quadruple, and %(extra)s from effects; five at most.")
    return start_rolls(START_DICE, extra), Sentence(text, {"seat": SeatRef(seat), "n": START_DICE, "extra": extra})
