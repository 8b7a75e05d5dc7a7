"""What a line says is written, and read again as the same: for all that lines can say, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from records.games.creature_crush.effects.lines import CardLine
from records.games.creature_crush.effects.writing import WRITERS, written
from support.crush import crush_line, line
from support.crush_values import creature_lines, crush_lines

counts = pytest.mark.parametrize("count", [pytest.param(40, id="few"), pytest.param(1500, id="many", marks=pytest.mark.soak)])


def hold(count: int, lines: st.SearchStrategy[CardLine], law: Callable[[CardLine], None]) -> None:
    """Try a law on so many lines; where it fails the line tells enough, and shrinking would take minutes."""
    phases = (Phase.explicit, Phase.reuse, Phase.generate)
    settings(max_examples=count, deadline=None, phases=phases, suppress_health_check=list(HealthCheck))(given(lines)(law))()


@counts
def test_any_line_of_a_creature_is_read_as_it_was_written(count: int) -> None:
    """Values to a line to the same values."""

    def law(value: CardLine) -> None:
        for language in WRITERS:
            text = written(value, language)
            assert line(text, language) == value, text

    hold(count, creature_lines(), law)


@counts
def test_any_line_of_a_crush_card_is_read_as_it_was_written(count: int) -> None:
    """With X for a number of dice."""

    def law(value: CardLine) -> None:
        for language in WRITERS:
            text = written(value, language)
            assert crush_line(text, language, any_dice=True) == value, text

    hold(count, crush_lines(), law)
