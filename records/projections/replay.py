"""Stepping through a log: the draft after each event, take-backs and corrections counted in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.position import Position, frozen
from records.core.shared import Corrected, TakenBack
from records.core.wording.narration import Moment
from records.errors import VersionNotFound

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from records.core.events import Recorded
    from records.core.header import Header
    from records.core.logs.fold import Folder
    from records.core.viewers import Viewer


def walk(
    folder: Folder,
    header: Header,
    log: Sequence[Recorded[Any]],
    viewer: Viewer,
    begin: Position[Any] | None = None,
    *,
    told: Callable[[], Sequence[int]] = tuple,
) -> Iterator[Moment[Any]]:
    """Yield a moment for each event of ``viewer``'s log, or for those after ``begin``, a position of it.

    ``after`` is the same draft every time: use it before the next moment. Each moment is handed ``told``, which returns the versions of the
    steps that were narrated by then.
    """
    draft = folder.start(header) if begin is None else begin.thaw()
    for index, recorded in enumerate(log if begin is None else log[begin.version :], 0 if begin is None else begin.version):
        before = draft.state.copy()
        if isinstance(recorded.event, TakenBack | Corrected):
            draft = folder.fold(header, log[: index + 1])
        else:
            folder.apply(draft, recorded)
        yield Moment(recorded, before, draft, viewer, told)


def position_at(folder: Folder, header: Header, log: Sequence[Recorded[Any]], version: int) -> Position[Any]:
    """Return the position after event ``version`` (0: before the first); raises ``VersionNotFound``."""
    if not 0 <= version <= len(log):
        raise VersionNotFound(f"record {header.record} has events 0 to {len(log)}, not {version}")
    return frozen(version, folder.fold(header, log[:version]))
