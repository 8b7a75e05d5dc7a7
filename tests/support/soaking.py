"""What of a test that takes long is left to ``make soak``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def rest_soaked(values: Iterable[Any], keep: int = 1) -> list[Any]:
    """Return parameters of which the first ``keep`` are run every day, and the others in the soak."""
    return [soaked(value) if number >= keep else value for number, value in enumerate(values)]


def one_in(every: int, values: Iterable[Any]) -> list[Any]:
    """Return parameters of which one in so many is run every day, and the others in the soak."""
    return [soaked(value) if number % every else value for number, value in enumerate(values)]


def shares(daily: Any, more: Any) -> list[Any]:
    """Return how much of a test is run every day, and how much in the soak: steps, strides, numbers of examples."""
    return [pytest.param(daily, id="share"), pytest.param(more, id="more", marks=pytest.mark.soak)]


def sqlite_daily(test: Any) -> Any:
    """Mark a test of the store that asks for ``url``: every day with SQLite, in the soak with PostgreSQL too."""
    return pytest.mark.parametrize("url", rest_soaked(["sqlite", "postgresql"]), indirect=True)(test)


def soaked(*values: Any) -> Any:
    """Return a parameter that is run in the soak alone: a value, several, or what ``pytest.param`` made."""
    (one, *more) = values
    if isinstance(one, type(pytest.param())):
        return pytest.param(*one.values, marks=[*one.marks, pytest.mark.soak], id=one.id)
    if isinstance(one, tuple) and not more:
        return pytest.param(*one, marks=pytest.mark.soak)
    return pytest.param(one, *more, marks=pytest.mark.soak)
