"""Logs to be done again under other readings of their rules."""

from __future__ import annotations

from typing import Any

from records.core.editions.rulesets import Ruleset
from records.core.events import Recorded
from records.core.header import Header
from records.core.ids import RecordId
from records.service.library import library
from records.service.writing.simulation import simulate
from support import castle

Log = tuple[Any, Header, tuple[Recorded[Any], ...]]
"""Game, header and events."""


def logged(name: str, seed: int, ruleset: str = "", players: int | None = None) -> Log:
    """A simulated game as its log."""
    game = library()[name]
    (new,) = simulate(game, seed=seed, games=1, ruleset=ruleset, players=players)
    header = Header(
        record=RecordId("0" * 16),
        game=name,
        ruleset=new.ruleset,
        ruleset_hash=new.ruleset_hash,
        catalogue=new.catalogue,
        catalogue_hash=new.catalogue_hash,
        seats=new.seats,
        started=new.started,
    )
    log = tuple(Recorded(v, entry.cause or v, entry.at, "", entry.event) for v, entry in enumerate(new.entries, 1))
    return game, header, log


def other_readings(own: Ruleset) -> list[Ruleset]:
    """Every reading that differs from this one in one switch."""
    return [own.with_settings({one.name: value}) for one in own.switches for value in one.values if value != own[one.name]]


def table_log(table: Any) -> Log:
    """A table's log."""
    if isinstance(table, castle.Table):
        return table.game, table.header, table.log
    return table.playing.game, table.playing.header, table.playing.log
