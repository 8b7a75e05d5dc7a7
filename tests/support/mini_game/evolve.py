"""What each event of HOLLOW does to the table and the counters."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from records.core.game import Evolver
from records.core.ids import DeckId, SeatKey
from records.core.position import Counters, Draft
from records.core.secret import Secret
from records.core.shared import DrawOffered, GameStarted
from records.core.shared_evolve import with_shared
from records.core.table import hand_place
from support.mini_game import events as ev
from support.mini_game.cards import CARDS_OF, DISCARD, DRAW, NEST, PLAYED, UNDER, row


@dataclass
class HollowCounters(Counters):
    """What HOLLOW counts."""

    searched: DeckId | None = None
    """The deck that the seat on turn has searched."""
    offered: SeatKey | None = None
    """Who offered a draw in this turn."""


def _began(draft: Draft[HollowCounters], recorded: Any) -> None:
    state, event = draft.state, recorded.event
    state.turn, state.active, state.searched, state.offered = event.number, event.seat, None, None


def _offered(draft: Draft[HollowCounters], recorded: Any) -> None:
    draft.state.offered = recorded.event.seat


def _played(draft: Draft[HollowCounters], recorded: Any) -> None:
    event = recorded.event
    draft.table.drop(event.seat, (event.card,), PLAYED)
    draft.state.searched = DeckId(event.of) if event.effect == "search" else None


def _told(draft: Draft[HollowCounters], recorded: Any) -> None:
    event = recorded.event
    draft.table.tell(hand_place(event.seat), CARDS_OF[event.kind], *((1, None) if event.holds else (0, 0)))


def _mixed_in(draft: Draft[HollowCounters], recorded: Any) -> None:
    draft.table.split(NEST, DRAW, "bottom", recorded.event.cards)
    draft.table.shuffle(DRAW)


def _pulled(draft: Draft[HollowCounters], recorded: Any) -> None:
    event = recorded.event
    draft.table.pull(event.deck, event.seat, event.card)


def set_counters(draft: Draft[HollowCounters], named: Mapping[str, Any]) -> None:
    """Set ``turn`` and ``active``, which a laid-out position names."""
    state = draft.state
    state.turn, state.active, state.searched, state.offered = named["turn"], SeatKey(named["active"]), None, None


def _nothing(draft: Draft[HollowCounters], recorded: Any) -> None:
    """A decision that moves nothing: what follows from it does."""


def _table(move: Any) -> Evolver:
    def moves(draft: Draft[HollowCounters], recorded: Any) -> None:
        move(draft.table, recorded.event)

    return moves


EVOLVE: dict[type, Evolver] = {
    GameStarted: _nothing,
    DrawOffered: _offered,
    ev.TurnBegan: _began,
    ev.CardsSought: _nothing,
    ev.BlindOffered: _nothing,
    ev.TopWanted: _nothing,
    ev.SlotChosen: _nothing,
    ev.RowStirred: _nothing,
    ev.PullDeclined: _nothing,
    ev.NothingCame: _nothing,
    ev.CardPlayed: _played,
    ev.HandTold: _told,
    ev.NestMixedIn: _mixed_in,
    ev.HandDealt: _table(lambda table, e: table.take(DRAW, e.seat, e.cards)),
    ev.CardDrawn: _table(lambda table, e: table.take(DRAW, e.seat, e.card)),
    ev.DiscardsReturned: _table(lambda table, e: table.return_all(DISCARD, DRAW)),
    ev.CardLaid: _table(lambda table, e: table.lay(e.seat, row(e.seat), e.slot, e.card, e.at, up=e.up)),
    ev.BlindLaid: _table(lambda table, e: table.lay(e.seat, row(e.seat), e.slot, e.card, "bottom")),
    ev.TopDealt: _table(lambda table, e: table.deal(DRAW, row(e.seat), e.slot, e.card, "top", up=e.up)),
    ev.SlotPeeked: _table(lambda table, e: table.turn(e.slot, e.card, up=False)),
    ev.SlotRevealed: _table(lambda table, e: table.reveal(e.slot, e.card)),
    ev.SlotHidden: _table(lambda table, e: table.turn(e.slot, Secret(()), up=False)),
    ev.SlotSwept: _table(lambda table, e: table.sweep(e.slot, DISCARD)),
    ev.SlotTaken: _table(lambda table, e: table.pick_up(e.slot, e.seat)),
    ev.SlotReturned: _table(lambda table, e: table.on_deck(e.slot, DRAW, "top")),
    ev.SlotShifted: _table(lambda table, e: table.shift(e.slot, row(e.seat), e.at)),
    ev.SlotRecalled: _table(lambda table, e: table.pick_up(e.slot, e.seat)),
    ev.RowMixed: _table(lambda table, e: table.mix(e.pile, e.old, e.new, e.faces)),
    ev.PlayedGathered: _table(lambda table, e: table.gather(PLAYED, DISCARD)),
    ev.TopMilled: _table(lambda table, e: table.mill(DRAW, DISCARD, e.cards)),
    ev.HandWeighed: _table(lambda table, e: table.tell_sum(e.seat, e.below)),
    ev.DeckTold: _table(lambda table, e: table.tell(e.deck, CARDS_OF[e.kind], e.least)),
    ev.HandSeen: _table(lambda table, e: table.show(hand_place(e.seat), 0, e.cards)),
    ev.TopSeen: _table(lambda table, e: table.show(DRAW, e.index, e.card)),
    ev.DeckCut: _table(lambda table, e: table.split(DRAW, UNDER, "bottom", e.cards)),
    ev.DeckSearched: _table(lambda table, e: table.look(e.deck, e.cards)),
    ev.CardPulled: _pulled,
    ev.DeckShuffled: _table(lambda table, e: table.shuffle(e.deck)),
    ev.CardsDropped: _table(lambda table, e: table.drop(e.seat, e.cards, DISCARD)),
    ev.CardRaised: _table(lambda table, e: table.raise_(DISCARD, row(e.seat), e.slot, e.index)),
    ev.CardFetched: _table(lambda table, e: table.fetch(DISCARD, e.seat, e.card)),
    ev.CardsReturned: _table(lambda table, e: table.return_some(DISCARD, DRAW, e.cards, e.end)),
    ev.HandBuried: _table(lambda table, e: table.bury(e.seat, e.deck, e.end, e.cards)),
    ev.CardShown: _table(lambda table, e: table.show(hand_place(e.seat), 0, e.card)),
}
WRITTEN = with_shared(EVOLVE)
