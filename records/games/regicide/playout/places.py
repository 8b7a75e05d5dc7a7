"""Where each number stands in the flat lists that the kernel works on: the game's state, the working space, the tables.

A state has a ring of ``RING`` places for the Tavern, so that cards come on top and go under without moving the others. Each card there is
its number, and ``KNOWN`` more where everybody knows that it lies just there.
"""

from __future__ import annotations

MOST_SEATS = 4
MOST_HELD = 8
"""Cards of a hand; a lone player's hand is the largest."""
MOST_CASTLE = 12
RING = 64
KNOWN = 64
CARD = 63
"""The bits of a card's number."""
NOBODY = -1

# -- the state ---------------------------------------------------------------------------------------------------------

PLAYERS = 0
ROOM = 1
"""Cards that a hand may have at most."""
ACTIVE = 2
DAMAGE = 3
SHIELD = 4
BLOCKED = 5
CANCELLED = 6
NEED = 7
"""What the seat on turn must discard in Step 4; -1 outside of it."""
CHOOSING = 8
YIELDED = 9
"""A bit for each seat that yielded on its last turn."""
EVERYBODY = 10
"""1 where yielding is forbidden only after everybody's yielding, 0 where after all others' (§ 7.2)."""
ROYAL = 11
FLIPS = 12
"""Jesters that a lone player can still flip."""
FLIPPED = 13
GRADED = 14
"""1 where two Jesters lie aside or were flipped, so that a win has a grade."""
OVER = 15
"""-1 while the game goes on, 0 lost, 1 won without a Jester or a grade, 2 and 3 with one and two Jesters."""
CHANCE = 16
"""Two numbers each: the stream of the table, that of the players, and where the latter began last."""
PICKS = 18
AHEAD = 20
TAVERN_TOP = 22
"""Where the ring begins."""
TAVERN_COUNT = 23
PILE_COUNT = 24
"""Cards of the discard pile."""
HEAP_COUNT = 25
"""How many of them lie unseen after a Heart."""
FIGHT_COUNT = 26
CASTLE_COUNT = 27
HELD_COUNT = 28
"""For each seat."""
WISH = HELD_COUNT + MOST_SEATS
"""For each seat after a Jester: 1 wants to go next, -1 does not, 0 said nothing."""
HELD = WISH + MOST_SEATS
"""``MOST_HELD`` cards for each seat, sorted."""
CASTLE = HELD + MOST_SEATS * MOST_HELD
"""The next royal last."""
TAVERN = CASTLE + MOST_CASTLE
PILE = TAVERN + RING
FIGHT = PILE + RING
STATE = FIGHT + RING
"""Numbers of a state; the working space follows it in the same list."""

# -- commands: a kind, and a bit for each card of the hand or the seat that goes next ------------------------------------

KIND = 1 << MOST_HELD
PLAY = 0
YIELD = 1
DISCARD = 2
CHOOSE = 3
FLIP = 4
FALL = 5
POLICY = -1
"""What the policy does, in place of a command."""

# -- the working space: a level for each play that is looked ahead --------------------------------------------------------

COUNT = 0
HAND = 1
ATTACK = HAND + MOST_HELD
HEALTH = ATTACK + 1
TAKEN = HEALTH + 1
SHIELDED = TAKEN + 1
HELD_UP = SHIELDED + 1
"""Spades that a Jester would make count."""
SUIT = HELD_UP + 1
IMMUNE = SUIT + 1
LYING = IMMUNE + 1
"""Cards of the Tavern, and below those of the discard pile, of the fight, and of the castle."""
DISCARDED = LYING + 1
FOUGHT = DISCARDED + 1
ROYALS = FOUGHT + 1
TOPS = ROYALS + 1
"""Cards on top of the Tavern that everybody knows; the first is ``FIRST`` unless it is -1, else the ring has them from ``TOP`` on."""
TOP = TOPS + 1
FIRST = TOP + 1
OTHERS = FIRST + 1
"""Cards of the other hands, clockwise."""
ROOMS = OTHERS + MOST_SEATS - 1
"""Room of every hand, while cards are drawn."""
GAIN = ROOMS + MOST_SEATS
"""What the play brings besides, and how many unknown cards its player and the others draw."""
OWN = GAIN + 1
BY_OTHERS = OWN + 1
DEEPER = BY_OTHERS + 1
"""What the play leads to: ``ENDS``, or a further play of the same hand that counts too, against this royal or the next."""
BESIDE = DEEPER + 1
"""What that further play's worth is added to."""
FOUND = BESIDE + 1
"""The plays of the hand, a bit for each card, and how good each is."""
MOST_PLAYS = 64
WORTH = FOUND + MOST_PLAYS
LEVEL = WORTH + MOST_PLAYS
LEVELS = 4
SIGHT = STATE
"""The first level, what the seat on turn sees, and the second."""
AFTER = SIGHT + LEVEL
SUMS = SIGHT + LEVEL * LEVELS
"""What each part of a hand is worth together, and what it costs, while discards are chosen."""
COSTS = SUMS + KIND
SPACE = COSTS + KIND

ENDS = 0
STANDS = 1
FALLS = 2

# -- the tables: of cards and of the player's weights -------------------------------------------------------------------

CARDS = 53
VALUE = 0
SUIT_OF = VALUE + CARDS
COMPANION = SUIT_OF + CARDS
ALIKE = COMPANION + CARDS
HEALTH_OF = ALIKE + CARDS
KEPT = HEALTH_OF + CARDS
"""What each card is worth to keep, by the suit that the royal is immune to, 0 to 4."""
LIKELY = KEPT + 5 * CARDS
MOST_LACKING = 21
BY_ROYAL = LIKELY + MOST_HELD * MOST_LACKING
"""Royals by suit and rank."""
RANKS = 3
ALONE = BY_ROYAL + 4 * RANKS
WEIGHTS = ALONE + 1
SCALARS = (
    "drawn",
    "drawn_by_others",
    "tavern",
    "tavern_enough",
    "pile",
    "health",
    "pace",
    "attack",
    "next_able",
    "kill",
    "exact",
    "exact_value",
    "waste",
    "empty",
    "next_attack",
    "next_lacks",
    "plan",
    "plan_kill",
    "yields",
    "flip_first",
    "flip_last",
    "death",
    "unseen",
)
"""The player's weights that are one number each, in the order in which they stand."""
(
    BY_DRAWN,
    BY_DRAWN_BY_OTHERS,
    BY_TAVERN,
    BY_TAVERN_ENOUGH,
    BY_PILE,
    BY_HEALTH,
    BY_PACE,
    BY_ATTACK,
    BY_NEXT_ABLE,
    BY_KILL,
    BY_EXACT,
    BY_EXACT_VALUE,
    BY_WASTE,
    BY_EMPTY,
    BY_NEXT_ATTACK,
    BY_NEXT_LACKS,
    BY_PLAN,
    BY_PLAN_KILL,
    BY_YIELDS,
    BY_FLIP_FIRST,
    BY_FLIP_LAST,
    BY_DEATH,
    BY_UNSEEN,
) = range(WEIGHTS, WEIGHTS + len(SCALARS))
TABLES = WEIGHTS + len(SCALARS)
