"""A player for simulated games that wins some of them.

It looks at its own hand and at what everybody knows, weighs every play by what it does to the royal, what it brings, what the answer of
the royal will cost and what the same hand can do next, and meets an attack with the cards that are worth least to keep.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from records.core.asking.chance import Picker
from records.core.ids import SeatKey
from records.core.secret import ALL
from records.core.tables.table_state import TableState
from records.errors import ImpossibleEvent
from records.games.regicide.cards import CARDS
from records.games.regicide.deciding.legal import discard, discards, legal
from records.games.regicide.deciding.suffering import flips_left
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.answers import held, lying, size
from records.games.regicide.model.position import CASTLE, FIGHT, TAVERN, RegicidePosition, royal_of
from records.games.regicide.player.cards import NO_SUIT, NUMBER, SUIT, numbered
from records.games.regicide.player.sight import LOST, Outlook, Sight
from records.games.regicide.player.weights import ALONE, TOGETHER

UNSEEN = 5.5
"""The mean worth of a card: a seat that holds more likes to go next."""
TALKS = 0.01
"""How often somebody says how many cards are left, and how often somebody speaks after a Jester."""
WISHES = 0.3
BY_ONESELF, IN_COMPANY = Outlook(ALONE, alone=True), Outlook(TOGETHER, alone=False)
"""Made once: what each keeps of its weights is kept with it."""
DEPTH_ALONE, DEPTH_TOGETHER = 2, 1
"""Further plays of the same hand that are looked at; among others only those after a kill, for in between the others play."""


def start(seats: tuple[SeatKey, ...], picker: Picker) -> cmd.Start:
    """Return how a simulated game begins: any seat may start."""
    return cmd.Start(seats=seats, begins=picker.choice(seats))


def policy(position: RegicidePosition, picker: Picker) -> cmd.RegicideCommand:
    """Return what the seat to act does, or what somebody says; ``position`` may be that of the full log."""
    state, seat = position.state, position.state.active
    meets = (
        [] if state.need is None or seat is None or state.choosing or state.outcome is not None else discards(position, seat, state.need)
    )
    options = () if meets else legal(position)
    if seat is None or not (meets or options):
        raise ImpossibleEvent("nobody is to act")
    if (talk := _talk(position, picker)) is not None:
        return talk
    outlook = BY_ONESELF if state.alone else IN_COMPANY
    if meets:
        worth = outlook.kept_by_name[_immune(position)]
        return discard(position, seat, min(meets, key=lambda cards: sum(map(worth.__getitem__, cards))))
    if isinstance(options[0], cmd.ChooseNext):
        return _next(position, [option for option in options if isinstance(option, cmd.ChooseNext)], picker)
    if state.need is not None:
        return options[0]  # a Jester is flipped, and the game is only given up without one
    sight = _sight(position, seat)
    worths = {tuple(sorted(cards)): worth for cards, worth in outlook.plays(sight, DEPTH_ALONE if outlook.alone else DEPTH_TOGETHER)}
    return max(options, key=lambda option: _worth(outlook, sight, worths, option))


def _sight(position: RegicidePosition, seat: SeatKey) -> Sight:
    """What a seat sees."""
    state, table, royal = position.state, position.table, royal_of(position.table)
    return Sight(
        hand=numbered(held(table, seat).faces),
        others=tuple(held(table, other).count for other in state.around(seat)[1:]),
        room=state.hand,
        suit=SUIT[NUMBER[royal.name]],
        immune=_immune(position),
        attack=royal.value,
        health=royal.health,
        damage=state.damage,
        shield=state.shield,
        blocked=state.blocked,
        tavern=size(table, TAVERN),
        pile=lying(table),
        fight=len(table.zones.get(FIGHT, ())),
        castle=size(table, CASTLE),
        flips=flips_left(table),
        top=tuple(_top(table)),
    )


def _immune(position: RegicidePosition) -> int:
    """The suit that the royal is immune to."""
    return NO_SUIT if position.state.cancelled else SUIT[NUMBER[royal_of(position.table).name]]


def _top(table: TableState) -> Iterator[int]:
    """The cards on top of the Tavern that everybody knows."""
    for block in table.decks.get(TAVERN, ()):
        if block.count > 1 or block.known_to != ALL or not block.faces:
            return
        yield NUMBER[block.faces[0]]


def _worth(outlook: Outlook, sight: Sight, worths: Mapping[tuple[int, ...], int], option: cmd.RegicideCommand) -> int:
    """Return how good it is to begin a turn so."""
    match option:
        case cmd.Play():
            return worths.get(tuple(sorted(numbered(option.cards))), LOST * 2)
        case cmd.Yield():
            return outlook.yields(sight)
        case cmd.Flip():
            return outlook.flips(sight) if sight.tavern else LOST * 2
        case _:
            return LOST * 3


def _talk(position: RegicidePosition, picker: Picker) -> cmd.Say | None:
    state = position.state
    if state.alone or picker.random() > (WISHES if state.choosing else TALKS):
        return None
    silent = [seat for seat in state.seats if seat not in dict(state.wishes)]
    if not state.choosing:
        return cmd.Say(seat=picker.choice(state.seats), statement="tavern-count", number=size(position.table, TAVERN))
    if not silent:
        return None
    seat = picker.choice(silent)
    wants = sum(CARDS[card].value for card in held(position.table, seat).faces) > UNSEEN * state.hand
    return cmd.Say(seat=seat, statement="wants-next" if wants else "avoids-next")


def _next(position: RegicidePosition, options: Sequence[cmd.ChooseNext], picker: Picker) -> cmd.ChooseNext:
    """Name who wished it, else who holds most cards."""
    wishes = dict(position.state.wishes)

    def rank(option: cmd.ChooseNext) -> tuple[int, int, float]:
        wish = 0 if option.next not in wishes else 1 if wishes[option.next] else -1
        return wish, held(position.table, option.next).count, picker.random()

    return max(options, key=rank)
