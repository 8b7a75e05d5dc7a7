"""What the next lines of a log answer, where the table is asked for a game that is written beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from importers.retelling.following import left_after, proposed
from importers.retelling.playing import LogWords, log_names
from importers.retelling.source import log_lines
from records.core.asking.typed import whole

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from importers.retelling.source import LogLine
    from importers.retelling.telling import Telling
    from records.core.game import Game
    from records.core.header import Header
    from records.core.ids import SeatKey
    from records.errors import AnswerNeeded
    from records.service import RecordView

SHOWN = 6
"""Lines that stand beside a question."""


class AskedOfLog(msgspec.Struct, frozen=True):
    """The next lines of a log beside a question."""

    lines: tuple[str, ...]
    chosen: tuple[str, ...]
    """The keys of the answer that one of them gives; empty where none does."""


def log_of_beginning(source: RecordView, game: Game, header: Header, names: Mapping[SeatKey, str], needed: AnswerNeeded) -> AskedOfLog:
    """Return what the log of ``source`` answers before the game has begun."""
    words = LogWords(game, header, log_names(header.seats, names, source))
    return _asked(words, log_lines(source), needed)


def log_of_question(telling: Telling, needed: AnswerNeeded) -> AskedOfLog:
    """Return what the lines that wait answer to a question of the move that is being written."""
    return _asked(telling.table, telling.rest, needed)


def _asked(words: LogWords, rest: Sequence[LogLine], needed: AnswerNeeded) -> AskedOfLog:
    answered = [(whole(question), keys) for question, keys in needed.answered]
    chosen = proposed(words, rest, answered, whole(needed.question))
    left = left_after(words, rest, [keys for _question, keys in answered])
    return AskedOfLog(tuple(line.text for line in left[:SHOWN]), tuple(chosen))
