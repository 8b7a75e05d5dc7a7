"""The web layer was written for no game: what a game needs it says itself, and only its board's template knows its places."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

from records.service.library import library
from support.soaking import one_in

WEB = Path(__file__).parents[2] / "web"
KINDS = ("py", "html", "css", "js")
BOARDS = "templates/boards"
TABLE_WORDS = frozenset({"aside", "discard", "display", "draw", "fight", "played", "flipped", "heap", "stack"})
"""Kinds of places whose ids are also everyday words of card tables or of style sheets: the shared macros draw hands, stocks and fights."""
FOREIGN_WORDS = "faults/words.py"
"""The sentences of the notation's reader, to be translated: its examples are of the games."""
MORE = ("royal", "jester", "rampart", "purple card", "ObservedCounters")
"""Words of one game that are no place of it."""


@cache
def _sources() -> dict[str, str]:
    files = [path for kind in KINDS for path in WEB.rglob(f"*.{kind}")]
    assert len(files) > 100
    return {path.relative_to(WEB).as_posix(): path.read_text("utf-8") for path in files}


def _words() -> set[str]:
    games = library().values()
    names = {word for game in games for word in (game.name, game.name.replace("-", " "), game.name.replace("-", "_"))}
    return names | {kind for game in games for kind in game.board.places} - TABLE_WORDS | set(MORE)


def test_the_words_are_those_of_the_games() -> None:
    """What is looked for follows the games: their names and the kinds of their places."""
    assert {"castle-rampage", "castle rampage", "regicide", "gate", "castle", "tavern", "royal"} <= _words()


@pytest.mark.parametrize("word", one_in(4, sorted(_words())))
def test_only_a_games_board_names_its_things(word: str) -> None:
    """No page, template, style sheet, script or command names a game, its places or its cards; translations hold its sentences."""
    named = re.compile(rf"(?<![a-z0-9#]){re.escape(word)}s?(?![a-z0-9])", re.IGNORECASE)
    found = sorted(path for path, text in _sources().items() if named.search(text) and not path.startswith((f"{BOARDS}/", FOREIGN_WORDS)))
    assert found == []


def test_no_module_imports_a_game() -> None:
    """The web gets games from the book: no class and no value of one game is imported or asked for by type."""
    found = sorted(path for path, text in _sources().items() if re.search(r"records[./]games", text))
    assert found == []


def test_every_board_belongs_to_a_game() -> None:
    """The templates that may name a game's things are those of the games, and the one for games without a board of their own."""
    boards = {path.stem for path in (WEB / BOARDS).glob("*.html")}
    assert boards == {game.name for game in library().values() if game.board.faces is not None} | {"panel"}
