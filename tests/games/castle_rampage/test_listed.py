"""What is listed as legal is what the rules take: nothing is tried for the list, and here everything is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from records.core.faces import known
from records.core.script import Script
from records.core.secret import Secret
from records.errors import RuleViolation
from records.games.castle_rampage.deciding.legal import Ways, commands, hand_of, taken
from records.games.castle_rampage.deciding.payments import payments, without
from records.games.castle_rampage.deciding.playable import must_send
from records.games.castle_rampage.evolving.evolve import WRITTEN
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.review.moments import moments
from support.review.records import played
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.ids import SeatKey
    from records.games.castle_rampage.model.position import CastlePosition


def tried(position: CastlePosition, seat: SeatKey) -> set[cmd.CastleCommand]:
    """Return the plays, strengthenings and attacks from the display that the rules take, each tried."""
    script = Script(WRITTEN, position, position.version + 1)
    found: set[cmd.CastleCommand] = {play for play in _plays(position, seat) if taken(script, play)}
    laid = (ev.gate(seat), ev.castle(seat), ev.gate(position.state.other(seat)))
    for card in set(hand_of(position, seat)):
        ways = [(), *payments(position.state, card, without(hand_of(position, seat), (card,)))]
        strengthens = {cmd.Strengthen(seat=seat, pile=pile, card=Secret((card,), (seat,)), pays=pays) for pile in laid for pays in ways}
        found |= {one for one in strengthens if taken(script, one)}
    for slot in position.table.piles.get(ev.display(seat), ()):
        try:
            must_send(script, seat, slot)
        except RuleViolation:
            continue
        found.add(cmd.SendVeteran(seat=seat, slot=slot))
    return found


def _plays(position: CastlePosition, seat: SeatKey) -> Iterator[cmd.Play]:
    hand = hand_of(position, seat)
    for card in dict.fromkeys(hand):
        rest = without(hand, (card,))
        attacks = tuple(face for face in rest if (one := position.state.card(face)) is not None and one.kind in {"attack", "fight-plan"})
        for along in dict.fromkeys([(), attacks, *((face,) for face in rest)]):
            for pays in payments(position.state, str(card), without(rest, along), along):
                yield cmd.Play(seat=seat, card=str(card), with_cards=along, pays=pays)


@pytest.mark.parametrize("rules", rest_soaked(["house", "yucata", "pegasus"]))
@pytest.mark.parametrize("seed", rest_soaked(range(1, 6)))
def test_all_that_the_rules_take_is_listed_and_nothing_else(rules: str, seed: int) -> None:
    """At every decision of a turn, moves astray too."""
    sorts, turns = (cmd.Play, cmd.Strengthen, cmd.SendVeteran), 0
    for moment in moments(*played("castle-rampage", f"castle-rampage/{rules}", 2, seed=seed, astray=0.2)):
        position, seat = moment.position, moment.position.state.active
        if position.state.phase == "play" and not position.state.pending and all(map(known, hand_of(position, seat))):
            listed = [one for one in commands(position, Ways()) if isinstance(one, sorts)]
            assert len(listed) == len(set(listed))
            assert set(listed) == tried(position, seat)
            turns += 1
    assert turns > 10
