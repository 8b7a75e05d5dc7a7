"""Checks whether a game has the cards with which a record was made here; values of other cards are not shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from records.core.game import GameOdds
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Sequence

    from records.core.events import Recorded
    from records.core.game import Game
    from records.core.header import Header


def other_cards(game: Game, header: Header) -> str:
    """Return in words which cards a record was made with and which are known here, "" if they are the same."""
    if game.rules.knows_cards(header):
        return ""
    here = game.rules.edition("")
    made, known = (_named(*of) for of in ((header.catalogue, header.catalogue_hash), (here["catalogue"], here["catalogue_hash"])))
    return f"record {header.record} was made with the cards {made}; here are {known}, so no value of a card is shown and no rule is applied"


def unknown_rules(game: Game, header: Header, log: Sequence[Recorded[Any]] = ()) -> str:
    """Return in words that the rules of a record are not known here, "" if they are; ``log`` is any part that contains its start.

    The record can still be replayed. But nothing can be decided by its rules, so nothing can be added to it.
    """
    if game.rules.knows(header, log):
        return ""
    made = _named(header.ruleset, header.ruleset_hash)
    return f"record {header.record} was made with the rules {made}, which are not known here, so no rule is applied"


def shown(game: Game, header: Header, log: Sequence[Recorded[Any]]) -> Game:
    """Return ``game`` reduced to what a record can be shown with: without everything that depends on unknown cards or rules."""
    if other_cards(game, header):
        return without_cards(game)
    return without_rules(game) if unknown_rules(game, header, log) else game


def unplayable(game: Game, header: Header, log: Sequence[Recorded[Any]] = ()) -> str:
    """Return in words why no command can be written into a record, "" where one can: its cards and its rules must be those known here."""
    why = other_cards(game, header) or unknown_rules(game, header, log)
    return f"{why}; so no command can be written down" if why else ""


def without_cards(game: Game) -> Game:
    """Return ``game`` for a record made with other cards: it shows what happened, and nothing that depends on card values."""
    board = replace(game.board, faces=None, worth=None, fight=None, field=None)
    odds = GameOdds(groups=game.odds.groups, drawn_from=game.odds.drawn_from)
    return replace(game, board=board, odds=odds, recording=None, simulation=None)


def without_rules(game: Game) -> Game:
    """Return ``game`` for a record with unknown rules: it shows cards and what happened, and nothing that depends on the rules."""
    board = replace(game.board, memory=None, field=None)
    odds = replace(game.odds, assaults=None, questions=())
    return replace(game, board=board, odds=odds, recording=None, simulation=None)


def _named(name: str, digest: str) -> str:
    return f"{name} {digest[:8]}".rstrip()
