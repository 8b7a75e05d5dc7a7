"""What was entered after a slip and taken back with it, offered again move by move."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import msgspec

from records.core.faces import UNKNOWN
from records.service.writing.mending import given_up
from web.pages.recording.touches import Touching
from web.words.wording import say_plainly

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from records.core.position import Command
    from records.service.writing.mending import MoveBatch
    from web.pages.recording.actions import Action, OfferedActions


class OfferedMove(msgspec.Struct, frozen=True, kw_only=True):
    """A move that was taken back."""

    like: int
    """Version of its decision."""
    says: str
    action: int | None
    """Its place among what may be done now; None where it no longer holds."""
    cards: tuple[str, ...]
    """Cards that it named."""
    entered: bool
    """Whether it was entered again since."""
    next: bool = False
    """Whether it is the first that holds and follows what was entered again."""


def offers(sheet: OfferedActions) -> tuple[OfferedMove, ...]:
    """Return the moves of the last taking back, in their order; none once all are entered again."""
    gone, since = given_up(sheet.view.events)
    if not gone or sheet.view.outcome is not None:
        return ()
    again = [_saying(sheet, batch) for batch in since]
    before = 0
    found: list[OfferedMove] = []
    for batch in gone:
        says = _saying(sheet, batch)
        entered = says in again[before:]
        before = again.index(says, before) + 1 if entered else before
        action, cards = (None, ()) if entered else _now(sheet, batch)
        found.append(OfferedMove(like=batch[0].v, says=says, action=action, cards=cards, entered=entered))
    last = max((nth for nth, offer in enumerate(found) if offer.entered), default=0 if since else -1)
    following = next((nth for nth, offer in enumerate(found) if nth > last and offer.action is not None), None)
    left = [nth for nth, offer in enumerate(found) if nth > last]
    if not left:
        return ()
    return tuple(
        offer if nth != following else OfferedMove(**{name: getattr(offer, name) for name in _KEPT}, next=True)
        for nth, offer in enumerate(found)
    )


_KEPT = ("like", "says", "action", "cards", "entered")


def matching(actions: Sequence[Action], touching: Touching, touched: Iterable[str]) -> list[tuple[int, tuple[str, ...]]]:
    """Return the actions that these touches are all of: place and the cards that are named for their holes."""
    return _matching(actions, touching, touched, {})


def _matching(
    actions: Sequence[Action], touching: Touching, touched: Iterable[str], same: Mapping[str, str]
) -> list[tuple[int, tuple[str, ...]]]:
    whole = list(touched)
    plain = [key for key in whole if not key.startswith("name:")]
    names = tuple(key.partition(":")[2] for key in whole if key.startswith("name:"))
    found = []
    for nth, action in enumerate(actions):
        keys = Counter(same.get(key, key) for key in touching.touches(action.command))
        if keys == Counter(whole):
            found.append((nth, (str(UNKNOWN),) * len(action.holes)))
        elif names and keys == Counter(plain) and len(names) <= len(action.holes):
            found.append((nth, (*names, *(str(UNKNOWN),) * (len(action.holes) - len(names)))))
    return found


def _saying(sheet: OfferedActions, batch: MoveBatch) -> str:
    position = sheet.view.position(batch[0].v - 1)
    return say_plainly(sheet.keeping.tell(position, _command(sheet, batch)), sheet.view.names, sheet.view.faces)


def _command(sheet: OfferedActions, batch: MoveBatch) -> Command:
    if sheet.view.game.play is None:
        raise TypeError(f"{sheet.view.game.name} has no rules")
    return sheet.view.game.play.command_of(batch[0].event)


def _now(sheet: OfferedActions, batch: MoveBatch) -> tuple[int | None, tuple[str, ...]]:
    """Return the place of a batch's command among the present actions, and its cards; a slot is the one that lies there now."""
    then = sheet.view.position(batch[0].v - 1)
    command = _command(sheet, batch)
    old, new = Touching(sheet.view, then), Touching(sheet.view, sheet.position)
    touched = [old.lying(key) for key in old.touches(command)]
    same = {f"slot:{slot}": new.lying(f"slot:{slot}") for slot in sheet.position.table.slots}
    kind = [(nth, action) for nth, action in enumerate(sheet.actions) if type(action.command) is type(command)]
    kind = [(nth, action) for nth, action in kind if getattr(action.command, "seat", None) == getattr(command, "seat", None)]
    found = _matching([action for _nth, action in kind], new, touched, same)
    if len(found) > 1:
        says = _saying(sheet, batch)
        found = [one for one in found if kind[one[0]][1].plain == says] or found[:1]
    return (kind[found[0][0]][0], found[0][1]) if found else (None, ())
