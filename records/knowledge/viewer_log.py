"""The log of one viewer, as it passed the door, with the cards of its game: what every question about it begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.logs.fold import Folder
from records.knowledge.tracking.call_log import CallLog
from records.knowledge.tracking.plan import GameCards, catalogue_of
from records.knowledge.worlds.card_sets import CardIndex

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.core.viewers import Viewer


class ViewerLog:
    """What ``viewer`` was shown. It is read as far as it is asked about."""

    def __init__(self, game: Game, header: Header, log: Sequence[Recorded[Any]], viewer: Viewer) -> None:
        self.viewer, self.steps = viewer, len(log)
        values = None if game.odds.values is None else game.odds.values(header)
        self.cards = GameCards(CardIndex(), catalogue_of(game.initial(header)), values)
        self.call_log = CallLog(Folder(game), header, log)
