"""Reasons that people give, for others to read."""

from __future__ import annotations

from records.errors import MalformedCommand
from records.service.incoming import is_line

LONGEST_REASON = 300
"""Characters."""


def check_reason(reason: str) -> None:
    """Raise ``MalformedCommand`` for a text that is no reason that somebody else could read."""
    if not reason.strip() or not is_line(reason, LONGEST_REASON):
        raise MalformedCommand(f"a reason is needed, in one line of up to {LONGEST_REASON} characters")
