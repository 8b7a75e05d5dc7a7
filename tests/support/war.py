"""War, the game of docs/new-game.md: its files as the document has them, to be imported as if they stood where it says."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory

import records.games
import support.laws.games
from support.documents import ROOT, write_files
from support.laws.sample import UnderLaw

DOCUMENT = ROOT / "docs" / "new-game.md"
_HELD = TemporaryDirectory(prefix="kiebitz-war-")
FOLDER = Path(_HELD.name)
"""The files; it goes with this process."""

write_files(DOCUMENT, FOLDER)
for package, place in ((records.games, "records/games"), (support.laws.games, "tests/support/laws/games")):
    package.__path__ = [*package.__path__, str(FOLDER / place)]
UNDER_LAW: UnderLaw = import_module("support.laws.games.war").UNDER_LAW
WAR = UNDER_LAW.game
