"""Laws of the lines: what passes the door, the wire and the seals."""

from __future__ import annotations

from records.core.logs.seals import Sealer, first_hash
from records.core.viewers import OPEN, Viewer
from records.knowledge import door
from support.laws.sample import KEY, Sample


def prefix(sample: Sample, viewer: Viewer) -> None:
    """What a viewer saw up to a step never changes later. No event is invisible."""
    seen = sample.seen(viewer)
    assert [recorded.v for recorded in seen] == list(range(1, len(sample.log) + 1))
    for end in range(0, len(sample.log) + 1, max(1, len(sample.log) // 5)):
        assert door.veil(sample.game.parts, sample.log[:end], viewer) == seen[:end], f"viewer {viewer}, up to {end}"


def wire(sample: Sample, viewer: Viewer) -> None:
    """Every line that a viewer gets is read back as it was written, byte for byte. That is so on a page and in a file."""
    codec = sample.game.codec
    for recorded in (*sample.seen(viewer), *door.redact(Sealer(sample.game.parts, KEY), sample.log, viewer)):
        line = codec.encode(recorded)
        assert codec.decode(line) == recorded, line
        assert codec.encode(codec.decode(line)) == line


def seals(sample: Sample, viewer: Viewer) -> None:
    """A redacted log verifies without the key, event by event, to the head of the full one."""
    full, redacted = Sealer(sample.game.parts, KEY), Sealer(sample.game.parts, None)
    before = first_hash(sample.header)
    for recorded, kept in zip(sample.log, door.redact(full, sample.log, viewer), strict=True):
        assert kept.prev == recorded.prev == before.hex(), f"version {recorded.v}"
        after = full.hash(before, recorded)
        assert redacted.hash(before, sample.game.codec.decode(sample.game.codec.encode(kept))) == after, f"version {recorded.v}, {viewer}"
        before = after


def door_twice(sample: Sample, viewer: Viewer) -> None:
    """A log that passed the door passes it again unchanged. So does what another door left of it."""
    seen = sample.seen(viewer)
    assert door.veil(sample.game.parts, seen, viewer) == seen
    for other in sample.viewers:
        if other is not OPEN and other != viewer:
            narrow = door.veil(sample.game.parts, seen, other)
            assert door.veil(sample.game.parts, narrow, viewer) == narrow
