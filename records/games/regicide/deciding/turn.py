"""A turn: play or yield, powers, damage, and who goes next (§ 3, 5, 7, 8)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from records.core.faces import known
from records.core.sentences import N_
from records.core.shared import Asked, Resigned
from records.errors import MalformedCommand
from records.games.regicide.cards import CARDS, JESTERS, Card
from records.games.regicide.deciding.flow import begin_turn, reveal
from records.games.regicide.deciding.powers import damage_of, use_powers
from records.games.regicide.deciding.suffering import suffer
from records.games.regicide.deciding.yielding import yield_forbidden
from records.games.regicide.model import events as ev
from records.games.regicide.model.answers import size
from records.games.regicide.model.plays import misplay
from records.games.regicide.model.position import ASIDE, CASTLE, FLIPPED, ROYAL, royal_of
from records.games.regicide.model.refusals import RegicideScript, must_answer, must_be_on_turn, must_begin, must_hold, must_sit, refuse

if TYPE_CHECKING:
    from records.core.ids import SeatKey
    from records.core.position import Chance
    from records.games.regicide.model.commands import ChooseNext, Play, Resign, Yield

Grade = Literal["gold", "silver", "bronze", ""]
GRADES: tuple[Grade, ...] = ("gold", "silver", "bronze")
"""By Jesters used."""
MISPLAYS = {
    "3.2": N_("At least one card is played; playing none is yielding."),
    "3.3": N_("An Animal Companion is played alone or with exactly one other card."),
    "3.4": N_("Several cards are of one number, and worth 10 together at most."),
    "8.1": N_("A Jester is always played on its own."),
}


def play(script: RegicideScript, command: Play, chance: Chance) -> None:
    """Play cards: Step 1 to 3, and Step 4 if the royal stands."""
    seat = command.seat
    must_begin(script, seat)
    cards = _named(command)
    paragraph = misplay(cards)
    if paragraph:
        raise refuse("play", seat, paragraph, MISPLAYS[paragraph])
    must_hold(script, seat, command.cards)
    royal = royal_of(script.table)
    script.write(ev.CardsPlayed(rule=_rule(cards), seat=seat, cards=command.cards))
    if cards[0].suit is None:
        _jester(script, seat, royal)
        return
    use_powers(script, chance, seat, cards, royal)
    total = script.state.damage + damage_of(cards, royal, script.state)
    script.write(ev.DamageDealt(rule="5.1", amount=total - script.state.damage, total=total))
    over = script.state.rules["defeat"] == "health exceeded"
    if total >= royal.health + over:
        _defeat(script, chance, seat, exact=total == royal.health)
    else:
        suffer(script, seat)


def _named(command: Play) -> list[Card]:
    if not all(map(known, command.cards)):
        raise MalformedCommand("cards are played openly: each must be named, or the gap be noted")
    strange = [card for card in command.cards if card not in CARDS]
    if strange:
        raise MalformedCommand(f"no card is called {strange[0]!r}")
    return [CARDS[str(card)] for card in command.cards]


def _rule(cards: list[Card]) -> str:
    if len(cards) == 1:
        return "8.1" if cards[0].suit is None else "9.1" if cards[0].royal else "3.2"
    return "3.3" if any(card.companion for card in cards) else "3.4"


def _jester(script: RegicideScript, seat: SeatKey, royal: Card) -> None:
    """Cancel the immunity, skip Steps 3 and 4, and let the player name who goes next."""
    state = script.state
    if not state.cancelled:
        blocked = state.blocked if royal.suit == "spades" else 0
        script.write(ev.ImmunityCancelled(rule="8.3" if blocked else "8.2", shield=state.shield + blocked))
    able = candidates(script, seat)
    if len(able) == 1:
        begin_turn(script, able[0], "8.4")
        return
    script.write(Asked(rule="8.4", id=f"q{script.next}", seat=seat, what="next"))


def candidates(script: RegicideScript, seat: SeatKey) -> tuple[SeatKey, ...]:
    """Return whom a Jester's player may name."""
    state = script.state
    if state.rules["jester_names"] == "another player" and not state.alone:
        return tuple(other for other in state.seats if other != seat)
    return state.seats


def choose_next(script: RegicideScript, command: ChooseNext) -> None:
    """Name who goes next after a Jester."""
    must_be_on_turn(script, command.seat)
    if not script.state.choosing:
        raise refuse("choose", command.seat, "8.4", N_("Only the player who has just played a Jester names who goes next."))
    must_answer(script, command.answers)
    if command.next not in script.state.seats:
        raise MalformedCommand(f"nobody sits at {command.next!r}; the seats are {', '.join(script.state.seats)}")
    if command.next not in candidates(script, command.seat):
        raise refuse("choose", command.seat, "8.4", N_("Another player must be named."))
    script.write(ev.NextChosen(rule="8.4", seat=command.seat, next=command.next, answers=command.answers))
    begin_turn(script, command.next, "8.4")


def _defeat(script: RegicideScript, chance: Chance, seat: SeatKey, *, exact: bool) -> None:
    """The royal falls; the last King ends the game, else the same player goes on against the next royal."""
    state, table = script.state, script.table
    slot = table.piles[ROYAL][0]
    fallen = ev.RoyalDefeated(rule="5.3" if exact else "5.2", slot=slot, exact=exact)
    cleared = ev.FightCleared(rule="5.4")
    for event in (fallen, cleared) if state.rules["fallen_first"] == "royal" else (cleared, fallen):
        script.write(event)
    if not size(table, CASTLE):
        script.write(ev.GameEnded(rule="5.7", won=True, why="last-king", grade=_grade(script)))
        return
    reveal(script, chance)
    begin_turn(script, seat, "5.6")


def _grade(script: RegicideScript) -> Grade:
    """Return a lone player's grade, "" for a team and where there are no Jesters to flip."""
    used, left = len(script.table.zones.get(FLIPPED, ())), size(script.table, ASIDE)
    return GRADES[used] if script.state.alone and used + left == JESTERS else ""


def yield_turn(script: RegicideScript, command: Yield) -> None:
    """Play nothing: Step 4 at once."""
    must_begin(script, command.seat)
    if (refusal := yield_forbidden(script.state, command.seat)) is not None:
        raise refusal
    script.write(ev.Yielded(rule="7.1", seat=command.seat))
    suffer(script, command.seat)


def resign(script: RegicideScript, command: Resign) -> None:
    """Give the game up for all, at any time."""
    must_sit(script, command.seat)
    script.write(Resigned(rule="5.8", seat=command.seat))
    script.write(ev.GameEnded(rule="5.8", won=False, why="given-up"))
