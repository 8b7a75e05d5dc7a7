"""Links that stay behind a running game: nothing is shown too soon, whatever is written and whatever the clock does."""

from __future__ import annotations

import shutil
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, example, given, settings
from hypothesis import strategies as st

from records.core.shared import GameStarted, GameWon
from records.core.viewers import LOCAL, PUBLIC, Delay
from records.errors import MalformedCommand, NotYours
from records.service import Entry, GameBook
from records.service.delaying import MOST_MINUTES, MOST_STEPS
from records.service.desks.linking import NewLink
from records.values import replace
from support.soaking import soaked
from support.tiny import GAMES, NOON, A, B, drawn, laid, new_game, whispered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from records.core.events import Event
    from records.core.viewers import Caller
    from records.service import RecordView

DELAYS = (Delay(), Delay(steps=2), Delay(minutes=5), Delay(steps=1, minutes=3))
MOVES = (
    *(drawn(A, "ace"), drawn(B, "king"), whispered(B, "w"), laid(A, "s5", "ace"), drawn(A, "knave"), whispered(A, "v")),
    *(laid(B, "s6", "king"), drawn(B, "queen"), laid(A, "s7", "knave"), whispered(B, "u"), drawn(A, "ten"), laid(B, "s8", "queen")),
)
TOLD = [not isinstance(move, type(whispered(A, ""))) for move in MOVES]


