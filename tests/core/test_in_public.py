"""What everybody reads of a decision that was written without it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from records.core.asking.chance import FromRecord, batches
from records.core.events import Event, Recorded, Sort
from records.core.logs.fold import Folder
from records.core.logs.in_public import decided_in_public, told_in_public
from records.core.logs.present import present, reads_otherwise
from records.core.position import frozen
from records.core.shared import Corrected, GapNoted, Replacement
from records.core.viewers import OPEN, PUBLIC, Viewer
from records.games.castle_rampage.model.events import Strengthened
from records.knowledge.door import veil
from records.service.library import library
from records.service.writing.simulation import simulate
from support.castle import CASTLE, NOON, A, B, header
from support.notation import events, recorded_of

TEXT = """\
[Game "castle-rampage"]
[Ruleset "castle-rampage/plain"]
[Seats "A B"]

@position
  A.hand = spy knight cook
  B.hand = ?*3
  A.gate = last-resort
  A.castle = archer
  B.gate = ?
  B.castle = ?
  draw = ?*90
  set active=A turn=5
   castle knight
"""
HEADER = header()


def _log(*events: Event) -> tuple[Recorded[Any], ...]:
    return tuple(Recorded(v, v, NOON, "", event) for v, event in enumerate(events, 1))


def _bare(event: Event) -> Strengthened:
    """A strengthening as it was recorded before."""
    assert isinstance(event, Strengthened)
    return msgspec.structs.replace(event, rule="", card=msgspec.structs.replace(event.card, hint="?"))


LAID, WHOLE = (event for event, _cause in events(TEXT))
BARE = _bare(WHOLE)
TWICE = msgspec.structs.replace(BARE, slot="s3")
"""A second card in one turn, which everybody sees to be forbidden."""


def test_rule_and_hints_are_read_into_a_decision() -> None:
    """As the rules write it; a second reading finds nothing more to tell, and nothing is read into what everybody sees to be forbidden."""
    told = told_in_public(CASTLE, HEADER, _log(LAID, BARE, TWICE))
    assert [recorded.event for recorded in told] == [LAID, WHOLE, TWICE]
    assert told_in_public(CASTLE, HEADER, told) is told


@pytest.mark.parametrize("viewer", [A, B, PUBLIC, OPEN])
def test_it_is_the_same_before_and_behind_the_door(viewer: Viewer) -> None:
    """A viewer's log is brought to the same as the full one, also inside a correction and after it."""
    spy = msgspec.structs.replace(BARE, card=msgspec.structs.replace(BARE.card, faces=("spy",)))
    log = _log(LAID, BARE, Corrected(of=(Replacement(version=2, event=spy),)), TWICE)
    told = present(CASTLE, HEADER, log)
    correction = told[2].event
    assert isinstance(correction, Corrected)
    assert (told[1].event.rule, correction.of[0].event.rule) == ("3.1", "3.1")
    assert present(CASTLE, HEADER, veil(CASTLE.parts, log, viewer)) == veil(CASTLE.parts, told, viewer)


def test_who_was_shown_the_card_and_what_was_done_stay() -> None:
    """Only rule and hints are read into it."""
    both = msgspec.structs.replace(BARE, card=msgspec.structs.replace(BARE.card, known_to=(A, B)))
    event = told_in_public(CASTLE, HEADER, _log(LAID, both))[1].event
    assert isinstance(event, Strengthened)
    assert (event.rule, event.card.known_to, event.card.faces) == ("3.1", (A, B), ("knight",))


def test_where_the_rules_are_not_known_or_something_is_missing_nothing_is_read_into_it() -> None:
    """Another edition of rules or cards, a gap, and a log that cannot be folded."""
    log = _log(LAID, BARE)
    for other in ({"ruleset_hash": "0" * 32}, {"catalogue_hash": "0" * 32}):
        assert told_in_public(CASTLE, msgspec.structs.replace(HEADER, **other), log) is log
    gap = _log(LAID, GapNoted(why="nobody looked"), BARE)
    assert told_in_public(CASTLE, HEADER, gap) is gap
    impossible = _log(LAID, BARE, BARE)
    assert told_in_public(CASTLE, HEADER, impossible) is impossible


def test_a_log_that_says_all_is_not_looked_through() -> None:
    """What is read from the store is read as it stands, unless it holds such a decision."""
    log = _log(LAID, WHOLE)
    assert present(CASTLE, HEADER, log) is log
    assert not reads_otherwise(CASTLE, log)
    assert reads_otherwise(CASTLE, _log(LAID, BARE))


@pytest.mark.parametrize("games", [1, pytest.param(40, marks=pytest.mark.soak)])
@pytest.mark.parametrize("name", ["castle-rampage", "creature-crush", "regicide"])
def test_a_lawful_decision_stands_as_it_would_if_nothing_hidden_were_known(name: str, games: int) -> None:
    """Of every decision of simulated games: so a card that only its seat sees to be forbidden stands as a lawful one."""
    game = library()[name]
    folder, decided = Folder(game), 0
    assert game.play is not None
    for new in (new for ruleset in game.rules.names[:games] for new in simulate(game, seed=5, games=games, ruleset=ruleset)):
        head, log = recorded_of(game, new)
        draft = folder.start(head)
        for batch in batches(log):
            position = frozen(batch[0].v - 1, draft)
            folder.run(draft, batch)
            events = tuple(recorded.event for recorded in batch)
            if events[0].sort is Sort.DECISION:
                assert decided_in_public(game, position, game.play.command_of(events[0]), FromRecord(events)) == events
                decided += 1
    assert decided > 30
