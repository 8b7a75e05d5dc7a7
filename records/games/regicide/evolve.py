"""What each event does to the table and the counters. Total, no rules, and it never reads the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.ids import SeatKey
from records.core.playing.results import sixths
from records.core.position import Draft, Outcome
from records.core.secret import openly
from records.core.sentences import N_, Sentence
from records.core.set_counters import flag, number
from records.core.shared import GameStarted
from records.core.shared_evolve import with_shared
from records.errors import ImpossibleEvent
from records.games.regicide.cards import JESTER
from records.games.regicide.model import events as ev
from records.games.regicide.model.position import ASIDE, CASTLE, DISCARD, FIGHT, FLIPPED, HEAP, ROYAL, TAVERN, RegicideCounters

RegicideDraft = Draft[RegicideCounters]
WHY: Mapping[tuple[str, str], str] = {
    ("last-king", ""): N_("The last King is defeated."),
    ("last-king", "gold"): N_("The last King is defeated, without a Jester: Gold."),
    ("last-king", "silver"): N_("The last King is defeated with one Jester: Silver."),
    ("last-king", "bronze"): N_("The last King is defeated with two Jesters: Bronze."),
    ("cannot-defend", ""): N_("An attack could not be met."),
    ("cannot-act", ""): N_("A player could neither play nor yield."),
    ("given-up", ""): N_("The game was given up."),
}
"""Why a game ended, by reason and grade."""
GRADES: Mapping[str, str] = {"gold": N_("Gold"), "silver": N_("Silver"), "bronze": N_("Bronze")}


WORTH: Mapping[str, int] = {"gold": 6, "silver": 4, "bronze": 2}
"""What a grade is worth, in sixths of a game won."""


def graded(outcome: Outcome, seat: SeatKey) -> int:
    """Return what an end is worth where a lone player's win counts by its grade; of several players as ``sixths`` does."""
    return next((WORTH[grade] for grade, name in GRADES.items() if name == outcome.grade), sixths(outcome, seat))


def started(draft: RegicideDraft, recorded: Recorded[GameStarted]) -> None:
    state = draft.state
    state.begins = state.active = recorded.event.begins
    if recorded.event.switches:
        state.rules = state.rules.with_known(dict(recorded.event.switches))


def royal_revealed(draft: RegicideDraft, recorded: Recorded[ev.RoyalRevealed]) -> None:
    event, state = recorded.event, draft.state
    draft.table.deal(CASTLE, ROYAL, event.slot, openly(event.card), "bottom", up=True)
    state.damage = state.shield = state.blocked = 0
    state.cancelled = False


def turn_began(draft: RegicideDraft, recorded: Recorded[ev.TurnBegan]) -> None:
    state = draft.state
    state.active, state.turn, state.need, state.wishes = recorded.event.seat, recorded.event.number, None, ()
    state.draws, state.drew, state.refills = 0, None, False


def cards_played(draft: RegicideDraft, recorded: Recorded[ev.CardsPlayed]) -> None:
    event, state = recorded.event, draft.state
    draft.table.drop(event.seat, event.cards, FIGHT)
    if event.seat in state.yielded:
        state.yielded = tuple(seat for seat in state.yielded if seat != event.seat)
    state.in_a_row = 0


def yielded(draft: RegicideDraft, recorded: Recorded[ev.Yielded]) -> None:
    seat, state = recorded.event.seat, draft.state
    state.yielded = tuple(sorted({*state.yielded, seat}))
    state.in_a_row += 1


def power_used(draft: RegicideDraft, recorded: Recorded[ev.PowerUsed]) -> None:
    event, state = recorded.event, draft.state
    if event.suit == "diamonds":
        state.draws, state.drew, state.refills = event.amount, None, False
    elif event.suit == "hearts":
        state.heals = event.amount


def healed(draft: RegicideDraft, recorded: Recorded[ev.Healed]) -> None:
    event, table = recorded.event, draft.table
    if event.unseen is None:
        table.return_some(DISCARD, TAVERN, event.moved, "bottom")
    else:
        table.return_all(DISCARD, HEAP)
        table.split(HEAP, TAVERN, "bottom", event.unseen)
        table.mill(HEAP, DISCARD, event.top)
    draft.state.heals = 0


def card_drawn(draft: RegicideDraft, recorded: Recorded[ev.CardDrawn]) -> None:
    event, state = recorded.event, draft.state
    draft.table.take(TAVERN, event.seat, event.card)
    if state.draws:
        state.draws -= 1
    state.drew = event.seat


def shield_raised(draft: RegicideDraft, recorded: Recorded[ev.ShieldRaised]) -> None:
    draft.state.shield = recorded.event.total


def power_blocked(draft: RegicideDraft, recorded: Recorded[ev.PowerBlocked]) -> None:
    if recorded.event.suit == "spades":
        draft.state.blocked = recorded.event.total


def immunity_cancelled(draft: RegicideDraft, recorded: Recorded[ev.ImmunityCancelled]) -> None:
    state = draft.state
    state.shield, state.blocked, state.cancelled = recorded.event.shield, 0, True


def damage_dealt(draft: RegicideDraft, recorded: Recorded[ev.DamageDealt]) -> None:
    state = draft.state
    state.damage, state.draws, state.drew, state.refills = recorded.event.total, 0, None, False


