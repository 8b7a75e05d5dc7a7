"""Laws of the lines: what passes the door, the wire and the seals, and what a log that is cut at a step tells of it."""

from __future__ import annotations

from records.core.faces import known
from records.core.logs.effective import changes_earlier
from records.core.logs.seals import Sealer, first_hash
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.core.wording.turning import MOST
from records.knowledge import door
from records.projections.turn_count import TurnCount
from records.service.seen_log import SeenLog
from records.service.shelving import counted_row, row_of
from support.laws.sample import KEY, Log, Sample, drafts


def turns_by_what_was_seen(sample: Sample, viewer: Viewer) -> None:
    """A log cut at a step gives the same turning points as the whole log does at that step.

    None becomes one later, but where what was heavier was taken back. A game that looks for none has none.
    """
    seen = sample.seen(viewer)
    whole = SeenLog(sample.game, sample.folder, sample.header, viewer, seen)
    at_end = whole.turning_points(len(seen))
    if sample.game.board.turning is None:
        assert not at_end
        return
    for end in (len(seen) // 2, max(0, len(seen) - 3)):
        until = SeenLog(sample.game, sample.folder, sample.header, viewer, seen[:end])
        points = whole.turning_points(end)
        assert points == until.turning_points(end), f"viewer {viewer}, up to {end}"
        assert len(points) <= MOST
        assert all(0 < version <= end for version in points)
    if changes_earlier(seen):
        return
    for version, point in at_end.items():
        assert whole.turning_points(version).get(version) == point, f"viewer {viewer}, step {version}"


def shelf_counts_what_is_told(sample: Sample) -> None:
    """The row of the shelf that is counted while the full log is folded is the row of what the public is told, at every length.

    A game of which only the words tell who acts has none.
    """
    if sample.game.acts is None or not sample.log:
        return
    for end in {len(sample.log), len(sample.log) // 2 or 1}:
        log = sample.log[:end]
        public = SeenLog(sample.game, sample.folder, sample.header, PUBLIC, sample.seen(PUBLIC)[:end])
        assert counted_row(sample.game, sample.header, turns_of(sample, log), log[-1].at) == row_of(public), f"up to {end}"


def turns_of(sample: Sample, log: Log) -> TurnCount:
    """Return what is counted while a log is folded."""
    turns = TurnCount(sample.game.acts or {})
    before = drafts(sample, log)
    state = next(before).state.copy()
    for recorded, draft in zip(log, before, strict=True):
        acting = turns.acts[type(recorded.event)](state, recorded.event)
        turns.count(acting, draft.state)
        state = draft.state.copy()
    turns.end(state, len(log))
    return turns


def ways_end_where_they_are_asked(sample: Sample, viewer: Viewer) -> None:
    """A log cut at a step gives the same ways of cards as the whole log does at that step.

    Every place in a pile, and every card that is seen on the table at the end, has a way.
    """
    seen = sample.seen(viewer)
    whole = SeenLog(sample.game, sample.folder, sample.header, viewer, seen)
    for end in (len(seen) // 2, max(0, len(seen) - 2)):
        until = SeenLog(sample.game, sample.folder, sample.header, viewer, seen[:end])
        for card in whole.journeys.cards.keys() | until.journeys.cards.keys():
            assert whole.journey(card=card, at=end) == until.journey(card=card, at=end), f"{card} for {viewer}, up to {end}"
        for slot in whole.journeys.slots.keys() | until.journeys.slots.keys():
            way = whole.journey(slot=slot, at=end)
            assert way == until.journey(slot=slot, at=end), f"{slot} for {viewer}, up to {end}"
            assert all(0 < station.version <= end for station in way)
    if whole._changes:
        return
    for slot, lying in whole.end.table.slots.items():
        assert whole.journey(slot=slot, at=len(seen)), slot
        if known(lying.face):
            assert whole.journey(card=str(lying.face), at=len(seen)), lying.face


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
