"""What a viewer knows by the end of a log about where cards lay at a step (design/knowledge: Hindsight).

A card that lay still to the end, or whose face was seen, is answered as at the end. All others are followed: the positions of a hand, of a
deck, or the one of a card on the table are tagged at the step, the tag goes with their class to the end of the log, and there they are put
into a place of their own and read like any other. Each place is followed by itself, since it is tags that make worlds many.
"""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from records.core.table import hand_place
from records.knowledge.answering import AnswerReader, read_worlds
from records.knowledge.answers import Chances, DeckChances, HandChances, Knowledge
from records.knowledge.believing import most_believed
from records.knowledge.tracking.forking import Fork
from records.knowledge.tracking.plan import planned
from records.knowledge.tracking.running import UndoFailed
from records.knowledge.worlds.effort import Effort, OverBudget
from records.knowledge.worlds.slot_state import TrackedCard
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from records.core.ids import DeckId, SeatKey, SlotId
    from records.knowledge.tracking.call_log import Call
    from records.knowledge.tracking.plan import Plan
    from records.knowledge.tracking.tracker import WorldTracker
    from records.knowledge.viewer_log import ViewerLog
    from records.knowledge.worlds.slot_state import SlotState

A = TypeVar("A", Chances, HandChances, DeckChances)
WORK, SHARES = 600_000, 2
"""The work of one answer, and which part of it the cards of one place may take."""
ORIGIN = "then"
"""The place that receives the followed cards."""


def look_back(log: ViewerLog, then: Knowledge) -> Knowledge:
    """Return what the whole ``log`` reveals about an earlier step; ``then`` is what was known at that step."""
    step = log.call_log.later_calls(then.version)
    if step is None:
        return then
    effort = Effort(most=WORK)
    try:
        believed = most_believed(
            log, step, effort, lambda calls, belief: _Back(planned(log.cards, calls, belief), calls, then, effort).answer()
        )
    except OverBudget:
        return replace(then, exact=False)
    if believed.found is None:
        return replace(then, exact=False)
    return believed.found if believed.exact else replace(believed.found, exact=False, breach=believed.breach or believed.found.breach)


class _Back:
    def __init__(self, plan: Plan, calls: Sequence[Call], then: Knowledge, effort: Effort) -> None:
        self.plan, self.calls, self.then, self.effort = plan, calls, then, effort
        later = next((number for number, call in enumerate(calls) if call.version > then.version), len(calls))
        while later and calls[later - 1].method == "begin_undone":
            later -= 1
        self.fork = Fork(plan, calls, later, effort)
        self.slots: Mapping[str, SlotState] = {}

    def answer(self) -> Knowledge | None:
        table = self.fork.run(self.calls, self._remember)
        reader = read_worlds(table)
        if reader is None:
            return None
        slots = {}
        for slot, before in self.then.slots.items():
            card = self.slots[slot]
            chances = self._share(partial(self._followed, slot, card), before) if isinstance(card, TrackedCard) else reader.card(card)
            slots[slot] = chances if chances.exact or table.breaches or not self.plan.hints else _within(chances, before)
        hands = {seat: self._share(partial(self._hand, seat), before) for seat, before in self.then.hands.items()}
        decks = {deck: self._share(partial(self._deck, deck), before) for deck, before in self.then.decks.items()}
        found: list[Chances | HandChances | DeckChances] = [*slots.values(), *hands.values(), *decks.values()]
        exact, breach = all(part.exact for part in found), min(table.breaches, default=None)
        return replace(self.then, slots=slots, hands=hands, decks=decks, exact=exact and reader.exact, breach=breach)

    def _share(self, answer: Callable[[], A], before: A) -> A:
        """Follow a place with its share of the work; what does not fit is answered as it was known then."""
        whole = self.effort.left
        share = self.effort.left = min(whole, WORK / SHARES)
        try:
            return answer()
        except OverBudget:
            return replace(before, exact=False)
        finally:
            self.effort.left = whole - (share - max(0, self.effort.left))

    def _remember(self, tracker: WorldTracker) -> None:
        self.slots, tracker.table.marking = dict(tracker.table.slots), False

    def _follow(self, places: Callable[[WorldTracker], Sequence[str]]) -> AnswerReader | None:
        """Follow the cards of some places as far as possible; None if that is not beyond the step."""

        def tag(tracker: WorldTracker) -> None:
            tracker.table.marking = False
            tracker.table.origins.look_back(dict.fromkeys(places(tracker), ORIGIN))

        calls, exact = self.calls, True
        while True:
            try:
                table = self.fork.run(calls, tag)
            except UndoFailed as failed:
                calls, exact = calls[: _outside(calls, failed.at)], False
                if len(calls) <= self.fork.half:
                    return None
            else:
                break
        table.origins.bring_back()
        table.exact = table.exact and exact
        return AnswerReader(table)

    def _followed(self, slot: SlotId, card: TrackedCard) -> Chances:
        before = self.then.slots[slot]
        reader = None if before.certain is not None else self._follow(lambda _machine: (card.place,))
        return reader.card(TrackedCard(ORIGIN)) if reader is not None else before

    def _hand(self, seat: SeatKey) -> HandChances:
        place, known = hand_place(seat), Counter[str]()

        def places(tracker: WorldTracker) -> Sequence[str]:
            known.clear()
            known.update(tracker.table.held[seat])
            return (place,)

        reader = self._follow(places) if self.then.hands[seat].count else None
        return reader.hand(known, ORIGIN) if reader is not None else self.then.hands[seat]

    def _deck(self, deck: DeckId) -> DeckChances:
        before = self.then.decks[deck]
        if not before.count:
            return before
        top = self._follow(lambda tracker: tracker.part_top(deck)[:1])
        whole = self._follow(lambda tracker: tracker.table.decks[deck])
        if top is None or whole is None:
            return replace(before, exact=False)
        return replace(whole.deck((ORIGIN,)), top=top.card(TrackedCard(ORIGIN)), exact=top.exact and whole.exact)


def _outside(calls: Sequence[Call], number: int) -> int:
    """Return the last number up to ``number`` at which no part is under way that was taken back."""
    depth, outside = 0, 0
    for nth, call in enumerate(calls[:number]):
        depth += {"begin_undone": 1, "end_undone": -1}.get(call.method, 0)
        outside = outside if depth else nth + 1
    return min(outside, number)


def _within(chances: Chances, before: Chances) -> Chances:
    """Remove what was impossible before, which forgetting distinctions may have brought back."""
    left = {name: chance for name, chance in chances.of.items() if name in before.of}
    whole = sum(left.values())
    return Chances({name: chance / whole for name, chance in left.items()}, exact=False) if whole else before
