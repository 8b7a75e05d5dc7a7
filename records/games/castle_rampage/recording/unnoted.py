"""Plays of cards that nobody noted before and that cost something, which is paid with cards that nobody noted either."""

from __future__ import annotations

from collections.abc import Iterator

from records.core.faces import UNKNOWN, Face
from records.core.ids import PileId, SeatKey
from records.core.script import Script
from records.core.secret import audience, secret
from records.games.castle_rampage.deciding.announcing import is_paid_for
from records.games.castle_rampage.deciding.legal import hand_of, taken
from records.games.castle_rampage.deciding.payments import payments
from records.games.castle_rampage.deciding.reactions import weakening
from records.games.castle_rampage.evolving.evolve import WRITTEN
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import CastlePosition, Pays
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.model.unseen import unseen
from records.games.castle_rampage.powers import slips


def named_reactions(position: CastlePosition, command: cmd.CastleCommand) -> Iterator[cmd.CastleCommand]:
    """Yield a command as it is; a reaction with a card that nobody noted once for each card that it may be."""
    if isinstance(command, cmd.PlayLastResort) and command.card == UNKNOWN:
        names = sorted({name for name in unseen(position) if name in weakening(position.state)})
        yield from (cmd.PlayLastResort(answers=command.answers, seat=command.seat, card=name) for name in names)
    else:
        yield command


def unnoted_plays(position: CastlePosition, seat: SeatKey) -> Iterator[cmd.Play | cmd.Strengthen]:
    """Yield, for each card that the hand may hold and that is paid for, its plays and strengthenings, a way for each number of cards."""
    state = position.state
    hand = sorted(hand_of(position, seat), key=lambda face: face != UNKNOWN)
    if not state.powers or UNKNOWN not in hand:
        return
    rest = tuple(hand[1:])
    script: CastleScript = Script(WRITTEN, position, position.version + 1)
    yield from (command for command in _said(position, seat, rest) if taken(script, command))


def _said(position: CastlePosition, seat: SeatKey, rest: tuple[Face, ...]) -> Iterator[cmd.Play | cmd.Strengthen]:
    state = position.state
    for name in sorted(set(unseen(position))):
        card = state.cards[name]
        ways = [pays for pays in payments(state, name, rest, each=1) if pays]
        if not slips(card):
            yield from (cmd.Play(seat=seat, card=name, pays=pays) for pays in ways)
        if is_paid_for(state, card) and not state.strengthened:
            yield from (_laid(seat, pile, name, pays) for pile in (ev.gate(seat), ev.castle(seat)) for pays in ways)


def _laid(seat: SeatKey, pile: PileId, name: str, pays: Pays) -> cmd.Strengthen:
    return cmd.Strengthen(seat=seat, pile=pile, card=secret(name, to=audience(seat)), pays=pays)
