"""The benchmark itself runs: all of it, once, and quickly, in the soak; what it counts is tested every day (``test_work.py``)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

LINES = (
    "workload: a card game of 300 events",
    "one by one: book.writing.append, 1 event a commit",
    "raw: sqlite3, the same rows in the same layout",
    "per record: book.writing.add, 300 events a commit",
    "in bulk: book.writing.add, 2 x 300 events a commit",
    "chain and commitments",
    "encoding to JSON",
    "folding: can this have happened?",
    "how a stranger may look at a record, the live law with it",
    "few of them: the first page",
    "the rows, as raw",
    "the library; head, header, key and names",
    "the rest",
    "book.writing.command, warm, a record of 300 events",
    "its last position and timeline after that, warm",
    "book.writing.command, cold, a record of 300 events",
    "read and decode: Store.read and the codec",
    "raw: sqlite3 tuples, msgspec to structs that check nothing",
    "fold",
    "book.record, nothing kept yet",
    "book.record, kept",
    "and its timeline and last position, first time",
    "what a seat was shown",
    "what the public was shown",
    "the open table",
    "redacted for a seat's file, with salts and commitments",
    "redacted for the public's file",
    "a chain walked, events in memory",
    "book.records.verify, from the file",
    "folded, all faces",
    "folded, as a seat was shown it",
    "filtered for a seat: the door",
    "folded and frozen at every step",
    "a page at a random step, as a seat",
    "a page at a random step, the open table",
    "what changes from step to step, as a seat",
    "TWO READINGS OF THE RULES",
    "impact of a switch on 4 records, two processes",
    "this process: ",
    "processes: 2: ",
    "Dask, workers: 2: ",
    "all slots, the other hand, the draw pile: median",
    "all slots, the other hand, the draw pile: p99",
    "in hindsight: p99",
    "why: one place: p99",
    "a page of the board: p99",
    "the page of a place, a card or why: p99",
    "a chart by step, each part of it: p99",
    "odds of an attack: median",
    "odds of an attack: p99",
    "odds of an attack: largest standard error",
    "the painted step: median",
    "the painted step: p95",
    "the first page, 100 records",
    "a name of few, 600 records",
    "a file that is new",
    "a file that is here",
    "kiebitz import, every file is on the shelf",
    "bytes decoded",
    "sealed and chained",
    "regicide: written, each line proven",
    "a login under a name that nobody has",
    "made-up archive",
    "alone: the kernel, plain",
    "creature-crush: peak memory of the process",
    "PEERS",
    "seconds a section: appending",
    "raw: psycopg executemany, the same rows",
    "2 writers: Store.append",
)


RUN = Path(__file__).with_name("run.py")


@pytest.mark.soak
def test_each_part_of_it_is_there() -> None:
    """All that the benchmark consists of can be loaded."""
    done = subprocess.run([sys.executable, str(RUN), "--help"], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stderr) == (0, "")
    assert "--quick" in done.stdout


@pytest.mark.soak
def test_all_of_it_runs() -> None:
    """The quick run prints each line with a positive time, the aims with their verdicts, and ends well."""
    done = subprocess.run([sys.executable, str(RUN), "--quick"], capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    printed = done.stdout.splitlines()
    for wanted in LINES:
        assert any(wanted in line for line in printed), f"no line {wanted!r} in\n{done.stdout}"
    for line in printed:
        if line.startswith("  ") and not line.startswith("    "):
            assert re.search(r" [0-9]+\.[0-9]{2} (us\b|ms\b|kB\b|%)", line), line
    aims = [line for line in printed if " aim " in line]
    assert aims
    assert [line for line in aims if not re.search(r" aim [0-9.]+(x| us| ms| kB| %) +(met|MISSED)$", line)] == []
