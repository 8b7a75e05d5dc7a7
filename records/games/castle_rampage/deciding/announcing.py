"""What a strengthening tells the others of the card: only what was publicly paid for it, never its face (§ 13.1, 13.14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from records.core.editions.found import found_in
from records.core.faces import UNKNOWN, Face, among, none_of
from records.core.ids import SeatKey
from records.core.secret import ALL, Audience, audience
from records.errors import RuleViolation
from records.games.castle_rampage.cards import Card
from records.games.castle_rampage.deciding.costs import COST, demands, must_pay
from records.games.castle_rampage.model.commands import Strengthen
from records.games.castle_rampage.model.position import CastleCounters, Pays
from records.games.castle_rampage.model.refusals import CastleScript
from records.games.castle_rampage.powers import hooks_of

TOPS: Pays = ((COST, ()),)
"""What stands in a strengthening that is paid for with own top cards: these fall in events of their own."""


def paid_for(state: CastleCounters) -> tuple[str, ...]:
    """Return the names of the cards that cost something when they strengthen."""
    if not state.powers:
        return ()
    return found_in(state.cards, _paid_for)


def _paid_for(cards: Mapping[str, Card]) -> tuple[str, ...]:
    return tuple(card.name for card in cards.values() if _says_so(card))


def is_paid_for(state: CastleCounters, card: Card | None) -> bool:
    """Whether a card costs something when it strengthens."""
    return card is not None and state.powers and _says_so(card)


def _says_so(card: Card) -> bool:
    return card.cost.pays != "none" and any(hooks.paid_to_strengthen for _power, hooks in hooks_of(card))


def told(script: CastleScript, command: Strengthen) -> tuple[Pays, Audience, Face]:
    """Return what is written of a strengthening that the rules take: what is paid, who is shown the card, and the hint for all others."""
    card, announced = script.state.card(command.card.faces[0]), paid_for(script.state)
    if script.state.rules["ogre_seen_by"] == "everybody":
        shown = card is not None and card.name in announced
        return command.pays, ALL if shown else audience(command.seat), UNKNOWN if shown else none_of(announced)
    pays = command.pays
    if card is not None:
        pays = TOPS if card.name in announced and by_tops(card) else tuple((purpose, cards) for purpose, cards in pays if cards)
    possible = {one.name for one in paid_as(script, command.seat, pays, announced)}
    return pays, audience(command.seat), among(possible) if pays else none_of(set(announced) - possible)


def by_tops(card: Card) -> bool:
    """Whether a card is paid for with own top cards."""
    return card.cost.pays == "own-top-cards"


def paid_as(script: CastleScript, seat: SeatKey, pays: Pays, names: Iterable[str]) -> Iterator[Card]:
    """Yield those of some cards that may be laid for what is paid; where nothing is, those that can be laid for nothing now."""
    for card in map(script.state.cards.__getitem__, names):
        if by_tops(card) == (pays == TOPS) and _may_be_paid(script, seat, pays, card):
            yield card


def _may_be_paid(script: CastleScript, seat: SeatKey, pays: Pays, card: Card) -> bool:
    try:
        must_pay(script, seat, demands(script.state, card), pays, besides=1)
    except RuleViolation:
        return False
    return True
