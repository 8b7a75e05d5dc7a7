"""The lines of every game's events stay readable for ever: once written, a form is read and written again the same.

A new event, field or version adds a line to ``tests/golden/wire``; no line there is ever changed or taken away.
"""

from __future__ import annotations

import msgspec
import pytest

from records.core.events import name_of
from records.core.game import Game
from records.service.library import library
from support.golden import golden_lines
from support.soaking import rest_soaked

GAMES = library()
LINES = [(game, line) for name, game in GAMES.items() for line in golden_lines(name)]


def _name(line: bytes) -> str:
    return str(msgspec.json.decode(line)["event"]["e"])


def missing(game: Game, lines: list[bytes]) -> set[str]:
    """Names of event classes, with those of fields, that no line of a file shows."""
    shown: dict[str, set[str]] = {}
    for line in lines:
        event = msgspec.json.decode(line)["event"]
        shown.setdefault(event.pop("e"), set()).update(event)
    unruled = {"rule"} if game.play is None else set()
    classes = {name_of(cls): {field.encode_name for field in msgspec.structs.fields(cls)} for cls in (*game.own, *game.upcasts)}
    without = {name for name in classes if name not in shown}
    fields = {f"{name}: {field}" for name, part in classes.items() if name in shown for field in part - shown[name] - unruled}
    return without | fields


@pytest.mark.parametrize(("game", "line"), LINES, ids=[_name(line) for _game, line in LINES])
def test_an_old_line_is_read_and_written_the_same(game: Game, line: bytes) -> None:
    """Byte for byte."""
    assert game.codec.encode(game.codec.decode(line)) == line


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_event_class_has_a_line(game: Game) -> None:
    """Each class of the game, older shapes too, with each of its fields away from its default; no line is of an event that is not there."""
    lines = golden_lines(game.name)
    assert missing(game, lines) == set()
    assert set(map(_name, lines)) <= {name_of(cls) for cls in (*game.own, *game.upcasts)}


@pytest.mark.parametrize("game", rest_soaked(GAMES.values()), ids=lambda game: game.name)
def test_a_class_without_a_line_is_found(game: Game) -> None:
    """Without the lines of any one name, that name is missing."""
    lines = golden_lines(game.name)
    for name in set(map(_name, lines)):
        assert missing(game, [line for line in lines if _name(line) != name]) == {name}
