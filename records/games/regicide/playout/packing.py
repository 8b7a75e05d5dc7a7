"""From a position and a world to the flat state of the kernel, and from commands to whole numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.secret import ALL
from records.errors import MalformedCommand
from records.games.regicide.cards import CARDS, JESTERS
from records.games.regicide.model import commands as cmd
from records.games.regicide.model.answers import held, size
from records.games.regicide.model.position import ASIDE, CASTLE, DISCARD, FIGHT, FLIPPED, HEAP, ROYAL, TAVERN
from records.games.regicide.player.cards import NUMBER, VALUE
from records.games.regicide.playout import places
from records.games.regicide.playout.readings import made_for
from records.games.regicide.playout.seeds import begins

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from records.core.ids import SeatKey
    from records.core.playing.dealt_world import DealtWorld
    from records.core.position import Command
    from records.games.regicide.model.commands import RegicideCommand
    from records.games.regicide.model.position import RegicidePosition

MOST_CARDS = 54


class CannotPackError(Exception):
    """A position that the kernel was not made for: laid out beyond what a game can come to, or with cards that nobody noted."""


class Packing:
    """A decision, to be filled in with one world after the other. Raises ``CannotPackError``."""

    def __init__(self, position: RegicidePosition) -> None:
        state, table = position.state, position.table
        if state.outcome is not None or state.active is None or not state.turn:
            raise CannotPackError("no decision is to be made here")
        if not made_for(state.rules):
            raise CannotPackError("the game is played by other rules")
        aside, used = size(table, ASIDE), len(table.zones.get(FLIPPED, ()))
        flips = state.alone and state.rules["solo_flips"] == "two"
        if aside and not flips:
            raise CannotPackError("Jesters lie aside that cannot be flipped")
        lying = sum(held(table, seat).count for seat in state.seats) + sum(size(table, deck) for deck in (TAVERN, CASTLE, HEAP))
        if lying + len(table.zones.get(DISCARD, ())) + len(table.zones.get(FIGHT, ())) >= MOST_CARDS + JESTERS:
            raise CannotPackError("there are more cards than a deck has")
        if size(table, CASTLE) > places.MOST_CASTLE or any(held(table, seat).count > state.hand for seat in state.seats):
            raise CannotPackError("there are more cards in a place than a game can come to")
        self._position = position
        self._base = [0] * places.STATE
        base, seats = self._base, {seat: nth for nth, seat in enumerate(state.seats)}
        base[places.PLAYERS], base[places.ROOM], base[places.ACTIVE] = len(seats), state.hand, seats[state.active]
        base[places.DAMAGE], base[places.SHIELD], base[places.BLOCKED] = state.damage, state.shield, state.blocked
        base[places.CANCELLED], base[places.CHOOSING] = int(state.cancelled), int(state.choosing)
        base[places.NEED] = -1 if state.need is None else state.need
        base[places.YIELDED] = sum(1 << seats[seat] for seat in state.yielded)
        base[places.EVERYBODY] = int(state.rules["yielding"] == "everybody's last turns")
        base[places.FLIPS], base[places.FLIPPED], base[places.OVER] = aside, used, -1
        base[places.GRADED] = int(state.alone and aside + used == JESTERS)
        base[places.HEAP_COUNT] = size(table, HEAP)
        for seat, wants in state.wishes:
            base[places.WISH + seats[seat]] = 1 if wants else -1
        self._fight = _numbers(table.zones.get(FIGHT, ()))
        self._pile = _numbers(table.zones.get(DISCARD, ()))
        self._slot = table.piles[ROYAL][0]
        self._known = [
            places.KNOWN if block.count == 1 and block.known_to == ALL and block.faces else 0
            for block in table.decks.get(TAVERN, ())
            for _ in range(block.count)
        ]

    def filled(self, world: DealtWorld, seed: int) -> list[int]:
        """Return the state in a world; raises ``CannotPackError`` where a card is not noted in it either."""
        position, s = self._position, self._base.copy()
        state, table = position.state, position.table
        (s[places.ROYAL],) = _numbers((world.slots.get(self._slot, str(table.slots[self._slot].face)),))
        tavern = _numbers(world.decks.get(TAVERN, ()))
        pile = self._pile + _numbers(world.decks.get(HEAP, ()))
        castle = _numbers(self._castle(world))
        if len(tavern) != len(self._known) or len(castle) != size(table, CASTLE) or not CARDS[world.slots[self._slot]].royal:
            raise CannotPackError("the world is not one of this position")
        for nth, seat in enumerate(state.seats):
            hand = held(table, seat)
            cards = sorted(_numbers(world.hands.get(seat, hand.faces)))
            if len(cards) != hand.count:
                raise CannotPackError(f"nobody noted what {seat} holds")
            _put(s, places.HELD + nth * places.MOST_HELD, cards)
            s[places.HELD_COUNT + nth] = len(cards)
        _put(s, places.TAVERN, [card + known for card, known in zip(tavern, self._known, strict=True)])
        _put(s, places.CASTLE, castle[::-1])
        _put(s, places.PILE, pile)
        _put(s, places.FIGHT, self._fight)
        s[places.TAVERN_COUNT], s[places.CASTLE_COUNT] = len(tavern), len(castle)
        s[places.PILE_COUNT], s[places.FIGHT_COUNT] = len(pile), len(self._fight)
        _put(s, places.CHANCE, begins(seed))
        return s

    def _castle(self, world: DealtWorld) -> Iterator[str]:
        """The castle in a world, top first; of a block the lowest rank comes first, as the dealer has it."""
        cards, first = world.decks.get(CASTLE, ()), 0
        for block in self._position.table.decks.get(CASTLE, ()):
            yield from sorted(cards[first : first + block.count], key=lambda card: VALUE[NUMBER[card]])
            first += block.count

    # -- commands ------------------------------------------------------------------------------------------------------

    def code(self, command: Command | None) -> int:
        """Return a legal command as a number; raises ``MalformedCommand`` for one that decides nothing about cards."""
        match command:
            case None:
                return places.POLICY
            case cmd.Play():
                return places.PLAY * places.KIND + self._part(command.seat, command.cards)
            case cmd.Yield():
                return places.YIELD * places.KIND
            case cmd.Discard():
                return places.DISCARD * places.KIND + self._part(command.seat, command.cards)
            case cmd.ChooseNext():
                return places.CHOOSE * places.KIND + self._position.state.seats.index(command.next)
            case cmd.Flip():
                return places.FLIP * places.KIND
            case cmd.Fall() | cmd.Resign():
                return places.FALL * places.KIND
            case _:
                raise MalformedCommand(f"{type(command).__name__} is not a move that can be played on from")

    def _part(self, seat: SeatKey, cards: Sequence[object]) -> int:
        """Cards of a hand as a bit each, by their places among its sorted cards."""
        hand, part = sorted(_numbers(held(self._position.table, seat).faces)), 0
        for card in _numbers(cards):
            part |= 1 << next(nth for nth, one in enumerate(hand) if one == card and not part >> nth & 1)
        return part


def command_of(code: int, position: RegicidePosition) -> RegicideCommand:
    """Return the command of the seat on turn that a number stands for; its hand is known."""
    kind, what = divmod(code, places.KIND)
    state, seat = position.state, position.state.active
    if seat is None:
        raise CannotPackError("nobody is to act")
    hand = held(position.table, seat).faces
    answers = state.pending[0].id if state.pending else ""
    cards = tuple(card for nth, card in enumerate(hand) if what >> nth & 1)
    match kind:
        case places.PLAY:
            return cmd.Play(seat=seat, cards=cards)
        case places.YIELD:
            return cmd.Yield(seat=seat)
        case places.DISCARD:
            return cmd.Discard(seat=seat, cards=cards, answers=answers)
        case places.CHOOSE:
            return cmd.ChooseNext(seat=seat, next=state.seats[what], answers=answers)
        case places.FLIP:
            return cmd.Flip(seat=seat, step=1 if state.need is None else 4, cards=hand, answers=answers)
        case _ if state.need is None:
            return cmd.Fall(seat=seat, why="cannot-act")
        case _:
            return cmd.Fall(seat=seat, why="cannot-defend", below=state.need, answers=answers)


def _put(s: list[int], at: int, numbers: Sequence[int]) -> None:
    s[at : at + len(numbers)] = numbers


def _numbers(cards: Iterable[object]) -> list[int]:
    try:
        return [NUMBER[str(card)] for card in cards]
    except KeyError as error:
        raise CannotPackError(f"nobody noted which card it is: {error}") from None
