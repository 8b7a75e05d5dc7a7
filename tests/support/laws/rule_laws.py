"""Laws of the rules: the record's own batches are decided again, from every viewer's log and in every world that a viewer allows."""

from __future__ import annotations

from typing import Any

import msgspec

from records.core.asking.chance import FromRecord, batches
from records.core.events import Event, Sort
from records.core.faces import known
from records.core.game import Game
from records.core.logs.effective import effective
from records.core.logs.seals import Sealer
from records.core.position import frozen
from records.core.secret import Sealed, Secret
from records.core.viewers import OPEN, Viewer
from records.errors import MalformedCommand, RecordsError
from records.knowledge import door
from records.rulings import audit as rulings
from records.rulings.alike import secrets
from records.rulings.audit import Verdict
from records.rulings.redoing.compare import reading_of
from records.rulings.redoing.doing import redo
from records.rulings.redoing.line import OpenLine
from records.rulings.redoing.plays import recorded_plays
from records.rulings.redoing.stops import LineStopped
from support.laws.sample import KEY, Log, Sample, blank, copied


def gives_itself_again(sample: Sample, viewer: Viewer) -> None:
    """Replayed under its own reading, a log reproduces itself up to what the audit does not find kept.

    Chance is as it lay from the first play; where the game does not say what the table can answer, chance comes as it was recorded.
    """
    game, log = sample.game, sample.seen(viewer)
    try:
        reading = reading_of(game, sample.header, log)
    except MalformedCommand:
        return
    record = recorded_plays(game, sample.header, log)
    line = OpenLine.of(record, reading, lay_from=0 if game.recording is None else 1)
    for play in record.plays:
        try:
            redo(line, play)
        except LineStopped as stopped:
            told = f"play {play.number} stops: {stopped.stop}"
        else:
            if not line.left:
                continue
            told = f"play {play.number} is another"
        unkept = {judged.version for judged in rulings.audit(game, sample.header, log) if judged.verdict is not Verdict.KEPT}
        assert any(batch[0].v in unkept for batch in play.batches), f"viewer {viewer}: {told}"
        return


def audit(sample: Sample, viewer: Viewer) -> None:
    """The audit calls exactly the forbidden decisions broken, as far as a viewer's log shows them.

    Of a log that was wrong for a while only what counts at the end, when it is corrected, can be judged.
    """
    game = sample.game
    if game.play is None:
        return
    seen = sample.seen(viewer)
    lasting = {recorded.v for recorded in effective(seen)}
    found = [judged for judged in rulings.audit(game, sample.header, seen) if None not in sample.truths or judged.version in lasting]
    assert [judged for judged in found if judged.wrong and judged.version not in sample.breaches] == []
    broken = {judged.version for judged in found if judged.verdict is Verdict.BROKEN}
    for recorded in seen:
        if recorded.v in sample.breaches and recorded.v in {judged.version for judged in found} and _shown(game, recorded.event):
            assert recorded.v in broken, f"version {recorded.v}, viewer {viewer}: a breach passes"
    if viewer is OPEN and sample.complete:
        assert [judged for judged in found if judged.verdict is Verdict.OPEN] == []


def decides_again(sample: Sample, viewer: Viewer) -> None:
    """``decide`` leaves its position unchanged and decides alike twice."""
    game = sample.game
    if game.play is None:
        return
    log = effective(sample.seen(viewer))
    draft = sample.folder.start(sample.header)
    for batch in batches(log):
        first = batch[0]
        if first.event.sort is Sort.DECISION:
            position = frozen(first.v - 1, draft)
            table, state = copied(position.table), position.state.copy()
            ways = [_decided(sample, position, batch) for _ in range(2)]
            assert ways[0] == ways[1], f"version {first.v}, viewer {viewer}: decided otherwise the second time"
            assert (position.table, position.state) == (table, state), f"version {first.v}, viewer {viewer}: the position changed"
        sample.folder.run(draft, batch)


def rename(sample: Sample, viewer: Viewer) -> None:
    """In every world that a viewer cannot distinguish, the viewer is sent the same bytes, except commitments."""
    for other in sample.others(viewer):
        assert [r.v for r in other.log] == [r.v for r in sample.log]
        audit(other, OPEN)
        for ours, theirs in zip(_sent(sample, viewer), _sent(other, viewer), strict=True):
            assert ours == theirs, f"viewer {viewer} can tell two worlds apart: {ours!r} {theirs!r}"


def _decided(sample: Sample, position: Any, batch: Log) -> Any:
    game, first = sample.game, batch[0]
    assert game.play is not None
    assert game.play is not None
    try:
        return game.play.decide(position, game.play.command_of(first.event), FromRecord(r.event for r in batch), first.v)
    except RecordsError as error:
        return str(error)


def _shown(game: Game, event: Event) -> bool:
    return all(known(face) for part in secrets(game.parts, event) for face in part.faces)


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
