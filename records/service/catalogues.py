"""Catalogues for the games: one package reads the file, another interprets it; this module joins them (design/architecture: Layout)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any, TypeVar

from records.catalogues import read
from records.core.card_game import CardGame
from records.core.editions.catalogues import CardCatalogue, Catalogues, earlier, name_in
from records.core.wording.phrase import PhraseReader
from records.errors import ImportRefused, Problem
from records.games import GAMES

if TYPE_CHECKING:
    from records.core.editions.placed import Placed
    from records.core.wording.phrase import Phrase

K = TypeVar("K", bound=CardCatalogue)
_NAME = re.compile("[a-z0-9-]+/[a-z0-9-]+")


def load_catalogue(text: str | bytes, name: str) -> tuple[CardGame[Any], Any]:
    """Return the catalogue in the file ``name`` with content ``text``, and its game.

    Raises ``ImportRefused`` with every problem of the file.
    """
    placed = read(text, name)
    game = _game_for(placed, name)
    return game, _read(game, placed, name)


READ = ("en",)
"""Languages in which the lines of bundled cards are read at start-up; tests read them in every language."""


def bundled(game: CardGame[K]) -> Catalogues[K]:
    """Return the catalogues that come with a game, read on first use; earlier published ones are read if a record needs them."""
    return Catalogues(read=lambda: [_read(game, _file(game, name), name, READ) for name in game.files], former=partial(_former, game))


def _game_for(placed: Placed, name: str) -> CardGame[Any]:
    able = [game for game in GAMES if isinstance(game, CardGame)]
    fitting = [game for game in able if game.takes(placed)]
    called = name_in(placed)
    if not fitting and len(able) > 1 and _NAME.fullmatch(called):
        begins = " or ".join(f"{game.name}/" for game in able)
        at = placed.value["catalogue"].value if isinstance(placed.value, Mapping) else placed
        reason = f"no game takes the catalogue {called!r}; its name begins with {begins}"
        raise ImportRefused(name, Problem(reason=reason, line=at.line, column=at.column))
    # the file's reader refuses what is no name at all, and states the form of one
    return (fitting or able)[0]


def _former(game: CardGame[K], digest: str) -> K | None:
    """Return the catalogue that was published under a hash, built from today's file and the differences of each earlier version."""
    sought = game.published.get(digest)
    now = next((placed for name in game.files if name_in(placed := _file(game, name)) == sought.name), None) if sought else None
    if sought is None or now is None:
        return None
    same = (one for one in game.published.values() if one.name == sought.name and one.version >= sought.version)
    for version in sorted(same, key=lambda one: -one.version):
        if version.differs:
            now = earlier(now, _file(game, f"editions/{version.differs}"))
    found = _read(game, now, sought.differs or sought.name, READ)
    return found if digest in found.hashes else None


def _read(game: CardGame[K], placed: Placed, name: str, languages: tuple[str, ...] = ()) -> K:
    return game.read(placed, name, lines_of(game.package, game.grammars, name, languages))


def lines_of(package: str, grammars: Mapping[str, tuple[str, ...]], name: str, languages: tuple[str, ...] = ()) -> PhraseReader:
    """Return the reader of card lines in the file ``name``, with the grammars of a package, in ``languages``."""
    if not grammars:
        return PhraseReader(_no_lines)
    from records.catalogues.phrases import phrase_reader  # noqa: PLC0415 -- a tenth of a second for the parser, which most games do not need

    folder = files(package)
    texts = {language: "\n".join(folder.joinpath(part).read_text("utf-8") for part in parts) for language, parts in grammars.items()}
    return phrase_reader(texts, name, languages)


def _no_lines(_language: str, at: Placed) -> Phrase:
    raise ImportRefused("", Problem(reason="the cards of this game have no lines that are read", line=at.line, column=at.column))


def _file(game: CardGame[Any], name: str) -> Placed:
    return read(files(game.package).joinpath(name).read_bytes(), name)
