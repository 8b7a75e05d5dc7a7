"""What the simulated player goes by: found by playing many games with slightly different numbers and keeping the best.

Weights are whole thousandths, of a card's worth where nothing else is said: sums of whole numbers are the same on every machine.
"""

from __future__ import annotations

import msgspec


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """How good a position looks."""

    card: int
    """To keep a card, whatever it is."""
    value: int
    """To keep it, for each point of its value."""
    suits: tuple[int, int, int, int]
    """The same by suit, besides: clubs, diamonds, hearts, spades."""
    immune: int
    """The same for a card of the suit that the royal is immune to."""
    companion: int
    jester: int
    drawn: int
    """For a card to be drawn oneself, and that each other player draws."""
    drawn_by_others: int
    tavern: int
    """For each card of the Tavern, up to ``tavern_enough``."""
    tavern_enough: int
    pile: int
    """For each card of the discard pile."""
    health: int
    """For each point of health that the royal has left."""
    pace: int
    """Damage that a turn is taken to do: so many turns the royal attacks yet."""
    attack: int
    """For each point of each attack that is yet to come."""
    next_able: int
    """For each point that the next player is likely to lack."""
    kill: int
    exact: int
    exact_value: int
    """For each point of the royal that comes on top of the Tavern."""
    waste: int
    """For each point of damage too many."""
    empty: int
    """To have no card after a kill."""
    next_attack: int
    """For each point of the next royal's attack."""
    next_lacks: int
    """For each point that the hand lacks to meet two such attacks."""
    plan: int
    """How much the best next play of the same hand counts beside the position itself."""
    plan_kill: int
    """The same after a kill."""
    yields: int
    flip_first: int
    """To flip a Jester before playing."""
    flip_last: int
    """To come to need a Jester in an attack."""
    death: int
    """To lose."""
    unseen: int
    """What a card that is to be drawn is worth in an attack."""
    spread: int
    """How far that may be off."""


ALONE = Weights(
    card=-10,
    value=340,
    suits=(94, 353, 3, 6),
    immune=-94,
    companion=7170,
    jester=2620,
    drawn=4550,
    drawn_by_others=9500,
    tavern=1050,
    tavern_enough=34_160,
    pile=30,
    health=20,
    pace=8480,
    attack=470,
    next_able=3960,
    kill=17_040,
    exact=1630,
    exact_value=190,
    waste=230,
    empty=9100,
    next_attack=560,
    next_lacks=-30,
    plan=660,
    plan_kill=660,
    yields=3970,
    flip_first=28_240,
    flip_last=27_040,
    death=286_790,
    unseen=6710,
    spread=3670,
)
TOGETHER = Weights(
    card=610,
    value=580,
    suits=(26, 666, 102, 185),
    immune=-113,
    companion=4510,
    jester=3760,
    drawn=2290,
    drawn_by_others=10_650,
    tavern=1410,
    tavern_enough=38_390,
    pile=-120,
    health=160,
    pace=12_190,
    attack=490,
    next_able=3890,
    kill=15_720,
    exact=2780,
    exact_value=-190,
    waste=220,
    empty=12_900,
    next_attack=390,
    next_lacks=-70,
    plan=890,
    plan_kill=440,
    yields=4810,
    flip_first=18_940,
    flip_last=47_160,
    death=204_010,
    unseen=7460,
    spread=4230,
)
