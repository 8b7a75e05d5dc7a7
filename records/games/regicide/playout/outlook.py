"""How good a play looks to the simulated player, in whole millionths: ``player.sight`` on flat lists, without going into itself.

A level of the working space is what the player sees, or would see after a play; the next one is what it would see after the play that is
looked at.
"""

from __future__ import annotations

from records.games.regicide.cards import ROYAL_RANKS, VALUES
from records.games.regicide.player.cards import CLUBS, DIAMONDS, HEARTS, NO_SUIT, SPADES
from records.games.regicide.player.sight import ENOUGH, LOST, MOST_WASTED, ONE, SAVED, WON
from records.games.regicide.playout.hands import cheapest
from records.games.regicide.playout.places import (
    ALONE,
    ATTACK,
    BESIDE,
    BY_ATTACK,
    BY_DEATH,
    BY_DRAWN,
    BY_DRAWN_BY_OTHERS,
    BY_EMPTY,
    BY_EXACT,
    BY_EXACT_VALUE,
    BY_FLIP_LAST,
    BY_HEALTH,
    BY_KILL,
    BY_NEXT_ABLE,
    BY_NEXT_ATTACK,
    BY_NEXT_LACKS,
    BY_OTHERS,
    BY_PACE,
    BY_PILE,
    BY_PLAN,
    BY_ROYAL,
    BY_TAVERN,
    BY_TAVERN_ENOUGH,
    BY_UNSEEN,
    BY_WASTE,
    CARD,
    CARDS,
    COUNT,
    DEEPER,
    DISCARDED,
    ENDS,
    FALLS,
    FIRST,
    FLIPS,
    FOUGHT,
    GAIN,
    HAND,
    HEALTH,
    HELD_UP,
    IMMUNE,
    KEPT,
    LEVEL,
    LIKELY,
    LYING,
    MOST_LACKING,
    NOBODY,
    OTHERS,
    OWN,
    PLAYERS,
    RANKS,
    RING,
    ROOM,
    ROOMS,
    ROYALS,
    SHIELDED,
    STANDS,
    SUIT,
    SUIT_OF,
    TAKEN,
    TAVERN,
    TOP,
    TOPS,
    VALUE,
)

JACK, QUEEN, KING = (VALUES[rank] for rank in ROYAL_RANKS)
QUEENS, JACKS = 4, 8
"""Royals that are left when no Queen, and when no Jack is among them any more."""


def kept_of(s: list[int], t: list[int], at: int) -> int:
    """Return what the hand of a level is worth to keep."""
    found, costs = 0, KEPT + s[at + IMMUNE] * CARDS
    for nth in range(s[at + COUNT]):
        found += t[costs + s[at + HAND + nth]]
    return found


def able(s: list[int], t: list[int], at: int) -> int:
    """Return what the hand of a level is worth in an attack."""
    found = 0
    for nth in range(s[at + COUNT]):
        found += t[VALUE + s[at + HAND + nth]]
    return found


def lying(s: list[int], t: list[int], at: int) -> int:
    """Return what the cards of Tavern and discard pile are worth."""
    return t[BY_TAVERN] * min(s[at + LYING] * ONE, t[BY_TAVERN_ENOUGH]) + t[BY_PILE] * s[at + DISCARDED] * ONE


def ahead(s: list[int], t: list[int], at: int, after: int) -> int:
    """Return what the royal will yet cost; ``after``: cards of who goes next, -1 where nobody does."""
    left, need = s[at + HEALTH] - s[at + TAKEN], max(0, s[at + ATTACK] - s[at + SHIELDED])
    found = -t[BY_HEALTH] * left * ONE - t[BY_ATTACK] * need * left * ONE * ONE // t[BY_PACE]
    if need and after != NOBODY:
        found -= t[BY_NEXT_ABLE] * max(0, need * ENOUGH - after * t[BY_UNSEEN])
    return found


