"""Records with events of older shapes: files that stay as they were written then, against the evolvers of that time."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from importers import native
from records.core.events import Recorded
from records.core.game import Game
from records.core.logs.effective import effective
from records.core.logs.fold import Folder
from records.core.position import Draft, frozen
from records.core.viewers import LOCAL
from records.core.wording.narration import narrate_shared
from records.games.castle_rampage.evolving import power_evolve
from records.games.castle_rampage.evolving.evolve import defender_destroyed
from records.games.castle_rampage.model.events import DISCARD, DefenderDestroyed
from records.games.castle_rampage.model.older_shapes import CardSlipped1, DefenderDestroyed1
from records.games.castle_rampage.model.position import CastleCounters
from records.rulings.audit import Verdict, audit
from records.service import Exchanged, GameBook
from records.service.library import library
from records.values import replace
from support.castle import CASTLE

GAMES = library()
FILES = sorted((Path(__file__).parent / "old").glob("castle-rampage-*.jsonl"))


def slipped_then(draft: Draft[CastleCounters], recorded: Recorded[CardSlipped1]) -> None:
    """What a slipped card did when ``evolve`` still read the rules."""
    event = recorded.event
    for _purpose, cards in event.pays:
        draft.table.drop(event.seat, cards, DISCARD)
    draft.table.lay(event.seat, event.pile, event.slot, event.card, "bottom")
    power_evolve.begun(draft)
    draft.state.strengthened = draft.state.strengthened or draft.state.rules["slip_strengthens"] == "counted"


def destroyed_then(draft: Draft[CastleCounters], recorded: Recorded[DefenderDestroyed1]) -> None:
    """What a fallen card did then."""
    event, before = recorded.event, draft.state.owed
    now = DefenderDestroyed(slot=event.slot, before=event.before, left=event.left, to=event.to, owes=event.owes)
    defender_destroyed(draft, Recorded(recorded.v, recorded.cause, recorded.at, recorded.prev, now))
    if event.owes:
        draft.state.owed = event.owes if draft.state.rules["fallen_discards"] == "at once" else (*before, *event.owes)


def of_that_time() -> Game:
    """The game with the older classes as its own."""
    old: dict[type, Any] = {CardSlipped1: slipped_then, DefenderDestroyed1: destroyed_then}
    return replace(CASTLE, own=(*CASTLE.own, *old), evolve={**CASTLE.evolve, **old}, upcasts={}, narrate=narrate_shared)


@cache
def example(path: Path) -> Exchanged:
    """A record as its file has it."""
    return native.read(GAMES, path.read_bytes(), path.name)


def states(game: Game, exchanged: Exchanged, log: tuple[Recorded[Any], ...]) -> Iterator[object]:
    """The position after each event that counts at the end of a log."""
    folder = Folder(game)
    draft = folder.start(exchanged.header)
    for recorded in effective(log):
        folder.apply(draft, recorded)
        position = frozen(recorded.v, draft)
        yield position.table, vars(position.state)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_old_record_is_read_verified_audited_and_written_as_it_was(path: Path) -> None:
    """Its file comes back byte for byte, its chain and seals hold, and the rules give its batches again."""
    with GameBook.open("sqlite:///:memory:", games=GAMES) as book:
        record = book.writing.take_in(LOCAL, example(path)).id
        assert list(book.records.verify(LOCAL)) == []
        assert native.write(GAMES, book.records.export(LOCAL, record, "open"), "open") == path.read_bytes()
        view = book.record(LOCAL, record, "open")
        assert {Verdict.KEPT} == {judged.verdict for judged in audit(view.game, view.header, view.events)}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_an_old_record_folds_as_it_did(path: Path) -> None:
    """Brought up and evolved without rules, each event does what it did when ``evolve`` read them."""
    exchanged = example(path)
    stored = tuple(exchanged.log)
    present = CASTLE.brought_up(exchanged.header, stored)
    assert list(states(CASTLE, exchanged, present)) == list(states(of_that_time(), exchanged, stored))


def test_the_files_hold_each_older_shape() -> None:
    """Nothing here is proved of a shape that no file has."""
    found = {type(recorded.event) for path in FILES for recorded in example(path).log}
    assert found >= {CardSlipped1, DefenderDestroyed1}
