"""The state of the server, for admins: open resources and caches of its process, the store's size, and the latest faults."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING

import msgspec
from flask import current_app

from records.errors import NotYours, RecordsError, WrongSchema
from records.service.access import Permission
from records.service.memory import MEGABYTE
from web.callers import current_book, current_caller
from web.words.texts import _, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from web.lanes import Lanes
    from web.live.slots import StreamSlots
    from web.watching.layer import ServerFault, ServerFaults


class StatePage(msgspec.Struct, frozen=True):
    """What the page shows."""

    rows: Sequence[tuple[str, str]]
    """What is measured, and how much it is, in words."""
    faults: Sequence[ServerFault]
    """The latest first."""


def state_page() -> StatePage:
    """Return the state of the process that answers; raises ``NotYours`` for who is no admin."""
    if not current_book().access.allows(current_caller(), Permission.PEOPLE):
        raise NotYours("the state of the server is shown to admins", Permission.PEOPLE)
    faults: ServerFaults = current_app.extensions["kiebitz-faults"]
    return StatePage([*_program(faults), *_store(), *_open(), *_kept()], faults.latest())


def _program(faults: ServerFaults) -> Iterator[tuple[str, str]]:
    yield _("Version"), version("kiebitz")
    hours, minutes = divmod(int((datetime.now(UTC) - faults.since).total_seconds()) // 60, 60)
    yield _("This process runs for"), _("%(hours)s h %(minutes)s min", hours=number(hours), minutes=number(minutes))


def _store() -> Iterator[tuple[str, str]]:
    try:
        room = current_book().writing.room()
    except WrongSchema:
        yield _("Database"), _("brought up by another version of the program")
        return
    except RecordsError:
        yield _("Database"), _("does not answer")
        return
    yield _("Database"), f"{'SQLite' if room.kind == 'sqlite' else 'PostgreSQL'}, {_megabytes(room.taken)}"
    if room.free is not None:
        yield _("Free on its disk"), _megabytes(room.free)


def _open() -> Iterator[tuple[str, str]]:
    lanes: Lanes = current_app.extensions["kiebitz-lanes"]
    streams: StreamSlots = current_app.extensions["kiebitz-streams"]
    yield _("Lanes taken"), _("%(n)s of %(all)s", n=number(lanes.taken), all=number(lanes.limits.lanes))
    yield _("Questions that wait for a lane"), number(lanes.waiting)
    yield _("Open streams of classes"), number(streams.held)


def _kept() -> Iterator[tuple[str, str]]:
    kept = current_book().kept
    yield _("Kept of records"), _("%(n)s of %(all)s", n=_megabytes(kept.bytes), all=_megabytes(kept.most))
    dropped = sum(section.dropped for section in kept.sections.values())
    yield _("Dropped to make room"), number(dropped)


def _megabytes(size: int) -> str:
    return _("%(n)s MB", n=number(size // MEGABYTE))
