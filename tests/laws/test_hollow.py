"""The small card game of the laws is worth its salt: it uses everything that the laws speak of."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from records.core.asking.chance import FromRecord
from records.core.events import Sort
from records.core.faces import Some
from records.core.position import Draft
from records.core.secret import ALL, Secret, secret
from records.core.table import CardTable
from records.errors import RuleViolation
from support.laws.games.hollow import make
from support.laws.sample import Sample, positions
from support.laws.take_back_law import Calls
from support.mini_game import HOLLOW, SEATS
from support.mini_game import commands as cmd
from support.mini_game.commands import command_of
from support.mini_game.decide import decide

# ruff: noqa: ARG005 -- commands are made alike, whatever they need

METHODS = {name for name in vars(CardTable) if not name.startswith("_")}


@cache
def samples() -> tuple[Sample, ...]:
    """Games with facts."""
    return tuple(make("facts", seed, 60) for seed in range(60))


def secrets(sample: Sample) -> list[Secret]:
    """All secrets of a log."""
    found: list[Secret] = []

    def visit(_path: str, part: Any) -> Any:
        found.append(part)
        return part

    for recorded in sample.log:
        HOLLOW.parts.map(recorded.event, visit)
    return found


@pytest.mark.soak
def test_every_method_of_the_card_table_is_used() -> None:
    """The game and its facts leave no method of the protocol out."""
    used: set[str] = set()
    for sample in samples():
        calls: Any = Calls()
        draft: Draft[Any] = sample.folder.start(sample.header, calls)
        for recorded in sample.log:
            sample.folder.apply(draft, recorded)
        used |= {method for method, _args in calls.made}
    assert used == METHODS


def test_every_kind_of_secret_occurs() -> None:
    """Cards are shown to nobody, one seat, two of three and all; in bags, in order, singly, and none at all."""
    found = [part for sample in samples() for part in secrets(sample)]
    assert {len(part.known_to) if part.known_to != ALL else "all" for part in found} >= {0, 1, 2, "all"}
    assert {(part.ordered, min(len(part.faces), 2)) for part in found} == {(False, 0), (False, 1), (False, 2), (True, 2), (True, 1)}
    assert {type(part.hint) for part in found if part.hint != "?"} == {str, Some}


def test_every_decision_has_its_command_back() -> None:
    """A decision carries every choice of its command: all its fields but the paragraph and the slot that it made."""
    for sample in samples():
        for recorded in sample.log:
            if recorded.event.sort is Sort.DECISION:
                command: Any = command_of(recorded.event)
                for name in command.__struct_fields__:
                    assert getattr(command, name) == getattr(recorded.event, name)
    assert {cls for cls in HOLLOW.own if cls.sort is Sort.DECISION} <= set(cmd.COMMANDS)


def test_questions_are_asked_and_answered() -> None:
    """Both questions of the game come, and both ways of answering the one that may be declined."""
    what = {asked.what for sample in samples() for position in positions(sample, sample.log) for asked in position.state.pending}
    assert what == {"discard", "pull"}
    names = {type(recorded.event).__name__ for sample in samples() for recorded in sample.log}
    assert {"CardsDropped", "CardPulled", "PullDeclined"} <= names


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (lambda seat, face: cmd.Lay(seat=seat, card=secret(face), claim="owl"), "hollow.2-2"),
        (lambda seat, face: cmd.Lay(seat=seat, card=secret(face), claim="small", up=True), "hollow.2-2"),
        (lambda seat, face: cmd.WantTop(seat=SEATS[SEATS.index(seat) - 1]), "hollow.2"),
        (lambda seat, face: cmd.Drop(seat=seat, answers="q1", cards=(face,)), "hollow.2"),
        (lambda seat, face: cmd.AgreeDraw(seat=seat), "hollow.5"),
        (lambda seat, face: cmd.Start(seats=SEATS, begins=seat), "hollow.1"),
        (lambda seat, face: cmd.PlayCard(seat=seat, card=face, effect="burn"), "hollow.3"),
    ],
)
def test_a_command_against_a_paragraph_is_refused(command: Any, code: str) -> None:
    """A refusal has a code, the seat and its paragraph, and leaves the position as it was."""
    sample = make("plain", 1, 20)
    position = next(
        p for p in reversed(positions(sample, sample.log)) if not p.state.pending and p.state.active and p.state.outcome is None
    )
    seat = position.state.active
    face = next(face for face in position.table.hands[seat].faces if face != "owl")
    with pytest.raises(RuleViolation) as refused:
        decide(position, command(seat, face), FromRecord(()), position.version + 1)
    assert (refused.value.code, refused.value.paragraph) == (code, code.removeprefix("hollow.").replace("-", "."))
