"""Twelve irregularities planted in a clean record are found, each at its step, and nothing else is."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.rulings.audit import Verdict, audit
from records.service.library import library
from records.service.writing.simulation import simulate
from support.castle import NOON

PLANTED = {
    "castle-rampage": (
        ("AttackDeclared", "strength"),
        ("AttackDeclared", "by"),
        ("DefenderRevealed", "value"),
        ("DefenderDestroyed", "before"),
        ("DefenderDestroyed", "left"),
        ("AttackEnded", "destroyed"),
        ("AttackEnded", "left"),
        ("DefenderHeld", "strength"),
        ("AttackDeclared", "strength"),
        ("DefenderDestroyed", "left"),
        ("AttackEnded", "left"),
        ("DefenderHeld", "strength"),
    ),
    "regicide": (
        ("PowerUsed", "amount"),
        ("DamageDealt", "amount"),
        ("ShieldRaised", "amount"),
        ("PowerUsed", "amount"),
        ("DamageDealt", "amount"),
        ("ShieldRaised", "amount"),
        ("PowerUsed", "amount"),
        ("DamageDealt", "amount"),
        ("ShieldRaised", "amount"),
        ("PowerUsed", "amount"),
        ("Healed", "count"),
        ("SeatFell", "below"),
    ),
    "creature-crush": (
        ("TurnBegan", "quiet"),
        ("EffectTriggered", "x"),
        ("Damaged", "amount"),
        ("Damaged", "total"),
        ("DiceGained", "total"),
        ("Changed", "amount"),
        ("TurnBegan", "quiet"),
        ("Damaged", "amount"),
        ("Damaged", "total"),
        ("TurnBegan", "quiet"),
        ("EffectTriggered", "x"),
        ("Damaged", "amount"),
    ),
}
"""Class and figure of what is written one too high, by game: each in a decision of its own, the first that has such an event.

They are figures that tell what happened and that no later decision builds on, so that none has consequences that are found too.
"""


def written(game: str) -> tuple[Header, tuple[Recorded[Any], ...]]:
    """A simulated game as a log."""
    new = next(simulate(library()[game], seed=5, games=1))
    edition = {name: getattr(new, name) for name in ("ruleset", "ruleset_hash", "catalogue", "catalogue_hash")}
    head = Header(record=RecordId("test"), game=new.game, seats=new.seats, started=NOON, **edition)
    return head, tuple(Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1))


@pytest.mark.parametrize("game", PLANTED)
def test_twelve_planted_irregularities_are_exactly_what_is_found(game: str) -> None:
    """The clean record has no finding; with twelve figures one too high it has twelve, at the decisions that were changed."""
    head, log = written(game)
    assert [one for one in audit(library()[game], head, log) if one.why is not None] == []
    changed, causes = list(log), set()
    for cls, figure in PLANTED[game]:
        at = next(i for i, recorded in enumerate(log) if type(recorded.event).__name__ == cls and recorded.cause not in causes)
        causes.add(log[at].cause)
        event = msgspec.structs.replace(log[at].event, **{figure: getattr(log[at].event, figure) + 1})
        changed[at] = msgspec.structs.replace(log[at], event=event)
    found = [one for one in audit(library()[game], head, tuple(changed)) if one.why is not None]
    assert len(causes) == 12
    assert {one.version for one in found} == causes
    assert [one.verdict for one in found] == [Verdict.DIFFERS] * 12
