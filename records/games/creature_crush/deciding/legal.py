"""Every command that a seat may give now, as far as the log shows its hand.

Bounded: of sets of cards, of orders and of camps at most ``LISTED`` are listed; ``decide`` takes the others too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, islice, permutations
from typing import TypeVar

from records.core.faces import known
from records.core.ids import SeatKey
from records.core.secret import secret
from records.core.shared import Asked
from records.core.tables.hands import Hand
from records.games.creature_crush.deciding.battle import crush_dice, usable
from records.games.creature_crush.deciding.cells import attack_targets, crush_cells, may_act, move_cells, summon_cells
from records.games.creature_crush.deciding.flipping import face_down, flips
from records.games.creature_crush.deciding.paying import burnable, payable, ways_to_burn
from records.games.creature_crush.deciding.set_up import CAMP, DRAWN, KEPT
from records.games.creature_crush.deciding.sight import Sight, off_field, sight_of
from records.games.creature_crush.effects.verbs import SwapCreatures
from records.games.creature_crush.model import commands as cmd
from records.games.creature_crush.model.places import camp, pool
from records.games.creature_crush.model.position import CrushPosition
from records.games.creature_crush.model.turn_events import Dice
from records.games.creature_crush.resolving.answering import next_slot, to_discard
from records.games.creature_crush.resolving.options import cards_of, cells_for, fitting, in_hells, step_of, targets_of

T = TypeVar("T")
LISTED, WRITTEN_DOWN = 60, 1_000
"""How many sets are listed where there are more, and how many for recording a game."""
PAIR = 2


def legal(position: CrushPosition, most: int = LISTED) -> tuple[cmd.CrushCommand, ...]:
    """Return what the seat to act may do, at most ``most`` sets of one kind; ``()`` before the game begins and after its end."""
    return seen_legal(sight_of(position), most)


def seen_legal(sight: Sight, most: int = LISTED) -> tuple[cmd.CrushCommand, ...]:
    """Return the same by what is seen of a position."""
    state = sight.state
    if state.outcome is not None or state.missing:
        return ()
    if state.pending:
        return tuple(_answers(sight, state.pending[0], most))
    if state.active is None or state.phase not in ("battle", "tactics"):
        return ()
    seat = state.active
    found = _battle(sight, seat) if state.phase == "battle" else _tactics(sight, seat)
    if state.rules["enemy_turn_flips"] != "after events":
        found += _flips(sight, state.other(seat))
    return tuple(found)


def held(sight: Sight, seat: SeatKey) -> tuple[str, ...]:
    """Return the different cards that the log shows in a hand."""
    cards = sight.state.cards
    return tuple(sorted({face for face in sight.table.hand(seat).faces if face in cards}))


def _battle(sight: Sight, seat: SeatKey) -> list[cmd.CrushCommand]:
    ways = payable(sight.state)
    found = _plays(sight, seat, ways)
    slots, cards = sight.slots, sight.state.cards
    for slot in sight.standing(seat):
        card = cards.get(slots[slot].seen)  # type: ignore[arg-type]  # what is no name is not there
        if card is None:
            continue
        paid = ways.get(card.cost)
        if paid is not None and may_act(sight, slot) and sight.attack(slot):
            targets = attack_targets(sight, slot)
            found += [cmd.AttackWith(seat=seat, slot=slot, target=target, dice=dice) for dice in paid for target in targets]
        if card.conditioned:
            found += [cmd.UseEffect(seat=seat, slot=slot, line=line) for line in usable(sight, slot)]
    found += _flips(sight, seat)
    found.append(cmd.EndBattle(seat=seat))
    return found


def _plays(sight: Sight, seat: SeatKey, ways: Mapping[int, tuple[Dice, ...]]) -> list[cmd.CrushCommand]:
    """Return the cards of the hand that can be played; ``ways`` to pay each cost of a creature."""
    state, found = sight.state, list[cmd.CrushCommand]()
    for name in held(sight, seat):
        card = state.cards[name]
        if card.creature:
            paid = ways.get(card.cost)
            if paid is not None:
                cells = summon_cells(sight, seat)
                found += [cmd.Summon(seat=seat, card=name, cell=cell, dice=dice) for dice in paid for cell in cells]
        elif open_to_crush := crush_cells(sight, seat):
            least, most = crush_dice(state) if card.any_dice else (card.cost, card.cost)
            burns = burnable(state)
            burnt = [dice for number in range(least, most + 1) for dice in burns.get(number, ())]
            if burnt:
                hidden = secret(name, to=(seat,))
                found += [cmd.LayCrush(seat=seat, card=hidden, cell=cell, dice=dice) for dice in burnt for cell in open_to_crush]
    return found


def _flips(sight: Sight, seat: SeatKey) -> list[cmd.CrushCommand]:
    found = list[cmd.CrushCommand]()
    for slot in face_down(sight, seat):
        card = sight.open_card(slot)
        if card is not None and flips(sight, seat, slot, card) is not None:
            found.append(cmd.Flip(seat=seat, slot=slot, card=card.name))
    return found


def _tactics(sight: Sight, seat: SeatKey) -> list[cmd.CrushCommand]:
    state, found = sight.state, list[cmd.CrushCommand]()
    one_die = ways_to_burn(state, 1)
    if one_die:
        able = [slot for slot in sight.standing(seat) if sight.open_card(slot) is not None and may_act(sight, slot)]
        for slot in able:
            found += [cmd.MoveAlly(seat=seat, slot=slot, cell=cell, dice=dice) for cell in move_cells(sight, slot) for dice in one_die]
        pairs = ways_to_burn(state, PAIR)
        found += [cmd.Swap(seat=seat, slots=(one, other), dice=dice) for one, other in combinations(able, PAIR) for dice in pairs]
    if state.rules["own_flips"] != "battle phase and windows":
        found += _flips(sight, seat)
    found.append(cmd.EndTurn(seat=seat))
    return found


def _answers(sight: Sight, asked: Asked, most: int) -> Iterator[cmd.CrushCommand]:
    seat, state = asked.seat, sight.state
    match asked.what:
        case "respond":
            yield from _flips(sight, seat)
            yield cmd.Pass(seat=seat)
        case "order":
            for order in islice(permutations(effect.id for effect in state.waiting), most):
                yield cmd.OrderChain(seat=seat, ids=order)
        case "draft":
            yield from _drafts(sight, seat)
        case "camp":
            yield from _camps(sight, seat)
        case "discard":
            due = to_discard(sight, asked)
            for cards in _sets(sight.table.hands.get(seat, Hand()).faces, due, due, most):
                yield cmd.Discard(seat=seat, cards=cards)
        case _:
            yield from _choices(sight, asked, most)


def _drafts(sight: Sight, seat: SeatKey) -> Iterator[cmd.CrushCommand]:
    hand = sight.table.hands.get(seat, Hand()).faces
    if len(hand) == DRAWN:
        for kept in combinations(hand, KEPT):
            left = list(hand)
            for face in kept:
                left.remove(face)
            yield cmd.KeepDraft(seat=seat, kept=secret(*kept, to=(seat,)), left=secret(*left, to=(seat,)))


def _camps(sight: Sight, seat: SeatKey) -> Iterator[cmd.CrushCommand]:
    """A few camps of the collection, as examples."""
    there = sorted({str(face) for block in sight.table.decks.get(pool(seat), ()) for face in block.faces or ()})
    for first in range(0, len(there) - CAMP + 1, CAMP):
        yield cmd.ChooseCamp(seat=seat, cards=secret(*there[first : first + CAMP], to=(seat,)))


def _choices(sight: Sight, asked: Asked, most: int) -> Iterator[cmd.CrushCommand]:
    """What a seat may answer to an effect."""
    seat, state = asked.seat, sight.state
    effect = state.chain[-1]
    step = step_of(state, effect)
    match asked.what:
        case "target":
            for slots in _sets(fitting(sight, effect, targets_of(step)), asked.least, asked.most, most):
                if not isinstance(step.verb, SwapCreatures) or len({sight.controller(slot) for slot in slots}) <= 1:
                    yield cmd.Answer(seat=seat, slots=slots)
        case "cell":
            for cell in cells_for(sight, effect, step, next_slot(sight, effect, step)):
                yield cmd.Answer(seat=seat, cells=(cell,))
        case "hell":
            numbers = [number for number, *_rest in in_hells(sight, effect, cards_of(step))]
            for indices in _sets(numbers, asked.least, asked.most, most):
                yield cmd.Answer(seat=seat, indices=indices)
        case "may":
            yield cmd.Answer(seat=seat)
            yield cmd.Pass(seat=seat)
        case "dice":
            yield from (cmd.Burn(seat=seat, dice=dice) for dice in ways_to_burn(state, asked.least))
        case "search":
            yield from (cmd.Fetch(seat=seat, card=secret(name, to=(seat,))) for name in _unseen(sight, asked))
            yield cmd.FindNothing(seat=seat)
        case _:
            for cards in _sets(_unseen(sight, asked), 1, asked.most, most):
                yield cmd.Answer(seat=seat, cards=cards)
            yield cmd.Pass(seat=seat)


def _unseen(sight: Sight, asked: Asked) -> tuple[str, ...]:
    """Return the cards of the own hand or camp that a sentence speaks of, as far as the log shows them."""
    effect = sight.state.chain[-1]
    cards = cards_of(step_of(sight.state, effect))
    if asked.what == "from-hand":
        there: Iterable[str] = held(sight, asked.seat)
    else:
        there = sorted({str(face) for block in sight.table.decks.get(camp(asked.seat), ()) for face in block.faces or ()})
    return tuple(name for name in there if known(name) and off_field(sight.state, name, cards, effect.x))


def _sets(there: Iterable[T], least: int, largest: int, listed: int) -> Iterator[tuple[T, ...]]:
    """Yield different sets of so many of some things, at most ``listed``."""
    of = tuple(there)
    found = (chosen for size in range(least, largest + 1) for chosen in combinations(of, size))
    yield from islice(dict.fromkeys(islice(found, 10 * listed)), listed)
