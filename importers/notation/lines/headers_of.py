"""The headers of a record that is written as a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from importers.notation.headers import HASH
from importers.notation.headers import written as header_line
from importers.notation.reading import result_of
from records.errors import MalformedCommand

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from records.core.game import Game
    from records.core.header import Header
    from records.core.position import Outcome
    from records.core.shared import GameStarted

KNOWN_HASH = 8
"""Digits of a hash that is known here."""


def headers_of(  # noqa: PLR0917 -- what stands in them
    game: Game, header: Header, names: Mapping[str, str], started: GameStarted | None, outcome: Outcome | None, recorder: str
) -> Iterator[str]:
    """Yield the headers of a text but for whether it was played by the rules, and which record it is."""
    edition = game.rules.edition("") if not game.rules.rulesets else None
    if edition is None:
        try:
            edition = game.rules.edition(header.ruleset)
        except MalformedCommand:
            edition = game.rules.edition("")
    yield header_line("Game", game.name)
    old = [] if header.ruleset_hash == edition["ruleset_hash"] else [header.ruleset_hash[:HASH]]
    if header.ruleset != "none":
        yield header_line("Ruleset", header.ruleset, *filter(None, old))
    if started is not None and started.switches:
        yield header_line("Switches", "; ".join(f"{name}={value}" for name, value in started.switches))
    if header.catalogue != "none":
        today = (header.catalogue, header.catalogue_hash) == (edition["catalogue"], edition["catalogue_hash"])
        yield header_line("Catalogue", header.catalogue, header.catalogue_hash[: KNOWN_HASH if today else HASH])
    yield header_line("Seats", " ".join(header.seats))
    for seat in header.seats:
        if names.get(seat):
            yield header_line(seat, names[seat])
    if started is not None:
        if started.begins:
            yield header_line("Begins", started.begins)
        if started.variant:
            yield header_line("Variant", started.variant)
        if started.chance:
            yield header_line("Chance", started.chance)
    yield header_line("Date", header.started.isoformat().replace("+00:00", "Z"))
    if outcome is not None:
        yield header_line("Result", result_of(outcome, game))
    if recorder != "open":
        yield header_line("Recorder", recorder)
