"""A replay in a Python shell: its viewer's eyes, in text and in pictures."""

from __future__ import annotations

import pytest

import kiebitz
from leaks.conftest import World
from records.core.viewers import LOCAL


def shown(world: World, viewer: str) -> list[str]:
    """All that a shell prints, and a few of the boards that a notebook draws."""
    walked = kiebitz.replay(world.book, world.record, viewer)
    return [*map(repr, walked), *(step.board() for step in walked[::40]), walked._repr_html_()]


@pytest.mark.parametrize("viewer", ["A", "public"])
def test_a_shell_shows_no_card_that_its_viewer_was_not_shown(castle_worlds: tuple[World, World], viewer: str) -> None:
    """Two games that differ in Ben's cards alone are the same line for line and board for board; Ben's own are not."""
    one, other = castle_worlds
    assert shown(one, viewer) == shown(other, viewer)
    assert shown(one, "B") != shown(other, "B")
    assert len(kiebitz.replay(one.book, one.record, viewer)) <= one.book.record(LOCAL, one.record, viewer).steps
