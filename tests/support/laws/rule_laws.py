"""Laws of the rules: the record's own batches are decided again, from every viewer's log and in every world that a viewer allows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from records.core.chance import FromRecord, batches
from records.core.effective import effective
from records.core.events import Event, Recorded, Sort
from records.core.faces import join, known
from records.core.game import Game, frozen
from records.core.seals import Sealer
from records.core.secret import Sealed, Secret
from records.core.shared import TakenBack
from records.core.viewers import OPEN, Viewer
from records.errors import Contradiction, RuleViolation
from records.knowledge import door
from support.laws.sample import KEY, Log, Sample, blank, copied


def audit(sample: Sample, viewer: Viewer) -> None:
    """``decide`` gives each batch again from a viewer's log, and refuses just those that a rule forbids, as far as that log shows it.

    Of a log that was wrong for a while only what counts at the end, when it is corrected, can be judged.
    """
    game = sample.game
    if game.decide is None:
        return
    assert game.command_of is not None
    judged: set[int] = set()
    seen = sample.seen(viewer)
    for counted in (effective(seen),) if None in sample.truths else _lists(seen):
        draft = sample.folder.start(sample.header)
        for batch in batches(counted):
            first = batch[0]
            if first.event.sort is Sort.DECISION and first.v not in judged:
                judged.add(first.v)
                _judge(sample, batch, frozen(first.v - 1, draft), viewer)
            for recorded in batch:
                sample.folder.apply(draft, recorded)


def rename(sample: Sample, viewer: Viewer) -> None:
    """In any other world that a viewer cannot tell from this one, the viewer is sent the same bytes, commitments aside."""
    for other in sample.others(viewer):
        assert [r.v for r in other.log] == [r.v for r in sample.log]
        audit(other, OPEN)
        for ours, theirs in zip(_sent(sample, viewer), _sent(other, viewer), strict=True):
            assert ours == theirs, f"viewer {viewer} can tell two worlds apart: {ours!r} {theirs!r}"


def agree(game: Game, decided: Event, recorded: Event) -> bool:
    """Whether two events are the same as far as both are known, seals aside."""
    if type(decided) is not type(recorded):
        return False
    return _shell(game, decided) == _shell(game, recorded) and all(
        a.known_to == b.known_to and a.hint == b.hint and a.ordered == b.ordered and _join(a, b)
        for a, b in zip(_secrets(game, decided), _secrets(game, recorded), strict=True)
    )


def _lists(log: Log) -> Iterator[list[Recorded[Any]]]:
    """The events that counted before each take-back, then those that count at the end: a cut part is judged with the log up to its end."""
    for index, recorded in enumerate(log):
        if isinstance(recorded.event, TakenBack):
            yield effective(log[:index])
    yield effective(log)


def _judge(sample: Sample, batch: Log, position: Any, viewer: Viewer) -> None:
    game, first = sample.game, batch[0]
    assert game.decide is not None
    assert game.command_of is not None
    where = f"version {first.v}, viewer {viewer}"
    command = game.command_of(first.event)
    table, state = copied(position.table), msgspec.structs.replace(position.state)
    shown = all(known(face) for part in _secrets(game, first.event) for face in part.faces)
    try:
        decided = game.decide(position, command, FromRecord(r.event for r in batch), first.v)
    except RuleViolation:
        if first.v not in sample.breaches:
            raise
        return
    assert first.v not in sample.breaches or not shown, f"{where}: a breach passes"
    assert decided == game.decide(position, command, FromRecord(r.event for r in batch), first.v), (
        f"{where}: decided otherwise the second time"
    )
    assert (position.table, position.state) == (table, state), f"{where}: the position changed"
    assert len(decided) == len(batch), f"{where}: {decided} for {[r.event for r in batch]}"
    for event, recorded in zip(decided, batch, strict=True):
        assert agree(game, event, recorded.event), f"version {recorded.v}, viewer {viewer}: {event} for {recorded.event}"


def _sent(sample: Sample, viewer: Viewer) -> list[bytes]:
    codec, parts = sample.game.codec, sample.game.parts
    # The hash before is blanked first, for salts are made from it as from nothing else that differs between two worlds.
    blanked = [
        msgspec.structs.replace(recorded, event=parts.map(recorded.event, _without_commitments))
        for recorded in door.redact(Sealer(parts, KEY), map(blank, sample.log), viewer)
    ]
    return [codec.encode(recorded) for recorded in (*map(blank, sample.seen(viewer)), *blanked)]


def _without_commitments(_path: str, part: Secret | Sealed) -> Secret | Sealed:
    if isinstance(part, Secret):
        return msgspec.structs.replace(part, seal=("0" * 32,) * len(part.seal))
    return msgspec.structs.replace(part, seal="0" * len(part.seal))


def _secrets(game: Game, event: Event) -> list[Secret]:
    found: list[Secret] = []

    def visit(_path: str, part: Secret | Sealed) -> Secret | Sealed:
        if isinstance(part, Secret):
            found.append(part)
        return part

    game.parts.map(event, visit)
    return found


def _shell(game: Game, event: Event) -> Event:
    return game.parts.map(event, lambda _path, part: Secret(()) if isinstance(part, Secret) else part)


def _join(a: Secret, b: Secret) -> bool:
    if len(a.faces) != len(b.faces):
        return False
    if not a.ordered:
        names_a, names_b = (sorted(str(face) for face in part.faces if known(face)) for part in (a, b))
        return names_a == names_b or len(names_a) < len(a.faces) or len(names_b) < len(b.faces)
    try:
        for one, other in zip(a.faces, b.faces, strict=True):
            join(one, other)
    except Contradiction:
        return False
    return True
