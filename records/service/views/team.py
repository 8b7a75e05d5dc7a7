"""The team lens of a record: the projection, filled with what its viewer was shown and could infer."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from records.core.faces import known
from records.core.tables.hands import Hand
from records.errors import MalformedCommand
from records.knowledge.tracking.plan import catalogue_of
from records.projections.team import Team, TeamHand
from records.projections.team import team as counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.ids import SeatKey
    from records.core.tables.table_state import TableState
    from records.knowledge.answers import HandChances
    from records.service.seen_log import SeenLog


def team(seen: SeenLog, at: int) -> Team:
    """Return what all hands together hold after event ``at``, as far as ``seen`` can tell; only that log is used.

    At the open table that is every hand; a seat sees its own, and what it could know of the others. If a hand was not noted, even its own
    holder only learns that it has some of the cards that lie nowhere in sight; the answer is then not exact.

    Raises ``VersionNotFound``, and ``MalformedCommand`` for a game whose seats play against each other, or a record of other cards than
    are known here.
    """
    game, header = seen.game, seen.header
    if not game.together:
        raise MalformedCommand(f"the players of {game.name} are not a team: they play against each other")
    table = seen.position(at).table
    shown = {seat: table.hands.get(seat, Hand()) for seat in header.seats}
    hidden = any(len(hand.faces) < hand.count for hand in shown.values())
    knowledge = seen.knowledge(at) if hidden else None
    chances: Mapping[SeatKey, HandChances] = knowledge.hands if knowledge else {}
    exist = _exist(seen, table)
    unnoted = [seat for seat, hand in shown.items() if len(hand.faces) < hand.count and seat not in chances]
    hands = tuple(_held(seat, hand, chances.get(seat), exist) for seat, hand in shown.items())
    groups = game.odds.groups(header) if game.odds.groups is not None else ()
    worth = game.odds.values(header) if game.odds.values is not None else None
    return counted(hands, groups, worth, exist, exact=(knowledge is None or knowledge.exact) and not unnoted)


def _held(seat: SeatKey, hand: Hand, chances: HandChances | None, exist: Mapping[str, int]) -> TeamHand:
    if chances is not None:
        return TeamHand(seat=seat, count=hand.count, least=chances.least, most=chances.most, mean=chances.expected)
    certain, unseen = Counter(hand.faces), hand.count - len(hand.faces)
    rest = Counter({card: number for card, number in exist.items() if unseen and number}) - certain
    share = Fraction(unseen, rest.total()) if rest else Fraction(0)
    most = {card: certain[card] + min(rest[card], unseen) for card in {*certain, *rest}}
    return TeamHand(seat=seat, count=hand.count, least=certain, most=most, mean={card: certain[card] + rest[card] * share for card in most})


def _exist(seen: SeenLog, table: TableState) -> Mapping[str, int]:
    """Return how many copies of each card may be in a hand: those of the catalogue without the ones that this log shows elsewhere."""
    copies = catalogue_of(seen.game.initial(seen.header))
    for zone in table.zones.values():
        copies.subtract(str(face) for face in zone if known(face))
    for slot in table.slots.values():
        copies.subtract([str(slot.face)] if known(slot.face) else [])
    for blocks in table.decks.values():
        for block in blocks:
            copies.subtract(block.faces or ())
    return {card: max(0, number) for card, number in copies.items()}