def royal_defeated(draft: RegicideDraft, recorded: Recorded[ev.RoyalDefeated]) -> None:
    event, state = recorded.event, draft.state
    if event.exact:
        draft.table.on_deck(event.slot, TAVERN, "top")
    else:
        draft.table.sweep(event.slot, DISCARD)
    state.damage = state.shield = state.blocked = 0
    state.cancelled = False


def attack_suffered(draft: RegicideDraft, recorded: Recorded[ev.AttackSuffered]) -> None:
    draft.state.need = recorded.event.need


def discarded(draft: RegicideDraft, recorded: Recorded[ev.Discarded]) -> None:
    draft.table.drop(recorded.event.seat, recorded.event.cards, DISCARD)
    draft.state.need = None


def jester_flipped(draft: RegicideDraft, recorded: Recorded[ev.JesterFlipped]) -> None:
    event, state = recorded.event, draft.state
    draft.table.drop(event.seat, event.cards, DISCARD)
    draft.table.mill(ASIDE, FLIPPED, (JESTER,))
    state.draws, state.drew, state.refills = state.hand, None, True


def seat_fell(draft: RegicideDraft, recorded: Recorded[ev.SeatFell]) -> None:
    if recorded.event.why == "cannot-defend":
        draft.table.tell_sum(recorded.event.seat, recorded.event.below)


def table_talk(draft: RegicideDraft, recorded: Recorded[ev.TableTalk]) -> None:
    event, state = recorded.event, draft.state
    if state.choosing and event.statement in ("wants-next", "avoids-next"):
        others = [wish for wish in state.wishes if wish[0] != event.seat]
        state.wishes = (*others, (event.seat, event.statement == "wants-next"))


def game_ended(draft: RegicideDraft, recorded: Recorded[ev.GameEnded]) -> None:
    event, state = recorded.event, draft.state
    why = Sentence(WHY.get((event.why, event.grade), WHY[event.why, ""]))
    state.outcome = Outcome(winners=state.seats if event.won else (), why=why, grade=GRADES.get(event.grade, ""))
    state.pending = ()


def nothing(draft: RegicideDraft, recorded: Recorded[Any]) -> None:
    """The event is narrated, and changes nothing."""


def set_counters(draft: RegicideDraft, named: Mapping[str, Any]) -> None:
    """Set the counters that a laid-out position names.

    ``active``, ``turn``, ``damage``, ``shield``, ``blocked``, ``cancelled``, ``in_a_row``, ``yielded`` (seats apart by spaces) and, in
    Step 4, ``need``. Raises ``ImpossibleEvent`` for a seat that is not at the table, and for another name.
    """
    state = draft.state
    known = {"active", "turn", "damage", "shield", "blocked", "cancelled", "in_a_row", "yielded", "need"}
    if strange := sorted(set(named) - known):
        raise ImpossibleEvent(f"a position of Regicide has no {', '.join(strange)}; it has {', '.join(sorted(known))}")
    seats = [SeatKey(seat) for seat in (*str(named.get("yielded", "")).split(), *([named["active"]] if "active" in named else []))]
    if strange := [seat for seat in seats if seat not in state.seats]:
        raise ImpossibleEvent(f"nobody sits at {', '.join(strange)}; the seats are {', '.join(state.seats)}")
    state.active = SeatKey(named["active"]) if "active" in named else state.active or state.seats[0]
    state.turn = max(1, number(named, "turn", state.turn))
    state.damage, state.shield, state.blocked = (number(named, name) for name in ("damage", "shield", "blocked"))
    state.cancelled, state.in_a_row = flag(named, "cancelled"), number(named, "in_a_row")
    state.yielded = tuple(sorted({SeatKey(seat) for seat in str(named.get("yielded", "")).split()}))
    state.need = number(named, "need") if "need" in named else None
    state.draws, state.drew, state.refills, state.heals, state.wishes = 0, None, False, 0, ()


EVOLVE: Mapping[type, Evolver] = {
    GameStarted: started,
    ev.HandDealt: lambda draft, recorded: draft.table.take(TAVERN, recorded.event.seat, recorded.event.cards),
    ev.RoyalRevealed: royal_revealed,
    ev.TurnBegan: turn_began,
    ev.CardsPlayed: cards_played,
    ev.Yielded: yielded,
    ev.PowerUsed: power_used,
    ev.Healed: healed,
    ev.CardDrawn: card_drawn,
    ev.ShieldRaised: shield_raised,
    ev.PowerBlocked: power_blocked,
    ev.ImmunityCancelled: immunity_cancelled,
    ev.DamageDealt: damage_dealt,
    ev.RoyalDefeated: royal_defeated,
    ev.FightCleared: lambda draft, _recorded: draft.table.gather(FIGHT, DISCARD),
    ev.AttackSuffered: attack_suffered,
    ev.Discarded: discarded,
    ev.NextChosen: nothing,
    ev.JesterFlipped: jester_flipped,
    ev.SeatFell: seat_fell,
    ev.TableTalk: table_talk,
    ev.TalkJudged: nothing,
    ev.GameEnded: game_ended,
}
WRITTEN = with_shared(EVOLVE)
"""What the events of a batch do while it is decided."""
