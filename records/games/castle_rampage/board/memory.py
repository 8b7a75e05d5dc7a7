"""The online table's memory of hands and slipped cards.

It forgets an opponent's hand as soon as a card of it is laid face down (§ 14.5, 14.6), and names a slipped card as soon as all others that
it could be are in sight (§ 14.4).
The fold keeps exact knowledge; this is the other lens, for readers who want to see what the online table would show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.faces import Some, among, known
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.core.tables.fold_table import FoldTable
from records.core.viewers import OPEN
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.unseen import without

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
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
    table.tell_apart()
    return frozen(log[-1].v if log else 0, draft)


class _Forgetful(FoldTable):
    """A fold that forgets hands. Piles are never forgotten, and nobody forgets the own hand."""

    state: CastleCounters

    def __init__(self, viewer: Viewer) -> None:
        super().__init__()
        self._viewer = viewer

    def lay(self, seat: SeatKey, pile: PileId, slot: SlotId, card: Secret, at: At, *, up: bool = False) -> None:
        self.tell_apart()
        super().lay(seat, pile, slot, card, at, up=up)
        if ev.owner(pile) != seat and self.state.rules["slip_forgets"] == "no":
            return
        hand = self.hands[seat]
        faces = hand.faces if self._viewer in (seat, OPEN) else ()
        self._put_hand(seat, msgspec.structs.replace(hand, faces=faces, shown=()))

    def return_all(self, zone: ZoneId, deck: DeckId) -> None:
        self.tell_apart()
        super().return_all(zone, deck)

    def tell_apart(self) -> None:
        """Name each card that is one of several where all others that it could be are in sight.

        Open cards count, those that the viewer saw laid, and what is remembered of hands; what was named once stays so.
        """
        several = [
            slot for slot, lying in self.slots.items() if isinstance(lying.hint, Some) and lying.hint.among and not known(lying.seen)
        ]
        more = bool(several and self.state.cards)
        while more:
            faces = (lying.face for lying in self.slots.values())
            hands = (face for hand in self.hands.values() for face in hand.faces)
            left = without(self.state.cards, faces, hands, (face for zone in self.zones.values() for face in zone))
            more = any(self._narrowed(slot, left) for slot in several)

    def _narrowed(self, slot: SlotId, left: Counter[str]) -> bool:
        """Leave out of what a card can be all of which every copy is in sight; return whether that was any."""
        lying = self.slots[slot]
        names = lying.hint.among if isinstance(lying.hint, Some) else ()
        possible = [name for name in names if left[name] > 0]
        if not 0 < len(possible) < len(names):
            return False
        self.stirred.add(lying.pile)
        self.slots[slot] = msgspec.structs.replace(lying, hint=among(possible))
        return True
