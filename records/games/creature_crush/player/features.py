"""What a seat sees of a position, in numbers: what a chance is estimated by (design/review: Estimates)."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.ids import SeatKey
from records.core.tables.hands import Hand
from records.games.creature_crush.cards import Card
from records.games.creature_crush.deciding.paying import left
from records.games.creature_crush.deciding.sight import Sight, sight_of
from records.games.creature_crush.model.places import FRONT, zone
from records.games.creature_crush.model.position import CrushPosition

_FEW = 6
"""Cards below which each counts for more."""
_OF_A_SIDE = (
    "camp",
    "hand",
    "cards",
    "few cards",
    "creatures",
    "front",
    "columns open",
    "attack",
    "life",
    "cost",
    "crush cards",
    "gained dice",
)
NAMES = (
    "seat on turn",
    "enemy on turn",
    "tactics",
    "to answer",
    "set-up",
    "dice left",
    "enemy dice left",
    *(f"own {name}" for name in _OF_A_SIDE),
    *(f"enemy {name}" for name in _OF_A_SIDE),
    "hand creatures",
    "hand cost",
    "hand attack",
    "lead in cards",
)


def features(position: CrushPosition, seat: SeatKey) -> tuple[float, ...]:
    """Return numbers of about 0 to 1 by ``NAMES``: the same from the full log as from that of ``seat``."""
    sight, state = sight_of(position), position.state
    enemy, dice = state.other(seat), len(left(state)) / 5
    own, theirs = _side(sight, seat), _side(sight, enemy)
    creatures = [card for card in _held(position, seat) if card.creature]
    cards, against = own["cards"], theirs["cards"]
    return (
        float(state.active == seat),
        float(state.active == enemy),
        float(state.phase == "tactics"),
        float(bool(state.pending) and state.pending[0].seat == seat),
        float(state.phase == "set-up"),
        dice if state.active == seat else 0.0,
        dice if state.active == enemy else 0.0,
        *own.values(),
        *theirs.values(),
        len(creatures) / 5,
        sum(card.cost for card in creatures) / 30,
        sum(card.attack for card in creatures) / 15,
        (cards - against) / (cards + against) if cards + against else 0.0,
    )


def _held(position: CrushPosition, seat: SeatKey) -> list[Card]:
    if position.state.phase == "set-up":
        return []
    return [card for card in map(position.state.card, position.table.hands.get(seat, Hand()).own) if card is not None]


def _side(sight: Sight, of: SeatKey) -> Mapping[str, float]:
    """Return what everybody sees of one side; nothing as long as camps are built."""
    if sight.state.phase == "set-up":
        return dict.fromkeys(_OF_A_SIDE, 0.0)
    noted = [slot for slot in sight.standing(of) if sight.state.card(sight.face(slot)) is not None]
    creatures, crush = len(sight.standing(of)), len(sight.laid(of))
    front = sum(zone(sight.cell(slot)) == FRONT for slot in sight.standing(of))
    camp, hand = sight.in_camp(of), sight.in_hand(of)
    cards = camp + hand + creatures + crush
    numbers = (
        camp / 20,
        hand / 6,
        cards / 20,
        max(0, _FEW - cards) / _FEW,
        creatures / 6,
        front / 3,
        1 - (creatures - front) / 3,
        sum(map(sight.attack, noted)) / 15,
        sum(sight.life(slot) - sight.borne(slot).damage for slot in noted) / 20,
        sum(sight.card(slot).cost for slot in noted) / 30,
        crush / 3,
        sight.state.gained.get(of, 0) / 2,
    )
    return dict(zip(_OF_A_SIDE, numbers, strict=True))
