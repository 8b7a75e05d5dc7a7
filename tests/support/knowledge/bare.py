"""BARE, a game of nothing but the card table: an event for each of its methods, with that method's parameters as fields.

Which cards there are stands in the header's catalogue: the draw deck, a slash and the cards that lie apart, a letter a card. Two seats.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from inspect import signature
from typing import Any

import msgspec

from records.core.events import Event, Sort
from records.core.faces import Face
from records.core.game import Evolver, Game, GameOdds
from records.core.header import Header
from records.core.ids import DeckId, PileId, RecordId, SeatKey, SlotId, ZoneId
from records.core.position import Counters
from records.core.secret import ALL, Secret, secret
from records.core.sentences import Sentence
from records.core.shared import DeckSet, HandSet, PositionSet
from records.core.table import CardTable
from records.core.wording.narration import Moment, Narration

SEATS = (SeatKey("A"), SeatKey("B"))
DRAW, NEST = DeckId("draw"), DeckId("nest")
NOON = datetime(2026, 3, 14, 12, 0, 0, tzinfo=UTC)
VALUES: Mapping[str, int] = {letter: number for number, letter in enumerate("abcdefghij", 1)}


_KINDS: Mapping[str, Any] = {
    **{one.__name__: one for one in (int, str, bool, DeckId, PileId, SeatKey, SlotId, ZoneId, Secret)},
    "At": int | str,
    "End": str,
    "Face": Face,
    "Sequence[Face]": tuple[Face, ...],
    "Sequence[SlotId]": tuple[SlotId, ...],
    "Sequence[str]": tuple[str, ...],
    "int | None": int | None,
}
"""What stands in an event, by how the card table names the kind of a parameter."""


def _move(method: str) -> type[Event]:
    """Return an event whose fields are the parameters of a method; what may be left out there may be left out here, and ``up``."""
    _self, *parameters = signature(getattr(CardTable, method)).parameters.values()
    fields = []
    for one in parameters:
        kind = _KINDS[one.annotation]
        default = False if one.name == "up" else one.default
        fields.append((one.name, kind) if default is one.empty else (one.name, kind, default))
    words = method.strip("_").split("_")
    return msgspec.defstruct(
        "".join(map(str.title, words)),
        fields,
        bases=(Event,),
        namespace={"sort": Sort.CHANCE},
        tag=f"bare.{'-'.join(words)}/1",
        module=__name__,
        frozen=True,
        kw_only=True,
    )


MOVES: Mapping[str, type[Event]] = {
    name: _move(name) for name in vars(CardTable) if not name.startswith("_") and name not in {"reveal", "reset"}
}
"""By the name of the method; ``reveal`` is a ``turn``, and to lay out anew is every game's."""
_BY_CLASS = {cls.__name__: cls for cls in MOVES.values()}


def __getattr__(name: str) -> Any:
    """Return the class of a move: ``bare.Take``."""
    try:
        return _BY_CLASS[name]
    except KeyError:
        raise AttributeError(name) from None


def _does(method: str, cls: type[Event]) -> Evolver:
    fields = [name for name in cls.__struct_fields__ if name != "rule"]

    def does(draft: Any, recorded: Any) -> None:
        getattr(draft.table, method)(**{name: getattr(recorded.event, name) for name in fields})

    return does


def header(cards: str) -> Header:
    """Return the header of a game with these cards: ``aabbc/de``."""
    return Header(
        record=RecordId("0123456789abcdef"),
        game="bare",
        ruleset="bare/none",
        ruleset_hash="00",
        catalogue=cards,
        catalogue_hash="00",
        seats=SEATS,
        started=NOON,
    )


def initial(of: Header) -> PositionSet:
    """Return the cards before the first event."""
    draw, _slash, nest = of.catalogue.partition("/")
    decks = ((DRAW, draw), (NEST, nest))
    return PositionSet(
        hands=tuple(HandSet(seat=seat) for seat in SEATS),
        decks=tuple(DeckSet(deck=deck, blocks=(secret(*cards, to=ALL),)) for deck, cards in decks),
    )


def _narrate(_moment: Moment[Any]) -> Narration:
    return Narration(lines=(Sentence("moved"),))


BARE = Game(
    name="bare",
    title="Bare",
    icon="s-play",
    own=tuple(MOVES.values()),
    evolve={cls: _does(method, cls) for method, cls in MOVES.items()},
    initial=initial,
    counters=lambda _header: Counters(),
    narrate=_narrate,
    odds=GameOdds(values=lambda _header: VALUES),
)
