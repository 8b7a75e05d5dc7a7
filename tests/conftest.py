"""What all tests share: files in memory; a store begins with its tables, and an app takes templates and addresses compiled before."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from flask import Flask
from jinja2 import BytecodeCache
from werkzeug.routing import Rule

from records.service import GameBook
from records.store.care import opening

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import CodeType

    from jinja2.bccache import Bucket

MEMORY, ROOM = Path("/dev/shm"), 2_000_000_000  # noqa: S108 -- pytest makes folders of its own below it
"""Where Linux keeps files in memory, and the bytes that must be free there."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure() -> None:
    """Put the tests' files into memory where there is room: on a disk most stores of a test wait for their commits most of their time.

    What a test kills is a process, never the machine. With TMPDIR set everything lies there.
    """
    if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = str(MEMORY)
        tempfile.tempdir = None  # found anew when it is asked for next


def pytest_collection_finish() -> None:
    """Let the collector of circles pass over what stays to the end, all tests and all modules; parsed pages are full of circles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)


class _Compiled(BytecodeCache):
    """Templates as they were compiled, as long as their text is the same."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], CodeType | None] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was compiled from the same text."""
        bucket.code = self._kept.get((bucket.key, bucket.checksum))

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it."""
        self._kept[bucket.key, bucket.checksum] = bucket.code


def _compiled_once() -> Callable[..., Any]:
    """Compile what builds the addresses of a rule, a function of its text alone, once for all apps."""
    compile_builder, made = Rule._compile_builder, dict[Any, Any]()

    def kept(rule: Rule, append_unknown: bool = True) -> Any:
        if rule.defaults:
            return compile_builder(rule, append_unknown)
        what = (rule.rule, tuple(rule._trace), append_unknown)
        if what not in made:
            made[what] = compile_builder(rule, append_unknown)
        return made[what]

    return kept


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
    make_file = opening.make_file

    def make_copy(path: Path) -> None:
        make_file(path)
        shutil.copyfile(_empty, path)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "make_file", make_copy)
        yield


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> Iterator[None]:
    """Compile each template and each rule once for all apps: most tests make an app of their own, and would spend their time on that."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Flask, "jinja_options", {**Flask.jinja_options, "bytecode_cache": _Compiled()})
        patch.setattr(Rule, "_compile_builder", _compiled_once())
        yield


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what tests have measured (``record_property("measured", text)``); workers do not print."""
    for report in terminalreporter.getreports("passed") + terminalreporter.getreports("failed"):
        for name, text in report.user_properties:
            if name == "measured" and report.when == "call":
                terminalreporter.section(report.nodeid)
                terminalreporter.write_line(str(text))