def next_hand(s: list[int], at: int) -> int:
    """Return how many cards who goes next has, -1 for a lone player."""
    return s[at + OTHERS] if s[PLAYERS] > 1 else NOBODY


def weigh(s: list[int], t: list[int], at: int, what: int) -> int:
    """Return how good a play is by itself; the next level becomes what would be seen after it."""
    to, amount, suits, left = at + LEVEL, 0, 0, 0
    for nth in range(ATTACK, ROOMS):
        s[to + nth] = s[at + nth]
    s[to + DEEPER] = ENDS
    for nth in range(s[at + COUNT]):
        card = s[at + HAND + nth]
        if what >> nth & 1:
            amount += t[VALUE + card]
            suits |= 1 << t[SUIT_OF + card]
        else:
            s[to + HAND + left] = card
            left += 1
    s[to + COUNT] = left
    if suits >> NO_SUIT & 1:
        if s[at + SUIT] == SPADES and s[at + IMMUNE] == SPADES:
            s[to + SHIELDED] += s[at + HELD_UP]
        s[to + IMMUNE] = NO_SUIT
        after = s[ROOM] if s[PLAYERS] > 1 else NOBODY
        return kept_of(s, t, to) + lying(s, t, to) + ahead(s, t, to, after)
    works = suits & ~(1 << s[at + IMMUNE])
    if works >> HEARTS & 1:
        healed = min(amount, s[at + DISCARDED])
        s[to + LYING] += healed
        s[to + DISCARDED] -= healed
    s[to + OWN] = s[to + BY_OTHERS] = 0
    if works >> DIAMONDS & 1:
        draws(s, to, min(amount, s[to + LYING]))
    s[to + GAIN] = (s[to + OWN] * t[BY_DRAWN] + s[to + BY_OTHERS] * t[BY_DRAWN_BY_OTHERS]) * ONE
    s[to + FOUGHT] += s[at + COUNT] - left
    s[to + TAKEN] += amount * 2 if works >> CLUBS & 1 else amount
    if works >> SPADES & 1:
        s[to + SHIELDED] += amount
    return fallen(s, t, to) if s[to + TAKEN] >= s[to + HEALTH] else standing(s, t, to)


def draws(s: list[int], at: int, amount: int) -> None:
    """Draw one card each in turn: those known on top are drawn as what they are, of the others only the number is seen."""
    players, full, nth = s[PLAYERS], 0, 0
    while amount and full < players:
        count = s[at + COUNT] if nth == 0 else s[at + OTHERS + nth - 1]
        if count < s[ROOM] - (s[at + OWN] if nth == 0 else 0):
            full = 0
            amount -= 1
            s[at + LYING] -= 1
            card = next_known(s, at)
            if nth:
                s[at + OTHERS + nth - 1] += 1
                s[at + BY_OTHERS] += 1
            elif card == NOBODY:
                s[at + OWN] += 1
            else:
                s[at + HAND + count] = card
                s[at + COUNT] += 1
        else:
            full += 1
        nth = (nth + 1) % players


def next_known(s: list[int], at: int) -> int:
    """Take the top card that everybody knows, and return it; -1 where there is none."""
    if not s[at + TOPS]:
        return NOBODY
    s[at + TOPS] -= 1
    card = s[at + FIRST]
    if card != NOBODY:
        s[at + FIRST] = NOBODY
        return card
    card = s[TAVERN + s[at + TOP]] & CARD
    s[at + TOP] = (s[at + TOP] + 1) % RING
    return card


def meet(s: list[int], t: list[int], at: int) -> int:
    """Discard the cheapest cards that meet the attack, and return what is left of the hand is worth to keep; -1 if it is not enough."""
    need = s[at + ATTACK] - s[at + SHIELDED]
    if need <= 0:
        return kept_of(s, t, at)
    part = cheapest(s, t, at, need)
    if part < 0:
        return -1
    left = 0
    for nth in range(s[at + COUNT]):
        if not part >> nth & 1:
            s[at + HAND + left] = s[at + HAND + nth]
            left += 1
    s[at + COUNT] = left
    return kept_of(s, t, at)


