"""A plugin for ``make quick``: so many seconds after the first no further test is begun, and the summary says how many were left out."""

from __future__ import annotations

import time

import pytest

_began: list[float] = []
"""When the first test of this process began."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option."""
    parser.addoption("--most-seconds", type=float, default=None, help="begin no test after so many seconds")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a test out for which no time is left."""
    most = item.config.getoption("--most-seconds")
    now = time.monotonic()
    if not _began:
        _began.append(now)
    if most is not None and now - _began[0] > most:
        pytest.skip("left out for time; `make test` runs it")
