"""Places about which something can be asked at a step, and the true answers, computed from one viewer's log."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from records.core.table import hand_place
from records.errors import Contradiction, MalformedCommand
from records.studies.chapters import events as ev

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.knowledge.answers import Knowledge
    from records.service.viewing import RecordView


def askable_places(view: RecordView, at: int) -> Mapping[str, Mapping[str, Fraction]]:
    """Return the places after step ``at`` whose cards have exact chances other than 0 and 1, with the chance of each card there.

    For a closed card on the table and a deck's next card: of being that card; for a hand (``hand:B``): of holding it. Empty if the
    log contradicts itself; raises ``MalformedCommand`` for a record made with other cards than those known here.
    """
    try:
        return _places(view.knowledge(at))
    except Contradiction:
        return {}


def chances_at(view: RecordView, at: int, place: str) -> Mapping[str, Fraction]:
    """Return the same for one place; raises ``MalformedCommand`` for one about which nothing exact can be asked."""
    try:
        found = _places(view.knowledge(at)).get(place)
    except Contradiction as error:
        raise MalformedCommand(f"nothing can be asked after event {at}: {error}") from None
    if found is None:
        raise MalformedCommand(f"{place!r} is no card, hand or deck of which something exact can be asked after event {at}")
    return found


def odds_at(view: RecordView, at: int, asked: ev.OddsAsked) -> Fraction:
    """Return a counted chance after step ``at``; raises ``MalformedCommand`` if it cannot be asked, or is not exact."""
    try:
        chance, exact = _odds(view, at, asked)
    except Contradiction as error:
        raise MalformedCommand(f"nothing can be asked after event {at}: {error}") from None
    if not exact:
        raise MalformedCommand(f"that chance is not known exactly after event {at}")
    return chance


def _odds(view: RecordView, at: int, asked: ev.OddsAsked) -> tuple[Fraction, bool]:
    if isinstance(asked, ev.DrawAsked):
        if not asked.cards:
            raise MalformedCommand("a draw is asked about one card at least")
        drawn = view.odds_of_draw(at, asked.number, asked.cards, asked.deck)
        return drawn.holds, drawn.exact
    if isinstance(asked, ev.AttackAsked):
        attack = view.odds(at, asked.strength, way=asked.way, seat=asked.seat or None)
        if not 1 <= asked.falls <= sum(len(view.position(at).table.piles.get(pile, ())) for pile in attack.assault.piles):
            raise MalformedCommand(f"to that attack not {asked.falls} cards can fall after event {at}")
        return sum((chance for fallen, chance in attack.destroys.items() if sum(fallen) >= asked.falls), Fraction()), attack.how == "exact"
    answer = view.ask(at, asked.name, dict(asked.said))
    if not 0 <= asked.nth < len(answer.chances):
        raise MalformedCommand(f"the answer to {asked.name!r} has {len(answer.chances)} chances after event {at}, not {asked.nth + 1}")
    return answer.chances[asked.nth].chance, answer.exact


def _places(knowledge: Knowledge) -> dict[str, Mapping[str, Fraction]]:
    found: dict[str, Mapping[str, Fraction]] = {
        slot: chances.of for slot, chances in knowledge.slots.items() if chances.exact and chances.certain is None
    }
    for seat, hand in knowledge.hands.items():
        if hand.exact and any(hand.least.get(card, 0) != most for card, most in hand.most.items()):
            found[hand_place(seat)] = hand.holds
    for deck, chances in knowledge.decks.items():
        if chances.exact and chances.top.exact and len(chances.top.of) > 1:
            found[deck] = chances.top.of
    return found
