"""A sensible player for simulated games: builds with what defends well, attacks with what should break through.

It looks at its own hand, at what lies open and at slots that it was shown, never at what is hidden from it.
"""

from __future__ import annotations

from records.core.chance import Picker
from records.core.faces import known
from records.core.ids import PileId, SeatKey
from records.core.viewers import sees
from records.errors import ImpossibleEvent
from records.games.castle_rampage import commands as cmd
from records.games.castle_rampage import events as ev
from records.games.castle_rampage.legal import legal
from records.games.castle_rampage.position import CastlePosition

USUAL_DEFENCE = 2.4
"""What an unseen defender is taken for; the mean of the shipped catalogue is close to it."""
LONGEST_GAME = 300
"""Turns; then the player on turn offers a draw, and the other accepts."""


def start(seats: tuple[SeatKey, ...], picker: Picker) -> cmd.Start:
    """Return how a simulated game begins: either seat may start."""
    return cmd.Start(seats=seats, begins=picker.choice(seats))


def policy(position: CastlePosition, picker: Picker) -> cmd.CastleCommand:
    """Return what the seat to act does; ``position`` is that of the full log."""
    state = position.state
    if state.draw_offered is not None:
        return cmd.AgreeDraw(seat=state.other(state.draw_offered))
    if state.turn > LONGEST_GAME and state.active is not None:
        return cmd.OfferDraw(seat=state.active)
    options = legal(position)
    places = [option for option in options if isinstance(option, cmd.Place)]
    if places:  # one seat after the other: whose card is laid next must not depend on hands
        places = [option for option in places if option.seat == places[0].seat]
        return max(places, key=lambda option: (_worth(position, str(option.card.faces[0]), option.pile), picker.random()))
    builds = [option for option in options if isinstance(option, cmd.Strengthen)]
    plays = [option for option in options if isinstance(option, cmd.Play)]
    if builds and (build := _build(position, builds, picker)) is not None:
        return build
    if plays and (attack := _attack(position, plays, picker)) is not None:
        return attack
    if state.active is None:
        raise ImpossibleEvent("nobody is to act")
    return cmd.EndTurn(seat=state.active)


def _worth(position: CastlePosition, card: str, pile: PileId) -> float:
    """What a card is worth below a pile: its defence there, less what is lost by not attacking with it."""
    values = position.state.cards[card]
    return values.defence(pile) - 0.4 * (values.attack or 0)


def _build(position: CastlePosition, builds: list[cmd.Strengthen], picker: Picker) -> cmd.Strengthen | None:
    lengths = {option.pile: len(position.table.piles.get(option.pile, ())) for option in builds}
    thin = {pile: 1.5 if length <= 2 else 0.0 for pile, length in lengths.items()}  # noqa: PLR2004 -- a pile about to fall
    best = max(builds, key=lambda option: (_worth(position, str(option.card.faces[0]), option.pile) + thin[option.pile], picker.random()))
    worth = _worth(position, str(best.card.faces[0]), best.pile) + thin[best.pile]
    return best if worth > picker.random() else None


def _attack(position: CastlePosition, plays: list[cmd.Play], picker: Picker) -> cmd.Play | None:
    state = position.state
    seat = plays[0].seat
    enemy = state.other(seat)
    pile = ev.gate(enemy) if position.table.piles.get(ev.gate(enemy)) else ev.castle(enemy)
    needed = _defence(position, seat, pile)
    permanents = [option for option in plays if state.cards[str(option.card)].permanent]
    if permanents:
        return picker.choice(permanents)
    strong = [option for option in plays if (state.cards[str(option.card)].attack or 0) >= needed]
    if not strong:
        return None
    return min(strong, key=lambda option: (state.cards[str(option.card)].attack or 0, picker.random()))


def _defence(position: CastlePosition, seat: SeatKey, pile: PileId) -> float:
    slot = position.table.slots[position.table.piles[pile][0]]
    if sees(seat, slot.known_to) and isinstance(slot.face, str) and known(slot.face):
        return position.state.cards[slot.face].defence(pile)
    return USUAL_DEFENCE
