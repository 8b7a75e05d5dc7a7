"""The judgement of an undecidable decision for each card that could be the one which nobody noted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from records.core.asking.chance import batches
from records.core.faces import known
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.position import frozen
from records.errors import RecordsError
from records.rulings.audit import Verdict, judge_one
from records.rulings.unnoted import noted, unnoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header
    from records.rulings.audit import Log


class Possibility(msgspec.Struct, frozen=True):
    """What a decision would be if a certain card lay there."""

    card: str
    verdict: Verdict
    paragraph: str = ""
    """Of the rule that is broken, or of what should have followed."""


def possibilities(game: Game, header: Header, log: Sequence[Recorded[Any]], version: int, cards: Iterable[str]) -> tuple[Possibility, ...]:
    """Return what the decision ``version`` is with each of ``cards`` where one open face was not noted, in their order.

    Empty where several are missing that it may depend on, or none that an event shows. A card with which the log cannot have happened is
    left out. ``log`` may be any viewer's; the answer depends on it and on ``cards`` alone.
    """
    missing = _missing(game, header, log, version)
    if missing is None:
        return ()
    index = next(nth for nth, recorded in enumerate(log) if recorded.v == missing)
    found = []
    for card in cards:
        filled = msgspec.structs.replace(log[index], event=noted(log[index].event, card))
        try:
            told = judge_one(game, header, (*log[:index], filled, *log[index + 1 :]), version)
        except RecordsError:
            continue
        found.append(Possibility(card, told.verdict, told.paragraph))
    return tuple(found)


def _missing(game: Game, header: Header, log: Sequence[Recorded[Any]], version: int) -> int | None:
    """Return the event whose open face alone keeps a decision from being judged: one of its batch, or of a card that still lies there."""
    fold = Folder(game)
    draft = fold.start(header)
    before: list[Log] = []
    for batch in batches(effective(log)):
        if batch[0].v == version:
            blank = [recorded.v for recorded in batch for _ in unnoted(recorded.event)]
            slots = frozen(version - 1, draft).table.slots
            lying = [slot for slot, one in slots.items() if one.up and not known(one.face)]
            if len(blank) + len(lying) != 1:
                return None
            return blank[0] if blank else _laid(before, str(lying[0]))
        fold.run(draft, batch)
        before.append(batch)
    return None


def _laid(before: Sequence[Log], slot: str) -> int | None:
    """Return the last event with a face that nobody noted in a batch that mentions a slot."""
    for batch in reversed(before):
        blank = [int(recorded.v) for recorded in batch for _ in unnoted(recorded.event)]
        if len(blank) == 1 and any(slot in map(str, msgspec.structs.astuple(recorded.event)) for recorded in batch):
            return blank[0]
    return None
