"""What a record says that the table answered is held against what was asked, and against the hands that the log shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from records.core.asking.chance import FromRecord
from records.core.ids import PileId, SlotId
from records.core.secret import Secret, audience, secret
from records.errors import Contradiction
from records.games.castle_rampage.model import effect_events as ee
from records.games.castle_rampage.model import power_events as pe
from support.castle import A, B, Table
from support.castle_powers import lying, use, whole

if TYPE_CHECKING:
    from records.core.events import Event

UNITS = ("archer", "knight")


def replay(table: Table, command: Any, *chance: Event) -> None:
    """Decide a command with the chance of a record."""
    assert table.game.play is not None
    table.game.play.decide(table.position(), command, FromRecord(chance), len(table.log) + 1)


def units(seat: Any, *cards: str) -> ee.UnitsDiscarded:
    """A seat's answer to a Priest."""
    return ee.UnitsDiscarded(rule="10.15", seat=seat, cards=cards, units=UNITS)


@pytest.mark.parametrize(
    ("chance", "why"),
    [
        ((units(B, "knight"), units(B)), "A was asked about, the answer is about B"),
        ((units(A), units(B, "knight")), "A kept archer when all units were discarded"),
        ((units(A, "archer"), units(B, "cook", "knight")), "B discarded cook as units"),
    ],
)
def test_a_priest_takes_all_units_and_nothing_else(chance: tuple[Event, ...], why: str) -> None:
    """Of each hand in its turn."""
    table = whole(hand_A="priest archer", hand_B="knight cook")
    replay(table, use("priest"), units(A, "archer"), units(B, "knight"))
    with pytest.raises(Contradiction, match=why):
        replay(table, use("priest"), *chance)


def test_an_unnoted_hand_may_have_kept_nothing() -> None:
    """A card that was discarded without being noted may be the unit that the log knows of."""
    replay(whole(hand_A="priest archer ?"), use("priest"), units(A, "?"))


def test_a_hand_is_looked_at_as_a_whole() -> None:
    """With as many cards as it has."""
    table = whole(hand_A="house-scout", hand_B="cook medic", gate_B="ogre", switches={"last_resort": "table looks"})
    few = ee.HandLookedAt(rule="10.17", seat=B, by=A, cards=secret("cook", to=audience(A, B)))
    with pytest.raises(Contradiction, match="1 cards of B were looked at, the hand has 2"):
        replay(table, use("house-scout"), few)


@pytest.mark.parametrize(("hand", "holds"), [("cook", True), ("last-resort cook", False)])
def test_the_table_looks_at_the_hand_that_is_there(hand: str, holds: bool) -> None:
    """It tells of a Last Resort that the log knows, and of none where it knows the whole hand."""
    table = whole(hand_A="robber", hand_B=hand, gate_B="ogre", switches={"last_resort": "table looks"})
    checked = pe.DefenceChecked(rule="11.4", seat=B, cards=("last-resort",), holds=holds)
    with pytest.raises(Contradiction, match="the table said"):
        replay(table, use("robber"), checked)


def test_as_many_cards_are_hit_as_were_asked_for() -> None:
    """A Bomber demands two."""
    table = whole(hand_A="mercenary-bow cook medic squire", gate_B="bomber ogre", switches={"discard_chosen_by": "chance"})
    happened = [recorded.event for recorded in table.when(use("mercenary-bow")).log[1:]]
    chance = [event for event in happened if event.sort.name == "CHANCE"]
    hit = next(event for event in chance if isinstance(event, pe.HandCardHit))
    wrong = pe.HandCardHit(rule=hit.rule, seat=hit.seat, cards=hit.cards[:1])
    replay(table, use("mercenary-bow"), *chance)
    with pytest.raises(Contradiction, match="1 cards of A were hit, 2 were asked for"):
        replay(table, use("mercenary-bow"), *(wrong if event is hit else event for event in chance))


def test_the_stolen_cards_are_the_mixed_ones() -> None:
    """No other card of the Gate changes its place."""
    table = whole(hand_A="double-agent", gate_A="cook", gate_B="ogre giant", switches={"moved_order": "mixed"})
    first, second = lying(table, "gate:A")[0], lying(table, "gate:B")[0]
    faces = Secret(faces=("?", "?"), ordered=True)
    mixed = ee.GateMixed(rule="10.7", pile=PileId("gate:A"), old=(first, second), new=(SlotId("s9"), SlotId("s9.2")), faces=faces)
    with pytest.raises(Contradiction, match="were mixed"):
        replay(table, use("double-agent"), mixed)
