"""Verbs about cards that nobody sees, and about dice: draw, discard, search, more start dice."""

from __future__ import annotations

from records.core.requests import ChanceRequest
from records.core.secret import audience
from records.errors import Contradiction
from records.games.creature_crush.deciding.paying import left
from records.games.creature_crush.deciding.turn import draw
from records.games.creature_crush.effects.verbs import AddStartDice, BurnDice, DiscardCards, DrawCards, LookAtHand, SearchCamp
from records.games.creature_crush.model import field_events as ev
from records.games.creature_crush.model.places import camp
from records.games.creature_crush.model.set_up_events import CampShuffled
from records.games.creature_crush.resolving.frame import Frame
from records.games.creature_crush.resolving.places import look_through


def draw_cards(frame: Frame, verb: DrawCards) -> bool:
    """Draw cards, as long as there are any."""
    for _ in range(frame.number(verb.number)):
        if not draw(frame.script, frame.chance, frame.seat, "7.5"):
            break
    return True


def discard_cards(frame: Frame, verb: DiscardCards) -> bool:
    """A seat discards hand cards of its own choice, all if it has too few."""
    if "discard" in frame.effect.answered:
        return True
    (seat,) = frame.seats(verb.side)
    number = min(frame.number(verb.number), frame.sight.in_hand(seat))
    if number <= 0:
        frame.fizzled = True
        return True
    frame.ask("discard", least=number, most=number, seat=seat)
    return False


def search_camp(frame: Frame, verb: SearchCamp) -> bool:  # noqa: ARG001 -- which cards fit is checked where one is fetched
    """Look through the own camp for a card; then the camp is shuffled."""
    if "search" in frame.effect.answered:
        shuffle_camp(frame)
        return True
    if not frame.sight.in_camp(frame.seat):
        frame.fizzled = True
        return True
    look_through(frame)
    frame.ask("search", least=0)
    return False


def add_start_dice(frame: Frame, verb: AddStartDice) -> bool:
    """Have more start dice in the own next turn; several such effects add up, or the largest counts (4.2)."""
    state, seat, number = frame.script.state, frame.seat, frame.number(verb.number)
    before = state.gained.get(seat, 0)
    total = before + number if state.rules["extra_dice"] == "add up" else max(before, number)
    frame.script.write(ev.DiceGained(rule="4.2", seat=seat, number=number, total=total))
    return True


def look_at_hand(frame: Frame, verb: LookAtHand) -> bool:  # noqa: ARG001 -- the shape of all
    """Look at the opponent's hand, all of it (9.5); raises ``Contradiction`` for an answer of another number of cards."""
    foe = frame.script.state.other(frame.seat)
    held = frame.sight.in_hand(foe)
    if not held:
        frame.fizzled = True
        return True
    request = ChanceRequest((ev.HandLookedAt,), seat=foe, number=held, shown_to=audience(foe, frame.seat), rule="9.5")
    looked = frame.script.ask(frame.chance, request)
    if isinstance(looked, ev.HandLookedAt) and len(looked.cards.faces) != held:
        raise Contradiction(f"{len(looked.cards.faces)} cards of {foe} were looked at, the hand has {held}")
    return True


def burn_dice(frame: Frame, verb: BurnDice) -> bool:
    """Burn start dice that the opponent has left in its turn (9.6); of several whose effect it is chooses, if not all burn."""
    if "dice" in frame.effect.answered:
        return True
    state = frame.script.state
    number = min(frame.number(verb.number), len(left(state))) if state.active != frame.seat else 0
    if number <= 0:
        frame.fizzled = True
        return True
    frame.ask("dice", least=number, most=number)
    return False


def shuffle_camp(frame: Frame) -> None:
    """Shuffle the own camp after a search."""
    if frame.sight.in_camp(frame.seat):
        frame.script.ask(frame.chance, ChanceRequest((CampShuffled,), seat=frame.seat, deck=camp(frame.seat), rule="7.9"))
