"""What all tests share: an app of a test takes its templates compiled from the app of an earlier one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from flask import Flask
from jinja2 import FileSystemBytecodeCache

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="session", autouse=True)
def _compiled_templates(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Compile each template once for all apps; most tests make an app of their own, and would spend most of their time on that."""
    options = Flask.jinja_options
    Flask.jinja_options = {**options, "bytecode_cache": FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))}
    yield
    Flask.jinja_options = options


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have measured (``record_property("measured", text)``); workers do not print."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, text in report.user_properties:
            if name == "measured" and report.when == "call":
                terminalreporter.section(report.nodeid)
                terminalreporter.write_line(str(text))
