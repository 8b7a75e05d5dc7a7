"""``kiebitz import`` of many tables at once: several processes, Ctrl-C, and how much memory it takes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import zipfile
from typing import TYPE_CHECKING

import pytest

from bench.archive import TABLE, archive
from support.command_line import PROGRAM, Cli

if TYPE_CHECKING:
    from pathlib import Path

MOVES_OF_700 = 234
"""A move is three packets: one for the table and one for each player."""
GIGABYTE = 1 << 30


def tables(path: Path, count: int, moves: int) -> Path:
    """Write a zip file of archives, each of another table."""
    plain = archive(moves)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
        for number in range(int(TABLE), int(TABLE) + count):
            packed.writestr(f"{number}.json", plain.replace(TABLE.encode(), str(number).encode()))
    return path


@pytest.mark.soak
def test_ctrl_c_stops_several_processes_at_whole_files(cli: Cli) -> None:
    """What was under way is finished, the number that is told is on the shelf, and every record of it is whole."""
    packed = tables(cli.folder / "tables.zip", 40, 40)
    with cli.at_a_terminal("import", str(packed), "--jobs", "2") as running:
        until = time.monotonic() + 60
        while cli.count() < 1 and time.monotonic() < until:
            time.sleep(0.05)
        os.kill(running.pid, signal.SIGINT)
        _, told = running.communicate(timeout=60)
    assert running.returncode == 130, told
    found = re.search(r"Stopped: (\d+) of 40 files are on the shelf, 0 were refused", told)
    assert found is not None, told
    assert 1 <= int(found[1]) == cli.count() < 40
    cli("verify")


@pytest.mark.soak
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_thousand_archives_stay_under_a_gigabyte(tmp_path: Path, jobs: str) -> None:
    """A thousand archives of 700 packets in one call: no process of it holds more than one file."""
    packed = tables(tmp_path / "tables.zip", 1_000, MOVES_OF_700)
    script = (
        "import resource, subprocess, sys\n"
        "done = subprocess.run(sys.argv[1:], capture_output=True, text=True)\n"
        "most = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024\n"
        "print(most, done.returncode, done.stderr[-200:])\n"
    )
    store = f"sqlite:///{tmp_path}/book.sqlite"
    command = ["python3", "-c", script, str(PROGRAM), "import", str(packed), "--jobs", jobs, "--store", store]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    most, code, told = done.stdout.split(" ", 2)
    assert code == "0"
    assert "1000 records imported, 0 already there, 0 of 1000 files refused." in told
    assert int(most) * int(jobs) < GIGABYTE
