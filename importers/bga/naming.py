"""The name of a table, which its log does not contain: from the importing person, or from its file's name."""

from __future__ import annotations

import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from records.service import GameLabel
from records.service.incoming import LONGEST_NAME, is_line

if TYPE_CHECKING:
    from importers.base import ImportOptions

SITE = "bga"
_SUFFIX = re.compile(r"(?:\.(?:json|txt|log|logs))+$", re.IGNORECASE)
_FILLING = frozenset({"archive", "bga", "boardgamearena", "game", "gamelog", "gamelogs", "history", "log", "logs", "replay", "t", "table"})
"""Words of a file's name that name no game."""
_DAY = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")


def label(table: str, name: str, options: ImportOptions) -> GameLabel:
    """Return the game's name and the table's id; with pseudonyms no id, for it leads to the people."""
    title = options.game_name.strip() or title_of(name, table)
    return GameLabel(title) if options.pseudonyms else GameLabel(title, SITE, table)


def title_of(name: str, table: str) -> str:
    """Return what a file's name says beside the id of its table: ``Ark Nova 500000001.json`` is a log of Ark Nova.

    A name without that id says nothing, for it may be anything; "" then.
    """
    stem = _SUFFIX.sub("", PurePath(name.replace("\\", "/")).name)
    before, found, after = _around(stem, table)
    if not found:
        return ""
    text = _DAY.sub(" ", f"{before} {after}").replace("_", " ")
    words = [word for word in re.split(r"[\s()\[\]]+", text) if (bare := word.strip("-.#,")) and bare.casefold() not in _FILLING]
    title = " ".join(words).strip("-.#, ")
    return title if any(letter.isalpha() for letter in title) and is_line(title, LONGEST_NAME) else ""


def _around(stem: str, table: str) -> tuple[str, bool, str]:
    found = re.search(rf"(?<![0-9]){re.escape(table)}(?![0-9])", stem)
    return (stem[: found.start()], True, stem[found.end() :]) if found else ("", False, "")
