"""The law of a record done again under its own reading."""

from __future__ import annotations

from records.core.viewers import Viewer
from records.errors import MalformedCommand
from records.rulings.audit import Verdict, audit
from records.rulings.redoing.compare import reading_of
from records.rulings.redoing.doing import redo
from records.rulings.redoing.line import OpenLine
from records.rulings.redoing.plays import recorded_plays
from records.rulings.redoing.stops import LineStopped
from support.laws.sample import Sample


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
        unkept = {judged.version for judged in audit(game, sample.header, log) if judged.verdict is not Verdict.KEPT}
        assert any(batch[0].v in unkept for batch in play.batches), f"viewer {viewer}: {told}"
        return
