"""Two revisions in turn: ``make bench-compare REV=...`` measures this tree and another revision, pair by pair, and fails on a regression.

The other revision lies in a working tree of its own below ``build/compare``; both run in the same environment, with the benchmark of this
tree. How a verdict is found stands in ``verdict.py``.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules are found as under pytest

from bench import results
from bench.sections import SECTIONS
from bench.verdict import judged

ROOT = Path(__file__).parents[2]
WIDTH = 66


def main() -> int:
    """Print a line for each measurement; return 1 if any got slower, 2 where the revisions cannot be compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("revision")
    parser.add_argument("--only", default="castle", help=f"some of {','.join(SECTIONS)}, with commas between (castle)")
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--turns", type=int, default=3, help="of each run")
    options = parser.parse_args()
    try:
        other = _tree(options.revision)
        lines = _compared(other, options)
    except subprocess.CalledProcessError as error:
        print(f"{' '.join(map(str, error.cmd))}\n{error.stderr or error.stdout}", file=sys.stderr)
        return 2
    slower = 0
    for name, (old, new, unit) in lines.items():
        verdict = judged(old, new)
        slower += verdict.slower
        span = f"{verdict.ratio:5.2f}x ({verdict.least:.2f}-{verdict.most:.2f})"
        print(f"  {name:<{WIDTH}} {median(old):10.2f} {median(new):10.2f} {unit:<3} {span} {verdict.text}".rstrip())
    print(f"{slower} of {len(lines)} lines got slower than at {options.revision}")
    return 1 if slower else 0


def _tree(revision: str) -> Path:
    """Return the working tree of a revision, made where it is missing. Raises ``CalledProcessError``."""

    def git(*words: str) -> str:
        command = [shutil.which("git") or "git", "-C", str(ROOT), *words]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    commit = git("rev-parse", "--verify", "--end-of-options", f"{revision}^{{commit}}")
    place = ROOT / "build" / "compare" / commit
    if not place.is_dir():
        git("worktree", "prune")
        git("worktree", "add", "--detach", str(place), commit)
    return place


def _compared(other: Path, options: argparse.Namespace) -> dict[str, tuple[list[float], list[float], str]]:
    """Return what each line took at either revision, run by run, with its unit."""
    taken: dict[Path, list[dict[str, results.Line]]] = {other: [], ROOT: []}
    for pair in range(options.pairs):
        for tree in (other, ROOT) if pair % 2 else (ROOT, other):
            taken[tree].append(_run(tree, options.only, options.turns))
        print(f"pair {pair + 1} of {options.pairs}", file=sys.stderr)
    runs = [run for tree in taken.values() for run in tree]
    both = [name for name in taken[ROOT][0] if all(name in run for run in runs)]  # a part of a whole is named by its share, which varies
    return {
        name: ([run[name].took.median for run in taken[other]], [run[name].took.median for run in taken[ROOT]], taken[ROOT][0][name].unit)
        for name in both
    }


def _run(tree: Path, only: str, turns: int) -> dict[str, results.Line]:
    """Return the lines of a run of this tree's benchmark on the code of ``tree``, by section, number and name."""
    with tempfile.TemporaryDirectory(prefix="kiebitz-compare-") as folder:
        file = Path(folder) / "taken.json"
        words = [sys.executable, str(ROOT / "tests" / "bench" / "run.py"), "--only", only, "--turns", str(turns), "--json", str(file)]
        environment = {**os.environ, "PYTHONPATH": str(tree)}
        subprocess.run(words, check=True, capture_output=True, text=True, env=environment, cwd=tree)
        found = results.read(file)
    lines = [line for one in found.values() for part in one.parts for line in part.lines]
    return {f"{line.what}{'' if nth == 0 else f' ({nth})'}": line for line, nth in _numbered(lines)}


def _numbered(lines: list[results.Line]) -> list[tuple[results.Line, int]]:
    """Return each line with how many of the same name stand before it."""
    names = [line.what for line in lines]
    return [(line, names[:nth].count(line.what)) for nth, line in enumerate(lines)]


if __name__ == "__main__":
    sys.exit(main())
