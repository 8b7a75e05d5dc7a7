"""Records with irregularities in them, and the clean ones that they were made from."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.service.library import library
from records.service.writing.simulation import simulate
from support.castle import NOON

if TYPE_CHECKING:
    from records.service import NewGame

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


def planted_game(game: str) -> NewGame:
    """The same as a game that can be stored."""
    new = next(simulate(library()[game], seed=5, games=1))
    _, log = written(game)
    events = [recorded.event for recorded in planted(game, log)]
    return replace(new, entries=[replace(entry, event=event) for entry, event in zip(new.entries, events, strict=True)])


def planted(game: str, log: tuple[Recorded[Any], ...]) -> tuple[Recorded[Any], ...]:
    """The log with twelve figures one too high."""
    changed, causes = list(log), set()
    for cls, figure in PLANTED[game]:
        at = next(i for i, recorded in enumerate(log) if type(recorded.event).__name__ == cls and recorded.cause not in causes)
        causes.add(log[at].cause)
        event = msgspec.structs.replace(log[at].event, **{figure: getattr(log[at].event, figure) + 1})
        changed[at] = msgspec.structs.replace(log[at], event=event)
    return tuple(changed)
