"""What the simulated player goes by, in cards' worth: found by playing many games with slightly different numbers and keeping the best."""

from __future__ import annotations

import msgspec


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """How good a position looks."""

    card: float
    """To keep a card, whatever it is."""
    value: float
    """To keep it, for each point of its value."""
    suits: tuple[float, float, float, float]
    """The same by suit, besides: clubs, diamonds, hearts, spades."""
    immune: float
    """The same for a card of the suit that the royal is immune to."""
    companion: float
    jester: float
    drawn: float
    """For a card to be drawn oneself, and that each other player draws."""
    drawn_by_others: float
    tavern: float
    """For each card of the Tavern, up to ``tavern_enough``."""
    tavern_enough: float
    pile: float
    """For each card of the discard pile."""
    health: float
    """For each point of health that the royal has left."""
    pace: float
    """Damage that a turn is taken to do: so many turns the royal attacks yet."""
    attack: float
    """For each point of each attack that is yet to come."""
    next_able: float
    """For each point that the next player is likely to lack."""
    kill: float
    exact: float
    exact_value: float
    """For each point of the royal that comes on top of the Tavern."""
    waste: float
    """For each point of damage too many."""
    empty: float
    """To have no card after a kill."""
    next_attack: float
    """For each point of the next royal's attack."""
    next_lacks: float
    """For each point that the hand lacks to meet two such attacks."""
    plan: float
    """How much the best next play of the same hand counts beside the position itself."""
    plan_kill: float
    """The same after a kill."""
    yields: float
    flip_first: float
    """To flip a Jester before playing."""
    flip_last: float
    """To come to need a Jester in an attack."""
    death: float
    """To lose."""
    unseen: float
    """What a card that is to be drawn is worth in an attack."""
    spread: float
    """How far that may be off."""


ALONE = Weights(
    card=-0.01,
    value=0.34,
    suits=(0.094, 0.353, 0.003, 0.006),
    immune=-0.094,
    companion=7.17,
    jester=2.62,
    drawn=4.55,
    drawn_by_others=9.5,
    tavern=1.05,
    tavern_enough=34.16,
    pile=0.03,
    health=0.02,
    pace=8.48,
    attack=0.47,
    next_able=3.96,
    kill=17.04,
    exact=1.63,
    exact_value=0.19,
    waste=0.23,
    empty=9.1,
    next_attack=0.56,
    next_lacks=-0.03,
    plan=0.66,
    plan_kill=0.66,
    yields=3.97,
    flip_first=28.24,
    flip_last=27.04,
    death=286.79,
    unseen=6.71,
    spread=3.67,
)
TOGETHER = Weights(
    card=0.61,
    value=0.58,
    suits=(0.026, 0.666, 0.102, 0.185),
    immune=-0.113,
    companion=4.51,
    jester=3.76,
    drawn=2.29,
    drawn_by_others=10.65,
    tavern=1.41,
    tavern_enough=38.39,
    pile=-0.12,
    health=0.16,
    pace=12.19,
    attack=0.49,
    next_able=3.89,
    kill=15.72,
    exact=2.78,
    exact_value=-0.19,
    waste=0.22,
    empty=12.9,
    next_attack=0.39,
    next_lacks=-0.07,
    plan=0.89,
    plan_kill=0.44,
    yields=4.81,
    flip_first=18.94,
    flip_last=47.16,
    death=204.01,
    unseen=7.46,
    spread=4.23,
)
