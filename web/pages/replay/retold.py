"""The log from which a record was told again, and the records that tell a log: for readers who may see both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from importers.retelling.source import log_lines
from records.core.asking.typed import DEALT
from records.service.access import Permission
from records.service.writing.record_filler import answering

if TYPE_CHECKING:
    from records.core.viewers import Caller
    from records.service import GameBook, RecordView


class Retold(msgspec.Struct, frozen=True, kw_only=True):
    """What a replay says of a log."""

    log: str = ""
    """Address of the log from which this record was told; "" for none."""
    lines: tuple[str, ...] = ()
    """Its lines that belong to the move that ends with this step."""
    tell: str = ""
    """Address at which this log is written down as a game; "" where it cannot be."""
    records: tuple[str, ...] = ()
    """Addresses of the records that tell this log."""


NOTHING = Retold()


def retold(book: GameBook, caller: Caller, view: RecordView, at: int) -> Retold:
    """Return what a reader who may see both learns at step ``at``: of the log only what the same eyes saw of it."""
    record = view.header.record
    if view.game.nameless:
        tell = url_for("recording.new", source=record) if book.access.allows(caller, Permission.ADD) else ""
        return Retold(tell=tell, records=tuple(url_for("pages.replay", record=one) for one in book.retelling.tellings(caller, record)))
    if view.game.play is None or view.seen.pieces.once("answering", lambda: answering(view.events)) == DEALT:
        return NOTHING  # a game that the program deals is no one's that was played elsewhere
    found = book.retelling.retelling_of(caller, view)
    if found is None:
        return NOTHING
    move = _ended_at(view, at)
    mine = {place for place, mark in found.marks.items() if move and mark.version == move}
    return Retold(
        log=url_for("pages.replay", record=found.source.header.record),
        lines=tuple(line.text for line in log_lines(found.source) if line.place in mine),
    )


def _ended_at(view: RecordView, at: int) -> int:
    """Return the first event of the move that ends with step ``at``; 0 within a move, of which a line may tell what comes later."""
    move = view.events[at - 1].cause if at else 0
    following = view.timeline.versions[view.timeline.step_number(at) :]
    return 0 if following and view.events[following[0] - 1].cause == move else move
