"""What each event does to the table and the counters. Total, no rules, and it never reads the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from records.core.events import Recorded
from records.core.game import Evolver
from records.core.ids import SeatKey, SlotId
from records.core.position import Draft
from records.core.secret import openly
from records.core.set_counters import flag, number
from records.core.shared import DrawOffered, GameStarted
from records.core.shared_evolve import with_shared
from records.errors import ImpossibleEvent
from records.games.castle_rampage.evolving.effect_evolve import EFFECT_EVOLVE
from records.games.castle_rampage.evolving.power_evolve import POWER_EVOLVE, begun
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model.position import Attack, Bonus, CardInPlay, CastleCounters
from records.values import struct_with

CastleDraft = Draft[CastleCounters]
COUNTERS = {
    *("turn", "active", "phase", "strengthened", "sent", "played", "plays_left", "limiting", "bonuses", "forbidden", "draw_offered")
}
"""What a laid-out position may name, beside ``displayed.s12`` for a slot that came into the display in this turn."""
PHASES = ("setup", "play", "over")
"""The phases of a game."""
DISPLAYED = "displayed."
SETUP_CARDS = 2
"""Cards that go under the Gate, and under the Castle, in each set-up round."""


def started(draft: CastleDraft, recorded: Recorded[GameStarted]) -> None:
    state, event = draft.state, recorded.event
    state.begins = state.active = event.begins
    if event.switches:
        state.rules = state.rules.with_known(dict(event.switches))


def hand_dealt(draft: CastleDraft, recorded: Recorded[ev.HandDealt]) -> None:
    event, state = recorded.event, draft.state
    draft.table.take(ev.DRAW, event.seat, event.cards)
    if not state.to_place:
        state.round += 1
    state.to_place = (*state.to_place, *(ev.gate(event.seat),) * SETUP_CARDS, *(ev.castle(event.seat),) * SETUP_CARDS)


def card_placed(draft: CastleDraft, recorded: Recorded[ev.CardPlaced]) -> None:
    event, state = recorded.event, draft.state
    draft.table.lay(event.seat, event.pile, event.slot, event.card, "bottom")
    to_place = state.to_place
    if event.pile in to_place:
        nth = to_place.index(event.pile)
        state.to_place = to_place[:nth] + to_place[nth + 1 :]


def turn_began(draft: CastleDraft, recorded: Recorded[ev.TurnBegan]) -> None:
    state = draft.state
    state.phase, state.turn, state.active, state.strengthened = "play", recorded.event.number, recorded.event.seat, False
    state.draw_offered = None
    fresh(state)
    if state.forbidden:
        state.forbidden = _standing(state.forbidden, state.turn)


def _standing(forbidden: tuple[tuple[SeatKey, int], ...], turn: int) -> tuple[tuple[SeatKey, int], ...]:
    return tuple((seat, until) for seat, until in forbidden if until >= turn)


def fresh(state: CastleCounters) -> None:
    """Nothing is under way, and nothing has happened in the turn."""
    state.attack, state.playing, state.bonuses, state.owed, state.plays_left = None, None, (), (), None
    state.sent, state.played, state.displayed, state.limiting = False, 0, (), 0


def strengthened(draft: CastleDraft, recorded: Recorded[ev.Strengthened]) -> None:
    event = recorded.event
    for _purpose, cards in event.pays:
        draft.table.drop(event.seat, cards, ev.DISCARD)
    draft.table.lay(event.seat, event.pile, event.slot, event.card, "bottom")
    draft.state.strengthened = True


def card_played(draft: CastleDraft, recorded: Recorded[ev.CardPlayed]) -> None:
    event = recorded.event
    draft.table.drop(event.seat, (event.card, *event.with_cards), ev.PLAYED)
    begun(draft)
    draft.state.playing = CardInPlay(event.seat, event.card, recorded.v, event.with_cards, event.pays, event.picks)


def card_displayed(draft: CastleDraft, recorded: Recorded[ev.CardDisplayed]) -> None:
    draft.table.raise_(ev.PLAYED, ev.display(recorded.event.seat), recorded.event.slot, 0)
    draft.state.displayed = (*draft.state.displayed, recorded.event.slot)
    draft.state.playing = None


def card_settled(draft: CastleDraft, recorded: Recorded[ev.CardSettled]) -> None:  # noqa: ARG001 -- the same
    draft.table.gather(ev.PLAYED, ev.DISCARD)
    draft.state.playing = None


def attack_declared(draft: CastleDraft, recorded: Recorded[ev.AttackDeclared]) -> None:
    event, state = recorded.event, draft.state
    state.attack = Attack(event.seat, event.target, event.strength, event.parts, by=event.by, takes=event.takes)
    if state.bonuses:
        state.bonuses = _left(state.bonuses, list(event.parts))
    if state.playing is not None:
        state.playing = struct_with(state.playing, target=None, parts=event.parts, struck=state.playing.struck + 1)


def _left(bonuses: tuple[Bonus, ...], used: list[tuple[str, int]]) -> tuple[Bonus, ...]:
    return tuple(bonus for bonus in bonuses if not _uses(used, bonus))


def _uses(parts: list[tuple[str, int]], bonus: Bonus) -> bool:
    part = (bonus.source, bonus.amount)
    if bonus.until != "attack" or part not in parts:
        return False
    parts.remove(part)
    return True


def defender_revealed(draft: CastleDraft, recorded: Recorded[ev.DefenderRevealed]) -> None:
    event, attack = recorded.event, draft.state.attack
    draft.table.reveal(event.slot, event.card)
    if attack is not None:
        draft.state.attack = struct_with(attack, defended=True, facing=(event.slot, event.card, event.value), robs=None)


def defender_destroyed(draft: CastleDraft, recorded: Recorded[ev.DefenderDestroyed]) -> None:
    event, state = recorded.event, draft.state
    if event.to != "discard" and event.to.startswith("hand:"):
        draft.table.pick_up(event.slot, SeatKey(event.to[len("hand:") :]))
    else:
        draft.table.sweep(event.slot, ev.DISCARD)
    if event.owes:
        if event.to != "discard" and state.playing is not None and state.attack is not None and state.attack.facing is not None:
            robbed = (*state.playing.robbed, state.attack.facing[1])
            state.playing = struct_with(state.playing, robbed=robbed)
        state.owed = event.owes if event.clears_owed else (*state.owed, *event.owes)
    if state.attack is not None:
        state.attack = struct_with(state.attack, strength=event.left, destroyed=state.attack.destroyed + 1, facing=None)


def attack_ended(draft: CastleDraft, recorded: Recorded[ev.AttackEnded]) -> None:  # noqa: ARG001 -- the same
    draft.state.attack = None


def draw_offered(draft: CastleDraft, recorded: Recorded[DrawOffered]) -> None:
    draft.state.draw_offered = recorded.event.seat


def nothing(draft: CastleDraft, recorded: Recorded[Any]) -> None:
    """The event is narrated, and changes nothing."""


def set_counters(draft: CastleDraft, named: Mapping[str, Any]) -> None:
    """Set the counters that a laid-out position names; what it does not name is as at the beginning of a turn.

    ``bonuses`` are card, amount, ``attack`` or ``turn`` as text, "axe-man-bonus:2:attack"; ``forbidden`` seats with the last turn in which
    they play no attack cards, "B:7"; ``sent``, ``played``, ``plays_left``, ``limiting`` and ``displayed.s12`` are of the turn under way.
    Raises ``ImpossibleEvent`` for another name, a seat that is not at the table, and what a counter cannot be.
    """
    state = draft.state
    if strange := sorted(name for name in set(named) - COUNTERS if not name.startswith(DISPLAYED)):
        raise ImpossibleEvent(f"a position of Castle Rampage has no {', '.join(strange)}; it has {', '.join(sorted(COUNTERS))}")
    if named.get("active", state.active) not in (*state.seats, state.active):
        raise ImpossibleEvent(f"nobody sits at {named['active']}; the seats are {', '.join(state.seats)}")
    if named.get("phase", "play") not in PHASES:
        raise ImpossibleEvent(f"the phase is one of {', '.join(PHASES)}, not {named['phase']}")
    state.to_place = ()
    fresh(state)
    state.turn = number(named, "turn", state.turn)
    state.active = SeatKey(named["active"]) if "active" in named else state.active
    state.phase = str(named.get("phase", "play"))
    state.strengthened, state.sent = flag(named, "strengthened"), flag(named, "sent")
    state.played, state.limiting = number(named, "played"), number(named, "limiting")
    state.plays_left = number(named, "plays_left") if "plays_left" in named else None
    state.bonuses = tuple(_bonus(text) for text in str(named.get("bonuses", "")).split())
    state.forbidden = tuple(_ban(text, state) for text in str(named.get("forbidden", "")).split())
    state.draw_offered = _seat(str(named["draw_offered"]), state) if "draw_offered" in named else None
    shown = (name.removeprefix(DISPLAYED) for name, on in named.items() if name.startswith(DISPLAYED) and on)
    state.displayed = tuple(map(SlotId, shown))


def _bonus(text: str) -> Bonus:
    source, _colon, rest = text.partition(":")
    amount, _colon, until = rest.partition(":")
    if not amount.isdigit() or until not in {"attack", "turn"}:
        raise ImpossibleEvent(f"a bonus is a card, what it adds, and attack or turn: axe-man-bonus:2:attack, not {text}")
    return Bonus(source, int(amount), until)


def _ban(text: str, state: CastleCounters) -> tuple[SeatKey, int]:
    seat, _colon, until = text.partition(":")
    if not until.isdigit():
        raise ImpossibleEvent(f"who plays no attack cards stands with the last turn of it: B:7, not {text}")
    return _seat(seat, state), int(until)


def _seat(text: str, state: CastleCounters) -> SeatKey:
    if text not in state.seats:
        raise ImpossibleEvent(f"nobody sits at {text}; the seats are {', '.join(state.seats)}")
    return SeatKey(text)


EVOLVE: Mapping[type, Evolver] = {
    GameStarted: started,
    DrawOffered: draw_offered,
    ev.HandDealt: hand_dealt,
    ev.PurpleShown: lambda draft, recorded: draft.table.drop(recorded.event.seat, recorded.event.cards, ev.ASIDE),
    ev.PurpleReplaced: lambda draft, recorded: draft.table.take(ev.DRAW, recorded.event.seat, recorded.event.cards),
    ev.NoPurpleHeld: lambda draft, recorded: draft.table.tell(f"hand:{recorded.event.seat}", recorded.event.purple, 0, 0),
    ev.PurpleShuffledIn: lambda draft, _recorded: draft.table.return_all(ev.ASIDE, ev.DRAW),
    ev.CardPlaced: card_placed,
    ev.TurnBegan: turn_began,
    ev.CardDrawn: lambda draft, recorded: draft.table.take(ev.DRAW, recorded.event.seat, recorded.event.card),
    ev.DiscardsReshuffled: lambda draft, _recorded: draft.table.return_all(ev.DISCARD, ev.DRAW),
    ev.DrawFailed: nothing,
    ev.Strengthened: strengthened,
    ev.CardPlayed: card_played,
    ev.CardDisplayed: card_displayed,
    ev.CardSettled: card_settled,
    ev.AttackDeclared: attack_declared,
    ev.DefenderRevealed: defender_revealed,
    ev.DefenderHeld: lambda draft, recorded: draft.table.turn(recorded.event.slot, openly(), up=False),
    ev.DefenderDestroyed: defender_destroyed,
    ev.AttackEnded: attack_ended,
    ev.TurnEnded: nothing,
    **POWER_EVOLVE,
    **EFFECT_EVOLVE,
}
WRITTEN = with_shared(EVOLVE)
"""What the events of a batch do while it is decided."""
