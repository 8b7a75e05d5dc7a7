"""What a log does not show, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from records.core.board import PlaceName
from records.core.ids import SeatKey
from records.core.sentences import N_, Arg, SeatRef, Sentence, Word

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.game import GameBoard
    from records.projections.timeline import Timeline
    from records.projections.untold import Untold, UntoldCards, UntoldGap


def sentences(untold: Untold, board: GameBoard, line: Timeline) -> Iterator[Sentence]:
    """Yield a sentence for each thing that is not shown; the last says that hindsight may tell some of it, or that nothing is missing.

    ``line`` numbers the steps.
    """
    if not untold:
        yield Sentence(N_("Nothing is missing: every card that came into play and every word is there."))
        return
    for gap in untold.gaps:
        yield _gap(gap, line)
    for hand in untold.hands:
        yield Sentence(
            N_("Hand of %(seat)s: cards not shown, from step %(first)s to step %(last)s; %(came)s came unseen, %(most)s at once at most."),
            {
                "seat": SeatRef(hand.seat),
                "first": line.step_with(hand.first),
                "last": line.step_number(hand.last),
                "came": hand.came,
                "most": hand.most,
            },
        )
    yield from (_cards(cards, board, line) for cards in untold.cards)
    for seat, first in untold.words:
        yield Sentence(N_("What only %(seat)s was shown, from step %(first)s on."), {"seat": SeatRef(seat), "first": line.step_with(first)})
    for seat in untold.silent:
        yield Sentence(N_("Anything that only %(seat)s was shown: none of it is in this record."), {"seat": SeatRef(seat)})
    if untold.hands or untold.cards:
        yield Sentence(
            N_("Some of these cards can be worked out from what was seen later: hindsight shows which. The rest can never be known.")
        )


def _gap(gap: UntoldGap, line: Timeline) -> Sentence:
    if gap.last is None:
        return Sentence(
            N_("After step %(first)s nothing was written down. %(why)s"), {"first": line.step_number(gap.first), "why": gap.why}
        )
    text = N_("Between step %(first)s and step %(last)s something is missing. %(why)s")
    return Sentence(text, {"first": line.step_number(gap.first), "last": line.step_with(gap.last), "why": gap.why})


def _cards(cards: UntoldCards, board: GameBoard, line: Timeline) -> Sentence:
    kind, _colon, owner = cards.pile.partition(":")
    name = board.places.get(kind) or PlaceName(title=kind)
    args: dict[str, Arg] = {
        "place": Word(name.title),
        "first": line.step_with(cards.first),
        "last": line.step_number(cards.last),
        "n": len(cards.slots),
    }
    if not owner:
        return Sentence(N_("%(place)s: cards never shown there, from step %(first)s to step %(last)s; how many: %(n)s."), args)
    text = N_("%(place)s of %(seat)s: cards never shown there, from step %(first)s to step %(last)s; how many: %(n)s.")
    return Sentence(text, {"seat": SeatRef(SeatKey(owner)), **args})
