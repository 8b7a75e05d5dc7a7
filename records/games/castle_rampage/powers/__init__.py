"""The cards' powers: each is a small function under its name in the catalogue (``cards.POWERS``).

``HOOKS`` maps a power's name to its ``Hooks``: what it does at each point at which a power may do something. The play of a card
(``resolve``) walks through all powers of the card, so that a catalogue may combine them; no code asks for a card by name.

How to add a power that happens once, on being played::

    # powers/moving.py
    def steals_gate_cards(act: Act, power: Power) -> None:
        number = min(power.numbers["cards"], len(act.script.table.piles.get(ev.gate(act.enemy), ())))
        act.script.write(ee.GateCardsStolen(rule="10.5", seat=act.seat, ...))

    MOVING: Mapping[str, Hooks] = {"steals-gate-cards": Hooks(rule="10.5", before=steals_gate_cards)}

and join ``MOVING`` into ``HOOKS`` here. Rules of such a function:

* consequences are written with ``act.script.write(event)``; they take effect at once;
* what the table must tell is asked with ``act.ask_table(EventClass, seat=..., slots=...)``, which writes and returns the event; ``dealer``
  and ``scorekeeping`` answer it and find the rest of what was said in the ``ChanceRequest``. A power never looks at a hidden face itself;
* where a person must choose, ``act.ask(rule, seat, "word", least, most)`` writes the ``Asked``, and the function returns. After the answer
  it is called again with ``act.answered`` one higher; a call that asks nothing ends the power. The answer is a decision with
  ``answers=id``; its evolver calls ``power_evolve.answered(draft)``, its handler ``reactions.must_be_asked``, and then ``resolve`` goes on;
* ``act.playing.picks`` and ``pays`` hold what the player chose in the command;
* no power ends the game: after every step ``resolve`` looks whether a Castle has fallen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from records.games.castle_rampage.cards import Card, Power
from records.games.castle_rampage.powers.attacking import ATTACKING
from records.games.castle_rampage.powers.bonuses import BONUSES
from records.games.castle_rampage.powers.draws import DRAWING
from records.games.castle_rampage.powers.gates import GATES
from records.games.castle_rampage.powers.hands import HANDS
from records.games.castle_rampage.powers.hooks import Hooks, Strikes
from records.games.castle_rampage.powers.permanents import PERMANENTS
from records.games.castle_rampage.powers.purple import PURPLE
from records.games.castle_rampage.powers.turns import TURNS

HOOKS: Mapping[str, Hooks] = {**ATTACKING, **DRAWING, **PERMANENTS, **BONUSES, **HANDS, **GATES, **TURNS, **PURPLE}
"""By the power's name. The order matters for ``strikes`` alone."""


def hooks_of(card: Card) -> tuple[tuple[Power, Hooks], ...]:
    """Return the powers of a card in the order of the catalogue, with what each does; the card keeps them."""
    found: tuple[tuple[Power, Hooks], ...] | None = card.__dict__.get("hooks")
    if found is None:
        found = card.__dict__["hooks"] = tuple((power, HOOKS[power.name]) for power in card.powers if power.name in HOOKS)
    return found


def strikes_of(card: Card) -> tuple[tuple[Power, Strikes], ...]:
    """Return the powers of a card that say how its attacks go, in the order of ``HOOKS``; the card keeps them."""
    found: tuple[tuple[Power, Strikes], ...] | None = card.__dict__.get("strikes")
    if found is None:
        powers = ((card.power(name), hooks.strikes) for name, hooks in HOOKS.items() if hooks.strikes is not None)
        found = card.__dict__["strikes"] = tuple((power, strikes) for power, strikes in powers if power is not None)
    return found


def slips(card: Card | None) -> bool:
    """Whether a card is played face down under the enemy Gate."""
    return card is not None and traits(card).slips


def does_something(card: Card) -> bool:
    """Whether a card does anything when it is played in one's own turn, face up."""
    return traits(card).does


def takes_along(card: Card) -> bool:
    """Whether attack cards are played along with a card."""
    return traits(card).along


def may_be_sent(card: Card) -> bool:
    """Whether a card attacks from the display."""
    return traits(card).sent


class Traits(NamedTuple):
    """What follows from a card's powers alone."""

    slips: bool
    """Whether it is played face down under the enemy Gate."""
    does: bool
    """Whether it does anything when it is played in one's own turn, face up."""
    along: bool
    """Whether attack cards are played along with it."""
    sent: bool
    """Whether it attacks from the display."""
    judges: bool
    """Whether a power of it may say that it cannot be played now."""


def traits(card: Card) -> Traits:
    """Return what follows from a card's powers alone; the card keeps it."""
    found: Traits | None = card.__dict__.get("traits")
    if found is None:
        hooks = [hooks for _power, hooks in hooks_of(card)]
        acts = card.permanent or card.attack is not None or any(one.before or one.after or one.strikes for one in hooks)
        slipping = any(one.slips for one in hooks)
        found = card.__dict__["traits"] = Traits(
            slips=slipping,
            does=acts and not slipping,
            along=any(one.with_attacks for one in hooks),
            judges=any(one.playable is not None for one in hooks),
            sent=any(one.in_display(power).attacks for power, one in hooks_of(card) if one.in_display is not None),
        )
    return found
