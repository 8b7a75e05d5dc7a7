"""Whether a record replays exactly by the code of today, and what parts first (design/rulings: Drift)."""

from __future__ import annotations

from typing import Any

import msgspec

from records.core.ids import PileId
from records.core.secret import secret
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from records.knowledge.door import veil
from records.rulings.drift import Drift, Replaying, drift
from records.values import replace
from support.castle import CASTLE, A, B, Table, given


def turns() -> Table:
    """A strengthens, attacks the Gate of B and ends the turn."""
    table = given(hand_A="knight giant archer", gate_B="cook ogre", castle_B="medic medic")
    table = table.when(cmd.Strengthen(seat=A, pile=PileId("gate:A"), card=secret("giant")))
    return table.when(cmd.Play(seat=A, card="archer")).when(cmd.EndTurn(seat=A))


def drifted(table: Table, viewer: Viewer = OPEN, **changed: Any) -> Drift:
    """How a table's log stands today, as a viewer has it."""
    log = veil(CASTLE.parts, table.log, viewer)
    return drift(CASTLE, msgspec.structs.replace(table.header, **changed), log, log)


def rewritten(table: Table, cls: type[Any], **fields: Any) -> tuple[Table, int]:
    """The same log with other fields in the first event of a class, and that event's version."""
    at = next(one.v for one in table.log if type(one.event) is cls)
    log = [msgspec.structs.replace(one, event=msgspec.structs.replace(one.event, **fields)) if one.v == at else one for one in table.log]
    return replace(table, log=tuple(log)), at


def test_a_record_that_decide_made_replays_exactly_for_everybody() -> None:
    """Each viewer's log gives itself again, or cannot judge; it never parts."""
    assert drifted(turns()).replaying is Replaying.EXACT
    assert all(drifted(turns(), viewer).replaying is Replaying.EXACT for viewer in (A, B, PUBLIC))


def test_the_first_event_and_field_that_part_are_named() -> None:
    """What stands otherwise in the record than the rules give it is told by version, path and both values."""
    strength = next(one.event.strength for one in turns().log if isinstance(one.event, ev.AttackDeclared))
    table, at = rewritten(turns(), ev.AttackDeclared, strength=strength + 1)
    found = drifted(table)
    assert found.replaying is Replaying.PARTS
    assert found.parting is not None
    assert found.parting.version == at
    assert found.parting.what is not None
    assert (found.parting.what.field, found.parting.what.expected, found.parting.what.found) == (
        "strength",
        str(strength),
        str(strength + 1),
    )


def test_what_was_written_in_an_older_shape_is_told_with_its_name() -> None:
    """A record whose stored events are older than the present ones was brought up, from the first of them on."""
    table = turns()
    older = [msgspec.structs.replace(one, event=msgspec.structs.replace(one.event, rule="1.1")) if one.v > 3 else one for one in table.log]
    found = drift(CASTLE, table.header, older, table.log)
    assert found.replaying is Replaying.BROUGHT_UP
    assert found.older is not None
    assert (found.older.version, found.older.events) == (4, len(table.log) - 3)


def test_a_record_of_unknown_cards_or_rules_can_only_be_displayed() -> None:
    """Of what is not known here nothing is decided again."""
    assert drifted(turns(), catalogue_hash="00" * 32).replaying is Replaying.DISPLAY
    assert drifted(turns(), ruleset="elsewhere").replaying is Replaying.DISPLAY
