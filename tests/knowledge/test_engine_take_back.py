"""What was seen in a part that was taken back stays known: the engine undoes such a part (design/knowledge: Taken back)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from records.core.events import Event, Recorded
from records.core.faces import none_of
from records.core.ids import DeckId, PileId, SlotId
from records.core.logs.fold import Folder
from records.core.secret import ALL, secret
from records.core.shared import IrregularityNoted, TakenBack
from records.core.table import hand_place
from records.core.tables.fold_table import FoldTable
from records.core.viewers import PUBLIC, Viewer
from records.knowledge.answers import Knowledge
from records.knowledge.door import veil
from records.knowledge.engine import know
from records.knowledge.tracking.call_log import CallLog
from support.knowledge import bare
from support.knowledge.bare import BARE, DRAW, SEATS, VALUES
from support.knowledge.reading import Places, read
from support.knowledge.taking_back import UndoingDeals, taken_back
from support.soaking import rest_soaked

A, B = SEATS
ROW = PileId("row:A")


@pytest.mark.parametrize("seed", rest_soaked(range(10, 24), keep=3))
def test_it_equals_every_deal_where_it_is_exact(seed: int) -> None:
    """With a part taken back, also one within another, candidates and chances are those of all worlds that give the viewer's log."""
    play, log = taken_back(seed)
    back = max(recorded.v for recorded in log if isinstance(recorded.event, TakenBack))
    viewers: tuple[Viewer, ...] = (*SEATS, PUBLIC)
    for viewer in viewers:
        seen = veil(BARE.parts, log, viewer)
        for at in (back, len(log)):
            found = know(BARE, play.header, seen, viewer, at)
            call_log = CallLog(Folder(BARE), play.header, seen)
            calls = call_log.replay_undone(at)
            if found.exact and call_log.taken_back(at) and calls is not None:
                deals = UndoingDeals(VALUES)
                for recorded in call_log.calls(0):
                    getattr(deals, recorded.method)(*recorded.args)  # it learns which cards there are
                for call in calls:
                    getattr(deals, call.method)(*call.args, **call.named)
                table = Folder(BARE).fold(play.header, seen[:at]).table
                assert isinstance(table, FoldTable)
                places = Places([hand_place(seat) for seat in table.hands if seat != viewer], list(table.slots), list(table.decks))
                assert found == _as_of(read(deals, places, viewer, at), found)


def _as_of(reference: Knowledge, found: Knowledge) -> Knowledge:
    """The reference does not say from where it counts."""
    return Knowledge(viewer=found.viewer, version=found.version, slots=reference.slots, hands=reference.hands, decks=reference.decks,
                     breach=found.breach, taken_up=found.taken_up)  # fmt: skip


def test_most_of_it_is_exact() -> None:
    """Of games whose part taken back lost no order nearly all answers are exact, so that the test above is about something."""
    exact = []
    for seed in range(10, 24):
        play, log = taken_back(seed)
        seen = veil(BARE.parts, log, A)
        exact.append(know(BARE, play.header, seen, A, len(log)).exact)
    assert sum(exact) >= 10


def asked(cards: str, *events: Event) -> Knowledge:
    """What the public knows of a deck of cards after events."""
    log = tuple(Recorded(version, version, bare.NOON, "", event) for version, event in enumerate(events, 1))
    return know(BARE, bare.header(cards + "/"), log, PUBLIC, len(log))


def test_a_drawn_card_lies_on_top_again() -> None:
    """Drawn openly and taken back, the card is the next one; the one that was drawn unseen after it is the one after that."""
    draw = bare.Take(deck=DRAW, seat=A, cards=secret("a", to=ALL))
    unseen = bare.Take(deck=DRAW, seat=A, cards=secret("?", hint=none_of(["b"])))
    back = TakenBack(to=1)
    found = asked("abcc", IrregularityNoted(what="other"), draw, unseen, back)
    assert found.exact
    assert found.decks[DRAW].top.certain == "a"
    later = asked("abcc", IrregularityNoted(what="other"), draw, unseen, back, draw)
    assert later.decks[DRAW].top.certain == "c"


def test_a_hand_keeps_what_was_seen_to_leave_it() -> None:
    """A card that was laid openly and taken back is in the hand for certain; which of the others it holds is as open as before."""
    take = bare.Take(deck=DRAW, seat=A, cards=secret("?", "?"))
    lay = bare.Lay(seat=A, pile=ROW, slot=SlotId("s2"), card=secret("b", to=ALL), at="bottom", up=True)
    found = asked("abcc", take, lay, TakenBack(to=1))
    assert found.exact
    assert found.hands[A].least == {"b": 1}
    assert found.hands[A].holds == {"a": Fraction(1, 3), "b": Fraction(1), "c": Fraction(2, 3)}


def test_a_lost_order_is_said() -> None:
    """Where a deck was shuffled in the part taken back, what follows is what the take-back shows, and it is not called exact."""
    shuffle = bare.Shuffle(deck=DeckId(DRAW))
    found = asked("abcc", IrregularityNoted(what="other"), shuffle, TakenBack(to=1))
    assert not found.exact
    assert found.decks[DRAW].top.candidates == ("a", "b", "c")
