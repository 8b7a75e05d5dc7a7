"""Mutated texts are read or refused with a place, quickly: never a traceback, never a part of a game without being asked for it."""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest

from importers import ImportOptions
from importers.notation.importer import NotationImporter
from importers.notation.problems import LineRefused
from importers.notation.puzzles import run_puzzle
from importers.notation.reading import text_of
from records.core.events import Recorded
from records.core.logs.fold import Folder
from records.errors import ImportRefused
from records.service import NewGame
from records.service.library import library
from records.service.writing.record_builder import header_of

ROOT = Path(__file__).parent.parent.parent.parent
FULL = os.environ.get("KIEBITZ_SOAK") == "full"
SLOWEST = 1.0
"""Seconds of CPU for one text."""
DOCUMENT = (ROOT / "docs" / "notation.md").read_text()
GOOD = [part.partition("\n```")[0].partition("\n")[2] for part in DOCUMENT.split("\n```kbz")[1:]]
GOOD += [path.read_text() for path in sorted((ROOT / "examples" / "games").glob("*.kbz"))]
NOTED = (ROOT / "examples" / "games" / "castle-rampage-notebook.kbz").read_text()
GOOD.append(
    NOTED.replace("[X-Table", '[Layer "anna" "Anna K." "A" "2026-03-14"]\n[X-Table')
    .replace("{The Advisor", "{@anna [A.gate.1$b A.castle.2>B.gate @AB from=30 step=37] The Advisor")
    .replace(
        "( castle robber {safe} )", "( {@anna [eyes=A] safe} {first} castle robber $? {slow} ( gate robber ) )\n   ( {[after=38] later} )"
    )
)
PIECES = (
    *("{[", "{x}", "[step=1] ", "{@anna ", "after=3 ", "eyes=B ", "$a ", "\\", "( {x}\n", "{[A.gate.1>draw] y}"),
    *(
        "[",
        "]",
        "(",
        ")",
        "{",
        "}",
        '"',
        "|",
        ";",
        "~",
        "=",
        "+",
        ">",
        "x ",
        "*",
        "?*999",
        "@",
        "@back 1\n",
        "@position\n",
        "@gap\n",
        "@correct 1\n",
    ),
    *(
        "start\n",
        "end\n",
        "1. A\n",
        "99999999. B",
        "A ",
        "B.",
        "gate",
        ".9",
        "knight",
        "h10",
        "!|",
        "|",
        "\x00",
        "\ud7ff",
        "é",
        "0",
        "-",
        " %1.5",
    ),
    *(
        '| {"e":"table.gap-noted/1"}\n',
        '|| {"e":1}\n',
        "> | {}\n",
        '[Game "regicide"]\n',
        '[Seats "A B C"]\n',
        "set turn=x\n",
        "draw = rest\n",
    ),
)


def mutated(random: Random) -> str:
    """Return a good text with some changes."""
    text = random.choice(GOOD)
    for _ in range(random.randint(1, 5)):
        at = random.randrange(len(text) + 1)
        match random.randrange(6):
            case 0:
                text = text[:at] + text[at + random.randint(1, 12) :]
            case 1:
                text = text[:at] + random.choice(PIECES) + text[at:]
            case 2:
                lines = text.split("\n")
                one, other = random.randrange(len(lines)), random.randrange(len(lines))
                lines[one], lines[other] = lines[other], lines[one]
                text = "\n".join(lines)
            case 3:
                lines = text.split("\n")
                lines.insert(random.randrange(len(lines)), random.choice(lines))
                text = "\n".join(lines)
            case 4:
                words = text.split(" ")
                words[random.randrange(len(words))] = random.choice(words)
                text = " ".join(words)
            case _:
                text = text[:at]
    return text


def check(data: bytes, options: ImportOptions) -> bool:
    """Whether a text is taken; what is taken can be folded, and what is not is refused with a place."""
    games = library()
    try:
        found = NotationImporter(games).read(data, "fuzzed.kbz", options)
    except ImportRefused as error:
        if not error.problems or any(problem.line is None for problem in error.problems):
            raise AssertionError(f"refused without a place: {error}") from error
        return False
    for new in found:
        assert isinstance(new, NewGame)
        game = games[new.game]
        log = [Recorded(version, entry.cause or version, entry.at, "", entry.event) for version, entry in enumerate(new.entries, 1)]
        Folder(game).fold(header_of(new), log)
    return True


@pytest.mark.parametrize(
    ("seed", "count"),
    [pytest.param(0, 50, id="few"), *(pytest.param(n, 2_000, id=f"many-{n}", marks=pytest.mark.soak) for n in range(1, 11))],
)
def test_mutated_texts_are_read_or_refused_with_a_place(seed: int, count: int) -> None:
    """Within a second each."""
    random = Random(seed)  # noqa: S311 -- which texts, not a secret
    taken = 0
    for _ in range(count):
        text = mutated(random)
        options = ImportOptions(as_played=random.random() < 0.2, keep_going=random.random() < 0.3)
        before = time.process_time()
        try:
            taken += check(text.encode("utf-8", "replace"), options)
            if "[Expect" in text:
                run_puzzle(library(), text_of(text.encode("utf-8", "replace")))
        except LineRefused:
            pass
        except Exception as error:
            error.add_note(text)
            raise
        spent = time.process_time() - before
        assert spent < SLOWEST, f"{spent:.1f} s\n{text}"
    assert taken or count < 100


def test_the_good_texts_are_taken() -> None:
    """Else nothing would be mutated."""
    for text in GOOD:
        if "[Expect" not in text:
            assert check(text.encode(), ImportOptions()), text
