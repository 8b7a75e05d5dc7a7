"""Commands as lines, and what could stand where a line is refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

import msgspec

from records.core.ids import SeatKey

if TYPE_CHECKING:
    from collections.abc import Mapping

    from importers.notation.forms import Vocabulary
    from importers.notation.values import Here
    from records.core.game import Game
    from records.core.position import Command

START = "start"


def line_of(vocabulary: Vocabulary, command: Command, here: Here) -> str | None:
    """Return a command as a line, with its seat where another is the one to act; None where no form says all of it."""
    for form in vocabulary.of(command):
        words = form.write(command, here)
        if words is not None:
            seat = getattr(command, "seat", None)
            label = f"{seat} " if seat is not None and seat != here.position.state.to_act else ""
            return label + " ".join(words)
    return None


def start_with(game: Game, begins: str | None, seats: Sequence[SeatKey], fields: Mapping[str, Any]) -> Command | None:
    """Return the first command of a game, as its headers say it; None where it cannot be written down."""
    if game.recording is None:
        return None
    start = game.recording.start(tuple(seats), SeatKey(begins) if begins else seats[0], fields.get("chance", ""))
    changes = {name: value for name, value in fields.items() if name in start.__struct_fields__}
    return msgspec.structs.replace(start, begins=SeatKey(begins) if begins else None, **changes)


def varied(lines: Iterable[str]) -> tuple[str, ...]:
    """Return lines in turn by their first words, so that a few of them show all that can be done."""
    by_word: dict[str, list[str]] = {}
    for line in lines:
        by_word.setdefault(line.partition(" ")[0], []).append(line)
    return tuple(one for some in zip_longest(*by_word.values()) for one in some if one)
