"""Commands that cannot be said: refused before any rule is asked."""

from __future__ import annotations

import pytest

from records.core.ids import SeatKey
from records.core.secret import secret
from records.core.shared import PositionSet
from records.errors import ImpossibleEvent, MalformedCommand
from records.games.castle_rampage.model import commands as cmd
from records.games.castle_rampage.model import events as ev
from support.castle import A, Table, header
from support.castle_powers import use, whole


@pytest.mark.parametrize("faces", [(), ("archer", "cook")], ids=["none", "two"])
def test_one_card_is_laid_at_a_time(faces: tuple[str, ...]) -> None:
    """As a strengthening and as a slip; neither none nor two."""
    table = whole(hand_A="archer cook spy", gate_B="knight")
    for command in (
        cmd.Strengthen(seat=A, pile=ev.gate(A), card=secret(*faces, to=(A,))),
        cmd.Slip(seat=A, card=secret(*faces, to=(A,))),
    ):
        with pytest.raises(MalformedCommand, match="one card is laid"):
            table.when(command)


def test_a_purpose_is_paid_once() -> None:
    """Two payments for the same are no command."""
    table = whole(hand_A="giant cook archer", gate_B="knight")
    with pytest.raises(MalformedCommand, match="once"):
        table.when(cmd.Play(seat=A, card="giant", pays=(("cost", ("cook",)), ("cost", ("archer",)))))


def test_only_cards_of_the_catalogue_are_played() -> None:
    """A name that no card has, played or paid."""
    table = whole(hand_A="giant cook", gate_B="knight")
    for command in (use("dwarf"), use("giant", cost="dwarf")):
        with pytest.raises(MalformedCommand, match="no card is called"):
            table.when(command)


def test_who_does_not_sit_there_answers_nothing() -> None:
    """An answer comes from a seat of the table."""
    with pytest.raises(MalformedCommand, match="nobody sits"):
        Table(header()).when(cmd.DeclineDefence(answers="q1", seat=SeatKey("C")))


@pytest.mark.parametrize(
    ("counters", "why"),
    [
        ((("active", "Q"),), "nobody sits at Q; the seats are A, B"),
        ((("activ", "A"),), "has no activ; it has active, bonuses, draw_offered"),
        ((("phase", "night"),), "the phase is one of setup, play, over, not night"),
        ((("turn", "late"),), "the turn is a number, not late"),
    ],
)
def test_a_laid_out_position_has_only_counters_that_there_are(counters: tuple[tuple[str, str], ...], why: str) -> None:
    """With values that they can have; who is on turn sits at the table."""
    with pytest.raises(ImpossibleEvent, match=why):
        Table(header()).add(PositionSet(counters=counters))
