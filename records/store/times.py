"""Times as the databases hold them: UTC text of microseconds, which sorts as times do."""

from __future__ import annotations

from datetime import UTC, datetime


def time_text(time: datetime) -> str:
    """Return ``time`` as UTC text of microseconds, which sorts as times do."""
    return time.astimezone(UTC).isoformat(timespec="microseconds").removesuffix("+00:00") + "Z"


def now_text() -> str:
    """Return the present time as text."""
    return time_text(datetime.now(UTC))


def text_time(text: str) -> datetime:
    """Return the time that ``time_text`` wrote."""
    return datetime.fromisoformat(text)


def is_time(text: object) -> bool:
    """Tell whether a column holds what ``time_text`` writes."""
    try:
        return isinstance(text, str) and time_text(text_time(text)) == text
    except (ValueError, OverflowError):
        return False
