"""The rules by which a game is recorded, and its commands as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from records.errors import MalformedCommand

if TYPE_CHECKING:
    from records.core.game import Decide, Game, Scorekeeping
    from records.core.position import Command


def rules(game: Game) -> tuple[Scorekeeping, Decide]:
    """Return the rules of a game for recording it; raises ``MalformedCommand`` if they are not known."""
    if game.recording is None or game.play is None:
        raise MalformedCommand(f"{game.name} cannot be written down: its rules are not known here")
    return game.recording, game.play.decide


def command_from(game: Game, text: str | bytes) -> Command:
    """Return the command in a JSON object, its class under ``type``; raises ``MalformedCommand`` with the path of the error."""
    scorekeeping, _decide = rules(game)
    try:
        command: Command = msgspec.json.decode(text, type=scorekeeping.commands)
    except (msgspec.DecodeError, UnicodeDecodeError, ValueError) as error:
        raise MalformedCommand(f"this is not a command of {game.name}: {error}") from None
    return command
