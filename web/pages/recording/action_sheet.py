"""The moves at a position as a page offers them, in a game that is written down and in a line, and what the page may ask of them."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any

from records.values import replace
from web.pages.recording.actions import Action
from web.pages.recording.missing_cards import holes_in
from web.pages.recording.touch_data import texts, touch_data
from web.pages.recording.touches import Touching
from web.words.wording import say, say_plainly, title_of, told_apart, with_own_titles

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from records.core.board import CardFace
    from records.core.game import Scorekeeping
    from records.core.ids import SeatKey
    from records.core.position import Command, Position
    from records.service import RecordView
    from web.pages.recording.actions import Tried


class ActionSheet:
    """The moves at a ``position`` of the log that ``view`` shows; made anew for every request.

    ``tried`` is what was sent and could not be written. All is made from the log of ``view``, so it tells nothing else. With ``seats`` it
    has the moves of these seats alone.
    """

    def __init__(
        self,
        view: RecordView,
        position: Position[Any],
        keeping: Scorekeeping,
        *,
        tried: Tried | None = None,
        seats: Collection[SeatKey] | None = None,
    ) -> None:
        self.view, self.position, self.keeping, self.tried = view, position, keeping, tried
        self._legal = view.game.play.legal(position) if view.game.play is not None else ()
        self.acting = tuple(dict.fromkeys(seat for one in self._legal if (seat := getattr(one, "seat", None)) is not None))
        """Whose move it is, one of the page's own seats or not; while cards are laid out it may be everybody's."""
        commands = [one for one in keeping.actions(position) if seats is None or getattr(one, "seat", None) in seats]
        self.actions = self._distinct([self._action(command, view.faces) for command in commands])

    @property
    def version(self) -> int:
        """Number of events that this page was made for."""
        return self.view.steps

    @property
    def ways_back(self) -> Sequence[tuple[int, str]]:
        """Steps that the game may go back to, the latest first, each with what is then undone."""
        return ()

    @property
    def can_undo(self) -> bool:
        """Whether each move that is made here can be taken back by one touch; a move without that is confirmed first."""
        return False

    @cached_property
    def touching(self) -> Touching:
        """What is touched for a command."""
        return Touching(self.view, self.position)

    @property
    def data(self) -> dict[str, Any]:
        """All that may be written, for the script."""
        return {**touch_data(self, self.touching), "texts": texts()}

    @cached_property
    def cards(self) -> list[tuple[str, str]]:
        """Name and title of each card that may lie where nobody noted one."""
        unseen = {card: title_of(card, self.view.seen.faces) for card in self.keeping.unseen(self.position)}
        return sorted(told_apart(unseen, self.view.seen.faces).items(), key=lambda card: card[1].casefold())

    def tries(self, action: int, nth: int) -> tuple[str, str]:
        """Return which card was named for the ``nth`` hole of an action, and what is wrong with it; "" for nothing of either."""
        if self.tried is None or self.tried.action != action:
            return "", ""
        return self.tried.cards[nth], self.tried.wrong[nth]

    def _distinct(self, actions: Sequence[Action]) -> tuple[Action, ...]:
        """Return actions with cards told apart where words fit several of them."""
        for faces in (with_own_titles, _with_names):
            times = Counter(action.says for action in actions)
            if max(times.values(), default=0) > 1:
                own = faces(self.view.faces)
                actions = [self._action(action.command, own) if times[action.says] > 1 else action for action in actions]
        return tuple(actions)

    def _action(self, command: Command, faces: Mapping[str, CardFace]) -> Action:
        sentence, listed = self.keeping.tell(self.position, command), command in self._legal
        says, plain = say(sentence, self.view.names, faces), say_plainly(sentence, self.view.names, faces)
        return Action(command, says, plain, holes_in(command, listed=listed), listed)


def _with_names(faces: Mapping[str, CardFace]) -> dict[str, CardFace]:
    """Return cards that bear their names in the catalogue behind their titles."""
    return {card: replace(face, title={tag: f"{title} ({card})" for tag, title in face.title.items()}) for card, face in faces.items()}
