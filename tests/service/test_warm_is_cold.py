"""Whoever keeps where a record stands writes and shows the same as whoever reads and folds all of it anew."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from records.core.events import Event, Recorded
from records.core.ids import SeatKey
from records.core.logs.chain import Chain
from records.core.logs.fold import Folder
from records.core.secret import Sealed, Secret, secret
from records.core.shared import CardExposed, IrregularityNoted
from records.core.viewers import LOCAL, OPEN
from records.errors import ImpossibleEvent, RecordsError, RuleViolation, StaleVersion
from records.knowledge.door import veil
from records.projections.replay import position_at
from records.service import Entry, GameBook, NewTable
from records.service.memory import Memory
from records.service.seen_log import SeenLog
from records.service.writing.filler_cache import FillerCache
from records.service.writing.record_filler import RecordFiller
from records.store import Head
from support.laws.games.hollow import UNDER_LAW
from support.laws.sample import KEY, Sample
from support.soaking import rest_soaked

if TYPE_CHECKING:
    from pathlib import Path

A, B = SeatKey("A"), SeatKey("B")
SHARE, OTHERS = 0.3, 0.3
"""How much of what the sample holds is not noted, so that the record has to fill it in; and how much others write."""

NOWHERE = Entry(at=datetime(2026, 3, 14, tzinfo=UTC), event=CardExposed(place="s999", card=secret("?", to=(A,))))
"""What cannot have happened."""


def batches(sample: Sample) -> list[list[Recorded[Any]]]:
    """The sample's log, batch by batch."""
    return [list(batch) for _, batch in groupby(sample.log, key=lambda recorded: recorded.cause)]


def unnoted(random: Random, game: Any, event: Event) -> Event:
    """The event as somebody wrote it down who did not see every card."""

    def part(_path: str, cards: Secret | Sealed) -> Secret | Sealed:
        if not isinstance(cards, Secret) or random.random() > SHARE:
            return cards
        return Secret(("?",) * len(cards.faces), cards.known_to, cards.hint, cards.ordered)

    masked: Event = game.parts.map(event, part)
    return masked


def outcome(filler: RecordFiller, entries: Sequence[Entry]) -> object:
    """What is written, or how it is refused."""
    try:
        return filler.fill(entries)
    except RecordsError as error:
        return str(error)


@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(sample=UNDER_LAW.samples, seed=st.integers(0, 10**6))
def test_what_is_kept_is_what_a_cold_start_gives(sample: Sample, seed: int) -> None:
    """After each batch, written here or by another process, or refused: position, next batch, timelines and positions are equal."""
    random, game, header = Random(seed), sample.game, sample.header  # noqa: S311 -- a test, not a secret
    chain, folder, log = Chain(game, header, KEY), Folder(game), tuple[Recorded[Any], ...]()
    fillers, head = FillerCache(Memory()), Head(0, chain.hash)
    fillers.keep(header.record, head, RecordFiller(game, header, ()))
    seen = {viewer: SeenLog(game, folder, header, viewer, ()) for viewer in sample.viewers}
    for batch in batches(sample):
        entries = [Entry(at=one.at, event=unnoted(random, game, one.event), cause=len(log) + 1) for one in batch]
        cold, warm = RecordFiller(game, header, log), None
        if random.random() > OTHERS:
            warm = fillers.take(header.record, log, head)
            assert warm is not None
            assert (warm.position, warm.answering) == (cold.position, cold.answering)
            refused = outcome(cold, [*entries, NOWHERE])
            assert isinstance(refused, str)
            assert outcome(warm, [*entries, NOWHERE]) == refused
            assert (warm.position, warm.answering) == (cold.position, cold.answering)
            assert outcome(warm, entries) == outcome(cold, entries)
        written = outcome(RecordFiller(game, header, log), entries)
        if isinstance(written, list):
            new = [chain.add(entry.at, entry.event, entry.cause)[0] for entry in written]
            log, head = (*log, *new), Head(chain.count, chain.hash)
            seen = {viewer: before.grown(veil(game.parts, new, viewer)) for viewer, before in seen.items()}
        if warm is not None:
            fillers.keep(header.record, head, warm)
        viewer, at = random.choice(sample.viewers), random.randint(0, len(log))
        fresh = SeenLog(game, folder, header, viewer, veil(game.parts, log, viewer))
        assert (seen[viewer].events, seen[viewer].timeline) == (fresh.events, fresh.timeline)
        assert seen[viewer].position(at) == fresh.position(at) == position_at(folder, header, fresh.events, at)


@pytest.mark.parametrize("seed", rest_soaked(range(4), keep=2))
def test_two_books_on_one_file_write_and_show_the_same_record(tmp_path: Path, seed: int) -> None:
    """Commands, facts that show unnoted cards, and take-backs, from one process or the other: each sees what a third one reads anew."""
    random, url = Random(seed), f"sqlite:///{tmp_path}/book.sqlite"  # noqa: S311 -- a test, not a secret
    with GameBook.open(url) as one, GameBook.open(url) as other:
        record = one.writing.begin(
            LOCAL, NewTable(game="castle-rampage", names=("Ana", "Ben"), begins=A, ruleset="castle-rampage/plain", dealt=True)
        )
        game = one.games["castle-rampage"]
        assert game.play is not None
        for _ in range(60):
            book, late = random.sample((one, other), 2)
            view = book.record(LOCAL, record, OPEN)
            position, steps = view.position(view.steps), view.steps
            legal = game.play.legal(position)
            what = random.random()
            try:
                if what < 0.7 and legal:
                    book.command(LOCAL, record, random.choice(legal), expected=steps)
                elif what < 0.8 and position.table.slots:
                    slot = random.choice(sorted(position.table.slots))
                    book.writing.note(LOCAL, record, CardExposed(place=slot, card=secret("?", to=(random.choice((A, B)),))), expected=steps)
                elif what < 0.9:
                    book.writing.note(LOCAL, record, IrregularityNoted(what="other"), expected=steps)
                else:
                    book.writing.take_back(LOCAL, record, random.choice([0, *(one.cause - 1 for one in view.events[-9:])]), expected=steps)
            except (ImpossibleEvent, RuleViolation):
                assert book.record(LOCAL, record, OPEN).steps == steps
                continue
            with pytest.raises(StaleVersion):
                late.writing.note(LOCAL, record, IrregularityNoted(what="other"), expected=steps)
        with GameBook.open(url) as third:
            for viewer in ("A", "B", "public", "open"):
                views = [book.record(LOCAL, record, viewer) for book in (one, other, third)]
                assert len({view.events for view in views}) == 1
                first, *others = [(view.timeline, [view.position(at) for at in range(view.steps + 1)]) for view in views]
                assert others == [first, first]
            assert list(third.records.verify(LOCAL)) == []
