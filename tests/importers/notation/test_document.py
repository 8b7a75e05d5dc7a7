"""Every block of docs/notation.md is what it says: games are read without a fault, puzzles hold, faults are told as written."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from importers.notation.forms import Vocabulary
from importers.notation.headers import KEYS
from importers.notation.notes import TextComment, TextVariation
from importers.notation.puzzles import run_puzzle
from records.service.library import library
from support.notation import faults, read

TEXT = (Path(__file__).parent.parent.parent.parent / "docs" / "notation.md").read_text()
BLOCKS = re.findall(r"^```kbz( puzzle)?\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)
GAMES = [block for kind, block in BLOCKS if not kind]
PUZZLES = [block for kind, block in BLOCKS if kind]


@pytest.mark.parametrize("block", GAMES, ids=[re.findall(r'Game "([a-z-]+)"', block)[0] for block in GAMES])
def test_a_game_of_the_document_is_read_without_a_fault(block: str) -> None:
    """A complete example a game, and one that begins late."""
    assert faults(block) == []


@pytest.mark.parametrize("block", PUZZLES)
def test_a_puzzle_of_the_document_holds(block: str) -> None:
    """Each of its claims, under each reading."""
    findings = run_puzzle(library(), block)
    assert len(findings) > 2
    assert [str(finding) for finding in findings if not finding.holds] == []


def test_the_fault_of_the_document_is_told_so() -> None:
    """A second strengthening, with its paragraph, place and what would be possible."""
    told = re.findall(r"^```text\n(.*?)^```", TEXT, re.MULTILINE | re.DOTALL)[0].strip()
    second = GAMES[0].replace("   play traitor\n   play robber", "   gate house-ram\n   castle knight\n   play robber")
    (fault,) = faults(second)
    assert fault.partition("; possible: ")[0] == told.partition("; possible: ")[0]
    assert "play " in fault.partition("; possible: ")[2]


def test_notes_and_variations_of_the_document_are_found() -> None:
    """They stand beside the record, by the step that they are on."""
    (game,) = read(GAMES[0]).games
    comment, variation = (
        (note for note in game.notes if isinstance(note, TextComment)),
        (n for n in game.notes if isinstance(n, TextVariation)),
    )
    assert [(note.text, note.glyph) for note in comment] == [("The Advisor is in hand.", "!?")]
    assert [[comment.text for comment in note.comments] for note in variation] == [["safe"]]


def test_every_header_and_verb_is_documented() -> None:
    """What is not in the document nobody can write."""
    for key in (*KEYS[:6], *KEYS[6:]):
        assert f"`{key}`" in TEXT or f"[{key} " in TEXT, key
    for game in library().values():
        for form in game.notation.forms:
            verb = Vocabulary(game)._by_command[form.command][0].verb
            assert not verb or re.search(rf"`[^`]*\b{re.escape(verb)}\b[^`]*`", TEXT), verb


EXAMPLES = sorted((Path(__file__).parent.parent.parent.parent / "examples" / "games").glob("*.kbz"))


def test_each_game_has_examples_written_by_hand() -> None:
    """Six at least, two of each game; `make run` puts them on the shelf."""
    games = [re.findall(r'^\[Game "([a-z-]+)"', path.read_text(), re.MULTILINE)[0] for path in EXAMPLES]
    assert len(games) >= 6
    assert all(games.count(game) >= 2 for game in ("castle-rampage", "regicide", "creature-crush"))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_read_with_its_notes_and_a_variation(path: Path) -> None:
    """Without a fault."""
    found = read(path.read_text())
    assert [str(problem) for problem in found.problems] == []
    (game,) = found.games
    assert {type(note) for note in game.notes} == {TextComment, TextVariation}
