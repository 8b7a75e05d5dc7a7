"""What an audit found: whose decision it was, who could have noticed it, and what each viewer is told of that."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from records.core.events import Recorded
from records.core.ids import PileId, SeatKey, SlotId
from records.core.logs.fold import Folder
from records.core.secret import secret
from records.core.shared import TakenBack
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.games.castle_rampage.model import commands as cmd
from records.knowledge.door import veil
from records.rulings.audit import audit
from records.service.seen_log import SeenLog
from records.service.views.findings import AuditFinding, findings
from support.castle import CASTLE, NOON, A, B, Table, given

BOTH = (A, B)


def strengthened() -> Table:
    """A has strengthened the own Gate with a giant, face down."""
    table = given(hand_A="knight giant archer", gate_B="cook ogre", castle_B="medic medic")
    return table.when(cmd.Strengthen(seat=A, pile=PileId("gate:A"), card=secret("giant")))


def found(table: Table, log: tuple[Recorded[Any], ...], viewer: Viewer) -> tuple[AuditFinding, ...]:
    """The findings of a log as a viewer has it."""
    seen = SeenLog(CASTLE, Folder(CASTLE), table.header, viewer, veil(CASTLE.parts, log, viewer))
    return findings(seen, tuple(audit(CASTLE, table.header, seen.events)))


def twice() -> tuple[Table, tuple[Recorded[Any], ...]]:
    """A strengthens twice in a turn: everybody sees that."""
    table = strengthened()
    again = msgspec.structs.replace(table.log[1].event, slot=SlotId("s99"), card=secret("knight", to=(A,)))
    return table, (*table.log[:2], Recorded(3, 3, NOON, "", again))


def unheld() -> tuple[Table, tuple[Recorded[Any], ...]]:
    """A lays down a card that was never in the hand: B sees only a back."""
    table = strengthened()
    other = msgspec.structs.replace(table.log[1].event, card=secret("ogre", to=(A,)))
    return table, (table.log[0], msgspec.structs.replace(table.log[1], event=other))


@pytest.mark.parametrize("viewer", [A, B, PUBLIC, OPEN], ids=str)
def test_what_everybody_saw_everybody_could_notice(viewer: Viewer) -> None:
    """A second strengthening in a turn is a finding of A's that both seats could notice, whoever looks."""
    (one,) = found(*twice(), viewer)
    assert (one.judged.version, one.seat, one.noticed_by, one.taken_back) == (3, A, BOTH, False)


@pytest.mark.parametrize(("viewer", "noticed"), [(A, [(A,)]), (OPEN, [(A,)]), (B, []), (PUBLIC, [])], ids=str)
def test_what_only_one_seat_saw_only_that_seat_could_notice(viewer: Viewer, noticed: list[tuple[SeatKey, ...]]) -> None:
    """A card from nowhere, face down, is noticed by its own player alone; to the others the log is as the rules say."""
    assert [one.noticed_by for one in found(*unheld(), viewer)] == noticed


def test_what_was_taken_back_says_so() -> None:
    """A breach that was taken back is told as one that counts no more."""
    table, log = twice()
    (one,) = found(table, (*log, Recorded(4, 4, NOON, "", TakenBack(to=2, agreed=BOTH))), OPEN)
    assert (one.judged.version, one.taken_back) == (3, True)


def test_a_seat_learns_nothing_of_another_log() -> None:
    """A seat's findings are the same whatever the other side's hidden cards are."""
    table, log = unheld()
    assert found(table, log, B) == found(table, table.log, B)


def test_a_clean_log_has_no_findings() -> None:
    """Nothing is found where all is as the rules say."""
    table = strengthened()
    assert [found(table, table.log, viewer) for viewer in (A, B, PUBLIC, OPEN)] == [()] * 4
