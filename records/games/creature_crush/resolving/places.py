"""Verbs that put creatures elsewhere: moved, swapped, sent back, taken over, revived, summoned."""

from __future__ import annotations

from collections.abc import Iterable

from records.core.faces import UNKNOWN, Face, known, told
from records.core.ids import PileId, SlotId, slot_id
from records.core.requests import ChanceRequest
from records.errors import NotNoted
from records.games.creature_crush.deciding.cells import summon_cells, summon_room
from records.games.creature_crush.deciding.triggers import by_keyword, trigger, watching
from records.games.creature_crush.effects.verbs import (
    MoveCreatures,
    RecoverCards,
    ReturnToHand,
    ReviveCreatures,
    SummonCreatures,
    SwapCreatures,
    TakeControl,
)
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.chain import Happened
from records.games.creature_crush.model.places import camp
from records.games.creature_crush.model.set_up_events import CampShuffled
from records.games.creature_crush.resolving.frame import Frame
from records.games.creature_crush.resolving.options import cells_for, in_hells, step_of

PAIR = 2


def _cell(frame: Frame, slot: SlotId | None = None) -> PileId | None:
    """Return where the next card goes; "" where it can go nowhere, None where a seat was asked."""
    if frame.effect.cells:
        return frame.effect.cells[0]
    cells = cells_for(frame.sight, frame.effect, step_of(frame.script.state, frame.effect), slot)
    if len(cells) > 1:
        frame.ask("cell")
        return None
    return cells[0] if cells else PileId("")


def _ends(frame: Frame) -> bool:
    """End a sentence that was applied to what it has put somewhere."""
    frame.that, frame.fizzled = frame.effect.did, not frame.effect.did
    return True


def _put(frame: Frame, slots: Iterable[SlotId], event: type[ev.ShiftedByEffect | ev.ControlTaken], rule: str) -> bool:
    for slot in slots:
        cell = _cell(frame, slot)
        if cell is None:
            return False
        if cell:
            frame.script.write(event(rule=rule, slot=slot, cell=cell))
            if event is ev.ShiftedByEffect:
                trigger(frame.script, *watching(frame.sight, Happened("moved", slot)))
    return _ends(frame)


def move_creatures(frame: Frame, verb: MoveCreatures) -> bool:
    """Put creatures on free cells of their side; whose effect it is chooses the cells."""
    slots = _fixed(frame, verb)
    return slots is not None and _put(frame, slots, ev.ShiftedByEffect, "7.5")


def take_control(frame: Frame, verb: TakeControl) -> bool:
    """Put enemies on the own side as if summoned, till the end of the game (9.1)."""
    slots = _fixed(frame, verb)
    return slots is not None and _put(frame, slots, ev.ControlTaken, "9.1")


def _fixed(frame: Frame, verb: MoveCreatures | TakeControl) -> tuple[SlotId, ...] | None:
    """Return the chosen cards that are not put anywhere yet."""
    slots = frame.chosen(verb.targets)
    if slots is None:
        return None
    on_field = {slot for seat in frame.script.state.seats for slot in frame.sight.standing(seat)}
    return tuple(slot for slot in slots if slot in on_field and slot not in frame.effect.did)


def swap_creatures(frame: Frame, verb: SwapCreatures) -> bool:
    """Let two creatures of one side change places."""
    slots = frame.chosen(verb.targets)
    if slots is None:
        return False
    sight = frame.sight
    if len(slots) == PAIR and sight.controller(slots[0]) == sight.controller(slots[1]):
        for slot, cell in zip(slots, [sight.cell(slots[1]), sight.cell(slots[0])], strict=True):
            frame.script.write(ev.ShiftedByEffect(rule="7.5", slot=slot, cell=cell))
        trigger(frame.script, *(line for slot in slots for line in watching(frame.sight, Happened("moved", slot))))
    return _ends(frame)


def return_to_hand(frame: Frame, verb: ReturnToHand) -> bool:
    """Put cards on their owners' hands; damage and dice are gone (9.4)."""
    slots = frame.chosen(verb.targets)
    if slots is None:
        return False
    for slot in slots:
        frame.script.write(ev.ReturnedToHand(rule="9.4", slot=slot, owner=frame.sight.owner(slot)))
    frame.that, frame.fizzled = (), not slots
    return True


def revive_creatures(frame: Frame, verb: ReviveCreatures) -> bool:
    """Summon creatures out of a hell (9.3)."""
    effect, cards = frame.effect, verb.targets.cards
    there = in_hells(frame.sight, effect, cards) if cards is not None else ()
    numbers = effect.indices
    if not numbers and "hell" not in effect.answered:
        picked = _numbers(frame, verb, tuple(number for number, *_rest in there))
        if picked is None:
            return False
        numbers = picked
    for number in sorted(numbers, reverse=True):
        cell = _cell(frame)
        if cell is None:
            return False
        found = next((one for one in there if one[0] == number), None)
        if cell and found is not None:
            _number, of, index, _face = found
            slot = slot_id(frame.script.next)
            frame.script.write(ev.Revived(rule="9.3", slot=slot, of=of, index=index, cell=cell))
            trigger(frame.script, *watching(frame.sight, Happened("summoned", slot)))
    return _ends(frame)


