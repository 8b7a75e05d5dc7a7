"""The printed rulebook's example of an attack: two records, as they are stored from ``examples/games``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from importers import ImportOptions
from importers.storing import store_file
from records.core.ids import PileId
from records.core.shared import PositionSet
from records.core.viewers import LOCAL
from records.games.castle_rampage.model import events as ev
from records.service import GameBook
from support import books
from support.catalogue import house_catalogue

if TYPE_CHECKING:
    from records.service import RecordView

GAMES = Path(__file__).parents[3] / "examples" / "games"
GATE, CASTLE = ("castle-rampage-example-gate", "castle-rampage-example-castle")


book = books.own


def stored(book: GameBook, name: str, viewer: str = "open") -> RecordView:
    """Return an example as it is read from the store."""
    path = GAMES / f"{name}.jsonl"
    (one,) = store_file(book, LOCAL, path.read_bytes(), path.name, ImportOptions())
    return book.record(LOCAL, one.id, viewer)


def fight(view: RecordView) -> list[tuple[object, ...]]:
    """Return each attack step: class, card or nothing, strength before, strength after."""
    steps: list[tuple[object, ...]] = []
    for recorded in view.events:
        match recorded.event:
            case ev.DefenderRevealed() as event:
                steps.append(("turned", event.card, event.value, event.strength))
            case ev.DefenderDestroyed() as event:
                steps.append(("fell", event.before, event.left))
            case ev.DefenderHeld() as event:
                steps.append(("held", event.strength))
    return steps


def test_the_german_text_ends_at_the_gate(book: GameBook) -> None:
    """9 against Gate 3, then Gate 4, then an Ogre with 6 in the Gate: 2 are left, and it holds."""
    view = stored(book, GATE)
    assert isinstance(view.events[0].event, PositionSet)
    declared = view.events[2].event
    assert isinstance(declared, ev.AttackDeclared)
    assert (declared.seat, declared.target, declared.strength) == ("A", "gate:B", 9)
    assert fight(view) == [
        ("turned", "axe-man-bonus", 3, 9),
        ("fell", 9, 6),
        ("turned", "knight", 4, 6),
        ("fell", 6, 2),
        ("turned", "ogre", 6, 2),
        ("held", 2),
    ]


def test_the_english_text_ends_at_the_castle(book: GameBook) -> None:
    """9 against the last Gate card with 4, then an Ogre with 6 in the Castle: 5 are left, and it holds."""
    view = stored(book, CASTLE)
    assert fight(view) == [("turned", "knight", 4, 9), ("fell", 9, 5), ("turned", "ogre", 6, 5), ("held", 5)]
    assert view.position(view.steps).table.piles[ev.gate(view.header.seats[1])] == ()


@pytest.mark.parametrize("name", [GATE, CASTLE])
def test_the_ogre_is_back_on_top_and_both_sides_know_it(book: GameBook, name: str) -> None:
    """Before the attack Anton does not know the Ogre; after it he and the public do, and it lies face down on top."""
    pile = "gate:B" if name == GATE else "castle:B"
    for viewer in ("Anton", "public"):
        view = stored(book, name, viewer)
        (before, after) = (view.position(at).table for at in (1, view.steps))
        top = after.slots[after.piles[PileId(pile)][0]]
        assert (top.face, top.up) == ("ogre", False)
        assert before.slots[after.piles[PileId(pile)][0]].face == "?"


@pytest.mark.parametrize("name", [GATE, CASTLE])
def test_all_cards_lie_somewhere(book: GameBook, name: str) -> None:
    """The laid-out position has the game's 118 cards, and the attack loses none."""
    view = stored(book, name)
    for at in (1, view.steps):
        table = view.position(at).table
        hands = sum(hand.count for hand in table.hands.values())
        decks = sum(block.count for blocks in table.decks.values() for block in blocks)
        assert hands + decks + len(table.slots) + sum(map(len, table.zones.values())) == 118


def test_the_cards_have_these_values_in_a_source() -> None:
    """The attack of 9 and the Ogre's 6 are printed; what else defends has the values of the example."""
    cards = house_catalogue().cards
    assert (cards["fight-plan-1"].attack, cards["ogre"].gate, cards["ogre"].castle) == (9, 6, 6)
    assert not any((cards["fight-plan-1"].house("attack"), cards["ogre"].house("gate"), cards["ogre"].house("castle")))
