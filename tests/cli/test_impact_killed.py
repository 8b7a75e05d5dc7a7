"""``kiebitz impact``, killed in the middle of a search."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec
import pytest

from support.forked import Forked
from support.processes import ended

if TYPE_CHECKING:
    from collections.abc import Callable

    from support.command_line import Cli

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="asks the kernel who has a file open")
PATIENCE = 60
"""Seconds after which the test gives up."""


def _wait(until: Callable[[], bool]) -> bool:
    end = time.monotonic() + PATIENCE
    while not (done := until()) and time.monotonic() < end:
        time.sleep(0.02)
    return done


@pytest.mark.soak
def test_impact_that_was_killed_goes_on_and_does_nothing_twice(cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes are killed with the program in the middle of a search; the second search asks what is left, and tells all."""
    cli("simulate", "regicide", "--seed", "5", "--games", "12")
    words = ("impact", "--switch", "drawing=one player after the other", "--jobs", "2")
    file = tmp_path / "first/kiebitz/impact.jsonl"
    environment = {**os.environ, "KIEBITZ_STORE": cli.store, "XDG_CACHE_HOME": str(tmp_path / "first")}
    with ended(Forked(*words, env=environment, stdout=subprocess.DEVNULL)) as process:
        assert _wait(lambda: len(_kept(file)) >= 3)
        process.kill()
        assert process.wait() == -signal.SIGKILL
    assert _wait(lambda: not _left_over(file))
    before = _kept(file)
    assert 3 <= len(before) < 12
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "first"))
    found = cli.json(*words[:-2])
    after = _kept(file)
    assert after[: len(before)] == before
    assert len(after) == len({msgspec.json.decode(line)["key"] for line in after}) == 12
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "fresh"))
    assert cli.json(*words[:-2]) == found


def _kept(file: Path) -> list[bytes]:
    return [line for line in file.read_bytes().splitlines() if line] if file.exists() else []


def _left_over(file: Path) -> list[str]:
    """Processes that still have the file of kept answers open."""
    return [str(link) for link in Path("/proc").glob("[0-9]*/fd/*") if _leads_to(link) == file]


def _leads_to(link: Path) -> Path | None:
    try:
        return link.readlink()
    except OSError:
        return None
