"""What a seat sees of a position, in numbers: what a chance is estimated by (design/review: Estimates)."""

from __future__ import annotations

from collections.abc import Mapping

from records.core.faces import known
from records.core.ids import PileId, SeatKey
from records.core.tables.hands import Hand
from records.core.viewers import sees
from records.games.castle_rampage.cards import Card
from records.games.castle_rampage.deciding.strength import standing
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastlePosition
from records.games.castle_rampage.player.valuing import USUAL_DEFENCE, worth

_OF_A_SIDE = (
    "castle cards",
    "castle of one",
    "castle of two",
    "castle strength",
    "gate cards",
    "gate empty",
    "gate strength",
    "display",
    "display strength",
    "hand",
    "attack under way",
)
NAMES = (
    "seat on turn",
    "enemy on turn",
    "to answer",
    "set-up",
    *(f"own {name}" for name in _OF_A_SIDE),
    *(f"enemy {name}" for name in _OF_A_SIDE),
    "hand worth",
    "hand attack",
    "best attack",
    "attack cards",
    "best attack in turn",
    "best attack against structures",
    "best attack against a castle of one",
    "forbidden",
    "enemy forbidden",
)


def features(position: CastlePosition, seat: SeatKey) -> tuple[float, ...]:
    """Return numbers of about 0 to 1 by ``NAMES``: the same from the full log as from that of ``seat``."""
    state, enemy = position.state, position.state.other(seat)
    on_turn, held = state.active == seat, _held(position, seat)
    attacks = sorted((card.attack or 0 for card in held if not card.permanent), reverse=True)
    best = attacks[0] if attacks else 0
    theirs = _side(position, seat, enemy)
    forbidden = dict(state.forbidden)
    return (
        float(on_turn),
        float(state.active == enemy),
        float(bool(state.pending) and state.pending[0].seat == seat),
        float(state.phase == "setup"),
        *_side(position, seat, seat).values(),
        *theirs.values(),
        sum(worth(position, card.name) for card in held) / 20,
        sum(attacks) / 30,
        best / 10,
        sum(attack > 0 for attack in attacks) / 5,
        best / 10 if on_turn else 0.0,
        best / 10 - theirs["castle strength"] - theirs["gate strength"],
        best / 10 if theirs["castle of one"] else 0.0,
        float(forbidden.get(seat, 0) >= state.turn),
        float(forbidden.get(enemy, 0) >= state.turn),
    )


def _held(position: CastlePosition, seat: SeatKey) -> list[Card]:
    hand = position.table.hands.get(seat, Hand())
    return [card for card in map(position.state.card, hand.own) if card is not None]


def _side(position: CastlePosition, seat: SeatKey, of: SeatKey) -> Mapping[str, float]:
    """Return what ``seat`` sees of one side."""
    piles, attack = position.table.piles, position.state.attack
    castle, gate = len(piles.get(ev.castle(of), ())), len(piles.get(ev.gate(of), ()))
    numbers = (
        castle / 4,
        float(castle == 1),
        float(castle == 2),  # noqa: PLR2004 -- as its name says
        _strength(position, seat, ev.castle(of)) / 10,
        gate / 4,
        float(not gate),
        _strength(position, seat, ev.gate(of)) / 10,
        len(piles.get(ev.display(of), ())) / 3,
        sum(does.strengthens for _card, does in standing(position, of)) / 3,
        position.table.in_hand(of) / 6,
        attack.strength / 10 if attack is not None and attack.seat == of else 0.0,
    )
    return dict(zip(_OF_A_SIDE, numbers, strict=True))


def _strength(position: CastlePosition, seat: SeatKey, pile: PileId) -> float:
    """Return how strong a pile is; each card that ``seat`` was not shown is taken for a usual one."""
    found = 0.0
    for slot in position.table.piles.get(pile, ()):
        lying = position.table.slots[slot]
        card = position.state.card(lying.seen) if sees(seat, lying.known_to) and known(lying.seen) else None
        found += USUAL_DEFENCE if card is None else card.defence(pile)
    return found
