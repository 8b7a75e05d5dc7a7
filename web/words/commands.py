"""Commands in JSON as sentences: what somebody did at a step, or could have done."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from records.errors import RecordsError
from records.service.commands import command_from
from web.words.wording import say_plainly, with_own_titles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from records.core.board import CardFace
    from records.core.position import Command, Position
    from records.service import RecordView


def commands_in_words(view: RecordView, at: int, commands: Sequence[str]) -> list[str]:
    """Return what commands in JSON do after step ``at``, cards of one title distinguished; an unreadable command stays unchanged."""
    position = view.position(at)
    made = [(text, _command(view, text)) for text in commands]
    words = [_said(view, position, text, command, view.faces) for text, command in made]
    times = Counter(dict(zip(commands, words, strict=True)).values())
    if max(times.values(), default=0) > 1:
        own = with_own_titles(view.faces)
        words = [
            _said(view, position, text, command, own) if times[word] > 1 else word
            for (text, command), word in zip(made, words, strict=True)
        ]
    return words


def _command(view: RecordView, text: str) -> Command | None:
    try:
        return command_from(view.game, text)
    except RecordsError:
        return None


def _said(view: RecordView, position: Position[Any], text: str, command: Command | None, faces: Mapping[str, CardFace]) -> str:
    keeping = view.game.recording
    if command is None or keeping is None:
        return text
    return say_plainly(keeping.tell(position, command), view.names, faces).removesuffix(".")