def recover_cards(frame: Frame, verb: RecoverCards) -> bool:
    """Take cards out of the own hell into the hand, or shuffle them into the camp."""
    effect, cards = frame.effect, verb.targets.cards
    there = in_hells(frame.sight, effect, cards) if cards is not None else ()
    numbers: tuple[int, ...] | None = effect.indices
    if not numbers and "hell" not in effect.answered:
        numbers = _numbers(frame, verb, tuple(number for number, *_rest in there))
    if numbers is None:
        return False
    for number, of, _index, face in there:
        if number in numbers:
            frame.script.write(ev.TakenFromHell(rule="9.3", seat=of, card=face, to=verb.to))
    frame.that, frame.fizzled = (), not numbers
    return True


def _numbers(frame: Frame, verb: ReviveCreatures | RecoverCards, there: tuple[int, ...]) -> tuple[int, ...] | None:
    """Return which cards of a hell are revived; None where a seat was asked."""
    done = len(frame.effect.did)
    least, most = frame.number(verb.targets.least) - done, frame.number(verb.targets.most) - done
    if verb.targets.pick == "all" or not there:
        return there
    if most <= 0:
        return ()
    if verb.targets.pick == "random":
        if len(there) <= most:
            return there
        request = ChanceRequest((ev.SlotHit,), seat=frame.seat, number=most, purpose=" ".join(map(str, there)), rule="7.8")
        event = frame.script.ask(frame.chance, request)
        return event.indices if isinstance(event, ev.SlotHit) else ()
    if len(there) <= least:
        return there
    frame.ask("hell", least=max(0, least), most=min(most, len(there)))
    return None


def summon_creatures(frame: Frame, verb: SummonCreatures) -> bool:
    """Put creatures of the own hand or camp into the field, unpaid."""
    cards = verb.targets.cards
    source = cards.place if cards is not None and cards.place == "camp" else "hand"
    if not (_may_be_summoned(frame, source) or frame.effect.did):
        return _ends(frame)
    if f"from-{source}" not in frame.effect.answered:
        if source == "camp":
            look_through(frame)
        most = min(frame.number(verb.targets.most), summon_room(frame.sight, frame.seat))
        frame.ask(f"from-{source}", least=0, most=max(1, most))
        return False
    for face in frame.effect.cards:
        if frame.effect.left and not _still_there(frame, source, face):
            continue
        cell = _cell(frame)
        if cell is None:
            return False
        if cell:
            if source == "camp":
                _look_again(frame)
            _summon(frame, source, face, cell)
    if source == "camp":
        frame.script.ask(frame.chance, ChanceRequest((CampShuffled,), seat=frame.seat, deck=camp(frame.seat), rule="7.9"))
    return _ends(frame)


def _may_be_summoned(frame: Frame, source: str) -> bool:
    """Whether there is any card, and any place for it."""
    there = frame.sight.in_camp(frame.seat) if source == "camp" else frame.sight.in_hand(frame.seat)
    return bool(there and (frame.effect.answered or summon_cells(frame.sight, frame.seat)))


def _still_there(frame: Frame, source: str, face: Face) -> bool:
    """Whether a chosen card is in hand or camp; raises ``NotNoted`` where the log does not show it."""
    there = frame.sight.faces_of(frame.seat, source)
    if known(face) and face in there:
        return True
    if known(face) and UNKNOWN not in there:
        return False
    raise NotNoted(f"{told(face)} was chosen, and a card that nobody noted has left the {source} since: it may be that one")


def _summon(frame: Frame, source: str, face: Face, cell: PileId) -> None:
    script, seat, slot = frame.script, frame.seat, slot_id(frame.script.next)
    script.write(ev.SummonedByEffect(rule="5.2", seat=seat, source=source, slot=slot, card=face, cell=cell))
    follow = watching(frame.sight, Happened("summoned", slot))
    if source == "hand" and script.state.active == seat and script.state.rules["action_by_effect"] == "from hand in the own turn":
        follow = [*by_keyword(frame.sight, "action", seat, face, slot), *follow]
    trigger(script, *follow)


def _look_again(frame: Frame) -> None:
    """Look through the own camp once more where a card was shown in it or put back since, so that it is not one heap any longer (7.9)."""
    if len(frame.sight.table.decks.get(camp(frame.seat), ())) > 1:
        look_through(frame)


def look_through(frame: Frame) -> None:
    """Look through the own camp (7.9)."""
    request = ChanceRequest((ev.CampLookedThrough,), seat=frame.seat, deck=camp(frame.seat), shown_to=(frame.seat,), rule="7.9")
    frame.script.ask(frame.chance, request)
