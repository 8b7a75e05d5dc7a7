"""Whether the condition before a colon is met (§ 7.1)."""

from __future__ import annotations

from records.games.creature_crush.cards import Card
from records.games.creature_crush.deciding.sight import Sight, Source, noted, off_field
from records.games.creature_crush.effects.card_filter import CardFilter
from records.games.creature_crush.effects.conditions import Happens, Holds
from records.games.creature_crush.effects.lines import Ability
from records.games.creature_crush.effects.numbers import X
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.model.places import side, zone


def abilities(card: Card, keyword: str) -> tuple[tuple[int, Ability], ...]:
    """Return the abilities of a card with a keyword, "" for those without, with the numbers of their lines."""
    return card.abilities.get(keyword, ())


def awaited(ability: Ability) -> Happens | None:
    """Return what an ability waits for, None for nothing."""
    return next((condition for condition in ability.conditions if isinstance(condition, Happens)), None)


def all_hold(sight: Sight, ability: Ability, source: Source) -> bool:
    """Whether every number that an ability asks for is there."""
    conditions = ability.conditions
    return not conditions or all(_holds(sight, condition, source) for condition in conditions if isinstance(condition, Holds))


def _holds(sight: Sight, condition: Holds, source: Source) -> bool:
    there, least, most = count(sight, condition.cards, source), condition.least, condition.most
    if least is not None:
        return there >= (source.x if least == X else least)
    return most is None or there <= (source.x if most == X else most)


def count(sight: Sight, cards: CardFilter, source: Source) -> int:
    """Return how many cards fit; of a hand or a camp all are counted, for their faces are hidden."""
    if cards.place == "field":
        return len(sight.those(cards, source))
    seats = [seat for seat in sight.state.seats if cards.side == "any" or (seat == source.seat) == (cards.side == "yours")]
    match cards.place:
        case "hand":
            return sum(map(sight.in_hand, seats))
        case "camp":
            return sum(map(sight.in_camp, seats))
        case _:
            return sum(off_field(sight.state, face, cards, source.x) for seat in seats for face in sight.in_hell(seat))


def meets(sight: Sight, moment: Happened, condition: Happens, source: Source) -> bool:
    """Whether an event is the one for which a line waits."""
    if moment.what != condition.event:
        return False
    if condition.event == "turn":
        return condition.who is not None and (sight.state.active == source.seat) == (condition.who.side == "yours")
    if condition.who is None:
        return moment.slot == source.slot
    if moment.cell is None:
        return sight.there(moment.slot) and sight.fits(moment.slot, condition.who, source)
    return _was(sight, moment, condition.who, source)


def _was(sight: Sight, moment: Happened, cards: CardFilter, source: Source) -> bool:
    """Whether a card that is gone was one that a line speaks of, by where it lay and what is printed on it."""
    cell = moment.cell or ""
    if not cell or cards.damaged or cards.adjacent or cards.opposite or (cards.other and moment.slot == source.slot):
        return False
    if cards.side != "any" and (side(cell) == source.seat) != (cards.side == "yours"):
        return False
    if cards.zone and zone(moment.cell or cell) != cards.zone.lower():  # type: ignore[arg-type]  # it is a cell here
        return False
    card = noted(sight.state.cards, moment.card)
    return card.creature == (cards.kind != "crush") and off_field(sight.state, moment.card, cards, source.x)


def answering(sight: Sight, ability: Ability, source: Source) -> Happened | None:
    """Return the newest thing that has happened for which an ability waits."""
    condition = awaited(ability)
    if condition is None:
        return None
    return next((moment for moment in reversed(sight.state.moments) if meets(sight, moment, condition, source)), None)
