"""A position filled in with the cards as they lie is that of the full log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from records.core.logs.fold import Folder
from records.core.playing.dealt_world import DealtWorld
from records.core.playing.filled import filled
from records.core.position import frozen
from records.core.tables.hands import Hand
from records.knowledge.door import veil
from support.review.records import played
from support.soaking import one_in

if TYPE_CHECKING:
    from records.core.position import Position

SETS = [
    ("regicide", "regicide/2021", 3, 40),
    *[("castle-rampage", f"castle-rampage/{rules}", 2, 30) for rules in ("house", "plain", "yucata", "pegasus")],
    *[("creature-crush", f"creature-crush/{rules}", 2, 60) for rules in ("skirmish", "arena", "league")],
    ("regicide", "regicide/bga", 4, 20),
]


@pytest.mark.parametrize(("name", "rules", "players", "every"), one_in(4, SETS))
def test_a_position_filled_in_with_the_cards_as_they_lie_is_that_of_the_full_log(name: str, rules: str, players: int, every: int) -> None:
    """For every seat, counters and all; of hands but what others than the seat were shown of them."""
    game, header, log = played(name, rules, players, seed=3, astray=0.1)
    folder = Folder(game)
    for seat in header.seats:
        full, own = folder.start(header), folder.start(header)
        for recorded, seen in zip(log, veil(game.parts, log, seat), strict=True):
            folder.apply(full, recorded)
            folder.apply(own, seen)
            if recorded.v % every == 0:
                truth = frozen(recorded.v, full)
                assert bare(filled(frozen(recorded.v, own), as_it_lies(truth))) == bare(truth)


def as_it_lies(position: Position[Any]) -> DealtWorld:
    """Return the cards of a full position."""
    table = position.table
    return DealtWorld(
        slots={slot: str(lying.seen) for slot, lying in table.slots.items()},
        hands={seat: hand.faces for seat, hand in table.hands.items()},
        decks={deck: tuple(card for block in blocks for card in block.faces or ()) for deck, blocks in table.decks.items()},
    )


def bare(position: Position[Any]) -> tuple[Any, ...]:
    """Return a position without what audiences were shown of hands."""
    hands = {seat: Hand(hand.count, hand.faces, (), hand.own) for seat, hand in position.table.hands.items()}
    return position.version, msgspec.structs.replace(position.table, hands=hands), vars(position.state)
