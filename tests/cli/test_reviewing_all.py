"""``kiebitz review --all``: what is missing is made and kept one by one, and no more than that."""

from __future__ import annotations

import re
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from records.core.viewers import LOCAL
from records.service.library import library
from records.service.writing.simulation import simulate
from support.command_line import Cli, plain_archive
from support.reviewed import MadeHands
from web.cli.workers import Workers

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from records.service.jobs.hands import Hands, Place
    from records.service.jobs.tasks import Task


@pytest.fixture
def records(cli: Cli) -> list[str]:
    """Two games that ended, and one of which there is no simulated player."""
    cli("import", cli.file("game.json", plain_archive()))
    with cli.book() as book:
        return [added.id for added in book.writing.add(LOCAL, *simulate(library()["regicide"], seed=140, games=2, players=1))]


def with_hands(monkeypatch: pytest.MonkeyPatch, hands: MadeHands) -> None:
    """Let these work."""

    def given(_workers: Workers, _usual: int = 1) -> AbstractContextManager[Hands]:
        return closing(hands)

    monkeypatch.setattr(Workers, "hands", given)


class Interrupted(MadeHands):
    """Hands at which Ctrl-C is pressed with the second task."""

    def begin(self, place: Place, task: Task) -> None:
        """See ``Hands``."""
        if self._left < 9:
            raise KeyboardInterrupt
        super().begin(place, task)


def test_what_was_stopped_goes_on_and_nothing_is_made_twice(cli: Cli, records: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """What was done when Ctrl-C was pressed is kept and told; the next run does the rest, and a third nothing."""
    with_hands(monkeypatch, Interrupted(most=9))
    said = cli("review", "--all", code=130).stderr
    assert re.search(r"Stopped: [01] of 3 records are done and kept; the same command goes on", said)
    with_hands(monkeypatch, hands := MadeHands(most=100))
    found = cli.json("review", "--all")
    assert sorted(tuple(one["made"]) for one in found) == [(), ("A", "open"), ("open",)]
    assert (100 - hands._left, [one["left"] for one in found]) == (3, [0, 0, 0])
    said = cli("review", "--all").stderr
    assert "1 record without a review: There is no simulated player for this game." in said
    assert "0 records reviewed now, 2 records before." in said
    assert hands._left == 97
    assert all(cli.json("review", record, "--seconds", "0")["done"] for record in records)


def test_what_fails_is_named_and_the_others_go_on(cli: Cli, records: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The exit code is 1."""
    with_hands(monkeypatch, MadeHands(broken=True))
    said = cli("review", "--all", code=1).stderr
    assert all(f"{record}  A: Broken; open: Broken" in said for record in records)
    assert "0 records reviewed now, 0 records before, 2 records that failed." in said
    with_hands(monkeypatch, MadeHands())
    assert "Time is up: 0 of 3 records are done" in cli("review", "--all", "--seconds", "0").stderr


def test_words_that_do_not_go_together_are_refused(cli: Cli, record: str) -> None:
    """Before the store is opened."""
    assert "or all of them with --all" in cli("review", code=2).stderr
    assert "or all of them with --all" in cli("review", record, "--all", code=2).stderr
    assert "--closer is about" in cli("review", "--all", "--closer", "3", code=2).stderr
    assert "go with --all" in cli("review", record, "--jobs", "2", code=2).stderr
    assert "name one of them" in cli("audit", record, "--jobs", "2", "--scheduler", "tcp://127.0.0.1:9", code=2).stderr
    assert "go together, with --scheduler" in cli("audit", record, "--tls-key", cli.file("k", b""), code=2).stderr
