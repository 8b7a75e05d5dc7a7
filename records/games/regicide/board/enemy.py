"""The royal that stands, as one log shows it: its health, attack and shield, what was played against it, and what a seat must discard."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from records.core.board import Due, Enemy, EnemyRank, FallenCard, Fate, Mark, Meter, PositionAt
from records.core.events import Recorded
from records.core.ids import SeatKey
from records.core.sentences import N_, Arg, SeatRef, Sentence
from records.core.shared import PositionSet
from records.core.tables.hands import Hand
from records.core.tables.table_state import TableState
from records.games.regicide.board.enemy_plays import plays, worth_of
from records.games.regicide.cards import ROYAL_RANKS, Card, royals
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import held, size
from records.games.regicide.model.position import CASTLE, ROYAL, TAVERN, RegicideCounters, RegicidePosition, standing
from records.games.regicide.narration.wording import CANCELLED, IMMUNE, the

RANKS = (N_("Jacks"), N_("Queens"), N_("Kings"))
"""In the order of ``ROYAL_RANKS``."""


def enemy(log: Sequence[Recorded[Any]], at: PositionAt) -> Enemy:
    """Return the royal after the last event of ``log``, or what is left of the last one."""
    last = log[-1] if log else None
    here: RegicidePosition = at(last.v if last else 0)
    before: RegicidePosition = at(last.v - 1) if last else here
    card = standing(here.table)
    same = before.table.piles.get(ROYAL) == here.table.piles.get(ROYAL)
    exact = last is not None and isinstance(last.event, ev.RoyalDefeated) and last.event.exact
    return Enemy(
        pile=ROYAL,
        meters=_meters(card, here.state, before.state if same else here.state) if card else (),
        marks=tuple(_marks(card, here.state)) if card else (),
        plays=plays(_since(log), at, here.table),
        ranks=_ranks(here.table),
        due=_due(last.event if last else None, here, before),
        fallen=None if here.table.piles.get(ROYAL) else _fallen(log, at),
        took=TAVERN if exact else None,
        notes=tuple(_notes(here.state)),
    )


def _since(log: Sequence[Recorded[Any]]) -> Sequence[Recorded[Any]]:
    """Return the log from where the present royal came, or a position was laid out."""
    starts = (index for index in range(len(log) - 1, -1, -1) if isinstance(log[index].event, ev.RoyalRevealed | PositionSet))
    return log[next(starts, len(log)) :]


def _meters(card: Card, now: RegicideCounters, before: RegicideCounters) -> tuple[Meter, ...]:
    return (
        Meter(
            kind="health",
            title=N_("Health"),
            number=max(0, card.health - now.damage),
            full=card.health,
            was=max(0, card.health - before.damage),
            surplus=max(0, now.damage - card.health),
        ),
        Meter(
            kind="attack",
            title=N_("Attack"),
            number=max(0, card.value - now.shield),
            full=card.value,
            was=max(0, card.value - before.shield),
            surplus=max(0, now.shield - card.value),
        ),
        Meter(kind="shield", title=N_("Shield"), number=now.shield, full=card.value, was=before.shield),
    )


def _marks(card: Card, state: RegicideCounters) -> Iterator[Mark]:
    suit = str(card.suit)
    immune = (CANCELLED if state.cancelled else IMMUNE)[suit]
    yield Mark(icon=f"suit-{suit}", said=Sentence(immune, {"royal": the(card.name)}), struck=state.cancelled)
    if state.blocked:
        text = N_("Blocked Spades of %(n)s: after a Jester they count.")
        yield Mark(icon="suit-spades", said=Sentence(text, {"n": state.blocked}), figure=f"\N{MINUS SIGN}{state.blocked}", struck=True)


def _due(last: object, here: RegicidePosition, before: RegicidePosition) -> Due | None:
    """Return what is to be discarded, or what the present step discarded."""
    state = here.state
    match last:
        case ev.Discarded(seat=seat, cards=cards) if before.state.need is not None:
            given = worth_of(cards)
            return Due(seat=seat, said=_given(seat, before.state.need, given), need=before.state.need, given=given, cards=cards)
        case ev.SeatFell(why="cannot-defend", seat=seat, below=need):
            holds = _worth_of_hand(held(here.table, seat))
            text = N_("%(seat)s needed %(need)s and had less.") if holds is None else N_("%(seat)s needed %(need)s and had %(holds)s.")
            args: dict[str, Arg] = {"seat": SeatRef(seat), "need": need, "holds": holds or 0}
            return Due(seat=seat, said=Sentence(text, args), need=need, holds=holds, failed=True)
        case _ if state.need is None or state.active is None or state.outcome is not None:
            return None
        case _:
            seat, holds = state.active, _worth_of_hand(held(here.table, state.active))
            text = N_("%(seat)s must discard %(need)s.") if holds is None else N_("%(seat)s must discard %(need)s and holds %(holds)s.")
            args = {"seat": SeatRef(seat), "need": state.need, "holds": holds or 0}
            return Due(seat=seat, said=Sentence(text, args), need=state.need, holds=holds)


def _given(seat: SeatKey, need: int, given: int | None) -> Sentence:
    if given is None:
        return Sentence(N_("%(seat)s has discarded the %(need)s that were needed."), {"seat": SeatRef(seat), "need": need})
    return Sentence(N_("%(seat)s has discarded %(given)s; %(need)s were needed."), {"seat": SeatRef(seat), "given": given, "need": need})


def _worth_of_hand(hand: Hand) -> int | None:
    return worth_of(hand.faces) if len(hand.faces) == hand.count else None


def _fallen(log: Sequence[Recorded[Any]], at: PositionAt) -> FallenCard | None:
    """Return the royal that fell last; one that fell to exact damage lies on the Tavern."""
    for recorded in reversed(log):
        match recorded.event:
            case ev.RoyalDefeated(slot=slot, exact=exact):
                lying = at(recorded.v - 1).table.slots.get(slot)
                return None if exact or lying is None else FallenCard(slot=slot, pile=ROYAL, face=lying.face)
            case ev.RoyalRevealed() | PositionSet():
                return None
            case _:
                pass
    return None


def _ranks(table: TableState) -> tuple[EnemyRank, ...]:
    """Return the twelve royals: those in the Castle are ahead; the others are down, as far as the log shows which those are."""
    blocks = table.decks.get(CASTLE, ())
    ahead = {face for block in blocks for face in block.faces or ()}
    all_told = len(ahead) == size(table, CASTLE)
    card = standing(table)
    out = {str(face) for zone in table.zones.values() for face in zone} | {face for hand in table.hands.values() for face in hand.faces}

    def fate(name: str) -> Fate:
        if card is not None and name == card.name:
            return "up"
        if name in ahead:
            return "ahead"
        return "down" if all_told or name in out else ""

    rows = zip(RANKS, ROYAL_RANKS, strict=True)
    return tuple(EnemyRank(title=title, cards=tuple((name, fate(name)) for name in royals(rank))) for title, rank in rows)


_WISHES: Mapping[bool, str] = {True: N_("would like to go next"), False: N_("would rather not go next")}


def _notes(state: RegicideCounters) -> Iterator[tuple[SeatKey, Sentence]]:
    if state.outcome is not None:
        return
    yield from ((seat, Sentence(N_("yielded on the last turn"))) for seat in state.yielded)
    yield from ((seat, Sentence(_WISHES[wants])) for seat, wants in state.wishes)
