"""The prepared disputes of the examples; run as a script it writes their list into docs/disputes.md."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from importers.notation.headers import read_headers
from importers.notation.items import Bracket, GameLine, HeaderLine, items
from importers.notation.puzzles import ClaimJudged, readings_of, run_puzzle
from importers.notation.reading import GameReading, Options
from records.core.editions.rulesets import Ruleset
from records.service.library import library

if TYPE_CHECKING:
    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header

ROOT = Path(__file__).parents[2]
FOLDER, DOCUMENT = ROOT / "examples" / "disputes", ROOT / "docs" / "disputes.md"
_HEADER = re.compile(r'^\[(\S+) "(.*)"\]$', re.MULTILINE)
_TEXTS = '" "'


@dataclass(frozen=True)
class Dispute:
    """One dispute as its file tells it."""

    name: str
    text: str

    def header(self, key: str) -> str:
        """The first text of a header."""
        return self.headers(key)[0][0]

    def headers(self, key: str) -> list[list[str]]:
        """The texts of every header of a key."""
        return [found[2].split(_TEXTS) for found in _HEADER.finditer(self.text) if found[1] == key]

    @property
    def readings(self) -> dict[str, Ruleset]:
        """Each reading by its name."""
        rulesets = library()[self.header("Game")].rules.rulesets
        found = {}
        for name, ruleset, switches in self.headers("Reading"):
            settings = dict(one.split("=", 1) for one in switches.split("; "))
            found[name] = rulesets.named(ruleset).with_settings(settings)
        return found

    @property
    def switches(self) -> list[str]:
        """Names of the switches that the readings set, and set differently."""
        named = {one.split("=")[0] for *_, switches in self.headers("Reading") for one in switches.split("; ")}
        return sorted(name for name in named if len({reading[name] for reading in self.readings.values()}) > 1)

    def judged(self) -> list[ClaimJudged]:
        """What becomes of each claim."""
        return run_puzzle(library(), self.text)

    def recorded(self, reading: str) -> tuple[Game, Header, tuple[Recorded[Any], ...]]:
        """The log of its lines as they are played under a reading, up to the first that is refused."""
        parts = [*items(self.text)]
        headers = read_headers(library(), [part for part in parts if isinstance(part, HeaderLine)], datetime.now(UTC))
        body = [part for part in parts if isinstance(part, GameLine | Bracket)]
        table = GameReading(readings_of(headers)[reading], Options(puzzle=True)).read(body).table
        return table.game, table.header, tuple(table.log)

    def judged_by_all(self) -> dict[str, tuple[bool, ...]]:
        """What becomes of the claims of any reading under each, by the name of the reading."""
        told: dict[str, tuple[bool, ...]] = {}
        for one in run_puzzle(library(), re.sub(r'^\[Expect "[^"]*" ', "[Expect ", self.text, flags=re.MULTILINE)):
            told[one.reading] = (*told.get(one.reading, ()), one.holds)
        return told


@cache
def disputes() -> tuple[Dispute, ...]:
    """Every dispute, by name."""
    return tuple(Dispute(path.stem, path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.kbz")))


def listed() -> str:
    """The list of the document: what each asks, below the title of its game."""
    games, lines = library(), []
    for title, found in groupby(disputes(), lambda one: games[one.header("Game")].title):
        lines.append(f"\n## {title}\n\n")
        for one in found:
            link = f"[{one.header('X-Question')}](../examples/disputes/{one.name}.kbz)"
            lines.append(f"- {link} § {one.header('X-Paragraph')}, {', '.join(f'`{name}`' for name in one.switches)}\n")
    return "".join(lines)


def written(text: str) -> str:
    """The document with the list as it is now."""
    return text.partition("\n## ")[0] + listed()


if __name__ == "__main__":
    DOCUMENT.write_text(written(DOCUMENT.read_text("utf-8")), "utf-8")
