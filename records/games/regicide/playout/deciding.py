"""What the seat on turn does by itself, and a game played on to its end: ``player.policy`` on a flat state.

Talk changes nothing and is left out, but for who wishes to go next after a Jester.
"""

from __future__ import annotations

from records.games.regicide.player.cards import NO_SUIT
from records.games.regicide.player.policy import UNSEEN, WISHES
from records.games.regicide.player.sight import LOST
from records.games.regicide.playout.chance import below, pick_anew
from records.games.regicide.playout.hands import comes_first, size, sums
from records.games.regicide.playout.looking import flips, look, yields
from records.games.regicide.playout.places import (
    ACTIVE,
    ATTACK,
    BLOCKED,
    CANCELLED,
    CASTLE_COUNT,
    CHOOSE,
    CHOOSING,
    COSTS,
    COUNT,
    DAMAGE,
    DISCARD,
    DISCARDED,
    FALL,
    FIGHT_COUNT,
    FIRST,
    FLIP,
    FLIPS,
    FOUGHT,
    FOUND,
    HAND,
    HEALTH,
    HEALTH_OF,
    HELD,
    HELD_COUNT,
    HELD_UP,
    IMMUNE,
    KIND,
    KNOWN,
    LYING,
    MOST_HELD,
    NEED,
    NOBODY,
    OTHERS,
    OVER,
    PICKS,
    PILE_COUNT,
    PLAYERS,
    POLICY,
    RING,
    ROOM,
    ROYAL,
    ROYALS,
    SHIELD,
    SHIELDED,
    SIGHT,
    STATE,
    SUIT,
    SUIT_OF,
    SUMS,
    TAKEN,
    TAVERN,
    TAVERN_COUNT,
    TAVERN_TOP,
    TOP,
    TOPS,
    VALUE,
    WISH,
    WORTH,
    YIELD,
)
from records.games.regicide.playout.rules import act, may_yield

UNSEEN_TWICE = int(UNSEEN * 2)
CHANCES = 1 << 30
SPEAKS = int(WISHES * CHANCES)
"""How often somebody says after a Jester whether to go next, of so many chances."""


def see(s: list[int], t: list[int]) -> None:
    """Make the first level what the seat on turn sees."""
    seat, royal, players = s[ACTIVE], s[ROYAL], s[PLAYERS]
    s[SIGHT + COUNT] = s[HELD_COUNT + seat]
    for nth in range(s[HELD_COUNT + seat]):
        s[SIGHT + HAND + nth] = s[HELD + seat * MOST_HELD + nth]
    for nth in range(players - 1):
        s[SIGHT + OTHERS + nth] = s[HELD_COUNT + (seat + 1 + nth) % players]
    s[SIGHT + SUIT] = t[SUIT_OF + royal]
    s[SIGHT + IMMUNE] = NO_SUIT if s[CANCELLED] else t[SUIT_OF + royal]
    s[SIGHT + ATTACK], s[SIGHT + HEALTH], s[SIGHT + TAKEN] = t[VALUE + royal], t[HEALTH_OF + royal], s[DAMAGE]
    s[SIGHT + SHIELDED], s[SIGHT + HELD_UP] = s[SHIELD], s[BLOCKED]
    s[SIGHT + LYING], s[SIGHT + DISCARDED] = s[TAVERN_COUNT], s[PILE_COUNT]
    s[SIGHT + FOUGHT], s[SIGHT + ROYALS] = s[FIGHT_COUNT], s[CASTLE_COUNT]
    s[SIGHT + TOP], s[SIGHT + FIRST] = s[TAVERN_TOP], NOBODY
    known = 0
    while known < s[TAVERN_COUNT] and s[TAVERN + (s[TAVERN_TOP] + known) % RING] >= KNOWN:
        known += 1
    s[SIGHT + TOPS] = known


def decide(s: list[int], t: list[int]) -> int:
    """Return the command of the seat on turn."""
    if s[CHOOSING]:
        return choose(s, t)
    see(s, t)
    return begin(s, t) if s[NEED] < 0 else meet_attack(s, t)


