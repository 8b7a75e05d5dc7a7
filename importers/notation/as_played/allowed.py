"""Lines that the rules refuse but the table allowed: their consequences are those that the rules would give without the refusal.

``@allowed gate knight`` is decided under the first reading that accepts it, of those that differ in one switch; else as if one of the
game's counters were as before its first turn (``strengthened``, plays that are left). What follows is played at the table as it is.
"""

from __future__ import annotations

from dataclasses import MISSING, fields
from typing import TYPE_CHECKING, Any

from records.core.editions.rulesets import Ruleset
from records.core.position import Counters
from records.values import replace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from records.core.position import Position

ALLOWED = "@allowed"
_KEPT = frozenset({"seats", "phase", "begins", *(one.name for one in fields(Counters))})
"""Counters by which a game knows who sits and acts there, and what is asked."""


def eased(position: Position[Any]) -> Iterator[Position[Any]]:
    """Yield a position under each reading that differs in one switch, then with each number or flag as before the first turn."""
    rules = getattr(position.state, "rules", None)
    if isinstance(rules, Ruleset):
        for switch in rules.switches:
            yield from (
                _with(position, "rules", rules.with_settings({switch.name: value}))
                for value in switch.values
                if value != rules[switch.name]
            )
    if position.state.pending:
        return  # a game finds the question to an answer in its counters
    for counter in fields(position.state):
        value = getattr(position.state, counter.name)
        if isinstance(value, int) and counter.name not in _KEPT and counter.default is not MISSING and value != counter.default:
            yield _with(position, counter.name, counter.default)


def _with(position: Position[Any], name: str, value: Any) -> Position[Any]:
    state = position.state.copy()
    setattr(state, name, value)
    return replace(position, state=state)
