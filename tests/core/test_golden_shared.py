"""The lines of events that every game has stay readable for ever: once written, a form is read to the same value and written the same."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec
import pytest

from records.core.events import Event, name_of
from records.core.faces import Some
from records.core.secret import ALL, Secret
from records.core.shared import (
    Asked,
    CardExposed,
    CardReturned,
    CardTaken,
    Corrected,
    DeckSet,
    DrawAgreed,
    DrawOffered,
    GameDrawn,
    GameStarted,
    GameWon,
    GapNoted,
    HandSet,
    IrregularityNoted,
    PileSet,
    PositionSet,
    Replacement,
    Resigned,
    Shown,
    SlotSet,
    TakenBack,
    ZoneSet,
)
from support.tiny import TINY

GOLDEN = Path(__file__).parents[1] / "golden" / "wire" / "shared.jsonl"
LINES = GOLDEN.read_bytes().splitlines()
HINT = Some(none_of=("ace", "king"))
MEANT: tuple[Event, ...] = (
    GameStarted(rule="1", seats=("A", "B"), begins="B", variant="short", switches=(("aces", "high"),), chance="dealt"),
    Asked(rule="2.1", id="q2", seat="A", what="discard", least=0, most=2, why="too many"),
    PositionSet(
        rule="3",
        hands=(HandSet(seat="A", cards=(Secret(("ace", "king"), ("A",)), Secret(("?",)))), HandSet(seat="B")),
        piles=(PileSet(pile="row:A", slots=(SlotSet(slot="s3", card=Secret(("?",), ("B",), HINT), up=True),)),),
        decks=(DeckSet(deck="draw", blocks=(Secret(("ten", "queen"), ALL, ordered=True), Secret(("?",), seal=("0f" * 16,)))),),
        zones=(ZoneSet(zone="discard", faces=("ace", Some(among=("king", "ten")), "?")),),
        counters=(("active", "A"), ("attacked", True), ("turn", 7)),
        why="a puzzle",
    ),
    GapNoted(rule="4", why="the page is torn"),
    TakenBack(
        rule="5",
        to=1,
        agreed=("A", "B"),
        shown=(Shown(place="draw", index=1, card=Secret(("ace",), ("A",), salt=("0f" * 16,))),),
        why="asked",
    ),
    Corrected(rule="6", of=(Replacement(version=1, event=Resigned(seat="A")),), why="misread"),
    IrregularityNoted(rule="7", what="out-of-turn", seat="B", words="Ben was quick"),
    CardExposed(rule="8", place="draw", index=2, card=Secret(("ace",), ALL)),
    CardReturned(rule="9", seat="A", deck="draw", end="shuffled", card=Secret(("ace",), ("A",))),
    Resigned(rule="10", seat="A"),
    DrawOffered(rule="11", seat="A"),
    DrawAgreed(rule="12", seat="B"),
    GameWon(rule="13", seat="A", why="most points"),
    GameDrawn(rule="14", why="agreed"),
    CardTaken(rule="15", seat="A", deck="draw", card=Secret(("ace",), ("A",))),
)
"""What each line of the file says, in their order."""


def test_every_shared_event_has_a_sample() -> None:
    """Each name and version that a game shares with all others stands in the file."""
    sampled = {msgspec.json.decode(line)["event"]["e"] for line in LINES}
    assert sampled == {name_of(cls) for cls in TINY.events} - {name_of(cls) for cls in TINY.own}


@pytest.mark.parametrize(("line", "event"), list(zip(LINES, MEANT, strict=True)), ids=[name_of(event) for event in MEANT])
def test_a_line_means_what_it_meant(line: bytes, event: Event) -> None:
    """Each old line is read to the value it was written from."""
    recorded = TINY.codec.decode(line)
    assert recorded.event == event
    assert (recorded.v, recorded.cause) == (1 + MEANT.index(event), 1 + MEANT.index(event))
    assert recorded.at == datetime(2026, 3, 14, 12, 0, 0, 250000, UTC)


@pytest.mark.parametrize("line", LINES, ids=[name_of(event) for event in MEANT])
def test_a_line_is_written_as_it_was(line: bytes) -> None:
    """Each old line, read and written again, is the same bytes, so that old chains still verify."""
    assert TINY.codec.encode(TINY.codec.decode(line)) == line


@pytest.mark.parametrize("event", MEANT, ids=name_of)
def test_a_sample_uses_every_field(event: Event) -> None:
    """No field of an event is left at its default in its sample, so that none can be renamed unnoticed."""
    written = msgspec.json.decode(msgspec.json.encode(event))
    assert set(written) == {"e", *(field.encode_name for field in msgspec.structs.fields(event))}
