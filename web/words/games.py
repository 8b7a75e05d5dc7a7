"""How a game is named and marked on a page."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from markupsafe import Markup

from web.words.texts import _, day, on_page, translated

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from records.core.game import Game
    from records.service import GameLabel


class GameFace(NamedTuple):
    """A game's title in the reader's language and its symbol."""

    key: str
    title: str
    icon: str
    together: bool = False
    """Whether its players win and lose together."""


SITES = {"bga": "Board Game Arena", "yucata": "Yucata"}
"""Names of sites, by their keys."""


def game_line(face: GameFace, label: GameLabel, started: datetime | None) -> Markup:
    """Return game, day and table in a sentence or two: the game by the name that somebody gave, where there is one."""
    title = on_page("%(name)s (%(kind)s)", name=label.title, kind=face.title) if label.title else face.title
    facts = on_page("%(game)s, %(day)s.", game=title, day=day(started) if started is not None else _("day not known"))
    if not label.number:
        return facts
    table = on_page("Table %(table)s at %(site)s.", table=label.number, site=SITES.get(label.site, label.site))
    return Markup(" ").join((facts, table))


def game_face(games: Mapping[str, Game], key: str) -> GameFace:
    """Return how a game is shown; one that is no longer known here shows its key and a plain card."""
    game = games.get(key)
    return GameFace(key, translated(game.title), game.icon, game.together) if game else GameFace(key, key, "s-play")
