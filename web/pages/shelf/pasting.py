"""A log that is pasted: stored as a table known by its log, to be written down beside it."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING

import msgspec
from flask import url_for

from importers.storing import store_file
from importers.texts.head import head_lines
from records.errors import ImportRefused, RecordsError
from web.pages.shelf.reasons import reason_of
from web.problems import Refused
from web.words.games import GameFace, game_face
from web.words.texts import _

if TYPE_CHECKING:
    from collections.abc import Mapping

    from importers import ImportOptions
    from records.core.viewers import Caller
    from records.service import GameBook

LARGEST_LOG = 1024 * 1024
"""Bytes."""
FIELDS = ("text", "players", "day", "game", "site")
_HEADS = {"players": "Players", "day": "Date", "site": "Site"}
"""Lines that stand above a log, by fields of the form."""
_KEYS = {"day": "date"}


class PastedLog(msgspec.Struct, frozen=True, kw_only=True):
    """What the template of the page needs."""

    games: tuple[GameFace, ...]
    """Those as which a log can be written down."""
    typed: Mapping[str, str] = msgspec.field(default_factory=dict)
    complaint: str = ""


def pasting(book: GameBook, typed: Mapping[str, str] | None = None, complaint: str = "") -> PastedLog:
    """Return the page, with what was typed and what is wrong with it."""
    games = tuple(game_face(book.games, name) for name, game in book.games.items() if game.recording is not None and game.play is not None)
    return PastedLog(games=games, typed=typed or {}, complaint=complaint)


def store_log(book: GameBook, caller: Caller, typed: Mapping[str, str], options: ImportOptions) -> tuple[str, str]:
    """Store a log; return where it leads and why it was refused, one of them "": to the game beside it if one is chosen, or its record."""
    game, text = typed.get("game", ""), typed.get("text", "").replace("\r\n", "\n").strip("\n")
    if game and game not in book.games:
        raise Refused(HTTPStatus.UNPROCESSABLE_ENTITY, _("No game is called so."), ("form", "game"))
    there = head_lines(text.splitlines())
    heads = {name: " ".join(typed.get(name, "").split()) for name in _HEADS}
    if not heads["players"] and "players" not in there:
        return "", _("Name the players first, in seating order.")
    above = [f"{_HEADS[name]}: {said}" for name, said in heads.items() if said and _KEYS.get(name, name) not in there]
    if game and "game" not in there:
        above.append(f"Game: {game_face(book.games, game).title}")
    data = "\n".join([*above, *([] if there else [""]), text, ""]).encode()
    try:
        stored = store_file(book, caller, data, "log.txt", options)
    except ImportRefused as error:
        problem = error.problems[0]
        return "", reason_of(problem.reason) or problem.reason
    except RecordsError as error:
        return "", str(error)
    (one, *_more) = stored
    if game:
        return url_for("recording.new", game=game, source=one.id), ""
    return url_for("pages.replay", record=one.id), ""
