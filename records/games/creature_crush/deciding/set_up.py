"""Before the first turn: camps are built in one of three ways, and the first hands are dealt (§ 3, 11)."""

from __future__ import annotations

import msgspec

from records.core.ids import SeatKey
from records.core.position import Chance
from records.core.requests import ChanceRequest
from records.core.secret import Secret, audience
from records.core.sentences import N_
from records.core.shared import GameStarted
from records.errors import MalformedCommand
from records.games.creature_crush.deciding.asking import ask_seat
from records.games.creature_crush.deciding.refusals import must_be_asked, must_hold, refuse
from records.games.creature_crush.deciding.turn import begin_turn
from records.games.creature_crush.model import set_up_events as ev
from records.games.creature_crush.model.commands import ChooseCamp, KeepDraft, Start
from records.games.creature_crush.model.places import STACK, camp
from records.games.creature_crush.model.position import CrushScript

SEATS = 2
CAMP = 20
"""Cards of a camp."""
HAND = 4
"""Cards of a first hand."""
ROUNDS, DRAWN, KEPT = 5, 7, 4
"""Of the draft: rounds, cards drawn in each, cards kept of them."""
PARAGRAPHS = {"skirmish": "11.1", "arena": "11.2", "league": "11.3"}
NEEDED = {"skirmish": SEATS * CAMP, "arena": SEATS * ((ROUNDS - 1) * KEPT + DRAWN), "league": CAMP}
"""Cards of a catalogue that a way to build camps needs; in the last round of the draft all others are kept already."""


def start(script: CrushScript, command: Start, chance: Chance) -> None:
    """Seat the players and build the camps, as far as nobody must choose."""
    if len(command.seats) != SEATS or (command.begins is not None and command.begins not in command.seats):
        raise MalformedCommand(f"two seats play, and one of them begins: {list(command.seats)}, {command.begins}")
    if command.seats != script.state.seats:
        raise MalformedCommand(f"{', '.join(script.state.seats)} sit here")
    if script.state.turn or script.state.kept or script.state.pending:
        raise refuse("started", command.seats[0], "3.1", N_("The game has begun already."))
    if list(command.switches) != sorted(dict(command.switches).items()):
        raise MalformedCommand(f"switches stand in the order of their names, each once: {list(command.switches)}")
    script.state.rules.with_settings(dict(command.switches))
    _must_suffice(script, command.seats[0])
    script.write(
        GameStarted(
            rule="3.1",
            seats=command.seats,
            begins=command.begins,
            variant=command.variant,
            switches=command.switches,
            chance=command.chance,
        )
    )
    match script.state.way:
        case "arena":
            _draft_round(script, chance)
        case "league":
            for seat in command.seats:
                ask_seat(script, seat, "camp", "11.3", least=CAMP, most=CAMP)
        case _:
            for seat in command.seats:
                seen = (seat,) if script.state.rules["camp_seen"] == "by its owner" else ()
                request = ChanceRequest((ev.CampDealt,), seat=seat, number=CAMP, shown_to=seen, rule="11.1")
                script.ask(chance, request)
                if seen:
                    script.ask(chance, ChanceRequest((ev.CampShuffled,), seat=seat, rule="11.1"))
            _begin(script, chance)


def _must_suffice(script: CrushScript, seat: SeatKey) -> None:
    """The catalogue has cards enough for this way to build camps."""
    there, way = len(script.state.cards), script.state.way
    if 0 < there < NEEDED.get(way, 0):
        why = N_("These camps need %(n)s cards, and the catalogue has %(count)s.")
        raise refuse("cards", seat, PARAGRAPHS[way], why, n=NEEDED[way], count=there)


def keep_draft(script: CrushScript, command: KeepDraft, chance: Chance) -> None:
    """Keep four of seven cards (11.2); after both seats comes the next round, or the battle."""
    seat = command.seat
    asked = must_be_asked(script, seat, "draft")
    if len(command.kept.faces) != KEPT or len(command.left.faces) != DRAWN - KEPT:
        why = N_("Of the drawn cards %(n)s are kept and %(count)s go back.")
        raise refuse("draft", seat, "11.2", why, n=KEPT, count=DRAWN - KEPT)
    must_hold(script, seat, "11.2", *command.kept.faces, *command.left.faces)
    script.write(ev.DraftKept(rule="11.2", seat=seat, answers=asked.id, kept=_own(command.kept, seat), left=_own(command.left, seat)))
    if script.state.pending:
        return
    if min(script.state.kept.values()) < ROUNDS:
        _draft_round(script, chance)
    else:
        _shuffle_and_begin(script, chance, "11.2")


def choose_camp(script: CrushScript, command: ChooseCamp, chance: Chance) -> None:
    """Build a camp of twenty different cards (11.3)."""
    seat = command.seat
    asked = must_be_asked(script, seat, "camp")
    names = [str(face) for face in command.cards.faces if face in script.state.cards]
    if len(command.cards.faces) != CAMP:
        raise refuse("camp", seat, "11.3", N_("A camp has %(n)s cards, not %(count)s."), n=CAMP, count=len(command.cards.faces))
    if len(set(names)) < len(names):
        raise refuse("camp-twice", seat, "11.3", N_("No card is in a camp twice."))
    script.write(ev.CampChosen(rule="11.3", seat=seat, answers=asked.id, cards=_own(command.cards, seat)))
    if not script.state.pending:
        _shuffle_and_begin(script, chance, "11.3")


def _own(cards: Secret, seat: SeatKey) -> Secret:
    return msgspec.structs.replace(cards, known_to=audience(seat))


def _draft_round(script: CrushScript, chance: Chance) -> None:
    """Both draw seven cards; the stack is shuffled before the first round, or before each (11.2)."""
    state = script.state
    if not state.kept or state.rules["draft_shuffle"] == "each round":
        script.ask(chance, ChanceRequest((ev.StackShuffled,), deck=STACK, rule="11.2"))
    for seat in state.seats:
        _draw_draft(script, chance, seat)
    for seat in state.seats:
        ask_seat(script, seat, "draft", "11.2", least=KEPT, most=KEPT)


def _draw_draft(script: CrushScript, chance: Chance, seat: SeatKey) -> None:
    """Draw seven cards; what lies under those that nobody has seen was put back in an earlier round, and is drawn apart."""
    left = DRAWN
    while left:
        on_top = next((block.count for block in script.table.decks.get(STACK, ())), left)
        number = min(left, on_top)
        script.ask(chance, ChanceRequest((ev.DraftDrawn,), seat=seat, deck=STACK, number=number, shown_to=(seat,), rule="11.2"))
        left -= number


def _shuffle_and_begin(script: CrushScript, chance: Chance, rule: str) -> None:
    for seat in script.state.seats:
        script.ask(chance, ChanceRequest((ev.CampShuffled,), seat=seat, deck=camp(seat), rule=rule))
    _begin(script, chance)


def _begin(script: CrushScript, chance: Chance) -> None:
    """Dice say who begins (3.3), each seat takes four cards (3.4), the first turn begins."""
    state = script.state
    while state.begins is None:
        script.ask(chance, ChanceRequest((ev.FirstRolled,), rule="3.3"))
    first = state.begins
    for seat in (first, state.other(first)):
        script.ask(chance, ChanceRequest((ev.HandDealt,), seat=seat, deck=camp(seat), number=HAND, shown_to=(seat,), rule="3.4"))
    begin_turn(script, chance, first, 1)
