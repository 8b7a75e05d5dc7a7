"""Compares what viewers see, and computes the readers and status of a note's audience."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from records.core.ids import SeatKey
from records.core.secret import ALL, NOBODY, Audience
from records.core.viewers import OPEN, PUBLIC, Spectator, Viewer

if TYPE_CHECKING:
    from collections.abc import Iterable

    from records.studies.layers.events import NoteSight


class NoteStatus(StrEnum):
    """How well it is known that a note tells its readers nothing new about hidden cards."""

    PROVEN = "proven"
    """The author was shown nothing here that the log of any reader lacks."""
    DECLARED = "declared"
    """Only the author says so."""


def viewer_from(text: str) -> Viewer:
    """Return the viewer that ``viewer_key`` wrote."""
    return Spectator(text) if text in (PUBLIC.value, OPEN.value) else SeatKey(text)


def sees_all_of(viewer: Viewer, other: Viewer) -> bool:
    """Whether ``viewer`` sees whatever ``other`` sees: everybody sees what the public does, the open table sees all."""
    return viewer == other or viewer is OPEN or other is PUBLIC


def joined(viewers: Iterable[Viewer]) -> Viewer:
    """Return the least viewer that sees what all of them see; two seats together are the open table."""
    wide: Viewer = PUBLIC
    for viewer in viewers:
        wide = wide if sees_all_of(wide, viewer) else viewer if sees_all_of(viewer, wide) else OPEN
    return wide


def readers(known_to: Audience) -> tuple[Viewer, ...]:
    """Return the least viewers that may read what has this audience: the public for everybody, the open table alone for nobody."""
    if known_to == ALL:
        return (PUBLIC,)
    return tuple(map(SeatKey, known_to)) or (OPEN,)


def audience_of(viewer: Viewer) -> Audience:
    """Return the widest audience all of whose readers see what ``viewer`` sees."""
    return ALL if viewer is PUBLIC else NOBODY if viewer is OPEN else (str(viewer),)


def status(known_to: Audience, since: int, sight: NoteSight) -> NoteStatus:
    """Return whether a note with this audience, shown from step ``since`` on, is proven or declared to reveal nothing."""
    widest = viewer_from(sight.widest)
    proven = since >= sight.upto and all(sees_all_of(reader, widest) for reader in readers(known_to))
    return NoteStatus.PROVEN if proven else NoteStatus.DECLARED
