"""The text of a record as a viewer may see it: made from that viewer's log alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from importers.notation.writing import Written, write
from records.core.secret import Sealed, Secret
from records.core.viewers import viewer_key

if TYPE_CHECKING:
    from records.service.viewing import RecordView


def notation_of(view: RecordView, *, until: int | None = None, language: str = "", times: bool = False) -> Written:
    """Return a record in notation; raises ``MalformedCommand`` for a game without rules.

    ``until`` is the step up to which it is told, so far as its decisions stand there whole. ``language`` is that of the cards' titles, ""
    for their short names.
    """
    parts, events = view.game.parts, view.events
    if until is not None and until < len(events):
        while until and events[until].cause != events[until].v:
            until -= 1
        events = events[:until]
    log = [msgspec.structs.replace(recorded, event=parts.map(recorded.event, _unsealed)) for recorded in events]
    names: dict[str, str] = {seat: name for seat, name in view.names.items() if name != seat}
    return write(view.game, view.header, names, log, recorder=viewer_key(view.viewer), language=language, times=times)


def _unsealed(_path: str, part: Secret | Sealed) -> Secret | Sealed:
    """A part without what binds it to the chain that it came from."""
    if not part.salt and not part.seal:
        return part
    if isinstance(part, Sealed):
        return Sealed(part.known_to, part.body)
    return Secret(part.faces, part.known_to, part.hint, part.ordered)
