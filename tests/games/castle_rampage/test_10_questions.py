"""What a scorekeeper is asked about effects: what the log does not show, and nothing else."""

from __future__ import annotations

import pytest

from records.errors import AnswerNeeded
from records.games.castle_rampage.deciding.legal import legal
from records.games.castle_rampage.model import effect_events as ee
from support.castle_powers import events, recover, use, whole


def test_of_a_hand_that_nobody_noted_the_units_are_asked() -> None:
    """Those that are noted must be among them, and the rest holds none then."""
    table = whole(hand_A="priest cook", hand_B="knight ? ?")
    with pytest.raises(AnswerNeeded) as needed:
        table.when(use("priest"), [])
    assert needed.value.question.least == 1
    table = table.when(use("priest"), ["archer", "knight"])
    assert [event.cards for event in events(table, ee.UnitsDiscarded)] == [(), ("archer", "knight")]
    table.lies(hand_B="?")


def test_a_noted_hand_is_not_asked_about() -> None:
    """The table's answer follows from the log."""
    table = whole(hand_A="priest house-scout", hand_B="knight cook", gate_B="ogre").when(use("priest"), ["of no use"])
    assert [event.cards for event in events(table, ee.UnitsDiscarded)] == [("house-scout",), ("knight",)]


def test_a_hand_that_was_looked_at_is_asked_with_all_its_cards() -> None:
    """A card that the scorekeeper did not see may stay unknown."""
    table = whole(hand_A="house-scout", hand_B="knight ?", gate_B="ogre")
    with pytest.raises(AnswerNeeded) as needed:
        table.when(use("house-scout"), ["knight"])
    assert (needed.value.question.least, needed.value.question.most, needed.value.question.unknown) == (2, 2, True)


def test_mixed_cards_are_not_asked_about() -> None:
    """Nobody sees them, so the scorekeeper notes none, and the places are unknown."""
    table = whole(hand_A="double-agent", gate_B="ogre ?", switches={"moved_order": "mixed"})
    table = table.when(use("double-agent"), ["of no use"])
    assert len(events(table, ee.GateMixed)) == 1
    table.lies(gate_B="", gate_A="? ?")


def test_a_discarded_card_that_nobody_noted_may_be_taken() -> None:
    """Under its name, if it is seen now; or as a card that is still unknown, which then may have been the noted one."""
    table = whole(hand_A="medic", discard="? cook").when(use("medic"))
    assert [command.card for command in legal(table.position())] == ["cook", "?"]
    recover(table, "ogre").lies(hand_A="ogre", discard="cook medic")
    recover(table, "?").lies(hand_A="?", discard="? medic")
