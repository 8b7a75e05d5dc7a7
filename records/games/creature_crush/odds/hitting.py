"""Whether an effect "with n dice" may choose a card: what the dice show, singly or added, is its cost (§ 7.7)."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.asking.questions import AnswerChance, Choice, Number, OddsAnswer, OddsContext, Parameter, Values
from records.core.faces import known
from records.core.ids import SeatKey, SlotId
from records.core.sentences import N_, CardRef, SeatRef, Sentence
from records.core.viewers import Viewer
from records.games.creature_crush.deciding.sight import Sight
from records.games.creature_crush.model.places import CRUSH, zone
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.narration.said import place
from records.games.creature_crush.paying import MOST_COUNTED, chance_to_hit
from records.games.creature_crush.resolving.options import dice_cost

FIELD = "field"
USUAL_DICE = 2


def parameters(position: CrushPosition, _viewer: Viewer) -> tuple[Parameter, ...]:
    """Return the number of dice, and which cards; nothing where the field is empty or nobody noted a creature that lies there."""
    if position.state.missing or position.state.outcome is not None:
        return ()
    sight = Sight(position)
    groups = _groups(sight)
    if not groups or not all(known(sight.face(slot)) for slot in sight.creatures):
        return ()
    options = {name: _told(sight, name) for name in groups}
    return (
        Number(name="dice", title=N_("dice"), least=1, most=MOST_COUNTED, usual=USUAL_DICE),
        Choice(name="on", title=N_("which card"), options=options),
    )


def answer(context: OddsContext, values: Values) -> OddsAnswer:
    """Return how likely one of the cards can be chosen, and then each of them."""
    sight = Sight(context.position)
    chosen, dice = values["on"], values["dice"]
    slots = _groups(sight)[chosen]
    costs = {slot: dice_cost(sight, slot) for slot in slots}
    chances = [AnswerChance(_told(sight, chosen), chance_to_hit(tuple(costs.values()), dice))]
    if len(slots) > 1:
        chances += [AnswerChance(_told(sight, slot), chance_to_hit((cost,), dice)) for slot, cost in costs.items()]
    text = N_(
        "%(n)s dice hit a card if one of them, or several added up, shows its cost; for a face-down card, the "
        "number of dice paid for it counts."
    )
    return OddsAnswer(lines=(Sentence(text, {"n": dice}),), chances=tuple(chances))


def _groups(sight: Sight) -> Mapping[str, tuple[SlotId, ...]]:
    """Return the cards of the field by what they may be asked for together, and singly."""
    whole = (*sight.creatures, *sight.crush_cards)
    several = {FIELD: whole, **{str(seat): sight.standing(seat) for seat in sight.state.seats}}
    return {name: slots for name, slots in several.items() if slots} | {str(slot): (slot,) for slot in whole}


def _told(sight: Sight, name: str) -> Sentence:
    if name == FIELD:
        return Sentence(N_("any card on the field"))
    if name in sight.state.seats:
        return Sentence(N_("any creature of %(seat)s"), {"seat": SeatRef(SeatKey(name))})
    return lying(sight, SlotId(name))


def lying(sight: Sight, slot: SlotId) -> Sentence:
    """Return a card of the field by its name, or by where it lies face down."""
    cell, face = sight.cell(slot), sight.face(slot)
    if zone(cell) == CRUSH and not (sight.up(slot) or known(face)):
        text = N_("the face-down card on %(place)s of %(seat)s")
        return Sentence(text, {"place": place(cell), "seat": SeatRef(sight.controller(slot))})
    return Sentence("%(card)s", {"card": CardRef(str(face))})
