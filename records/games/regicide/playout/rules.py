"""The rules of Regicide on a flat state: what each command does (§ 3 to 9, 11)."""

from __future__ import annotations

from records.games.regicide.player.cards import CLUBS, DIAMONDS, HEARTS, NO_SUIT, SPADES
from records.games.regicide.playout.chance import below
from records.games.regicide.playout.places import (
    ACTIVE,
    BLOCKED,
    CANCELLED,
    CARD,
    CASTLE,
    CASTLE_COUNT,
    CHANCE,
    CHOOSE,
    CHOOSING,
    DAMAGE,
    DISCARD,
    EVERYBODY,
    FIGHT,
    FIGHT_COUNT,
    FLIP,
    FLIPPED,
    FLIPS,
    GRADED,
    HEALTH_OF,
    HEAP_COUNT,
    HELD,
    HELD_COUNT,
    KIND,
    KNOWN,
    MOST_HELD,
    NEED,
    OVER,
    PILE,
    PILE_COUNT,
    PLAY,
    PLAYERS,
    RING,
    ROOM,
    ROYAL,
    SHIELD,
    SUIT_OF,
    TAVERN,
    TAVERN_COUNT,
    TAVERN_TOP,
    VALUE,
    WISH,
    YIELD,
    YIELDED,
)


def act(s: list[int], t: list[int], command: int) -> None:
    """Do what the seat on turn does; ``command`` is legal."""
    kind, what, seat = command // KIND, command % KIND, s[ACTIVE]
    if kind == PLAY:
        play(s, t, what)
    elif kind == YIELD:
        s[YIELDED] |= 1 << seat
        suffer(s, t)
    elif kind == DISCARD:
        give(s, what, PILE, PILE_COUNT)
        begin_turn(s, (seat + 1) % s[PLAYERS])
    elif kind == CHOOSE:
        begin_turn(s, what)
    elif kind == FLIP:
        give(s, (1 << s[HELD_COUNT + seat]) - 1, PILE, PILE_COUNT)
        s[FLIPS] -= 1
        s[FLIPPED] += 1
        draw(s, s[ROOM])
    else:
        s[OVER] = 0


def begin_turn(s: list[int], seat: int) -> None:
    """Let a seat's turn begin (§ 3.1)."""
    s[ACTIVE], s[NEED], s[CHOOSING] = seat, -1, 0
    for other in range(s[PLAYERS]):
        s[WISH + other] = 0


def play(s: list[int], t: list[int], what: int) -> None:
    """Play cards: Step 1 to 3, and Step 4 if the royal stands (§ 3 to 5, 8)."""
    seat, royal, amount, suits = s[ACTIVE], s[ROYAL], 0, 0
    held, jester = HELD + seat * MOST_HELD, 0
    for nth in range(s[HELD_COUNT + seat]):
        if what >> nth & 1:
            card = s[held + nth]
            amount += t[VALUE + card]
            suits |= 1 << t[SUIT_OF + card]
    give(s, what, FIGHT, FIGHT_COUNT)
    s[YIELDED] &= ~(1 << seat)
    jester = suits >> NO_SUIT & 1
    if jester:
        if not s[CANCELLED]:
            if t[SUIT_OF + royal] == SPADES:
                s[SHIELD] += s[BLOCKED]
            s[BLOCKED], s[CANCELLED] = 0, 1
        if s[PLAYERS] == 1:
            begin_turn(s, seat)
        else:
            s[CHOOSING] = 1
        return
    blocked = NO_SUIT if s[CANCELLED] else t[SUIT_OF + royal]
    works = suits & ~(1 << blocked)
    if works >> HEARTS & 1:
        heal(s, amount)
    if works >> DIAMONDS & 1:
        draw(s, amount)
    if works >> SPADES & 1:
        s[SHIELD] += amount
    elif suits >> SPADES & 1:
        s[BLOCKED] += amount
    s[DAMAGE] += amount * 2 if works >> CLUBS & 1 else amount
    if s[DAMAGE] >= t[HEALTH_OF + royal]:
        defeat(s, t)
    else:
        suffer(s, t)


