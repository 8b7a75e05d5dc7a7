"""Records with irregularities in them, and the clean ones that they were made from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.chance import batches
from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.core.secret import ALL, Secret
from records.service.library import library
from records.service.writing.simulation import simulate
from records.values import replace
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


SEEDS = {"castle-rampage": 5, "regicide": 5, "creature-crush": 7}
"""Games in which all that is planted has its place."""


def written(game: str) -> tuple[Header, tuple[Recorded[Any], ...]]:
    """A simulated game as a log."""
    new = next(simulate(library()[game], seed=SEEDS[game], games=1))
    edition = {name: getattr(new, name) for name in ("ruleset", "ruleset_hash", "catalogue", "catalogue_hash")}
    head = Header(record=RecordId("test"), game=new.game, seats=new.seats, started=NOON, **edition)
    return head, tuple(Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1))


def planted_game(game: str) -> NewGame:
    """The same as a game that can be stored."""
    new = next(simulate(library()[game], seed=SEEDS[game], games=1))
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


Log = tuple["Recorded[Any]", ...]
MIXED: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "castle-rampage": {"swapped": (16, 17), "shown": (1, 3), "another seat": (24,), "forgotten": (109,)},
    "regicide": {"swapped": (1, 3), "another seat": (2, 5), "forgotten": (47,)},
    "creature-crush": {"swapped": (0, 3), "shown": (2, 7), "another seat": (263,), "twice": (264,)},
}
"""Batches, from 0, with what is wrong in them; figures that are one too high make it twelve.

As with the figures nothing later builds on what was changed.
"""


def _swapped(batch: Log) -> Log:
    """The last two events in the other order."""
    return (*batch[:-2], batch[-1], batch[-2])


def _shown(batch: Log) -> Log:
    """The first hidden card of the batch as one that everybody was shown."""
    for nth, recorded in enumerate(batch):
        for name in recorded.event.__struct_fields__:
            part = getattr(recorded.event, name)
            if isinstance(part, Secret) and part.known_to not in (ALL, ()):
                event = msgspec.structs.replace(recorded.event, **{name: msgspec.structs.replace(part, known_to=ALL)})
                return (*batch[:nth], msgspec.structs.replace(recorded, event=event), *batch[nth + 1 :])
    raise ValueError("the batch hides nothing")


def _another_seat(batch: Log) -> Log:
    """The first consequence that is somebody's as the other's."""
    nth = next(nth for nth, recorded in enumerate(batch) if nth and getattr(recorded.event, "seat", None) in ("A", "B"))
    event = batch[nth].event
    event = msgspec.structs.replace(event, seat="B" if event.seat == "A" else "A")
    return (*batch[:nth], msgspec.structs.replace(batch[nth], event=event), *batch[nth + 1 :])


_WRONG: Mapping[str, Callable[[Log], Log]] = {
    "swapped": _swapped,
    "shown": _shown,
    "another seat": _another_seat,
    "twice": lambda batch: (*batch, batch[-1]),
    "forgotten": lambda batch: batch[:-1],
}


def mixed(game: str, log: Log) -> tuple[Log, list[int]]:
    """The log with twelve irregularities of several kinds, and the versions of the decisions that they are in."""
    wrong = {nth: _WRONG[kind] for kind, several in MIXED[game].items() for nth in several}
    clean = list(batches(log))
    first = {batch[0].v: nth for nth, batch in enumerate(clean)}
    figures = [
        nth
        for nth in sorted({first[one.cause] for one, was in zip(planted(game, log), log, strict=True) if one != was})
        if nth not in wrong
    ]
    figured = list(batches(planted(game, log)))
    changed, causes = list[Any](), list[int]()
    for nth, batch in enumerate(clean):
        cause = len(changed) + 1
        kept = figured[nth] if nth in figures[: 12 - len(wrong)] else wrong[nth](batch) if nth in wrong else batch
        changed += [msgspec.structs.replace(one, v=cause + place, cause=cause) for place, one in enumerate(kept)]
        if kept != batch:
            causes.append(cause)
    return tuple(changed), causes
