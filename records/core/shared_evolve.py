"""What the events that every game has do to a draft."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NoReturn

from records.core.position import Draft, Outcome
from records.core.shared import (
    Asked,
    CardExposed,
    CardReturned,
    CardTaken,
    Corrected,
    DrawAgreed,
    DrawOffered,
    GameDrawn,
    GameStarted,
    GameWon,
    GapNoted,
    IrregularityNoted,
    PositionSet,
    Resigned,
    TakenBack,
)
from records.errors import ImpossibleEvent

if TYPE_CHECKING:
    from records.core.events import Recorded

Apply = Callable[[Any, Any], None]


def _asked(draft: Draft[Any], recorded: Recorded[Asked]) -> None:
    draft.state.pending = (*draft.state.pending, recorded.event)


def _taken_back(draft: Draft[Any], recorded: Recorded[TakenBack]) -> None:
    for shown in recorded.event.shown:
        draft.table.show(shown.place, shown.index, shown.card)


def _returned(draft: Draft[Any], recorded: Recorded[CardReturned]) -> None:
    event = recorded.event
    if event.end not in ("top", "bottom", "shuffled"):
        raise ImpossibleEvent(f"a card goes to the top, the bottom or shuffled into a deck, not {event.end!r}")
    draft.table.bury(event.seat, event.deck, "top" if event.end == "top" else "bottom", event.card)
    if event.end == "shuffled":
        draft.table.shuffle(event.deck)


def _won(draft: Draft[Any], recorded: Recorded[GameWon]) -> None:
    draft.state.outcome = Outcome(winners=(recorded.event.seat,))


def _drawn(draft: Draft[Any], recorded: Recorded[GameDrawn]) -> None:  # noqa: ARG001 -- the shape of all
    draft.state.outcome = Outcome(drawn=True)


def _gap_noted(draft: Draft[Any], recorded: Recorded[GapNoted]) -> None:  # noqa: ARG001 -- the shape of all
    draft.state.missing = True


def _nothing(draft: Draft[Any], recorded: Recorded[Any]) -> None:
    """The event is narrated, and changes nothing."""


SHARED: Mapping[type, Apply] = {
    Asked: _asked,
    TakenBack: _taken_back,
    CardExposed: lambda draft, recorded: draft.table.show(recorded.event.place, recorded.event.index, recorded.event.card),
    CardReturned: _returned,
    CardTaken: lambda draft, recorded: draft.table.take(recorded.event.deck, recorded.event.seat, recorded.event.card),
    GameWon: _won,
    GameDrawn: _drawn,
    DrawAgreed: _nothing,
    GameStarted: _nothing,
    GapNoted: _gap_noted,
    Corrected: _nothing,
    IrregularityNoted: _nothing,
    Resigned: _nothing,
    DrawOffered: _nothing,
}
"""All but ``PositionSet``, which also sets the game's own counters."""


class _Gap:
    """Stands in for the table while something is missing."""

    def __getattr__(self, method: str) -> NoReturn:
        raise ImpossibleEvent("something is missing since a GapNoted: no card can move until a PositionSet")


_GAP: Any = _Gap()


def answering(evolve: Mapping[type, Apply]) -> dict[type, Apply]:
    """Return what each event does, with its answer: an event with a field ``answers`` takes that question off ``pending``."""
    return {cls: _answering(apply) if "answers" in getattr(cls, "__struct_fields__", ()) else apply for cls, apply in evolve.items()}


def with_shared(evolve: Mapping[type, Apply]) -> dict[type, Apply]:
    """Return what each event of a game does, the shared ones and answers included: made once a game, for ``Script``."""
    return answering({**SHARED, **evolve})


def _answering(apply: Apply) -> Apply:
    def and_answer(draft: Draft[Any], recorded: Recorded[Any]) -> None:
        apply(draft, recorded)
        answers = recorded.event.answers
        if answers:
            draft.state.pending = tuple([asked for asked in draft.state.pending if asked.id != answers])

    return and_answer


def apply_event(evolve: Mapping[type, Apply], draft: Draft[Any], recorded: Recorded[Any]) -> None:
    """Change ``draft`` by one event; ``evolve`` comes from ``answering``."""
    cls = type(recorded.event)
    if not draft.state.missing or cls is PositionSet:
        evolve[cls](draft, recorded)
        return
    table, draft.table = draft.table, _GAP
    try:
        evolve[cls](draft, recorded)
    finally:
        draft.table = table