def give(s: list[int], what: int, place: int, count: int) -> None:
    """Lay cards of the hand on turn to others: ``place`` is where those lie, ``count`` where it stands how many they are."""
    seat = s[ACTIVE]
    held, left = HELD + seat * MOST_HELD, 0
    for nth in range(s[HELD_COUNT + seat]):
        card = s[held + nth]
        if what >> nth & 1:
            s[place + s[count]] = card
            s[count] += 1
        else:
            s[held + left] = card
            left += 1
    s[HELD_COUNT + seat] = left


def take(s: list[int], seat: int) -> None:
    """Draw the top card of the Tavern; hands stay sorted."""
    card = s[TAVERN + s[TAVERN_TOP]] & CARD
    s[TAVERN_TOP] = (s[TAVERN_TOP] + 1) % RING
    s[TAVERN_COUNT] -= 1
    held, nth = HELD + seat * MOST_HELD, s[HELD_COUNT + seat]
    while nth > 0 and s[held + nth - 1] > card:
        s[held + nth] = s[held + nth - 1]
        nth -= 1
    s[held + nth] = card
    s[HELD_COUNT + seat] += 1


def draw(s: list[int], number: int) -> None:
    """Draw one card each in turn, from the seat on turn on, as long as there are cards and room (§ 4.3, 11.3)."""
    seat, full = s[ACTIVE], 0
    while number and s[TAVERN_COUNT] and full < s[PLAYERS]:
        if s[HELD_COUNT + seat] < s[ROOM]:
            take(s, seat)
            number -= 1
            full = 0
        else:
            full += 1
        seat = (seat + 1) % s[PLAYERS]


def heal(s: list[int], amount: int) -> None:
    """Shuffle the discard pile and lay cards of it under the Tavern; a single one that was all of the pile is known to all (§ 4.2)."""
    lying = s[PILE_COUNT]
    number = min(amount, lying)
    if not number:
        return
    known = KNOWN if lying == 1 and not s[HEAP_COUNT] else 0
    for _ in range(number):
        nth = below(s, CHANCE, lying)
        lying -= 1
        s[TAVERN + (s[TAVERN_TOP] + s[TAVERN_COUNT]) % RING] = s[PILE + nth] + known
        s[PILE + nth] = s[PILE + lying]
        s[TAVERN_COUNT] += 1
    s[PILE_COUNT] = lying
    s[HEAP_COUNT] = max(0, lying - 1)


def defeat(s: list[int], t: list[int]) -> None:
    """Let the royal fall; the last King ends the game, else the same player goes on against the next royal (§ 5.2 to 5.7)."""
    royal = s[ROYAL]
    if s[DAMAGE] == t[HEALTH_OF + royal]:
        s[TAVERN_TOP] = (s[TAVERN_TOP] + RING - 1) % RING
        s[TAVERN + s[TAVERN_TOP]] = royal + KNOWN
        s[TAVERN_COUNT] += 1
    else:
        s[PILE + s[PILE_COUNT]] = royal
        s[PILE_COUNT] += 1
    for nth in range(s[FIGHT_COUNT]):
        s[PILE + s[PILE_COUNT] + nth] = s[FIGHT + nth]
    s[PILE_COUNT] += s[FIGHT_COUNT]
    s[FIGHT_COUNT] = s[DAMAGE] = s[SHIELD] = s[BLOCKED] = s[CANCELLED] = 0
    if not s[CASTLE_COUNT]:
        s[OVER] = 1 + s[FLIPPED] if s[GRADED] else 1
        return
    s[CASTLE_COUNT] -= 1
    s[ROYAL] = s[CASTLE + s[CASTLE_COUNT]]
    begin_turn(s, s[ACTIVE])


def due(s: list[int], t: list[int]) -> int:
    """Return what the royal's attack takes (§ 6.1)."""
    return max(0, t[VALUE + s[ROYAL]] - s[SHIELD])


def suffer(s: list[int], t: list[int]) -> None:
    """Let the royal attack; where nothing is to be discarded the turn passes on (§ 6.1, 6.5)."""
    s[NEED] = due(s, t)
    if not s[NEED]:
        begin_turn(s, (s[ACTIVE] + 1) % s[PLAYERS])


def may_yield(s: list[int]) -> int:
    """Return 1 where the seat on turn may yield, 0 where it may not (§ 7.2, 7.3)."""
    if s[PLAYERS] == 1:
        return 0
    yielded = s[YIELDED] if s[EVERYBODY] else s[YIELDED] | 1 << s[ACTIVE]
    return 0 if yielded == (1 << s[PLAYERS]) - 1 else 1
