"""The text of a record as a viewer may see it: made from that viewer's log alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from importers.notation.writing import Written, write
from importers.notation.writing_notes import LayerToWrite
from records.core.secret import Sealed, Secret
from records.core.viewers import viewer_key
from records.errors import RecordNotFound

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.viewers import Caller, Viewer
    from records.service import GameBook
    from records.service.viewing import RecordView


def notation_of(
    view: RecordView, *, until: int | None = None, language: str = "", times: bool = False, layers: Sequence[LayerToWrite] = ()
) -> Written:
    """Return a record in notation; raises ``MalformedCommand`` for a game without rules.

    ``until`` is the last step that is written, as far as its decisions are complete there. ``language`` is that of the cards' titles, ""
    for their short names. ``layers`` (of ``layers_beside``) are written into it.
    """
    events = view.events
    if until is not None and until < len(events):
        while until and events[until].cause != events[until].v:
            until -= 1
        events = events[:until]
    log = plain_log(view.game, events)
    names: dict[str, str] = {seat: name for seat, name in view.names.items() if name != seat}
    return write(view.game, view.header, names, log, recorder=viewer_key(view.viewer), language=language, times=times, layers=layers)


def layers_beside(
    book: GameBook, caller: Caller, record: str, viewer: Viewer | str | None = None, *, only: Sequence[str] | None = None
) -> list[LayerToWrite]:
    """Return the layers of a record with what ``viewer`` may read of them, or ``only`` those of some ids.

    Raises ``RecordNotFound`` for an id of which nothing is for that viewer.
    """
    game = book.record(caller, record, viewer).game
    views = book.notes.layers(caller, record, viewer)
    there = {view.id for view in views}
    for wanted in only or ():
        if wanted not in there:
            raise RecordNotFound(f"no layer {wanted!r}")
    return [
        LayerToWrite(
            view=view, logs={line.id: _plain_logs(game, book.notes.line_logs(caller, view.id, line.id, viewer)) for line in view.lines}
        )
        for view in views
        if only is None or view.id in only
    ]


def _plain_logs(game: Game, logs: Mapping[int, Sequence[Recorded[Any]]]) -> dict[int, list[Recorded[Any]]]:
    return {node: plain_log(game, log) for node, log in logs.items()}


def plain_log(game: Game, log: Sequence[Recorded[Any]]) -> list[Recorded[Any]]:
    """Return events without what binds their parts to the chain that they came from."""
    return [msgspec.structs.replace(recorded, event=game.parts.map(recorded.event, _unsealed)) for recorded in log]


def _unsealed(_path: str, part: Secret | Sealed) -> Secret | Sealed:
    """A part without what binds it to the chain that it came from."""
    if not part.salt and not part.seal:
        return part
    if isinstance(part, Sealed):
        return Sealed(part.known_to, part.body)
    return Secret(part.faces, part.known_to, part.hint, part.ordered)
