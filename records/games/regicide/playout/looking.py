"""Which play looks best to the simulated player, with the plays that may follow it: a loop for each play that is looked ahead."""

from __future__ import annotations

from records.games.regicide.player.sight import LOST, ONE, WIDTH, WON
from records.games.regicide.playout.hands import comes_first, plays
from records.games.regicide.playout.outlook import ahead, lying, meet, next_hand, weigh
from records.games.regicide.playout.places import (
    AFTER,
    ALONE,
    BESIDE,
    BY_DRAWN,
    BY_FLIP_FIRST,
    BY_PLAN,
    BY_PLAN_KILL,
    BY_YIELDS,
    DEEPER,
    ENDS,
    FOUND,
    LEVEL,
    LYING,
    NOBODY,
    ROOM,
    ROOMS,
    SIGHT,
    STANDS,
    WORTH,
)


def weigh_all(s: list[int], t: list[int], at: int) -> int:
    """Note every play of a level's hand with how good it is by itself, and return how many there are."""
    number = plays(s, t, at)
    for nth in range(number):
        s[at + WORTH + nth] = weigh(s, t, at, s[at + FOUND + nth])
    return number


def best_first(s: list[int], at: int, number: int) -> int:
    """Put the plays first that look best, and return how many of them are looked at more deeply."""
    wanted = min(number, WIDTH)
    for place in range(wanted):
        best = place
        for nth in range(place + 1, number):
            more = s[at + WORTH + nth] - s[at + WORTH + best]
            if more > 0 or (more == 0 and comes_first(s, at, s[at + FOUND + nth], s[at + FOUND + best])):
                best = nth
        for cell in (at + FOUND, at + WORTH):
            s[cell + place], s[cell + best] = s[cell + best], s[cell + place]
    return wanted


def mixed(s: list[int], t: list[int], at: int, found: int, deeper: int) -> int:
    """Return how good a play is by itself and by the best play of the level after it."""
    deeper += s[at + BESIDE]
    share = t[BY_PLAN_KILL]
    if s[at + DEEPER] == STANDS:
        if deeper >= WON // 2:
            return deeper
        share, deeper = t[BY_PLAN], max(found, deeper)
    return (found * (ONE - share) + deeper * share) // ONE


def best(s: list[int], t: list[int], at: int) -> int:
    """Return how good the best play of a level is by itself."""
    found = LOST
    for nth in range(weigh_all(s, t, at)):
        if nth == 0 or s[at + WORTH + nth] > found:
            found = s[at + WORTH + nth]
    return found


def best_ahead(s: list[int], t: list[int], at: int) -> int:
    """Return how good the best play of a level is, looked at with the best play after it."""
    number = best_first(s, at, weigh_all(s, t, at))
    best_yet = LOST
    for nth in range(number):
        found = weigh(s, t, at, s[at + FOUND + nth])
        if s[at + LEVEL + DEEPER] != ENDS:
            found = mixed(s, t, at + LEVEL, found, best(s, t, at + LEVEL))
        if nth == 0 or found > best_yet:
            best_yet = found
    return best_yet


def look(s: list[int], t: list[int]) -> int:
    """Note the plays that look best at first sight with how good they are, looked at more deeply; return how many there are."""
    number = best_first(s, SIGHT, weigh_all(s, t, SIGHT))
    for nth in range(number):
        found = weigh(s, t, SIGHT, s[SIGHT + FOUND + nth])
        if s[AFTER + DEEPER] != ENDS:
            deeper = best_ahead(s, t, AFTER) if t[ALONE] else best(s, t, AFTER)
            found = mixed(s, t, AFTER, found, deeper)
        s[SIGHT + WORTH + nth] = found
    return number


def yields(s: list[int], t: list[int]) -> int:
    """Return how good it is to play nothing."""
    for nth in range(ROOMS):
        s[AFTER + nth] = s[SIGHT + nth]
    kept = meet(s, t, AFTER)
    if kept < 0:
        return LOST
    return lying(s, t, AFTER) + kept + ahead(s, t, AFTER, next_hand(s, AFTER)) - t[BY_YIELDS] * ONE


def flips(s: list[int], t: list[int]) -> int:
    """Return how good it is to flip a Jester before playing."""
    for nth in range(ROOMS):
        s[AFTER + nth] = s[SIGHT + nth]
    drawn = min(s[ROOM], s[SIGHT + LYING])
    s[AFTER + LYING] -= drawn
    return lying(s, t, AFTER) + (drawn * t[BY_DRAWN] - t[BY_FLIP_FIRST]) * ONE + ahead(s, t, AFTER, NOBODY)
