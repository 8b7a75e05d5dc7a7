"""What a viewer knows by the end of a log about an earlier step, against every deal (design/knowledge: Hindsight)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import pytest

from records.core.events import Event, Recorded
from records.core.ids import PileId, SlotId, ZoneId
from records.core.logs.fold import Folder
from records.core.secret import ALL, secret
from records.core.shared import GapNoted, HandSet, PositionSet, TakenBack
from records.core.table import hand_place
from records.core.tables.fold_table import FoldTable
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.knowledge.answers import Knowledge
from records.knowledge.door import veil
from records.knowledge.engine import Known, know
from records.knowledge.tracking.call_log import Call, CallLog
from records.knowledge.tracking.forking import Fork
from records.knowledge.tracking.plan import planned
from records.knowledge.tracking.running import run
from records.knowledge.viewer_log import ViewerLog
from records.knowledge.worlds.effort import Effort
from records.values import replace
from support.knowledge import bare
from support.knowledge.bare import BARE, DRAW, SEATS, VALUES
from support.knowledge.random_games import Played
from support.knowledge.reading import Places, differing, read
from support.knowledge.taking_back import UndoingDeals, taken_back
from support.laws.games import castle_rampage
from support.laws.sample import Truth
from support.soaking import rest_soaked

A, B = SEATS
VIEWERS: tuple[Viewer, ...] = (*SEATS, PUBLIC, OPEN)
BEFORE = "then:"
CARDS = "aabbc/", "abcd/e", "aab/bcd", "aabcc/", "abbc/d"
"""Few, because each deal is gone through with all that becomes of it."""


class Remembering(UndoingDeals):
    """Every world, with where its cards lay at a step."""

    def remember(self) -> None:
        """Keep each world as it is beside what becomes of it."""
        self._go(lambda world: [({**world, **{BEFORE + place: cards for place, cards in world.items()}}, 1)])

    def look_back(self) -> None:
        """Make each world what it was."""
        self._go(lambda world: [({place.removeprefix(BEFORE): cards for place, cards in world.items() if place.startswith(BEFORE)}, 1)])


def by_deals(play: Played, seen: tuple[Recorded[Any], ...], viewer: Viewer, at: int) -> Knowledge:
    """Return what all deals together say in hindsight."""
    folder, deals = Folder(BARE), Remembering(VALUES)
    fold, draft = folder.start(play.header), folder.start(play.header, deals)
    for recorded in seen[:at]:
        folder.apply(fold, recorded)
        folder.apply(draft, recorded)
    table = fold.table
    assert isinstance(table, FoldTable)
    places = Places([hand_place(seat) for seat in table.hands if seat != viewer], list(table.slots), list(table.decks))
    deals.remember()
    for recorded in seen[at:]:
        folder.apply(draft, recorded)
    deals.look_back()
    return read(deals, places, viewer, at)


def cases(seed: int, length: int) -> Iterator[tuple[Knowledge, Knowledge, bool]]:
    """Yield for each viewer and step of a game what the engine says in hindsight, what all deals say, and whether a card was pulled."""
    play = Played(seed, CARDS[seed % len(CARDS)], partial=seed % 4 == 3).run(length)
    laid_out = [recorded.v for recorded in play.log if isinstance(recorded.event, PositionSet)]
    pulled = [recorded.v for recorded in play.log if isinstance(recorded.event, bare.Pull)]
    for viewer in VIEWERS:
        seen = veil(BARE.parts, play.log, viewer)
        known = Known(BARE, play.header, seen, viewer)
        for at in range(seed % 2, len(seen), 2):
            until = next((version - 1 for version in laid_out if version > at), len(seen))
            yield known.hindsight(at), by_deals(play, seen[:until], viewer, at), any(version <= until for version in pulled)


@pytest.mark.parametrize("seed", rest_soaked(range(700, 730), keep=3))
def test_it_equals_every_deal(seed: int) -> None:
    """At every other step of a tiny game, for every viewer, the answer in hindsight is what all deals of the whole log say.

    It may be not exact, and name too much, where a card was pulled out of a deck that nobody had looked through.
    """
    for found, reference, pulled in cases(seed, 12):
        where = f"step {found.version} as {found.viewer}"
        if found.exact:
            assert list(differing(reference, found)) == [], where
            continue
        assert pulled, where
        assert all(set(chances.of) <= set(found.slots[slot].of) for slot, chances in reference.slots.items()), where
        assert all(set(hand.most) <= set(found.hands[seat].most) for seat, hand in reference.hands.items() if seat in found.hands), where
        assert all(set(deck.top.of) <= set(found.decks[name].top.of) for name, deck in reference.decks.items()), where


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(11, 16))
def test_with_parts_taken_back_it_equals_every_deal(seed: int) -> None:
    """Also where parts were taken back after the step or before it, an answer that is exact is what all deals of the whole log say."""
    play, log = taken_back(seed)
    exact = 0
    for viewer in (*SEATS, PUBLIC):
        seen = veil(BARE.parts, log, viewer)
        call_log, known = CallLog(Folder(BARE), play.header, seen), Known(BARE, play.header, seen, viewer)
        for at in range(seed % 2, len(log), 2):
            found, calls = known.hindsight(at), call_log.replay_undone(call_log.until(at))
            if found.exact and calls is not None:
                exact += 1
                assert list(differing(undone_by_deals(play, seen, viewer, at, calls), found)) == [], f"step {at} as {viewer}"
    assert exact >= len(log)


def undone_by_deals(play: Played, seen: tuple[Recorded[Any], ...], viewer: Viewer, at: int, calls: Sequence[Call]) -> Knowledge:
    """Return what all deals together say in hindsight of a log with parts that were taken back."""
    deals = Remembering(VALUES)
    for call in CallLog(Folder(BARE), play.header, seen).calls(0):
        getattr(deals, call.method)(*call.args)  # it learns which cards there are
    half = next((number for number, call in enumerate(calls) if call.version > at), len(calls))
    while calls[half - 1].method == "begin_undone":
        half -= 1
    for number, call in enumerate((*calls, None)):
        if number == half:
            deals.remember()
        if call is not None:
            getattr(deals, call.method)(*call.args, **call.named)
    deals.look_back()
    table = Folder(BARE).fold(play.header, seen[:at]).table
    assert isinstance(table, FoldTable)
    places = Places([hand_place(seat) for seat in table.hands if seat != viewer], list(table.slots), list(table.decks))
    return read(deals, places, viewer, at)


def asked(cards: str, *events: Event, at: int) -> Knowledge:
    """What the public knows in hindsight of a deck of cards that events were done to."""
    log = tuple(Recorded(version, version, bare.NOON, "", event) for version, event in enumerate(events, 1))
    return know(BARE, bare.header(cards + "/"), log, PUBLIC, at, hindsight=True)


TAKE = bare.Take(deck=DRAW, seat=A, cards=secret("?"))
DROP = bare.Drop(seat=A, cards=("b",), zone=ZoneId("discard"))
LAY = bare.Lay(seat=A, pile=PileId("row:A"), slot=SlotId("s2"), card=secret("b", to=ALL), at="bottom", up=True)


def test_a_card_seen_later_was_in_the_hand_before() -> None:
    """A hand card that is dropped openly was there since it was drawn, and was the next card of the deck until then."""
    assert asked("abc", TAKE, DROP, at=1).hands[A].least == {"b": 1}
    assert asked("abc", TAKE, DROP, at=0).decks[DRAW].top.certain == "b"


def test_a_part_taken_back_later_was_seen() -> None:
    """What a hand card was seen to be in a part that was taken back, it is in hindsight too."""
    found = asked("abc", TAKE, LAY, TakenBack(to=1), at=1)
    assert found.exact
    assert found.hands[A].least == {"b": 1}


def test_a_step_that_was_taken_back_is_told_of_up_to_the_take_back() -> None:
    """Where the step itself no longer counts, nothing is told of it by what came after."""
    events = TAKE, TAKE, TakenBack(to=1), DROP
    assert asked("abc", *events, at=2) == replace(asked("abc", TAKE, TAKE, at=2), version=2)
    assert asked("abc", *events, at=1).hands[A].least == {"b": 1}


def test_a_position_laid_out_anew_tells_nothing_of_before() -> None:
    """Hindsight ends before a position that is laid out, and before a gap."""
    position = PositionSet(hands=(HandSet(seat=A, cards=(secret("b", to=ALL),)),))
    for event in (position, GapNoted()):
        assert asked("abc", TAKE, event, at=1).hands[A].holds == dict.fromkeys("abc", Fraction(1, 3))


@pytest.mark.parametrize("kind", rest_soaked(castle_rampage.KINDS))
def test_it_is_true_and_never_knows_less(kind: str) -> None:
    """In a game of Castle Rampage the truth is possible in hindsight, and only what was possible then, unless a rule was broken."""
    sample = castle_rampage.make(kind, 0, 45)
    narrower = 0
    for viewer in (*sample.header.seats, PUBLIC):
        known = Known(sample.game, sample.header, sample.seen(viewer), viewer)
        for step in range(0, len(sample.log) + 1, 4):
            then, found, truth = known.at(step), known.hindsight(step), sample.truth(step)
            if truth is not None and not sample.breaches:
                true_of(found, truth)
            if found.breach is None and then.breach is None:
                narrower += _narrower(found, then)
    assert narrower


def test_what_is_kept_of_a_log_costs_and_tells_as_much_as_following_it_again() -> None:
    """From the middle on, with something changed there: each time the same states for the same work as from the beginning."""
    sample = castle_rampage.make("plain", 7, 120)
    log = ViewerLog(sample.game, sample.header, veil(sample.game.parts, sample.log, A), A)
    calls = log.call_log.step_calls(log.steps).calls
    plan, effort = planned(log.cards, calls), Effort()
    whole = run(plan, calls, effort=effort)
    work, fork = effort.spent, Fork(plan, calls, len(calls) // 2, effort)
    for _ in range(3):
        before = effort.spent
        table = fork.run(calls, lambda tracker: tracker.table.breaches.append(0))
        assert (len(table.counts.table) > 1, table.breaches) == (True, [0])
        assert (table.counts.table, table.counts.columns, table.held) == (whole.counts.table, whole.counts.columns, whole.held)
        assert effort.spent - before == work


def true_of(known: Knowledge, truth: Truth) -> None:
    """Fail unless what truly lay there can have lain there."""
    where = f"step {known.version}, {known.viewer}"
    for slot, chances in known.slots.items():
        assert truth.slots[slot] in chances.of, f"{where}: {slot}"
    for seat, hand in known.hands.items():
        held = Counter(truth.hands[seat])
        assert all(hand.least.get(card, 0) <= held[card] for card in held | Counter(hand.least)), f"{where}: {seat}"
        assert all(number <= hand.most.get(card, 0) for card, number in held.items()), f"{where}: {seat}"
    for name, deck in known.decks.items():
        assert all(number <= deck.most[card] for card, number in Counter(truth.decks.get(name, [])).items()), f"{where}: {name}"


def _narrower(found: Knowledge, then: Knowledge) -> bool:
    """Fail if more is possible than was then; return whether less is."""
    pairs = [(set(found.slots[slot].of), set(chances.of)) for slot, chances in then.slots.items()]
    pairs += [(set(found.hands[seat].most), set(hand.most)) for seat, hand in then.hands.items()]
    pairs += [(set(found.decks[deck].most), set(held.most)) for deck, held in then.decks.items()]
    assert all(after <= before for after, before in pairs), f"step {then.version}, {then.viewer}"
    return any(after < before for after, before in pairs)
