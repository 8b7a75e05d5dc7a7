"""A small card game for tests: each seat draws from one deck, lays cards face down, and may whisper to the keeper of the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar

import msgspec

from records.core.events import Event, Sort
from records.core.game import Game
from records.core.ids import DeckId, PileId, SeatKey, SlotId
from records.core.position import Counters, Draft
from records.core.secret import ALL, Sealed, Secret, secret
from records.core.sentences import CardRef, SeatRef, Sentence
from records.core.shared import DeckSet, GameStarted, GameWon, PositionSet
from records.core.wording.narration import Moment, Narration
from records.service import Entry, NewGame

A, B = SeatKey("A"), SeatKey("B")
SEATS = (A, B)
NOON = datetime(2026, 3, 14, 12, 0, 0, 250000, tzinfo=UTC)
CARDS = ("ace", "king", "knave", "queen", "ten")
DRAW = DeckId("draw")


class Drawn(Event, frozen=True, kw_only=True, tag="tiny.drawn/1"):
    """A card comes to a hand."""

    sort: ClassVar[Sort] = Sort.CHANCE
    seat: SeatKey
    card: Secret


class Laid(Event, frozen=True, kw_only=True, tag="tiny.laid/1"):
    """A card goes face down before its seat."""

    sort: ClassVar[Sort] = Sort.DECISION
    seat: SeatKey
    slot: SlotId
    card: Secret


class Whispered(Event, frozen=True, kw_only=True, tag="tiny.whispered/1"):
    """Words that one seat only heard."""

    sort: ClassVar[Sort] = Sort.FACT
    seat: SeatKey
    words: Sealed


@dataclass
class TinyCounters(Counters):
    """What the tiny game counts."""

    laid: tuple[tuple[SeatKey, int], ...] = ()


def _drawn(draft: Draft[TinyCounters], recorded: Any) -> None:
    draft.table.take(DRAW, recorded.event.seat, recorded.event.card)


def _laid(draft: Draft[TinyCounters], recorded: Any) -> None:
    event = recorded.event
    draft.table.lay(event.seat, PileId(f"row:{event.seat}"), event.slot, event.card, "bottom")
    state = draft.state
    state.turn, state.active = state.turn + 1, event.seat
    state.laid = tuple(sorted({**dict(state.laid), event.seat: dict(state.laid).get(event.seat, 0) + 1}.items()))


def _whispered(_draft: Draft[TinyCounters], _recorded: Any) -> None:
    """Words move nothing."""


def _narrate(moment: Moment[TinyCounters]) -> Narration:
    match moment.recorded.event:
        case Drawn(seat=seat, card=card) if card.faces[0] != "?":
            return Narration(
                seat=seat, lines=(Sentence("%(seat)s draws %(card)s.", {"seat": SeatRef(seat), "card": CardRef(str(card.faces[0]))}),)
            )
        case Drawn(seat=seat):
            return Narration(seat=seat, lines=(Sentence("%(seat)s draws a card.", {"seat": SeatRef(seat)}),))
        case Laid(seat=seat):
            return Narration(seat=seat, lines=(Sentence("%(seat)s lays a card.", {"seat": SeatRef(seat)}),))
        case _:
            return Narration(quiet=True)


TINY = Game(
    name="tiny",
    title="Tiny",
    icon="s-play",
    own=(Drawn, Laid, Whispered),
    evolve={Drawn: _drawn, Laid: _laid, Whispered: _whispered},
    initial=lambda _header: PositionSet(decks=(DeckSet(deck=DRAW, blocks=(secret(*CARDS, to=ALL),)),)),
    counters=lambda _header: TinyCounters(),
    narrate=_narrate,
)
GAMES = {"tiny": TINY}


def drawn(seat: SeatKey, card: str) -> Drawn:
    """Return the event that ``seat`` draws ``card``."""
    return Drawn(seat=seat, card=secret(card, to=(seat,)))


def laid(seat: SeatKey, slot: str, card: str) -> Laid:
    """Return the event that ``seat`` lays ``card``."""
    return Laid(seat=seat, slot=SlotId(slot), card=secret(card, to=(seat,)))


def whispered(seat: SeatKey, words: object) -> Whispered:
    """Return the event that ``seat`` heard ``words``."""
    return Whispered(seat=seat, words=Sealed((seat,), msgspec.Raw(msgspec.json.encode(words))))


def entries(*events: Event) -> list[Entry]:
    """Return events a second apart."""
    return [Entry(at=NOON + timedelta(seconds=second), event=event) for second, event in enumerate(events)]


def new_game(*events: Event, names: tuple[str, str] = ("Anna", "Ben"), origin: str | None = None) -> NewGame:
    """Return a game of Anna and Ben: the events given, or a short whole game."""
    game = entries(
        *(
            events
            or (
                GameStarted(seats=SEATS, begins=A),
                drawn(A, "ace"),
                drawn(B, "king"),
                whispered(B, {"hint": "the ten lies below"}),
                laid(A, "s5", "ace"),
                laid(B, "s6", "king"),
                GameWon(seat=A),
            )
        )
    )
    ids = {seat: {"elsewhere": {"id": number, "also": [1.5, None]}} for number, seat in enumerate(SEATS, 1)}
    return NewGame(
        game="tiny", seats=SEATS, names=dict(zip(SEATS, names, strict=True)), started=NOON, entries=game, origin=origin, foreign_ids=ids
    )