def begin(s: list[int], t: list[int]) -> int:
    """Return how a turn begins: the best play, or to yield, flip or fall."""
    found, worth, flipping = FALL * KIND, LOST * 3, s[FLIPS] and s[PLAYERS] == 1
    for nth in range(look(s, t)):
        part = s[SIGHT + FOUND + nth]
        more = s[SIGHT + WORTH + nth] - worth
        if more > 0 or (more == 0 and earlier(s, part, found)):
            found, worth = part, s[SIGHT + WORTH + nth]
    if may_yield(s):
        other = yields(s, t)
        if other > worth:
            found, worth = YIELD * KIND, other
    if flipping:
        other = flips(s, t) if s[TAVERN_COUNT] else LOST * 2
        if other > worth:
            found = FLIP * KIND
    return found


def earlier(s: list[int], one: int, two: int) -> int:
    """Return 1 where the first of two parts of the hand has fewer cards, or as many and stands before the other, else 0."""
    less = size(one) - size(two)
    return comes_first(s, SIGHT, one, two) if less == 0 else 1 if less < 0 else 0


def meet_attack(s: list[int], t: list[int]) -> int:
    """Return how an attack is met: with the cards that are worth least, else with a Jester."""
    found, need, parts = -1, s[NEED], sums(s, t, SIGHT)
    for part in range(parts if need else 1):
        if s[SUMS + part] < need:
            continue
        more = s[COSTS + part] - s[COSTS + found] if found >= 0 else -1
        if more < 0 or (more == 0 and earlier(s, part, found)):
            found = part
    if found >= 0:
        return DISCARD * KIND + found
    return FLIP * KIND if s[FLIPS] and s[PLAYERS] == 1 else FALL * KIND


def choose(s: list[int], t: list[int]) -> int:
    """Return who goes next after a Jester: who wished it, else who holds most cards."""
    players = s[PLAYERS]
    while below(s, PICKS, CHANCES) <= SPEAKS:
        silent = 0
        for seat in range(players):
            silent += 0 if s[WISH + seat] else 1
        if not silent:
            break
        nth = below(s, PICKS, silent)
        for seat in range(players):
            if not s[WISH + seat]:
                if nth == 0:
                    s[WISH + seat] = wish(s, t, seat)
                nth -= 1
    found, worth = 0, -1
    for seat in range(players):
        rank = ((s[WISH + seat] + 1) * (MOST_HELD + 1) + s[HELD_COUNT + seat]) * CHANCES + below(s, PICKS, CHANCES)
        if rank > worth:
            found, worth = seat, rank
    return CHOOSE * KIND + found


def wish(s: list[int], t: list[int], seat: int) -> int:
    """Return 1 where a seat's hand is worth more than the mean of a full one, so that it wishes to go next, else -1."""
    worth = 0
    for nth in range(s[HELD_COUNT + seat]):
        worth += t[VALUE + s[HELD + seat * MOST_HELD + nth]]
    return 1 if worth * 2 > UNSEEN_TWICE * s[ROOM] else -1


def play_on(s: list[int], t: list[int], command: int) -> int:
    """Play a game to its end, with a command first, and return how it ended (``OVER``).

    The players pick anew after each command, so the same follows from it whether it was told or decided.
    """
    while s[OVER] < 0:
        act(s, t, decide(s, t) if command == POLICY else command)
        command = POLICY
        pick_anew(s)
    return s[OVER]


def play_all(games: list[int], commands: list[int], ends: list[int], s: list[int], t: list[int]) -> None:
    """Play each game on with each command, and note how it ended: for each command all games.

    ``games`` are states one after the other, with their seeds; ``s`` is space for one of them and for looking ahead.
    """
    number = len(games) // STATE
    for nth in range(len(commands)):
        for game in range(number):
            for cell in range(STATE):
                s[cell] = games[game * STATE + cell]
            ends[nth * number + game] = play_on(s, t, commands[nth])
