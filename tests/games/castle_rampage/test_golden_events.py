"""The lines of Castle Rampage's events stay readable for ever: once written, a form is read to the same value and written the same."""

from __future__ import annotations

import re

import msgspec
import pytest

from records.core.events import Event, Recorded, name_of
from records.core.ids import PileId, SeatKey, SlotId
from records.core.secret import Secret
from records.core.shared import GameStarted
from records.games.castle_rampage.model.events import DefenderDestroyed
from records.games.castle_rampage.model.power_events import CardSlipped
from support.castle import CASTLE, NOON, header
from support.golden import golden_lines

LINES = golden_lines("castle-rampage")


def present(name: str, slot: str, ruleset: str, **switches: str) -> Event:
    """The golden line of an older shape, about this slot, as it is read in a record of this ruleset and these switches."""
    line = next(line for line in LINES if f'"e":"castle-rampage.{name}"'.encode() in line and b'"s' + slot.encode() in line)
    start = Recorded(1, 1, NOON, "", GameStarted(seats=(SeatKey("A"), SeatKey("B")), switches=tuple(sorted(switches.items()))))
    _start, read = CASTLE.brought_up(header(f"castle-rampage/{ruleset}"), (start, CASTLE.codec.decode(line)))
    event: Event = read.event
    return event


@pytest.mark.parametrize(
    ("ruleset", "switches", "clears"),
    [("yucata", {}, False), ("pegasus", {}, True), ("yucata", {"fallen_discards": "at once"}, True)],
)
def test_an_old_fallen_card_is_read_by_the_rules_of_its_record(ruleset: str, switches: dict[str, str], clears: bool) -> None:
    """§ 13.8: where it was discarded at once, what was owed before lapsed; a switch of the start holds over the ruleset."""
    slot, owes = SlotId("s62"), ((SeatKey("A"), 2),)
    meant = DefenderDestroyed(rule="5.6", slot=slot, before=2, left=1, owes=owes, clears_owed=clears)
    assert present("defender-destroyed/1", "62", ruleset, **switches) == meant


@pytest.mark.parametrize(("switches", "counts"), [({}, False), ({"slip_strengthens": "counted"}, True)])
def test_an_old_slipped_card_is_read_by_the_rules_of_its_record(switches: dict[str, str], counts: bool) -> None:
    """§ 13.3: whether it was the strengthening of the turn."""
    event = present("card-slipped/1", "104", "house", **switches)
    assert isinstance(event, CardSlipped)
    assert (event.pile, event.slot, event.strengthens) == (PileId("gate:A"), SlotId("s104"), counts)
    assert event.card == msgspec.structs.replace(Secret(("saboteur",), ("B",)), hint=event.card.hint)


def test_a_switch_that_is_not_known_here_changes_nothing() -> None:
    """The upcast takes the rules as the fold does."""
    event = present("card-slipped/1", "104", "house", no_such_switch="yes")
    assert isinstance(event, CardSlipped)
    assert not event.strengthens


def test_each_version_of_a_name_stays() -> None:
    """Where a shape has a version above 1, the file has all versions below."""
    names = {name_of(CASTLE.codec.decode(line).event) for line in LINES}
    for name in names:
        stem, _, version = name.rpartition("/")
        assert {f"{stem}/{number}" for number in range(1, int(version))} <= names
    assert any(re.fullmatch(r".*/[2-9]", name) for name in names)
