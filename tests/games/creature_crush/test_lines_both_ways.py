"""What a line says is written, and read again as the same: for all that lines can say, in both languages."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings

from records.games.creature_crush.effects.lines import CardLine
from records.games.creature_crush.effects.writing import WRITERS, written
from support.crush import crush_line, line
from support.crush_values import creature_lines, crush_lines

MANY = settings(
    max_examples=40,
    deadline=None,
    phases=[Phase.explicit, Phase.reuse, Phase.generate],  # the line tells enough; shrinking takes minutes
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@MANY
@given(creature_lines())
def test_any_line_of_a_creature_is_read_as_it_was_written(value: CardLine) -> None:
    """Values to a line to the same values."""
    for language in WRITERS:
        text = written(value, language)
        assert line(text, language) == value, text


@MANY
@given(crush_lines())
def test_any_line_of_a_crush_card_is_read_as_it_was_written(value: CardLine) -> None:
    """With X for a number of dice."""
    for language in WRITERS:
        text = written(value, language)
        assert crush_line(text, language, any_dice=True) == value, text
