"""What all tests share: files in memory, and a store that begins with its tables."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from records.service import GameBook
from records.store.care import opening

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY, ROOM = Path("/dev/shm"), 2_000_000_000  # noqa: S108 -- pytest makes folders of its own below it
"""Where Linux keeps files in memory, and the bytes that must be free there."""

settings.register_profile("daily", settings(max_examples=40))
settings.load_profile("daily")  # what hypothesis tries where a test does not say how much


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Put the tests' files into memory where there is room: on a disk most stores of a test wait for their commits most of their time.

    What a test kills is a process, never the machine. With TMPDIR set everything lies there.
    """
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # found anew when it is asked for next
    os.environ["KIEBITZ_PLAYOUTS"] = ""  # a compiler takes half a minute, and no test waits for it unasked


def pytest_collection_finish() -> None:
    """Let the collector of circles pass over what stays to the end, all tests and all modules; parsed pages are full of circles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


@pytest.fixture(scope="session")
def _empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an SQLite store that holds nothing."""
    empty = tmp_path_factory.mktemp("created") / "empty.sqlite"
    with GameBook.open(f"sqlite:///{empty}"):
        """It is closed at once."""
    return empty


@pytest.fixture(scope="module", autouse=True)
def _created(_empty: Path) -> Iterator[None]:
    """Begin each new SQLite store of this process as a copy, as most tests open one of their own; ``tests/store`` creates them itself."""

    def make_copy(path: Path) -> None:
        with tempfile.TemporaryDirectory(dir=path.parent) as folder, suppress(FileExistsError):
            path.hardlink_to(shutil.copy(_empty, folder))  # it appears whole: threads may open a new store at once

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "make_file", make_copy)
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have measured (``record_property("measured", text)``); workers do not print."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, text in report.user_properties:
            if name == "measured" and report.when == "call":
                terminalreporter.section(report.nodeid)
                terminalreporter.write_line(str(text))
