"""The game that is measured with: two players, a draw pile, hands, face-down rows, attacks; sixteen events of its own.

Made up for the benchmark; it belongs to no shelf. Its shapes (secrets, hints, questions, batches) are those of a real game of the program.
The bytes of its events are pinned (``test_bytes_stay``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from records.core.events import Event, Recorded, Sort
from records.core.faces import Face
from records.core.game import Game
from records.core.header import Header
from records.core.ids import DeckId, PileId, SeatKey, SlotId, ZoneId
from records.core.position import Counters, Draft
from records.core.secret import ALL, Secret, secret
from records.core.sentences import Sentence
from records.core.shared import DeckSet, HandSet, PileSet, PositionSet, ZoneSet
from records.core.wording.acting import acting, nobody, own_seat
from records.core.wording.narration import Moment, Narration
from records.core.wording.narrator import Narrator

DRAW, DISCARD = DeckId("draw"), ZoneId("discard")
ROWS = ("left", "middle", "right")
CARDS = tuple(f"{kind}-{value}" for kind in ("bow", "axe", "oak", "elm", "ram", "fox") for value in range(1, 11))
_ALL_CARDS = secret(*CARDS, to=ALL)


class HandDealt(Event, frozen=True, kw_only=True, tag="skirmish.hand-dealt/1"):
    """A seat gets its first cards."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    cards: Secret


class TurnBegan(Event, frozen=True, kw_only=True, tag="skirmish.turn-began/1"):
    """A seat's turn."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    number: int


class CardDrawn(Event, frozen=True, kw_only=True, tag="skirmish.card-drawn/1"):
    """One card from the draw pile."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    card: Secret


class CardLaid(Event, frozen=True, kw_only=True, tag="skirmish.card-laid/1"):
    """A card face down to a row."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    pile: PileId
    slot: SlotId
    card: Secret


class CardPlayed(Event, frozen=True, kw_only=True, tag="skirmish.card-played/1"):
    """A card for its effect."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    card: Face
    target: PileId | None = None


class CostPaid(Event, frozen=True, kw_only=True, tag="skirmish.cost-paid/1"):
    """Cards are given for a purpose."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    purpose: str
    cards: tuple[Face, ...]


class BonusGained(Event, frozen=True, kw_only=True, tag="skirmish.bonus-gained/1"):
    """Strength for this turn."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    amount: int


class AttackDeclared(Event, frozen=True, kw_only=True, tag="skirmish.attack-declared/1"):
    """A row is attacked."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    target: PileId
    strength: int


class DefenderRevealed(Event, frozen=True, kw_only=True, tag="skirmish.defender-revealed/1"):
    """The front card of the row is turned up."""

    sort: ClassVar[Sort] = Sort.CHANCE
    slot: SlotId
    card: Face
    strength: int


class DefenderHeld(Event, frozen=True, kw_only=True, tag="skirmish.defender-held/1"):
    """It is turned down again."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId


class DefenderDestroyed(Event, frozen=True, kw_only=True, tag="skirmish.defender-destroyed/1"):
    """It leaves the row."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    slot: SlotId
    left: int


class AttackEnded(Event, frozen=True, kw_only=True, tag="skirmish.attack-ended/1"):
    """The attack is over."""

    sort: ClassVar[Sort] = Sort.CONSEQUENCE
    seat: SeatKey
    destroyed: int


class HandDiscarded(Event, frozen=True, kw_only=True, tag="skirmish.hand-discarded/1"):
    """A seat answers a question with cards."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    cards: tuple[Face, ...]
    answers: str = ""


class HandLookedAt(Event, frozen=True, kw_only=True, tag="skirmish.hand-looked-at/1"):
    """One seat sees a card of another's hand."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    by: SeatKey
    card: Secret


class DiscardsReshuffled(Event, frozen=True, kw_only=True, tag="skirmish.discards-reshuffled/1"):
    """The draw pile was empty."""

    sort: ClassVar[Sort] = Sort.CHANCE


class TurnEnded(Event, frozen=True, kw_only=True, tag="skirmish.turn-ended/1"):
    """A seat is done."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey


def _initial(header: Header) -> PositionSet:
    return PositionSet(
        hands=tuple(HandSet(seat=seat) for seat in header.seats),
        piles=tuple(PileSet(pile=PileId(f"{row}:{seat}")) for seat in header.seats for row in ROWS),
        decks=(DeckSet(deck=DRAW, blocks=(_ALL_CARDS,)),),
        zones=(ZoneSet(zone=DISCARD),),
    )


def _turn(draft: Draft[Any], recorded: Recorded[TurnBegan]) -> None:
    draft.state.turn, draft.state.active = recorded.event.number, recorded.event.seat


def _take(draft: Draft[Any], recorded: Recorded[Any]) -> None:
    event = recorded.event
    draft.table.take(DRAW, event.seat, event.cards if type(event) is HandDealt else event.card)


def _lay(draft: Draft[Any], recorded: Recorded[CardLaid]) -> None:
    event = recorded.event
    draft.table.lay(event.seat, event.pile, event.slot, event.card, "bottom")


def _drop(draft: Draft[Any], recorded: Recorded[Any]) -> None:
    event = recorded.event
    draft.table.drop(event.seat, (event.card,) if type(event) is CardPlayed else event.cards, DISCARD)


def _reveal(draft: Draft[Any], recorded: Recorded[DefenderRevealed]) -> None:
    draft.table.reveal(recorded.event.slot, recorded.event.card)


def _hold(draft: Draft[Any], recorded: Recorded[DefenderHeld]) -> None:
    draft.table.turn(recorded.event.slot, Secret(faces=()), up=False)


def _destroy(draft: Draft[Any], recorded: Recorded[DefenderDestroyed]) -> None:
    draft.table.sweep(recorded.event.slot, DISCARD)


def _look(draft: Draft[Any], recorded: Recorded[HandLookedAt]) -> None:
    draft.table.show(f"hand:{recorded.event.seat}", 0, recorded.event.card)


def _reshuffle(draft: Draft[Any], recorded: Recorded[DiscardsReshuffled]) -> None:
    draft.table.return_all(DISCARD, DRAW)


def _nothing(draft: Draft[Any], recorded: Recorded[Any]) -> None:
    """It is told, not done."""


EVOLVE: Mapping[type, Callable[[Any, Any], None]] = {
    HandDealt: _take,
    TurnBegan: _turn,
    CardDrawn: _take,
    CardLaid: _lay,
    CardPlayed: _drop,
    CostPaid: _drop,
    BonusGained: _nothing,
    AttackDeclared: _nothing,
    DefenderRevealed: _reveal,
    DefenderHeld: _hold,
    DefenderDestroyed: _destroy,
    AttackEnded: _nothing,
    HandDiscarded: _drop,
    HandLookedAt: _look,
    DiscardsReshuffled: _reshuffle,
    TurnEnded: _nothing,
}


def _told(_moment: Moment[Any], event: Any) -> Narration:
    return Narration(lines=(Sentence(type(event).__name__),), seat=event.seat)


@acting(nobody)
def _told_of_nobody(_moment: Moment[Any], event: Any) -> Narration:
    return Narration(lines=(Sentence(type(event).__name__),))


SKIRMISH = Game(
    name="skirmish",
    title="Skirmish",
    icon="s-note",
    own=tuple(EVOLVE),
    evolve=EVOLVE,
    initial=_initial,
    counters=lambda _header: Counters(),
    narrate=Narrator({cls: _told if "seat" in cls.__struct_fields__ else _told_of_nobody for cls in EVOLVE}, plain=own_seat),
)
