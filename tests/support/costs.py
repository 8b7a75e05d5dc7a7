"""A plugin for ``make costs``: prints which tests and files took most time of the processor, and the whole in additions.

Seconds of the processor, not of the clock, so that a busy machine prints nearly the same: of the process of pytest and of all below it,
browsers, servers and databases. What a fixture takes counts for the test that is the first to ask for it. To start pytest and to find the
tests is not counted, nor is a server of PostgreSQL, which runs by itself.
"""

from __future__ import annotations

import os
from collections import Counter
from typing import TYPE_CHECKING

import psutil
import pytest

if TYPE_CHECKING:
    from collections.abc import Generator

MOST = 40
"""Lines of each list."""
WORK = 20_000_000
"""Additions of the measure by which machines can be compared."""

_spent: list[float] = [0.0]
"""What the processes had taken when the test began."""


def processor_seconds() -> float:
    """Return what this process, those that it waited for, and all that run below it have taken."""
    own = os.times()
    taken = own.user + own.system + own.children_user + own.children_system
    for process in psutil.Process().children(recursive=True):
        try:
            at = process.cpu_times()
        except psutil.Error:  # it has just ended
            continue
        taken += at.user + at.system + at.children_user + at.children_system
    return taken


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_logstart() -> None:
    """Begin to count."""
    _spent[0] = processor_seconds()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(call: pytest.CallInfo[None]) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write into the last report of a test what it took."""
    report = yield
    # less than nothing: a browser that was closed took the count of its own processes along
    if call.when == "teardown":
        report.user_properties.append(("processor", max(0.0, processor_seconds() - _spent[0])))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the dearest tests and files, and the whole as a multiple of a fixed piece of work."""
    tests: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for reports in list(terminalreporter.stats.values()):
        for report in reports:
            for name, seconds in getattr(report, "user_properties", ()):
                if name == "processor":
                    tests[report.nodeid] += seconds
                    files[report.nodeid.partition("::")[0]] += seconds
    for title, costs in (("processor seconds by test", tests), ("processor seconds by file", files)):
        terminalreporter.section(title)
        for name, seconds in costs.most_common(MOST):
            terminalreporter.write_line(f"{seconds:8.2f} {name}")
    began = os.times().user
    total = 0
    for number in range(WORK):
        total += number
    work = os.times().user - began
    whole = sum(tests.values())
    terminalreporter.write_line(f"{whole:.0f} s of the processor: {whole / work:.0f} times {WORK:,} additions ({work:.2f} s)")
