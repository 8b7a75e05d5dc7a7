"""What the online table keeps of the hands: it forgets an opponent's as soon as a card of it is laid face down (§ 14.5, 14.6).

The fold keeps what follows exactly; this is the other lens, for who wants to see what the online table would show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.tables.fold_table import FoldTable
from records.core.viewers import OPEN
from records.games.castle_rampage.model import events as ev

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import PileId, SeatKey, SlotId
    from records.core.position import Position
    from records.core.secret import Secret
    from records.core.table import At
    from records.core.viewers import Viewer
    from records.games.castle_rampage.model.position import CastleCounters


def remembered(game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer) -> Position[Any]:
    """Return the position after ``log``, which passed the door for ``viewer``, as the online table would show it."""
    folder, table = Folder(game), _Forgetful(viewer)
    draft = folder.start(header, table)
    table.state = draft.state
    folder.run(draft, effective(log))
    return frozen(log[-1].v if log else 0, draft)


class _Forgetful(FoldTable):
    """A fold that forgets hands. Piles are never forgotten, and nobody forgets the own hand."""

    state: CastleCounters

    def __init__(self, viewer: Viewer) -> None:
        super().__init__()
        self._viewer = viewer

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        super().lay(seat, pile, slot, card, at, up=up)
        if ev.owner(pile) != seat and self.state.rules["slip_forgets"] == "no":
            return
        hand = self.hands[seat]
        faces = hand.faces if self._viewer in (seat, OPEN) else ()
        self.hands[seat] = msgspec.structs.replace(hand, faces=faces, shown=())