class Table:
    """A running game with delayed links to it, in a store whose clock is moved; time itself only goes on."""

    def __init__(self, file: Path) -> None:
        self.url = f"sqlite:///{file}"
        self.time, self.clock_is_off, self.written = NOON, timedelta(), [NOON]
        self.book = self._opened()
        new = new_game(GameStarted(seats=(A, B), begins=A))
        self.record = self.book.writing.add(LOCAL, new)[0].id
        self.book._office.store.access.reopen(self.record)
        self.tokens = [self.book.access.share(LOCAL, self.record, NewLink(viewer="open", delay=delay))[0] for delay in DELAYS]

    def _opened(self) -> GameBook:
        book = GameBook.open(self.url, games=GAMES)
        book._office.gate.now = self.clock
        return book

    def clock(self) -> datetime:
        """Return the time that the server believes."""
        return self.time + self.clock_is_off

    def write(self, *events: Event) -> None:
        """Write events down."""
        entries = [Entry(at=self.clock(), event=event) for event in events]
        self.book.writing.append(LOCAL, self.record, entries, expected=len(self.written))
        self.written += [self.time] * len(events)

    def write_next(self) -> None:
        """Write the next event of the game."""
        if len(self.written) <= len(MOVES):
            self.write(MOVES[len(self.written) - 1])

    def caller(self, number: int) -> Caller:
        """Return who has a link."""
        return self.book.sign_ins.caller_of_link(self.tokens[number], "127.0.0.1")

    def seen(self, number: int) -> RecordView:
        """Return the game as a link shows it."""
        return self.book.record(self.caller(number), self.record)

    def due(self, delay: Delay) -> int:
        """Return how many events a delay lets by, by time itself."""
        old = [self.time - at >= timedelta(minutes=delay.minutes) for at in self.written]
        told = [True, *TOLD][: len(self.written)]
        passed = [old[nth] and sum(told[nth + 1 :]) >= delay.steps for nth in range(len(old))]
        return next((nth for nth, one in enumerate(passed) if not one), len(passed))

    def restart(self) -> None:
        """Open the store again, as another process does."""
        self.book.close()
        self.book = self._opened()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A table at which nothing was played yet."""
    made = Table(tmp_path / "tiny.sqlite")
    yield made
    made.book.close()


ACTS = st.lists(
    st.one_of(
        st.just(("write", 0)),
        st.just(("restart", 0)),
        st.tuples(st.just("wait"), st.sampled_from([20, 60, 170, 400])),
        st.tuples(st.just("back"), st.sampled_from([30, 300, 3600])),
    ),
    max_size=30,
)
WRITE, A_WHILE = ("write", 0), ("wait", 170)
SET_BACK = [*[WRITE] * 4, A_WHILE, WRITE, WRITE, A_WHILE, ("back", 300), WRITE, ("wait", 60), WRITE, A_WHILE, A_WHILE, WRITE, ("wait", 400)]
"""The clock is put back while one plays: what was written before is the older, and by the clock the younger."""


@pytest.mark.parametrize("examples", [0, soaked(400)])
def test_spectator_reading_ahead(tmp_path: Path, examples: int) -> None:
    """Whatever is written, however the clock is put back, whoever comes again: at most what is due; all of it while the clock is right."""
    fresh = tmp_path / "fresh"
    fresh.mkdir()
    first = Table(fresh / "tiny.sqlite")
    first.book.close()

    phases = [Phase.explicit, *([Phase.generate, Phase.shrink] if examples else [])]

    @settings(max_examples=examples or 1, phases=phases, deadline=None, suppress_health_check=list(HealthCheck), database=None)
    @example(SET_BACK)
    @given(ACTS)
    def tried(acts: list[tuple[str, int]]) -> None:
        shutil.copytree(fresh, tmp_path / "now", dirs_exist_ok=True)
        first.url = f"sqlite:///{tmp_path}/now/tiny.sqlite"
        first.time, first.clock_is_off, first.written = NOON, timedelta(), [NOON]
        first.book = first._opened()
        try:
            _play(first, acts)
        finally:
            first.book.close()

    tried()


def _play(table: Table, acts: list[tuple[str, int]]) -> None:
    right = True
    for act, seconds in acts:
        match act:
            case "write":
                table.write_next()
            case "wait":
                table.time += timedelta(seconds=seconds)
            case "back":
                table.clock_is_off -= timedelta(seconds=seconds)
                right = False
            case _:
                table.restart()
        whole = table.book.record(LOCAL, table.record, PUBLIC).events
        for number, delay in enumerate(DELAYS):
            view = table.seen(number)
            due = table.due(delay)
            assert view.steps == due if right else view.steps <= due, (delay, acts)
            assert all(one.at + timedelta(minutes=delay.minutes) <= table.clock() for one in view.events if delay.minutes), (delay, acts)
            assert view.events == whole[: view.steps]
            assert (view.eyes, view.running) == ((PUBLIC,), True)


def test_a_delayed_link_learns_of_the_end_as_late_as_of_all_else(table: Table) -> None:
    """The end, its result and the hands that it opens are shown after the minutes; with a delay in steps alone at once."""
    table.write(*MOVES[:4], GameWon(seat=A))
    access = table.book._office.store.access
    closed = table.book._office.store.access.of(table.record)
    assert closed is not None
    assert not closed.live
    table.time = table.book._office.store.access.of(table.record).closed_at  # type: ignore[union-attr,assignment]  # it is closed
    table.written = [table.time - timedelta(minutes=20)] * len(table.written)
    at_once, steps, minutes, both = (table.seen(number) for number in range(4))
    assert (at_once.outcome is not None, steps.outcome is not None) == (True, True)
    for behind, delay in ((minutes, DELAYS[2]), (both, DELAYS[3])):
        assert behind.eyes == (PUBLIC,), delay
        assert behind.running, delay
    table.time += timedelta(minutes=3)
    assert table.seen(3).outcome is not None
    assert table.seen(2).running
    with pytest.raises(NotYours):
        table.book.record(table.caller(2), table.record, "open")
    table.time += timedelta(minutes=2)
    assert table.seen(2).outcome is not None
    assert not table.seen(2).running
    access.reopen(table.record)
    assert all(table.seen(number).running for number in range(4))


def test_an_end_is_shown_no_sooner_than_what_led_to_it(table: Table) -> None:
    """What a link shows while the game still runs for it ends before the result, which stands in the log already."""
    table.write(*MOVES[:4])
    table.time += timedelta(minutes=10)
    table.write(GameWon(seat=A))
    store = table.book._office.store
    known = store.access.of
    store.access.of = lambda record: replace(known(record), closed_at=table.time)  # type: ignore[method-assign,type-var]  # the clock's
    view = table.seen(2)
    assert (view.steps, view.outcome, view.running) == (5, None, True)


def test_a_delay_is_bounded(table: Table) -> None:
    """What cannot be is refused when the link is made."""
    for delay in (Delay(steps=-1), Delay(minutes=-1), Delay(steps=MOST_STEPS + 1), Delay(minutes=MOST_MINUTES + 1)):
        with pytest.raises(MalformedCommand):
            table.book.access.share(LOCAL, table.record, NewLink(viewer="open", delay=delay))
