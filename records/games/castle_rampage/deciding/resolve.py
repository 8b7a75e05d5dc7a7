"""The play of a card, step by step: what it costs, what it does before its attack, its attacks, what it does after, where it goes.

The steps follow from the card and the ruleset alone, so that after a question to a person the play goes on at the step that asked; the
position holds it (``CardInPlay.step``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from records.core.ids import CardName, slot_id
from records.core.position import Chance
from records.core.shared import GameDrawn, GameWon
from records.games.castle_rampage.cards import Card, Cost, Power
from records.games.castle_rampage.deciding.attack import carry_out, fallen_castles
from records.games.castle_rampage.deciding.costs import demands, pay, pay_noted
from records.games.castle_rampage.deciding.debts import collect
from records.games.castle_rampage.model import events as ev
from records.games.castle_rampage.model import power_events as pe
from records.games.castle_rampage.model.position import CastleCounters
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.powers import hooks_of, strikes_of
from records.games.castle_rampage.powers.hooks import Act, Effect, Hooks, Strike

SETTLE = "settle"
UNNOTED = Card(
    name=CardName("?"),
    title={},
    copies=0,
    kind="one-time",
    units=(),
    attack=None,
    second_attack=None,
    asterisk=False,
    cost=Cost(),
    gate=0,
    castle=0,
    powers=(),
    text={},
    device="",
    provenance={},
)
"""A card that nobody noted: it is put away, and what it did cannot be judged."""


class PlayStep(msgspec.Struct, frozen=True):
    """One part of a play."""

    name: str
    """``cost``, a power's name, ``attack:1``, ``owed:1``, ``settle``."""
    take: Callable[[Act], None]
    rule: str = ""
    judged: bool = True
    """Whether a Castle that has fallen ends the game right after it."""


def resolve(script: CastleScript, chance: Chance) -> None:
    """Go on with the card being played until a person must choose, the game is over, or all is done."""
    playing = script.state.playing
    if playing is None or script.state.pending or script.state.outcome is not None:
        return
    card, steps = script.state.card(playing.card), tuple(_steps(script, chance))
    names = [step.name for step in steps]
    first, answered = (names.index(playing.step), playing.answered) if playing.step in names else (0, 0)
    for step in steps[first:]:
        act = Act(script, chance, playing.seat, card or UNNOTED, step.name, step.rule, answered)
        step.take(act)
        if script.state.pending or script.state.outcome is not None:
            return
        if step.judged and fallen_castles(script):
            end(act)
            return
        answered = 0


def _steps(script: CastleScript, chance: Chance) -> Iterator[PlayStep]:
    state, playing = script.state, script.state.playing
    card = state.card(playing.card) if playing is not None else None
    if playing is None or card is None:
        yield PlayStep("cost", pay_noted)
        yield PlayStep(SETTLE, settle)
        return
    powers, sent = tuple(hooks_of(card)) if state.powers else (), playing.slot is not None
    if state.powers and not sent:
        asked = demands(state, card, playing.with_cards)
        yield PlayStep("cost", lambda act: pay(script, chance, act.seat, asked, playing.pays))
        yield from (_effect(power, hooks, hooks.before) for power, hooks in powers if hooks.before is not None)
    if sent or not waits(state, card):
        yield from _attacks(state, strikes(Act(script, chance, playing.seat, card)))
    if not sent:
        yield from (_effect(power, hooks, hooks.after) for power, hooks in powers if hooks.after is not None)
        yield PlayStep(SETTLE, settle)


def _effect(power: Power, hooks: Hooks, effect: Effect) -> PlayStep:
    return PlayStep(power.name, lambda act: effect(act, power), hooks.rule)


def _attacks(state: CastleCounters, made: tuple[Strike, ...]) -> Iterator[PlayStep]:
    both = state.rules["both_sides_end"] == "both parts are done"
    for nth, strike in enumerate(made, 1):
        yield PlayStep(f"attack:{nth}", partial(_attack, strike=strike), judged=strike.last or not both)
        if strike.last and state.powers:
            yield PlayStep(f"owed:{nth}", collect)


def waits(state: CastleCounters, card: Card) -> bool:
    """Whether a card with an attack value does not attack as it is played, but from the display or not at all."""
    if not state.powers:
        return card.permanent
    return any(hooks.in_display(power).attacks for power, hooks in hooks_of(card) if hooks.in_display is not None)


def strikes(act: Act) -> tuple[Strike, ...]:
    """Return the attacks of a card, in their order."""
    card, state = act.card, act.state
    made: tuple[Strike, ...] = (Strike(value=card.attack),) if card.attack is not None and (card.attack or state.powers) else ()
    for power, strike in strikes_of(card) if state.powers else ():
        made = strike(made, act, power)
    return made


def _attack(act: Act, strike: Strike) -> None:
    struck, script, rules = carry_out(act, strike), act.script, act.state.rules
    if struck in ("asked", "nothing"):
        return
    slot = act.playing.slot
    if slot is not None and slot in script.table.slots and struck == "spent" and rules["veteran_stays"] == "only when it fails":
        script.write(pe.PermanentDestroyed(rule="9.8", slot=slot))
    stands = act.enemy not in fallen_castles(script)
    if strike.decides and stands and (struck != "cancelled" or rules["jester_at_zero"] == "attacker loses"):
        settle(act)
        script.write(GameWon(rule="12.6" if struck == "cancelled" else "12.5", seat=act.enemy))


def settle(act: Act) -> None:
    """Put what was played where it stays."""
    if not act.script.table.zones.get(ev.PLAYED):
        return
    if act.card.permanent:
        act.script.write(ev.CardDisplayed(rule="4.1", seat=act.seat, slot=slot_id(act.script.next)))
    else:
        act.script.write(ev.CardSettled(rule="4.2", seat=act.seat))


def end(act: Act) -> None:
    """A Castle has fallen: the game is over. Both at once: the seat on turn has lost, or by some readings nobody."""
    settle(act)
    fallen, rules = fallen_castles(act.script), act.state.rules
    if len(fallen) > 1 and rules["both_castles_fall"] == "drawn unless by an attack" and not act.step.startswith("attack"):
        act.script.write(GameDrawn(rule="6.4"))
        return
    rule = "6.4" if len(fallen) > 1 else "6.1"
    act.script.write(GameWon(rule=rule, seat=act.enemy if act.seat in fallen else act.seat))
