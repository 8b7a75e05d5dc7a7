"""The one fold: what the events of every game do to a position (design/architecture: One fold for all)."""

from __future__ import annotations

from typing import Any

import pytest

from records.core.events import Event, Recorded
from records.core.header import Header
from records.core.logs.fold import Folder
from records.core.position import Outcome, Position
from records.core.secret import ALL, secret
from records.core.shared import (
    Asked,
    CardExposed,
    CardReturned,
    Corrected,
    GameDrawn,
    GameWon,
    GapNoted,
    IrregularityNoted,
    PileSet,
    PositionSet,
    Replacement,
    Resigned,
    Shown,
    SlotSet,
    TakenBack,
)
from records.core.tables.blocks import Block
from records.core.tables.hands import Hand
from records.errors import Contradiction, ImpossibleEvent
from records.values import replace
from support.tiny import NOON, SEATS, TINY, drawn, laid

HEADER = Header(record="r1", game="tiny", ruleset="none", ruleset_hash="", catalogue="none", catalogue_hash="", seats=SEATS, started=NOON)
FOLDER = Folder(TINY)


def position(*events: Event) -> Position[Any]:
    """The position after these events, each a batch of its own."""
    return FOLDER.position(HEADER, [Recorded(version, version, NOON, "", event) for version, event in enumerate(events, 1)])


def test_the_position_before_the_first_event_is_the_games() -> None:
    """An empty log gives version 0 and the cards and counters that the game begins with."""
    start = position()
    assert (start.version, start.state.turn, start.state.outcome) == (0, 0, None)
    assert start.table.decks == {"draw": (Block(5, ("ace", "king", "knave", "queen", "ten"), ALL),)}


def test_an_event_that_cannot_be_names_its_version() -> None:
    """Whatever the table refuses is told with the version and class of the event."""
    with pytest.raises(ImpossibleEvent, match="version 1, Laid: 1 cards leave the hand of A, which has 0"):
        position(laid("A", "s1", "ace"))
    with pytest.raises(Contradiction, match="version 2, Drawn: draw: ace cannot come from"):
        position(drawn("A", "ace"), drawn("B", "ace"))


def test_asked_is_what_is_pending() -> None:
    """Questions queue up, oldest first."""
    first, second = Asked(id="q1", seat="A", what="discard"), Asked(id="q2", seat="B", what="discard")
    assert position(first, second).state.pending == (first, second)


def test_who_won_and_a_draw_are_outcomes() -> None:
    """The table knows how the game ended; a resignation alone ends nothing."""
    assert position(GameWon(seat="A")).state.outcome == Outcome(winners=("A",))
    assert position(GameDrawn()).state.outcome == Outcome(drawn=True)
    assert position(Resigned(seat="A"), IrregularityNoted(what="other")).state.outcome is None


def test_after_a_gap_no_card_moves() -> None:
    """Something is missing: words may be noted, cards may not be moved until a position is set."""
    assert position(GapNoted(), Resigned(seat="A"), GameWon(seat="B")).state.missing
    with pytest.raises(ImpossibleEvent, match="version 2, Drawn: something is missing since a GapNoted"):
        position(GapNoted(), drawn("A", "ace"))


def test_a_position_set_ends_a_gap_and_earlier_knowledge() -> None:
    """Cards, questions and outcome of before are gone, and the game goes on."""
    after = position(
        drawn("A", "ace"), Asked(id="q2", seat="A", what="x"), GameWon(seat="A"), GapNoted(),
        PositionSet(piles=(PileSet(pile="row:A", slots=(SlotSet(slot="s5", card=secret("ten")),)),)), laid_openly(),
    )  # fmt: skip
    assert (after.state.pending, after.state.outcome, after.state.missing) == ((), None, False)
    assert (after.table.hands, after.table.decks) == ({}, {})
    assert after.table.slots["s5"].known_to == ALL


def laid_openly() -> CardExposed:
    """The slot of the position that is set is shown to all."""
    return CardExposed(place="s5", card=secret("ten", to=ALL))


def test_counters_of_a_game_without_any_cannot_be_set() -> None:
    """A position that names counters which the game does not have is refused; a game that has some is given them."""
    with pytest.raises(ImpossibleEvent, match="tiny has no counters that a position could set"):
        position(PositionSet(counters=(("turn", 3),)))
    counting = Folder(replace(TINY, set_counters=lambda draft, counters: setattr(draft.state, "turn", counters["turn"])))
    log = [Recorded(1, 1, NOON, "", PositionSet(counters=(("turn", 3),)))]
    assert counting.position(HEADER, log).state.turn == 3


def test_an_exposed_card_is_shown() -> None:
    """A hand card that everybody saw by mistake is claimed for everybody."""
    after = position(drawn("A", "ace"), CardExposed(place="hand:A", card=secret("ace", to=ALL)))
    assert after.table.hands["A"] == Hand(1, ("ace",), ((ALL, ("ace",)),), ("ace",))


@pytest.mark.parametrize(
    ("end", "deck"),
    [
        ("top", (Block(1, ("ace",), ("A",)), Block(4, ("king", "knave", "queen", "ten"), ("A",)))),
        ("bottom", (Block(4, ("king", "knave", "queen", "ten"), ("A",)), Block(1, ("ace",), ("A",)))),
        ("shuffled", (Block(5, ("ace", "king", "knave", "queen", "ten"), ("A",)),)),
    ],
)
def test_a_returned_card_goes_to_an_end_or_into_the_deck(end: str, deck: tuple[Block, ...]) -> None:
    """A card put back outside the rules leaves the hand and lies where it is said."""
    after = position(drawn("A", "ace"), CardReturned(seat="A", deck="draw", end=end, card=secret("ace", to=("A",))))
    assert after.table.decks["draw"] == deck
    assert after.table.hands["A"] == Hand()


def test_a_card_is_returned_nowhere_else() -> None:
    """An end that no deck has is refused."""
    with pytest.raises(ImpossibleEvent, match="not 'middle'"):
        position(drawn("A", "ace"), CardReturned(seat="A", deck="draw", end="middle", card=secret("ace")))


def test_after_a_take_back_the_board_goes_back_and_what_was_shown_stays() -> None:
    """The card lies on the deck again, known to who drew it."""
    shown = Shown(place="draw", card=secret("ace", to=("A",)))
    after = position(drawn("A", "ace"), TakenBack(to=0, shown=(shown,)))
    assert after.table.hands == {}
    assert after.table.decks["draw"] == (Block(1, ("ace",), ("A",)), Block(4, ("king", "knave", "queen", "ten"), ("A",)))


def test_a_correction_changes_the_past() -> None:
    """The position is that of the log as it should have been written; the cards that come after it must still fit."""
    change = Corrected(of=(Replacement(version=1, event=drawn("A", "king")),))
    assert position(drawn("A", "ace"), change).table.hands["A"].faces == ("king",)
    with pytest.raises(Contradiction, match="version 2, Drawn"):
        position(drawn("A", "ace"), drawn("B", "king"), change)


def test_an_event_of_another_game_is_no_event() -> None:
    """What the game has no evolver for does not pass."""

    class Strange(Event, frozen=True, kw_only=True, tag="other.strange/1"):
        """Of another game."""

    with pytest.raises(KeyError):
        position(Strange())
