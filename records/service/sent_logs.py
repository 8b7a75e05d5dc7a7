"""A viewer's log of a record, as bytes for another process, which opens no store and gets nothing else."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

import msgspec

from records.core.header import Header
from records.core.logs.fold import Folder
from records.core.viewers import viewer_key
from records.errors import MalformedCommand, RecordsError
from records.service.editions import shown
from records.service.library import library, library_of
from records.service.seen_log import SeenLog
from records.service.viewing import RecordView, viewer_of
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from records.core.game import Game
    from records.rulings.audit import Judged


class SentLog(msgspec.Struct, frozen=True, kw_only=True):
    """A log that has passed the door."""

    header: Header
    viewer: str
    lines: tuple[msgspec.Raw, ...]
    """Its events, without hashes: two logs that show the same are the same bytes."""


class SentCards(msgspec.Struct, frozen=True):
    """A file of cards of one's own, with which new games of its game are played."""

    name: str
    text: bytes


def sent(view: RecordView) -> bytes:
    """Return the log of ``view``, without the names of people."""
    lines = tuple(msgspec.Raw(view.game.codec.encode(replace(recorded, prev=""))) for recorded in view.events)
    return msgspec.json.encode(SentLog(header=view.header, viewer=viewer_key(view.viewer), lines=lines))


def opened(log: bytes, cards: SentCards | None) -> RecordView:
    """Return the record as it was sent; raises ``ImportRefused`` for cards that cannot be played with."""
    told = msgspec.json.decode(log, type=SentLog)
    game = games_with(cards)[told.header.game]
    events = tuple(game.codec.decode(bytes(line)) for line in told.lines)
    viewer = viewer_of(told.viewer, told.header, {})
    return RecordView(SeenLog(shown(game, told.header, events), Folder(game), told.header, viewer, events), {})


class NotAudited(msgspec.Struct, frozen=True):
    """Why a record could not be audited."""

    why: str
    unknown: bool
    """Whether that is because its rules are not known here."""


def audited(log: bytes, cards: SentCards | None) -> tuple[Judged, ...] | NotAudited:
    """Return what the rules say of each decision."""
    try:
        return opened(log, cards).audit()
    except RecordsError as error:
        return NotAudited(str(error), unknown=isinstance(error, MalformedCommand))


def moments_otherwise(
    log: bytes, cards: SentCards | None, ruleset: str, switches: Mapping[str, str]
) -> tuple[tuple[int, str, tuple[str, ...]], ...] | str:
    """Return the moments that another reading would have changed, or in words why this cannot be computed.

    Each is (step, ``parts`` or ``cannot be judged``, switches that were asked).
    """
    view = opened(log, cards)
    try:
        found = view.moments(view.reading(), view.reading(ruleset, switches))
        return tuple((moment.play.first, moment.status, moment.switches) for moment in found)
    except RecordsError as error:
        return str(error)


@lru_cache(maxsize=1)
def games_with(cards: SentCards | None) -> Mapping[str, Game]:
    """Return all games by name; raises ``ImportRefused`` for cards that cannot be played with."""
    return library() if cards is None else library_of(cards.text, cards.name)
