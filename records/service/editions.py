"""Whether a game here has the cards that a record was made with; of other cards no value is shown."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from records.core.game import GameOdds

if TYPE_CHECKING:
    from records.core.game import Game
    from records.core.header import Header


def other_cards(game: Game, header: Header) -> str:
    """Return in words which cards a record was made with and which are known here, "" where they are the same."""
    here = game.rules.edition("")
    if here["catalogue_hash"] == header.catalogue_hash:
        return ""
    made, known = (_named(*of) for of in ((header.catalogue, header.catalogue_hash), (here["catalogue"], here["catalogue_hash"])))
    return f"record {header.record} was made with the cards {made}; here are {known}, so no value of a card is shown and no rule is applied"


def without_cards(game: Game) -> Game:
    """Return ``game`` as it can be shown where its cards are not those of a record: what happened, and nothing that values tell."""
    board = replace(game.board, faces=None, worth=None, fight=None)
    odds = GameOdds(groups=game.odds.groups, drawn_from=game.odds.drawn_from)
    return replace(game, board=board, odds=odds, play=None, recording=None, simulation=None)


def _named(name: str, digest: str) -> str:
    return f"{name} {digest[:8]}".rstrip()