def standing(s: list[int], t: list[int], at: int) -> int:
    """Return how good it is that the royal stands and attacks."""
    gain = s[at + GAIN] + lying(s, t, at)
    kept = meet(s, t, at)
    if kept < 0:
        return short(s, t, at)
    if t[ALONE] and s[at + COUNT]:
        s[at + DEEPER], s[at + BESIDE] = STANDS, s[at + OWN] * t[BY_DRAWN] * t[BY_PLAN]
        s[at + TOPS] = 0
    return gain + kept + ahead(s, t, at, next_hand(s, at))


def short(s: list[int], t: list[int], at: int) -> int:
    """Return how good it is that the hand is not enough for the attack, unless what is drawn makes it so."""
    worth = able(s, t, at)
    lacks, own = s[at + ATTACK] - s[at + SHIELDED] - worth, s[at + OWN]
    if not own:
        return LOST + worth * ONE * ONE + (SAVED if s[FLIPS] else 0)
    likely = t[LIKELY + (own - 1) * MOST_LACKING + lacks]
    risk = (ONE - likely) * (t[BY_FLIP_LAST] if s[FLIPS] else t[BY_DEATH])
    gain = s[at + GAIN] + lying(s, t, at) - lacks * t[BY_DRAWN] * ONE * ONE // t[BY_UNSEEN]
    return gain - risk + ahead(s, t, at, next_hand(s, at))


def fallen(s: list[int], t: list[int], at: int) -> int:
    """Return how good it is that the royal falls, and the same player goes on against the next."""
    if not s[at + ROYALS]:
        return WON
    exact = 1 if s[at + TAKEN] == s[at + HEALTH] else 0
    gain = s[at + GAIN] + t[BY_KILL] * ONE
    if exact:
        gain += (t[BY_EXACT] + t[BY_EXACT_VALUE] * s[at + ATTACK]) * ONE
    else:
        gain -= t[BY_WASTE] * min(s[at + TAKEN] - s[at + HEALTH], MOST_WASTED) * ONE
    if not s[at + COUNT] and not s[at + OWN]:
        gain -= t[BY_EMPTY] * ONE
    attack = next_attack(s[at + ROYALS])
    lacks = max(0, (2 * attack - able(s, t, at)) * ONE - s[at + OWN] * t[BY_UNSEEN])
    s[at + IMMUNE] = NO_SUIT
    found = gain + lying(s, t, at) + kept_of(s, t, at) - t[BY_NEXT_ATTACK] * attack * ONE - t[BY_NEXT_LACKS] * lacks
    if s[at + COUNT]:
        s[at + DEEPER], s[at + BESIDE] = FALLS, gain
        stand_next(s, t, at, attack, exact)
    return found


def stand_next(s: list[int], t: list[int], at: int, attack: int, exact: int) -> None:
    """Make a level what is seen of the next royal, after one that fell."""
    if exact:
        known = s[at + SUIT] != NO_SUIT
        s[at + TOPS] = 1 if known else 0
        s[at + FIRST] = t[BY_ROYAL + s[at + SUIT] * RANKS + s[at + ATTACK] // 5 - 2] if known else NOBODY
    s[at + LYING] += exact
    s[at + DISCARDED] += s[at + FOUGHT] + 1 - exact
    s[at + ROYALS] -= 1
    s[at + SUIT], s[at + ATTACK], s[at + HEALTH] = NO_SUIT, attack, 2 * attack
    s[at + FOUGHT] = s[at + TAKEN] = s[at + SHIELDED] = s[at + HELD_UP] = 0


def next_attack(castle: int) -> int:
    """Return the attack of the next royal, of so many that are left."""
    return JACK if castle > JACKS else QUEEN if castle > QUEENS else KING
